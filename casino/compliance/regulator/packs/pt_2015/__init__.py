"""Portugal: the files of Regulation 903-B/2015, Anexo 1, as printed in the gazette."""
