"""What is judged: corpora seen through the conventions, matched word by word, as decisions."""
