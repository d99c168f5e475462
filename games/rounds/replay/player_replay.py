"""A finished round as its player follows it again: the steps, in words and as the table showed them.

The steps are what the player's own seat was shown. Nothing else leaves the record.  [AR-24] [FR-R25] [BJ-31]
[PB-31] [CS-37] [HE-65]
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.cards import card_symbols
from games.catalogue.text import Text
from games.models import Event, Round, Stake
from games.rounds.replay import replay
from games.rounds.replay.event_descriptions import event_label
from games.rounds.replay.hand_record import HandRecord, HandTerms, build_hand
from games.rounds.replay.timeline import AMOUNTS
from games.rules.shared.cards import CARDS
from games.tables import sheet_selectors
from games.tables.transport.client import query_croupier
from games.tables.transport.protocol import RequestRound
from players.models import Player, PlaySession
from players.shared.clock import LISBON
from players.shared.money import format_money

MAX_STEPS = 2000
BOARD = 5

# The texts that the page of the replay needs besides those of the table.
MESSAGES: dict[str, Text] = {
    "replay.play": pgettext_lazy("replay", "Play"),
    "replay.pause": pgettext_lazy("replay", "Pause"),
    "replay.step": gettext_lazy("Step {step} of {steps}"),
    "replay.chance": gettext_lazy("{share} %"),
    "replay.chances.wait": gettext_lazy("Calculating every board…"),
    "replay.seat": gettext_lazy("seat {seat}"),
    "replay.chances.none": gettext_lazy("Fewer than two hands are known at this point."),
}


class PlayerStep(Struct, frozen=True):
    """One step: its time, the phase of the table, what changed in the views, the event, and its text."""

    at: int
    phase: str
    set: dict[str, Any]
    news: dict[str, Any] | None
    text: str


class RecordingForbidden(Exception):
    """The player sits at a table of a game whose rules forbid reviewing results there.  [MS-12.1]"""


class ReplayUnavailable(Exception):
    """The croupier, which alone can open the round, did not reply."""


def check_review_allowed(player: Player, system: str) -> None:
    """Where the rules say so, players may not use records of results at the table (A79).  [MS-12.1]"""
    if not GAMES[system].rounds.review_rule:
        return
    if PlaySession.objects.filter(player=player, system=system, ended=None).exists():
        raise RecordingForbidden


def steps_of(stake: Stake) -> list[dict[str, Any]]:
    """The steps as the seat saw them: from the record, or from the croupier if the round is sealed.

    Empty if the croupier does not reply, or if the events are in the archive alone.
    """
    try:
        steps = replay.player_steps(stake.round, stake.seat)
    except replay.RoundArchived:
        return []
    except replay.RoundSealed:
        query = RequestRound(stake.round_id, player=stake.player_id, steps=True)
        return list(query_croupier(stake.round.table_id, query).get("story", []))
    decoded: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(steps))
    return decoded


def described_steps(stake: Stake, names: Mapping[int, str]) -> list[PlayerStep]:
    """The steps with their texts."""
    system, currency = stake.round.table.system, stake.round.table.currency
    shown: list[PlayerStep] = []
    for step in steps_of(stake)[:MAX_STEPS]:
        news = step["news"]
        if shown and news is None and not step["set"]:
            continue
        text = step_text(system, news, currency, names) if news else _("The round opens")
        shown.append(PlayerStep(step["at"], step["phase"], step["set"], news, text))
    return shown


def names_of_seats(game_round: Round) -> dict[int, str]:
    """Who sat at each seat, where players play each other: as the table showed it."""
    return names_by_round([game_round])[game_round.pk]


def names_by_round(game_rounds: Sequence[Round]) -> dict[int, dict[int, str]]:
    """The same for several rounds of one table, in two queries."""
    names: dict[int, dict[int, str]] = {game_round.pk: {} for game_round in game_rounds}
    if not game_rounds or not GAMES[game_rounds[0].table.system].engine.between_players:
        return names
    rows = list(
        Event.objects.filter(round__in=list(names), player__isnull=False)
        .order_by("round", "seq")
        .values_list("round_id", "player", "data")
    )
    players = {player for _round, player, _data in rows if player is not None}
    aliases = dict(Player.objects.filter(pk__in=players).values_list("pk", "alias"))
    for round_id, player, data in rows:
        if round_id is not None and player is not None and (seat := _seat_in(data)):
            names[round_id].setdefault(seat, aliases.get(player, ""))
    return names


def _seat_in(data: str) -> int:
    try:
        seat = json.loads(data).get("seat")
    except (ValueError, AttributeError):  # concealed
        return 0
    return seat if isinstance(seat, int) else 0


# --- The steps in words


def step_text(system: str, news: Mapping[str, Any], currency: str, names: Mapping[int, str]) -> str:
    """An event as its player reads it: what happened, to whom, the amounts and the cards."""
    rounds = GAMES[system].rounds
    details = [_owner(news, names)]
    place = news.get("place")
    if isinstance(place, str) and place != str(news.get("seat")):
        details.append(rounds.place_label(place))
    bets = news.get("on")
    if isinstance(bets, Mapping):
        details += [
            f"{rounds.place_label(name)} {format_money(cents, currency)}" for name, cents in bets.items()
        ]
    details += [
        f"{label} {format_money(cents, currency)}"
        for name, label in AMOUNTS.items()
        if isinstance(cents := news.get(name), int) and cents
    ]
    if cards := _cards_in(news):
        details.append(cards)
    details += rounds.event_details(SimpleNamespace(**news))
    if news.get("all_in"):
        details.append(_("all in"))
    if news.get("why") == "time":
        details.append(_("time ran out"))
    label = event_label(system, news["t"])
    shown = " · ".join(detail for detail in details if detail)
    return f"{label}: {shown}" if shown else label


def _owner(news: Mapping[str, object], names: Mapping[int, str]) -> str:
    seat = news.get("seat")
    if not isinstance(seat, int) or not seat:
        return ""
    return names.get(seat) or _("seat %(seat)s") % {"seat": seat}


def _cards_in(news: Mapping[str, object]) -> str:
    card, cards = news.get("card"), news.get("cards")
    if isinstance(card, str) and card in CARDS:
        return card_symbols([card])
    if isinstance(cards, Sequence) and not isinstance(cards, str):
        return card_symbols(name for name in cards if name in CARDS)
    return ""


# --- Hold'em: the hand as a file, and its chances


def hand_of(stake: Stake, names: Mapping[int, str]) -> HandRecord | None:
    """The hand of a finished round of hold'em as its player saw it. None if it was void."""
    steps = steps_of(stake)
    if not steps:
        raise ReplayUnavailable
    game_round = stake.round
    assert game_round.setting is not None
    setting = sheet_selectors.setting_of(game_round.table.system, game_round.setting)
    opened = game_round.opened or stake.at
    terms = HandTerms(
        house=settings.HOUSE_NAME,
        hand=game_round.pk,
        table=game_round.table.name,
        seats=setting.seats,
        currency=game_round.table.currency,
        limit=str(setting.limit),
        small_blind=setting.small_blind,
        big_blind=setting.minimum,
        at=opened.astimezone(LISBON),
    )
    return build_hand(public_steps(steps), terms=terms, hero=stake.seat, names=names)


def public_steps(steps: Sequence[Mapping[str, Any]]) -> list[tuple[dict[str, Any] | None, dict[str, Any]]]:
    """Each event with the public view after it."""
    view: dict[str, Any] = {}
    shown = []
    for step in steps:
        view = apply_patch(view, step["set"])
        shown.append((step["news"], view.get("table", {})))
    return shown


def apply_patch(value: Any, patch: Any) -> Any:
    """A merge patch (RFC 7396) applied; the value itself is not changed."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(value) if isinstance(value, Mapping) else {}
    for name, part in patch.items():
        if part is None:
            result.pop(name, None)
        else:
            result[name] = apply_patch(result.get(name), part)
    return result


class ChancePoint(Struct, frozen=True):
    """From that step on: the chances of the hands that the player knows and that are still in play."""

    step: int
    chances: dict[int, int]  # thousandths of the pot, by seat


def chance_points(steps: Sequence[Mapping[str, Any]], seat: int) -> list[ChancePoint]:
    """The chances from the deal to the last card, counted over every board that could still come.

    Known are the player's own cards and those that were turned by the end of the hand; nothing of it was
    available while the hand was played.  [HE-11d] [HE-65]
    """
    from games.rounds.replay.equities import equities  # numpy takes 17 MB of every process that imports it

    known = _known_hands(steps, seat)
    points: list[ChancePoint] = []
    board: list[str] = []
    folded: set[int] = set()
    is_dealt = 0
    last: tuple[Any, ...] = ()
    for number, step in enumerate(steps):
        news = step["news"] or {}
        is_dealt += news.get("t") == "cards-dealt"
        if news.get("t") == "common-turned":
            board += news["cards"]
        elif news.get("t") == "folded":
            folded.add(news["seat"])
        hands = {owner: cards for owner, cards in known.items() if owner not in folded}
        state = (len(board), *hands)
        if is_dealt < 2 or len(hands) < 2 or state == last:
            continue
        last = state
        dead = [CARDS[card] for owner in known if owner in folded for card in known[owner]]
        counted = equities(
            {owner: [CARDS[card] for card in cards] for owner, cards in hands.items()},
            [CARDS[card] for card in board],
            dead,
        )
        points.append(ChancePoint(number, {owner: equity.thousandths() for owner, equity in counted.items()}))
    return points


def _known_hands(steps: Sequence[Mapping[str, Any]], seat: int) -> dict[int, list[str]]:
    known: dict[int, list[str]] = {}
    for step in steps:
        news = step["news"] or {}
        if news.get("t") == "cards-dealt" and "card" in news:
            known.setdefault(seat, []).append(news["card"])
        elif news.get("t") == "hand-shown":
            known[news["seat"]] = list(news["cards"])
    return known
