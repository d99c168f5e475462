"""Keys of players: what is sealed is read by who has the store and the key of the house, until the key is
destroyed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from players.models import Person, PersonKey, Player
from players.shared import clock, person_keys
from players.shared.file_encryption import add_key
from players.shared.keeping import DILIGENCE, RECORD
from players.shared.person_keys import ForgedError, KeyDestroyed, KeyLost, PersonKeyError, seal, unseal

pytestmark = pytest.mark.django_db
SECRET = b"Rua da Prova, 1"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, settings: Any) -> Path:
    settings.PERSON_KEYS_DIR, settings.PERSON_KEYS_FILE = str(tmp_path / "store"), str(tmp_path / "keys")
    add_key(tmp_path / "keys")
    return tmp_path / "store"


@pytest.fixture
def player() -> int:
    """Somebody who has no key yet."""
    person = Person.objects.create_user("ana@casa.example", "x")
    return Player.objects.create(person=person, alias="Chaves", status="pending").pk


def forget() -> None:
    """What another process knows, or this one later."""
    person_keys._opened.clear()


def number_in(sealed: bytes) -> UUID:
    return UUID(bytes=sealed[1:17])


def test_each_law_has_a_key_of_its_own(player: int, store: Path) -> None:
    sealed = [seal(player, keeping, "test", SECRET) for keeping in (RECORD, RECORD, DILIGENCE)]
    forget()
    assert [unseal("test", text) for text in sealed] == [SECRET] * 3
    assert sealed[0] != sealed[1] and len(set(map(number_in, sealed))) == 2
    assert all(SECRET not in text for text in sealed)
    files = list(store.iterdir())
    assert len(files) == 2 and {file.stat().st_mode & 0o777 for file in files} == {0o640}
    assert store.stat().st_mode & 0o777 == 0o700


def test_a_database_alone_opens_nothing(player: int, store: Path) -> None:
    sealed = seal(player, RECORD, "test", SECRET)
    row = PersonKey.objects.get(player=player)
    assert not {str(value) for value in vars(row).values()} & {
        file.read_bytes().hex() for file in store.iterdir()
    }
    forget()
    (store / row.pk.hex).unlink()
    with pytest.raises(KeyLost):
        unseal("test", sealed)


def test_changed_bytes_and_another_purpose_are_refused(player: int) -> None:
    sealed = seal(player, RECORD, "test", SECRET)
    for wrong in (sealed[:-1] + bytes([sealed[-1] ^ 1]), sealed[:20], b"\x02" + sealed[1:], b""):
        with pytest.raises(ForgedError):
            unseal("test", wrong)
    with pytest.raises(ForgedError):
        unseal("another", sealed)


def test_a_key_file_that_was_changed_or_swapped_is_no_key(player: int, store: Path) -> None:
    texts = [seal(player, keeping, "test", SECRET) for keeping in (RECORD, DILIGENCE)]
    first, second = [store / number_in(text).hex for text in texts]
    whole = first.read_bytes()
    for content in (second.read_bytes(), whole[:-1], b"", b"feltro person key 1\n"):
        first.write_bytes(content)
        forget()
        with pytest.raises(PersonKeyError):
            unseal("test", texts[0])
    first.write_bytes(whole)
    assert unseal("test", texts[0]) == SECRET


def test_a_destroyed_key_stays_destroyed_and_seals_nothing_more(player: int, store: Path) -> None:
    sealed = seal(player, RECORD, "test", SECRET)
    assert person_keys.destroy([number_in(sealed)]) == 1
    with pytest.raises(KeyDestroyed):
        unseal("test", sealed)
    assert (store / number_in(sealed).hex).read_bytes() == b"destroyed\n"
    assert person_keys.state_of(number_in(sealed)) == "destroyed"


def test_the_numbers_of_many_players_are_those_of_each(player: int) -> None:
    person = Person.objects.create_user("rui@casa.example", "x")
    other = Player.objects.create(person=person, alias="Braga", status="pending").pk
    known = number_in(seal(player, RECORD, "test", SECRET))
    numbers = person_keys.key_numbers([player, other], RECORD)
    assert numbers[player] == known == person_keys.key_number(player, RECORD)
    assert numbers[other] == person_keys.key_number(other, RECORD)
    assert person_keys.state_of(person_keys.key_number(other, RECORD)) == "whole"
    PersonKey.objects.filter(player=player).update(destroyed=clock.now())
    assert person_keys.key_numbers([player, other], RECORD)[player] is None
    with pytest.raises(KeyDestroyed):
        person_keys.key_number(player, RECORD)
    assert person_keys.key_numbers([], RECORD) == {}


def test_a_process_forgets_a_key_after_a_while(player: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = seal(player, RECORD, "test", SECRET)
    number = number_in(sealed)
    # Another process destroys it.
    person_keys._write(number, person_keys.DESTROYED)
    assert unseal("test", sealed) == SECRET
    later = person_keys.time.monotonic() + person_keys.KEPT_SECONDS
    monkeypatch.setattr(person_keys.time, "monotonic", lambda: later)
    with pytest.raises(KeyDestroyed):
        unseal("test", sealed)


def test_a_new_key_of_the_house_seals_new_keys_and_then_all(player: int, store: Path, tmp_path: Path) -> None:
    old = seal(player, RECORD, "test", SECRET)
    keys = tmp_path / "keys"
    first = keys.read_text()
    add_key(keys)
    new = seal(player, DILIGENCE, "test", SECRET)
    forget()
    assert unseal("test", old) == unseal("test", new) == SECRET
    assert [person_keys.rewrap(number_in(text)) for text in (old, new, old)] == [True, False, False]
    keys.write_text(keys.read_text().removeprefix(first))
    keys.chmod(0o600)
    forget()
    assert unseal("test", old) == SECRET, "the first key of the house is not needed any more"


def test_without_the_key_of_the_house_nothing_is_stored(player: int, settings: Any, tmp_path: Path) -> None:
    settings.PERSON_KEYS_FILE = str(tmp_path / "nowhere")
    for path in (str(tmp_path / "nowhere"), ""):
        settings.PERSON_KEYS_FILE = path
        with pytest.raises(PersonKeyError), transaction.atomic():
            seal(player, RECORD, "test", SECRET)
    assert not PersonKey.objects.filter(player=player).exists()


def test_the_command_tells_a_lost_key_from_a_destroyed_one(
    player: int, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [seal(player, keeping, "test", SECRET) for keeping in (RECORD, DILIGENCE)]
    person_keys.destroy([number_in(texts[0])])
    call_command("person_keys")
    assert "1 keys are whole" in (shown := capsys.readouterr().out)
    assert "1 were destroyed after the moment of this record." in shown
    (store / number_in(texts[1]).hex).unlink()
    with pytest.raises(CommandError, match="differs from the record"):
        call_command("person_keys")
    assert "1 are lost." in capsys.readouterr().out
