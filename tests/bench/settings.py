"""The product's settings, with the plain tables and consumers that the benchmarks compare it with."""

from casino.settings import *  # noqa: F403
from casino.settings import INSTALLED_APPS, REDIS_URL

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.plain"]
ROOT_URLCONF = "casino.urls"
# What a plain project sends its frames through.
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
}
