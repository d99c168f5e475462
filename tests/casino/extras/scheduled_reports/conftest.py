"""The demonstration, a simulated past and a month to close, as the tests of reports have them."""

from tests.casino.compliance.reports.conftest import demonstration, past
from tests.casino.compliance.reports.test_closing import just_confirmed, month

__all__ = ["demonstration", "just_confirmed", "month", "past"]
