"""The tasks that follow the record, and that replay what is proposed."""

from __future__ import annotations

from celery import shared_task

from players.audit.simulated_past import is_past_awaited


@shared_task
def follow_record() -> int:
    """Folds what is settled since the last pass into the states of the rules; lets go what waited for it."""
    from casino.compliance.monitoring import following
    from players.wallet.cashier import gateway_requests

    # Rows of a simulated past are dated before what is already there.
    alerts = 0 if is_past_awaited() else following.follow()
    gateway_requests.send_what_was_read()
    return alerts


@shared_task
def replay_proposals() -> int:
    """Replays proposed versions of rules. A lost message is made up for by the next minute."""
    from casino.compliance.monitoring import changing

    return 0 if is_past_awaited() else changing.replay_proposals()
