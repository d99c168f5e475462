from players.shared import extras


class ScheduledReportsConfig(extras.Extra):
    name = "casino.extras.scheduled_reports"
    label = "scheduled_reports"
    pages_below = "admin/compliance/"

    def ready(self) -> None:
        from casino.compliance.reports.closing_mail import register_closing_mail
        from casino.extras.scheduled_reports.mailing import ClosedMonths

        register_closing_mail(ClosedMonths())
