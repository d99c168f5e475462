"""AJOG: a player, the account, and one record for each operation, by the record of its game.  [903-B Anexo
1, V.4]

A stake fills the triplet of the bet, what the round pays that of the gain, and a void round or unmatched
chips that of the refund; the others stay empty. A round that pays nothing closes with a gain of 0.00, so
that its result is told. A gain has the stake that comes back in it, and the commission taken off. A
commission on chips that are bought is a bet of 0.00. The house has no bonus and no tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils.translation import get_language

from casino.compliance.regulator.facts import Operation, OperationKind, Play
from casino.compliance.regulator.packs import Figures, Pack
from casino.compliance.regulator.packs.document import cents, elements, euros, leaf, record
from casino.compliance.regulator.packs.pt_2015.forms import seconds, timestamp
from casino.compliance.regulator.regions import region_of
from games.catalogue import GAME_NAMES, GAMES
from games.rules.roulette.layout import colour
from games.rules.shared.cards import NAMES, Card

ORDER = ("poker", "pbanca", "bjack", "fortazar")  # of the records, by the schema
NOTHING = "0.00"
Values = Iterator[tuple[str, str]]


def player(pack: Pack, played: Play) -> str:
    account = played.account
    moved = account.closing - account.opening
    head = record(
        "conta_jog",
        (
            ("codigo", str(account.number)),
            ("saldo_ini", euros(account.opening)),
            ("saldo_mov", euros(moved)),
            ("saldo_fim", euros(account.closing)),
            *((name, NOTHING) for name in ("bonus_ini", "bonus_mov", "bonus_fim")),
            *((name, NOTHING) for name in ("pinscr_ini", "pinscr_mov", "pinscr_fim")),
        ),
    )
    kinds = {
        kind: list(operations)
        for kind, operations in groupby(
            sorted(played.operations, key=lambda operation: ORDER.index(_kind(pack, operation))),
            key=lambda operation: _kind(pack, operation),
        )
    }
    bets = "".join(
        record(kind, _operation(pack, played, operation, kind))
        for kind, operations in kinds.items()
        for operation in operations
    )
    return (
        f"<jogador>{leaf('codjogador', str(account.player))}{leaf('logon', account.logon)}\n"
        f"{head}<apostas>\n{bets}</apostas></jogador>\n"
    )


def _kind(pack: Pack, operation: Operation) -> str:
    return pack.games[operation.round.table.system]


def _operation(pack: Pack, played: Play, operation: Operation, kind: str) -> Values:
    yield from _common(pack, played, operation)
    yield from GAME_PARTS[kind](pack, operation)
    yield from _triplets(operation)
    if kind == "poker":
        yield from ((name, NOTHING) for name in ("pinscr_ini", "pinscr_mov", "pinscr_fim"))


def _common(pack: Pack, played: Play, operation: Operation) -> Values:
    """Of every game: the event and the player in it, the stay at the site, and the operation."""
    round_, visit = operation.round, operation.visit
    yield "cod_ficha", str(round_.id)
    yield "cod_aptr_jog", round_.table.system
    yield "ap_cruz", "S" if _is_between_players(operation) else "N"
    yield "timestp_ini", timestamp(round_.opened)
    yield "timestp_fim", timestamp(round_.ended)
    yield "dathr_ini_evento", seconds(round_.opened)
    yield "dathr_fim_evento", seconds(round_.ended)
    yield "cod_fichajog", f"{round_.id}-{played.account.player}"
    yield "id_sessao", str(visit.id) if visit else ""
    yield "ip_jogador", visit.address if visit else ""
    yield "ip_regiao", region_of(visit.address if visit else "") or pack.unknown["region"]
    yield "cod_opejog", operation.id
    yield "timestp", timestamp(operation.at)


def _is_between_players(operation: Operation) -> bool:
    return GAMES[operation.round.table.system].engine.between_players


@lru_cache(maxsize=64)
def _game_name(system: str, _language: str | None) -> str:
    """In the language of the files, in which all of them are written."""
    return str(GAME_NAMES[system])


def _place(operation: Operation) -> Values:
    """The seat taken, the round and its table."""
    yield "id_inscricao", str(operation.stay or "")
    yield "id_partida", str(operation.round.id)
    yield "descr", _game_name(operation.round.table.system, get_language())


def _poker(pack: Pack, operation: Operation) -> Values:
    table, result = operation.round.table, operation.round.result
    terms = table.terms
    yield from _place(operation)
    yield "torneio", "N"
    yield "id_mesa", str(table.number)
    yield "njog_min", "2" if _is_between_players(operation) else "1"
    yield "njog_max", str(terms.get("seats", ""))
    yield "comp_oper", ""
    yield "buyin", _amount(terms.get("buy_in"))
    yield "buyin_pool", ""
    yield "a_lim_min", _amount(terms.get("minimum"))
    yield "a_lim_max", _amount(terms.get("maximum"))
    yield "nr_creditos", ""
    yield "marca_jog", _button(operation)
    yield "cartas_m", _cards(pack, result.common)
    yield "cartas_j", _hand(pack, operation)
    yield "posicao_mesa", str(operation.seat or "")
    yield "resultado", _outcome(pack, operation, "poker")


def _button(operation: Operation) -> str:
    """Empty as long as nobody knows: who has the button is read once the round is over."""
    button = operation.round.result.button
    if button is None:
        return "" if _is_between_players(operation) else "N"
    return "S" if button == operation.seat else "N"


def _punto_banco(pack: Pack, operation: Operation) -> Values:
    table, result = operation.round.table, operation.round.result
    places = result.bets.get(operation.seat or 0, {})
    yield from _place(operation)
    yield "id_mesa", str(table.number)
    yield "njog_max", str(table.terms.get("seats", ""))
    yield "cartas_p", _cards(pack, result.sides.get("punto", ()))
    yield "cartas_b", _cards(pack, result.sides.get("banco", ()))
    yield "a_local", "-".join(sorted(code for code in map(pack.codes["side"].get, places) if code))
    yield "diferencial", _amount(table.terms.get("prize_cap"))
    yield "pontuacao_p", str(result.scores.get("punto", ""))
    yield "pontuacao_b", str(result.scores.get("banco", ""))
    yield "resultado", pack.codes["side"].get(result.winner, "")


def _blackjack(pack: Pack, operation: Operation) -> Values:
    table = operation.round.table
    yield from _place(operation)
    yield "id_mesa", str(table.number)
    yield "njog_max", str(table.terms.get("seats", ""))
    yield "cartas_m", _cards(pack, operation.round.result.common)
    yield "cartas_j", _hand(pack, operation)
    yield "posicao_mesa", str(operation.seat or "")
    yield "resultado", _outcome(pack, operation, "bjack")


def _fortune(pack: Pack, operation: Operation) -> Values:
    result = operation.round.result
    places = result.bets.get(operation.seat or 0, {})
    staked = ", ".join(f"{place} {euros(amount)}" for place, amount in places.items())
    name = _game_name(operation.round.table.system, get_language())
    yield "descr_ap", f"{name}: {staked}" if staked else name
    yield "ro_result_nr", result.number
    yield "ro_result_cor", _colour(pack, result.number)
    yield "sm_result", ""
    yield "bin_cartao", ""
    yield "bin_result", ""


GAME_PARTS: dict[str, Callable[[Pack, Operation], Values]] = {
    "poker": _poker,
    "pbanca": _punto_banco,
    "bjack": _blackjack,
    "fortazar": _fortune,
}


def _amount(value: int | None) -> str:
    return "" if value is None else euros(value)


def _cards(pack: Pack, cards: Iterable[Card]) -> str:
    names = [NAMES[card] for card in cards]
    return "-".join(name[:-1] + pack.codes["suit"][name[-1]] for name in names)


def _hand(pack: Pack, operation: Operation) -> str:
    return _cards(pack, operation.round.result.hands.get(operation.seat or 0, ()))


def _outcome(pack: Pack, operation: Operation, kind: str) -> str:
    """Empty as long as the round runs, and of a void one."""
    if operation.net is None or operation.round.is_void:
        return ""
    if operation.net == 0:
        return pack.code_of("outcome", f"tie-{kind}")
    return pack.code_of("outcome", "won" if operation.net > 0 else "lost")


def _colour(pack: Pack, number: str) -> str:
    """Neither red nor black for zero."""
    return pack.codes["colour"].get(colour(number), "") if number else ""


def _triplets(operation: Operation) -> Values:
    before, after, amount = (euros(value) for value in (operation.before, operation.after, operation.cents))
    kind = operation.kind
    is_bet = kind in (OperationKind.STAKE, OperationKind.ENTRY)
    yield from _triplet(is_bet, ("a_saldo_ini", "a_valor", "a_saldo_fim"), (before, amount, after))
    yield from _triplet(is_bet, ("a_bonus_ini", "a_bonus", "a_bonus_fim"), (NOTHING, NOTHING, NOTHING))
    yield "a_comissao", euros(operation.commission) if operation.commission else ""
    is_gain, is_refund = kind is OperationKind.SETTLEMENT, kind is OperationKind.REFUND
    yield from _triplet(is_gain, ("g_saldo_ini", "g_ganho", "g_saldo_fim"), (before, amount, after))
    yield from _triplet(is_refund, ("r_saldo_ini", "r_valor", "r_saldo_fim"), (before, amount, after))


def _triplet(applies: bool, names: tuple[str, str, str], values: tuple[str, str, str]) -> Values:
    return zip(names, values if applies else ("", "", ""), strict=True)


# --- read back


def read_players(content: bytes, read: Figures) -> None:
    for told in elements(content, "jogador"):
        code = told.findtext("codjogador")
        opening, moved, closing = (
            cents(told.findtext(f"conta_jog/saldo_{part}")) for part in ("ini", "mov", "fim")
        )
        if opening + moved != closing:
            read.faults.append(
                f"player {code}: {euros(opening)} and {euros(moved)} do not make {euros(closing)}"
            )
        if code in read.told:
            read.faults.append(f"player {code} is told of twice")
        read.told[code] = opening, moved, closing
        for operation in told.find("apostas"):
            read.rows += 1
            _read_operation(code, operation, read)


def _read_operation(code: str, operation: Any, read: Figures) -> None:
    """Each triplet must be right in itself. A commission beside a bet is paid with it, elsewhere it was
    taken off.
    """
    texts = {element.tag: element.text or "" for element in operation}
    kind, commission = operation.tag, cents(texts["a_comissao"] or "0")
    read.sums[f"commission.{kind}"] += commission
    for prefix, name, figure in (
        ("a_", "valor", "stake"), ("g_", "ganho", "settlement"), ("r_", "valor", "refund"),
    ):  # fmt: skip
        if not texts[f"{prefix}{name}"]:
            continue
        amount = cents(texts[f"{prefix}{name}"])
        before, after = (cents(texts[f"{prefix}saldo_{part}"]) for part in ("ini", "fim"))
        moved = -amount - commission if figure == "stake" else amount
        if before + moved != after:
            read.faults.append(
                f"operation {texts['cod_opejog']}: {euros(before)} and {euros(moved)} "
                f"do not make {euros(after)}"
            )
        read.sums[f"{figure}.{kind}"] += amount
        read.moved[code] += moved
