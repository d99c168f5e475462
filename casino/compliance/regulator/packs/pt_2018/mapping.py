"""The functions of the amended regulation are those of 2015: none of the elements that it adds was
obtained.
"""

from casino.compliance.regulator.packs.pt_2015.mapping import (
    faults,
    figures,
    may_seal,
    read_answer,
    records,
    seal,
    write,
    write_alerts,
)  # fmt: skip

__all__ = ["faults", "figures", "may_seal", "read_answer", "records", "seal", "write", "write_alerts"]
