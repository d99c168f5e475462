"""Translations of messages, formats and typeface of the languages that the house speaks."""
