"""Player protection: limits, pauses, exclusions and the national list.

Game tables call `eligibility.eligibility_of` for each bet, and the cashier calls `deposit_limits.may_deposit`
for each deposit. Both run inside the transaction that moves the money, with the wallets locked.
"""
