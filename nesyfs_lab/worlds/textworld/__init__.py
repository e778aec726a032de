"""TextWorld's games, made on the spot: five families in graded difficulty, played by TextWorld's own interpreter.

Côté et al., "TextWorld: A Learning Environment for Text-based Games", 2018.
"""
