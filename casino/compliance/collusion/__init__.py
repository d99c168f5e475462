"""The integrity desk of hold'em: who plays against the others together, loses on purpose, or lets a program decide.

What is looked at is the record alone: hands (hands.py) fold into a book (book.py), sights compare what two players did with each other
with what each of them did with everybody else (sights.py), and what stands out beyond chance becomes a case (run.py) that people decide
(cases.py), two of them. Nothing is decided, held or told to a player by a figure.
"""
