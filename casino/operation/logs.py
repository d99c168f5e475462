"""Logging: one line per event, with its ids (request, table, round), and never a secret or a card.

Code binds its ids once: `with structlog.contextvars.bound_contextvars(table=7, round=1234): …`; every line
written inside carries them. All lines pass the filter here, which removes secrets.
"""

from __future__ import annotations

import logging.config
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

REDACTED = "[kept out]"
# A value is removed if its name contains one of these words: seed_hash as well as seed.
SECRET_WORDS = frozenset(
    {
        "authorization",
        "card",
        "cards",
        "cookie",
        "cookies",
        "credential",
        "credentials",
        "csrf",
        "deck",
        "hand",
        "hands",
        "hole",
        "key",
        "keys",
        "nonce",
        "otp",
        "passcode",
        "passkey",
        "passphrase",
        "password",
        "passwords",
        "recovery",
        "seal",
        "sealed",
        "secret",
        "secrets",
        "seed",
        "seeds",
        "session_key",
        "sessionid",
        "shoe",
        "shoes",
        "shuffle",
        "token",
        "tokens",
    }
)
SECRET_NAMES = r"authorization|cookie|password|passphrase|secret|seed|shoe|deck|token|key"
# Secrets inside a sentence or an address.
TEXT_PATTERNS = (
    (re.compile(r"(\w+://[^\s:/@]*):[^\s@/]+@"), rf"\1:{REDACTED}@"),
    (
        re.compile(rf"(?i)\b((?:\w+[_-])?(?:{SECRET_NAMES})s?)(['\"]?\s*[=:]\s*)(?:bearer\s+)?[^\s,;&]+"),
        rf"\1\2{REDACTED}",
    ),
)
WORD = re.compile(r"[a-z0-9]+")


def is_secret(name: str) -> bool:
    """Whether values of this name are removed: the name, or a word in it, is on the list."""
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return spelled in SECRET_WORDS or not SECRET_WORDS.isdisjoint(WORD.findall(spelled))


def clean(value: Any) -> Any:
    match value:
        case Mapping():
            return {
                name: REDACTED if isinstance(name, str) and is_secret(name) else clean(inner)
                for name, inner in value.items()
            }
        case bytes() | bytearray() | memoryview():
            # Seeds, seals and keys are bytes; nothing else in a log line is.
            return REDACTED
        case str():
            for pattern, replacement in TEXT_PATTERNS:
                value = pattern.sub(replacement, value)
            return value
        case list() | tuple() | set() | frozenset():
            return [clean(inner) for inner in value]
        case _:
            return value


def redact(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in line.items():
        if not name.startswith("_"):
            line[name] = REDACTED if is_secret(name) else clean(value)
    return line


def put_ids_first(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put the ids first, in a fixed order."""
    # Django passes the whole request; its id is already bound.
    line.pop("request", None)
    first = {name: line.pop(name) for name in ("table", "round", "request_id") if name in line}
    return {**first, **line}


SHARED: list[structlog.typing.Processor] = [
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
        # Without local variables, which may contain a seed.
        tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
        last = [tracebacks, redact, put_ids_first, structlog.processors.JSONRenderer()]
    else:
        # The supervisor prefixes each line with the process name; the time of day is enough.
        last = [
            structlog.processors.format_exc_info,
            redact,
            put_ids_first,
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
        "filters": {
            "not_ready": {
                "()": "django.utils.log.CallbackFilter",
                "callback": lambda record: not is_not_ready(record),
            }
        },
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            # casino.web.request_log logs every request already.
            "django.server": {"level": "WARNING"},
            "django.request": {"level": "ERROR", "filters": ["not_ready"]},
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


def is_not_ready(record: logging.LogRecord) -> bool:
    """Whether the line reports a 503 of /readyz or /healthz, which is an ordinary response."""
    request = getattr(record, "request", None)
    return getattr(record, "status_code", 0) == 503 and getattr(request, "path", "") in (
        "/readyz",
        "/healthz",
    )


def brief(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    line["timestamp"] = str(line.get("timestamp", ""))[11:19]
    line.pop("logger", None)
    return line


def configure(config: dict[str, Any]) -> None:
    """Configure the standard library and structlog together. Django calls this with the LOGGING setting."""
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
