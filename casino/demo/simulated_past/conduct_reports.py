"""Reports about other players in a simulated past. Each opens a case, as a player's own report does."""

from __future__ import annotations

from datetime import timedelta

from casino.compliance.collusion.cases import take_step
from casino.compliance.collusion.models import Case, Step
from casino.demo import sample_data
from casino.demo.simulated_past.seeded_draw import SeededRandom
from games.catalogue import games_between_players
from games.models import Stake
from players.inbox.complaints import due_after
from players.inbox.models import Complaint, ComplaintMessage
from players.models import Person
from players.shared import clock

# The report, and how far its case came: not looked at, being looked at, proposed, or closed.
REPORTS = (
    ("Parecem combinar as apostas: um desiste sempre que o outro aumenta.", ()),
    ("Acho que este jogador recebe ajuda de alguém na mesa.", (Step.Verb.TAKE,)),
    ("Os dois jogadores trocam sinais no chat.", (Step.Verb.TAKE, Step.Verb.PROPOSE)),
    (
        "Perdeu todas as fichas para o mesmo jogador em poucas mãos.",
        (Step.Verb.TAKE, Step.Verb.PROPOSE, Step.Verb.SIGN),
    ),
)
REASONS = {
    Step.Verb.TAKE: "Análise das mãos indicadas (passado simulado)",
    Step.Verb.PROPOSE: "As mãos não mostram nada de invulgar (passado simulado)",
    Step.Verb.SIGN: "De acordo (passado simulado)",
}


def file_reports(rng: SeededRandom) -> None:
    """One report for each of the newest money hands that two or more players were dealt in."""
    officer, management = (
        Person.objects.get(email=f"{name}@{sample_data.DOMAIN}") for name in ("oficial", "direcao")
    )
    for number, (text, verbs) in enumerate(REPORTS, 1):
        stakes = _stakes_of_a_hand(rng)
        if not stakes:
            return
        reporter, reported = stakes[0], stakes[-1]
        complaint = Complaint.objects.create(
            number=f"Spast-R{number:03}",
            player=reporter.player,
            category=Complaint.Category.PLAYER,
            round=reporter.round_id,
            table=reporter.round.table_id,
            table_name=reporter.round.table.name,
            reported=reported.player,
            opened=min(reporter.at + timedelta(minutes=20), clock.now()),
            due=due_after(max(reporter.at, clock.now() - timedelta(days=9))),
        )
        ComplaintMessage.objects.create(
            complaint=complaint, author=reporter.player.person, house=False, text=text, at=complaint.opened
        )
        case = Case.objects.get(key=f"report-{complaint.number}")
        for verb in verbs:
            take_step(
                case=case.pk,
                verb=verb,
                person=management if verb is Step.Verb.SIGN else officer,
                reason=REASONS[verb],
                decision=Case.Decision.NO_FINDING if verb is Step.Verb.PROPOSE else "",
            )


def _stakes_of_a_hand(rng: SeededRandom) -> list[Stake]:
    """The stakes of a recent hand between players, for money, that is in no report yet."""
    reported = Complaint.objects.exclude(round=None).values("round")
    recent = Stake.objects.filter(
        round__table__system__in=games_between_players(),
        round__table__currency="EUR",
        round__status="ended",
        at__gt=clock.now() - timedelta(days=9),
    ).exclude(round__in=reported)
    rounds = list(recent.order_by("-round").values_list("round", flat=True).distinct()[:200])
    if not rounds:
        return []
    stakes = Stake.objects.filter(round=rng.choose(rounds)).order_by("seat")
    return list(stakes.select_related("player__person", "round__table"))
