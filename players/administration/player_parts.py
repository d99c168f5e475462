"""Importing these modules registers what a player's page shows of people."""

from __future__ import annotations

from players.administration import (  # noqa: F401
    player_header,
    player_identity,
    player_links,
    player_panels,
    player_timeline,
)
