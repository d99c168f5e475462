"""What the regulator finds in the files of a day: form, signatures, and sums over hours and days."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from lxml import etree

SCHEMAS = Path(__file__).parents[1] / "casino/compliance/regulator/second_transcription"
LISBON = ZoneInfo("Europe/Lisbon")
HOURLY, DAILY = ("JGDR", "SESS", "AJOG", "TRAN"), ("EXCL", "RESF")
NAME = re.compile(
    r"(?P<family>[A-Z]{4})_(?P<day>\d{8})(?P<hour>\d\dB?)?_(?P<vault>\w{3})(?P<again>(_\d+)?rp)?\.xml"
)
CATEGORIES = {
    "Jogos de Fortuna e Azar": "fortazar", "BlackJack": "bjack", "Ponto e Banca": "pbanca", "Poker": "poker",
}  # fmt: skip
TOTALS = {"total_apostas": "a", "total_ganhos": "g", "total_reembolsos": "r", "total_comissoes": "c"}
# Each triplet: before, amount, after, and whether the amount leaves the account.
TRIPLETS = (
    ("a", "a_saldo_ini", "a_valor", "a_saldo_fim"),
    ("g", "g_saldo_ini", "g_ganho", "g_saldo_fim"),
    ("r", "r_saldo_ini", "r_valor", "r_saldo_fim"),
)


class WrongFile(Exception):
    """Why a file is rejected."""


def hours_of(day: date) -> list[str]:
    """The hours of a day in Lisbon as names have them: 23, 24 or 25 of them."""
    moment = datetime(day.year, day.month, day.day, tzinfo=LISBON).astimezone(UTC)
    found = []
    while (local := moment.astimezone(LISBON)).date() == day:
        found.append(f"{local:%H}{'B' if local.fold else ''}")
        moment += timedelta(hours=1)
    return found


def euros(text: str | None) -> Decimal:
    try:
        return Decimal(text or "")
    except InvalidOperation as error:
        raise WrongFile(f"{text!r} não é uma quantia") from error


@lru_cache(maxsize=16)
def schema_of(family: str) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(SCHEMAS / f"{family.lower()}.xsd"))


def tree_of(content: bytes) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise WrongFile(f"XML: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise WrongFile("XML: tem um DOCTYPE")
    return root


class Day:
    """What is known of one day: the sums of each file, by its name without the mark of one made again."""

    def __init__(self, vault: str, day: date, known: dict[str, Any]) -> None:
        self.vault, self.day, self.known = vault, day, known

    def examine(self, name: str, content: bytes) -> None:
        """Keep what a file tells, or say why it is wrong."""
        match = NAME.fullmatch(name)
        if match is None or match["vault"] != self.vault or match["day"] != f"{self.day:%Y%m%d}":
            raise WrongFile("o nome não é de um ficheiro deste dia e deste cofre")
        family, hour = match["family"], match["hour"] or ""
        if family not in HOURLY + DAILY or (family in HOURLY) != bool(hour):
            raise WrongFile("o nome não é de uma categoria conhecida")
        if hour and hour not in hours_of(self.day):
            raise WrongFile(f"o dia não tem a hora {hour}")
        root = tree_of(content)
        if not schema_of(family).validate(root):
            raise WrongFile(f"schema: {schema_of(family).error_log.last_error.message}")
        if root.findtext("cod_cofre") != self.vault:
            raise WrongFile("cod_cofre é de outro cofre")
        if root.findtext("datahr") != match["day"] + hour[:2]:
            raise WrongFile("datahr não é do período do nome")
        read = {"AJOG": read_play, "TRAN": read_money, "RESF": read_totals}.get(family)
        if family == "RESF":
            self._check_date(root)
        self.known[f"{family}{hour}"] = read(root) if read else {}

    def _check_date(self, root: Any) -> None:
        if next(root.iter("data_fin")).text != f"{self.day:%Y%m%d}":
            raise WrongFile("data_fin é de outro dia")

    def missing(self) -> list[str]:
        wanted = [f"{family}{hour}" for family in HOURLY for hour in hours_of(self.day)]
        return [key for key in [*wanted, *DAILY] if key not in self.known]

    def check_summary(self) -> None:
        """RESF has the sums of AJOG, category by category."""
        if missing := self.missing():
            raise WrongFile(f"faltam ficheiros do dia: {', '.join(missing[:5])}")
        sums: Counter[str] = Counter()
        for key, told in self.known.items():
            if key.startswith("AJOG"):
                sums.update({code: Decimal(text) for code, text in told["sums"].items()})
        summary = {code: Decimal(text) for code, text in self.known["RESF"].items()}
        for code in sorted(sums.keys() | summary.keys()):
            if sums[code] != summary.get(code, 0):
                raise WrongFile(f"{code}: {summary.get(code, 0)} no RESF, {sums[code]} no AJOG")

    def follow_accounts(self, balances: dict[str, str]) -> dict[str, str]:
        """Each account begins where it ended, moved meanwhile by what TRAN tells.

        Returns the hours in which one does not, with the reason.
        """
        wrong: dict[str, str] = {}
        for hour in hours_of(self.day):
            told = self.known.get(f"AJOG{hour}", {}).get("accounts", {})
            money = self.known.get(f"TRAN{hour}", {})
            for player, (before, after) in told.items():
                if player in balances and Decimal(balances[player]) != Decimal(before):
                    wrong[hour] = (
                        f"jogador {player}: começa em {before} e terminou antes em {balances[player]}"
                    )
                balances[player] = after
            for player, moved in money.items():
                if player in balances and player not in told:
                    balances[player] = str(Decimal(balances[player]) + Decimal(moved))
        return wrong


def read_play(root: Any) -> dict[str, Any]:
    sums: Counter[str] = Counter()
    accounts: dict[str, tuple[str, str]] = {}
    codes: set[str] = set()
    for player in root.iter("jogador"):
        code, account = player.findtext("codjogador"), player.find("conta_jog")
        before, moved, after = (euros(account.findtext(f"saldo_{part}")) for part in ("ini", "mov", "fim"))
        if before + moved != after:
            raise WrongFile(f"jogador {code}: {before} e {moved} não são {after}")
        if code in accounts:
            raise WrongFile(f"jogador {code}: está duas vezes")
        accounts[code] = (str(before), str(after))
        for operation in player.find("apostas"):
            if (number := operation.findtext("cod_opejog")) in codes:
                raise WrongFile(f"cod_opejog {number} está duas vezes")
            codes.add(number or "")
            read_operation(operation, sums)
    return {"sums": {code: str(amount) for code, amount in sums.items()}, "accounts": accounts}


def read_operation(operation: Any, sums: Counter[str]) -> None:
    commission = euros(operation.findtext("a_comissao") or "0")
    sums[f"{operation.tag}.c"] += commission  # type: ignore[assignment]  # Decimal sums
    for mark, begin, name, end in TRIPLETS:
        if not operation.findtext(name):
            continue
        amount = euros(operation.findtext(name))
        if amount < 0:
            raise WrongFile(f"{name} {amount} é negativo")
        moved = -amount - commission if mark == "a" else amount
        if euros(operation.findtext(begin)) + moved != euros(operation.findtext(end)):
            raise WrongFile(
                f"operação {operation.findtext('cod_opejog')}: {name} não leva de {begin} a {end}"
            )
        sums[f"{operation.tag}.{mark}"] += amount  # type: ignore[assignment]


def read_money(root: Any) -> dict[str, str]:
    moved: Counter[str] = Counter()
    for account in root.iter("conta"):
        player, direction = account.findtext("codjogador"), account.findtext("cod_optct")
        before, amount, after = (euros(account.findtext(f"saldo_{part}")) for part in ("ini", "mov", "fim"))
        if direction not in ("DEBITO", "CREDITO") or amount < 0:
            raise WrongFile(f"jogador {player}: {direction} de {amount}")
        signed = amount if direction == "CREDITO" else -amount
        if before + signed != after:
            raise WrongFile(f"jogador {player}: {before} e {signed} não são {after}")
        moved[player] += signed
    return {player: str(amount) for player, amount in moved.items()}


def read_totals(root: Any) -> dict[str, str]:
    totals: dict[str, str] = {}
    for kind in root.iter("tipo_jogo"):
        category = CATEGORIES.get(kind.findtext("descricao") or "")
        if category is None or f"{category}.a" in totals:
            raise WrongFile(f"descricao {kind.findtext('descricao')!r}")
        for element, mark in TOTALS.items():
            totals[f"{category}.{mark}"] = str(euros(kind.findtext(f"liq_int/{element}") or "0"))
    return totals


class Memory:
    """What the regulator remembers between two runs, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        stored = json.loads(path.read_text()) if path.exists() else {}
        self.days: dict[str, dict[str, Any]] = stored.get("days", {})
        self.balances: dict[str, str] = stored.get("balances", {})
        self.answered: list[str] = stored.get("answered", [])

    def store(self) -> None:
        content = {"days": self.days, "balances": self.balances, "answered": self.answered}
        self.path.write_text(json.dumps(content))
