"""Sockets as the Channels documentation writes them: one consumer per socket, its database helper, groups
for broadcasts.
"""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer, AsyncWebsocketConsumer

from players.models import Player
from tests.bench.plain.bets import Declined, bet_place


class Listener(AsyncWebsocketConsumer):
    """Receives the broadcasts of its table."""

    async def connect(self) -> None:
        self.group = f"plain_{self.scope['url_route']['kwargs']['table']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def table_frame(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


class BettingClient(AsyncJsonWebsocketConsumer):
    """Accepts bets at a table. Bets are broadcast to all players or not at all."""

    broadcasts = False

    async def connect(self) -> None:
        player = await database_sync_to_async(Player.objects.filter(person=self.scope["user"].pk).first)()
        if player is None:
            await self.close()
            return
        self.player = player
        self.group = f"plain_{self.scope['url_route']['kwargs']['table']}"
        if self.broadcasts:
            await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        if self.broadcasts:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: dict[str, Any], **kwargs: Any) -> None:
        try:
            on = content["do"]["on"]
            number = await database_sync_to_async(bet_place)(
                round_id=content["round"], player=self.player.pk, command=content["id"], on=on
            )
        except Declined as declined:
            await self.send_json({"t": "no", "id": content["id"], "code": str(declined)})
            return
        await self.send_json({"t": "ok", "id": content["id"], "v": number})
        if self.broadcasts:
            await self.channel_layer.group_send(
                self.group, {"type": "table.bet", "said": {"t": "bet", "v": number, "on": on}}
            )

    async def table_bet(self, event: dict[str, Any]) -> None:
        await self.send_json(event["said"])


class TellingBetter(BettingClient):
    broadcasts = True
