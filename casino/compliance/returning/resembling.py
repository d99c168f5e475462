"""How much a new player resembles somebody who was blocked: what speaks for one person, and what against.

Evidence is counted in bits, names and births as the screening counts them. What belongs to one person alone,
as a mailbox or an account does, outweighs any difference of names: then a person has to look. A household
shares an address, a surname, a telephone and its devices: of these only the strongest counts, and it is not
enough.

The keys say which blocked people are looked at, so that nobody is compared with everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import combinations

from msgspec import Struct

from casino.compliance.screening.comparing import (
    Form,
    Frequencies,
    Listed,
    Subject,
    compare_births,
    likeness_of,
)
from casino.compliance.screening.likeness import Likeness
from casino.compliance.screening.words import name_of
from players.identity.verification.identifiers import birthday

ENOUGH = 19.0  # bits, to wait for a person's decision
# What is worth how much if it agrees: what one person has, and what people who live together have in common.
OF_ONE_PERSON = {"papers": 45.0, "account": 45.0, "mailbox": 45.0}
OF_A_HOUSEHOLD = {"telephone": 15.0, "house": 9.0, "device": 6.0, "postcode": 5.0}
OTHER_NAME = -10.0
# Two words of a name so rare that their bearers are looked at whatever their birth date.
RARE_PAIR = 18.0
FREQUENCIES = Frequencies()

# Domains of one mailbox, and those that ignore full stops in its name.
SAME_DOMAIN = {
    "googlemail.com": "gmail.com", "me.com": "icloud.com", "mac.com": "icloud.com", "pm.me": "proton.me",
    "protonmail.com": "proton.me",
}  # fmt: skip
WITHOUT_STOPS = frozenset({"gmail.com"})


class Registrant(Struct, frozen=True):
    """What is compared of a person. Marks are keyed digests of papers and payment accounts.

    A device is known by the network address and the description of its browser, as sign-ins keep them.
    """

    player: int
    name: str
    birth: date
    email: str
    address: str
    postcode: str
    telephone: str = ""  # with its country; empty if none is known
    papers: frozenset[str] = frozenset()
    accounts: frozenset[str] = frozenset()
    devices: frozenset[tuple[str, str]] = frozenset()


class Resembling(Struct, frozen=True):
    """Why a new player may be somebody who was blocked, as it is kept with the case."""

    bits: float
    likeness: Likeness | None  # of the names; None if they differ
    birth: str  # as the screening says it: same-day, swapped-day, …
    shared: tuple[str, ...]  # of OF_ONE_PERSON and OF_A_HOUSEHOLD
    differing: tuple[str, ...]


def mailbox_of(email: str) -> str:
    """The box in which a letter arrives: providers drop what follows a plus, and some of them full stops."""
    box, _, domain = email.strip().lower().rpartition("@")
    domain = SAME_DOMAIN.get(domain, domain)
    box = box.partition("+")[0]
    return f"{box.replace('.', '') if domain in WITHOUT_STOPS else box}@{domain}"


def numbers_of(address: str) -> frozenset[str]:
    return frozenset(number.lstrip("0") for number in re.findall(r"\d+", address))


def postcode_of(person: Registrant) -> str:
    return re.sub(r"\W", "", person.postcode).upper()


def compare(new: Registrant, blocked: Registrant) -> Resembling:
    listed = Listed(blocked.player, (blocked.name,), (blocked.birth.isoformat(),))
    form = Form(0, blocked.name, name_of(blocked.name))
    subject = Subject(new.player, new.name, new.birth)
    likeness = likeness_of(subject, name_of(new.name), form, listed, FREQUENCIES)
    birth = compare_births(new.birth, listed.births)
    shared = tuple(_shared(new, blocked))
    differing = tuple(
        what
        for what, one, other in (
            ("papers", new.papers, blocked.papers), ("account", new.accounts, blocked.accounts),
            ("mailbox", new.email, blocked.email), ("telephone", new.telephone, blocked.telephone),
            ("house", new.address, blocked.address),
        )
        if one and other and what not in shared and not (what == "house" and "postcode" in shared)
    )  # fmt: skip
    bits = OTHER_NAME + birth.bits
    if likeness is not None:
        bits = max(bits, likeness.bits)
    bits += sum(OF_ONE_PERSON.get(what, 0.0) for what in shared)
    bits += max((OF_A_HOUSEHOLD.get(what, 0.0) for what in shared), default=0.0)
    return Resembling(round(bits, 1), likeness, birth.code, shared, differing)


def _shared(new: Registrant, blocked: Registrant) -> Iterator[str]:
    if new.papers & blocked.papers:
        yield "papers"
    if new.accounts & blocked.accounts:
        yield "account"
    if mailbox_of(new.email) == mailbox_of(blocked.email):
        yield "mailbox"
    if new.telephone and new.telephone == blocked.telephone:
        yield "telephone"
    if new.devices & blocked.devices:
        yield "device"
    if postcode_of(new) and postcode_of(new) == postcode_of(blocked):
        yield "house" if numbers_of(new.address) & numbers_of(blocked.address) else "postcode"


# --- whom to look at


def keys_of(person: Registrant) -> set[str]:
    """What a blocked person is found by."""
    return {f"birth|{person.birth}", *_other_keys(person)}


def keys_asked(person: Registrant) -> set[str]:
    """What a new player asks for: the birth date in the ways in which it is mistaken, too."""
    birth = person.birth
    births = {birth, birthday(birth, 1), birthday(birth, -1)}
    if birth.day <= 12:
        births.add(date(birth.year, birth.day, birth.month))
    return {f"birth|{day}" for day in births} | set(_other_keys(person))


def _other_keys(person: Registrant) -> Iterator[str]:
    yield f"mailbox|{mailbox_of(person.email)}"
    if person.telephone:
        yield f"telephone|{person.telephone}"
    for number in numbers_of(person.address):
        yield f"house|{postcode_of(person)}|{number}"
    sounds = sorted({word.sound for word in name_of(person.name).words})
    for one, other in combinations(sounds, 2):
        if FREQUENCIES.bits(one) + FREQUENCIES.bits(other) >= RARE_PAIR:
            yield f"name|{one}|{other}"
