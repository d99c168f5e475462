"""The network that an address counts as."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """The address, or the network of 64 bits of an IPv6 address: a household has a whole one. Empty if it is
    no address.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)
