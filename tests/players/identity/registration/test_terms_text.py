"""What the terms must say, point by point.  [903-B 5.1.1]"""

from __future__ import annotations

import re

import pytest

from players.identity.registration.terms import terms_text
from players.identity.registration.views import STEP_FORMS

# The point of the regulation, and words of each language that only its sentence contains.
POINTS = {
    "3 a contract": ("into a contract", "celebra um contrato"),
    "4 Portuguese licences": (
        "Only licences issued by the Portuguese regulator",
        "só são válidas as licenças",
    ),
    "5 privacy policy": ("accept the privacy policy", "Aceita a política de privacidade"),
    "5 what is asked": ("Registration asks for your name", "O registo pede o nome"),
    "5 purpose": ("to know who plays", "a saber quem joga"),
    "5 disclosure": ("discloses these data only", "só comunica estes dados"),
    "6 confirmed identity": ("authorise the house to confirm", "Autoriza a casa a confirmar"),
    "7 minors": ("forbidden to anybody under 18", "proibido a menores de 18 anos"),
    "8 own name": ("only in your own name", "agir em seu nome e por sua conta"),
    "8 consequences": (
        "may be suspended or closed, and the authorities",
        "pode ser suspensa ou encerrada, e as",
    ),
    "9 complaints": ("within fifteen days a decision", "no prazo de quinze dias, uma decisão"),
    "10 money laundering": ("against money laundering", "branqueamento de capitais"),
    "11 data protection": (
        "Comissão Nacional de Proteção de Dados",
        "Comissão Nacional de Proteção de Dados",
    ),
    "11 secrecy": ("professional secrecy, even after leaving", "sigilo profissional, mesmo depois"),
    "12 closed accounts": ("When an account is closed, its balance", "Quando uma conta é encerrada, o saldo"),
    "12 suspended accounts": ("withdrawal from a suspended account", "levantamento de uma conta suspensa"),
    "12 unused accounts": ("an account that is not used", "uma conta que não é usada"),
    "13 exclusion": ("exclude yourself", "exclui-se"),
    "13 limits": ("set limits on deposits, bets, losses", "fixa limites de depósito, de aposta, de perda"),
    "14 loans": ("Borrowing money to play is forbidden", "proibido recorrer a empréstimos"),
    "14 the house lends nothing": ("may not lend to players", "não podem conceder empréstimos"),
    "15 breaches": ("A breach may lead to", "Uma infração pode levar"),
}
# Of games between players.  [903-B 6.6.2]
BETWEEN_PLAYERS = {
    "2 oneself": (
        "play against yourself here or through another",
        "jogar contra si próprio, nesta casa ou através",
    ),
    "3 collusion": ("forbidden to collude", "proibido o conluio"),
    "4 programs": ("programs that play", "programas que joguem"),
    "5 commissions": ("name every commission", "indicam todas as comissões"),
}
# What each field of the registration asks for, in the words of the sentence. What is no data about a person
# is not in it: a password, a code, a name for the tables, an acceptance.
ASKED = {
    "first_name": ("your name", "o nome"),
    "last_name": ("your name", "o nome"),
    "birth": ("birth date", "a data de nascimento"),
    "nationality": ("nationality", "a nacionalidade"),
    "profession": ("profession", "a profissão"),
    **dict.fromkeys(("address", "postcode", "town", "country", "district"), ("address", "a morada")),
    "telephone": ("telephone", "o telefone"),
    **dict.fromkeys(("document_kind", "document_country", "document_number"), ("document", "o documento")),
    "nif": ("tax number", "o número de contribuinte"),
    "email": ("e-mail", "o e-mail"),
    "iban": ("payment account", "a conta de pagamento"),
}
NO_DATA = {"password", "alias", "code", "accept", "allowed"}


def test_the_terms_name_everything_that_the_registration_asks_for() -> None:
    """[903-B 5.1.1.5]"""
    fields = {name for form in STEP_FORMS.values() for name in form.base_fields}
    assert fields == ASKED.keys() | NO_DATA
    for number, (language, begin) in enumerate((("en", "Registration asks for"), ("pt", "O registo pede"))):
        (sentence,) = re.findall(rf"{begin}[^.]*\.", terms_text(language))
        assert [words for words in ASKED.values() if words[number] not in sentence] == []


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("point", POINTS | BETWEEN_PLAYERS)
def test_the_terms_contain_what_the_regulation_asks(point: str, language: str) -> None:
    english, portuguese = (POINTS | BETWEEN_PLAYERS)[point]
    assert (english if language == "en" else portuguese) in terms_text(language)
