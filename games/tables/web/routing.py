"""The URLs of the sockets."""

from django.urls import path

from games.tables.web.consumer import TableConsumer
from games.tables.web.people import SocketPeople

websocket_urlpatterns = [path("ws/table/<int:table>/", SocketPeople(TableConsumer.as_asgi()))]
