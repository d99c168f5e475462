"""`python -m casino.embedded`: the whole house from one command; `make run` is this."""

import sys

from casino.embedded.supervisor import main

sys.exit(main())
