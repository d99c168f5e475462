"""Where a stake can lie at a live table, against all that can happen meanwhile; every pair of both.

A situation is a game, what two players have done, and the moment of the round. The invariants: an early end
leaves wallets, stacks, limits and accounts as before; what was told is applied; a frame reaches only its
audience; a repeated request has its effect once; a refusal changes nothing; no clock begins anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
import pytest

from games.models import Round
from games.rounds.proof.journal_check import check_journal
from games.rules.engine import Wait
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import PlaySession
from players.protection import exclusions
from players.wallet import ledger
from players.wallet.models import Account, Transfer
from tests.combinations import broken, pairs
from tests.games.tables.clocks import DatabaseClock, finish_round, waits_for
from tests.games.tables.situations import FUNDS, RESUME, SITUATIONS, Scene
from tests.live_table import (
    JACKPOT,
    LiveTable,
    balance,
    do,
    setting_change,
    sheet_in_force,
)

Open = Callable[..., LiveTable]


# --- What can happen meanwhile


def check_unchanged(scene: Scene, facts: Mapping[str, object], but: Collection[str] = ()) -> None:
    now = scene.facts()
    assert not [*broken({name: (now[name], fact) for name, fact in facts.items() if name not in but})]


def ends_early(scene: Scene) -> None:
    """The round cannot go on in time: everybody has what they had, limits and stays count nothing."""
    table = scene.table
    sat = {player.pk: PlaySession.objects.get(player=player) for player in scene.players}
    bought = dict(Transfer.objects.filter(kind="buy-in").values_list("target_id", "cents"))
    if not scene.engine.stakes(table.live.game):
        assert scene.situation.system == "holdem"
        return  # nothing is at stake: chips that were bought are no stake in a round  [HE-72]
    if scene.situation.setting.get("mode") == "individual":
        scene.say(0, {"t": "launch"})
    assert "round-voided" in table.step(late=1000 * RESUME + 1000)
    stacks = {
        ("stack", account.player_id): account.balance for account in Account.objects.filter(pk__in=bought)
    }
    wallets = {("wallet", player): -cents for (_kind, player), cents in stacks.items()}
    then = {
        key: scene.before.get(key, 0) + {**stacks, **wallets}.get(key, 0)
        for key in (scene.before | stacks | wallets)
    }
    scene.staked = False
    now = scene.accounts()
    filled = now.get(("jackpot", None), 0) - scene.before.get(("jackpot", None), 0)
    if filled:  # an empty pot was filled up to its minimum before the deal  [MS-10.8b]
        assert filled == JACKPOT["minimum"]
        then |= {("jackpot", None): filled, ("bank", None): then.get(("bank", None), 0) - filled}
    holdem = sum(stacks.values())
    invariants: dict[str, tuple[object, object]] = {
        "money": (now, {key: cents for key, cents in then.items() if cents}),
        "stacks": (set(stacks.values()) or {20_000}, {20_000}),
        "limits": (scene.stake_left() if not holdem else scene.left_before, scene.left_before),
        "status": (Round.objects.get(table=table.table, number=table.live.round).status, "void"),
    }  # fmt: skip
    assert not [*broken(invariants)]
    for player in scene.players:
        stay = table.live.seats[table.live.players[player.pk]]
        before = sat[player.pk]
        carried = 0 if not scene.situation.before else stay.staked
        assert stay.staked - stay.returned in (before.staked - before.returned, carried, *bought.values())
    check_books(scene)


def is_repeated(scene: Scene) -> None:
    """The same id again, alone, twice at once, and after its croupier: one effect, one answer."""
    facts = scene.facts()
    for again in scene.table.send(scene.last, scene.last):
        assert (again.refused, again.version) == (None, scene.replied.version)
    scene.table.new_croupier()
    (late,) = scene.table.send(scene.last)
    assert (late.refused, late.version) == (None, scene.replied.version)
    check_unchanged(scene, facts)
    plays_on(scene)


def is_repeated_with_other_content(scene: Scene) -> None:
    facts, (player, command) = scene.facts(), scene.last
    said = msgspec.json.decode(command.do)
    other = do(command.round, {**said, "t": "fold" if said["t"] != "fold" else "continue"}, command.id)
    (result,) = scene.table.send((player, other))
    assert result.refused is not None
    check_unchanged(scene, facts)


def is_asked_again(scene: Scene) -> None:
    """A decision under another id is refused; a bet is one bet more, and no more than that."""
    facts, (player, command) = scene.facts(), scene.last
    said, then = msgspec.json.decode(command.do), balance(player)
    is_new_bet = said["t"] == "bet" and waits_for(scene.table) is Wait.BETS
    (result,) = scene.table.send((player, do(command.round, said)))
    if is_new_bet:
        assert result.refused is None and then - balance(player) == sum(said["on"].values())
        return
    assert result.refused is not None, f"{said} was taken twice"
    check_unchanged(scene, facts)


def is_asked_for_the_round_before(scene: Scene) -> None:
    """A command that came late from another round has no effect in this one."""
    facts, (player, command) = scene.facts(), scene.last
    said = msgspec.json.decode(command.do)
    if said["t"] in ("buy-in", "top-up"):
        return  # it belongs to no round
    (result,) = scene.table.send((player, do(command.round - 1, said)))
    assert result.refused is not None
    check_unchanged(scene, facts)


TOO_MUCH: tuple[dict[str, Any], ...] = (
    {"t": "bet", "on": {"red": 10**9}},
    {"t": "bet", "on": {"ante": 10**9}},
    {"t": "bet", "on": {"1": 10**9}},
    {"t": "continue", "bet": 10**9},
    {"t": "raise", "to": 10**9},
    {"t": "insure", "place": "1", "cents": 10**9},
    {"t": "top-up", "cents": 10**9},
)


def is_out_of_reach(scene: Scene) -> None:
    """More than a wallet holds, or a limit leaves, is refused and changes nothing; nothing is left over."""
    facts = scene.facts()
    for player in scene.players:
        for said in TOO_MUCH:
            (result,) = scene.table.send((player, do(scene.table.round, said)))
            assert result.refused is not None, said
    check_unchanged(scene, facts)


def changes_nothing(scene: Scene) -> None:
    """One after the other at one table, because none of them changes anything."""
    for occurrence in NOTHING_CHANGES:
        occurrence(scene)


def comes_back(scene: Scene) -> None:
    """Who reconnects sees what was there before, and so does a spectator; each only the own part."""
    table, loaded = scene.table, scene.table.transaction.refresh()
    facts = scene.facts()
    spectator = json.loads(table.broadcast.snapshot(loaded, 0, 0, None))
    assert spectator.get("mine") is None
    for player in scene.players:
        table.execute(
            [CommandRequest(0, protocol.ReportDisconnect(player.pk, table.live.opened), ("house", 0))]
        )
        table.execute([CommandRequest(0, protocol.ReportReconnect(player.pk), ("house", 0))])
        own = json.loads(table.broadcast.snapshot(table.transaction.refresh(), player.pk, 0, None))
        assert own["mine"] == table.browsers[player.pk].mine
        assert own["table"] == table.browsers[0].table == table.browsers[player.pk].table
        hidden = cards_of(own["mine"]) - cards_of(own["table"])
        assert not hidden & cards_of(spectator["table"])
        for other in table.browsers.values():
            if other.player != player.pk and hidden and other.mine is not None:
                assert not hidden & (cards_of(other.mine) | cards_of(other.table)), "another's card is shown"
                assert not hidden & cards_of(other.news), "another's card was told"
    check_unchanged(scene, facts, but=("events",))


def cards_of(view: Any) -> set[str]:
    match view:
        case str():
            return {view} if view[:-1] in RANKS and view[-1:] in "SHCD" else set()
        case dict():
            return set().union(*map(cards_of, view.values()), set())
        case list():
            return set().union(*map(cards_of, view), set())
    return set()


RANKS = {*map(str, range(2, 11)), "J", "Q", "K", "A"}


def fails_for_a_moment(scene: Scene) -> None:
    """An outage within the sheet's time: clocks run again once, and a repetition renews nothing."""
    table = scene.table
    if waits_for(table) is Wait.HOUSE:
        return  # the house's own step is due: no time of anybody runs
    facts, began = scene.facts(), scene.clock.start + scene.clock.ahead
    scene.clock.advance(5)
    table.transaction.note_fault(began)
    table.execute([])
    due = table.live.due
    table.send(scene.last)
    table.execute([])
    assert table.live.due == due, "a repetition began the time anew"
    changed = ("events", "due", "deadlines", "last bets")  # only times are given back
    check_unchanged(scene, facts, but=changed)
    if due is not None and waits_for(table) is Wait.CHOICE:
        assert due >= facts["due"] + 5_000, "the time lost was not given back"
    plays_on(scene)


def rules_change(scene: Scene) -> None:
    """Another sheet and other limits come in force: the round is decided by what was told, and the next one
    says what is new before the first bet.
    """
    table, rules = scene.table, scene.table.transaction.loaded.rules
    terms = table.browsers[0].table.get("terms")
    offered = {player.pk: table.browsers[player.pk].mine["game"].get("options") for player in scene.players}
    change_rules(scene)
    table.execute([])
    assert table.transaction.refresh().rules == rules and table.browsers[0].table.get("terms") == terms
    for player in scene.players:
        assert table.browsers[player.pk].mine["game"].get("options") == offered[player.pk]
    (again,) = table.send(scene.last)
    assert again.refused is None
    if scene.situation.system == "holdem" and scene.situation.until is Wait.BETS:
        return  # nothing was dealt: the next round opens under the new rules
    plays_on(scene)
    assert table.transaction.loaded.rules == rules, "the round was decided under other rules"
    table.until("bets-opened")
    assert table.transaction.loaded.rules != rules and table.browsers[0].table["terms"] != terms


def change_rules(scene: Scene) -> None:
    situation = scene.situation
    changed = {"resume_within": RESUME + 1, **situation.sheet}
    if situation.system == "blackjack":
        changed |= {"insurance": False, "special_prizes": False}
    if situation.system == "french-roulette":
        changed |= {"zero_option": "lose-all", "second_zero": "stays"}
    sheet_in_force(situation.system, **changed)
    current = json.loads(scene.table.table.setting.data)
    setting_change(scene.table.table, **{**current, "betting_seconds": 25, "rest_seconds": 9})


def player_is_removed(scene: Scene) -> None:
    """The house ends a stay: the stake stays where it is, nothing more is staked, and the other plays on."""
    table, (player, _command) = scene.table, scene.last
    money, due = scene.accounts(), table.live.due
    exclusions.begin_pause(player, 1)
    ended = protocol.EndStay(player.pk, "excluded")
    for _ in range(2):
        table.execute([CommandRequest(0, ended, ("house", 0))])
    stays = player.pk in table.live.players
    if stays and scene.situation.setting.get("mode") != "individual":
        assert scene.accounts() == money and table.live.due == due
    (result,) = table.send((player, do(table.round, scene.situation.bets[0][1])))
    assert result.refused is not None
    plays_on(scene)
    assert player.pk not in table.live.players or scene.engine.stakes(table.live.game)


def plays_on(scene: Scene) -> None:
    """The round comes to its end, and the books are right."""
    table = scene.table
    waits_for_players = waits_for(table) is Wait.CHOICE and not scene.engine.to_act(table.live.game)
    if not table.live.seats or waits_for_players:
        return
    if scene.situation.setting.get("mode") == "individual" and not table.live.seats[1].leaving:
        scene.say(0, {"t": "launch"})
    finish_round(table)
    check_books(scene)


def check_books(scene: Scene) -> None:
    """What moved is what the record says; nothing is left at stake; the sum of all accounts is nought."""
    table = scene.table
    assert set(ledger.total().values()) <= {0}
    accounts = {row.kind: row.balance for row in Account.objects.filter(table=table.table.pk, player=None)}
    assert accounts.get("stakes", 0) == 0
    stakes = scene.engine.stakes(table.live.game)
    assert accounts.get("held", 0) == sum(stakes.values())
    for player in scene.players:
        own = table.live.players.get(player.pk)
        stay = PlaySession.objects.filter(player=player).latest("pk")
        held = stakes.get(own, 0) if own else 0
        stack = Account.objects.filter(kind="stack", player=player, table=table.table.pk).first()
        net = balance(player) + held + (stack.balance if stack else 0) - FUNDS
        if own is None and scene.situation.system != "holdem":
            assert stay.returned - stay.staked == net, "the statement of the stay"
    if not scene.situation.cards and not scene.situation.before:  # a stacked shoe is no promised draw
        table.table.refresh_from_db()
        assert check_journal(table.table, table.transaction.key).differences == []


NOTHING_CHANGES = (
    is_repeated_with_other_content,
    is_asked_for_the_round_before,
    is_out_of_reach,
    comes_back,
)
OCCURRENCES: dict[str, Callable[[Scene], None]] = {
    "the round ends early": ends_early,
    "the same request again": is_repeated,
    "a second request": is_asked_again,
    "refusals and returns": changes_nothing,
    "a short outage": fails_for_a_moment,
    "the rules change": rules_change,
    "the player is removed": player_is_removed,
}


@pytest.mark.parametrize(("situation", "occurrence"), pairs(SITUATIONS, OCCURRENCES))
def test_a_situation_and_what_happens_meanwhile(
    room: Open, monkeypatch: pytest.MonkeyPatch, clock: DatabaseClock, situation: str, occurrence: str
) -> None:
    OCCURRENCES[occurrence](Scene(situation, room, monkeypatch, clock))
