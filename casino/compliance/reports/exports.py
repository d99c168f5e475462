"""A report as a file: CSV and PDF through the shared list documents, XLSX row by row."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from itertools import chain
from typing import Any

from django.http import HttpResponse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.reports.building import BuiltReport
from casino.compliance.reports.parameters import period_end
from casino.compliance.standby import Position
from players.shared import clock
from players.shared.exports.csv_export import attachment, csv_bytes, csv_response
from players.shared.exports.list_document import Cell, Column, ListDocument, Money, Share, display_text
from players.shared.exports.pdf import pdf_bytes, pdf_response

PERIODS = ("day", "month")  # kinds of columns that name a period by its first day
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def visible_columns(built: BuiltReport) -> list[Column]:
    return [column for column in built.report.columns if column.kind != "hidden"]


def cell(value: Any, column: Column) -> Cell:
    """A stored value as a cell of a document."""
    if value is None:
        return None
    match column.kind:
        case "money":
            return Money(value)
        case "net":
            return Money(value, signed=True)
        case "count":
            return int(value)
        case "number":
            return str(value)
        case "day":
            return date.fromisoformat(value)
        case "month":
            return str(date_format(date.fromisoformat(value), "YEAR_MONTH_FORMAT"))
        case "moment":
            return datetime.fromisoformat(value)
        case "share":
            return Share(int(value))
        case "word":
            return _label(value, column)
    return str(value)


def _label(value: Any, column: Column) -> str:
    """The label of a code, with anything that follows it: «Blackjack/21 · 3»."""
    code, point, rest = str(value).partition(" · ")
    return f"{column.words.get(code, code)}{point}{rest}"


def cells(built: BuiltReport) -> Iterator[list[Cell]]:
    visible = [
        (position, column) for position, column in enumerate(built.report.columns) if column.kind != "hidden"
    ]
    for row in built.rows:
        yield [
            _period(row[position], column, built)
            if column.key == "period" and column.kind in PERIODS
            else cell(row[position], column)
            for position, column in visible
        ]


def has_period(built: BuiltReport) -> bool:
    """Whether each row is about a period, which its first column names."""
    first = built.report.columns[0]
    return first.key == "period" and first.kind in PERIODS


def data_cells(built: BuiltReport) -> Iterator[list[Cell]]:
    """The rows for programs: a period is its first and its last counted day, whatever the step."""
    columns = visible_columns(built)
    places = [built.report.position(column.key) for column in columns]
    for row in built.rows:
        values = [cell(row[place], column) for place, column in zip(places, columns, strict=True)]
        if has_period(built):
            first = date.fromisoformat(row[0])
            values[:1] = counted_days(first, columns[0], built) or (first, last_day(first, columns[0], built))
        yield values


def last_day(first: date, column: Column, built: BuiltReport) -> date:
    """The last day of the period that begins on `first`."""
    return period_end(first, "month" if column.kind == "month" else built.choice.step)


def _period(value: str, column: Column, built: BuiltReport) -> Cell:
    """The first day of a period, with the days that were counted if they are only part of it."""
    whole = cell(value, column)
    days = counted_days(date.fromisoformat(value), column, built)
    if days is None:
        return whole
    if column.kind == "day" and built.choice.step == "day":
        return _("%(whole)s · partial") % {"whole": display_text(whole, "EUR")}
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in days)
    values = {"whole": display_text(whole, "EUR"), "first": first, "last": last}
    return _("%(whole)s · partial: %(first)s – %(last)s") % values


def counted_days(first: date, column: Column, built: BuiltReport) -> tuple[date, date] | None:
    """The first and last counted day of a period, if the choice cuts it or it was not over; else None."""
    last, today = last_day(first, column, built), clock.day_of(built.made)
    days = max(first, built.choice.since), min(last, built.choice.until, today)
    return days if days != (first, last) or last >= today else None


def facts(built: BuiltReport) -> list[tuple[str, str]]:
    """What the head of a file says about the report: its days, accounts, checks, position and digest."""
    choice = built.choice
    if built.report.as_of_now:
        made = (_("As of"), date_format(localtime(built.made), "SHORT_DATETIME_FORMAT"))
        return [made, *_facts(built)]
    days = (
        f"{date_format(choice.since, 'SHORT_DATE_FORMAT')} – {date_format(choice.until, 'SHORT_DATE_FORMAT')}"
    )
    return [(_("Days, Lisbon time"), days), *_facts(built)]


def _facts(built: BuiltReport) -> list[tuple[str, str]]:
    accounts = _("test accounts") if built.choice.testing else _("without test accounts")
    return [
        (_("Currency"), "EUR"),
        (_("Accounts"), accounts),
        (_("Rows"), number_format(len(built.rows), force_grouping=True)),
        *((check.label, _("not equal") if check.difference else _("equal")) for check in built.checks),
        *([(_("Position"), built.position_text)] if built.position else []),
        *_archived_fact(built),
        ("SHA-256", built.digest),
    ]


def _archived_fact(built: BuiltReport) -> list[tuple[str, str]]:
    if (day := built.archived_until) is None:
        return []
    return [
        (
            _("Only in the archive"),
            _("transfers before %(day)s") % {"day": date_format(day, "SHORT_DATE_FORMAT")},
        )
    ]


def sheet_of(built: BuiltReport, who: str, *, for_programs: bool = False) -> ListDocument:
    """The report as a document. `for_programs`: dates and numbers alone, in the same form in every row."""
    columns = visible_columns(built)
    shown = list(columns)
    if for_programs and has_period(built):
        shown[:1] = [Column(_("From")), Column(_("To (inclusive)"))]
    return ListDocument(
        name=f"feltro-{built.report.code}-{built.choice.since:%Y%m%d}-{built.choice.until:%Y%m%d}",
        title=str(built.report.title),
        who=who,
        facts=facts(built),
        sums=[
            (str(column.label), cell(built.totals[column.key], column)) for column in columns if column.total
        ],
        columns=shown,
        rows=data_cells(built) if for_programs else cells(built),
        whose=_("Exported by"),
    )


def file_bytes(built: BuiltReport, kind: str) -> tuple[str, bytes, str]:
    """The file of an e-mail: its name, content and type."""
    sheet = sheet_of(built, "", for_programs=kind != "pdf")
    if kind == "csv":
        sheet.name = csv_name(sheet.name, built.position)
        return f"{sheet.name}.csv", csv_bytes(sheet), "text/csv"
    if kind == "pdf":
        return f"{sheet.name}.pdf", pdf_bytes(sheet), "application/pdf"
    return f"{sheet.name}.xlsx", xlsx_of(sheet), XLSX


def file_response(built: BuiltReport, kind: str, who: str, *, with_totals: bool = False) -> HttpResponse:
    """The file; a CSV file has a line of totals on request only, as programs that read it would count it."""
    sheet = sheet_of(built, who, for_programs=kind != "pdf")
    if kind == "csv":
        sheet.name = csv_name(sheet.name, built.position)
        if with_totals:
            sheet.rows = chain(sheet.rows, total_rows(built))
        return csv_response(sheet)
    if kind == "pdf":
        return pdf_response(sheet)
    return attachment(xlsx_of(sheet), XLSX, f"{sheet.name}.xlsx")


def csv_name(name: str, position: Position | None) -> str:
    """A CSV file has no head, because programs read it: its name states the position."""
    if position is None:
        return name
    return f"{name}-{position.file_name}"


def total_rows(built: BuiltReport) -> Iterator[list[Cell]]:
    """The line of totals, if a column has one."""
    columns = visible_columns(built)
    if any(column.total for column in columns):
        totals = [cell(built.totals[column.key], column) if column.total else None for column in columns]
        yield [_("In all"), *([None] if has_period(built) else []), *totals[1:]]


def xlsx_of(sheet: ListDocument) -> bytes:
    """Written row by row, so that memory does not grow with the report; money and times are numbers, not
    text. The header stays in sight, each column has a filter, and totals are formulas of the rows that the
    filters leave.
    """
    import xlsxwriter  # with the first file: a process is smaller without it

    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(
        buffer, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    bold = workbook.add_format({"bold": True})
    bold_money = workbook.add_format({"bold": True, "num_format": "#,##0.00"})
    money_format, day_format, share_format = (
        workbook.add_format({"num_format": "#,##0.00"}),
        workbook.add_format({"num_format": "yyyy-mm-dd"}),
        workbook.add_format({"num_format": "0.00%"}),
    )
    moment_format = workbook.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    worksheet = workbook.add_worksheet(sheet.title[:31].translate(str.maketrans("[]:*?/\\", "-------")))
    worksheet.set_column(0, len(sheet.columns), 18)
    row_number = 0
    for label, text in [(sheet.title, ""), (sheet.whose, sheet.who), *sheet.facts]:
        worksheet.write_string(row_number, 0, label, bold)
        worksheet.write_string(row_number, 1, text)
        row_number += 1
    row_number += 1
    header = row_number
    for column_number, column in enumerate(sheet.columns):
        worksheet.write_string(row_number, column_number, str(column.label), bold)
    worksheet.freeze_panes(header + 1, 0)
    for row in sheet.rows:
        row_number += 1
        for column_number, value in enumerate(row):
            cell_at = row_number, column_number
            match value:
                case None:
                    pass
                case Money():
                    worksheet.write_number(*cell_at, Decimal(value.cents).scaleb(-2), money_format)
                case Share():
                    worksheet.write_number(*cell_at, Decimal(value.parts).scaleb(-4), share_format)
                case datetime():
                    worksheet.write_datetime(*cell_at, localtime(value).replace(tzinfo=None), moment_format)
                case date():
                    midnight = datetime.combine(value, time.min)
                    worksheet.write_datetime(*cell_at, midnight, day_format)
                case int():
                    worksheet.write_number(*cell_at, value)
                case _:
                    worksheet.write_string(*cell_at, value)
    last = row_number
    if last > header:
        worksheet.autofilter(header, 0, last, len(sheet.columns) - 1)
        _write_totals(worksheet, sheet, header + 1, last, bold, bold_money)
    workbook.close()
    return buffer.getvalue()


def _write_totals(
    worksheet: Any, sheet: ListDocument, first: int, last: int, bold: Any, bold_money: Any
) -> None:
    """A line below the rows, with one row between, so that the filter does not take it for one of them."""
    sums = dict(sheet.sums)
    if not sums:
        return
    from xlsxwriter.utility import xl_col_to_name

    worksheet.write_string(last + 2, 0, _("In all"), bold)
    for column_number, column in enumerate(sheet.columns):
        if column_number and column.label in sums:
            total = sums[column.label]
            is_money = isinstance(total, Money)
            letter = xl_col_to_name(column_number)
            worksheet.write_formula(
                last + 2,
                column_number,
                f"=SUBTOTAL(109,{letter}{first + 1}:{letter}{last + 1})",
                bold_money if is_money else bold,
                # A number, not text: what a program shows that does not compute formulas.
                Decimal(total.cents).scaleb(-2) if isinstance(total, Money) else total,
            )
