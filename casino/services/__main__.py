"""`python -m casino.services`: the whole house from one command; `make run` is this."""

import sys

from casino.services.supervisor import main

sys.exit(main())
