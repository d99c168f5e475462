"""The envelope of a day, and the regulator's answers.  [903-B Anexo 1, III]

Signed, compressed, encrypted, in this order, as the print says. Inside is a ZIP file: each XML file, and its
detached CMS signature by the house. It is encrypted with AES under a password of its own, and the password
for the regulator's certificate (`rpasswd.pass.crypt`). The ZIP file that is laid down has both. The script
that the regulator provides was not obtained: what it leaves open is done so that the commands
`openssl cms` and `openssl enc -aes-256-cbc -pbkdf2` open it.

The print has no form for answers. The house's own is a ZIP file with an XML document (answer.xsd) and the
regulator's RSA signature over it.
"""

from __future__ import annotations

import io
import os
import secrets
import zipfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.padding import PKCS7
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from casino.compliance.regulator.keys import Keys, are_configured, load_keys
from casino.compliance.regulator.packs import FileVerdict, ReadAnswer, UnreadableAnswer, UnsignedAnswer

if TYPE_CHECKING:
    from lxml import etree

PASSWORD = "rpasswd.pass.crypt"
SIGNATURE, ENCRYPTED = ".p7s", ".crypt"
# The form and the count of `openssl enc -pbkdf2`. The password is random, so that the count adds nothing.
SALTED, SALT_BYTES, ITERATIONS, KEY_AND_IV = b"Salted__", 8, 10_000, 32 + 16
ANSWER, ANSWER_SIGNATURE = "resposta.xml", "resposta.xml.sig"
MAX_ANSWER = 1 << 20
ACCEPTED = "aceite"


def may_seal() -> bool:
    return are_configured()


def seal(file: BinaryIO, name: str, files: Iterable[tuple[str, bytes]]) -> None:
    keys, password = load_keys(), secrets.token_hex(32).encode()
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as compressed:
        for file_name, content in files:
            compressed.writestr(file_name, content)
            compressed.writestr(file_name + SIGNATURE, _sign(keys, content))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as outer:
        outer.writestr(name + ENCRYPTED, _encrypt(inner.getbuffer(), password))
        outer.writestr(PASSWORD, _encrypt_password(keys, password))


def _sign(keys: Keys, content: bytes) -> bytes:
    builder = pkcs7.PKCS7SignatureBuilder().set_data(content)
    signed = builder.add_signer(keys.certificate, keys.key, hashes.SHA256())
    return signed.sign(Encoding.DER, [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary])


def _encrypt_password(keys: Keys, password: bytes) -> bytes:
    builder = pkcs7.PKCS7EnvelopeBuilder().set_data(password).add_recipient(keys.recipient)
    aes = builder.set_content_encryption_algorithm(algorithms.AES256)
    return aes.encrypt(Encoding.DER, [pkcs7.PKCS7Options.Binary])


def _encrypt(content: memoryview, password: bytes) -> bytes:
    salt = os.urandom(SALT_BYTES)
    derived = PBKDF2HMAC(hashes.SHA256(), KEY_AND_IV, salt, ITERATIONS).derive(password)
    padder = PKCS7(algorithms.AES256.block_size).padder()
    encryptor = Cipher(algorithms.AES256(derived[:32]), modes.CBC(derived[32:])).encryptor()
    encrypted = [encryptor.update(padder.update(content)), encryptor.update(padder.finalize())]
    return b"".join([SALTED, salt, *encrypted, encryptor.finalize()])


def read_answer(content: bytes) -> ReadAnswer:
    document, signature = _parts(content)
    if not load_keys().has_signed(signature, document):
        raise UnsignedAnswer
    return _answer(_parse(document))


def _parts(content: bytes) -> tuple[bytes, bytes]:
    """The document and its signature. Nothing larger than an answer is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            sizes = {entry.filename: entry.file_size for entry in packed.infolist()}
            if ANSWER not in sizes or not sizes.keys() <= {ANSWER, ANSWER_SIGNATURE}:
                raise UnreadableAnswer("the ZIP file has other files than an answer and its signature")
            if max(sizes.values()) > MAX_ANSWER:
                raise UnreadableAnswer("it is too large for an answer")
            if ANSWER_SIGNATURE not in sizes:
                raise UnsignedAnswer
            return packed.read(ANSWER), packed.read(ANSWER_SIGNATURE)
    except (zipfile.BadZipFile, RuntimeError, EOFError, ValueError) as error:
        raise UnreadableAnswer(f"it is no ZIP file that can be read: {error}") from error


@lru_cache(maxsize=1)
def _schema() -> etree.XMLSchema:
    from lxml import etree

    return etree.XMLSchema(etree.parse(Path(__file__).with_name("answer.xsd")))


def _parse(document: bytes) -> Any:
    """The document as a tree. A document type is refused, and entities with it."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(document, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableAnswer(str(error)) from error
    if root.getroottree().docinfo.doctype:
        raise UnreadableAnswer("a document type is not allowed")
    if not _schema().validate(root):
        raise UnreadableAnswer(str(_schema().error_log.last_error))
    return root


def _answer(root: Any) -> ReadAnswer:
    verdicts = tuple(
        FileVerdict(
            element.get("nome"),
            element.get("sha256"),
            element.get("estado") == ACCEPTED,
            (element.findtext("motivo") or "").strip(),
        )
        for element in root.iterfind("ficheiro")
    )
    if any(not verdict.accepted and not verdict.reason for verdict in verdicts):
        raise UnreadableAnswer("a rejection has no reason")
    return ReadAnswer(root.get("envelope"), root.get("sha256"), verdicts)
