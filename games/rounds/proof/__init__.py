"""What proves a round: published draws, the chain of events, the books, and the checks of each."""
