"""Gold and N systems: differences, oracles, agreement, examples, all from three additive tables."""
