"""Signatures by Ed25519 (RFC 8032, 5.1): a private key signs, everybody can check with the public.

In plain Python, for the anchors of a bank: one signature a minute, one check an audit. It takes
milliseconds, and a longer or shorter time may tell something of the key to whoever can measure it
on this machine; such a one can read the key's file as well.
"""

import secrets
from hashlib import sha512

KEY_SIZE, SIGNATURE_SIZE = 32, 64
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1

Point = tuple[int, int, int, int]  # x/z, y/z, z, and xy/z
NEUTRAL: Point = (0, 1, 1, 0)


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    found = NEUTRAL
    while number:
        if number & 1:
            found = _sum(found, point)
        point = _sum(point, point)
        number >>= 1
    return found


def _same(one: Point, other: Point) -> bool:
    across = (one[0] * other[2] - other[0] * one[2]) % P
    up = (one[1] * other[2] - other[1] * one[2]) % P
    return across == up == 0


def _x(y: int, odd: int) -> int | None:
    """None: no point of the curve has that y."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return x if x & 1 == odd else P - x


def _point(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y = number & (1 << 255) - 1
    x = _x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def _bytes(point: Point) -> bytes:
    unit = pow(point[2], -1, P)
    x, y = point[0] * unit % P, point[1] * unit % P
    return (y | (x & 1) << 255).to_bytes(KEY_SIZE, "little")


BASE_Y = 4 * pow(5, -1, P) % P
BASE_X = _x(BASE_Y, 0)
assert BASE_X is not None
BASE: Point = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def _number(*parts: bytes) -> int:
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little") % ORDER


def _halves(private: bytes) -> tuple[int, bytes]:
    whole = sha512(private).digest()
    number = int.from_bytes(whole[:KEY_SIZE], "little")
    return number & ((1 << 254) - 8) | 1 << 254, whole[KEY_SIZE:]


def new_key() -> bytes:
    return secrets.token_bytes(KEY_SIZE)


def public_key(private: bytes) -> bytes:
    return _bytes(_times(_halves(private)[0], BASE))


def signature(private: bytes, message: bytes) -> bytes:
    number, prefix = _halves(private)
    public = _bytes(_times(number, BASE))
    nonce = _number(prefix, message)
    begin = _bytes(_times(nonce, BASE))
    return begin + ((nonce + _number(begin, public, message) * number) % ORDER).to_bytes(
        KEY_SIZE, "little"
    )


def is_signed(public: bytes, message: bytes, signed: bytes) -> bool:
    if len(public) != KEY_SIZE or len(signed) != SIGNATURE_SIZE:
        return False
    whose, begin = _point(public), _point(signed[:KEY_SIZE])
    number = int.from_bytes(signed[KEY_SIZE:], "little")
    if whose is None or begin is None or number >= ORDER:
        return False
    challenge = _number(signed[:KEY_SIZE], public, message)
    return _same(_times(number, BASE), _sum(begin, _times(challenge, whose)))
