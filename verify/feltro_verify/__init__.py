"""Checks what a Feltro house says of its rounds, shoes, receipts, odds and evidence, without its code.

Written from the published formats alone (docs/reference/proofs.md), so that it agrees with the house only if
both are right. It imports nothing of the house.
"""
