"""The services of the regulator as the gazette prints them: SOAP over HTTPS.  [903-B Anexo 1, I and II]

`RegulatorRegister` is a value of the setting REGISTER: it collects the list of excluded people and tells of
self-exclusions. `RegulatorVerifier` is a value of IDENTITY_VERIFIER. The print has no addresses: each service
is at REGULATOR_SERVICES under its name. Every message is held against the printed schema. What is malformed,
or has a document type, counts as no answer: nothing changes, and the caller tries again.
"""

from __future__ import annotations

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from msgspec import Struct

from players.identity.verification.identifiers import is_of_age
from players.identity.verification.verifier import Question, Verdict, VerifierAnswer
from players.protection.document_marks import DocumentType
from players.protection.national_list import ListedDocument, ListRefused
from players.protection.national_register import Download
from players.shared import clock
from players.shared.signed_http import UnreachableError, open_http

if TYPE_CHECKING:
    from lxml import etree

SCHEMAS = Path(__file__).with_name("packs") / "pt_2015/schemas/servicos/xsd"
XSD = "{http://www.w3.org/2001/XMLSchema}"
PRINTED = "http://www.turismodeportugal.pt/SRJSchema"
SOAP_11, SOAP_12 = "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
TIMEOUT = 20.0  # seconds
MAX_REPLY = 64 << 20
# DataFim is obligatory, and nothing is printed for an exclusion without an end (open reading).
ENDLESS = date(9999, 12, 31)
YES, NO = "S", "N"
DOCUMENTS = {
    "citizen-card": DocumentType.CITIZEN_CARD,
    "passport": DocumentType.PASSPORT,
    "": DocumentType.TAX_NUMBER,
}


class Service(Struct, frozen=True):
    name: str
    schema: str
    namespace: str
    request: str
    reply: str
    soap: str
    action: str


LIST = Service(
    "ListaExcluidos", "SRJJogoOnlineListaExcluidos.xsd", f"{PRINTED}/ListaExcluidos",
    "PedidoListaExcluidos", "RespostaListaExcluidos", SOAP_11, "getlistaexcluidos",
)  # fmt: skip
# No WSDL is printed for it: SOAP 1.1 as the list (open reading).
NOTICE = Service(
    "NotificacaoPedidoExclusao", "NotificacaoPedidoExclusao.xsd", f"{PRINTED}/NotificacaoPedidoExclusao",
    "NotificacaoPedidoExclusao", "RespostaNotificacaoPedidoExclusao", SOAP_11, "NotificacaoPedidoExclusao",
)  # fmt: skip
IDENTITY = Service(
    "PedidoVerificacaoIdentidadeTP", "SRJJogoOnlineVerificacaoIdentidade.xsd",
    f"{PRINTED}/VerificacaoIdentidade", "PedidoVerificacaoTP", "RespostaVerificacaoTP", SOAP_12,
    "verificacaoidentidade",
)  # fmt: skip


# --- messages


class UnreadableMessage(Exception):
    """It is not what the gazette prints."""


@lru_cache(maxsize=3)
def _schema(name: str) -> etree.XMLSchema:
    """The printed schema. Its list has no maxOccurs: one that is longer than one person is not refused."""
    from lxml import etree

    tree = etree.parse(SCHEMAS / name)
    for element in tree.iter(f"{XSD}element"):
        if element.get("name") == "CidadaoExcluido":
            element.set("maxOccurs", "unbounded")
    return etree.XMLSchema(tree)


def write_message(service: Service, name: str, values: dict[str, str]) -> bytes:
    from lxml import etree

    envelope = etree.Element(f"{{{service.soap}}}Envelope", nsmap={"soap": service.soap})
    body = etree.SubElement(envelope, f"{{{service.soap}}}Body")
    request = etree.SubElement(body, f"{{{service.namespace}}}{name}", nsmap={None: service.namespace})
    for child, text in values.items():
        etree.SubElement(request, f"{{{service.namespace}}}{child}").text = text
    if not _schema(service.schema).validate(request):
        raise UnreachableError(f"{service.name} cannot be asked this: {_last_fault(service)}")
    written: bytes = etree.tostring(envelope, xml_declaration=True, encoding="UTF-8")
    return written


def _last_fault(service: Service) -> str:
    return str(_schema(service.schema).error_log.last_error.message)


def ask(service: Service, values: dict[str, str]) -> Any:
    """The reply as an element that is valid; UnreachableError otherwise."""
    headers = {"Content-Type": f'application/soap+xml; charset=utf-8; action="{service.action}"'}
    if service.soap == SOAP_11:
        headers = {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"{service.action}"'}
    request = urllib.request.Request(
        _address(service), write_message(service, service.request, values), headers, method="POST"
    )
    try:
        with open_http(request, timeout=TIMEOUT) as response:
            content = response.read(MAX_REPLY + 1)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        raise UnreachableError(f"{service.name}: {type(error).__name__}: {error}") from error
    if len(content) > MAX_REPLY:
        raise UnreachableError(f"{service.name}: the reply is too large")
    return _reply(service, content)


def _address(service: Service) -> str:
    base = str(settings.REGULATOR_SERVICES)
    parts = urlsplit(base)
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost"):
        raise UnreachableError("REGULATOR_SERVICES is not set to an https address")
    return f"{base.rstrip('/')}/{service.name}"


def _reply(service: Service, content: bytes) -> Any:
    try:
        return read_message(service, service.reply, content)
    except UnreadableMessage as error:
        raise UnreachableError(f"{service.name}: {error}") from error


def read_message(service: Service, name: str, content: bytes) -> Any:
    """The element of that name in the body, if it is valid. A document type and its entities are refused."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableMessage(str(error)) from error
    if root.getroottree().docinfo.doctype:
        raise UnreadableMessage("a document type is not allowed")
    element = root.find(f"{{{service.soap}}}Body/{{{service.namespace}}}{name}")
    if root.tag != f"{{{service.soap}}}Envelope" or element is None:
        raise UnreadableMessage(f"the message is no {name}")
    if not _schema(service.schema).validate(element):
        raise UnreadableMessage(_last_fault(service))
    return element


def _text(service: Service, element: Any, name: str) -> str:
    return (element.findtext(f"{{{service.namespace}}}{name}") or "").strip()


def _has_succeeded(service: Service, reply: Any) -> bool:
    return _text(service, reply, "Sucesso") in ("true", "1")


# --- the list, and notices of self-exclusions


class RegulatorRegister:
    @contextmanager
    def fetch(self) -> Iterator[Download]:
        reply = ask(LIST, {"CodEntidadeExploradora": f"{settings.REGULATOR_ENTITY:03}"})
        if not _has_succeeded(LIST, reply):
            raise ListRefused(f"the regulator has no list: {_text(LIST, reply, 'MensagemErro')}"[:200])
        people = list(reply.iter(f"{{{LIST.namespace}}}CidadaoExcluido"))
        try:
            entries = [_listed(person) for person in people if _text(LIST, person, "Confirmado") == YES]
        except ValueError as error:
            raise ListRefused(f"the list cannot be read: {error}") from error
        # The reply has no number of its own.
        number = f"{clock.now():%Y%m%dT%H%M%S%f}"
        yield Download(number, len(entries), iter(entries))

    def report(self, details: dict[str, Any]) -> None:
        """A self-exclusion, or that its end changed. What the regulator does not take is sent again."""
        kind = DOCUMENTS.get(details["document_kind"], DocumentType.OTHER)
        begins = datetime.fromisoformat(details["starts"])
        ends = datetime.fromisoformat(details["ends"]) if details["ends"] else None
        values = {
            "IdCidadao": (details["document_number"] or details["nif"])[:20],
            "IdTipoCid": str(int(kind)),
            "IdNacao": details["nationality"] or "PT",
            "DataInicio": f"{clock.day_of(begins):%Y-%m-%d}",
            "DataFim": f"{clock.day_of(ends) if ends else ENDLESS:%Y-%m-%d}",
            "Confirmado": YES,
        }
        reply = ask(NOTICE, values)
        if not _has_succeeded(NOTICE, reply):
            raise UnreachableError(f"the notice was not taken: {_text(NOTICE, reply, 'MensagemErro')}"[:200])


def _listed(person: Any) -> ListedDocument:
    """A person on the list. The last day of an exclusion is a whole day of it."""
    names = ("IdTipoCid", "IdCidadao", "IdNacao", "DataInicio", "DataFim")
    kind, number, country, begins, ends = (_text(LIST, person, name) for name in names)
    if not number or len(country) != 2 or not country.isalpha():
        raise ValueError("a person without a document or a nationality")
    last = date.fromisoformat(ends[:10])
    key = hashlib.sha256("|".join((kind, number, country, begins)).encode()).hexdigest()[:40]
    return ListedDocument(
        kind=DocumentType(int(kind)),
        number=number,
        nationality=country,
        starts=clock.midnight(date.fromisoformat(begins[:10])).astimezone(UTC),
        ends=None if last >= ENDLESS else clock.midnight(last + timedelta(days=1)).astimezone(UTC),
        reference=key,
    )


def is_in_use() -> bool:
    """Whether the list comes from the regulator's own service."""
    return str(settings.REGISTER) == f"{__name__}.{RegulatorRegister.__name__}"


# --- identities


class RegulatorVerifier:
    name = "regulator"

    def ask(self, question: Question) -> Verdict:
        if not question.nif.isdecimal():
            return Verdict(VerifierAnswer.UNAVAILABLE)
        birth = question.birth.isoformat()
        try:
            reply = ask(IDENTITY, {"Nome": question.name, "Nif": question.nif, "DataNascimento": birth})
        except UnreachableError as error:
            raise OSError(str(error)) from error
        return Verdict(_answer(question, reply))


def _answer(question: Question, reply: Any) -> VerifierAnswer:
    """The schema asks for the other elements also where there was no success; they say nothing then."""

    def said(name: str) -> str:
        return _text(IDENTITY, reply, name)

    if not _has_succeeded(IDENTITY, reply):
        return VerifierAnswer.UNAVAILABLE
    if said("NifValido") == NO:
        return VerifierAnswer.NO
    if said("Falecido") == YES:
        return VerifierAnswer.DECEASED
    name = said("NomeCompleto")
    is_other_name = bool(name) and name.casefold().split() != question.name.casefold().split()
    if is_other_name or NO in (said("NomeValido"), said("DataNascimentoValida")):
        return VerifierAnswer.MISMATCH
    if said("MaiorDeIdade") == NO or not is_of_age(question.birth, clock.day_of(clock.now())):
        return VerifierAnswer.MINOR
    return VerifierAnswer.YES
