"""The command line of a live table: the words that players may type, and its answers.

The words of a command are the message `typed.<name>`, separated by commas, the one that the help names first.
A page accepts the words of every language of the house (`typed_words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from games.catalogue.text import Text

WORDS_PREFIX = "typed."

MESSAGES: dict[str, Text] = {
    "menu.command": _("Command line"),
    "menu.keys": _("Single-key shortcuts"),
    "command.label": _("Command"),
    "command.placeholder": _("Command or help"),
    "command.send": _("Send"),
    "command.keys": _(
        "Enter sends the line, Escape closes it, and the up arrow brings back earlier lines. In an empty "
        "field the digits ask questions; 0 lists them with the commands."
    ),
    "command.unknown": _("“{text}” is not a command of this table."),
    "command.possible": _("You can type now: {list}."),
    "command.questions": _("Questions: {list}."),
    "command.key": pgettext_lazy("a word that is typed and its key", "{word} (key {key})"),
    "command.several": _("“{text}” can mean {list}. Type the full name."),
    "command.extra": _("“{text}” was not understood, so nothing was sent."),
    "command.changed": _("The decision changed while you typed, so nothing was sent."),
    "command.no-place": _("That bet was not understood. Type, for example, “{example}”."),
    "command.places": _("Several places fit: {list}."),
    "command.bet": _("{place}: {amount}, sent."),
    "command.staked": _("Accepted. Your bets: {total}."),
    "command.confirm": _("Type yes to place it, or no."),
    "command.dropped": _("Nothing was placed."),
    "command.bets": _("Your bets: {list}. Total {total}."),
    "command.no-bets": _("You have no bets on the table."),
    "command.between": _("The amount must be from {minimum} to {maximum}."),
    "command.time": _("{seconds} seconds left."),
    # Words that only join the others.
    "typed.joining": pgettext_lazy(
        "typed", "on, to, the, a, of, at, in, for, and, place, euro, euros, credits, st, nd, rd, th"
    ),
    "typed.help": pgettext_lazy("typed", "help, commands"),
    "typed.yes": pgettext_lazy("typed", "yes, confirm"),
    "typed.no": pgettext_lazy("typed", "no, cancel"),
    "typed.sit": pgettext_lazy("typed", "sit, sit down"),
    "typed.leave": pgettext_lazy("typed", "leave, end"),
    "typed.stay": pgettext_lazy("typed", "stay"),
    "typed.verify": pgettext_lazy("typed", "verify, verify the draw"),
    "typed.bet": pgettext_lazy("typed", "bet, stake, wager"),
    "typed.undo": pgettext_lazy("typed", "undo"),
    "typed.redo": pgettext_lazy("typed", "redo"),
    "typed.clear": pgettext_lazy("typed", "clear"),
    "typed.repeat": pgettext_lazy("typed", "repeat, rebet"),
    "typed.double-bets": pgettext_lazy("typed", "double"),
    "typed.launch": pgettext_lazy("typed", "launch, spin, deal, start"),
    "typed.cards": pgettext_lazy("typed", "cards, hand"),
    "typed.pot": pgettext_lazy("typed", "pot"),
    "typed.time": pgettext_lazy("typed", "time, clock"),
    "typed.balance": pgettext_lazy("typed", "balance, money"),
    "typed.bets": pgettext_lazy("typed", "bets, stakes"),
    "typed.limits": pgettext_lazy("typed", "limits, limit"),
    "typed.last": pgettext_lazy("typed", "last, numbers"),
}


def typed_words(texts: Mapping[str, Text], languages: Iterable[str]) -> dict[str, str]:
    """The words of every command in all languages, those of the first language first."""
    phrases: dict[str, list[str]] = {code: [] for code in texts if code.startswith(WORDS_PREFIX)}
    for language in languages:
        with override(language):
            for code, accepted in phrases.items():
                accepted.extend(phrase.strip() for phrase in str(texts[code]).split(","))
    return {code: ", ".join(dict.fromkeys(accepted)) for code, accepted in phrases.items()}
