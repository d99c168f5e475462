"""CARE: signs that somebody may be losing the hold on play, explained, and who talked with whom about it. Nothing follows by itself."""
