"""Ponto e banca and Macau (812/2015)."""
