"""Changes to the regulator's files, one at a time, and whether a regulator notices.

Every element of every family is dropped, doubled, renamed, moved, emptied, filled and given other values;
records, files and sums are changed too. What a checker must answer to each change stands in `RIGHT`; a change
that it does not notice must be one of those in `regulator_survivors.toml`, with the reason.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Any

from lxml import etree
from msgspec import Struct

SURVIVORS = Path(__file__).with_name("regulator_survivors.toml")
MOST_PLACES = 300  # in which one change is tried
Check = Callable[[Mapping[str, bytes]], Iterable[Any]]  # the reasons, as they are found


class Mutant(Struct, frozen=True):
    """One changed house: the files with this one changed."""

    family: str
    path: str  # of the element, without its root
    change: str
    name: str
    files: dict[str, bytes]  # what stands in the place of the file
    was: str = ""
    now: str = ""

    @property
    def key(self) -> str:
        return f"{self.family} {self.path} {self.change}"


class Survivor(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes that no reader of the files notices, with the reason."""

    changes: list[str]  # patterns of `Mutant.key`
    why: str


class Tally(Struct):
    rejected: int = 0
    reasons: Counter[str] = Counter()  # by family
    survived: Counter[str] = Counter()
    wrong: list[str] = []  # noticed for a reason that is not right
    unlisted: list[str] = []
    used: set[str] = set()


# --- the changes of an element; each returns whether it could be made


def _drop(element: Any, _chance: Random) -> bool:
    element.getparent().remove(element)
    return True


def _double(element: Any, _chance: Random) -> bool:
    element.addnext(deepcopy(element))
    return True


def _rename(element: Any, _chance: Random) -> bool:
    element.tag += "x"
    return True


def _move(element: Any, _chance: Random) -> bool:
    other = element.getnext()
    if other is None or other.tag == element.tag:
        return False
    other.addnext(element)
    return True


def _attribute(element: Any, _chance: Random) -> bool:
    element.set("id", "1")
    return True


def _beside(element: Any, _chance: Random) -> bool:
    element.tail = "1"
    return True


def _empty(element: Any, _chance: Random) -> bool:
    if len(element) or not (element.text or "").strip():
        return False
    element.text = None
    return True


def _fill(element: Any, _chance: Random) -> bool:
    if len(element) or element.text:
        return False
    element.text = "1"
    return True


def _padded(element: Any, _chance: Random) -> bool:
    if len(element) or not (element.text or "").strip():
        return False
    element.text += " "
    return True


def _next(character: str) -> str:
    """Another digit or letter in the place of this one."""
    if character.isdecimal():
        return str((int(character) + 1) % 10)
    return chr(ord(character) + 1) if character.lower() not in "zZ" else chr(ord(character) - 1)


def _other_at(position: int) -> Callable[[Any, Random], bool]:
    """Another digit or letter there, from the begin or from the end."""

    def change(element: Any, _chance: Random) -> bool:
        places = [
            n for n, character in enumerate(element.text or "") if character.isascii() and character.isalnum()
        ]
        if len(element) or not places or (position and len(places) == 1):
            return False
        at = places[position]
        element.text = element.text[:at] + _next(element.text[at]) + element.text[at + 1 :]
        return True

    return change


def _negative(element: Any, _chance: Random) -> bool:
    if len(element) or not re.fullmatch(r"\d+\.\d\d", element.text or "") or element.text == "0.00":
        return False
    element.text = f"-{element.text}"
    return True


def _comma(element: Any, _chance: Random) -> bool:
    if len(element) or not re.fullmatch(r"-?\d+\.\d\d", element.text or ""):
        return False
    element.text = element.text.replace(".", ",")
    return True


def _zone(element: Any, _chance: Random) -> bool:
    """The same digits at another offset."""
    if len(element) or not re.fullmatch(r"\d{14}\.\d{3} \+\d\d:00", element.text or ""):
        return False
    element.text = element.text[:-6] + ("+00:00" if element.text.endswith("+01:00") else "+01:00")
    return True


def _of_sibling(element: Any, chance: Random) -> bool:
    """The value that the same element has in another record."""
    if len(element):
        return False
    values = {one.text for one in element.getroottree().getroot().iter(element.tag)} - {element.text, None}
    if not values:
        return False
    element.text = chance.choice(sorted(values))
    return True


CHANGES: dict[str, Callable[[Any, Random], bool]] = {
    "drop": _drop, "double": _double, "rename": _rename, "move": _move, "attribute": _attribute,
    "text beside": _beside, "empty": _empty, "fill": _fill, "padded": _padded, "first other": _other_at(0),
    "last other": _other_at(-1), "negative": _negative, "comma": _comma, "zone": _zone,
    "of another record": _of_sibling,
}  # fmt: skip


# --- changes of records and sums


def _swap_records(element: Any, _chance: Random) -> bool:
    other = element.getnext()
    if other is None or other.tag != element.tag:
        return False
    other.addnext(element)
    return True


def _stake_and_balance(element: Any, _chance: Random) -> bool:
    """A cent more staked, and a cent less left: right in itself."""
    bet, after = element.find("a_valor"), element.find("a_saldo_fim")
    if bet is None or not bet.text:
        return False
    bet.text, after.text = _shifted(bet.text, 1), _shifted(after.text, -1)
    return True


def _account_higher(element: Any, _chance: Random) -> bool:
    """The whole account a cent higher, at its begin and at its end."""
    found = False
    for name in ("saldo_ini", "saldo_fim"):
        for part in element.iter(name):
            part.text, found = _shifted(part.text, 1), True
    return found


def _shifted(text: str, by: int) -> str:
    cents = int(text.replace(".", "")) + by
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def _between_sums(element: Any, _chance: Random) -> bool:
    """A euro from gains to refunds: the day as a whole stays level."""
    gained, refunded = element.find(".//total_ganhos"), element.find(".//total_reembolsos")
    if gained is None or refunded is None:
        return False
    gained.text, refunded.text = _shifted(gained.text, -100), _shifted(refunded.text, 100)
    return True


RECORD_CHANGES: dict[str, Callable[[Any, Random], bool]] = {
    "drop": _drop, "double": _double, "swap records": _swap_records, "stake and balance": _stake_and_balance,
    "account higher": _account_higher, "between sums": _between_sums,
}  # fmt: skip
RECORDS = {
    "TRAN": ("conta",), "JGDR": ("jogador",), "SESS": ("jogador",), "RESF": ("tipo_jogo",),
    "EXCL": ("RegistoPedidoExclusao",), "AJOG": ("jogador", "poker", "pbanca", "bjack", "fortazar"),
}  # fmt: skip


# --- all of them


class Change(Struct):
    """A change of an element that stands in these places: file and number in it. Those that were tried are
    taken out.
    """

    family: str
    path: str
    name: str
    places: list[tuple[str, int]]


class Trees:
    """The files as trees. A change is made in the tree itself, which is then read anew: most attempts change
    nothing, and a copy for each would take longer than all checks.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.roots: dict[str, Any] = {name: etree.fromstring(content) for name, content in files.items()}
        self._elements: dict[str, list[Any]] = {}  # of the files that were tried

    def element(self, name: str, number: int) -> Any:
        if name not in self._elements:
            self._elements[name] = list(self.roots[name].iter())
        return self._elements[name][number]

    def take(self, name: str) -> bytes:
        """The changed file; the tree is as it was again."""
        content: bytes = etree.tostring(self.roots[name], encoding="UTF-8", xml_declaration=True)
        self.roots[name] = etree.fromstring(self._files[name])
        del self._elements[name]
        return content


def mutants(files: Mapping[str, bytes], *, seed: int, most: int = 0) -> Iterator[Mutant]:
    """Every change of every element in one place, then again in other places, until there are so many;
    without `most` once. Changes of whole files are always among them.
    """
    chance, made = Random(seed), 0
    for mutant in _of_files(files, chance):
        made += 1
        yield mutant
    trees = Trees(files)
    changes = all_changes(trees.roots)
    for change in changes:
        change.places = chance.sample(change.places, min(len(change.places), MOST_PLACES))
    while changes:
        chance.shuffle(changes)
        possible = []
        for change in changes:
            if most and made >= most:
                return
            if (mutant := _make(trees, change, chance)) is not None:
                made += 1
                possible.append(change)
                yield mutant
        changes = possible if most else []


def all_changes(roots: Mapping[str, Any]) -> list[Change]:
    places: dict[tuple[str, str], list[tuple[str, int]]] = {}
    missed: dict[tuple[str, str], list[tuple[str, int]]] = {}  # records that another file depends on
    dependent = depended_on(roots)
    named = Counter(player.text for root in roots.values() for player in root.iter("codjogador"))
    moved = {account.text for root in roots.values() for account in root.iter("codigo", "cod_conta")}
    for name, root in sorted(roots.items()):
        alone = told_by_one(root)
        for number, element in enumerate(root.iter()):
            # Only the register tells of somebody who never came, and of an account without money.
            if element.tag == "codjogador" and named[element.text] == 1:
                continue
            if name[:4] == "JGDR" and element.tag == "conta_jog" and element.text not in moved:
                continue
            # Who buys chips may leave before the hand, and another takes the seat.
            if element.tag in ("posicao_mesa", "id_inscricao") and buys_chips(element):
                continue
            if element is not root and element.getparent() not in alone:
                key = name[:4], path_of(element)
                places.setdefault(key, []).append((name, number))
                if element in dependent:
                    missed.setdefault(key, []).append((name, number))
    return [
        Change(family, path, change, missed.get((family, path), found) if change == "drop" else found)
        for (family, path), found in sorted(places.items())
        for change in (RECORD_CHANGES if is_record(family, path) else CHANGES)
    ]


def depended_on(roots: Mapping[str, Any]) -> set[Any]:
    """Records without which another record cannot be: the only entry of a player who plays or pays, the begin
    of a visit that ended, and a movement of an account that moved again.
    """
    records: dict[str, list[Any]] = {family: [] for family in RECORDS}
    for name, root in roots.items():
        records[name[:4]] += root.iter(*RECORDS[name[:4]])
    entries = Counter(record.findtext("codjogador") for record in records["JGDR"])
    last: dict[str, str] = {}
    for record in records["TRAN"]:
        player, at = record.findtext("codjogador"), record.findtext("timestp_op")
        last[player] = max(at, last.get(player, ""))
    ended = {
        record.findtext("id_sessao") for record in records["SESS"] if record.findtext("tipo_log") == "LOGOUT"
    }
    return {
        *(
            one for one in records["JGDR"]
            if entries[one.findtext("codjogador")] == 1 and one.findtext("codjogador") in last
        ),
        *(
            one for one in records["SESS"]
            if one.findtext("tipo_log") == "LOGIN" and one.findtext("id_sessao") in ended
        ),
        *(one for one in records["TRAN"] if one.findtext("timestp_op") < last[one.findtext("codjogador")]),
    }  # fmt: skip


def told_by_one(root: Any) -> set[Any]:
    """The operations that tell alone of a player in a round: nothing stands beside them to compare with."""
    by_card: dict[str, list[Any]] = {}
    for card in root.iter("cod_fichajog"):
        by_card.setdefault(card.text, []).append(card.getparent())
    return {operations[0] for operations in by_card.values() if len(operations) == 1}


def buys_chips(element: Any) -> bool:
    """Whether the record of this element tells of a commission alone."""
    amounts = {
        name: element.xpath(f"ancestor::*[{name}][1]/{name}/text()") or ["0.00"]
        for name in ("a_valor", "a_comissao", "g_ganho", "r_valor")
    }
    return [name for name, texts in amounts.items() if texts[0] != "0.00"] == ["a_comissao"]


def is_record(family: str, path: str) -> bool:
    return path.rpartition("/")[2] in RECORDS[family]


def _make(trees: Trees, change: Change, chance: Random) -> Mutant | None:
    """The change in the next place that it is possible in; none after so many in which it is not."""
    functions = RECORD_CHANGES if is_record(change.family, change.path) else CHANGES
    for _ in range(min(len(change.places), 60)):
        name, number = change.places.pop()
        element = trees.element(name, number)
        was = element.text or ""
        if functions[change.name](element, chance):
            now = element.text or ""
            content = trees.take(name)
            return Mutant(change.family, change.path, change.name, name, {name: content}, was[:40], now[:40])
    return None


def path_of(element: Any) -> str:
    """The names down to the element, without the root."""
    names = [str(element.tag), *(str(one.tag) for one in element.iterancestors())][:-1]
    return "/".join(reversed(names))


def _of_files(files: Mapping[str, bytes], chance: Random) -> Iterator[Mutant]:
    """A file that is missing, stands under another name, or has another one's content."""
    for family in RECORDS:
        names = [name for name in sorted(files) if name.startswith(family) and "rp" not in name]
        name = max(names, key=lambda name: (len(files[name]), name))
        yield Mutant(family, "file", "missing", name, {name: b""})
        if others := [other for other in names if other != name]:  # of one day there is one summary
            other = chance.choice(others)
            yield Mutant(family, "file", "content of another", name, {name: files[other]})
            swapped = {name: files[other], other: files[name]}
            yield Mutant(family, "file", "two swapped", name, swapped)
        yield Mutant(
            family, "file", "another vault", name, {name: b"", name.replace("2AA", "2AB"): files[name]}
        )
        yield Mutant(family, "file", "cut off", name, {name: files[name][: len(files[name]) // 2]})
        twice = {name.replace(".xml", "rp.xml"): files[name]}
        yield Mutant(family, "file", "the same again", name, twice)
        old = files[name].replace(b'encoding="UTF-8"', b'encoding="ISO-8859-1"', 1)
        yield Mutant(family, "file", "another encoding", name, {name: old})
        bomb = files[name].replace(b"<ficheiro>", b'<!DOCTYPE ficheiro [<!ENTITY a "1">]><ficheiro>', 1)
        yield Mutant(family, "file", "document type", name, {name: bomb})
        remark = files[name].replace(b"<cod_cofre>", b"<!-- 1 --><cod_cofre>", 1)
        yield Mutant(family, "file", "comment", name, {name: remark})
        spaced = files[name].replace(b"</cod_cofre>", b"</cod_cofre>\n   ", 1)
        yield Mutant(family, "file", "white space", name, {name: spaced})
        written = re.sub(rb"<(\w+)/>", rb"<\1></\1>", files[name])
        yield Mutant(family, "file", "empty elements written out", name, {name: written})
        cdata = files[name].replace(b"<cod_cofre>2AA<", b"<cod_cofre><![CDATA[2AA]]><", 1)
        yield Mutant(family, "file", "text as CDATA", name, {name: cdata})
        reference = files[name].replace(b"<cod_cofre>2AA<", b"<cod_cofre>&#50;AA<", 1)
        yield Mutant(family, "file", "a character by its number", name, {name: reference})


# --- what the answer must be

FORM, NAME = {"form"}, {"name"}
OF_ONE_FILE = ("form", "name", "period")  # such a reason must name the file that was changed
STRUCTURE = ("drop", "double", "rename", "move", "attribute", "text beside")
# By the pattern of family and path: the reasons that are right for another value. The first one counts.
RIGHT: tuple[tuple[str, set[str]], ...] = (
    ("* file", {"name", "missing", "form", "doubled"}),
    ("* id_ficheiro", {"doubled", "form"}),
    ("* cod_entexpl", NAME | FORM), ("* datahr", NAME | FORM), ("* cod_cofre", NAME),
    ("RESF *data_fin", NAME | FORM), ("RESF *licenca_exp", NAME | FORM), ("RESF *", {"sum", "form"}),
    ("*timestp*", {"form", "period", "identity", "balance", "missing", "result"}),
    ("*dathr_*", {"form", "period", "identity"}),
    ("TRAN */saldo_*", {"balance", "form"}), ("TRAN */cod_optct", {"balance", "form"}),
    ("TRAN */cod_conta", {"identity", "form"}), ("TRAN */codjogador", {"identity", "balance", "form"}),
    ("TRAN *", {"balance", "doubled"}),
    ("SESS *", {"identity", "missing", "doubled", "form", "period"}),
    ("EXCL */DataInicio", {"period", "form"}), ("EXCL *", {"identity", "missing", "form", "doubled"}),
    ("JGDR *", {"identity", "doubled", "missing", "form"}),
    ("AJOG */conta_jog/codigo", {"identity", "form"}), ("AJOG */conta_jog/*", {"balance", "form"}),
    ("AJOG */codjogador", {"identity", "balance", "doubled", "form"}), ("AJOG */logon", {"identity", "form"}),
    ("AJOG */a_l*", {"identity", "form"}), ("AJOG */[agr]_*", {"balance", "sum", "form", "result"}),
    ("AJOG */resultado", {"result", "form"}),
    ("AJOG */cartas_*", {"identity", "result", "form"}),
    ("AJOG */pontuacao_*", {"identity", "result", "form"}),
    ("AJOG */ro_result_*", {"identity", "result", "form"}),
    ("AJOG */cod_opejog", {"doubled", "identity", "form"}),
    ("AJOG */cod_ficha*", {"identity", "missing", "form", "result"}),
    ("AJOG */apostas/*/*", {"identity", "form", "missing"}),
    ("AJOG *", {"balance", "doubled", "sum", "missing", "identity", "result", "form"}),
)  # fmt: skip


def right_reasons(mutant: Mutant) -> set[str]:
    if mutant.path != "file" and mutant.change in STRUCTURE and not is_record(mutant.family, mutant.path):
        return FORM | {"sum"} if "total_" in mutant.path else FORM
    named = f"{mutant.family} {mutant.path}"
    return next(reasons for pattern, reasons in RIGHT if fnmatchcase(named, pattern))


def survivors() -> list[Survivor]:
    return [Survivor(**entry) for entry in tomllib.loads(SURVIVORS.read_text("utf-8")).get("survivor", [])]


def run(files: Mapping[str, bytes], check: Check, chosen: Iterator[Mutant]) -> Tally:
    """Show each mutant to the checker, which finds nothing in the files as they are."""
    tally, listed = Tally(), survivors()
    assert not list(check(files)), "the files as they are"
    for mutant in chosen:
        changed = {name: content for name, content in {**files, **mutant.files}.items() if content}
        codes: set[str] = set()
        right = right_reasons(mutant)
        for reason in check(changed):
            codes.add(f"{reason.code} of {reason.file}")
            if reason.code in right and (reason.code not in OF_ONE_FILE or reason.file in mutant.files):
                tally.rejected += 1
                tally.reasons[f"{mutant.family} {reason.code}"] += 1
                break
        else:
            _tally_missed(tally, listed, mutant, codes)
    return tally


def _covers(pattern: str, mutant: Mutant) -> bool:
    """A pattern for any change is for changes of a value. One of the structure is listed by its name."""
    is_of_structure = mutant.change in STRUCTURE or mutant.change in RECORD_CHANGES
    return fnmatchcase(mutant.key, pattern) and not (is_of_structure and pattern.endswith(" *"))


def _tally_missed(tally: Tally, listed: list[Survivor], mutant: Mutant, codes: set[str]) -> None:
    """A mutant that was rejected for no right reason, or not at all."""
    told = f"{mutant.key} ({mutant.name}, {mutant.was!r} to {mutant.now!r})"
    if codes:
        tally.wrong.append(f"{told}: {sorted(codes)}")
        return
    tally.survived[mutant.key] += 1
    patterns = [pattern for entry in listed for pattern in entry.changes if _covers(pattern, mutant)]
    tally.used.update(patterns)
    if not patterns:
        tally.unlisted.append(told)
