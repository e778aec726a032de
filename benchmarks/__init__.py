"""Measurements of the engine: the same requests, served in several ways, side by side in one run."""
