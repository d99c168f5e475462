"""«Report a player»: a complaint that lists the rounds both played, at every table between players."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.compliance.collusion.models import Case
from games.catalogue import GAMES
from games.models import Stake, Table
from games.tables.transport import protocol
from players.identity.registration.terms import TERMS_DUE, publish_terms
from players.inbox.models import Complaint
from players.models import Person, Player
from tests.live_table import LiveTable, do, players_with, table_open

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
PT = {"accept-language": "pt"}


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(Person.objects.get(pk=player.person_id), backend=BACKEND)
    session = client.session
    session.pop(TERMS_DUE, None)  # the terms are another page's matter
    session.save()
    return client


@pytest.fixture
def played(db: None, tmp_path: Path, valkey_url: str) -> tuple[LiveTable, Player, Player, Player]:
    """Ana and Rui have played a hand of hold'em; Eva has not."""
    room = LiveTable(tmp_path, table_open("holdem", seats=3))
    publish_terms()  # a sign-in would, and these players accept what is published
    ana, rui, eva = players_with(50_000, 3)
    room.send(*((player, protocol.Sit(uuid4())) for player in (ana, rui)))
    room.until("bets-opened")
    for player in (ana, rui):
        room.send((player, do(room.round, {"t": "buy-in"})))
    for _ in range(60):
        if "pots-paid" in room.step():
            break
    assert Stake.objects.filter(round__table=room.table).count() == 2
    return room, ana, rui, eva


def send(client: Client, room: LiveTable, other: Player, **more: str) -> Any:
    data = {"reported": str(other.pk), "why": "collusion", "text": "Passam sempre um ao outro."}
    return client.post(f"/table/{room.table.pk}/report/", {**data, **more}, follow=True, headers=PT)


def test_HE_11c_a_report_is_a_complaint_that_names_the_rounds_both_played(
    played: tuple[LiveTable, Player, Player, Player],
) -> None:
    """[HE-11c] [HE-11e]"""
    room, ana, rui, _eva = played
    answer = send(signed_in(ana), room, rui)
    (complaint,) = Complaint.objects.all()
    assert complaint.number in answer.content.decode()
    assert (complaint.category, complaint.table, complaint.player_id) == ("player", room.table.pk, ana.pk)
    shared = (
        Stake.objects.filter(player=ana, round__stakes__player=rui)
        .values_list("round", "round__number")
        .get()
    )
    assert complaint.round == shared[0]
    words = complaint.messages.get().text
    assert (
        rui.alias in words
        and f"{shared[1]} (#{shared[0]})" in words
        and "HE-11c" in words
        and "Passam sempre" in words
    )
    assert Case.objects.filter(kind="report").count() == 1, "staff will check it"


def test_only_players_of_the_table_can_be_reported(
    played: tuple[LiveTable, Player, Player, Player],
) -> None:
    room, ana, rui, eva = played
    page = signed_in(ana).get(f"/table/{room.table.pk}/report/", headers=PT).content.decode()
    assert f'<option value="{rui.pk}"' in page and all(
        f'<option value="{other.pk}"' not in page for other in (ana, eva)
    )
    refused = send(signed_in(ana), room, eva)
    assert refused.status_code == 422 and not Complaint.objects.exists()
    room.send((eva, protocol.Sit(uuid4())))
    page = signed_in(ana).get(f"/table/{room.table.pk}/report/", headers=PT).content.decode()
    assert f'<option value="{eva.pk}"' in page, "who sits there now, before any round together"
    assert send(signed_in(ana), room, eva).status_code == 200
    assert (
        Complaint.objects.get().round is None
        and "nenhuma em conjunto" in Complaint.objects.get().messages.get().text
    )


def test_old_rounds_and_invalid_data_are_refused(played: tuple[LiveTable, Player, Player, Player]) -> None:
    room, ana, rui, _eva = played
    for more in (
        {"reported": "x"},
        {"reported": "-1"},
        {"why": "nothing"},
        {"text": ""},
        {"text": "x" * 4001},
    ):
        assert send(signed_in(ana), room, rui, **more).status_code == 422
    assert not Complaint.objects.exists()
    assert Client().get(f"/table/{room.table.pk}/report/")["Location"].startswith("/account/sign-in/")
    assert signed_in(ana).get("/table/999999/report/").status_code == 404


def test_every_table_between_players_links_to_it_and_no_other(
    played: tuple[LiveTable, Player, Player, Player],
) -> None:
    room, ana, _rui, _eva = played
    others = {system: table_open(system) for system in GAMES if system != "holdem"}
    for system, table in {**others, "holdem": room.table}.items():
        between = GAMES[system].engine.between_players
        html = signed_in(ana).get(f"/table/{table.pk}/").content.decode()
        assert (f"/table/{table.pk}/report/" in html) is between
        assert (signed_in(ana).get(f"/table/{table.pk}/report/").status_code == 200) is between


def test_HE_11f_it_links_to_the_prohibited_programs(
    played: tuple[LiveTable, Player, Player, Player],
) -> None:
    room, ana, _rui, _eva = played
    page = signed_in(ana).get(f"/table/{room.table.pk}/report/", headers=PT).content.decode()
    assert 'href="/fair-play/#programs"' in page and 'href="/fair-play/#holdem"' in page


def test_the_page_states_that_there_is_no_player_to_report(db: None, valkey_url: str) -> None:
    table = table_open("holdem")
    (ana,) = players_with(1_000, 1)
    page = signed_in(ana).get(f"/table/{table.pk}/report/", headers=PT).content.decode()
    assert "Ninguém mais jogou aqui" in page and '<form class="form' not in page


def test_U15_nothing_is_bought_by_itself(played: tuple[LiveTable, Player, Player, Player]) -> None:
    """A short stack stays short until its player buys: only a command moves money.  [HE-12] [HE-15]"""
    room, ana, rui, _eva = played
    before = [Table.objects.get(pk=room.table.pk).version, *(stack(room, player) for player in (ana, rui))]
    for _ in range(40):
        assert not {"top-up", "stack-topped-up", "bought-in"} & set(room.step())
    assert sum(before[1:]) >= sum(stack(room, player) for player in (ana, rui))


def stack(room: LiveTable, player: Player) -> int:
    from players.wallet.models import Account

    return int(Account.objects.get(kind=Account.Kind.STACK, player=player, table=room.table.pk).balance)
