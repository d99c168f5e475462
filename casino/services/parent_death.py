"""Start one program so that it cannot outlive its parent: `parent_death.py PARENT SIGNAL USER program
argument...`

Run as a script of its own rather than between fork and exec, where Python is not safe. USER is `-` (no
change), a user id (drop root's privileges), or `map:NUMBER` (appear as that user in a user namespace, and
keep access to root's files).
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000


def become(user: str, libc: ctypes.CDLL) -> None:
    if user == "-":
        return
    if not user.startswith("map:"):
        number = int(user)
        os.setgroups([])
        os.setresgid(number, number, number)
        os.setresuid(number, number, number)
        return
    inside, owner, group = int(user.removeprefix("map:")), os.geteuid(), os.getegid()
    if libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    process = Path("/proc/self")
    (process / "setgroups").write_text("deny")
    (process / "uid_map").write_text(f"{inside} {owner} 1")
    (process / "gid_map").write_text(f"{inside} {group} 1")


def main(parent: int, signal_number: int, user: str, program: list[str]) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    become(user, libc)
    # After the change of user, which clears it.
    libc.prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent process has ended")
    os.execvp(program[0], program)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
