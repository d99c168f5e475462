"""What the laws of a table say of a kind of decision, written from its declaration."""

from __future__ import annotations

from typing import Any

from players.decisions.kinds import By, Kind, Step


def column(kind: Kind[Any], name: str) -> str:
    return str(kind.model._meta.get_field(name).column)


def signature(kind: Kind[Any], step: Step) -> list[str]:
    """The columns of the person and the moment of a step of a person."""
    person = column(kind, step.person or kind.decider)
    return [*([person] if step.by is not By.AUTHOR else []), column(kind, step.at or kind.decided)]


def written_columns(kind: Kind[Any], step: Step) -> set[str]:
    """What a step writes beside the state."""
    columns = {column(kind, name) if not name.endswith("_id") else name for name in step.columns}
    if step.by is By.WORKER:
        return columns
    columns |= set(signature(kind, step)) | ({column(kind, kind.answer)} if step.reason else set())
    if step.by is By.AUTHOR and step.start != kind.first:
        columns.add(column(kind, kind.decider))  # who decided before no longer counts
    return columns


def trigger(kind: Kind[Any]) -> str:
    """The trigger that lets the table take these steps only."""
    arguments = [f"'{kind.state}'"]
    for step in kind.steps:
        taker = "worker" if step.by is By.WORKER else "person"
        names = " ".join(sorted(written_columns(kind, step)))
        arguments.append(f"'{taker} {step.start}>{step.end}: {names}'")
    return (
        f"CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON {kind.model._meta.db_table}"
        f" FOR EACH ROW EXECUTE FUNCTION decision_takes_its_steps({', '.join(arguments)});"
    )


def laws(kind: Kind[Any]) -> set[tuple[str, frozenset[str], frozenset[str]]]:
    """The laws of `allowed_to_write`: a step, the columns that it changes, and who may, by alternatives."""
    found = set()
    for step in kind.steps:
        if not step.verb:
            continue
        signer = column(kind, step.person or kind.decider)
        author = column(kind, kind.author)
        who = {
            By.ANOTHER: f"as {signer}, not {author}",
            By.AUTHOR: f"as {author}",
            By.ANYBODY: f"as {signer}",
        }[step.by]
        confirmed = ", confirmed" if kind.confirmed_by else ""
        alternatives = frozenset(f"may {right}, {who}{confirmed}" for right in step.rights)
        found.add(
            (f"{kind.state} {step.start}>{step.end}", frozenset(written_columns(kind, step)), alternatives)
        )
    return found
