"""Which role may do what, besides reading: every permission that writes, with the roles that hold it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import Group
from django.utils import translation

from casino.backoffice.change_effects import effect_of
from casino.backoffice.models import StaffChange
from casino.backoffice.roles import ROLES

WRITERS = {
    "administration.add_playernote": {
        "care officer",
        "cashier",
        "compliance officer",
        "identity officer",
        "management",
        "support",
    },
    "backoffice.add_plannedshift": {"management"},
    "backoffice.approve_staffchange": {"compliance officer", "management"},
    "backoffice.propose_staffchange": {"management"},
    "care.add_contact": {"care officer", "compliance officer", "management"},
    "cashier.add_adjustment": {"cashier"},
    "cashier.add_ceiling": {"compliance officer", "management"},
    "cashier.approve_ceiling": {"compliance officer", "management"},
    "cashier.approve_adjustment": {"cashier", "management"},
    "cashier.release_payment": {"cashier", "management"},
    "cashier.review_payer": {"compliance officer", "management"},
    "collusion.act_case": {"compliance officer", "management"},
    "collusion.open_hands": {"compliance officer", "management"},
    "duties.add_filing": {"compliance officer", "management"},
    "duties.add_occurrence": {"compliance officer", "management"},
    "duties.add_question": {"compliance officer", "management"},
    "duties.release_question": {"compliance officer", "management"},
    "self_checks.add_systemchange": {"compliance officer", "management"},
    "self_checks.approve_systemchange": {"compliance officer", "management"},
    "games.add_table": {"table manager", "management"},
    "bank.add_bankfile": {"cashier", "management"},
    "bank.add_matchdecision": {"cashier", "management"},
    "bank.approve_matchdecision": {"cashier", "management"},
    "bank.add_recovery": {"cashier", "management"},
    "bank.approve_recovery": {"cashier", "management"},
    "floor.add_tablesuspension": {"compliance officer", "table manager", "management"},
    "floor.release_tablesuspension": {"table manager", "management"},
    "games.add_tablesession": {"table manager", "management"},
    "games.change_chatline": {"table manager", "support", "management"},
    "games.change_incident": {"table manager", "management"},
    "games.change_table": {"table manager", "management"},
    "games.change_tablesession": {"table manager", "management"},
    "identity.add_apitoken": {"auditor", "compliance officer", "compliance reader", "management"},
    "identity.change_identity": {"identity officer", "management"},
    "inbox.add_bulknotice": {"compliance officer", "support", "management"},
    "inbox.approve_bulknotice": {"compliance officer", "management"},
    "inbox.change_complaint": {"support", "management"},
    "identity.add_legalhold": {"laundering officer"},
    "identity.approve_legalhold": {"laundering officer"},
    "laundering.act_file": {"laundering officer"},
    "monitoring.add_ruleversion": {"compliance officer", "laundering officer", "management"},
    "monitoring.approve_ruleversion": {"compliance officer", "laundering officer", "management"},
    "monitoring.decide_bots_case": {"compliance officer", "management"},
    "monitoring.decide_care_case": {"care officer", "compliance officer", "management"},
    "monitoring.decide_laundering_case": {"laundering officer"},
    "players.change_player": {"identity officer", "management"},
    "protection.release_deposithold": {"care officer", "compliance officer", "management"},
    "regulator.reprocess_regulatorfile": {"compliance officer", "management"},
    "reports.add_closingsignature": {"compliance officer", "management"},
    "returning.decide_resemblance": {"laundering officer"},
    "screening.decide_match": {"laundering officer"},
    "reports.add_reportschedule": {"compliance officer", "management"},
    "reports.add_issue": {"compliance officer", "management"},
    "rtp_monitoring.add_answer": {"compliance officer", "management"},
    "rulebook.add_rulechange": {"rules author"},
    "backoffice.send_webhook": {"compliance officer", "management"},
    "rulebook.authorise_rulechange": {"regulator"},
    "rulebook.endorse_rulechange": {"rules approver"},
    "self_checks.add_manifest": {"compliance officer", "management"},
    "self_checks.add_proof": {"compliance officer", "management"},
}


def test_each_permission_that_writes_belongs_to_the_roles_named_here() -> None:
    holders: dict[str, set[str]] = defaultdict(set)
    with translation.override("en"):
        for role, permissions in ROLES.items():
            for permission in permissions:
                if ".view_" not in permission:
                    holders[permission].add(str(role))
    assert dict(holders) == WRITERS


def test_a_change_shows_the_rights_before_and_after_it(demo: None) -> None:
    """What the second person approves is a list of rights, not the name of a role."""

    def effect(kind: str, email: str, role: str = "") -> Any:
        group = Group.objects.get(name=role) if role else None
        change = StaffChange(kind=kind, email=email, role=group, state="proposed", reason="x")
        with translation.override("en"):
            return effect_of(change)

    granted = effect("grant", "apoio@feltro.example", "table manager")
    assert (granted.before, granted.after) == (["support"], ["support", "table manager"])
    words = " ".join(rights for _area, rights in granted.gained)
    assert "changes" in words and granted.lost == [] and "complaints" not in words, (
        "what support has already is no news"
    )
    barred = effect("suspend", "apoio@feltro.example")
    assert (barred.after, barred.gained) == ([], []) and barred.lost
    hired = effect("hire", "nova@feltro.example", "auditor")
    assert (hired.before, hired.after) == ([], ["auditor"]) and hired.gained
    twice = effect("revoke", "apoio@feltro.example", "cashier")
    assert (twice.gained, twice.lost) == ([], []), "a role that the person does not have"
    assert effect_of(StaffChange(kind="suspend", email="apoio@feltro.example", state="approved")) is None
