"""Portugal: the files of Regulation 903-B/2015 with what is public of its amendment by Regulation 99/2018."""
