"""`feltro-verify`: reads, checks, says what agrees, and ends with 0, 1, 2 or 3."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

from feltro_verify.checks import Check, UnreadableInput
from feltro_verify.evidence import check_pack
from feltro_verify.funds import check_money, check_published
from feltro_verify.inputs import read_file, read_json
from feltro_verify.log import (
    Key,
    check_proof,
    check_receipt_in_log,
    read_checkpoint,
    read_key,
    read_note,
    read_proof,
)
from feltro_verify.odds import NOT_COUNTED, edges
from feltro_verify.reader import load_from, reader_of
from feltro_verify.rounds import check_round, check_shoe
from feltro_verify.sentences import LANGUAGES, Speech, language_of_system, printable
from feltro_verify.signatures import check_receipt
from feltro_verify.vectors import run_vectors

GOOD, BAD, UNREADABLE, OPEN = 0, 1, 2, 3
KEY = re.compile(r"[0-9a-f]{64}")
AMOUNT = re.compile(r"[0-9]{1,14}([.,][0-9]{2})?")
MOST_SIGNS = 90  # of a figure that is shown
DECIMALS = 8  # of a per cent

# What was checked: a title, and the checks below it.
Group = tuple[str, list[Check]]


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = build_parser(Speech(chosen_language(given))).parse_args(given)
    say = Speech(options.language)
    try:
        code: int = options.run(options, say)
    except UnreadableInput as error:
        print(say(error.code, **error.figures), file=sys.stderr)
        return UNREADABLE
    return code


def chosen_language(given: Sequence[str]) -> str:
    """The language of the help, which is needed before the options are read."""
    for at, word in enumerate(given):
        named = word.partition("=")[2] if word.startswith("--language=") else ""
        named = given[at + 1] if word == "--language" and at + 1 < len(given) else named
        if named in LANGUAGES:
            return named
    return language_of_system()


def build_parser(say: Speech) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="feltro-verify", description=say("help"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace, Speech], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=say(f"help.{name}"), description=say(f"help.{name}"))
        added.add_argument(
            "--language", choices=LANGUAGES, default=language_of_system(), help=say("help.language")
        )
        added.add_argument("--json", action="store_true", help=say("help.json"))
        added.set_defaults(run=run)
        return added

    for name, run in (("round", verify_round), ("shoe", verify_shoe), ("receipt", verify_receipt)):
        added = command(name, run)
        added.add_argument("file", metavar="FILE", help=say("help.file"))
        added.add_argument("--key", action="append", default=[], metavar="KEY", help=say("help.key"))
        if name == "receipt":
            add_log_keys(added, say)
    odds = command("odds", show_odds)
    odds.add_argument("game", metavar="GAME")
    odds.add_argument("bet", metavar="BET", nargs="?", help=say("help.bet"))
    odds.add_argument(
        "--set", action="append", default=[], dest="rules", metavar="OPTION=VALUE", help=say("help.set")
    )
    command("vectors", verify_vectors).add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help=say("help.paths")
    )
    of_log = command("log", verify_log)
    of_log.add_argument("file", metavar="FILE", help=say("help.file"))
    of_log.add_argument("--entry", metavar="FILE", help=say("help.entry"))
    add_log_keys(of_log, say)
    follow = command("follow", follow_log)
    follow.add_argument("url", metavar="URL", help=say("help.url"))
    follow.add_argument("memory", type=Path, metavar="FILE", help=say("help.memory"))
    add_log_keys(follow, say)
    leaf = command("leaf", verify_leaf)
    leaf.add_argument("file", metavar="FILE", help=say("help.file"))
    leaf.add_argument("--balance", metavar="AMOUNT", help=say("help.balance"))
    add_log_keys(leaf, say)
    command("evidence", verify_evidence).add_argument("pack", metavar="PACK", help=say("help.pack"))
    return parser


def add_log_keys(command: argparse.ArgumentParser, say: Speech) -> None:
    command.add_argument("--log", action="append", default=[], metavar="KEY", help=say("help.log-key"))
    command.add_argument("--witness", action="append", default=[], metavar="KEY", help=say("help.witness"))


def log_keys(options: argparse.Namespace) -> tuple[list[Key], list[Key]]:
    return [read_key(text) for text in options.log], [read_key(text) for text in options.witness]


def checked_keys(keys: Sequence[str]) -> Sequence[str]:
    if not all(KEY.fullmatch(key) for key in keys):
        raise UnreadableInput("input.key")
    return keys


def verify_round(options: argparse.Namespace, say: Speech) -> int:
    keys, published = checked_keys(options.key), read_json(options.file)
    if isinstance(published, list):
        raise UnreadableInput("input.list", path=options.file)
    if not isinstance(published, dict):
        raise UnreadableInput("input.round", path=options.file)
    return report([(title(published, say), check_round(published, keys))], options, say)


def verify_shoe(options: argparse.Namespace, say: Speech) -> int:
    keys, rounds = checked_keys(options.key), read_json(options.file)
    if not isinstance(rounds, list) or not rounds:
        raise UnreadableInput("input.shoe", path=options.file)
    verdicts = [check_round(published, keys) for published in rounds]
    groups = [(title(published, say), checks) for published, checks in zip(rounds, verdicts, strict=True)]
    # Rounds that have no shoe were brought as one: they follow nothing.
    follows = check_shoe(rounds, verdicts) or Check("follows", False, {"reason": "no shoe"})
    return report([*groups, (say("title.shoe"), [follows])], options, say)


def verify_receipt(options: argparse.Namespace, say: Speech) -> int:
    keys, receipt = checked_keys(options.key), read_json(options.file)
    if not isinstance(receipt, dict):
        raise UnreadableInput("input.receipt", path=options.file)
    facts = {name: receipt.get(name, "?") for name in ("player", "name", "round", "event")}
    checks = [check_receipt(receipt, keys), *check_receipt_in_log(receipt, *log_keys(options))]
    return report([(say("title.receipt", **facts), checks)], options, say)


def verify_log(options: argparse.Namespace, say: Speech) -> int:
    proof = read_proof(read_file(options.file))
    entry = None if options.entry is None else read_file(options.entry)
    logs, witnesses = log_keys(options)
    checkpoint = proof.checkpoint
    named = say("title.log", origin=checkpoint.origin, index=proof.index, size=checkpoint.size)
    return report([(named, check_proof(proof, entry, logs, witnesses))], options, say)


def verify_leaf(options: argparse.Namespace, say: Speech) -> int:
    balance = None if options.balance is None else read_amount(options.balance)
    statement = read_json(options.file)
    logs, witnesses = log_keys(options)
    checks = check_money(statement, balance)
    facts = dict.fromkeys(("day", "currency", "player", "total"), "?")
    if checks[0].code != "funds-shape":
        facts = {name: statement[name] for name in facts} | {"total": money(statement["total"])}
        checks += check_published(statement, logs, witnesses)
    return report([(say("title.leaf", **facts), checks)], options, say)


def read_amount(text: str) -> int:
    """An amount as people write it, with two decimals, in cents."""
    if not AMOUNT.fullmatch(text):
        raise UnreadableInput("input.amount", amount=text)
    whole, _, decimals = text.replace(",", ".").partition(".")
    return int(whole) * 100 + int(decimals or 0)


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def follow_log(options: argparse.Namespace, say: Speech) -> int:
    """One look. Whoever runs it again and again with the same file follows the log. What does not continue it
    is kept beside the file, and the file as it was.
    """
    reader = reader_of(load_from(options.url), read_memory(options.memory), *log_keys(options))
    checks = reader.look()
    try:
        if reader.seen == reader.served:
            write_memory(options.memory, {"policy": reader.policy, "seen": reader.seen})
        else:
            kept = {"seen": reader.seen, "served": reader.served, "policy": reader.policy}
            evidence = options.memory.with_name(options.memory.name + ".evidence")
            with evidence.open("a", encoding="utf-8") as file:
                file.write(json.dumps(kept) + "\n")
    except OSError as error:
        raise UnreadableInput("input.unwritten", path=options.memory, reason=error.strerror) from error
    facts = (
        {"origin": reader.last.origin, "size": reader.last.size}
        if reader.last
        else {"origin": "?", "size": "?"}
    )
    return report([(say("title.follow", **facts), checks)], options, say)


def read_memory(path: Path) -> dict[str, str]:
    try:
        memory = read_json(str(path.absolute()))
    except UnreadableInput as error:
        if error.code == "input.missing":
            return {}
        raise
    unusable = UnreadableInput("input.memory", path=path)
    if not isinstance(memory, dict) or not all(
        isinstance(memory.get(name), str) for name in ("policy", "seen")
    ):
        raise unusable
    try:
        if memory["seen"]:
            read_checkpoint(read_note(memory["seen"].encode()).text)
    except (UnicodeError, UnreadableInput) as error:
        raise unusable from error
    return memory


def write_memory(path: Path, memory: dict[str, str]) -> None:
    """Whole or not at all: a reader that forgets trusts whatever is served next."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(json.dumps(memory), "utf-8")
    new.replace(path)


def verify_vectors(options: argparse.Namespace, say: Speech) -> int:
    checks = run_vectors(options.paths)
    wrong = [check for check in checks if not check.good]
    if options.json:
        print(json.dumps({"examples": len(checks), "wrong": [dict(check.figures) for check in wrong]}))
    else:
        for check in wrong:
            print(check_line(check, say))
        print(f"{len(checks) - len(wrong)} / {len(checks)}")
        print(summary([("", checks)], say)[1])
    return BAD if wrong else GOOD


def verify_evidence(options: argparse.Namespace, say: Speech) -> int:
    verdict = check_pack(options.pack)
    groups: list[Group] = []
    for each in verdict.parts:
        made = each.part["made"] or say("never")
        facts = {"name": each.part["name"], "command": each.part["command"], "made": made}
        groups.append((say("title.part", **facts), each.checks))
    facts = {name: verdict.manifest[name] for name in ("made", "commit")}
    return report([*groups, (say("title.pack", **facts), [verdict.listed])], options, say)


def show_odds(options: argparse.Namespace, say: Speech) -> int:
    rules: dict[str, str] = {}
    for rule in options.rules:
        name, is_set, value = rule.partition("=")
        if not is_set:
            raise UnreadableInput("odds.set", option=rule)
        rules[name] = value
    uncounted = NOT_COUNTED.get(options.game, ())
    if options.bet in uncounted:
        print(f"{options.bet}: {say('missing.uncounted')}")
        return OPEN
    found = edges(options.game, rules)
    if options.bet and options.bet not in found:
        raise UnreadableInput("odds.bet", bet=options.bet, bets=", ".join([*found, *uncounted]))
    wanted = {bet: edge for bet, edge in found.items() if options.bet in (None, bet)}
    if options.json:
        print(json.dumps({bet: str(edge) for bet, edge in wanted.items()}))
    else:
        for bet, edge in wanted.items():
            print(say("odds.edge", bet=bet, percent=percent(edge), fraction=edge))
    return GOOD


def percent(edge: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return (100 * Decimal(edge.numerator) / Decimal(edge.denominator)).quantize(
            Decimal(1).scaleb(-DECIMALS)
        )


def title(published: object, say: Speech) -> str:
    facts = published if isinstance(published, dict) else {}
    return say("title.round", **{name: facts.get(name, "?") for name in ("game", "table", "round")})


def report(groups: Sequence[Group], options: argparse.Namespace, say: Speech) -> int:
    code, sentence = summary(groups, say)
    if options.json:
        checked = [
            {"title": title, "checks": [{"code": c.code, "good": c.good, **c.figures} for c in checks]}
            for title, checks in groups
        ]
        print(json.dumps({"code": code, "said": sentence, "checked": checked}))
        return code
    for title, checks in groups:
        print(title)
        for check in checks:
            print(check_line(check, say))
    print(sentence)
    return code


def summary(groups: Sequence[Group], say: Speech) -> tuple[int, str]:
    """How the command ends, and the sentence for it. What could not be checked is not good."""
    checks = [check for _, checks in groups for check in checks]
    if failed := [check.code for check in checks if check.good is False]:
        return BAD, say("verdict.bad", codes=", ".join(dict.fromkeys(failed)))
    if left_open := [check.code for check in checks if check.is_open]:
        return OPEN, say("verdict.open", codes=", ".join(dict.fromkeys(left_open)))
    return GOOD, say("verdict.good")


def check_line(check: Check, say: Speech) -> str:
    figures = dict(check.figures)
    line = f"  {say(f'mark.{check.good}')} {check.code}: {say(check.code)}"
    if missing := figures.pop("missing", None):
        said = say(f"said.{bool(figures.pop('void', False))}")
        reason = say(f"missing.{missing}", said=said, why=figures.pop("why", ""))
        line = f"  {say('mark.None')} {check.code}: {reason}"
    shown = ", ".join(f"{name} {short_text(value)}" for name, value in figures.items())
    return f"{line} ({shown})" if shown else line


def short_text(value: object) -> str:
    if isinstance(value, Mapping):
        value = json.dumps(value)
    shown = printable(" ".join(str(item) or "–" for item in value) if isinstance(value, list) else value)
    return shown if len(shown) <= MOST_SIGNS else f"{shown[:MOST_SIGNS]}…"
