"""Screening of names against lists of sanctions and of politically exposed people, and of who comes back."""
