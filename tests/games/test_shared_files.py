"""No shared file names a game: everything about a game is in its packages of rules, odds and catalogue."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from casino.services.folder import PROJECT
from games.catalogue import GAMES

ENGINES = ("baccarat", "blackjack", "holdem", "roulette", "stud")
NAME = re.compile(
    r"\b(?:"
    + "|".join((*map(re.escape, GAMES), *(slug.replace("-", "_") for slug in GAMES), *ENGINES))
    + r")\b"
)
PLACES_OF_ONE_GAME = re.compile(
    rf"^(?:games/(?:rules|catalogue)/(?:{'|'.join(ENGINES)})/"
    rf"|games/odds/(?:{'|'.join(ENGINES)})\w*\.py$"
    rf"|games/vectors/(?:{'|'.join(ENGINES)})\.py$"
    r"|(?:static/js|static/css|templates)/games/)"
)
# Every other file that may name a game, with the reason.
ALLOWED = {
    "casino/compliance/regulator/facts/results.py": "what the regulation asks of each game: numbers, cards",
    "casino/compliance/regulator/packs/pt_2015/pack.toml": "the records that the regulation prints by game",
    "casino/compliance/regulator/packs/pt_2015/play.py": "the records that the regulation prints by game",
    "deploy/first-house.example.toml": "an example of the first rule sheets of a house",
    "casino/compliance/bots/play.py": "bots are looked for at hold'em, whose parts of the pot it reads",
    "casino/compliance/collusion/hands.py": "collusion is looked for in hold'em hands, whose events it reads",
    "casino/compliance/collusion/hidden_cards.py": (
        "collusion is looked for in hold'em hands, whose events it reads"
    ),
    "casino/compliance/collusion/new_hands.py": (
        "collusion is looked for in hold'em hands, whose events it reads"
    ),
    "casino/compliance/collusion/selectors.py": (
        "collusion is looked for in hold'em hands, whose events it reads"
    ),
    "casino/compliance/regulator/labels.py": "an example in a docstring",
    "casino/compliance/regulator/packs/pt_2015/schemas/misprints.toml": "what is misprinted about games",
    "casino/compliance/rtp_monitoring/charts.py": "an example in a docstring",
    "casino/generator/parts.py": "the wheel's file is a part of the generator",
    "casino/demo/known_theories.json": "generated: the returns of the bets of the demonstration",
    "casino/postgresql/migrated.sql": "generated: the tables that the migrations of every package make",
    "games/catalogue/readings.toml": "the readings of unclear rules, each with the games that it is about",
    "templates/portal/information/terms_text.html": "the terms, which state an exception of hold'em",
    "casino/demo/sample_data.py": "the tables and rule sheets of the demonstration",
    "casino/demo/simulated_past/rare_events.py": "rare events that the simulated past brings about",
    "casino/demo/simulated_past/simulation.py": "how much of each game the simulated past plays",
    "casino/management/commands/simulate_house.py": "the tables of the simulated past",
    "games/tables/bots/choices.py": "what programs that play bet and decide, by engine",
    "games/catalogue/odds_query.py": "an example in a docstring",
    "games/management/commands/count_stud_deals.py": "the count from which the odds of the studs are made",
    "games/management/stud_deals.py": "the count from which the odds of the studs are made",
    "games/rulebook/matrix/rules.yaml": "the rules of every regulation, by id",
    "games/rulebook/database/rule_changes.sql": "a law of the database",
    "players/portal/installable.py": "the sentence that a browser shows of the site before it is installed",
    "players/identity/sign_in/passwords.py": "words that are too easy to guess in a password",
    "casino/web/glossary.toml": "the words of all games, as players read them",
    "static/css/table/frame.css": "hold'em tables beside each other in one window",
}


def shared_files_with_names() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", "casino", "games", "players", "static", "templates", "deploy"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {
        path
        for path in listed.stdout.splitlines()
        if not PLACES_OF_ONE_GAME.match(path) and not path.endswith(".po") and is_named_in(PROJECT / path)
    }


def is_named_in(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        return bool(NAME.search(path.read_text("utf-8")))
    except UnicodeDecodeError:
        return False


def test_no_shared_file_names_a_game() -> None:
    assert sorted(shared_files_with_names() - ALLOWED.keys()) == []


def test_every_exception_is_still_needed() -> None:
    assert sorted(ALLOWED.keys() - shared_files_with_names()) == []
