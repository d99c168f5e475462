"""One file of the house as a regulator reads it: its name, its head, and its records.

This reader shares no code with the packs that write the files, so that neither repeats a mistake of the
other. What can be said of one file alone is said here; `checks.py` compares the files with each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from zoneinfo import ZoneInfo

from lxml import etree
from msgspec import Struct

Form = Callable[[str], bool]
LISBON = ZoneInfo("Europe/Lisbon")
HOUR = timedelta(hours=1)
NEVER = datetime.min.replace(tzinfo=UTC)
FAMILIES = {
    "RESF": ("resumo_activ", "tipo_jogo"),
    "JGDR": ("registos_jogador", "jogador"),
    "SESS": ("registos_log", "jogador"),
    "AJOG": ("registos_jogo", "jogador"),
    "TRAN": ("registos_conta", "conta"),
    "EXCL": ("ListaPedidosExclusao", "RegistoPedidoExclusao"),
}
DAILY = ("RESF", "EXCL")
CATEGORIES = {
    "Jogos de Fortuna e Azar": "fortazar", "BlackJack": "bjack", "Ponto e Banca": "pbanca", "Poker": "poker",
}  # fmt: skip
NAME = re.compile(r"([A-Z]{4})_(\d{8})(?:(\d{2})(B?))?_([0-9A-Z]+?)(?:(?:_(\d+))?rp)?\.xml", re.ASCII)
MOMENT = re.compile(r"(\d{14})\.(\d{3}) ([+-])(\d{2}):(\d{2})", re.ASCII)
AMOUNT = re.compile(r"(-?)(\d+)\.(\d{2})", re.ASCII)
CARD = re.compile(r"(A|[2-9]|10|[JQK])[ECPO]", re.ASCII)


class Code(StrEnum):
    """Why a file is rejected."""

    NAME = "name"  # the name, the head and the record do not belong together
    FORM = "form"  # not by its schema, or a value that has no such form
    PERIOD = "period"  # a time outside of the period of the file
    DOUBLED = "doubled"  # told twice
    MISSING = "missing"  # not told
    IDENTITY = "identity"  # one thing told in two ways
    BALANCE = "balance"  # an account that does not go on where it was
    SUM = "sum"  # sums that are not those of the records
    RESULT = "result"  # a result that does not follow from what is told of the round
    SIGNATURE = "signature"  # not signed by the house


class Reason(Struct, frozen=True, order=True):
    code: Code
    file: str
    says: str


class Licensee(Struct, frozen=True):
    """What the regulator knows of the house."""

    entity: str
    vault: str
    licence: str


class Record(Struct):
    """The leaves of a record by name. Those of AJOG also know whose they are and which game's."""

    kind: str
    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values[name]


class Account(Struct):
    """What AJOG tells of an account in its hour."""

    player: str
    logon: str
    values: dict[str, str]
    operations: list[Record]


class File(Struct, eq=False):
    """A file that was read, read once. A file that could not be has reasons and no records."""

    name: str
    family: str = ""
    day: date = date.min
    since: datetime = NEVER
    until: datetime = NEVER
    sequence: int = 0
    number: str = ""
    records: list[Record] = []
    accounts: list[Account] = []
    reasons: list[Reason] = []


def cents(text: str) -> int:
    """Of an amount whose form was checked; an empty one is nothing."""
    if (match := AMOUNT.fullmatch(text)) is None:
        return 0
    sign, whole, part = match.groups()
    return (-1 if sign else 1) * (int(whole) * 100 + int(part))


def moment(text: str) -> datetime:
    """Of a time whose form was checked."""
    return _moment(text) or NEVER


@lru_cache(maxsize=100_000)
def _moment(text: str) -> datetime | None:
    """None for what has another form, or an offset that Lisbon does not have then."""
    if (match := MOMENT.fullmatch(text)) is None:
        return None
    digits, thousandths, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        shown = datetime.strptime(f"{digits}{thousandths}", "%Y%m%d%H%M%S%f")  # noqa: DTZ007 - local
    except ValueError:
        return None
    told = (shown - offset).replace(tzinfo=UTC)
    return told if told.astimezone(LISBON).replace(tzinfo=None) == shown else None


# --- the forms of values


def _is_day(text: str) -> bool:
    try:
        return len(text) == 8 and text.isdecimal() and date.fromisoformat(text) is not None
    except ValueError:
        return False


def _is_second(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y%m%d%H%M%S")  # noqa: DTZ007 - local
    except ValueError:
        return False
    return len(text) == 14 and text.isdecimal()


def _is_address(text: str) -> bool:
    try:
        return str(ip_address(text)) == text
    except ValueError:
        return False


def _is_amount(text: str) -> bool:
    return AMOUNT.fullmatch(text) is not None and text != "-0.00"


def _is_tax_number(text: str) -> bool:
    """Nine digits with a check digit; 1 stands for a citizen of another country."""
    if text == "1":
        return True
    if len(text) != 9 or not text.isdecimal():
        return False
    rest = sum(int(digit) * (9 - place) for place, digit in enumerate(text[:8])) % 11
    return int(text[8]) == (0 if rest < 2 else 11 - rest)


def _is_hand(text: str) -> bool:
    return all(CARD.fullmatch(card) for card in text.split("-"))


_CODES = {
    "ap_cruz": "[SN]", "torneio": "N", "marca_jog": "[SN]?", "cod_optct": "DEBITO|CREDITO",
    "tipo_log": "LOGIN|LOGOUT", "dispositivo": "[CABT]?", "id_tipocid": "[0-4]?", "IdTipoCid": "[0-4]?",
    "id_nacao": "([A-Z]{2})?", "IdNacao": "([A-Z]{2})?", "resp_at": "[SN]?", "TipoDoc": "[BCP]?",
    "tip_pag": "(MBWAY|MULTIBANCO|CARTAO|TRANSFERENCIA)?", "SitProfissional": "11|22|33|44|55|66|77|88|99",
    "cod_postal": r"(\d{4}-\d{3}|[^\s-]*)", "CodPostal": r"(\d{4}-\d{3}|[^\s-]*)", "tipo_liq": "0",
    "ro_result_nr": "(0|00|[1-9]|[12][0-9]|3[0-6])?", "ro_result_cor": "[VP]?", "pontuacao_p": "[0-9]?",
    "pontuacao_b": "[0-9]?", "a_local": "([345](-[345])*)?", "Duracao": r"\d{1,3}",
    "posicao_mesa": r"\d{1,3}", "njog_min": r"\d{1,3}", "njog_max": r"\d{1,4}", "id_mesa": r"\d+",
    "logon": r"[^@\s]+@[^@\s]+", "email": r"[^@\s]+@[^@\s]+", "Email": r"[^@\s]+@[^@\s]+",
    "cod_ficha": r"\d+", "id_partida": r"\d+", "cod_fichajog": r"\d+-\d+", "id_inscricao": r"\d+",
    "telefone": r"(\+?\d{9,15})?", "DocFrente": "([0-9A-F]{2}){4,}|", "DocVerso": "([0-9A-F]{2}){4,}|",
    "Motivo": r"(.*[^\W\d_]{3}.*)?", "id_sessao": r"\d*", "codjogador": r"\d+", "cod_conta": r"\d+",
    "codigo": r"\d+", "conta_jog": r"\d*",
    "cod_opejog": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+-\d+",
    "cod_aptr_jog": "[a-z-]+",
}  # fmt: skip
_RESULTS = {"poker": "[01]?", "bjack": "[013]?", "pbanca": "[345]?"}


def _is_moment(text: str) -> bool:
    return _moment(text) is not None


def _is_birth(text: str) -> bool:
    return _is_day(text) and "1900" <= text[:4] < "2100"


def _is_payment(text: str) -> bool:
    return _is_amount(text) and not text.startswith("-")


def _is_nothing(text: str) -> bool:
    return text == "0.00"


def _is_empty(text: str) -> bool:
    return not text


def _if_told(check: Form) -> Form:
    return lambda text: not text or check(text)


def _forms(names: str, check: Form) -> dict[str, Form]:
    return dict.fromkeys(names.split(), check)


# The form of each value, by the remarks of the print.
_FORMS: dict[str, Form] = {
    **_forms("timestp timestp_ini timestp_op timestp_reg timestp_acao", _is_moment),
    **_forms("timestp_fim", _if_told(_is_moment)),
    **_forms("dathr_ini_evento", _is_second),
    **_forms("dathr_fim_evento", _if_told(_is_second)),
    **_forms("data_nascimento", _if_told(_is_birth)),
    **_forms("DataInicio", _is_day),
    **_forms("saldo_ini saldo_mov saldo_fim", _is_amount),
    **_forms("a_saldo_ini a_saldo_fim g_saldo_ini g_saldo_fim r_saldo_ini r_saldo_fim", _if_told(_is_amount)),
    **_forms("total_apostas total_ganhos total_reembolsos total_comissoes", _is_payment),
    **_forms(
        "a_valor g_ganho r_valor a_comissao buyin a_lim_min a_lim_max diferencial", _if_told(_is_payment)
    ),
    **_forms("a_bonus_ini a_bonus a_bonus_fim", _if_told(_is_nothing)),
    # The house has no bonus and no tournament, no machines and no bingo.
    **_forms("bonus_ini bonus_mov bonus_fim pinscr_ini pinscr_mov pinscr_fim", _is_nothing),
    **_forms("comp_oper buyin_pool nr_creditos sm_result bin_cartao bin_result", _is_empty),
    **_forms("cartas_m cartas_j cartas_p cartas_b", _if_told(_is_hand)),
    **_forms("ip_jogador", _if_told(_is_address)),
    **_forms("nif", _if_told(_is_tax_number)),
}


def _is_fine(kind: str, name: str, text: str) -> bool:
    """Whether the value has its form. White space at its ends is in none."""
    if text != text.strip():
        return False
    if (form := _FORMS.get(name)) is not None:
        return form(text)
    pattern = _RESULTS.get(kind) if name == "resultado" else _CODES.get(name)
    return pattern is None or re.fullmatch(pattern, text, re.ASCII) is not None


# --- a file


@lru_cache(maxsize=16)
def _schema(path: Path) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(path))


@lru_cache(maxsize=4096)
def read_file(name: str, content: bytes, licensee: Licensee, schemas: Path) -> File:
    """The file, with the reasons to reject it that it gives by itself."""
    file = File(name)
    file.reasons = list(_read(file, content, licensee, schemas))
    if file.reasons:
        file.records, file.accounts = [], []
    return file


def _read(file: File, content: bytes, licensee: Licensee, schemas: Path) -> Iterator[Reason]:
    match = NAME.fullmatch(file.name)
    period = _period(match) if match else None
    if match is None or period is None or match[5] != licensee.vault:
        yield Reason(Code.NAME, file.name, "no name of a file")
        return
    file.family, (file.day, file.since, file.until) = match[1], period
    file.sequence = int(match[6] or 1) if file.name.endswith("rp.xml") else 0
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        yield Reason(Code.FORM, file.name, f"no XML: {error}")
        return
    if root.getroottree().docinfo.doctype or root.getroottree().docinfo.encoding not in ("UTF-8", None):
        yield Reason(Code.FORM, file.name, "a document type, or another encoding")
        return
    schema = _schema(schemas / f"{file.family.lower()}.xsd")
    if not schema.validate(root):
        yield Reason(Code.FORM, file.name, str(schema.error_log.last_error.message))
        return
    yield from _head_reasons(file, root, match, licensee)
    yield from _form_reasons(file, root)
    _take_records(file, root.find(FAMILIES[file.family][0]))


def _period(match: re.Match[str]) -> tuple[date, datetime, datetime] | None:
    """The day and the period that a name says, by Lisbon's clocks; B is the hour that comes a second time."""
    family, day_text, hour, again = match[1], match[2], match[3], match[4]
    if family not in FAMILIES or (family in DAILY) != (hour is None) or not _is_day(day_text):
        return None
    day = date.fromisoformat(day_text)
    if hour is None:
        begins, ends = (
            datetime.combine(one, datetime.min.time(), LISBON).astimezone(UTC)
            for one in (day, day + timedelta(days=1))
        )
        return day, begins, ends
    if int(hour) > 23:
        return None
    local = datetime(day.year, day.month, day.day, int(hour), tzinfo=LISBON, fold=1 if again else 0)
    begins = local.astimezone(UTC)
    back = begins.astimezone(LISBON)
    exists = (back.hour, back.fold) == (local.hour, local.fold)
    return (day, begins, begins + HOUR) if exists else None


def _head_reasons(
    file: File, root: etree._Element, match: re.Match[str], licensee: Licensee
) -> Iterator[Reason]:
    told = {child.tag: child.text or "" for child in root if not len(child)}
    expected = {
        "cod_entexpl": licensee.entity, "datahr": match[2] + (match[3] or ""), "cod_cofre": licensee.vault,
    }  # fmt: skip
    for name, value in expected.items():
        if told[name] != value:
            yield Reason(Code.NAME, file.name, f"{name} is {told[name]}, and not {value}")
    file.number = told["id_ficheiro"]
    if not re.fullmatch(r"[1-9]\d*", file.number, re.ASCII):
        yield Reason(Code.FORM, file.name, f"id_ficheiro is {file.number}")
    if file.family == "RESF" and root.findtext("resumo_activ/data_fin") != match[2]:
        yield Reason(Code.NAME, file.name, "data_fin is another day")
    for licence in root.iter("licenca_exp"):
        if (licence.text or "") != licensee.licence:
            yield Reason(Code.NAME, file.name, f"licenca_exp is {licence.text}")


def _form_reasons(file: File, root: etree._Element) -> Iterator[Reason]:
    """Attributes and text between elements are nowhere, and each value has its form."""
    for element in root.iter(etree.Element):
        if element.attrib or (element.tail or "").strip() or (len(element) and (element.text or "").strip()):
            yield Reason(Code.FORM, file.name, f"{element.tag} has an attribute, or text beside it")
        if len(element):
            continue
        text, parent = element.text or "", element.getparent()
        if parent is not None and parent is not root and not _is_fine(parent.tag, element.tag, text):
            yield Reason(Code.FORM, file.name, f"{parent.tag}/{element.tag} is {text!r}")


def _leaves(element: etree._Element) -> dict[str, str]:
    return {str(leaf.tag): leaf.text or "" for leaf in element if not len(leaf)}


def _take_records(file: File, records: etree._Element) -> None:
    for element in records.iter(FAMILIES[file.family][1]):
        if file.family == "AJOG":
            operations = [
                Record(str(operation.tag), _leaves(operation)) for operation in element.find("apostas")
            ]
            head = _leaves(element)
            account = Account(
                head["codjogador"], head["logon"], _leaves(element.find("conta_jog")), operations
            )
            file.accounts.append(account)
        elif file.family == "RESF":
            sums = _leaves(element) | _leaves(element.find("liq_int"))
            file.records.append(Record(CATEGORIES.get(sums["descricao"], ""), sums))
        else:
            file.records.append(Record(str(element.tag), _leaves(element)))
