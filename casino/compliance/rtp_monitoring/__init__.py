"""Return control: observed returns compared with theory, with bands, a sequential test and alarms."""
