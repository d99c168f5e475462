"""The texts of a live table, sent to its page in the page's language; the browser only inserts the figures.

The page fills the names in braces: amounts in the table's currency, places by their names. A code that ends
in `.short` is for refusals without figures.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.catalogue import GAMES
from games.catalogue.conduct import FORBIDDEN
from games.catalogue.draws import PackDraw, ShoeDraw
from games.catalogue.text import Text
from games.tables.messages.barred import MESSAGES as BARRED
from games.tables.messages.typed_commands import MESSAGES as TYPED
from games.tables.messages.typed_commands import typed_words
from games.tables.messages.verification import MESSAGES as CHECKS
from games.tables.messages.verification import PACK_CODES, SHOE_CODES
from players.languages import LANGUAGES, language_of

MESSAGES: dict[str, Text] = {
    **CHECKS,
    **TYPED,
    # The round, in the words of the regulation.  [AR-14b] [FR-R15b]
    "phase.asleep": _("Waiting for players"),
    "phase.preparing": _("The round is being prepared"),
    "phase.betting": _("Place your bets"),
    "phase.closed": _("No more bets"),
    "beacon.waits": _("the cards come with value {number} of the beacon {name}"),
    "beacon.missed": _("the beacon is not answering: bets open as soon as it is back"),
    "no-reports.phase": _("No bets for money"),
    "no-reports.wait": _("bets reopen automatically"),
    "no-reports.stopped": _(
        "Our reports to the regulator are interrupted. This round is played to its end; after that "
        "we take no bets for money until the reports resume. Your time does not run."
    ),
    "phase.running": _("No more bets"),
    "phase.collect": _("Losing chips are collected"),
    "phase.pay": _("Winning bets are paid"),
    "phase.settled": _("Round settled"),
    "phase.resting": _("The next round is coming"),
    "phase.void": _("Void round"),
    "phase.held": _("The table is on hold"),
    "phase.shut": _("The table is closed"),
    "round.number": _("round {round}"),
    "seated": _("{count} at the table"),
    "house.players": _("house players: {count}"),
    "time.left": _("Seconds left"),
    "say.paid": _("The round is settled."),
    "say.held": _("{held} held for the next round."),
    "result.mine": _("Staked {staked} · back {back} · net {net}"),
    # The header.
    "bar.balance": _("Balance"),
    "bar.stake": _("In play"),
    "bar.net": _("Session"),
    "bar.time": _("Clock"),
    "money.credits": _("{amount} credits"),
    "money.credits.brief": _("{amount} cr."),
    "close": _("Close"),
    "cancel": _("Cancel"),
    "on": _("on"),
    "off": _("off"),
    "loading": _("One moment…"),
    "unavailable": _("This cannot be shown now. Please try again in a moment."),
    "from.to": _("{from} → {to}"),
    "rule.named": _("rule {rule}"),
    "rules.named": _("rules {rules}"),
    # To a player without a seat, beside the button that takes one.  [AR-27] [FR-R28]
    "seat.offer": _("You are watching. Your session begins when you sit down."),
    "watching": _("You are watching. Sign in to sit down and play."),
    "signin": _("Sign in"),
    # A place on the layout, before anything is laid on it.  [AR-10] [AR-25] [FR-R11] [FR-R26]
    "card.numbers": _("{count} numbers"),
    "card.mine": _("Your stake"),
    "card.minimum": _("Minimum"),
    "card.maximum": _("Maximum"),
    "card.room": _("You can still bet"),
    "card.others": _("Other players"),
    "card.prize": _("If it wins"),
    "card.prize.of": _("{stake} wins {prize}"),
    "tray.name": _("Chips and bets"),
    "tray.chip": _("Chip in use"),
    "tray.undo": _("Undo"),
    "tray.redo": _("Redo"),
    "tray.clear": _("Clear"),
    "tray.repeat": _("Repeat"),
    "tray.double": _("Double"),
    "tray.favourites": _("Favourites"),
    "tray.stake": _("Your bets"),
    "favourites.title": _("Favourite bets"),
    "favourites.none": _("No favourites are saved in this browser."),
    "favourites.lay": _("Place bet"),
    "favourites.forget": _("Delete"),
    "favourites.forget.named": _("Delete {name}"),
    "favourites.save": _("Save the bets on the layout ({total}) under a name"),
    "favourites.keep": _("Save"),
    "favourites.how": _("Place your bets first; you can then save them here under a name."),
    "chances.title": _("List of chances"),
    "chances.amount": _("Amount on {place}"),
    "chances.bet": _("Place bet"),
    "chances.column.place": _("Chance"),
    "chances.column.numbers": _("Numbers"),
    "chances.column.stake": _("Your stake"),
    "chances.column.bet": _("Place bet"),
    # Why it was paid so.  [AR-24] [FR-R25]
    "explain.open": _("Explain"),
    "explain.title": _("How the round was settled"),
    "explain.none": _("You have not taken part in a round here yet."),
    "explain.place": _("Chance"),
    "explain.stake": _("Stake"),
    "explain.why": _("Why"),
    "explain.net": _("Net"),
    "explain.returned": _("returned: {stake}"),
    "explain.order": _("Losing chips are collected first, then winning bets are paid."),
    "sum.staked": _("Staked"),
    "sum.lost": _("Lost"),
    "sum.back": _("Stakes back"),
    "sum.prize": _("Prizes"),
    "sum.held": _("Held for the next round"),
    "sum.net": _("Net"),
    "sum.balance": _("Balance"),
    "last.title": _("Last round"),
    "last.none": _("You have not taken part in a round at this table yet."),
    # The play session.
    # [AR-26] [AR-27] [AR-28a] [AR-28b] [AR-29] [FR-R27] [FR-R28] [FR-R29a] [FR-R29b] [FR-R30]
    "session.open": _("Session so far"),
    "session.title": _("Session so far"),
    "session.none": _("No play session is running."),
    "session.kept": _("Every session and every round stays in your account."),
    "session.since": _("Since"),
    "session.until": _("Until"),
    "session.time": _("Duration"),
    "session.rounds": _("Rounds with a bet"),
    "session.staked": _("Staked"),
    "session.returned": _("Stakes back and prizes"),
    "session.net": _("Net"),
    "nudge.invited.title": _("Do you want to end the session?"),
    "nudge.invited.text": _("You have not bet for more than {idle}. Continue, or end the session here."),
    "nudge.minutes": _("{count} minutes"),
    "nudge.seconds": _("{count} seconds"),
    "nudge.round": _("one round"),
    "nudge.rounds": _("{count} rounds"),
    "nudge.warned.title": _("The session is about to end"),
    "nudge.warned.text": _("The session ends unless you bet before this time is up. You lose nothing."),
    "nudge.warned.rounds": _("The session ends unless you bet in the next round. You lose nothing."),
    "nudge.stands": _("Bets are not open at the moment. This time does not count."),
    "nudge.stay": _("Continue"),
    "nudge.leave": _("End session"),
    "statement.title": _("Statement of the session"),
    "statement.elsewhere": _(
        "This game at other tables in this visit ({tables}): rounds {rounds}, staked {staked}, returned "
        "{returned}, net {net}."
    ),
    "statement.elsewhere.none": _("You played this game at no other table in this visit."),
    "statement.kept": _("This statement stays in your account."),
    "statement.again": _("New session"),
    "statement.lobby": _("To the tables"),
    "ended.player": _("You ended the session."),
    "ended.inactivity": _("The session ended because no bet was made after the warning."),
    "ended.excluded": _("The session ended because your account may not play now."),
    "ended.time": _(
        "The session ended because you reached the playing time that you allow yourself for today."
    ),
    "ended.house": _("The house ended the session."),
    "ended.signed-out": _("The session ended when you signed out."),
    "session.ends": _(
        "Your session ends at {time}. A hand in play will be finished. Sign in again to go on."
    ),
    "leaving.said": _("Your session ends when this round is settled; your bets stand."),
    # Removed during a hand (A84), after the hand (A85), or at the end for inactivity.
    "removed.excluded": _(
        "You may not play at present. This round is played to its end, and you keep the usual time "
        "for every decision that does not stake more. Then your session ends."
    ),
    "removed.time": _(
        "You have reached the playing time that you allow yourself for today. This round is played "
        "to its end, and you keep the usual time for every decision that does not stake more. Then "
        "your session ends."
    ),
    "removed.house": _(
        "Your account may not play at present. This round is played to its end, and you keep the "
        "usual time for every decision that does not stake more. Then your session ends."
    ),
    "removed.after-hand": _(
        "Play this round as usual: it is your last. Then your session ends, and the pause or exclusion that "
        "you asked for begins."
    ),
    "removed.inactivity": _(
        "Your session ends with this round, because no bet was made after the warning. Play the round as "
        "usual."
    ),
    # Menu and links.  [AR-25] [FR-R26]
    "menu.open": _("Menu of the table"),
    "menu.sound": _("Sound"),
    "menu.voice": _("Spoken announcements"),
    "menu.session": _("Session so far"),
    "visit": _("Play as a visitor, with demonstration credits"),
    "menu.chat": _("Chat"),
    # A message about the player's play.
    "about-play.read": _("I have read it"),
    "about-play.pause": _("Take a pause"),
    "about-play.limits": _("Set a limit"),
    "about-play.required": _("We ask for an answer before your next bet."),
    "about-play.failed": _("Your answer did not reach us. Please choose it again."),
    "reality.title": _("How long you have played"),
    "reality.text": _("You have been at this table for {time}. Take a moment before you continue."),
    "reality.continue": _("Continue playing"),
    "reality.history": _("See my rounds"),
    "reality.end": _("End session"),
    "chat.title": _("Chat"),
    "chat.write": _("Write to the table"),
    "chat.send": _("Send"),
    "chat.kept": _(
        "Everybody at the table can read it. Offensive messages are hidden, and messages are kept for "
        "ninety days."
    ),
    "chat.closed": _(
        "Chat is closed to you until this hand is over, so that no cards in play are revealed (rule {rule})."
    ),
    "chat.empty": _("Nobody has written anything yet."),
    "chat.lost": _("Earlier messages could not be loaded."),
    "menu.settings": _("Sound, hand and cloth"),
    "settings.effects": _("Volume of the sounds"),
    "settings.voice": _("Volume of the voice"),
    "settings.quiet": _("The menu of the table turns each of them on and off."),
    "settings.reach": _("Buttons on a phone"),
    "settings.reach.right": _("For the right hand"),
    "settings.reach.left": _("For the left hand"),
    "settings.cloth": _("Cloth"),
    "settings.cloth.green": _("Green"),
    "settings.cloth.petrol": _("Petrol blue"),
    "settings.cloth.plum": _("Plum"),
    "settings.kept": _("This browser keeps these choices."),
    "menu.last": _("Last round"),
    "menu.verify": _("Check of the draw"),
    "coach.chip": _("1 of 3 · This chip is chosen. Another one is one press away."),
    "coach.place": _("2 of 3 · Press a place on the layout to bet the chip there."),
    "coach.clock": _(
        "3 of 3 · Bets close when this clock runs out; at a table for one, when you start the round. Until "
        "then you can take yours back."
    ),
    "menu.how": _("How to play"),
    "menu.about": _("About this table"),
    "about.title": _("About this table"),
    "about.forbidden": _("Forbidden at this table"),
    "about.fair-play": _("How people play with each other here, and the list of forbidden programs"),
    "menu.chances": _("List of chances"),
    "menu.sit": _("Sit down"),
    "menu.leave": _("End session"),
    "link.rules": _("Rules of the game"),
    "link.regulation": _("Text of the regulation"),
    "link.limits": _("Limits and prizes"),
    "link.report": _("Report a player"),
    "link.complaints": _("How to complain"),
    "link.responsible": _("Responsible play"),
    "link.fairness": _("Security and fairness"),
    "link.rounds": _("Your rounds"),
    "link.my_play": _("My play"),
    "link.sessions": _("Your sessions"),
    "link.lobby": _("Back to the tables"),
    # The connection.  [AR-22] [AR-23] [FR-R23] [FR-R24]
    "delay.open": _("Delay of your connection"),
    "delay.title": _("Delay of your connection"),
    "delay.text": _(
        "This is the time that a message takes to the house and back. What counts for a bet is the moment at "
        "which it reaches the house: with a slow connection, bet earlier. The countdown is corrected to the "
        "clock of the house."
    ),
    "lost.line": _("The connection is lost."),
    "lost.stake": _(
        "Your accepted bets ({stake}) stay on the table: the round is valid and is settled without you, won "
        "or lost."
    ),
    "lost.sending": _(
        "{stake} not confirmed yet: it counts only if it reached us in time. We will tell you."
    ),
    "lost.again": _("Connecting again…"),
    "link.said.connecting": _("Connecting."),
    "link.said.open": _("Connected."),
    "link.said.lost": _("The connection is lost; connecting again."),
    "link.said.over": _("The connection has ended."),
    "bye.signed-out": _("You signed out, so this table is closed to you."),
    "bye.session-over": _("Your session has ended. Sign in again to go on."),
    "bye.hand": _("Your round continues with the usual times: sign in again to decide."),
    "bye.ended-elsewhere": _("This table was opened in another window."),
    "bye.too-slow": _("The connection was too slow."),
    "bye.going-away": _("We are restarting; the table will be back in a moment."),
    "bye.too-many": _(
        "Too many messages came from this account at once. Please wait a moment before you return."
    ),
    "bye.too-many-open": _(
        "This account already has the maximum number of tables open. Close one of them first."
    ),
    "bye.not-allowed": _("This account cannot open this table."),
    "bye.suspended": _("Your account is suspended, so this table no longer updates."),
    "bye.closed": _("Your account is closed, so this table no longer updates."),
    "bye.unverified": _("Your identity must be verified again before you continue."),
    "bye.excluded": _("An exclusion is in force, so this table no longer updates."),
    "bye.paused": _("Your play is paused, so this table no longer updates."),
    "bye.session-time": _(
        "The time limit that you set for your sessions is over, so this table no longer updates."
    ),
    "bye.again": _("Open again"),
    "held.said": _("The table is on hold while we check a round. Your money is safe."),
    "held.stake": _("Your bets ({stake}) are kept as they are."),
    "shut.said": _("The table is closed."),
    # What changed in the rules of the table: "Minimum bet: €10.00 instead of €5.00; ..."
    "terms.changed": _("The rules of this table have changed. {changes}."),
    "terms.change": _("{name}: {value} instead of {before}"),
    "terms.new": _("{name}: {value}"),
    "terms.gone": _("{name}: no longer applies"),
    "closing.said": _(
        "The house is closing this table: the running round is played to its end, and no other opens."
    ),
    "void.said": _("The round is void, and its bets are returned."),
    "void.back": _("Returned to you: {stake}."),
    "void.missed": _("It would have given: {result}."),
    "void.cause.system": _("Cause: a fault of the house's system."),
    "void.cause.not-resumed": _("Cause: a fault of the house was not repaired in time."),
    "void.cause.no-beacon": _("Cause: the beacon value did not come in time."),
    "void.cause.check-failed": _("Cause: the record of the round did not pass its check."),
    # Refusals: each says why, with its figures; the rule stands beside it.
    "refused": _("The request was not accepted."),
    "refused.unreadable": _("We could not read this request."),
    "refused.too-many": _("Too many requests at once. Please try again in a moment."),
    "refused.too-many.queue": _("The queue is full: {longest} players are waiting."),
    "refused.too-many.chat": _("Please wait a moment before you write again."),
    "refused.signed-out": _("You have been signed out. Sign in again to play."),
    "refused.not-you": _("This account cannot do that here."),
    "refused.not-seated": _("Sit down first."),
    "refused.no-seat": _("All seats are taken. You may watch until one is free."),
    "refused.not-registered": _(
        "Seats of this session are for registered players. Register for a seat first."
    ),
    "refused.same-device": _(
        "A player at this table uses the same device, or an identical one on the same network. In "
        "poker for money, one device may play for only one player at a table. Members of one "
        "household can play at different tables."
    ),
    "refused.table-closed": _("The table is closed."),
    "refused.table-closed.session": _(
        "No session of this table is running. Register for the next one in the list of tables."
    ),
    "refused.no-sessions": _(
        "New sessions for money cannot start at the moment. The demonstration tables stay open."
    ),
    "refused.reports-stopped": _(
        "Our reports to the regulator are interrupted: for the moment we take no bets for money."
    ),
    "refused.on-hold": _("The table is on hold."),
    "refused.stale": _("This bet was for a round that is over. Nothing was staked."),
    "refused.id-reused": _("This request was already used for something else."),
    "refused.not-now": _("That cannot be done now."),
    "refused.bets-closed": _("Bets are closed."),
    "refused.not-your-turn": _("It is not your turn."),
    "refused.not-offered": _("This bet is not offered at this table."),
    "refused.no-such-bet": _("This bet does not exist on this layout."),
    "refused.place-taken": _("This place is taken."),
    "refused.both-sides": _("Bets on the two sides must differ by at least the minimum."),
    "refused.above-table-cap": _("Above the maximum of this table for one round."),
    "refused.covers-others": _("Other players' bets depend on this bet, so it stays until bets close."),
    "refused.below-minimum": _("Below the minimum {of}: {minimum}."),
    "refused.below-minimum.short": _("Below the minimum of this chance."),
    "refused.wrong-step": _("Bet in multiples of {step}."),
    "refused.wrong-step.short": _("This amount is not a multiple of the smallest step of this table."),
    "refused.above-maximum": _("Above the maximum {of}: {times} × {minimum} = {limit}."),
    "refused.above-maximum.short": _("Above the maximum of this chance."),
    "refused.above-cap": _("Above the maximum for one player in a round: {limit}. You can still bet {room}."),
    "refused.above-cap.short": _("Above the maximum for one player in a round."),
    "refused.nothing-to-undo": _("There is nothing to take back."),
    "refused.nothing-bet": _("Place a bet first."),
    "refused.too-soon": _("Too soon: the next round can start in a moment."),
    "refused.limit": _("Above a limit that you set for yourself."),
    **BARRED,
    "refused.not-enough": _("Your balance is too low: {balance}."),
    "refused.not-enough.short": _("Your balance is too low."),
    # What players may not do, shown where they play.
    # [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g] [MS-12.1] [MS-12.2]
    **{f"forbidden.{code}": text for code, text in FORBIDDEN.items()},
}


def messages_for(language: str, system: str = "") -> dict[str, str]:
    """Every sentence of a table by its code, in the language of the page; a game may replace a general
    sentence.
    """
    own: dict[str, Text] = {}
    if system:
        sentences = GAMES[system].how_to_play
        own = {**GAMES[system].messages}
        own |= {f"how.{number}": sentence for number, sentence in enumerate(sentences, start=1)}
    texts = {**MESSAGES, **own}
    if system:
        draw = GAMES[system].draw
        unused = PACK_CODES if not isinstance(draw, PackDraw) else frozenset[str]()
        unused |= SHOE_CODES if not (isinstance(draw, ShoeDraw) and draw.kept) else frozenset()
        texts = {code: text for code, text in texts.items() if code not in unused}
    code = language_of(language).code
    with override(code):
        in_page_language = {code: str(sentence) for code, sentence in texts.items()}
    codes = dict.fromkeys((code, *dict(LANGUAGES)))
    return in_page_language | typed_words(texts, codes)
