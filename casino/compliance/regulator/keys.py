"""The X.509 keys of house and regulator.  [903-B 2.1.4, Anexo 1, III]

The house signs with its own key and encrypts for the regulator's newest certificate. The file of the
regulator's certificates may hold older ones: what they signed is read until they expire.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID
from django.conf import settings
from msgspec import Struct

from players.shared import clock

KEY_BITS = 2048  # as the print asks
SANDBOX_LIFE = timedelta(days=3 * 365)
# A new certificate takes a signed request and the regulator's answer: the alarm comes before.
EXPIRES_SOON = timedelta(days=60)
HOUSE_KEY, HOUSE, REGULATOR_KEY, REGULATOR = "house.key", "house.pem", "regulator.key", "regulator.pem"


class UnusableKeys(OSError):
    """A key or certificate that is not there, cannot be read, is not RSA, or has expired."""


class Keys(Struct, frozen=True):
    key: rsa.RSAPrivateKey
    certificate: x509.Certificate
    regulator: tuple[x509.Certificate, ...]

    @property
    def recipient(self) -> x509.Certificate:
        """Whom envelopes are encrypted for: the last certificate of the file."""
        return self.regulator[-1]

    def has_signed(self, signature: bytes, content: bytes) -> bool:
        """Whether a certificate of the regulator that is valid now has signed this."""
        return any(_verifies(certificate, signature, content) for certificate in self.regulator)


def are_configured() -> bool:
    """By the certificates, which web processes know too; the key itself is the worker's alone."""
    named = settings.REGULATOR_SIGNING_CERTIFICATE, settings.REGULATOR_CERTIFICATES
    return bool(settings.REGULATOR_SANDBOX_KEYS) or all(named)


def expiring(now: datetime) -> dict[str, datetime]:
    """By whose they are, the certificates in use that expire soon or have."""
    return {role: end for role, end in ends().items() if end <= now + EXPIRES_SOON}


def ends() -> dict[str, datetime]:
    """By whose they are, when the certificates in use end. Needs no private key."""
    if not are_configured():
        return {}
    folder = Path(settings.REGULATOR_SANDBOX_KEYS)
    is_sandbox = settings.REGULATOR_SANDBOX_KEYS and not settings.REGULATOR_SIGNING_CERTIFICATE
    house, regulator = (
        (folder / HOUSE, folder / REGULATOR)
        if is_sandbox
        else (Path(settings.REGULATOR_SIGNING_CERTIFICATE), Path(settings.REGULATOR_CERTIFICATES))
    )
    if is_sandbox and not regulator.exists():
        return {}  # the first envelope makes them
    try:
        return {
            role: x509.load_pem_x509_certificates(path.read_bytes())[-1].not_valid_after_utc
            for role, path in (("house", house), ("regulator", regulator))
        }
    except ValueError as error:
        raise UnusableKeys(f"a certificate for the regulator cannot be read: {error}") from error


def load_keys() -> Keys:
    if settings.REGULATOR_SANDBOX_KEYS and not settings.REGULATOR_SIGNING_KEY:
        folder = Path(settings.REGULATOR_SANDBOX_KEYS)
        if not (folder / REGULATOR).exists():
            make_sandbox_keys(folder, since=clock.now() - timedelta(days=1))
        return _read((folder / HOUSE_KEY).read_text(), folder / HOUSE, folder / REGULATOR)
    return _read(
        settings.REGULATOR_SIGNING_KEY,
        Path(settings.REGULATOR_SIGNING_CERTIFICATE),
        Path(settings.REGULATOR_CERTIFICATES),
    )


def _read(key_text: str, certificate_file: Path, regulator_file: Path) -> Keys:
    certificates = x509.load_pem_x509_certificates
    try:
        key = serialization.load_pem_private_key(key_text.encode(), password=None)
        (certificate,) = certificates(certificate_file.read_bytes())
        regulator = tuple(certificates(regulator_file.read_bytes()))
    except (ValueError, TypeError) as error:
        raise UnusableKeys(f"a key or certificate for the regulator cannot be read: {error}") from error
    if not isinstance(key, rsa.RSAPrivateKey) or certificate.public_key() != key.public_key():
        raise UnusableKeys("the certificate is not that of the key that signs for the regulator")
    if not all(isinstance(each.public_key(), rsa.RSAPublicKey) for each in regulator):
        raise UnusableKeys("a certificate of the regulator is not RSA")
    keys = Keys(key, certificate, regulator)
    for role, used in (("house", certificate), ("regulator", keys.recipient)):
        if not _is_valid(used):
            raise UnusableKeys(f"the certificate of the {role} is not valid on this day")
    return keys


def _is_valid(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_before_utc <= clock.now() <= certificate.not_valid_after_utc


def _verifies(certificate: x509.Certificate, signature: bytes, content: bytes) -> bool:
    public = certificate.public_key()
    if not isinstance(public, rsa.RSAPublicKey) or not _is_valid(certificate):
        return False
    try:
        public.verify(signature, content, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return False
    return True


def make_sandbox_keys(folder: Path, *, since: datetime) -> None:
    """A pair for the demonstration and tests, which nobody else trusts."""
    folder.mkdir(parents=True, exist_ok=True)
    for owner, key_file, certificate_file in (
        ("Feltro", HOUSE_KEY, HOUSE),
        ("Sandbox regulator", REGULATOR_KEY, REGULATOR),
    ):
        key, certificate = sandbox_pair(owner, since)
        plain = serialization.NoEncryption()
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        _write(folder / key_file, key.private_bytes(encoding, form, plain))
        _write(folder / certificate_file, certificate.public_bytes(encoding))


def sandbox_pair(owner: str, since: datetime) -> tuple[rsa.RSAPrivateKey, x509.Certificate]:
    """A key with a certificate that it has signed itself; also for the TLS of the sandbox."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, owner)])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(since + SANDBOX_LIFE)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    return key, certificate


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
