"""The regulator's three services over HTTP, as printed: SOAP 1.1 for exclusions, 1.2 for identities.

`python -m tests.sandbox_regulator.services --port 8090`. Requests are held against the second transcription.
"""

from __future__ import annotations

import argparse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lxml import etree

SCHEMAS = Path(__file__).parents[1] / "casino/compliance/regulator/second_transcription/servicos"
SOAP_11, SOAP_12 = "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
PRINTED = "http://www.turismodeportugal.pt/SRJSchema"
# By name: the envelope, the SOAP action, the schema and its name space.
SERVICES = {
    "ListaExcluidos": (SOAP_11, "getlistaexcluidos", "ListaExcluidos", "SRJJogoOnlineListaExcluidos"),
    "NotificacaoPedidoExclusao": (
        SOAP_11, "NotificacaoPedidoExclusao", "NotificacaoPedidoExclusao",
        "SRJJogoOnlineNotificacaoPedidoExclusao",
    ),
    "PedidoVerificacaoIdentidadeTP": (
        SOAP_12, "verificacaoidentidade", "VerificacaoIdentidade", "SRJJogoOnlineVerificacaoIdentidade",
    ),
}  # fmt: skip


class Register:
    """What the regulator knows: excluded people, notices that came in, and citizens by their tax number."""

    def __init__(self) -> None:
        self.excluded: list[dict[str, str]] = []
        self.notices: list[dict[str, str]] = []
        self.citizens: dict[str, dict[str, str]] = {}
        self.error = ""  # what each service answers instead
        self.raw: bytes | None = None  # sent as it is

    def answer(self, service: str, values: dict[str, str]) -> str:
        match service:
            case "ListaExcluidos":
                return self._list()
            case "NotificacaoPedidoExclusao":
                return self._notice(values)
        return self._identity(values)

    def _list(self) -> str:
        if self.error:
            return f"<Sucesso>false</Sucesso><MensagemErro>{self.error}</MensagemErro>"
        people = "".join(
            [f"<CidadaoExcluido>{_leaves(person)}</CidadaoExcluido>" for person in self.excluded]
        )
        listed = f"<ListaCidadaoExcludo>{people}</ListaCidadaoExcludo>" if people else ""
        return f"<Sucesso>true</Sucesso>{listed}"

    def _notice(self, values: dict[str, str]) -> str:
        if not self.error:
            self.notices.append(values)
        done = "false" if self.error else "true"
        return f"<Sucesso>{done}</Sucesso><MensagemErro>{self.error}</MensagemErro>"

    def _identity(self, values: dict[str, str]) -> str:
        citizen = self.citizens.get(values["Nif"], {})
        right = {
            name: "S" if citizen.get(name) == values[name] else "N" for name in ("Nome", "DataNascimento")
        }
        return (
            f"<Sucesso>{'false' if self.error else 'true'}</Sucesso><NomeValido>{right['Nome']}</NomeValido>"
            f"<NifValido>{'S' if citizen else 'N'}</NifValido>"
            f"<DataNascimentoValida>{right['DataNascimento']}</DataNascimentoValida>"
            f"<Falecido>{citizen.get('Falecido', 'N')}</Falecido>"
        )


def _leaves(values: dict[str, str]) -> str:
    return "".join([f"<{name}>{text}</{name}>" for name, text in values.items()])


def reply_to(register: Register, path: str, content: bytes, headers: Any) -> tuple[int, bytes, str]:
    service = path.strip("/").rpartition("/")[2]
    if service not in SERVICES:
        return 404, b"", "text/plain"
    soap, action, namespace, schema = SERVICES[service]
    kind = "application/soap+xml" if soap == SOAP_12 else "text/xml"
    if register.raw is not None:
        return 200, register.raw, kind
    named = headers.get("SOAPAction", "") if soap == SOAP_11 else headers.get("Content-Type", "")
    root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
    body = root.find(f"{{{soap}}}Body")
    if body is None or len(body) != 1 or action not in named:
        return 500, b"", kind
    if not etree.XMLSchema(etree.parse(SCHEMAS / f"{schema}.xsd")).validate(body[0]):
        return 500, b"", kind
    values = {etree.QName(leaf).localname: leaf.text or "" for leaf in body[0]}
    reply = {
        "ListaExcluidos": "RespostaListaExcluidos",
        "PedidoVerificacaoIdentidadeTP": "RespostaVerificacaoTP",
    }
    name = reply.get(service, "RespostaNotificacaoPedidoExclusao")
    inner = f'<{name} xmlns="{PRINTED}/{namespace}">{register.answer(service, values)}</{name}>'
    text = f'<s:Envelope xmlns:s="{soap}"><s:Body>{inner}</s:Body></s:Envelope>'
    return 200, text.encode(), kind


def notice_of(person: dict[str, str]) -> bytes:
    """What each operator is told when the list changes."""
    order = ("IdCidadao", "IdTipoCid", "IdNacao", "DataInicio", "DataFim", "Confirmado")
    values = _leaves({name: person[name] for name in order})
    name = "NotificacaoPedidoExclusao"
    inner = f'<{name} xmlns="{PRINTED}/{name}">{values}</{name}>'
    return f'<s:Envelope xmlns:s="{SOAP_11}"><s:Body>{inner}</s:Body></s:Envelope>'.encode()


def make_server(register: Register, port: int = 0) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, reply, kind = reply_to(register, self.path, content, self.headers)
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - of the base class
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8090)
    server = make_server(Register(), parser.parse_args().port)
    print(f"services at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
