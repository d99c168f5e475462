"""The data behind alerts.  [903-B 8.4.1.3]

The print asks for them and has no form: this one is the house's own. Each alert names its player and the
hours from which to which it saw something. What happened in them is in the files of these hours, under that
player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from django.conf import settings

from casino.compliance.regulator.packs import AlertRecord, Pack
from casino.compliance.regulator.packs.document import leaf
from casino.compliance.regulator.packs.pt_2015.forms import timestamp

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def write_alerts(file: BinaryIO, pack: Pack, source: str, alerts: Iterable[AlertRecord]) -> None:
    head = [
        leaf("cod_entexpl", str(settings.REGULATOR_ENTITY)),
        leaf("cod_cofre", settings.REGULATOR_VAULT),
        leaf("origem", source),
    ]
    file.write(f"{DECLARATION}<alertas>{''.join(head)}\n".encode())
    for alert in alerts:
        file.write(_alert(alert).encode())
    file.write(b"</alertas>\n")


def _alert(alert: AlertRecord) -> str:
    parts = [
        leaf("id_alerta", str(alert.number)),
        leaf("regra", alert.rule),
        leaf("titulo", alert.title),
        leaf("descricao", alert.text),
        leaf("datahr_inicio", timestamp(alert.since)),
        leaf("datahr_fim", timestamp(alert.at)),
        leaf("datahr_alerta", timestamp(alert.raised)),
        *(leaf("id_jogador", str(player)) for player in alert.players),
        *(
            f"<valor>{leaf('nome', name)}{leaf('valor', value)}</valor>"
            for name, value in alert.figures.items()
        ),
    ]
    return f"<alerta>{''.join(parts)}</alerta>\n"
