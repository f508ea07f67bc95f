"""tertium: compare the outputs of taggers and parsers."""

__version__ = "0.1.0"
