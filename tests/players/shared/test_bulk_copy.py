"""Rows written as sets are stored unchanged, whatever their content."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.db import connection

from players.shared.bulk_copy import array_literal, copy_rows

ROWS = [
    (1, UUID("00000000-0000-4000-8000-0000000000ff"), "plain", b"\x00\xff\\", None),
    (
        -2,
        UUID("ffffffff-ffff-4fff-8fff-ffffffffffff"),
        'tab\there, "quotes", \\N, \\t and\nnew\r\nlines',
        b"",
        7,
    ),
    (2**62, UUID(int=1), "", b"\\N", None),
]


@pytest.mark.django_db
def test_a_set_arrives_as_it_was_sent() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE sent (number bigint, id uuid, said text, data bytea, perhaps int)"
            " ON COMMIT DROP"
        )
        copy_rows("COPY sent FROM STDIN", ROWS)
        cursor.execute("SELECT * FROM sent")
        assert [
            (number, row_id, text, bytes(data), perhaps)
            for number, row_id, text, data, perhaps in cursor.fetchall()
        ] == ROWS


@pytest.mark.django_db
def test_an_array_is_read_as_the_numbers_it_holds() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT %s::bigint[], %s::bigint[]", [array_literal([3, -1, 2**62]), array_literal([])]
        )
        assert cursor.fetchone() == ([3, -1, 2**62], [])
