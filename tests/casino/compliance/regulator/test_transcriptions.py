"""The schemas of Regulation 903-B/2015, Anexo 1, were transcribed from the print twice, the second time
without sight of the first: both say the same, and each reads the other's example. Misprints are listed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from casino.compliance import regulator

FIRST = Path(regulator.__file__).with_name("packs") / "pt_2015" / "schemas"
SECOND = Path(__file__).with_name("second_transcription")
EXAMPLES = (Path(__file__).with_name("first_examples"), SECOND / "examples")
FAMILIES = ("resf", "jgdr", "sess", "ajog", "tran", "excl")
# The print names one schema of the three. In the first transcription, and in the second.
SERVICES = {
    "xsd/SRJJogoOnlineListaExcluidos.xsd": "SRJJogoOnlineListaExcluidos.xsd",
    "xsd/NotificacaoPedidoExclusao.xsd": "SRJJogoOnlineNotificacaoPedidoExclusao.xsd",
    "xsd/SRJJogoOnlineVerificacaoIdentidade.xsd": "SRJJogoOnlineVerificacaoIdentidade.xsd",
    "wsdl/ListaExcluidos.wsdl": "ListaExcluidos.wsdl",
    "wsdl/PedidoVerificacaoIdentidade.wsdl": "PedidoVerificacaoIdentidade.wsdl",
}
PAIRS = {
    **{f"{family}.xsd": (FIRST / f"{family}.xsd", SECOND / f"{family}.xsd") for family in FAMILIES},
    **{
        one.partition("/")[2]: (FIRST / "servicos" / one, SECOND / "servicos" / two)
        for one, two in SERVICES.items()
    },
}
Declaration = tuple[str, tuple[tuple[str, str], ...], tuple["Declaration", ...]]


def declared(element: etree._Element) -> Declaration:
    """An element, its attributes and its children in order, without annotations, white space and prefixes."""
    children = tuple(
        declared(child) for child in element if isinstance(child.tag, str) and "annotation" not in child.tag
    )
    return str(element.tag), tuple(sorted(attributes(element))), children


def attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Names of types with their namespace, as each transcription may choose its prefixes."""
    for name, value in element.attrib.items():
        prefix, colon, local = str(value).partition(":")
        namespace = element.nsmap.get(prefix) if colon else None
        yield str(name), f"{{{namespace}}}{local}" if namespace else " ".join(str(value).split())


def schema(path: Path) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(path))


@pytest.mark.parametrize("name", PAIRS)
def test_both_transcriptions_say_the_same(name: str) -> None:
    first, second = (declared(etree.parse(path).getroot()) for path in PAIRS[name])
    assert first == second


@pytest.mark.parametrize("family", FAMILIES)
def test_each_reads_the_example_of_the_other(family: str) -> None:
    for schemas in (FIRST, SECOND):
        for examples in EXAMPLES:
            schema(schemas / f"{family}.xsd").assertValid(etree.parse(examples / f"{family}.xml"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name="total_apostas" type="xs:decimal"', 'name="total_apostas" type="xs:int"'),
        ('<xs:element ref="total_ganhos" minOccurs="0"/>', '<xs:element ref="total_ganhos"/>'),
        ('<xs:element ref="cod_cofre"/>', ""),
    ],
)
def test_a_slip_in_one_of_them_is_noticed(old: str, new: str) -> None:
    text = (FIRST / "resf.xsd").read_text("utf-8")
    assert text.count(old) == 1
    changed = etree.fromstring(text.replace(old, new).encode())
    assert declared(changed) != declared(etree.parse(SECOND / "resf.xsd").getroot())


@pytest.mark.parametrize("folder", [FIRST, SECOND])
def test_every_change_of_the_print_has_its_place_and_reason(folder: Path) -> None:
    listed = tomllib.loads((folder / "misprints.toml").read_text("utf-8"))
    assert listed["misprint"] and listed["open"]
    for entry in listed["misprint"]:
        assert all(entry[what] for what in ("place", "printed", "reason")) and "read_as" in entry
    assert all(entry["place"] for entry in listed["open"])
