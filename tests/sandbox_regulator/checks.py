"""What the files of some days say together: accounts that go on, sums, rounds, people and visits.

`check` is a pure function of the files. It knows nothing but what was laid down: the regulator has had every
file since the house began, so that an account is empty until the files put something into it. Where it has
not, the first word on an account, a visit or a person is believed. A file that was made again stands in the
place of the one before.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from tests.sandbox_regulator.reading import (
    DAILY,
    FAMILIES,
    HOUR,
    LISBON,
    Account,
    Code,
    File,
    Licensee,
    Reason,
    Record,
    cents,
    moment,
    read_file,
)

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
FOREIGN = "1"  # the tax number of everybody who has none here
CARRIES_OVER = "macau-stud"  # its bet on the jackpot may wait for the round after a void one
TRIPLETS = (("a_", "valor"), ("g_", "ganho"), ("r_", "valor"))
STAKED = re.compile(r" (\d+\.\d\d)(?:,|$)")
# Of a round, and of a player in it: what every record of it must say alike.
OF_ROUND = (
    "cod_aptr_jog", "ap_cruz", "timestp_ini", "dathr_ini_evento", "id_partida", "descr", "id_mesa",
    "njog_min", "njog_max", "buyin", "a_lim_min", "a_lim_max", "diferencial",
)  # fmt: skip
# The same, as far as it is told: a round that runs has no end and no result yet.
ONCE_OVER = (
    "timestp_fim", "dathr_fim_evento", "cartas_m", "cartas_p", "cartas_b", "pontuacao_p", "pontuacao_b",
    "ro_result_nr", "ro_result_cor",
)  # fmt: skip
OF_HAND = ("cartas_j", "a_local", "descr_ap")
OF_SEAT = ("posicao_mesa", "id_inscricao", "marca_jog")
OF_PERSON = (
    ("id_tipocid", "IdTipoCid"), ("id_cidadao", "IdCidadao"), ("nome", "Nome"), ("id_nacao", "IdNacao"),
    ("morada", "Morada"), ("cod_postal", "CodPostal"),
)  # fmt: skip
OF_WHO = ("id_cidadao", "id_tipocid", "nome", "data_nascimento", "morada", "cod_postal", "id_nacao", "nif")
SENT = {"1": "C", "2": "P", "0": "B"}


class Told(Struct, eq=False):
    """An operation of AJOG with whose it is and where it stands."""

    file: File
    player: str
    record: Record
    at: datetime
    before: int
    after: int
    staked: int
    gained: int
    refunded: int
    commission: int


def check(
    files: Mapping[str, bytes], licensee: Licensee, schemas: Path, *, since_begin: bool = True
) -> list[Reason]:
    """Why files of these days are rejected, each reason once."""
    return sorted(set(findings(files, licensee, schemas, since_begin=since_begin)))


def findings(
    files: Mapping[str, bytes], licensee: Licensee, schemas: Path, *, since_begin: bool = True
) -> Iterator[Reason]:
    """The reasons as they are found. Files that cannot be read are compared with no others."""
    read = [read_file(name, content, licensee, schemas) for name, content in sorted(files.items())]
    if reasons := [reason for file in read for reason in file.reasons]:
        yield from reasons
        return
    latest = _latest(read)
    told = [operation for file in latest if file.family == "AJOG" for operation in _operations(file)]
    for found in (
        _numbers(read), _gaps(latest), _identities(latest), _register(latest, since_begin),
        _absences(latest, since_begin), _periods(latest), _each_round(told), _sums(latest, told),
        _balances(latest, told, since_begin), _visits(latest, told, since_begin), _ties(told),
    ):  # fmt: skip
        yield from found


def _latest(read: Sequence[File]) -> list[File]:
    """Of each family and period the last version, in order of time."""
    versions: dict[tuple[str, datetime], File] = {}
    for file in sorted(read, key=lambda file: file.sequence):
        versions[file.family, file.since] = file
    return sorted(versions.values(), key=lambda file: (file.since, file.family))


@lru_cache(maxsize=4096)
def _operations(file: File) -> tuple[Told, ...]:
    return tuple(
        _told(file, account.player, record) for account in file.accounts for record in account.operations
    )


def _told(file: File, player: str, record: Record) -> Told:
    prefixes = [prefix for prefix, name in TRIPLETS if record[f"{prefix}{name}"]]
    prefix = prefixes[0] if prefixes else "a_"
    return Told(
        file, player, record, moment(record["timestp"]),
        cents(record[f"{prefix}saldo_ini"]), cents(record[f"{prefix}saldo_fim"]),
        cents(record["a_valor"]), cents(record["g_ganho"]), cents(record["r_valor"]),
        cents(record["a_comissao"]),
    )  # fmt: skip


# --- files


def _numbers(read: Sequence[File]) -> Iterator[Reason]:
    """Each file has its own number, also one that is made again."""
    names: dict[str, str] = {}
    for file in read:
        if (other := names.setdefault(file.number, file.name)) != file.name:
            yield Reason(Code.DOUBLED, file.name, f"id_ficheiro is {file.number}, as that of {other}")


def _gaps(latest: Sequence[File]) -> Iterator[Reason]:
    """Every day has each of its files."""
    have = {(file.family, file.since) for file in latest}
    whole = {file.day: (file.since, file.until) for file in latest if file.family in DAILY}
    summaries = {file.day: file.name for file in latest if file.family == "RESF"}
    for day in sorted({file.day for file in latest}):
        told_by = summaries.get(day) or next(file.name for file in latest if file.day == day)
        if day not in whole:
            yield Reason(Code.MISSING, told_by, f"neither summary nor exclusions of {day}")
            continue
        begins, ends = whole[day]
        for family in FAMILIES:
            wanted = [begins]
            while family not in DAILY and wanted[-1] + HOUR < ends:
                wanted.append(wanted[-1] + HOUR)
            for since in wanted:
                if (family, since) not in have:
                    yield Reason(Code.MISSING, told_by, f"no {family} of {since.astimezone(LISBON)}")


def _periods(latest: Sequence[File]) -> Iterator[Reason]:
    """What is told was in the period of its file."""
    times = {"TRAN": "timestp_op", "SESS": "timestp_acao", "JGDR": "timestp_reg"}
    for file in latest:
        if (name := times.get(file.family)) is not None:
            for record in file.records:
                if not file.since <= moment(record[name]) < file.until:
                    yield Reason(Code.PERIOD, file.name, f"{name} is {record[name]}")
        if file.family == "EXCL":
            for record in file.records:
                if record["DataInicio"] != f"{file.day:%Y%m%d}":
                    yield Reason(Code.PERIOD, file.name, f"DataInicio is {record['DataInicio']}")


def _times_of_rounds(told: Sequence[Told]) -> Iterator[Reason]:
    """An operation was in its hour and in its round, and a round that is over ended before that hour did."""
    for operation in told:
        file, record = operation.file, operation.record
        begun, ended = moment(record["timestp_ini"]), record["timestp_fim"]
        if not max(begun, file.since) <= operation.at < file.until:
            yield Reason(Code.PERIOD, file.name, f"timestp is {record['timestp']}")
        if ended and not begun <= moment(ended) < file.until:
            yield Reason(Code.PERIOD, file.name, f"timestp_fim is {ended}")
        for short, long in (("dathr_ini_evento", "timestp_ini"), ("dathr_fim_evento", "timestp_fim")):
            if record[short] != record[long][:14]:
                yield Reason(Code.PERIOD, file.name, f"{short} is {record[short]}, {long} {record[long]}")


# --- people, accounts, visits


def _pairs(latest: Sequence[File]) -> Iterator[tuple[File, str, str, str]]:
    """The player, account and name for signing in, wherever they stand together."""
    for file in latest:
        for account in file.accounts:
            yield file, account.player, account.values["codigo"], account.logon
        for record in file.records:
            if file.family == "TRAN":
                yield file, record["codjogador"], record["cod_conta"], ""
            elif file.family == "JGDR":
                yield file, record["codjogador"], record["conta_jog"], record["logon"]


def _identities(latest: Sequence[File]) -> Iterator[Reason]:
    """A player has one account and one name for signing in, and they are of no other."""
    known: dict[tuple[str, str], str] = {}
    for file, player, account, logon in _pairs(latest):
        ties = [("account of player", player, account), ("player of account", account, player)]
        if logon:
            ties += [("logon of player", player, logon), ("player of logon", logon, player)]
        for what, one, other in ties:
            if (before := known.setdefault((what, one), other)) != other:
                yield Reason(Code.IDENTITY, file.name, f"{what} {one}: {other}, before {before}")
    for file in latest:
        yield from _twice(file, Counter(account.player for account in file.accounts))


def _twice(file: File, told: Counter[str]) -> Iterator[Reason]:
    for who, count in sorted(told.items()):
        if count > 1:
            yield Reason(Code.DOUBLED, file.name, f"{who} is told of twice")


def _register(latest: Sequence[File], since_begin: bool) -> Iterator[Reason]:
    """An entry is told once and whole, and its documents, tax number and alias are of no other player. Who
    plays or pays has one.
    """
    owners: dict[tuple[str, str], str] = {}
    entered = {record["codjogador"] for file in latest if file.family == "JGDR" for record in file.records}
    for file, player, _account, _logon in _pairs(latest) if since_begin else ():
        if player not in entered:
            yield Reason(Code.MISSING, file.name, f"player {player} is in no register")
    for file in latest:
        if file.family != "JGDR":
            continue
        yield from _twice(file, Counter(record["codjogador"] for record in file.records))
        for record in file.records:
            player, told = record["codjogador"], [bool(record[name]) for name in OF_WHO]
            if record["email"] != record["logon"]:
                yield Reason(Code.IDENTITY, file.name, f"email is {record['email']}")
            if any(told) != all(told):
                yield Reason(Code.MISSING, file.name, f"player {player} is told in part")
            for name in ("nif", "alias_jog", "id_cidadao"):
                value = record[name]
                owner = owners.setdefault((name, value), player) if value not in ("", FOREIGN) else player
                if owner != player:
                    yield Reason(Code.IDENTITY, file.name, f"{name} {value} is that of player {owner} too")


def _visits(latest: Sequence[File], told: Sequence[Told], since_begin: bool) -> Iterator[Reason]:
    """A visit begins once and ends once, and what is played belongs to the last one that began."""
    begun: dict[str, tuple[datetime, Record]] = {}
    ended: set[str] = set()
    begins: dict[str, list[tuple[datetime, str]]] = defaultdict(list)
    logs = [
        (moment(record["timestp_acao"]), record["tipo_log"] == "LOGOUT", file, record)
        for file in latest if file.family == "SESS" for record in file.records
    ]  # fmt: skip
    for at, is_end, file, record in sorted(logs, key=lambda log: log[:2]):
        visit = record["id_sessao"]
        if visit in (ended if is_end else begun):
            yield Reason(Code.DOUBLED, file.name, f"visit {visit}: {record['tipo_log']} twice")
        if not is_end:
            begun[visit] = at, record
            begins[record["codjogador"]].append((at, visit))
            continue
        ended.add(visit)
        if visit not in begun:
            if since_begin:
                yield Reason(Code.MISSING, file.name, f"visit {visit} ends and never began")
        elif any(begun[visit][1][name] != record[name] for name in ("codjogador", "dispositivo")):
            yield Reason(Code.IDENTITY, file.name, f"visit {visit} has another player or device at its end")
    addresses: dict[str, tuple[str, str]] = {}
    for operation in told:
        record, name = operation.record, operation.file.name
        visit = record["id_sessao"]
        before = [one for at, one in begins[operation.player] if at <= operation.at]
        if visit != (before[-1] if before else "") and (before or since_begin):
            yield Reason(Code.IDENTITY, name, f"operation {record['cod_opejog']} in visit {visit!r}")
        address = record["ip_jogador"], record["ip_regiao"]
        if bool(visit) != bool(address[0]) or (address[1] and not visit):
            yield Reason(Code.IDENTITY, name, f"operation {record['cod_opejog']}: visit or address alone")
        if addresses.setdefault(visit, address) != address:
            yield Reason(Code.IDENTITY, name, f"visit {visit} has two addresses")


def _absences(latest: Sequence[File], since_begin: bool) -> Iterator[Reason]:
    """Who is excluded is who is in the register, and the copy is of the document."""
    people = {record["logon"]: record for file in latest if file.family == "JGDR" for record in file.records}
    for file in latest:
        if file.family != "EXCL":
            continue
        yield from _twice(file, Counter(record["Email"] for record in file.records))
        for record in file.records:
            if record["TipoDoc"] != SENT.get(record["IdTipoCid"], ""):
                yield Reason(Code.IDENTITY, file.name, f"TipoDoc is {record['TipoDoc']}")
            if (person := people.get(record["Email"])) is None:
                if since_begin:
                    yield Reason(Code.MISSING, file.name, f"{record['Email']} is in no register")
                continue
            for name, other in OF_PERSON:
                if person[name] != record[other]:
                    yield Reason(
                        Code.IDENTITY, file.name, f"{other} is {record[other]}, {name} {person[name]}"
                    )


# --- rounds


def _each_round(told: Sequence[Told]) -> Iterator[Reason]:
    rounds: dict[str, list[Told]] = defaultdict(list)
    for operation in told:
        rounds[operation.record["cod_ficha"]].append(operation)
    for operations in rounds.values():
        yield from _of_round(tuple(operations))


@lru_cache(maxsize=200_000)
def _of_round(told: tuple[Told, ...]) -> tuple[Reason, ...]:
    """What the operations of one round say together. Those that did not change are not looked at again."""
    checks = (_times_of_rounds, _rounds, _triplets, _buttons, _unfinished, _results)
    return tuple(reason for find in checks for reason in find(told))


def _rounds(told: Sequence[Told]) -> Iterator[Reason]:
    """Every record of a round tells the same of it."""
    values: dict[tuple[str, ...], tuple[str | None, ...]] = {}
    for operation in told:
        record, file, card, player = (
            operation.record, operation.file, operation.record["cod_ficha"], operation.player,
        )  # fmt: skip
        get = record.values.get
        seat = [name for name in OF_SEAT if get(name) and not _buys_chips(operation)]
        ended = [name for name in ONCE_OVER if get(name)]
        for key, names in (
            (("round", card), OF_ROUND), (("hour", card, file.name), ONCE_OVER),
            *((("over", card, name), (name,)) for name in ended),
            (("hand", card, player, file.name), OF_HAND),
            *((("seat", card, player, name), (name,)) for name in seat),
        ):  # fmt: skip
            said = tuple([get(name) for name in names])
            if (before := values.setdefault((*key, record.kind), said)) != said:
                differing = [
                    name for name, one, other in zip(names, said, before, strict=True) if one != other
                ]
                yield Reason(Code.IDENTITY, file.name, f"round {card}: {', '.join(differing)} differ")


def _buys_chips(operation: Told) -> bool:
    """Whether only a commission is told. A hand is open until two sit, so who buys chips may leave before it
    is dealt, and somebody else may take the seat.
    """
    return operation.commission > 0 and operation.staked == operation.gained == operation.refunded == 0


def _ties(told: Sequence[Told]) -> Iterator[Reason]:
    """Each operation is told once; what belongs together in one record does in every other."""
    numbers: set[str] = set()
    ties: dict[tuple[str, str], str] = {}
    for operation in told:
        record, name = operation.record, operation.file.name
        number, card = record["cod_opejog"], record["cod_ficha"]
        if number in numbers:
            yield Reason(Code.DOUBLED, name, f"operation {number} is told twice")
        numbers.add(number)
        own = f"{card}-{operation.player}"
        # An operation that moves nothing has no transfer, and the number of the player in the round.
        expected = {
            "cod_fichajog": own,
            "id_partida": card,
            **({"cod_opejog": own} if is_pair(number) else {}),
        }
        for what, value in expected.items():
            if record.values.get(what, value) != value:
                yield Reason(Code.IDENTITY, name, f"{what} is {record[what]}, and not {value}")
        for what, one, other in _tied(operation):
            if (before := ties.setdefault((what, one), other)) != other:
                yield Reason(Code.IDENTITY, name, f"{what} {one} is {other}, before {before}")


def is_pair(number: str) -> bool:
    return number.count("-") == 1


def _tied(operation: Told) -> Iterator[tuple[str, str, str]]:
    record = operation.record
    game, card = record["cod_aptr_jog"], record["cod_ficha"]
    yield "record of game", game, record.kind
    yield "record of round", card, record.kind
    if "id_mesa" in record.values:
        yield "game of table", record["id_mesa"], game
        yield "name of game", game, record["descr"]
        yield "stay", record["id_inscricao"], f"{operation.player} at {record['id_mesa']}"
    if "posicao_mesa" in record.values and not _buys_chips(operation):
        yield f"seat of round {card}", record["posicao_mesa"], operation.player
    if "descr_ap" in record.values:
        yield "name of game", game, record["descr_ap"].partition(":")[0]


def _buttons(told: Sequence[Told]) -> Iterator[Reason]:
    """One player has the button, and once the hand is over it is known who."""
    buttons: dict[str, set[str]] = defaultdict(set)
    for operation in told:
        record, name, card = operation.record, operation.file.name, operation.record["cod_ficha"]
        if record.values.get("marca_jog") == "S":
            buttons[card].add(operation.player)
        if record["timestp_fim"] and record.values.get("marca_jog") == "":
            yield Reason(Code.MISSING, name, f"round {card}: no marca_jog")
        if len(buttons[card]) > 1:
            yield Reason(Code.IDENTITY, name, f"round {card}: two have the button")


def _unfinished(told: Sequence[Told]) -> Iterator[Reason]:
    """A player who staked in a round that is over has a gain or a refund that closes it."""
    closed = {(one.record["cod_ficha"], one.player) for one in told if not one.record["a_valor"]}
    over = {one.record["cod_ficha"] for one in told if one.record["timestp_fim"]}
    for one in told:
        if (
            one.staked
            and one.record["cod_ficha"] in over
            and (one.record["cod_ficha"], one.player) not in closed
        ):
            yield Reason(Code.MISSING, one.file.name, f"round {one.record['cod_fichajog']} has no end")


def _results(told: Sequence[Told]) -> Iterator[Reason]:
    """Colours by numbers, scores by cards, who won by the scores, and who gained by the money."""
    money: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for operation in told:
        money[operation.record["cod_ficha"], operation.player].append(operation)
        record, name = operation.record, operation.file.name
        if record.kind == "fortazar":
            number = record["ro_result_nr"]
            colour = "" if number in ("", "0", "00") else "V" if int(number) in RED else "P"
            if record["ro_result_cor"] != colour:
                yield Reason(Code.RESULT, name, f"{number} has the colour {record['ro_result_cor']!r}")
        if record.kind == "pbanca" and record["cartas_p"] and record["pontuacao_p"]:
            points = [_points(record[f"cartas_{side}"]) for side in "pb"]
            winner = "3" if points[0] == points[1] else "4" if points[0] > points[1] else "5"
            if [record["pontuacao_p"], record["pontuacao_b"], record["resultado"]] != [
                str(points[0]), str(points[1]), winner,
            ]:  # fmt: skip
                yield Reason(Code.RESULT, name, f"round {record['cod_ficha']}: scores or result")
        elif record.kind == "pbanca" and (record["resultado"] or record["pontuacao_p"]):
            yield Reason(Code.RESULT, name, f"round {record['cod_ficha']}: a result without scores")
    yield from _bets(money)
    yield from _outcomes({key: one for key, one in money.items() if one[0].record.kind in ("bjack", "poker")})


def _bets(rounds: Mapping[tuple[str, str], list[Told]]) -> Iterator[Reason]:
    """What was bet on the places of a wheel is what was staked."""
    for (card, player), operations in rounds.items():
        last = operations[-1]
        if last.record.kind != "fortazar" or not last.record["ro_result_nr"]:
            continue
        placed = sum(cents(amount) for amount in STAKED.findall(last.record["descr_ap"]))
        if placed != sum(one.staked for one in operations):
            yield Reason(
                Code.RESULT, last.file.name, f"round {card} of player {player}: {last.record['descr_ap']}"
            )


def _points(hand: str) -> int:
    ranks = [card[:-1] for card in hand.split("-")]
    return sum(1 if rank == "A" else int(rank) if rank.isdecimal() else 0 for rank in ranks) % 10


def _outcomes(rounds: Mapping[tuple[str, str], list[Told]]) -> Iterator[Reason]:
    """Of blackjack and poker one record of each player says who gained; none in a void round, where the
    stakes come back.
    """
    results: dict[str, int] = Counter()
    for (card, _player), operations in rounds.items():
        results[card] += sum(1 for one in operations if one.record["resultado"])
    for (card, player), operations in rounds.items():
        last, kind = operations[-1], operations[0].record.kind
        told = [one.record["resultado"] for one in operations if one.record["resultado"]]
        staked, paid = (
            sum(one.staked for one in operations),
            sum(one.gained + one.refunded for one in operations),
        )
        # A commission on chips that are bought is paid at the table, and is no part of the hand.
        net = sum(one.after - one.before for one in operations if one.record["a_valor"] != "0.00")
        tie = "0" if kind == "poker" else "3"
        is_over = any(one.record["timestp_fim"] for one in operations)
        if not is_over or not staked:
            fine = not told
        elif results[card]:
            fine = told == ["1" if net > 0 else "0" if net < 0 else tie]
        else:
            is_refunded = any(one.record["r_valor"] for one in operations)
            fine = is_refunded and (staked == paid or last.record["cod_aptr_jog"] == CARRIES_OVER)
        if not fine:
            yield Reason(
                Code.RESULT, last.file.name, f"round {card} of player {player}: results {told}, net {net}"
            )


# --- money


Moves = dict[tuple[str, datetime], list[tuple[datetime, int, int]]]  # by player and hour


def _balances(latest: Sequence[File], told: Sequence[Told], since_begin: bool) -> Iterator[Reason]:
    """Each account begins empty, or as it is first told, and each movement where the one before has ended."""
    moves: Moves = defaultdict(list)
    for operation in told:
        key = operation.player, operation.file.since
        moves[key].append((operation.at, operation.before, operation.after))
    for file in latest:
        for record in file.records if file.family == "TRAN" else ():
            before, moved, after = (cents(record[f"saldo_{part}"]) for part in ("ini", "mov", "fim"))
            signed = moved if record["cod_optct"] == "CREDITO" else -moved
            if moved < 0 or before + signed != after:
                yield Reason(Code.BALANCE, file.name, f"player {record['codjogador']}: sum of a movement")
            key = record["codjogador"], file.since
            moves[key].append((moment(record["timestp_op"]), before, after))
    yield from _hour_by_hour(latest, moves, since_begin)


def _hour_by_hour(latest: Sequence[File], moves: Moves, since_begin: bool) -> Iterator[Reason]:
    files = {file.since: file for file in latest if file.family == "AJOG"}
    players: dict[datetime, set[str]] = {
        since: {account.player for account in file.accounts} for since, file in files.items()
    }
    for player, since in moves:
        players.setdefault(since, set()).add(player)
    balances: dict[str, int] = {}
    for since in sorted(players):
        told = {account.player: account for account in files[since].accounts} if since in files else {}
        name = files[since].name if since in files else f"AJOG of {since}"
        for player in sorted(players[since]):
            first = 0 if since_begin else _first(told.get(player), moves[player, since])
            opening = balances.get(player, first)
            balances[player], fault = _chain(opening, moves.get((player, since), []))
            if fault:
                yield Reason(Code.BALANCE, name, f"player {player}: {fault}")
            if player in told and not _is_account(told[player], opening, balances[player]):
                yield Reason(Code.BALANCE, name, f"player {player}: the account in its hour")


def _first(account: Account | None, moves: Iterable[tuple[datetime, int, int]]) -> int:
    """The balance of an account at its first word."""
    return cents(account.values["saldo_ini"]) if account else min(moves)[1]


def _is_account(account: Account, opening: int, closing: int) -> bool:
    begun, moved, ended = (cents(account.values[f"saldo_{part}"]) for part in ("ini", "mov", "fim"))
    return (begun, ended) == (opening, closing) and begun + moved == ended


def _triplets(told: Sequence[Told]) -> Iterator[Reason]:
    for operation in told:
        if fault := _triplet_fault(operation):
            number = operation.record["cod_opejog"]
            yield Reason(Code.BALANCE, operation.file.name, f"operation {number}: {fault}")


def _triplet_fault(operation: Told) -> str:
    """One triplet is full and the others empty; a commission is paid beside a bet, else it was taken off."""
    record = operation.record
    full = [prefix for prefix, name in TRIPLETS if record[f"{prefix}{name}"]]
    parts = [f"{prefix}{part}" for prefix, _name in TRIPLETS for part in ("saldo_ini", "saldo_fim")]
    filled = [part for part in parts if record[part]]
    if len(full) != 1 or filled != [f"{full[0]}saldo_ini", f"{full[0]}saldo_fim"]:
        return "not one triplet"
    bonus = [record[f"a_bonus{part}"] for part in ("_ini", "", "_fim")]
    if bonus != (["0.00"] * 3 if full == ["a_"] else [""] * 3):
        return "a bonus without a bet"
    staked = operation.staked + operation.commission if full == ["a_"] else 0
    if operation.before - staked + operation.gained + operation.refunded != operation.after:
        return "the sum of its triplet"
    return ""


def _chain(balance: int, moves: Iterable[tuple[datetime, int, int]]) -> tuple[int, str]:
    """The balance after these movements. Of those at one time any may come first that goes on."""
    waiting = sorted(moves)
    while waiting:
        first = waiting[0][0]
        now = [move for move in waiting if move[0] == first]
        fitting = next((move for move in now if move[1] == balance), None)
        if fitting is None:
            return waiting[-1][2], f"begins with {now[0][1]} after {balance} at {first}"
        balance = fitting[2]
        waiting.remove(fitting)
    return balance, ""


def _sums(latest: Sequence[File], told: Sequence[Told]) -> Iterator[Reason]:
    """The summary of a day is the sum of its operations."""
    days: dict[object, Counter[tuple[str, str]]] = defaultdict(Counter)
    for one in told:
        for name, amount in (
            ("total_apostas", one.staked), ("total_ganhos", one.gained),
            ("total_reembolsos", one.refunded), ("total_comissoes", one.commission),
        ):  # fmt: skip
            days[one.file.day][one.record.kind, name] += amount
    for file in latest:
        if file.family != "RESF":
            continue
        sums: dict[tuple[str, str], int] = {}
        for record in file.records:
            if not record.kind or (record.kind, "total_apostas") in sums:
                yield Reason(
                    Code.SUM, file.name, f"{record['descricao']!r} is no kind of game, or told twice"
                )
            for name in ("total_apostas", "total_ganhos", "total_reembolsos", "total_comissoes"):
                sums[record.kind, name] = cents(record.values.get(name, ""))
        for kind, name in sorted(days[file.day].keys() | sums.keys()):
            if (kind, name) not in sums or sums[kind, name] != days[file.day][kind, name]:
                yield Reason(
                    Code.SUM, file.name,
                    f"{kind} {name}: {sums.get((kind, name))}, {days[file.day][kind, name]} in the records",
                )  # fmt: skip
