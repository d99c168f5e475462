"""The text of an exception goes to the log only: on a page it would reveal internals."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.urls import resolve

from games.rounds.proof.draw_check import verify_round
from tests.demo_house import signed_in

CANARY = "canary: secret column of an inner table"


@pytest.mark.parametrize(
    "published",
    [
        {},
        {"game": "no-such-game"},
        {"game": "blackjack", "seed": 7},
        {"game": "blackjack", "seed": "zz" * 32, "table": "x"},
        {"seed": None, "drawn": {"a": [1]}},
        {"game": "blackjack", CANARY: 1},
    ],
)
@pytest.mark.parametrize("system", ["blackjack", "french-roulette", "holdem", "no-such-game"])
def test_a_verdict_says_that_data_cannot_be_read_and_not_by_what_exception(
    system: str, published: dict[str, Any]
) -> None:
    """Red before: the verdict carried the decoder's own sentence, with the types and fields of the
    program.
    """
    for check in verify_round(system, published).checks:
        text = " ".join(map(str, check.details.values()))
        assert not any(word in text for word in ("Expected", "Object", "`", "$", "missing", CANARY))


@pytest.mark.parametrize(
    "path", ["/", "/lobby/", "/account/", "/verify/receipt/", "/admin/", "/api/v1/games/", "/api/v1/account/"]
)
def test_a_fault_of_a_page_shows_nothing_of_it(
    demo: None,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    client = signed_in("direcao@feltro.example" if path == "/admin/" else "ana@feltro.example")
    client.raise_request_exception = False

    def broken(request: Any, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(BaseHandler, "resolve_request", lambda self, request: replaced(request, path, broken))
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.status_code == 500
    assert not any(
        word in body for word in (CANARY.encode(), b"Traceback", b"RuntimeError", b"site-packages")
    )


def replaced(request: Any, path: str, view: Any) -> Any:
    """The address as it resolves, with a view in its place that fails."""
    match = resolve(path)
    request.resolver_match = match
    return view, match.args, match.kwargs
