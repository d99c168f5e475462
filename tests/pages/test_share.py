"""The message about a share that another window sent tells the player what to do."""

from __future__ import annotations

from games.tables.messages.table import messages_for


def test_the_sentence_says_what_to_do_in_both_languages() -> None:
    for language in ("pt", "en"):
        assert messages_for(language)["verify.share.other"] != messages_for(language)["verify.share"]
    assert "reclamação" in messages_for("pt")["verify.share.other"]
