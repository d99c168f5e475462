"""Each declared kind and the laws of its table say the same."""

from __future__ import annotations

import re
from typing import Any

import pytest

from players.decisions.kinds import By, Kind
from players.decisions.queue import decision_kinds
from players.shared.laws import Name, read_laws, written_laws
from tests.players.decisions.written import laws, trigger
from tests.security.test_allowed_to_write import columns, rights
from tests.security.test_allowed_to_write import laws as written_in

KINDS = {kind.name: kind for kind in decision_kinds()}
MORE = re.compile(r", if \w+")
STEP = re.compile(r"(?<=[ ,])\w+ [\w-]+>[\w-]+")


def test_there_are_kinds() -> None:
    assert len(KINDS) >= 2


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_table_takes_the_steps_of_its_kind_only(kind: Kind[Any]) -> None:
    name = Name("trigger", f"{kind.model._meta.db_table}.decision_takes_its_steps")
    assert written_laws().get(name) == read_laws(trigger(kind))[name]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_web_process_takes_a_step_with_the_proof_that_the_kind_asks_for(kind: Kind[Any]) -> None:
    """A law may ask for more: what a function of the row says, or that it is of a certain sort."""
    table = kind.model._meta.db_table
    written = set()
    # Steps of people without a verb follow from another action, and have laws of their own.
    others = {
        f"{kind.state} {one.start}>{one.end}" for one in kind.steps if one.by is By.AUTHOR and not one.verb
    }
    for what, who in written_in(table):
        steps = [step for step in STEP.findall(what) if step.startswith(f"{kind.state} ")]
        if what.startswith("update") and steps and steps[0] not in others:
            changed = columns(what) - {kind.state}
            written.add((steps[0], frozenset(changed), frozenset(MORE.sub("", who).split(" | "))))
    assert written == (set() if kind.by_function else laws(kind))
    assert kind.by_function != (("UPDATE", kind.state) in rights("house_web")[table])


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_proposal_names_its_author_who_has_the_right(kind: Kind[Any]) -> None:
    author = kind.model._meta.get_field(kind.author).column
    insertions = [who for what, who in written_in(kind.model._meta.db_table) if what.startswith("insert")]
    if "INSERT" not in {what for what, _column in rights("house_web")[kind.model._meta.db_table]}:
        assert not insertions  # the worker finds it
        return
    assert insertions and all(f"may {kind.proposes}" in who and f"as {author}" in who for who in insertions)
