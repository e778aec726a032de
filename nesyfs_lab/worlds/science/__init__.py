"""ScienceWorld: experiments of elementary school science in a house of ten rooms, played by its own engine in Java.

Wang et al., "ScienceWorld: Is your Agent Smarter than a 5th Grader?", 2022.
"""
