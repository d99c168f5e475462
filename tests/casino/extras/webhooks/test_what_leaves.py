"""What a webhook tells another system."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from casino.extras.webhooks import delivery
from casino.extras.webhooks.models import WebhookAddress, WebhookMessage
from players.identity.models import Identity, PaymentAccount
from players.models import Player
from players.protection.models import Exclusion
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.security.test_secrets_at_rest import everything


def test_a_message_to_another_system_holds_nothing_that_is_closed_elsewhere(
    demo: None, settings: Any, tmp_path: Path
) -> None:
    """Each value stands in the row that the message is about. The key and the whole address are files."""
    secret = "whsec_" + base64.b64encode(bytes(range(32))).decode()
    (tmp_path / "secret").write_text(secret)
    (tmp_path / "webhooks.toml").write_text(
        f"[[address]]\nname = 'warehouse'\nurl = 'http://127.0.0.1:9/a-path-nobody-guesses'\n"
        f"secret_file = '{tmp_path / 'secret'}'\ninternal = true\nevents = ['payment', 'exclusion']\n"
    )
    settings.WEBHOOKS_FILE = str(tmp_path / "webhooks.toml")
    delivery.send_webhooks()
    player, now = Player.objects.get(alias="Ana"), clock.now()
    payment = Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=543, status="asked", changed=now,
        iban="PT50000201231234567890154", holder="Ana de Teste", reference="R-1", url="https://pay.example/7",
    )  # fmt: skip
    exclusion = Exclusion.objects.create(player=player, starts=now, ends=now + timedelta(days=100))
    delivery.send_webhooks()
    for event, row in (("payment", payment), ("exclusion", exclusion)):
        message = WebhookMessage.objects.get(event=event)
        own = {str(row.pk), str(player.pk), "EUR", *map(str, vars(row).values())}
        own |= {value.isoformat() for value in vars(row).values() if hasattr(value, "isoformat")}
        assert {str(value) for value in message.content.values()} - own == set()
        closed = [player.person.email, player.alias, payment.iban, payment.holder, payment.url]
        closed += [identity.nif for identity in Identity.objects.filter(player=player)]
        closed += PaymentAccount.objects.filter(player=player).values_list("iban", flat=True)
        assert not any(value in json.dumps(message.content) for value in closed)
    text = everything()
    assert secret not in text and secret.removeprefix("whsec_") not in text
    assert "a-path-nobody-guesses" not in text and WebhookAddress.objects.get().host == "127.0.0.1"
