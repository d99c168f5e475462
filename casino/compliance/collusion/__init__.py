"""Detection of collusion, chip dumping and programs at hold'em.

Hands are read from the record (`hands`) and added to statistics (`hand_statistics`). The analysis compares
what two players do against each other with what each does against everyone else (`collusion_statistics`).
What exceeds chance becomes evidence of a case (`analysis`), and two people decide the case (`cases`). Figures
alone decide nothing.
"""
