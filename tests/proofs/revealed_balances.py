"""`python -m tests.proofs.revealed_balances`: what files of players' money show of other people's balances.

Many players each have a balance; some of them put their files of a day together, or one keeps those of many
days. Counted is what follows from the files alone:

- parts of others whose amount they show exactly (the leaf beside one of theirs), and not whose they are;
- players all of whose parts they show, so that their balance would be known if somebody knew whose they are;
- how near they bound one balance: the range of what a named person may have, from below and from above.

A file never says whose a part is. So of a named person nothing is bounded but by what is left of the total.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import Struct

from casino.players_funds.tree import Leaves, spread


class Shown(Struct, frozen=True):
    """What readers learn of all others."""

    readers: int
    own_parts: int
    exact: int  # parts of others of which they have the amount
    largest: int  # of these, in cents: some player has at least as much
    whole: int  # players whose every part is among them
    bound: int  # the least sum that surely holds a whole balance of a person who is named
    most: int  # the greatest balance that there truly is, to compare


def shown_to(leaves: Leaves, readers: Sequence[int]) -> Shown:
    own = np.isin(leaves.players, np.array(readers))
    # A sum of two leaves that both belong to others hides each of them.
    exact = np.zeros(leaves.count, dtype=bool)
    places = np.flatnonzero(own)
    exact[places ^ 1] = True
    exact &= ~own
    others = np.unique(leaves.players[~own])
    hidden = np.unique(leaves.players[~own & ~exact])
    sums = np.bincount(np.searchsorted(others, leaves.players[~own]), weights=leaves.cents[~own])
    return Shown(
        len(readers),
        int(own.sum()),
        int(exact.sum()),
        int(leaves.cents[exact].max(initial=0)),
        len(others) - len(hidden),
        # Any part of others may be the named person's, and so may all of them.
        int(leaves.cents[~own].sum()),
        int(sums.max(initial=0)),
    )


def measure(number: int, readers: int, seed: int) -> Shown:
    random = Random(seed)
    balances = np.array([int(random.paretovariate(1.2) * 1_000) % 10_000_000 + 1 for _ in range(number)])
    leaves = spread(np.arange(1, number + 1), balances, random.randbytes(32))
    return shown_to(leaves, random.sample(range(1, number + 1), readers))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--readers", type=int, nargs="+", default=[1, 10, 1_000, 10_000, 50_000])
    options = parser.parse_args(arguments)
    print("readers  own parts  parts of others shown  whole balances  bound of a named one / greatest one")
    for readers in options.readers:
        shown = measure(options.players, readers, readers)
        print(
            f"{shown.readers:7,}  {shown.own_parts:9,}  {shown.exact:21,}  {shown.whole:14,}"
            f"  {shown.bound / 100:,.2f} / {shown.most / 100:,.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
