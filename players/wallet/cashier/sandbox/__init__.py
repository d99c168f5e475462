"""A sandbox payment service and national list: a separate process on this machine, for installations
without real services.

It behaves as real services do: it sends signed notifications at once, late, twice, in the wrong order or not
at all. It knows only the address of the installation and the shared keys, and uses neither its database nor
Django.
"""
