"""What several engines use: cards, poker hands, pots, the jackpot, sessions, conduct."""
