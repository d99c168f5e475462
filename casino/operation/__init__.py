"""Running an installation: setting it up, and whether it is well."""
