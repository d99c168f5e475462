"""A web process that was taken over changes nothing that the house has decided about people.

Each attack is made without a cookie, with that of another player, with the player's own, and with that of
staff who lack the right. All of them succeeded before a table said who may write it. What is lawful is then
done by who may.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from players.identity.models import SignIn as SignInRow
from players.identity.sign_in.practice_partners import create_practice_partners
from players.models import Person, Player
from tests.hostile_web import Web, ana, person_with, random_proof, show_proof, web
from tests.security.conftest import SignIn, refused
from tests.sessions import sign_in as session_of

__all__ = ["ana", "web"]
pytestmark = pytest.mark.usefixtures("lasting_db")

REFUSALS = ("no proof", "has not confirmed", "no law allows", "permission denied")
ROLE = "identity officer"
OFFICER, ONESELF, NOBODY = ("officer",), ("player",), ()


class Attack(NamedTuple):
    sql: str
    lawful: tuple[str, ...] = ()  # the role of staff who may, or the player
    before: str = "SELECT 1"  # the state that the owner makes first


def status(before: str, after: str, lawful: tuple[str, ...] = NOBODY, also: str = "") -> Attack:
    return Attack(
        f"UPDATE players_player SET status = '{after}' WHERE id = %(player)s",
        lawful,
        f"UPDATE players_player SET status = '{before}' WHERE id = %(player)s; {also}",
    )


def identity(before: str, change: str, lawful: tuple[str, ...] = NOBODY) -> Attack:
    return Attack(
        f"UPDATE identity_identity SET {change} WHERE player_id = %(player)s",
        lawful,
        f"UPDATE identity_identity SET state = '{before}' WHERE player_id = %(player)s",
    )


def limit(value: int, wait: str) -> Attack:
    return Attack(
        "INSERT INTO protection_limit (player_id, kind, period, value, requested_at, starts, notified)"
        f" VALUES (%(player)s, 'stake', 'day', {value}, clock_timestamp(),"
        f" clock_timestamp() + interval '{wait}', true)",
        ONESELF if wait == "24 hours" or value < 1000 else NOBODY,
        LIMIT,
    )


LIMIT = (
    "INSERT INTO protection_limit (player_id, kind, period, value, requested_at, starts, notified)"
    " VALUES (%(player)s, 'stake', 'day', 1000, now(), now(), true)"
)
EXCLUSION = (
    "INSERT INTO protection_exclusion (player_id, source, reference, starts, ends, requested_until, notified)"
    " VALUES (%(player)s, '{source}', 'N-%(player)s', now() - interval '2 months',"
    " now() + interval '5 years', now() + interval '5 years', false)"
)
OWN, NATIONAL = EXCLUSION.format(source="own"), EXCLUSION.format(source="national")
VERIFIED = "UPDATE identity_identity SET state = 'verified', verified = now() WHERE player_id = %(player)s"
ERASURE = (
    "INSERT INTO identity_erasure (player_id, reason, requested_at, requested_by_id, status)"
    " VALUES (%(player)s, 'asked for in writing', now(), {by}, 'asked')"
)
PERSON = "UPDATE players_person SET {} WHERE id = %(person)s"

ATTACKS = {
    "verify an identity": identity(
        "queued", "state = 'verified', verified = now(), by_id = %(staff)s", OFFICER
    ),
    "verify one without documents": identity("documents", "state = 'verified', verified = now()"),
    "refuse an identity": identity("queued", "state = 'refused'", OFFICER),
    "doubt an identity": identity("verified", "state = 'documents'", OFFICER),
    "change a tax number": identity("verified", "nif = '299999990'"),
    "change a name": identity("verified", "name = 'Somebody Else'"),
    "change who one is beside an address": identity(
        "verified", "town = 'Porto', papers = 'x', nif_digest = 'x', document_digest = 'x'"
    ),
    "correct without counting": identity("correct", "state = 'asked', name = 'Somebody Else'"),
    "correct what the house asks for": identity(
        "correct",
        "state = 'asked', name = 'Ana Maria Martins', corrected = corrected + 1",
        ONESELF,
    ),
    "change one's address": identity("verified", "town = 'Porto'", ONESELF),
    "end a suspension": status("suspended", "active", OFFICER, VERIFIED),
    "end a suspension without an identity": status(
        "suspended",
        "active",
        also="UPDATE identity_identity SET state = 'queued' WHERE player_id = %(player)s",
    ),
    "suspend": status("active", "suspended", OFFICER),
    "open tables for money": status(
        "pending", "active", also="UPDATE identity_identity SET state = 'asked' WHERE player_id = %(player)s"
    ),
    "open a closed account": status("closed", "active"),
    "close one's account": status("active", "closed", OFFICER + ONESELF),
    "mark a test account": Attack("UPDATE players_player SET testing = true WHERE id = %(player)s"),
    "unmark a test account": Attack(
        "UPDATE players_player SET testing = false WHERE id = %(player)s",
        before="UPDATE players_player SET testing = true WHERE id = %(player)s",
    ),
    "authorise a test account": Attack(
        "INSERT INTO identity_testaccount (player_id, reason, by_id)"
        " VALUES (%(player)s, 'a test', %(staff)s)",
        OFFICER,
    ),
    "change a name at the tables": Attack("UPDATE players_player SET alias = 'Thief' WHERE id = %(player)s"),
    "lock somebody out": Attack(PERSON.format("is_active = false")),
    "drive the epoch to its end": Attack(PERSON.format("credential_epoch = 2147483647")),
    "take a password away": Attack(PERSON.format("password = '!'")),
    "change an address at once": Attack(PERSON.format("email = 'thief%(person)s@thief.example'")),
    "choose a language": Attack(PERSON.format("language = 'en'"), ONESELF),
    "raise a limit at once": limit(100_000, "0"),
    "raise it a little later": limit(100_000, "23 hours"),
    "raise it in a day": limit(100_000, "24 hours"),
    "lower a limit": limit(500, "0"),
    "cancel the limit in force": Attack(
        "UPDATE protection_limit SET cancelled = now() WHERE player_id = %(player)s", before=LIMIT
    ),
    "cut an own exclusion": Attack(
        "UPDATE protection_exclusion SET ends = now() + interval '35 days',"
        " noticed = now() - interval '1 month'"
        " WHERE player_id = %(player)s",
        before=OWN,
    ),
    "ask for its early end": Attack(
        "UPDATE protection_exclusion SET ends = now() + interval '3 months', noticed = now()"
        " WHERE player_id = %(player)s",
        ONESELF,
        OWN,
    ),
    "end a national exclusion": Attack(
        "UPDATE protection_exclusion SET ends = now() WHERE player_id = %(player)s", before=NATIONAL
    ),
    "invent a national exclusion": Attack(NATIONAL),
    "empty the national list": Attack("UPDATE protection_nationalentry SET removed = now()"),
    "delete the national list": Attack("DELETE FROM protection_nationalentry"),
    "say that the list is fresh": Attack("UPDATE protection_nationalfeed SET loaded = now(), trouble = ''"),
    "forget a player's documents": Attack("DELETE FROM protection_documentmark WHERE player_id = %(player)s"),
    "publish terms": Attack(
        "INSERT INTO identity_terms (version, portuguese, english, portuguese_digest, english_digest)"
        " VALUES (999, '', '', '', '')"
    ),
    "accept terms": Attack(
        "INSERT INTO identity_acceptance (player_id, terms_id, language, at)"
        " SELECT %(player)s, max(version), 'en', now() FROM identity_terms",
        ONESELF,
        "INSERT INTO identity_terms (version, portuguese, english, portuguese_digest, english_digest)"
        " SELECT coalesce(max(version), 0) + 1, '', '', '', '' FROM identity_terms",
    ),
    "ask for an erasure": Attack(ERASURE.format(by="%(staff)s"), OFFICER),
    "approve the own erasure": Attack(
        "UPDATE identity_erasure SET status = 'approved', decided = now(), decided_by_id = %(staff)s"
        " WHERE player_id = %(player)s",
        before=ERASURE.format(by="%(staff)s"),
    ),
    "approve an erasure": Attack(
        "UPDATE identity_erasure SET status = 'approved', decided = now(), decided_by_id = %(staff)s"
        " WHERE player_id = %(player)s",
        OFFICER,
        ERASURE.format(by="%(other)s"),
    ),
    "say that data are erased": Attack(
        "UPDATE identity_erasure SET status = 'done', done = now(), done_by_id = %(staff)s"
        " WHERE player_id = %(player)s",
        before=ERASURE.format(by="%(other)s")
        + "; UPDATE identity_erasure SET status = 'approved', decided = now(),"
        " decided_by_id = %(staff)s WHERE player_id = %(player)s",
    ),
    "take a queued e-mail back": Attack("UPDATE identity_queuedemail SET sent = now()"),
    "read the queued e-mails": Attack("SELECT text FROM identity_queuedemail"),
    "write in the administration's log": Attack(
        "INSERT INTO django_admin_log (action_time, object_repr, action_flag, change_message, user_id)"
        " VALUES (now(), '', 1, '', %(person)s)"
    ),
}


def outcome(web: Web, sql: str, names: dict[str, int]) -> str:
    with pytest.raises(Exception) as caught:  # the sentence is compared
        web.execute(sql, names)
    return str(caught.value)


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_the_house_decided_about_people_stays(web: Web, ana: Player, attack: str) -> None:
    sql, lawful, before = ATTACKS[attack]
    officer, floor = person_with(is_staff=True), person_with(is_staff=True)
    officer.groups.add(Group.objects.get(name=ROLE))
    floor.groups.add(Group.objects.get(name="table manager"))
    names = {"player": ana.pk, "person": ana.person_id, "staff": officer.pk, "other": floor.pk}
    with connection.cursor() as cursor:
        for statement in before.split("; "):
            if statement.strip():
                cursor.execute(statement, names)
    own, right = session_of(ana.person), session_of(officer)
    proofs: list[bytes | str] = ["", random_proof(), session_of(person_with()), session_of(floor)]
    proofs.append(session_of(officer, is_confirmed=False) if "officer" in lawful else right)
    if "player" not in lawful:
        proofs.append(own)
    for proof in proofs:
        show_proof(web, proof)
        answer = outcome(web, sql, names)
        assert any(refusal in answer for refusal in REFUSALS), answer
    for who in lawful:
        show_proof(web, {"officer": right, "player": own}[who])
        with web.transaction(force_rollback=True):
            assert web.execute(sql, names).rowcount == 1


def test_somebody_who_registers_becomes_a_player_whose_identity_is_not_verified(web: Web) -> None:
    """Who registers has no session: the new person is theirs until the first sign-in."""
    person = web.execute(
        "INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active,"
        " date_joined, email, language) VALUES ('!', false, '', '', false, true, now(),"
        " gen_random_uuid() || '@feltro.example', 'en') RETURNING id"
    ).fetchone()
    assert person is not None
    player = (
        "INSERT INTO players_player (person_id, alias, status, since, testing)"
        " VALUES (%s, left(gen_random_uuid()::text, 12), '{}', now(), {})"
    )
    for state, testing in (("active", "false"), ("suspended", "false"), ("pending", "true")):
        assert "no law allows" in refused(web, player.format(state, testing), *person)
    web.execute(player.format("pending", "false"), person)


def test_the_croupier_reads_of_people_what_a_bet_asks_and_writes_nothing(sign_in: SignIn) -> None:
    croupier = sign_in("house_croupier")
    for table in (
        "identity_identity", "identity_paymentaccount", "identity_uploadeddocument", "identity_draft",
        "mfa_authenticator",
        "account_emailaddress", "django_admin_log", "protection_documentmark", "identity_searchmark",
    ):  # fmt: skip
        assert "permission denied" in refused(croupier, f"SELECT id FROM {table}")
    for column in ("password", "email", "first_name", "last_login"):
        assert "permission denied" in refused(croupier, f"SELECT {column} FROM players_person")
    assert "permission denied" in refused(croupier, "SELECT session_data FROM django_session")
    for change in ("status = 'active'", "alias = 'x'", "testing = true"):
        assert "permission denied" in refused(croupier, f"UPDATE players_player SET {change}")
    assert "permission denied" in refused(croupier, "INSERT INTO players_player (alias) VALUES ('x')")
    assert "permission denied" in refused(croupier, "INSERT INTO players_person (email) VALUES ('x')")
    croupier.execute("SELECT id, credential_epoch, is_active FROM players_person LIMIT 1")


def test_the_croupier_makes_practice_partners_and_nobody_else(sign_in: SignIn) -> None:
    croupier = sign_in("house_croupier")
    assert "not the address of a practice partner" in refused(
        croupier, "SELECT practice_partner_make('ana@feltro.example', 'Ana')"
    )
    create_practice_partners(1)
    assert not Person.objects.filter(player__status="partner", is_active=True).exists()


def test_a_factor_makes_the_epoch_grow_without_the_right_to_write_it(web: Web, ana: Player) -> None:
    show_proof(web, session_of(ana.person))
    before = Person.objects.get(pk=ana.person_id).credential_epoch
    web.execute(
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at)"
        " VALUES (%s, 'webauthn', '{\"name\": \"key\"}', now())",
        [ana.person_id],
    )
    assert Person.objects.get(pk=ana.person_id).credential_epoch == before + 1


def test_a_session_ends_for_its_owner_only(web: Web, ana: Player) -> None:
    session_of(ana.person)
    entry = SignInRow.objects.get(person=ana.person_id, ended=None)
    end = "UPDATE identity_signin SET ended = now(), cause = 'signed-out', session = '' WHERE id = %s"
    for proof in ("", random_proof(), session_of(person_with())):
        show_proof(web, proof)
        assert "no proof" in refused(web, end, entry.pk)
    show_proof(web, session_of(ana.person))
    web.execute(end, [entry.pk])
    entry.refresh_from_db()
    assert entry.ended and not entry.session
