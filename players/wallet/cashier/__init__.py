"""The cashier: payments in and out through a gateway that may be late, silent or repeat itself."""
