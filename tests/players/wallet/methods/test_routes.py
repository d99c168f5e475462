"""A withdrawal is split over what the player paid with: sums, ceilings and the order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from players.wallet.methods.routes import Part, Source, split_withdrawal

SOURCES = st.lists(
    st.builds(Source, st.just("card"), st.text(max_size=4), st.text(max_size=4), st.integers(0, 10_000)),
    max_size=6,
    unique_by=lambda source: (source.instrument, source.token),
)


@given(cents=st.integers(1, 100_000), sources=SOURCES)
def test_the_parts_are_the_whole_and_nothing_gets_more_than_came_from_it(
    cents: int, sources: list[Source]
) -> None:
    parts = split_withdrawal(cents, sources)
    assert sum(part.cents for part in parts) == cents
    assert all(part.cents > 0 for part in parts)
    used = [part.source for part in parts if part.source is not None]
    assert all(part.cents <= part.source.cents for part in parts if part.source is not None)
    assert [source for source in sources if source.cents and source in used] == used, "in their order"


@given(cents=st.integers(1, 100_000), sources=SOURCES)
def test_the_registered_account_comes_last_and_only_when_the_sources_are_empty(
    cents: int, sources: list[Source]
) -> None:
    *earlier, last = split_withdrawal(cents, sources)
    assert all(part.source is not None for part in earlier)
    came = sum(source.cents for source in sources)
    assert (last.source is None) == (cents > came)
    if last.source is None:
        assert last.cents == cents - came


def test_what_was_used_last_comes_first() -> None:
    card, account = Source("card", "···· 4321", "tok", 3_000), Source("transfer", "PT50", "", 2_000)
    assert split_withdrawal(4_000, [card, account]) == [Part(3_000, card), Part(1_000, account)]
    assert split_withdrawal(2_000, [card, account]) == [Part(2_000, card)]
    assert split_withdrawal(6_000, [card, account])[-1] == Part(1_000)
