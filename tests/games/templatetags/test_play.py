"""The data that a page gives its scripts."""

from __future__ import annotations

import json

from games.templatetags.play import script_data

DATA = {"phrase": "Façam as vossas apostas", "name": "</script><b>&"}


def test_letters_with_accents_stay_as_they_are_and_markup_ends_no_element() -> None:
    element = script_data(DATA, "words")
    assert "Façam" in element and element.count("<") == 2
    assert json.loads(element[element.index(">") + 1 : element.rindex("<")]) == DATA
