"""The rules of player protection, measured: published cases of harm, and ordinary people left alone."""
