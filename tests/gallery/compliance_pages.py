"""The pages of compliance, as its officer and as the regulator see them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from msgspec import structs

from casino.compliance.reports.all_reports import REPORTS
from tests.gallery.compliance_data import LAUNDERING_OFFICER, Compliance, alarmed, calm
from tests.gallery.pages import Act, GalleryPage, fill

OFFICER, REGULATOR = "oficial", "regulador"
BOTH = ((OFFICER, "officer"), (REGULATOR, "regulator"))
WORKSPACE = "/admin/compliance"


def pages(compliance: Compliance) -> Iterator[GalleryPage]:
    """What an alarm reddens first; then everything as it is on a good day."""
    yield GalleryPage("compliance_returns", f"{WORKSPACE}/returns/", OFFICER)
    for who, phase in BOTH:
        yield GalleryPage(
            "compliance_returns_chart", f"{WORKSPACE}/returns/{compliance.alarm}/", who, f"alarm-{phase}"
        )
    yield GalleryPage("compliance_panel", f"{WORKSPACE}/panel/", OFFICER, "difference", before=alarmed)
    yield GalleryPage("admin.difference", "/admin/", "mesas", before=alarmed)
    for shown in (
        *_overviews(),
        *_reports(compliance),
        *_returns(compliance),
        *_files(compliance),
        *_duties(compliance),
        *_watch(compliance),
        *_integrity(compliance),
        *_care(compliance),
    ):
        yield structs.replace(shown, who=shown.who or OFFICER, before=calm)


def _overviews() -> Iterator[GalleryPage]:
    for who, phase in BOTH:
        yield GalleryPage("compliance", f"{WORKSPACE}/", who, phase)


def _reports(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_reports", f"{WORKSPACE}/reports/")
    days = f"since={compliance.since}&until={compliance.yesterday}"
    yield GalleryPage("compliance_schedules", f"{WORKSPACE}/reports/schedules/")
    yield GalleryPage("compliance_closing", f"{WORKSPACE}/closing/")
    yield GalleryPage(
        "compliance_closing_month", f"{WORKSPACE}/closing/{compliance.today:%Y-%m}/", phase="running"
    )
    yield GalleryPage("compliance_closing_month", f"{WORKSPACE}/closing/2026-01/", phase="over")
    for code, report in REPORTS.items():
        step = "&step=week" if "step" in report.fields else ""
        since = compliance.since
        if report.max_days:
            since = max(since, compliance.today - timedelta(days=report.max_days - 1))
        yield GalleryPage(
            f"compliance_report.{code}",
            f"{WORKSPACE}/reports/{code}/?since={since}&until={compliance.today}{step}",
        )
    yield GalleryPage(
        "compliance_report.gross",
        f"{WORKSPACE}/reports/gross/?{days}&step=month&part=table",
        REGULATOR,
        "regulator",
    )
    yield GalleryPage(
        "compliance_report.gross",
        f"{WORKSPACE}/reports/gross/?since={compliance.yesterday}&until={compliance.since}",
        phase="refused",
    )
    yield GalleryPage(
        "compliance_report.voids",
        f"{WORKSPACE}/reports/voids/?since=2020-01-01&until=2020-01-31",
        phase="empty",
    )
    yield GalleryPage("compliance_issue", f"{WORKSPACE}/reports/issue/{compliance.issue}/", phase="issued")
    yield GalleryPage(
        "compliance_issue", f"{WORKSPACE}/reports/issue/{compliance.issue}/?again=1", phase="compared"
    )
    query = f"{days}&system=american-roulette&step=month&period={compliance.yesterday.replace(day=1)}"
    yield GalleryPage("compliance_reports_rounds", f"{WORKSPACE}/reports/rounds/?{query}")
    yield GalleryPage("compliance_reports_transfers", f"{WORKSPACE}/reports/transfers/?{query}")


def _returns(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_returns_chart", f"{WORKSPACE}/returns/{compliance.chart}/", phase="calm")
    yield GalleryPage(
        "compliance_returns_chart", f"{WORKSPACE}/returns/{compliance.answered}/?whole=1", phase="answered"
    )


def _files(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_files", f"{WORKSPACE}/files/?day={compliance.files}")
    answered = compliance.files - timedelta(days=2)
    yield GalleryPage("compliance_files", f"{WORKSPACE}/files/?day={answered}", phase="answered")
    # The life of a file.
    for phase, file in (
        ("due", compliance.due),
        ("failed", compliance.failed),
        ("delivered", compliance.delivered),
        ("laid-down", compliance.laid_down),
        ("accepted", compliance.accepted),
        ("rejected", compliance.rejected),
    ):
        yield GalleryPage("compliance_file", f"{WORKSPACE}/files/{file}/", phase=phase)
    yield GalleryPage("compliance_file", f"{WORKSPACE}/files/{compliance.delivered}/", REGULATOR, "regulator")
    yield GalleryPage("compliance_alert_files", f"{WORKSPACE}/files/alerts/")


def _duties(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("protection_report_changelist", "/admin/protection/report/")
    yield GalleryPage("protection_report", f"/admin/protection/report/{compliance.report}/change/")
    yield GalleryPage("compliance_duties", f"{WORKSPACE}/duties/")
    yield GalleryPage("compliance_duty", f"{WORKSPACE}/duties/tax-return/2026-10-01/")
    yield GalleryPage("compliance_occurrences", f"{WORKSPACE}/occurrences/")
    for who, phase in BOTH:
        address = f"{WORKSPACE}/occurrences/{compliance.occurrence}/"
        yield GalleryPage("compliance_occurrence", address, who, phase)
    yield GalleryPage("compliance_questions", f"{WORKSPACE}/questions/")
    yield GalleryPage("compliance_question_new", f"{WORKSPACE}/questions/new/payments/")
    for who, phase in BOTH:
        yield GalleryPage("compliance_question", f"{WORKSPACE}/questions/{compliance.question}/", who, phase)
    yield GalleryPage("compliance_availability", f"{WORKSPACE}/availability/")


def _watch(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_panel", f"{WORKSPACE}/panel/", OFFICER, "officer")
    yield GalleryPage("compliance_panel", f"{WORKSPACE}/panel/", REGULATOR, "regulator")
    yield GalleryPage("compliance_audit", f"{WORKSPACE}/audit/")
    yield GalleryPage("compliance_audit", f"{WORKSPACE}/audit/?kind=limits.&player=Ana", phase="filtered")
    yield GalleryPage("compliance_audit", f"{WORKSPACE}/audit/?words=nada+disto", phase="empty")
    yield GalleryPage("compliance_generator", f"{WORKSPACE}/generator/")
    yield GalleryPage("compliance_components", f"{WORKSPACE}/components/")
    yield GalleryPage("compliance_hardware", f"{WORKSPACE}/hardware/")
    yield GalleryPage("compliance_system_changes", f"{WORKSPACE}/system-changes/")
    for who, phase in BOTH:
        address = f"{WORKSPACE}/system-changes/{compliance.system_change}/"
        yield GalleryPage("compliance_system_change", address, who, phase)
    yield GalleryPage("compliance_trace", f"{WORKSPACE}/rules/")
    yield GalleryPage("compliance_trace_of", f"{WORKSPACE}/rules/blackjack/")


def hand_opened(round_id: int) -> Act:
    """An officer says why and sees one hand face up."""

    def act(page: object) -> None:
        form = page.locator(f"form[action$='/hands/{round_id}/']").first
        form.evaluate("(form) => form.closest('details')?.setAttribute('open', '')")
        form.locator("[name=reason]").fill("A mão em que mais fichas mudaram de dono.")
        with page.expect_navigation():
            form.locator("button").click()

    return act


def _integrity(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_integrity", f"{WORKSPACE}/integrity/")
    for who, phase in BOTH:
        yield GalleryPage(
            "compliance_integrity_case", f"{WORKSPACE}/integrity/{compliance.case}/", who, phase
        )
    yield GalleryPage(
        "compliance_integrity_hand",
        f"{WORKSPACE}/integrity/{compliance.case}/",
        act=hand_opened(compliance.hand),
    )
    yield GalleryPage("compliance_integrity_sees", f"{WORKSPACE}/integrity/seen/")


def _care(compliance: Compliance) -> Iterator[GalleryPage]:
    yield GalleryPage("compliance_care", f"{WORKSPACE}/care/")
    for who, phase in BOTH:
        yield GalleryPage("compliance_care_of", f"{WORKSPACE}/care/{compliance.cared}/", who, phase)
    yield GalleryPage("compliance_cases_care", f"{WORKSPACE}/cases/care/")
    for who, phase in BOTH:
        address = f"{WORKSPACE}/cases/care/{compliance.cared_case}/"
        yield GalleryPage("compliance_case_care", address, who, phase)
    rules = "/admin/monitoring/ruleversion/"
    yield GalleryPage("monitoring_ruleversion_changelist", rules)
    for phase, version in (("replayed", compliance.replayed), ("waiting", compliance.waiting)):
        yield GalleryPage("monitoring_ruleversion_change", f"{rules}{version}/change/", phase=phase)
    yield GalleryPage("monitoring_ruleversion_draft", f"{rules}draft/?rule=losses")
    files = f"{WORKSPACE}/laundering/"
    yield GalleryPage("compliance_laundering", files, LAUNDERING_OFFICER)
    yield GalleryPage("compliance_laundering_file", f"{files}{compliance.filed}/", LAUNDERING_OFFICER)
    cases = "/admin/returning/resemblance/"
    yield GalleryPage("returning_resemblance_changelist", cases, LAUNDERING_OFFICER)
    yield GalleryPage(
        "returning_resemblance_change", f"{cases}{compliance.returning}/change/", LAUNDERING_OFFICER
    )
    holds = "/admin/identity/legalhold/"
    yield GalleryPage("identity_legalhold_changelist", holds, LAUNDERING_OFFICER)
    yield GalleryPage("identity_legalhold_change", f"{holds}{compliance.order}/change/", LAUNDERING_OFFICER)
    yield GalleryPage("identity_legalhold_propose", f"{holds}propose/", LAUNDERING_OFFICER)
    yield GalleryPage(
        "identity_legalhold_propose",
        f"{holds}propose/",
        LAUNDERING_OFFICER,
        "refused",
        act=fill(player="Ninguém", reference="1/26", reason="Ofício de hoje."),
        quiet=("422",),
    )
    for name, address in (
        ("screening_match_changelist", "match/"),
        ("screening_match_change", f"match/{compliance.match}/change/"),
        ("screening_listimport_changelist", "listimport/"),
        ("screening_listimport_change", "listimport/1/change/"),
    ):
        yield GalleryPage(name, f"/admin/screening/{address}", LAUNDERING_OFFICER)
