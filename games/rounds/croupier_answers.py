"""What the croupier answers about finished rounds. Registered in `games.apps`."""

from __future__ import annotations

from games.draw.seal_key import SealKey
from games.rounds.proof import disclosure
from games.rounds.receipts import receipts
from games.tables.transport.protocol import RequestReceipt, RequestRound


class CroupierAnswers:
    def disclose_round(self, table: int, request: RequestRound, key: SealKey) -> dict[str, object]:
        return disclosure.disclose_round(table, request, key)

    def build_receipt(self, table: int, request: RequestReceipt, key: SealKey) -> dict[str, object]:
        return receipts.build_receipt(table, request.event, request.player, key)

    def publish_key(self, key: SealKey) -> None:
        receipts.publish_key(key)
