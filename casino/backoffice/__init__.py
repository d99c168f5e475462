"""The back office: the admin site for staff, its theme, roles and access control."""
