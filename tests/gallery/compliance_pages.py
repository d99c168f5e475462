"""The pages of compliance: as its officer works with them, and as the regulator reads them where that is
another page.
"""

from __future__ import annotations

from collections.abc import Iterator

from casino.compliance.reports.catalogue import REPORTS
from tests.gallery.compliance_past import Compliance, alarmed, calm
from tests.gallery.pages import Act, Shown

OFFICER, REGULATOR = "oficial", "regulador"
BOTH = ((OFFICER, "officer"), (REGULATOR, "regulator"))
DESK = "/admin/compliance"


def pages(told: Compliance) -> Iterator[Shown]:
    """What an alarm reddens first; then everything as it is on a good day."""
    yield Shown("compliance_returns", f"{DESK}/returns/", OFFICER)
    for who, phase in BOTH:
        yield Shown("compliance_returns_chart", f"{DESK}/returns/{told.alarm}/", who, f"alarm-{phase}")
    yield Shown("compliance_panel", f"{DESK}/panel/", OFFICER, "difference", before=alarmed)
    yield Shown("admin.difference", "/admin/floor/", "mesas", before=alarmed)
    for shown in (
        *_overviews(),
        *_reports(told),
        *_returns(told),
        *_files(told),
        *_watch(told),
        *_integrity(told),
        *_care(told),
    ):
        yield Shown(shown.name, shown.address, shown.who or OFFICER, shown.phase, shown.act, before=calm)


def _overviews() -> Iterator[Shown]:
    for who, phase in BOTH:
        yield Shown("compliance", f"{DESK}/", who, phase)


def _reports(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_reports", f"{DESK}/reports/")
    days = f"since={told.since}&until={told.yesterday}"
    for code, report in REPORTS.items():
        step = "&step=week" if "step" in report.fields else ""
        yield Shown(
            f"compliance_report.{code}", f"{DESK}/reports/{code}/?since={told.since}&until={told.today}{step}"
        )
    yield Shown(
        "compliance_report.gross",
        f"{DESK}/reports/gross/?{days}&step=month&part=table",
        REGULATOR,
        "regulator",
    )
    yield Shown(
        "compliance_report.gross",
        f"{DESK}/reports/gross/?since={told.yesterday}&until={told.since}",
        phase="refused",
    )
    yield Shown(
        "compliance_report.voids", f"{DESK}/reports/voids/?since=2020-01-01&until=2020-01-31", phase="empty"
    )
    yield Shown("compliance_issue", f"{DESK}/reports/issue/{told.issue}/", phase="issued")
    yield Shown("compliance_issue", f"{DESK}/reports/issue/{told.issue}/?again=1", phase="compared")
    behind = f"{days}&system=american-roulette&step=month&period={told.yesterday.replace(day=1)}"
    yield Shown("compliance_reports_rounds", f"{DESK}/reports/rounds/?{behind}")
    yield Shown("compliance_reports_transfers", f"{DESK}/reports/transfers/?{behind}")


def _returns(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_returns_chart", f"{DESK}/returns/{told.chart}/", phase="calm")
    yield Shown("compliance_returns_chart", f"{DESK}/returns/{told.answered}/?whole=1", phase="answered")


def _files(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_files", f"{DESK}/files/?day={told.files}")
    yield Shown("compliance_file", f"{DESK}/files/{told.delivered}/", phase="delivered")
    yield Shown("compliance_file", f"{DESK}/files/{told.failed}/", phase="failed")
    yield Shown("compliance_file", f"{DESK}/files/{told.delivered}/", REGULATOR, "regulator")


def _watch(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_panel", f"{DESK}/panel/", OFFICER, "officer")
    yield Shown("compliance_panel", f"{DESK}/panel/", REGULATOR, "regulator")
    yield Shown("compliance_audit", f"{DESK}/audit/")
    yield Shown("compliance_audit", f"{DESK}/audit/?kind=limits.&player=Ana", phase="filtered")
    yield Shown("compliance_audit", f"{DESK}/audit/?words=nada+disto", phase="empty")
    yield Shown("compliance_trace", f"{DESK}/rules/")
    yield Shown("compliance_trace_of", f"{DESK}/rules/blackjack/")


def hand_opened(round_id: int) -> Act:
    """An officer says why and sees one hand face up."""

    def act(page: object) -> None:
        form = page.locator(f"form[action$='/hands/{round_id}/']").first  # type: ignore[attr-defined]
        form.evaluate("(form) => form.closest('details')?.setAttribute('open', '')")
        form.locator("[name=reason]").fill("A mão em que mais fichas mudaram de dono.")
        with page.expect_navigation():  # type: ignore[attr-defined]
            form.locator("button").click()

    return act


def _integrity(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_integrity", f"{DESK}/integrity/")
    for who, phase in BOTH:
        yield Shown("compliance_integrity_case", f"{DESK}/integrity/{told.case}/", who, phase)
    yield Shown("compliance_integrity_hand", f"{DESK}/integrity/{told.case}/", act=hand_opened(told.hand))
    yield Shown("compliance_integrity_sees", f"{DESK}/integrity/seen/")


def _care(told: Compliance) -> Iterator[Shown]:
    yield Shown("compliance_care", f"{DESK}/care/")
    for who, phase in BOTH:
        yield Shown("compliance_care_of", f"{DESK}/care/{told.cared}/", who, phase)
