"""From the facts to the elements of Anexo 1, and back.  [903-B Anexo 1, V.1 to V.6]

Each element has the name and the order of the printed schema. What does not apply to a record, or is
unknown, is an empty element, because the print makes every element obligatory. `play.py` has the records of
AJOG.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from django.conf import settings

from casino.compliance.regulator.facts import Exclusion, Facts, Money, Person, Visit
from casino.compliance.regulator.packs import Family, Figures, Header, Kind, Pack, schemas_in_force
from casino.compliance.regulator.packs.document import cents, elements, euros, leaf, record, schema_faults
from casino.compliance.regulator.packs.pt_2015 import play
from casino.compliance.regulator.packs.pt_2015.alerts import write_alerts
from casino.compliance.regulator.packs.pt_2015.envelope import may_seal, read_answer, seal
from casino.compliance.regulator.packs.pt_2015.forms import day_text, timestamp
from players.shared import clock
from players.wallet.methods.descriptions import regulator_word

__all__ = ["faults", "figures", "may_seal", "read_answer", "records", "seal", "write", "write_alerts"]
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
LARGEST_NUMBER = 32_767  # id_ficheiro is a short: the count begins again
DEBIT, CREDIT = "DEBITO", "CREDITO"
LOGIN, LOGOUT = "LOGIN", "LOGOUT"
FOREIGN = "1"  # nif of a citizen of another country without one
RECORDS = ("jogador", "conta", "tipo_jogo", "RegistoPedidoExclusao", *play.ORDER)
FIGURES = (
    ("total_comissoes", "commission"), ("total_ganhos", "settlement"),
    ("total_apostas", "stake"), ("total_reembolsos", "refund"),
)  # fmt: skip


# --- the envelope


def write(file: BinaryIO, pack: Pack, header: Header, records: Iterator[str]) -> int:
    """The head of every family, and its records in their list."""
    span, family = header.span, header.family
    head = [
        ("cod_entexpl", str(settings.REGULATOR_ENTITY)),
        ("datahr", f"{span.day:%Y%m%d}{span.hour[:2]}"),
        ("id_ficheiro", str((header.number - 1) % LARGEST_NUMBER + 1)),
        ("cod_cofre", settings.REGULATOR_VAULT),
    ]
    opening = "".join([leaf(name, text) for name, text in head])
    file.write(f"{DECLARATION}<ficheiro>{opening}\n<{family.list}>\n".encode())
    if family.dated:
        file.write(leaf(family.dated, f"{span.day:%Y%m%d}").encode())
    count = 0
    for written in records:
        file.write(written.encode())
        count += 1
    file.write(f"</{family.list}>\n</ficheiro>\n".encode())
    return count


def faults(family: Family, content: bytes) -> list[str]:
    return schema_faults(content, schemas_in_force() / family.schema, *RECORDS)


# --- the records


def records(pack: Pack, family: Family, facts: Facts) -> Iterator[str]:
    match family.kind:
        case Kind.PEOPLE:
            yield from (_person(pack, person) for person in facts.people())
        case Kind.SESSIONS:
            for visit in facts.sessions():
                yield from _visit(pack, visit, facts)
        case Kind.PLAY:
            yield from (play.player(pack, played) for played in facts.play())
        case Kind.MONEY:
            yield from (_money(money) for money in facts.money())
        case Kind.TOTALS:
            yield from _totals(pack, facts)
        case Kind.EXCLUSIONS:
            yield from (_exclusion(pack, exclusion) for exclusion in facts.exclusions())


def _person(pack: Pack, person: Person) -> str:
    return record(
        "jogador",
        (
            ("codjogador", str(person.player)),
            ("conta_jog", str(person.account or "")),
            ("tip_pag", regulator_word(person.method) if person.method else ""),
            ("logon", person.logon),
            ("id_cidadao", person.document_number),
            ("id_tipocid", _document(pack, person)),
            ("timestp_reg", timestamp(person.changed)),
            ("alias_jog", person.alias),
            ("nome", person.name),
            ("data_nascimento", day_text(person.birth)),
            ("nif", person.nif or (FOREIGN if person.nationality not in ("", "PT") else "")),
            ("morada", _address(person)),
            ("cod_postal", person.postcode),
            ("id_nacao", person.nationality),
            ("telefone", person.telephone or pack.unknown["telephone"]),
            ("email", person.logon),
            ("resp_at", pack.code_of("identity", person.identity)),
            ("id_resp_at", person.reference),
        ),
    )


def _document(pack: Pack, person: Person) -> str:
    return pack.code_of("document", person.document_kind) if person.document_kind else ""


def _address(person: Person) -> str:
    return ", ".join(part for part in (person.address, person.town) if part)


def device_code(pack: Pack, device: str) -> str:
    """By the first word of the list that the browser's name has; empty if it has none."""
    return next((code for mark, code in pack.codes["device"].items() if mark in device), "")


def _visit(pack: Pack, visit: Visit, facts: Facts) -> Iterator[str]:
    """A sign-in and its end are each told in the hour in which they were."""
    device = device_code(pack, visit.device)
    for action, at in ((LOGIN, visit.began), (LOGOUT, visit.ended)):
        if at is not None and facts.span.since <= at < facts.span.until:
            yield record(
                "jogador",
                (
                    ("codjogador", str(visit.player)),
                    ("id_sessao", str(visit.id)),
                    ("timestp_acao", timestamp(at)),
                    ("tipo_log", action),
                    ("dispositivo", device),
                ),
            )


def _money(money: Money) -> str:
    """Seen from the player's account: a deposit is a credit (open reading)."""
    movement = money.movement
    return record(
        "conta",
        (
            ("codjogador", str(money.account.player)),
            ("cod_conta", str(money.account.number)),
            ("cod_optct", CREDIT if movement.cents >= 0 else DEBIT),
            ("timestp_op", timestamp(movement.at)),
            ("saldo_ini", euros(movement.before)),
            ("saldo_mov", euros(abs(movement.cents))),
            ("saldo_fim", euros(movement.after)),
        ),
    )


def _totals(pack: Pack, facts: Facts) -> Iterator[str]:
    """One kind of game for each record of AJOG, summed by the ledger. No liquidity is international."""
    sums: dict[str, dict[str, int]] = {}
    for totals in facts.totals():
        figures = {
            "commission": totals.commission, "settlement": totals.gained,
            "stake": totals.staked, "refund": totals.refunded,
        }  # fmt: skip
        kind = sums.setdefault(pack.games[totals.system], dict.fromkeys(figures, 0))
        for name, amount in figures.items():
            kind[name] += amount
    for kind_of_game, figures in sorted(sums.items()):
        amounts = "".join([leaf(element, euros(figures[name])) for element, name in FIGURES])
        yield (
            f"<tipo_jogo>{leaf('descricao', pack.codes['category'][kind_of_game])}"
            f"{leaf('licenca_exp', settings.REGULATOR_LICENCE)}"
            f"<liq_int>{leaf('tipo_liq', '0')}{amounts}</liq_int></tipo_jogo>\n"
        )


def _exclusion(pack: Pack, exclusion: Exclusion) -> str:
    person = exclusion.person
    return record(
        "RegistoPedidoExclusao",
        (
            ("IdTipoCid", _document(pack, person)),
            ("IdCidadao", person.document_number),
            ("Nome", person.name),
            ("IdNacao", person.nationality),
            ("SitProfissional", pack.code_of("occupation", exclusion.occupation)),
            ("Morada", _address(person)),
            ("CodPostal", person.postcode),
            ("Distrito", person.district or pack.unknown["district"]),
            ("Email", person.logon),
            ("Duracao", _months(pack, exclusion)),
            ("DataInicio", day_text(clock.day_of(exclusion.starts))),
            ("TipoDoc", pack.code_of("document_sent", person.document_kind)),
            ("DocFrente", pack.unknown["image"]),
            ("DocVerso", pack.unknown["image"]),
            ("Motivo", pack.codes["reason"].get(exclusion.reason, pack.unknown["reason"])),
        ),
    )


def _months(pack: Pack, exclusion: Exclusion) -> str:
    """Whole months, and another one for days beyond them."""
    if exclusion.ends is None:
        return pack.unknown["months"]
    begin, end = clock.day_of(exclusion.starts), clock.day_of(exclusion.ends)
    months = 0
    while clock.months_after(begin, months) < end:
        months += 1
    return str(months)


# --- read back


def figures(pack: Pack, family: Family, content: bytes) -> Figures:
    read = Figures()
    try:
        match family.kind:
            case Kind.PLAY:
                play.read_players(content, read)
            case Kind.MONEY:
                _read_money(content, read)
            case Kind.TOTALS:
                _read_totals(pack, content, read)
            case Kind.EXCLUSIONS:
                read.rows = sum(1 for _ in elements(content, "RegistoPedidoExclusao"))
            case Kind.PEOPLE | Kind.SESSIONS:
                read.rows = sum(1 for _ in elements(content, "jogador"))
    except ValueError as error:
        read.faults.append(str(error))
    return read


def _read_money(content: bytes, read: Figures) -> None:
    for conta in elements(content, "conta"):
        read.rows += 1
        player, direction = conta.findtext("codjogador"), conta.findtext("cod_optct")
        before, moved, after = (cents(conta.findtext(f"saldo_{part}")) for part in ("ini", "mov", "fim"))
        if direction not in (DEBIT, CREDIT):
            read.faults.append(f"player {player}: {direction!r} is neither {DEBIT} nor {CREDIT}")
        signed = moved if direction == CREDIT else -moved
        if before + signed != after:
            read.faults.append(
                f"player {player}: {euros(before)} and {euros(signed)} do not make {euros(after)}"
            )
        read.moved[player] += signed


def _read_totals(pack: Pack, content: bytes, read: Figures) -> None:
    categories = {text: kind for kind, text in pack.codes["category"].items()}
    for kind_of_game in elements(content, "tipo_jogo"):
        read.rows += 1
        name = kind_of_game.findtext("descricao")
        if name not in categories:
            read.faults.append(f"{name!r} is no kind of game")
            continue
        for element, figure in FIGURES:
            read.sums[f"{figure}.{categories[name]}"] += cents(kind_of_game.findtext(f"liq_int/{element}"))
