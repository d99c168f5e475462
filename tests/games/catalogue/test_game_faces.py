"""The picture of each game is shown in the lobby, on its rules page and in the menu of its tables."""

from __future__ import annotations

import pytest
from django.test import Client

from games.catalogue import GAMES
from games.models import Table


@pytest.mark.parametrize("system", GAMES)
def test_a_rules_page_and_a_table_show_the_face_of_the_game(demo: None, system: str) -> None:
    rules = Client().get(f"/rules/{system}/").content.decode()
    assert 'class="rule-face"' in rules and 'class="face' in rules
    table = Table.objects.filter(system=system).first()
    assert table is not None
    page = Client().get(f"/table/{table.pk}/").content.decode()
    template = page.partition('<template id="game-face">')[2].partition("</template>")[0]
    assert 'class="face' in template


def test_visitors_see_tables_on_the_home_page_where_they_can_play_at_once(demo: None) -> None:
    page = Client().get("/").content.decode()
    assert page.count('data-currency="DEMO"') == len(GAMES) and 'data-currency="EUR"' not in page


def test_the_index_of_rules_shows_every_face(demo: None) -> None:
    assert Client().get("/rules/").content.decode().count('class="rule-face"') == len(GAMES)
