"""The URLs of the sockets."""

from django.urls import path

from games.tables.web.consumer import TableConsumer

websocket_urlpatterns = [path("ws/table/<int:table>/", TableConsumer.as_asgi())]
