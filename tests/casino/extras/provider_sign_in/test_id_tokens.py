"""ID tokens: what is accepted, and each way in which a token proves nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from casino.extras.provider_sign_in.id_tokens import MAX_AGE, IdentityClaims, InvalidIdToken, verify_id_token
from tests.casino.extras.provider_sign_in.openid_provider import (
    CLIENT,
    EC_KEY,
    RSA_KEY,
    ec_jwk,
    encoded,
    rsa_jwk,
    signed_es256,
    signed_hs256,
    signed_rs256,
    unsigned,
)

ISSUER, NONCE = "https://login.example", "n" * 64
KEYS = [rsa_jwk(), ec_jwk()]
OTHER = rsa.generate_private_key(65537, 2048)
WEAK = rsa.generate_private_key(65537, 1024)


def claims(**changes: Any) -> dict[str, Any]:
    now = int(time.time())
    given = {
        "iss": ISSUER, "aud": CLIENT, "sub": "s-1", "nonce": NONCE, "iat": now, "exp": now + 300,
        "email": "rui@feltro.example", "email_verified": True, "amr": ["pwd", "mfa"], "acr": "gold",
    }  # fmt: skip
    return {name: value for name, value in (given | changes).items() if value is not None}


def verified(token: str, keys: Any = KEYS) -> IdentityClaims:
    return verify_id_token(token, keys=keys, issuer=ISSUER, client=CLIENT, nonce=NONCE, now=time.time())


def reason(token: str, keys: Any = KEYS) -> str:
    with pytest.raises(InvalidIdToken) as caught:
        verified(token, keys)
    return caught.value.reason


@pytest.mark.parametrize("sign", [signed_rs256, signed_es256])
def test_a_token_of_the_provider_says_who_signed_in_and_how(sign: Callable[..., str]) -> None:
    assert verified(sign(claims())) == IdentityClaims(
        "s-1", "rui@feltro.example", True, ("pwd", "mfa"), "gold"
    )


def test_an_audience_may_be_a_list_that_names_who_asked() -> None:
    assert verified(signed_rs256(claims(aud=[CLIENT]))).subject == "s-1"
    assert verified(signed_rs256(claims(aud=[CLIENT, "other"], azp=CLIENT))).subject == "s-1"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"iss": "https://evil.example"}, "issuer"),
        ({"iss": ISSUER + "/"}, "issuer"),
        ({"iss": None}, "issuer"),
        ({"aud": "other"}, "audience"),
        ({"aud": None}, "audience"),
        ({"aud": [CLIENT, "other"]}, "audience"),
        ({"aud": [CLIENT, "other"], "azp": "other"}, "audience"),
        ({"azp": "other"}, "audience"),
        ({"nonce": "m" * 64}, "nonce"),
        ({"nonce": None}, "nonce"),
        ({"nonce": 5}, "nonce"),
        ({"exp": int(time.time()) - 3600}, "expired"),
        ({"exp": None}, "expired"),
        ({"exp": "soon"}, "expired"),
        ({"exp": True}, "expired"),
        ({"exp": float("inf")}, "expired"),
        ({"iat": None}, "expired"),
        ({"iat": int(time.time()) - MAX_AGE - 120}, "expired"),
        ({"iat": int(time.time()) + 600}, "expired"),
        ({"nbf": int(time.time()) + 600}, "expired"),
        ({"sub": None}, "subject"),
        ({"sub": ""}, "subject"),
        ({"sub": "x" * 256}, "subject"),
        ({"sub": "a\x00b"}, "subject"),
    ],
)
def test_each_claim_is_compared(changes: dict[str, Any], expected: str) -> None:
    assert reason(signed_rs256(claims(**changes))) == expected


def test_a_token_without_a_signature_proves_nothing() -> None:
    for algorithm in ("none", "None", "NONE", "", None, 5, ["RS256"]):
        assert reason(f"{unsigned({'alg': algorithm, 'kid': 'one'}, claims())}.") == "algorithm"
    assert reason(f"{unsigned({'alg': 'RS256', 'kid': 'one'}, claims())}.") == "signature"


def test_a_public_key_is_no_secret() -> None:
    public = RSA_KEY.public_key()
    for secret in (
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        json.dumps(rsa_jwk()).encode(),
        b"",
    ):
        assert reason(signed_hs256(claims(), secret)) == "algorithm"
    symmetric = [{"kty": "oct", "kid": "one", "k": encoded(b"secret")}]
    assert reason(signed_hs256(claims(), b"secret"), symmetric) == "algorithm"
    assert reason(signed_hs256(claims(), b"secret", alg="RS256"), symmetric) == "key"


def test_the_key_has_to_be_published_for_this_use() -> None:
    assert reason(signed_rs256(claims(), OTHER)) == "signature"
    assert reason(signed_rs256(claims(), OTHER, kid="three")) == "key"
    assert reason(signed_rs256(claims()), []) == "key"
    assert reason(signed_rs256(claims()), [rsa_jwk(use="enc")]) == "key"
    assert reason(signed_rs256(claims()), [rsa_jwk(alg="RS512")]) == "key"
    assert reason(signed_rs256(claims()), [ec_jwk(kid="one")]) == "key"
    assert reason(signed_rs256(claims(), kid="two")) == "key"
    assert reason(signed_rs256(claims()), [rsa_jwk(), rsa_jwk(OTHER)]) == "key", "two keys of one name"
    assert reason(signed_rs256(claims(), WEAK), [rsa_jwk(WEAK)]) == "key"
    assert reason(signed_es256(claims()), [ec_jwk(crv="P-384")]) == "key"
    assert reason(signed_es256(claims()), [ec_jwk(x="AA")]) == "key"
    assert reason(signed_rs256(claims()), [{"kty": "RSA", "kid": "one"}]) == "key"


def test_a_token_need_not_name_the_only_key() -> None:
    assert verified(signed_rs256(claims(), kid=None)).subject == "s-1"
    assert reason(signed_rs256(claims(), kid=None), [rsa_jwk(), rsa_jwk(OTHER, kid="x")]) == "key"


def test_what_was_signed_cannot_be_changed() -> None:
    header, body, signature = signed_rs256(claims()).split(".")
    changed = encoded(json.dumps(claims(sub="s-2")).encode())
    assert reason(f"{header}.{changed}.{signature}") == "signature"
    assert reason(f"{header}.{body}.{signature[:-4]}AAAA") == "signature"
    other = ec.generate_private_key(ec.SECP256R1())
    assert reason(signed_es256(claims(), other)) == "signature"
    header, body, signature = signed_es256(claims(), EC_KEY).split(".")
    assert reason(f"{header}.{body}.{encoded(bytes(64))}") == "signature"
    assert reason(f"{header}.{body}.{signature[:40]}") == "signature"


@pytest.mark.parametrize(
    "token",
    [
        "", "a.b", "a.b.c.d", "..", "é.é.é", "!.!.!", "A" * 20_000,
        f"{encoded(b'[]')}.{encoded(b'{}')}.AA",
        f"{encoded(b'[' * 9000)}.{encoded(b'{}')}.AA",
    ],
)  # fmt: skip
def test_a_malformed_token_is_refused(token: str) -> None:
    assert reason(token) == "malformed"


def test_a_critical_extension_is_not_understood() -> None:
    assert reason(signed_rs256(claims(), crit=["exp"])) == "algorithm"


def test_an_address_counts_as_verified_only_if_the_provider_says_true() -> None:
    for value in (None, False, "true", 1):
        assert not verified(signed_rs256(claims(email_verified=value))).is_email_verified
    assert verified(signed_rs256(claims(email=5, amr="mfa", acr=None))) == IdentityClaims(
        "s-1", "", True, (), ""
    )
