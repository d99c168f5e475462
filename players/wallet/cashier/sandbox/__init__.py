"""A sandbox payment service and national list in its own process, for houses without the real services.

It behaves as real services do: it sends signed notifications at once, late, twice, in the wrong order or not
at all. It knows only the address of the installation and the shared keys, and uses neither its database nor
Django.
"""
