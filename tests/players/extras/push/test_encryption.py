"""Web Push against the example of RFC 8291, and the signature of RFC 8292."""

from __future__ import annotations

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from casino.services.folder import public_point
from players.extras.push.encryption import authorization, decode, encode, encrypt, point, private_key

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSER_SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_encrypted_as_in_the_example_of_the_rfc() -> None:
    body = encrypt(
        TEXT, decode(BROWSER_POINT), decode(BROWSER_SECRET), key=private_key(SENDER_KEY), salt=decode(SALT)
    )
    assert encode(body) == BODY


def test_each_message_has_a_key_and_a_salt_of_its_own() -> None:
    one, two = (encrypt(TEXT, decode(BROWSER_POINT), decode(BROWSER_SECRET)) for _ in range(2))
    assert one[:16] != two[:16] and one[21:86] != two[21:86]


def test_the_push_service_can_verify_who_sends() -> None:
    key = private_key(SENDER_KEY)
    header = authorization(key, "https://push.example:8443/abc", "mailto:a@b.example", 1_000_000)
    token, public = header.removeprefix("vapid t=").split(", k=")
    signed, _dot, signature = token.rpartition(".")
    claims = json.loads(decode(signed.partition(".")[2]))
    assert claims["aud"] == "https://push.example:8443" and claims["sub"] == "mailto:a@b.example"
    assert 1_000_000 < claims["exp"] <= 1_000_000 + 24 * 3600
    r, s = (int.from_bytes(part) for part in (decode(signature)[:32], decode(signature)[32:]))
    verifier = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public))
    verifier.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        verifier.verify(encode_dss_signature(r, s), b"another token", ec.ECDSA(SHA256()))


def test_the_public_key_of_a_demonstration_belongs_to_its_secret_key() -> None:
    assert public_point(SENDER_KEY) == encode(point(private_key(SENDER_KEY)))
