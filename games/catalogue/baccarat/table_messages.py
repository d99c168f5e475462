"""The sentences of ponto e banca and of its Macau way at their live tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.text import Text

MESSAGES: dict[str, Text] = {
    # The chances, as they are named and as they are printed.  [PB-9a] [PB-9b] [PB-9c] [PB-10]
    "kind.punto": _("Ponto"),
    "kind.banco": _("Banca"),
    "kind.tie": _("Tie"),
    "kind.punto-pair": _("Ponto pair"),
    "kind.banco-pair": _("Banca pair"),
    "pb.print.punto": pgettext_lazy("printed on the cloth", "PONTO"),
    "pb.print.banco": pgettext_lazy("printed on the cloth", "BANCA"),
    "pb.print.tie": pgettext_lazy("printed on the cloth", "TIE"),
    "pb.print.punto-pair": pgettext_lazy("printed on the cloth", "PONTO PAIR"),
    "pb.print.banco-pair": pgettext_lazy("printed on the cloth", "BANCA PAIR"),
    "pb.letter.punto": pgettext_lazy("letter of ponto on the roads", "P"),
    "pb.letter.banco": pgettext_lazy("letter of banca on the roads", "B"),
    "pb.letter.tie": pgettext_lazy("letter of a tie on the roads", "T"),
    "pb.the.punto": _("Ponto"),
    "pb.the.banco": _("Banca"),
    "pb.pays": _("{won} to {staked}"),
    "settings.squeeze": _("Cards of ponto and banca"),
    "settings.squeeze.once": _("Turned at once"),
    "settings.squeeze.slow": _("Squeezed"),
    "settings.squeeze.note": _(
        "Squeezed, the first two cards of a hand stay covered for as long as everybody has to see them; "
        "then they open. Draw them up with a finger or the mouse, or press the up arrow. They are not "
        "squeezed where your device asks for less motion."
    ),
    "pb.total": _("{total} on it"),
    "pb.room": _("up to {room}"),
    "pb.room.all": _("All players can still bet"),
    "pb.all-players": _("{all}, all players"),
    "pb.no-maximum": pgettext_lazy("maximum of a bet", "none"),
    "pb.other": _("Place {place}: {stake}"),
    "pb.spot": _("bet from {minimum} to {maximum}"),
    "pb.spot.least": _("bet from {minimum}"),
    # What the house takes of prizes.  [PB-26a] [PB-26b]
    "pb.commission.name": _("Commission"),
    "pb.commission": _("commission {percent} %"),
    "pb.commission.scores": _("commission {percent} % with {scores}"),
    "pb.commission.none": pgettext_lazy("commission", "none"),
    "pb.commission.rule": _("{percent} % of the prize when banca wins"),
    "pb.commission.rule.all": _("{percent} % of prizes when banca wins"),
    "pb.commission.rule.scores": _("{percent} % of the prize when banca wins with {scores}"),
    "pb.commission.rule.scores.all": _("{percent} % of prizes when banca wins with {scores}"),
    "pb.or": pgettext_lazy("between scores", "or"),
    "pb.less": _("− {commission}"),
    # The deal.  [PB-17] [PB-18] [PB-19] [PB-20] [PB-27b]
    "phase.closed": _("No more bets, cards are being dealt"),
    "phase.collect": _("Losing bets are collected"),
    "phase.pay": _("Winning bets are paid"),
    "pb.phase.cards": _("four cards, one at a time"),
    "pb.phase.turned.punto": _("ponto's cards are turned"),
    "pb.phase.turned.banco": _("banca's cards are turned"),
    "pb.phase.third.punto": _("third card for ponto"),
    "pb.phase.third.banco": _("third card for banca"),
    "pb.natural": _("natural {score}"),
    "pb.move.draws": pgettext_lazy("a hand of ponto e banca", "draws"),
    "pb.move.stands": pgettext_lazy("a hand of ponto e banca", "stands"),
    "pb.move.natural": pgettext_lazy("a hand of ponto e banca", "natural"),
    "pb.won.punto": _("Ponto wins, {punto} to {banco}"),
    "pb.won.banco": _("Banca wins, {banco} to {punto}"),
    "pb.won.tie": _("Tie, {punto} to {banco}"),
    "pb.last": _("Last result"),
    "pb.none": _("No result yet"),
    "pb.say.dealt": _("Four cards are face down."),
    "pb.say.turned": _("{side}: {cards}; {score}."),
    "pb.say.natural": _("{side}: natural, {score}."),
    "pb.say.third": _("{side}, third card: {card}; {score}."),
    "pb.result.charged": _("Staked {staked} · back {back} · commission {commission} · net {net}"),
    # Why a hand draws or stands. Scores and values are the printed rows of the rule.  [PB-19] [PB-20]
    "pb.why.punto.natural": _("Ponto has {on}, a natural: nobody draws."),
    "pb.why.banco.natural": _("Banca has {on}, a natural: nobody draws."),
    "pb.why.punto.other-natural": _("Banca has a natural: ponto does not draw."),
    "pb.why.banco.other-natural": _("Ponto has a natural: banca does not draw."),
    "pb.why.punto.draws": _("Ponto has {on} and draws (it draws with {draws})."),
    "pb.why.punto.stands": _("Ponto has {on} and stands (it draws with {draws})."),
    "pb.why.banco.always": _("Banca has {on} and draws (it always draws with {always})."),
    "pb.why.banco.seven": _("Banca has {on} and stands."),
    "pb.why.banco.alone.draws": _("Ponto did not draw. Banca has {on} and draws (it draws with {alone})."),
    "pb.why.banco.alone.stands": _("Ponto did not draw. Banca has {on} and stands (it draws with {alone})."),
    "pb.why.banco.draws": _(
        "Banca has {on} and draws against {against}; ponto's third card is the {card}: banca draws."
    ),
    "pb.why.banco.stands": _(
        "Banca has {on} and draws against {against}; ponto's third card is the {card}: banca stands."
    ),
    "pb.thirds.open": _("Third card"),
    "pb.thirds.title": _("The rule of the third card"),
    "pb.thirds.natural": _("With {natural} in the first two cards, on either side, nobody draws."),
    "pb.thirds.punto": _("Ponto draws with {draws}."),
    "pb.thirds.banco": _("Where ponto drew, banca follows the value of that card:"),
    "pb.thirds.has": _("Banca has"),
    "pb.thirds.draws": _("draws if ponto's third card is worth"),
    "pb.thirds.always": _("any value"),
    "pb.thirds.never": _("none: it stands"),
    "pb.thirds.alone": _("Where ponto did not draw, banca draws with {alone}, or less."),
    "pb.values": _(
        "An ace counts 1, cards from 2 to 9 count their number, and tens and picture cards count 0. "
        "Only the last digit of the sum counts."
    ),
    # The roads.
    "pb.roads": _("Roads"),
    "pb.road.bead": _("Bead plate"),
    "pb.road.big": _("Big road"),
    "pb.road.eye": _("Big eye boy"),
    "pb.road.small": _("Small road"),
    "pb.road.roach": _("Cockroach"),
    "pb.road.said": _("ponto {punto}, banca {banco}, ties {tie}"),
    "pb.road.marks": _("{regular} regular, {other} irregular"),
    "pb.road.none": _("no result yet"),
    "pb.road.regular": pgettext_lazy("mark of a road", "regular"),
    "pb.road.other": pgettext_lazy("mark of a road", "irregular"),
    "pb.road.nothing": pgettext_lazy("mark of a road", "no mark"),
    "pb.honest": _("The roads are not a forecast: in a kept shoe, only the cards already dealt are missing."),
    "pb.if.punto": _("If ponto"),
    "pb.if.banco": _("If banca"),
    # Limits.  [PB-14] [PB-15a] [PB-40] [PB-41]
    "pb.limit.sides": _("Ponto, banca"),
    "pb.limit.pairs": _("Pairs"),
    "pb.from": _("from {minimum}"),
    "pb.from.all": _("from {minimum}; all players {all}"),
    "pb.cap": _("Maximum of prizes in a round"),
    "pb.decks": _("Decks in the shoe"),
    # Why each bet was paid so.  [PB-22] [PB-23b] [PB-25a] [PB-26]
    "pb.why.won": _("won: {times} × {stake} = {prize}, and the stake stays yours"),
    "pb.why.lost": pgettext_lazy("a bet", "lost"),
    "pb.why.neither": _("tie: neither won nor lost, the stake is returned"),
    "pb.why.commission": _("{percent} % of the prize = {commission}"),
    # A bet on which others rest stays.  [PB-43a]
    "coach.clock": _(
        "3 of 3 · Bets close when this clock runs out; at a table for one, when you start the deal. "
        "Until then you can take yours back, except stakes that bets of other players depend on."
    ),
    # The table as a list.
    "pb.list.chance": _("Chance"),
    "pb.list.limits": _("Limits"),
    "pb.list.stake": _("Your stake"),
    "pb.list.all": _("All players"),
    "pb.list.bet": _("Place bet"),
    "pb.list.hand": _("{side}: {cards}; {score}."),
    "pb.list.hand.down": _("{side}: two cards face down."),
    "pb.list.hand.none": _("{side}: no cards."),
    # Refusals.  [PB-10] [PB-13] [PB-14] [PB-15a] [PB-41] [PB-43a]
    "refused.above-maximum": _(
        "Above the maximum of “{place}”: {times} × {minimum} = {limit}. You can still bet {room}."
    ),
    "refused.above-maximum.short": _("Above the maximum of this chance."),
    "refused.below-minimum": _("Below the minimum of “{place}”: {minimum}."),
    "refused.below-minimum.short": _("Below the minimum of this chance."),
    "refused.both-sides": _(
        "Bets on the two sides must differ by at least {minimum}; they would differ by {difference}."
    ),
    "refused.both-sides.short": _("Bets on the two sides must differ by at least the minimum."),
    "refused.above-table-cap": _(
        "Above the maximum of prizes of {cap}: all players together can still bet {room} on “{place}”."
    ),
    "refused.above-table-cap.short": _("Above the maximum of prizes of this table."),
    "refused.covers-others": _(
        "On “{place}”, {stays} must stay: bets of other players on the other side depend on it."
    ),
    "refused.covers-others.short": _("Other players' bets depend on this bet, so it stays until bets close."),
    "refused.not-offered": _("This table does not offer that bet."),
    # Words that a player may type, and answers of the command line.
    "typed.place.punto": pgettext_lazy("typed place", "ponto, punto, player"),
    "typed.place.banco": pgettext_lazy("typed place", "banca, banco, banker, bank"),
    "typed.place.tie": pgettext_lazy("typed place", "tie"),
    "typed.place.punto-pair": pgettext_lazy("typed place", "ponto pair, punto pair, player pair"),
    "typed.place.banco-pair": pgettext_lazy("typed place", "banca pair, banco pair, banker pair"),
}
