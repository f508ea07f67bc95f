"""Loops that arrays cannot express, compiled by numba (the extra `unanchored`): arrays in, arrays out."""
