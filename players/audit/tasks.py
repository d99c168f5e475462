"""Seals the record each minute and compares the new seals with it each night."""

from __future__ import annotations

import structlog
from celery import shared_task

from players.audit import seals, verification
from players.audit.simulated_past import is_past_awaited

log = structlog.get_logger(__name__)


@shared_task
def seal_audit_lines() -> int:
    return 0 if is_past_awaited() else seals.seal()


@shared_task(time_limit=6 * 3600)
def check_new_seals() -> int:
    faults = verification.store_seal_check(complete=False)
    for fault in faults:
        if fault.code == verification.SEALS_LATE:
            log.warning("sealing-behind", seal=fault.seal, description=fault.description)
        else:
            log.error("record-differs", code=fault.code, seal=fault.seal, description=fault.description)
    return len(faults)
