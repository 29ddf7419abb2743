"""Signatures by Ed25519: a private key signs, everybody can check with the public one.

Keys and signatures are plain bytes; `cryptography` does the work, and is loaded when it is asked.
"""

KEY_SIZE = 32


def new_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_key(private: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def signature(private: bytes, message: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).sign(message)


def is_signed(public: bytes, message: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signed, message)
    except (InvalidSignature, ValueError):  # the second of what is no key
        return False
    return True
