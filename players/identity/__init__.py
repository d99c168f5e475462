"""Who somebody is: registration, the checks of identity, terms, and the ways to sign in."""
