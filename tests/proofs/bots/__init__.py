"""Programs and people at hold'em, labelled: how many programs are found, and how many people are flagged."""
