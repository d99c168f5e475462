"""The declared parts of the random generator.  [903-B 9.4.2]

A change of any part is a change of the generator, of which the regulator is notified five working days
before it applies.  [903-B 9.9.1] A rule sheet that takes or leaves a beacon is such a change: `lead_time`
sees it.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class Relevance(Struct, frozen=True):
    """How much a part matters for each criterion: 1 not at all, 2 somewhat, 3 substantially.  [903-B 9.4.3]

    The operator proposes it. The greatest of the four classifies the part.
    """

    confidentiality: int = 1
    integrity: int = 3
    availability: int = 1
    traceability: int = 1

    @property
    def codes(self) -> tuple[int, int, int, int]:
        return (self.confidentiality, self.integrity, self.availability, self.traceability)

    @property
    def classification(self) -> int:
        return max(self.codes)


class GeneratorPart(Struct, frozen=True):
    """One part. Files and folders are those of the product; a file may belong to two parts."""

    number: str  # the part keeps it for good
    name: Promise
    purpose: Promise
    files: tuple[str, ...]
    packages: tuple[str, ...] = ()  # of Python, and of npm with their scope
    relevance: Relevance = Relevance()

    def holds(self, path: str) -> bool:
        return any(path == start or path.startswith(f"{start}/") for start in self.files)


PARTS = (
    GeneratorPart(
        "GNA-01",
        _("Source of the seeds"),
        _("Reads 32 bytes for every round from the generator of the operating system."),
        ("games/draw/entropy.py",),
    ),
    GeneratorPart(
        "GNA-02",
        _("Health tests"),
        _(
            "Test the source at every seed (NIST SP 800-90B) and each step of the draw with known "
            "answers before a croupier deals. A failure stops the croupier's tables."
        ),
        ("games/draw/entropy.py", "games/draw/known_answers.py", "games/management/commands/croupier.py"),
    ),
    GeneratorPart(
        "GNA-03",
        _("Sealing of the seeds"),
        _(
            "Encrypts a seed from the time it is promised until it is opened, and hidden events under the "
            "seed. Only croupiers hold the key."
        ),
        ("games/draw/seal_key.py", "games/draw/hidden_events.py"),
        ("cryptography",),
    ),
    GeneratorPart(
        "GNA-04",
        _("Promises"),
        _("Commits the house in advance to the seed, to each card of a pack and to the lot for the button."),
        ("games/draw/generator.py", "games/draw/card_commitments.py", "games/draw/hand_draw.py"),
    ),
    GeneratorPart(
        "GNA-05",
        _("Shares of the players"),
        _("Each seated browser generates 16 bytes of its own, and they are fixed before bets open."),
        (
            "static/js/table/verification/witness.js",
            "games/tables/domain/commands.py",
            "games/tables/croupier/journal.py",
            "games/tables/domain/state.py",
        ),
        relevance=Relevance(traceability=2),
    ),
    GeneratorPart(
        "GNA-06",
        _("Beacon"),
        _("The pinned key and schedule of a public beacon, and the check of its signatures."),
        ("games/draw/beacon.py",),
        ("pyblst",),
    ),
    GeneratorPart(
        "GNA-07",
        _("Choice of the beacon's value"),
        _(
            "Fixes the number of the value when bets close, waits for it, and ends the round if it "
            "does not come."
        ),
        (
            "games/rules/shared/draw_terms.py",
            "games/tables/domain/round_beacon.py",
            "games/tables/croupier/beacon_values.py",
            "games/tables/croupier/beacon_waits.py",
        ),
    ),
    GeneratorPart(
        "GNA-08",
        _("Client of the beacon"),
        _(
            "Fetches the values from several relays in a separate process, and refuses values that are "
            "not genuine."
        ),
        (
            "games/beacons/__main__.py",
            "games/beacons/check.py",
            "games/beacons/follower.py",
            "games/beacons/relays.py",
        ),
        ("pyblst",),
    ),
    GeneratorPart(
        "GNA-09",
        _("Sandbox beacon"),
        _("Signs values on the same machine. For demonstrations and tests: it proves nothing to outsiders."),
        ("games/beacons/sandbox.py",),
        ("pyblst",),
    ),
    GeneratorPart(
        "GNA-10",
        _("Derivation of the key"),
        _("Makes the key of a round from its seed, the shares and the beacon's value (HMAC-SHA-256)."),
        ("games/draw/generator.py",),
    ),
    GeneratorPart(
        "GNA-11",
        _("Draw and shuffle"),
        _(
            "Turns the key into numbers (AES-256 in counter mode, rejection of the uneven remainder) and "
            "shuffles the cards that are left (Fisher and Yates)."
        ),
        ("games/draw/generator.py", "games/draw/shoe.py", "games/draw/hand_draw.py"),
        ("cryptography",),
    ),
    GeneratorPart(
        "GNA-12",
        _("Mapping"),
        _("Which pocket or card a number stands for."),
        ("games/catalogue/draws.py", "games/rules/roulette/layout.py", "games/rules/shared/cards.py"),
    ),
    GeneratorPart(
        "GNA-13",
        _("Published proof"),
        _("What is published about a round, and the house's check of it."),
        (
            "games/draw/proof.py",
            "games/draw/ending.py",
            "games/draw/signed_json.py",
            "games/rounds/proof/draw_check.py",
        ),
        ("cryptography",),
        relevance=Relevance(integrity=2, traceability=2),
    ),
    GeneratorPart(
        "GNA-14",
        _("Check in browsers"),
        _("Computes the draw again in the player's browser and checks the beacon's signature."),
        ("static/js/table/verification",),
        ("@noble/curves", "@noble/hashes"),
        relevance=Relevance(integrity=2),
    ),
)
