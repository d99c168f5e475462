"""Stud against the house: póquer sem descarte (803/2015) and Macau stud (61/2004)."""
