"""How a player did: their rounds of a period by game, hour and stake, and the ends of their hold'em hands.

Only the player's own results are counted, and nothing of how others play (A80).  [AR-25] [FR-R26] [HE-66]
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct, structs

from games.catalogue import GAMES
from players.history.totals import HistorySelection
from players.models import Player
from players.play_records import game_name
from players.shared import clock
from players.shared.money import format_money

DAYS = 30  # shown where the player names no first day
BANDS = (100, 500, 2_500, 10_000)  # the upper ends of the bands of stakes, in cents

OWN_ROUNDS = """
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
WHERE s.player_id = %(player)s AND s.at >= %(since)s AND s.at < %(until)s AND t.currency = %(currency)s
AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
# As in all totals of a player (`play_records.add_up`), only a remainder of a void round counts.
SETTLED = "CASE r.status WHEN 'void' THEN least(s.staked, s.back + s.prize - s.commission) ELSE 0 END"
GROUPS = f"""
SELECT grouping(system) = 0, grouping(hour) = 0, system, hour, band,
       count(*) FILTER (WHERE played), sum(staked)::bigint, sum(returned)::bigint
FROM (
    SELECT t.system, extract(hour FROM s.at AT TIME ZONE 'Europe/Lisbon')::int AS hour,
           width_bucket(s.staked - 1, %(bands)s::bigint[]) AS band,
           r.status <> 'void' AS played, s.staked - {SETTLED} AS staked,
           s.back + s.prize - s.commission - {SETTLED} AS returned
    {OWN_ROUNDS}
) AS own WHERE played OR staked <> returned
GROUP BY GROUPING SETS ((system), (hour), (band)) ORDER BY system, hour, band
"""
# What became of the hands: a seat folds once, and its cards are turned once.
HANDS = f"""
SELECT count(*), count(*) FILTER (WHERE own.prize > 0), count(*) FILTER (WHERE own.kinds LIKE '%%folded%%'),
       count(*) FILTER (WHERE own.kinds LIKE '%%hand-shown%%')
FROM (
    SELECT s.prize, (
        SELECT coalesce(string_agg(e.kind, ' '), '') FROM games_event AS e
        WHERE e.round_id = s.round_id AND e.kind IN ('folded', 'hand-shown')
        AND substring(e.data FROM '"seat":(\\d+)')::int = s.seat
    ) AS kinds
    {OWN_ROUNDS} AND t.system = ANY(%(with_hands)s) AND r.status = 'ended'
) AS own
"""
# The seats of a hand stand in the order of the deal, from the small blind on; between two players the button
# has the small blind. Where the button stands at an empty seat, the last one acts in its place.
BUTTON_PLACED = """
CROSS JOIN LATERAL (
    SELECT e.data::jsonb AS data FROM games_event AS e
    WHERE e.round_id = s.round_id AND e.kind = 'button-placed' ORDER BY e.seq DESC LIMIT 1
) AS placed
CROSS JOIN LATERAL (
    SELECT dealt.place, jsonb_array_length(placed.data -> 'players') AS players
    FROM jsonb_array_elements_text(placed.data -> 'players') WITH ORDINALITY AS dealt (seat, place)
    WHERE dealt.seat::int = s.seat
) AS own
"""
POSITIONS = f"""
SELECT position, count(*), sum(staked)::bigint, sum(returned)::bigint
FROM (
    SELECT s.staked, s.back + s.prize - s.commission AS returned, CASE
        WHEN s.seat = (placed.data ->> 'button')::int THEN 'button'
        WHEN own.players = 2 OR own.place = 2 THEN 'big-blind'
        WHEN own.place = 1 THEN 'small-blind'
        WHEN own.place >= own.players - 1 THEN 'cutoff'
        ELSE 'early'
    END AS position
    {OWN_ROUNDS.replace("WHERE", f"{BUTTON_PLACED} WHERE")}
    AND t.system = ANY(%(with_hands)s) AND r.status = 'ended'
) AS hand GROUP BY position
"""
POSITION_NAMES: dict[str, Promise] = {
    "button": gettext_lazy("Button"),
    "cutoff": gettext_lazy("Cutoff (one before the button)"),
    "early": gettext_lazy("Earlier seats"),
    "small-blind": gettext_lazy("Small blind"),
    "big-blind": gettext_lazy("Big blind"),
}


class ReviewRow(Struct, frozen=True):
    """One group of rounds."""

    label: str
    rounds: int
    staked: int
    returned: int

    @property
    def net(self) -> int:
        return self.returned - self.staked


class HandFigures(Struct, frozen=True):
    """What became of the hands of hold'em in which the player had chips in the pot."""

    played: int
    won: int
    folded: int
    shown: int

    @property
    def shares(self) -> list[tuple[str, int, int]]:
        """Each figure with its part of all hands, in percent."""
        return [
            (label, count, round(100 * count / self.played))
            for label, count in ((_("Won"), self.won), (_("Shown"), self.shown), (_("Folded"), self.folded))
        ]


class Review(Struct, frozen=True):
    games: Sequence[ReviewRow]
    hours: Sequence[ReviewRow]
    stakes: Sequence[ReviewRow]
    hands: HandFigures | None
    positions: Sequence[ReviewRow]


def with_first_day(choice: HistorySelection) -> HistorySelection:
    """The choice with the last thirty days where it names no first day."""
    if choice.since:
        return choice
    last = choice.until or clock.day_of(clock.now())
    return structs.replace(choice, since=last - timedelta(days=DAYS - 1))


def review(player: Player, choice: HistorySelection) -> Review:
    """The review in three queries, whatever the number of rounds."""
    until: datetime | None = choice.ends
    facts = {
        "player": player.pk,
        "since": choice.begins,
        "until": until or clock.now() + timedelta(days=1),
        "currency": choice.currency,
        "system": choice.system,
        "table": choice.table,
        "bands": list(BANDS),
        "with_hands": [system for system, game in GAMES.items() if game.rounds.has_hand_files],
    }
    games, hours, stakes = [], [], []
    with connection.cursor() as cursor:
        cursor.execute(GROUPS, facts)
        for is_game, is_hour, system, hour, band, *figures in cursor.fetchall():
            if is_game:
                games.append(ReviewRow(game_name(system), *figures))
            elif is_hour:
                hours.append(ReviewRow(f"{hour:02}:00–{hour:02}:59", *figures))
            else:
                stakes.append(ReviewRow(_band_label(band, choice.currency), *figures))
        cursor.execute(HANDS, facts)
        hands = HandFigures(*cursor.fetchone())
        cursor.execute(POSITIONS, facts)
        by_position = {position: figures for position, *figures in cursor.fetchall()}
    positions = [
        ReviewRow(str(name), *by_position[position])
        for position, name in POSITION_NAMES.items()
        if position in by_position
    ]
    return Review(games, hours, stakes, hands if hands.played else None, positions)


def _band_label(band: int, currency: str) -> str:
    if band >= len(BANDS):
        return _("more than %(amount)s") % {"amount": format_money(BANDS[-1], currency)}
    return _("up to %(amount)s") % {"amount": format_money(BANDS[band], currency)}
