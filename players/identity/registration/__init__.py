"""Registration in steps, the terms, and a change of the e-mail address."""
