"""Results and their renderings: terminal, JSON, Markdown, LaTeX, CSV, annotated CoNLL-U."""
