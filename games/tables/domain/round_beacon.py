"""What a round keeps of the beacon that its draw depends on.

The rule is fixed before bets open, the number of the value when they close, and the value comes later. Bets
never open a second time in a round, so a number that was chosen stands.
"""

from __future__ import annotations

from msgspec import Struct

from games.draw.beacon import BeaconUse, Chain
from games.rules.engine import AnyEngine, Chance, RoundState, Wait

SECOND_MS = 1000


class BeaconRule(Struct, frozen=True):
    """Which value a round will depend on, as published before its bets open."""

    chain: Chain
    margin: int  # milliseconds from the recorded close to the scheduled time of the value, at least
    wait: int  # seconds after that time until a round without its value is void


class RoundBeacon(Struct, frozen=True):
    """The rule of a round, and what is known by now of the value that it picks."""

    rule: BeaconRule
    closed: int = 0  # when bets closed, in milliseconds since 1970
    number: int = 0
    signature: str = ""

    @property
    def is_awaited(self) -> bool:
        """Whether bets are closed and the value has not come."""
        return bool(self.number) and not self.signature

    @property
    def scheduled(self) -> int:
        """When the beacon publishes the chosen value."""
        return self.rule.chain.scheduled_ms(self.number)

    @property
    def use(self) -> BeaconUse | None:
        """What the draw depends on, once the value has come."""
        if not self.signature:
            return None
        rule = self.rule
        return BeaconUse(rule.chain, self.closed, rule.margin, self.number, self.signature)

    def number_for(self, closed: int) -> int:
        """The number that the rule picks for bets that close at this time."""
        return self.rule.chain.first_from(closed + self.rule.margin)

    def is_given_up(self, at: int) -> bool:
        """Whether a value that has not come by now makes the round void."""
        return self.is_awaited and at >= self.scheduled + self.rule.wait * SECOND_MS


def play_on_alone(engine: AnyEngine, game: RoundState, chance: Chance) -> RoundState:
    """The round as it would go on until the next decision, or its end."""
    while engine.waiting_for(game) is Wait.HOUSE:
        for event in engine.advance(game, chance):
            game = engine.apply(game, event)
    return game
