"""A web process that was taken over, and the sign-in by the staff's provider: it proves nobody by itself."""

from __future__ import annotations

import pytest

from tests.hostile_web import UNPROVEN, Web, person_with, random_proof, web
from tests.security.conftest import refused

__all__ = ["web"]
pytestmark = pytest.mark.usefixtures("lasting_db")


def test_a_web_process_proves_nobody_by_itself(web: Web) -> None:
    proof = random_proof()
    row = web.execute("SELECT * FROM provider_begin(%s)", [proof]).fetchone()
    assert row is not None
    answer = web.execute("SELECT provider_answer(%s, %s, 'a code')", [proof, row[0]]).fetchone()
    assert answer is not None and answer[0]
    for statement, *values in (
        ("SELECT provider_verified(%s, 'x', 'y', 'z', true, true)", answer[0]),
        ("SELECT provider_refused(%s, 'x')", answer[0]),
        ("SELECT verifier FROM backoffice_providerattempt",),
        ("UPDATE backoffice_providerattempt SET outcome = 'right'",),
        ("INSERT INTO backoffice_providerlink (person_id, issuer, subject) VALUES (1, 'x', 'y')",),
        ("SELECT * FROM backoffice_providerlink",),
    ):
        assert "permission denied" in refused(web, str(statement), *values)
    staff = person_with(is_staff=True)
    statement = "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')"
    assert UNPROVEN in refused(web, statement, staff.pk, proof, random_proof()[:40])
