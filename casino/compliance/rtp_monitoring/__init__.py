"""RETURN CONTROL: what came back of the bets against what theory says, with bands, a test that may be looked at daily, and alarms."""
