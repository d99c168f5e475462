"""Aliases that imitate the operator, and passwords that are guessed first, are refused."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from players.identity.registration.forms import AccessForm


def alias_errors(alias: str) -> list[str]:
    return AccessForm({"alias": alias}).errors.as_data().get("alias", [])


@pytest.mark.parametrize(
    "alias",
    [
        "Croupier", "\u0421roupier", "Cr\u03bfupier", "Fe1tro", "FELTR0", "f\u00e9ltro",
        "\uff26\uff45\uff4c\uff54\uff52\uff4f", "Adm\u0131n", "a.d.m.i.n", "s u p o r t e",
        "\U0001d41a\U0001d41d\U0001d426\U0001d422\U0001d427", "Dea\u217cer", "5upp0rt", "m3sa 4", "Bаnca",
        "Sta\ufb00", "H\u00f8use",
    ],
)  # fmt: skip
def test_no_name_looks_like_the_house(demo: None, alias: str) -> None:
    assert alias_errors(alias), alias


@pytest.mark.parametrize(
    "alias",
    ["Anabela", "João", "Inês 77", "Zé-Carlos", "L. Gonçalves", "Louca Sandra", "Łukasz", "Søren", "Müller"],
)
def test_names_of_people_are_free(demo: None, alias: str) -> None:
    assert alias_errors(alias) == []


@pytest.mark.parametrize(
    "password",
    [
        "feltro2026!", "Feltro-Feltro", "F3ltr0-2026", "casinofeltro", "blackjack123", "Roleta-2026!",
        "password1234", "P@ssw0rd2026", "qwertyuiop1", "Benfica2026!", "1234567890a", "iloveyou!!!!",
        "aaaaaaaaaaaa", "abcabcabcabc", "palavrapasse1",
    ],
)  # fmt: skip
def test_a_password_that_is_guessed_first_is_refused(settings: object, password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    [
        "uma-frase-que-se-lembra",
        "outra-palavra-9",
        "tres gatos no telhado",
        "k8-Vv2!rmQx",
        "feltro cavalo bateria agrafo",
    ],
)
def test_a_sentence_is_a_password(password: str) -> None:
    validate_password(password)
