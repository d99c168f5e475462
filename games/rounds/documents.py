"""A player's rounds and play sessions as documents: all lines of a choice, with its totals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Round, Table
from games.rounds.history import rounds_of
from games.rounds.lists import rounds_list, sessions_list
from games.rounds.replay.explanations import result_label
from players.history.exports import CHUNK, MAX_ROWS, file_name, period_text, wallet_name
from players.history.totals import HistorySelection, played
from players.models import Player
from players.play_records import PlayTotals, game_name
from players.shared.exports.list_document import Cell, Column, ListDocument, Money


def _facts(choice: HistorySelection) -> list[tuple[str, str]]:
    facts = [(_("Period"), period_text(choice)), (_("Played for"), wallet_name(choice.currency))]
    if choice.system:
        facts.append((_("Game"), game_name(choice.system)))
    if choice.table:
        facts.append((_("Table"), Table.objects.get(pk=choice.table).name))
    return facts


def _void_facts(player: Player, choice: HistorySelection) -> list[tuple[str, str]]:
    """The lines of a list with void rounds sum to more than its totals."""
    void = rounds_of(player, choice.currency, choice.system).filter(round__status=Round.Status.VOID)
    if choice.begins:
        void = void.filter(at__gte=choice.begins)
    if choice.ends:
        void = void.filter(at__lt=choice.ends)
    if choice.table:
        void = void.filter(round__table=choice.table)
    return [(_("Void rounds"), _("listed, not counted in any total"))] if void.exists() else []


def _sums(sums: PlayTotals) -> list[tuple[str, Cell]]:
    """Gains and losses of the period.  [AR-25] [FR-R26]"""
    return [
        (_("Rounds"), sums.rounds),
        (_("Staked"), Money(sums.staked)),
        (_("Returned"), Money(sums.returned)),
        (_("Net"), Money(sums.net, signed=True)),
    ]


def rounds_document(player: Player, choice: HistorySelection) -> ListDocument:
    return ListDocument(
        name=file_name("rounds", choice),
        title=_("Rounds"),
        who=f"{player.alias} · {player.person.email}",
        facts=[*_facts(choice), *_void_facts(player, choice)],
        sums=_sums(played(player, choice)),
        columns=[
            Column(_("When"), weight=4),
            Column(_("Table"), weight=3),
            Column(_("Round"), "count", weight=2),
            Column(_("Result"), weight=4),
            Column(_("Staked"), "money", weight=3),
            Column(_("Stakes back"), "money", weight=3),
            Column(_("Prizes"), "money", weight=3),
            Column(_("Commission"), "money", weight=3),
            Column(_("Net"), "money", weight=3),
        ],
        rows=_round_rows(player, choice),
        currency=choice.currency,
    )


def _round_rows(player: Player, choice: HistorySelection) -> Iterator[list[Cell]]:
    place: tuple[datetime, int] | None = None
    for _chunk in range(MAX_ROWS // CHUNK):
        stakes = rounds_list(player, choice, place, limit=CHUNK)
        for stake in stakes:
            amounts = [Money(cents) for cents in (stake.staked, stake.back, stake.prize, stake.commission)]
            result = result_label(stake.round)
            yield [
                stake.at,
                stake.round.table.name,
                str(stake.round.number),
                result,
                *amounts,
                Money(stake.net, signed=True),
            ]
        if len(stakes) < CHUNK:
            return
        place = stakes[-1].at, stakes[-1].pk


def sessions_document(player: Player, choice: HistorySelection) -> ListDocument:
    """The statements of the play sessions, one on each line.  [AR-26] [FR-R27]"""
    return ListDocument(
        name=file_name("sessions", choice),
        title=_("Play sessions"),
        who=f"{player.alias} · {player.person.email}",
        facts=_facts(choice),
        sums=_sums(played(player, choice)),
        columns=[
            Column(_("Started"), weight=4),
            Column(_("Ended"), weight=4),
            Column(_("Table"), weight=3),
            Column(_("How it ended"), weight=4),
            Column(_("Rounds"), "count", weight=2),
            Column(_("Staked"), "money", weight=3),
            Column(_("Returned"), "money", weight=3),
            Column(_("Net"), "money", weight=3),
        ],
        rows=_session_rows(player, choice),
        currency=choice.currency,
    )


def _session_rows(player: Player, choice: HistorySelection) -> Iterator[list[Cell]]:
    before: int | None = None
    for _chunk in range(MAX_ROWS // CHUNK):
        sessions = sessions_list(player, choice, before, limit=CHUNK)
        for session in sessions:
            cause = str(session.get_cause_display()) if session.ended else _("open")
            amounts: list[Cell] = [None] * 4
            if session.ended:
                amounts = [
                    session.rounds,
                    Money(session.staked),
                    Money(session.returned),
                    Money(session.net, signed=True),
                ]
            yield [session.started, session.ended, session.table_name, cause, *amounts]
        if len(sessions) < CHUNK:
            return
        before = sessions[-1].pk
