"""Invented people for the proof of returning: those who were blocked, the same in disguise, and others.

Nobody here exists. What people change when they come back is written down without knowledge of what compares
them: another document type always, another tax number and document in half of them, another e-mail, often
another telephone, device, address and account, and a name as people respell their own.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Container
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace

from players.identity.verification.identifiers import nif_from_digits
from tests.proofs.listed_people import PORTUGUESE, birth_date

STREETS = (
    "Rua das Flores", "Rua do Comércio", "Avenida da Liberdade", "Travessa do Forno", "Rua 5 de Outubro",
    "Largo da Igreja", "Rua Dr. António José de Almeida", "Praceta das Oliveiras", "Estrada Nacional",
    "Rua de São João", "Avenida 25 de Abril", "Beco do Moinho", "Rua da Escola", "Urbanização do Lago",
)  # fmt: skip
BOXES = ("gmail.com", "gmail.com", "hotmail.com", "sapo.pt", "outlook.pt", "iol.pt", "yahoo.com")
DEVICES = ("Chrome, Android", "Chrome, Android", "Safari, iPhone", "Chrome, Windows", "Firefox, Windows")
# Spellings of one name that are in use side by side.
RESPELLED = {
    "Luís": "Luiz", "Teresa": "Thereza", "Sousa": "Souza", "Rui": "Ruy", "Manuel": "Manoel",
    "Isabel": "Izabel",
    "Batista": "Baptista", "Baptista": "Batista", "Vítor": "Victor", "Inês": "Ignez", "Filipe": "Felipe",
    "Catarina": "Catharina", "Correia": "Corrêa", "Melo": "Mello", "Marta": "Martha", "Cristina": "Christina",
}  # fmt: skip
ENDINGS = ("zinho", "rocks", "ponto", "mar", ".tuga", "xx")
PARTICLES = ("da", "de", "do", "dos", "das", "e")


class Registrant(Struct, frozen=True):
    """What somebody types at a registration."""

    name: str
    birth: date
    email: str
    address: str
    postcode: str
    iban: str
    document_kind: str
    document_number: str
    nif: str
    telephone: str
    device: tuple[str, str]  # the network address and what the browser says of itself


def _without_marks(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def _digits(chance: random.Random, number: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(number))


def _nif(chance: random.Random) -> str:
    return nif_from_digits(chance.choice("12") + _digits(chance, 7))


def _iban(chance: random.Random) -> str:
    bank = "PT50" + chance.choice(("0033", "0035", "0007", "0018", "0010", "0036", "0193"))
    return bank + _digits(chance, 17)


def _document(chance: random.Random, kind: str) -> str:
    letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
    match kind:
        case "citizen-card":
            return (
                f"{_digits(chance, 8)}{_digits(chance, 1)}{chance.choice(letters)}{chance.choice(letters)}4"
            )
        case "passport":
            return f"{chance.choice(letters)}{chance.choice(letters)}{_digits(chance, 6)}"
        case _:
            return f"{chance.choice(letters)}{_digits(chance, 8)}"


def _email(chance: random.Random, name: str) -> str:
    words = [word.lower() for word in _without_marks(name).split() if word not in PARTICLES]
    box = chance.choice(
        (
            f"{words[0]}.{words[-1]}{chance.choice(('', _digits(chance, 2)))}",
            f"{words[0][0]}{words[-1]}{_digits(chance, 3)}",
            f"{words[-1]}{words[0]}.{_digits(chance, 4)}",
            f"{words[0][:3]}{chance.choice(ENDINGS)}{_digits(chance, 2)}",
        )
    )
    return f"{box}@{chance.choice(BOXES)}"


def _address(chance: random.Random) -> str:
    house = f"{chance.choice(STREETS)}, {chance.randrange(1, 220)}"
    return house + chance.choice(("", f", {chance.randrange(1, 9)}.º {chance.choice(('Esq.', 'Dto.', 'A'))}"))


def _telephone(chance: random.Random) -> str:
    return f"+3519{chance.choice('1236')}{_digits(chance, 7)}"


def _device(chance: random.Random) -> tuple[str, str]:
    address = ".".join(str(chance.randrange(256)) for _ in range(3))
    return f"85.{address}", chance.choice(DEVICES)


def _postcode(chance: random.Random) -> str:
    return f"{chance.randrange(1000, 9000)}-{chance.randrange(1, 1000):03}"


def registrant(chance: random.Random, taken: Container[str] = ()) -> Registrant:
    """Somebody who shares no mailbox with others: each has confirmed the own one."""
    name = PORTUGUESE.name(chance)
    kind = chance.choices(("citizen-card", "passport", "residence"), (90, 5, 5))[0]
    email = _email(chance, name)
    while plain_box(email) in taken:
        email = f"{chance.choice('abcdefgh')}{email}"
    return Registrant(
        name=name,
        birth=birth_date(chance),
        email=email,
        address=_address(chance),
        postcode=_postcode(chance),
        iban=_iban(chance),
        document_kind=kind,
        document_number=_document(chance, kind),
        nif=_nif(chance),
        telephone=_telephone(chance),
        device=_device(chance),
    )


def plain_box(email: str) -> str:
    return email.replace(".", "").replace("googlemail", "gmail")


def relative(chance: random.Random, person: Registrant, taken: Container[str]) -> Registrant:
    """Somebody of the same household, with one of the surnames: a partner, a child or a parent. All have one
    network; half of them use the same tablet, and half give the telephone at home.
    """
    other = registrant(chance, taken)
    browser = chance.choice((person.device[1], other.device[1]))
    telephone = chance.choice((person.telephone, other.telephone))
    surname = person.name.split()[-1]
    name = f"{' '.join(other.name.split()[:-1])} {surname}"
    return replace(
        other, name=name, address=person.address, postcode=person.postcode, telephone=telephone,
        device=(person.device[0], browser),
    )  # fmt: skip


# --- disguises


def _words(name: str) -> list[str]:
    return name.split(" ")


def _drop_a_word(chance: random.Random, name: str) -> str:
    """A middle name or one of the surnames. The first name stays."""
    words = _words(name)
    real = [place for place, word in enumerate(words) if word not in PARTICLES]
    if len(real) < 3:
        return name.upper()
    place = chance.choice(real[1:])
    del words[place]
    while words[-1] in PARTICLES:
        words.pop()
    return " ".join(words)


def _swap_surnames(chance: random.Random, name: str) -> str:
    words = _words(name)
    words[-1], words[-2] = words[-2], words[-1]
    return " ".join(word for word in words if word not in PARTICLES)


def _surname_first(chance: random.Random, name: str) -> str:
    words = _words(name)
    return " ".join([words[-1], *words[:-1]])


def _plain_capitals(chance: random.Random, name: str) -> str:
    return _without_marks(name).upper()


def _slip(chance: random.Random, name: str) -> str:
    """Two neighbouring letters change places, or one is lost, doubled or another."""
    words = _words(name)
    place = chance.choice([place for place, word in enumerate(words) if len(word) > 3] or [0])
    word = words[place]
    at = chance.randrange(1, len(word) - 1)
    words[place] = chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + chance.choice("aeioumnrstl") + word[at + 1 :],
        )
    )
    return " ".join(words)


def _respelled(chance: random.Random, name: str) -> str:
    return " ".join(RESPELLED.get(word, word) for word in _words(name)).replace("ç", "ss")


def _married(chance: random.Random, name: str) -> str:
    """Another surname is added, as after a wedding."""
    return f"{name} {PORTUGUESE.name(chance).split()[-1]}"


def _married_instead(chance: random.Random, name: str) -> str:
    """The last surname gives way to another one."""
    return " ".join([*_words(name)[:-1], PORTUGUESE.name(chance).split()[-1]])


def _joined(chance: random.Random, name: str) -> str:
    words = _words(name)
    return " ".join([words[0] + words[1].lower(), *words[2:]])


def _as_it_is(chance: random.Random, name: str) -> str:
    return name


NAMES: dict[str, tuple[int, Callable[[random.Random, str], str]]] = {
    "same name": (12, _as_it_is),
    "a word left out": (18, _drop_a_word),
    "surnames swapped": (10, _swap_surnames),
    "surname first": (8, _surname_first),
    "capitals without marks": (12, _plain_capitals),
    "a slip": (14, _slip),
    "older spelling": (8, _respelled),
    "surname added": (10, _married),
    "surname replaced": (3, _married_instead),
    "words joined": (5, _joined),
}


def _other_birth(chance: random.Random, birth: date) -> date:
    """Day and month the other way round, or a day or a year beside."""
    if chance.random() < 0.4 and birth.day <= 12:
        return date(birth.year, birth.day, birth.month)
    if chance.random() < 0.5:
        return birth + timedelta(days=chance.choice((-1, 1)))
    return birth + timedelta(days=chance.choice((-365, 365)))


def _other_email(chance: random.Random, email: str, name: str) -> str:
    box, _, domain = email.partition("@")
    way = chance.random()
    if way < 0.55:
        return _email(chance, f"{chance.choice(('Rita', 'Nuno', 'Bola'))} {name}")
    if way < 0.7:
        return f"{box}+{chance.choice(('jogo', '2', 'novo'))}@{domain}"
    if way < 0.85 and domain == "gmail.com":
        at = max(1, len(box) // 2)
        return f"{box[:at]}.{box[at:]}@{chance.choice((domain, 'googlemail.com'))}"
    return f"{box}@{chance.choice(BOXES)}"


def _respelled_address(chance: random.Random, address: str) -> str:
    for long, short in (
        ("Rua", "R."),
        ("Avenida", "Av."),
        ("Travessa", "Tv."),
        ("Largo", "Lg."),
        (", ", " n.º "),
    ):
        if chance.random() < 0.7:
            address = address.replace(long, short, 1)
    return address if chance.random() < 0.5 else address.upper()


def disguise(chance: random.Random, person: Registrant, *, other_papers: bool) -> tuple[Registrant, str]:
    """How this person comes back, and what was done to the name."""
    kind = chance.choices(list(NAMES), [weight for weight, _ in NAMES.values()])[0]
    papers = [other for other in ("citizen-card", "passport", "residence") if other != person.document_kind]
    document_kind = chance.choice(papers)
    changed = replace(
        person,
        name=NAMES[kind][1](chance, person.name),
        email=_other_email(chance, person.email, person.name),
        document_kind=document_kind,
        document_number=_document(chance, document_kind),
    )
    if other_papers:
        changed = replace(changed, nif=_nif(chance))
    if chance.random() < 0.1:
        changed = replace(changed, birth=_other_birth(chance, person.birth))
    if chance.random() < 0.5:
        changed = replace(changed, address=_address(chance), postcode=_postcode(chance))
    elif chance.random() < 0.5:
        changed = replace(changed, address=_respelled_address(chance, person.address))
    if chance.random() < 0.75:
        changed = replace(changed, iban=_iban(chance))
    if chance.random() < 0.75:
        changed = replace(changed, telephone=_telephone(chance))
    if chance.random() < 0.75:
        changed = replace(changed, device=_device(chance))
    return changed, kind
