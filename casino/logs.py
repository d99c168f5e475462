"""Logs: one line for each thing that happened, with the ids to follow it by (request, table, round), and never a secret or a card.

Whoever works at something binds its ids once: `with structlog.contextvars.bound_contextvars(table=7, round=1234): …`; every
line written meanwhile carries them. What must not be written is taken out here, at the one place that all lines pass.
"""

from __future__ import annotations

import logging.config
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

KEPT_OUT = "[kept out]"
# Words that no line may carry the value of, anywhere in a name: seed_hash is kept out as seed is.
SECRET_WORDS = frozenset(
    {
        "authorization", "card", "cards", "cookie", "cookies", "credential", "credentials", "csrf", "deck", "hand", "hands", "hole",
        "key", "keys", "nonce", "otp", "passcode", "passkey", "passphrase", "password", "passwords", "recovery", "seal", "sealed",
        "secret", "secrets", "seed", "seeds", "session_key", "sessionid", "shoe", "shoes", "shuffle", "token", "tokens",
    }
)  # fmt: skip
NAMED = r"authorization|cookie|password|passphrase|secret|seed|shoe|deck|token|key"
# A secret may also stand in the middle of a sentence or an address.
IN_TEXT = (
    (re.compile(r"(\w+://[^\s:/@]*):[^\s@/]+@"), rf"\1:{KEPT_OUT}@"),
    (
        re.compile(rf"(?i)\b((?:\w+[_-])?(?:{NAMED})s?)(['\"]?\s*[=:]\s*)(?:bearer\s+)?[^\s,;&]+"),
        rf"\1\2{KEPT_OUT}",
    ),
)
WORD = re.compile(r"[a-z0-9]+")


def is_secret(name: str) -> bool:
    """Whether a value of this name is kept out: some word of it, or the whole, is on the list."""
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return spelled in SECRET_WORDS or not SECRET_WORDS.isdisjoint(WORD.findall(spelled))


def clean(value: Any) -> Any:
    match value:
        case Mapping():
            return {
                name: KEPT_OUT if isinstance(name, str) and is_secret(name) else clean(inner)
                for name, inner in value.items()
            }
        case bytes() | bytearray() | memoryview():
            # Seeds, seals and keys travel as bytes; nothing that people read in a log does.
            return KEPT_OUT
        case str():
            for pattern, instead in IN_TEXT:
                value = pattern.sub(instead, value)
            return value
        case list() | tuple() | set() | frozenset():
            return [clean(inner) for inner in value]
        case _:
            return value


def redact(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in line.items():
        if not name.startswith("_"):
            line[name] = KEPT_OUT if is_secret(name) else clean(value)
    return line


def keep_in_sight(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put the ids that a line is found by first, in the order in which one looks for them."""
    # Django hands the whole request along with its complaints; its id is bound already.
    line.pop("request", None)
    first = {name: line.pop(name) for name in ("table", "round", "request_id") if name in line}
    return {**first, **line}


SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configuration(form: str, level: str) -> dict[str, Any]:
    last: list[Any]
    if form == "json":
        # Without the values of the local variables: a seed may be among them.
        tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
        last = [tracebacks, redact, keep_in_sight, structlog.processors.JSONRenderer()]
    else:
        # Whoever runs the house puts a name before each line; the hour is enough of a stamp.
        last = [
            structlog.processors.format_exc_info,
            redact,
            keep_in_sight,
            brief,
            structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, pad_level=False),
        ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            }
        },
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            # Every request has its line already (casino.request_middleware); these would say it again.
            "django.server": {"level": "WARNING"},
            "django.request": {"level": "ERROR"},
            "uvicorn": {"handlers": [], "propagate": True, "level": "WARNING"},
            "uvicorn.error": {"handlers": [], "propagate": True, "level": "WARNING"},
            "uvicorn.access": {"handlers": [], "propagate": False, "level": "ERROR"},
            "celery": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
            "fontTools": {"level": "WARNING"},
        },
    }


def brief(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    line["timestamp"] = str(line.get("timestamp", ""))[11:19]
    line.pop("logger", None)
    return line


def configure(config: dict[str, Any]) -> None:
    """Give the standard library and structlog one road: Django calls this with the LOGGING setting."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
