"""What stands around every page: its address, headers, static files, log line and error pages."""
