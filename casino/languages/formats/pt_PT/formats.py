"""Dates and figures as they are written in Portugal."""

DATE_FORMAT = r"j \d\e F \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\N{NO-BREAK SPACE}"
NUMBER_GROUPING = 3
