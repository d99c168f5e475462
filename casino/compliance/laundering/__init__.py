"""What the house does about suspicions of money laundering: risk classes, diligence, holds and reports."""
