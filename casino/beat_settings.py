"""The settings of a beat. It sends tasks by their names, and of all tables it knows that of the schedule, so
it loads one app of the house.
"""

from casino.settings import *  # noqa: F403

INSTALLED_APPS = ["casino.apps.BeatConfig"]
