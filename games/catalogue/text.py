"""The type of what people read: a string, or one that is translated when it is shown."""

from django.utils.functional import Promise

Text = Promise | str
