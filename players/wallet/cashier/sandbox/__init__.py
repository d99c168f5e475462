"""A payment service and a national list that are nobody's: a process of its own, on this machine only, for houses without real ones.

It behaves as real ones do: it tells the house by signed notifications, at once, late, twice, in the wrong order or not at all.
It knows nothing of the house but its address and the keys that both have, and needs neither its database nor Django.
"""
