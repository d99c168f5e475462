"""Sign-in: passwords, second factors, passkeys, sessions and what proves them, API tokens, visitors."""
