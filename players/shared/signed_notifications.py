"""What outside services send by themselves: one signed notification in each request."""


class UnreadableNotification(Exception):
    """The signature is genuine, but the content has another form than agreed."""
