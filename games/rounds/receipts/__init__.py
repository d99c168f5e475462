"""Signed receipts of stakes."""
