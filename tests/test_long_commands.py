"""Every command that may take long shows its progress on a terminal only, and ends cleanly on Ctrl-C."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands

from casino.services.folder import PROJECT
from games.catalogue import odds_query
from games.management.commands import check_vectors, count_stud_deals, trace, verify
from games.rulebook import impact
from games.rulebook.models import Impact
from players.shared.extras import extra_of
from players.shared.progress import INTERRUPTED
from tests.games.rulebook.people import create_draft, create_signers

# Commands that end within seconds, or are processes of their own, each with its reason.
WITHOUT_PROGRESS = {
    "compilemessages": "make setup runs it before anything is installed; two seconds",
    "beat": "a process that stays",
    "croupier": "a process that stays",
    "demo_signins": "prints a few lines",
    "doctor": "prints each finding as it is made",
    "first_house": "prints each step as it is done",
    "first_staff": "one person",
    "maintenance_pages": "three pages; a second",
    "manifest": "hashes the program's files; a second",
    "prepare": "prints each step as it is done",
    "public_log": "a few rows and the last tiles",
    "publish_terms": "one text",
    "seed_demo": "a few seconds, in one transaction",
    "make_law_migration": "a second",
    "staff_unlink": "one person",
    "worker": "a process that stays",
}
COMMANDS = {
    path.stem: path
    for package in ("casino", "games", "players")
    for path in (PROJECT / package).rglob("management/commands/[a-z]*.py")
    if extra_of(".".join(path.relative_to(PROJECT).parts)) in ("", *settings.EXTRAS)
}
VECTORS = str(PROJECT / "tests" / "vectors" / "baccarat.json")
PACKAGES = ("casino", "games", "players")


def interrupt(*_arguments: object, **_options: object) -> Any:
    raise KeyboardInterrupt


def interrupted(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """What a command says when Ctrl-C ends it."""
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(*command, stdout=output)
    assert ended.value.code == INTERRUPTED
    assert output.getvalue() == "", "nothing that looks like a result"
    return capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_long_command_shows_its_progress(name: str) -> None:
    source = COMMANDS[name].read_text()
    shows = re.search(r"\b(with \(?|return )\s*progress\(", source) is not None
    assert shows != (name in WITHOUT_PROGRESS), WITHOUT_PROGRESS.get(name, "it works in silence")


def test_every_command_is_looked_at() -> None:
    ours = {name for name, package in get_commands().items() if str(package).split(".")[0] in PACKAGES}
    assert ours == set(COMMANDS)


@pytest.mark.parametrize(
    ("command", "place", "name", "begins"),
    [
        (("check_vectors", VECTORS), check_vectors, "run_vectors", "Vectors was interrupted: 0 of "),
        (("count_stud_deals",), count_stud_deals, "count", "Count was interrupted: sorting all hands, "),
        (("odds", "baccarat"), odds_query, "_timed", "Odds was interrupted: 0 bets, "),
        (("trace",), trace, "trace_rules", "Trace was interrupted: "),
        (("trace", "BJ-15"), trace, "trace_rules", "Trace was interrupted: "),
    ],
    ids=lambda value: " ".join(value)[:20] if isinstance(value, tuple) else "",
)
def test_ctrl_c_ends_a_computation_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...],
    place: Any,
    name: str,
    begins: str,
) -> None:
    monkeypatch.setattr(place, name, interrupt)
    message = interrupted(capsys, *command)
    assert message.startswith(begins)
    assert message.endswith("Nothing was changed. Run the command again.\n")


def test_ctrl_c_ends_a_verification(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verify, "read_round", lambda _number: [{"game": "baccarat"}])
    monkeypatch.setattr(verify, "stored_keys", list)
    monkeypatch.setattr(verify, "verify_round", interrupt)
    assert interrupted(capsys, "verify", "1").startswith("Verification was interrupted: 0 of 1 rounds")


def test_an_interrupted_impact_waits_for_the_next_run(
    seeded: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It used to look as if it were being computed, for a quarter of an hour."""
    create_draft(create_signers(), commissions=("b",))
    monkeypatch.setattr(impact, "compute_figures", interrupt)
    assert "the rest waits for the next run" in interrupted(capsys, "impact")
    assert [row.state for row in Impact.objects.all()] == [Impact.State.WAITING]


def test_a_command_says_the_same_to_a_file_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    output = StringIO()
    call_command("check_vectors", VECTORS, stdout=output)
    assert re.fullmatch(r"\d+ passed, 0 failed\n", output.getvalue())
    assert capsys.readouterr() == ("", "")
