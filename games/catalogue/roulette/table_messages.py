"""The sentences of the roulettes at their live tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

MESSAGES: dict[str, Text] = {
    # Kinds of chance, by the names of rule 7.  [AR-7a-i] [AR-7b-i] [FR-7a-i] [FR-7b-i]
    "kind.straight": _("Straight up"),
    "kind.split": _("Split"),
    "kind.street": _("Street"),
    "kind.corner": _("Corner"),
    "kind.line": _("Line"),
    "kind.dozen": _("Dozen"),
    "kind.column": _("Column"),
    "kind.double-dozen": _("Two dozens"),
    "kind.double-column": _("Two columns"),
    "kind.even": _("Even"),
    "kind.odd": _("Odd"),
    "kind.low": _("Low"),
    "kind.high": _("High"),
    "kind.red": _("Red"),
    "kind.black": _("Black"),
    "of.straight": _("of a straight up"),
    "of.split": _("of a split"),
    "of.street": _("of a street"),
    "of.corner": _("of a corner"),
    "of.line": _("of a line"),
    "of.dozen": _("of a dozen"),
    "of.column": _("of a column"),
    "of.double-dozen": _("of two dozens"),
    "of.double-column": _("of two columns"),
    "of.even": _("of even"),
    "of.odd": _("of odd"),
    "of.low": _("of low"),
    "of.high": _("of high"),
    "of.red": _("of red"),
    "of.black": _("of black"),
    "colour.red": _("red"),
    "colour.black": _("black"),
    "colour.green": _("green"),
    # What is printed on the layout.  [AR-6d] [FR-6d]
    "felt.name": _("Betting layout"),
    "felt.keys": _(
        "Arrow keys move over the layout, Enter bets the chosen chip, plus and minus choose a chip, "
        "Backspace takes back the "
        "last bet, Delete takes back all."
    ),
    "felt.dozen:1-12": _("1st 12"),
    "felt.dozen:13-24": _("2nd 12"),
    "felt.dozen:25-36": _("3rd 12"),
    "felt.column:34": _("2 to 1"),
    "felt.column:35": _("2 to 1"),
    "felt.column:36": _("2 to 1"),
    "felt.low": _("1 to 18"),
    "felt.high": _("19 to 36"),
    "felt.even": _("EVEN"),
    "felt.odd": _("ODD"),
    # The round.  [AR-14b] [FR-R15b]
    "phase.individual": _("bet and launch the ball"),
    "phase.spinning": _("No more bets"),
    "spin.skip": _("Skip"),
    "say.number": _("{number}, {colour}. {traits}"),
    "result.none": _("No number yet"),
    "result.running": _("The ball is running"),
    "last.numbers": _("Last winning numbers, newest first"),
    "tray.launch": _("Launch the ball"),
    # Call bets.  [FR-8]
    "view.name": _("What is shown"),
    "view.felt": _("Layout"),
    "view.race": _("Racetrack"),
    "race.title": _("Call bets"),
    "race.name": _("The numbers as they lie on the wheel"),
    "race.neighbours": _("Neighbours"),
    "race.finals": _("Finals"),
    "race.voisins": _("SERIES 0-2-3"),
    "race.orphelins": _("ORPHANS"),
    "race.tiers": _("SERIES 5-8"),
    "call.voisins": _("Neighbours of zero (series 0-2-3)"),
    "call.orphelins": _("Orphans"),
    "call.tiers": _("Series 5-8"),
    "call.neighbours-2": _("{number} and two neighbours"),
    "call.neighbours-4": _("{number} and four neighbours"),
    "call.neighbours-6": _("{number} and six neighbours"),
    "call.finals": _("Finals of {number}"),
    "call.costs": _("{count} chips of {chip}: {total}."),
    "call.confirm": _("Place bet"),
    # The same table as a list.
    "chances.intro": _("Every bet of the table with its limits. Bets placed here also appear on the layout."),
    "chances.kind": _("Kind of chance"),
    "chances.limits": _("Minimum {minimum}, maximum {maximum}; a win earns {won} for {staked}."),
    "chances.open": _("Bets are open. Staked so far: {total}."),
    "chances.closed": _("Bets are not open now. Staked: {total}."),
    # Why a bet was paid as it was.  [AR-24] [FR-R25]
    "explain.number": _("The ball came to rest on {number}, {colour}."),
    "explain.won": _("won: {times} × {stake} = {prize}, and the stake stays yours"),
    "explain.won.half": _("won: half of {stake} = {prize}, and the stake stays yours"),
    "explain.lost": _("lost: it does not contain the number drawn"),
    "explain.halved": _("zero: half is lost ({lost}), half comes back ({back})"),
    "explain.held": _("zero: the stake is held for the next round"),
    "explain.kept": _("zero again: the stake stays held"),
    "explain.released": _("held before, now won: the stake comes back without a prize ({back})"),
    "explain.prison-lost": _("held before, now lost"),
    # What happens when zero comes up.
    "zero.lose-all": _("When zero comes up, bets on the even chances lose."),
    "zero.la-partage": _(
        "When zero comes up, bets on the even chances lose half, and the other half comes back."
    ),
    "zero.en-prison": _("When zero comes up, bets on the even chances are held for the next round."),
    # How often each number came.  [AR-25] [FR-R26]
    "frequencies.open": _("Frequencies"),
    "frequencies.title": _("How often each number came up"),
    "frequencies.rounds": _("Rounds counted"),
    "frequencies.span": _("last {span}"),
    "frequencies.counted": _("{total} of the last {span} rounds have a number."),
    "frequencies.one": _("{number}: {count} times"),
    "frequencies.honest": _("Past results do not influence the next ones."),
}
