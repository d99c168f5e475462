"""A public log of the record: salted digests in a tree that only grows, signed, and seen by witnesses.

`entries` says what enters and how it is salted; `tree` keeps the tree in tiles, as c2sp.org/tlog-tiles says;
`sequencer` appends what is settled and publishes a checkpoint; `witnesses` asks outsiders to sign it;
`proofs` shows that a row is in it. ADR 0089.
"""
