"""Ed25519 against the examples printed in RFC 8032 (7.1)."""

from os import urandom

import pytest

from croupier.bank.anchors import KEY_SIZE, is_signed, public_key, signer

ORDER = 2**252 + 27742317777372353535851937790883648493  # of the group, as given in 5.1
PRINTED = {  # private key, public key, message, signature
    "TEST 1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701"
        "cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "TEST 2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d"
        "0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "TEST 3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f7609"
        "84dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
}


@pytest.mark.parametrize("row", PRINTED.values(), ids=PRINTED)
def test_the_printed_examples(row: tuple[str, ...]) -> None:
    private, public, message, signed = map(bytes.fromhex, row)
    assert public_key(private) == public
    assert signer(private).sign(message) == signed
    assert is_signed(public, message, signed)


def test_what_is_not_signed() -> None:
    key, other = urandom(KEY_SIZE), urandom(KEY_SIZE)
    signed, public = signer(key).sign(b"head"), public_key(key)
    assert is_signed(public, b"head", signed)
    wrong = [
        (public, b"Head", signed),
        (public_key(other), b"head", signed),
        (public, b"head", signer(other).sign(b"head")),
        (public, b"head", signed[:-1]),
        (public[:-1], b"head", signed),
        (b"\xff" * 32, b"head", signed),
        (public, b"head", b"\xff" * 64),
        *((public, b"head", _flipped(signed, place)) for place in range(0, 512, 37)),
    ]
    for one in wrong:
        assert not is_signed(*one)


def test_a_signature_has_one_form() -> None:
    """The second half is less than the order of the group; otherwise there would be two."""
    key = urandom(KEY_SIZE)
    signed = signer(key).sign(b"head")
    more = int.from_bytes(signed[32:], "little") + ORDER
    assert not is_signed(public_key(key), b"head", signed[:32] + more.to_bytes(32, "little"))


def _flipped(data: bytes, place: int) -> bytes:
    return bytes(byte ^ (1 << place % 8) * (place // 8 == at) for at, byte in enumerate(data))
