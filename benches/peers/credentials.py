"""Fake credentials of twelve kinds, each with the structure (and check digits) of the real thing.

Every value comes from the caller's seeded generator: none is or was valid anywhere, and none
stands in the repository. `make` returns a log message that holds one of them.
"""

from __future__ import annotations

import base64
import json
import random
import string
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
BASE64 = BASE62 + "+/"
BASE64URL = BASE62 + "-_"
BASE32 = string.ascii_uppercase + "234567"
T = TypeVar("T")

GITLAB = "".join(c for c in BASE64URL if c not in "lIO0")


@dataclass(frozen=True)
class Message:
    """One log message and the place of the secret value in it."""

    text: str
    start: int
    length: int


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """Return one of `items`, by a rule that no Python release changes."""
    return items[rng.getrandbits(32) * len(items) >> 32]


def letters(rng: random.Random, alphabet: str, length: int) -> str:
    """Return `length` random characters of `alphabet`."""
    return "".join(pick(rng, alphabet) for _ in range(length))


def _base62_crc32(body: str) -> str:
    """Return the six check characters that GitHub and npm put after a token's body."""
    rest, digits = zlib.crc32(body.encode()), ""
    while rest:
        rest, digit = divmod(rest, 62)
        digits = BASE62[digit] + digits
    return digits.rjust(6, "0")


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _checked(rng: random.Random, prefix: str) -> str:
    body = letters(rng, BASE62, 30)
    return prefix + body + _base62_crc32(body)


def _github(rng: random.Random) -> str:
    return _checked(rng, "ghp_")


def _npm(rng: random.Random) -> str:
    return _checked(rng, "npm_")


def _gitlab(rng: random.Random) -> str:
    return "glpat-" + letters(rng, GITLAB, 20)


def _slack(rng: random.Random) -> str:
    workspace, bot = (letters(rng, string.digits[1:], 12) for _ in range(2))
    return f"xoxb-{workspace}-{bot}-{letters(rng, BASE62, 24)}"


def _stripe(rng: random.Random) -> str:
    return "sk_live_" + letters(rng, BASE62, pick(rng, (24, 99)))


def _google(rng: random.Random) -> str:
    return "AIza" + letters(rng, BASE64URL, 35)


def _sendgrid(rng: random.Random) -> str:
    return f"SG.{letters(rng, BASE64URL, 22)}.{letters(rng, BASE64URL, 43)}"


def _jwt(rng: random.Random) -> str:
    issued = 1_770_000_000 + rng.getrandbits(24)
    claims = {
        "sub": letters(rng, string.digits, 8),
        "iat": issued,
        "exp": issued + 315_360_000,
        "scope": "orders:write",
    }
    parts = ({"alg": "HS256", "typ": "JWT"}, claims)
    head, body = (_base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    return f"{head}.{body}.{_base64url(rng.getrandbits(256).to_bytes(32, 'big'))}"


def _anthropic(rng: random.Random) -> str:
    return "sk-ant-api03-" + letters(rng, BASE64URL, 93) + "AA"


def _openai(rng: random.Random) -> str:
    # The middle is base64 of "OpenAI", which every legacy key carries.
    return f"sk-{letters(rng, BASE62, 20)}T3BlbkFJ{letters(rng, BASE62, 20)}"


def _aws_secret(rng: random.Random) -> str:
    return letters(rng, BASE64, 40)


def _aws_key_id(rng: random.Random) -> str:
    """Return an access key id whose first six bytes hold a twelve-digit account number."""
    account = 100_000_000_000 + rng.getrandbits(39)
    head = 1 << 47 | account << 7 | rng.getrandbits(7)
    body = head << 32 | rng.getrandbits(32)
    return "AKIA" + "".join(BASE32[body >> shift & 31] for shift in range(75, -1, -5))


def _password(rng: random.Random) -> str:
    return letters(rng, BASE62, 16 + pick(rng, range(9)))


Maker = Callable[[random.Random], str]

MAKERS: dict[str, Maker] = {
    "github-classic": _github,
    "gitlab": _gitlab,
    "slack-bot": _slack,
    "stripe": _stripe,
    "google-api": _google,
    "npm": _npm,
    "sendgrid": _sendgrid,
    "jwt": _jwt,
    "anthropic": _anthropic,
    "openai-legacy": _openai,
    "aws-key-pair": _aws_secret,
    "postgres-url": _password,
}
KINDS = tuple(MAKERS)

# The messages around a value; `{id}` becomes an AWS access key id.
FRAMES: dict[str, tuple[str, str]] = {
    "github-classic": (
        "clone failed for https://x-access-token:{}@git.acme-shop.net/web.git",
        "GITHUB_TOKEN={} is past its rotation date",
    ),
    "gitlab": (
        "PRIVATE-TOKEN: {} rejected by the registry",
        "GITLAB_TOKEN={} loaded from the environment",
    ),
    "slack-bot": (
        "slack notifier starts with SLACK_BOT_TOKEN={}",
        "chat.postMessage answered 429 for Bearer {}",
    ),
    "stripe": (
        "payment retry with STRIPE_SECRET_KEY={}",
        "charge refused, request signed by {}",
    ),
    "google-api": (
        "GET https://maps.googleapis.com/maps/api/geocode/json?address=Berlin&key={}",
        "geocoder configured: GOOGLE_API_KEY={}",
    ),
    "npm": (
        "npm publish with NPM_TOKEN={} failed: E403",
        "//registry.npmjs.org/:_authToken={}",
    ),
    "sendgrid": (
        "mail relay starts, SENDGRID_API_KEY={}",
        "smtp login apikey:{} ok",
    ),
    "jwt": (
        "upstream answered 401 to Authorization: Bearer {}",
        "session cookie set: access_token={}",
    ),
    "anthropic": (
        "summariser starts with ANTHROPIC_API_KEY={}",
        "x-api-key: {} over its rate limit",
    ),
    "openai-legacy": (
        "embedding job starts with OPENAI_API_KEY={}",
        "completion failed for Bearer {}",
    ),
    "aws-key-pair": (
        "AWS_ACCESS_KEY_ID={id} AWS_SECRET_ACCESS_KEY={}",
        "s3 sync: aws_access_key_id={id} aws_secret_access_key={}",
    ),
    "postgres-url": (
        "connecting to postgres://orders_app:{}@db-07.acme-shop.net:5432/orders",
        "DATABASE_URL=postgresql://reports:{}@pg-2.acme-shop.net/reports?sslmode=require",
    ),
}


def make(kind: str, rng: random.Random) -> Message:
    """Return a message that holds one fresh credential of `kind`."""
    before, after = pick(rng, FRAMES[kind]).split("{}")
    before = before.replace("{id}", _aws_key_id(rng))
    value = MAKERS[kind](rng)
    return Message(before + value + after, len(before), len(value))
