"""Trees and graphs over words: validity, projectivity, enhanced edges, the best tree over given arcs. No scores."""
