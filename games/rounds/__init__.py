"""The record of finished rounds: replay, proof, verification, receipts, lists."""
