"""No line of a staff page begins with a separator."""

from __future__ import annotations

import pytest

from casino.backoffice.templatetags.separators import keep_separators

KEPT = "\N{NO-BREAK SPACE}·"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p>one · two</p>", f"<p>one{KEPT} two</p>"),
        ("<p><b>one</b>\n  · two</p>", f"<p><b>one</b>{KEPT} two</p>"),
        ("<dd>1 <span>· since May</span></dd>", "<dd>1\N{NO-BREAK SPACE}<span>· since May</span></dd>"),
        ("<p title='one · two'>···· 1234</p>", "<p title='one · two'>···· 1234</p>"),
        ("<textarea>one · two</textarea>", "<textarea>one · two</textarea>"),
        ("<option>one · two</option>", "<option>one · two</option>"),
        ('<input value="one · two"><p>a · b</p>', f'<input value="one · two"><p>a{KEPT} b</p>'),
    ],
)
def test_a_separator_stays_with_what_precedes_it(page: str, shown: str) -> None:
    """Red before: `a · b` broke before its separator where the line ended there. What a field holds is sent
    back as it is.
    """
    assert keep_separators(page) == shown
