"""Both commands of the README on a machine that has nothing but Debian, git, make and Python."""
