"""The big log: JSON lines of a web shop's requests, some with a fake credential in the message."""

from __future__ import annotations

import hashlib
import json
import random
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

from credentials import KINDS, Message, make, pick

LOG_BYTES = 256_000_000
PLANTED = 640
SEED = 20_260_301
LINES_PER_WRITE = 8192

SERVICES = ("checkout", "catalog", "search", "accounts", "payments", "shipping", "media", "gateway")
METHODS = ("GET",) * 8 + ("POST",) * 3 + ("PUT", "DELETE", "PATCH")
STATUSES = (200,) * 14 + (201, 204, 301, 304, 400, 401, 404, 429, 500, 503)
PATHS = (
    "/v1/orders/{}",
    "/v1/products/{}?page=2",
    "/v1/carts/{}/items",
    "/v2/users/{}",
    "/v2/search?q=lamp&offset={}",
    "/img/{}.webp",
    "/login?next=/orders/{}",
    "/v1/oauth/token?client={}",
)
AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
    " Version/17.5 Mobile/15E148 Safari/604.1",
    "acme-shop-android/8.41.0 okhttp/4.12.0",
    "curl/8.5.0",
    "python-requests/2.32.3",
)
MESSAGES = ("request completed",) * 20 + (
    "cache miss, read from the primary",
    "retry 2 of 5 after a connection reset",
    "token refreshed for the current session",
    "password reset mail queued",
    "api key missing, answered with 401",
    "slow query: SELECT id, total FROM orders WHERE customer_id = $1"
    " ORDER BY created_at DESC LIMIT 50",
    "secret rotation finished in 3 steps",
    "feature flag new-basket is on for this account",
    "csrf token does not match, form shown again",
    "connection pool at 18 of 20",
)


def write_log(log: Path, truth: Path) -> str:
    """Write the log and the list of what is planted in it; return the log's SHA-256."""
    rng = random.Random(SEED)
    digest = hashlib.sha256()
    planted: list[dict[str, str | int]] = []
    with log.open("wb") as out:
        for block in _blocks(rng, planted):
            out.write(block)
            digest.update(block)
    truth.write_text(json.dumps({"bytes": log.stat().st_size, "planted": planted}, indent=0) + "\n")
    return digest.hexdigest()


def _blocks(rng: random.Random, planted: list[dict[str, str | int]]) -> Iterator[bytes]:
    """Yield the log in blocks of whole lines, and note each planted value in `planted`."""
    clock = datetime(2026, 3, 1, tzinfo=timezone.utc)
    places = _places(rng)
    place = next(places)
    size = number = 0
    lines: list[str] = []
    while size < LOG_BYTES:
        number += 1
        clock += timedelta(microseconds=rng.getrandbits(17))
        head = _head(rng, clock)
        if size >= place:
            kind = KINDS[len(planted) % len(KINDS)]
            message = make(kind, rng)
            planted.append(_note(kind, message, number, size + len(head)))
            place = next(places)
        else:
            message = Message(pick(rng, MESSAGES), 0, 0)
        lines.append(f'{head}{message.text}"}}\n')
        size += len(lines[-1])
        if len(lines) == LINES_PER_WRITE:
            yield "".join(lines).encode("ascii")
            lines.clear()
    yield "".join(lines).encode("ascii")


def _places(rng: random.Random) -> Iterator[float]:
    """Yield rising offsets, one at a random place in each of `PLANTED` equal stretches."""
    # The last stretch ends a little before the log does, so that its line is still written.
    stretch = (LOG_BYTES - 10_000) / PLANTED
    for index in range(PLANTED):
        yield (index + rng.random()) * stretch
    yield float("inf")


def _note(kind: str, message: Message, line: int, offset: int) -> dict[str, str | int]:
    return {"kind": kind, "line": line, "offset": offset + message.start, "length": message.length}


def _head(rng: random.Random, clock: datetime) -> str:
    """Return a log line up to and including the quote that opens its message."""
    trace, session = rng.getrandbits(128), uuid.UUID(int=rng.getrandbits(128))
    noise = rng.getrandbits(64)
    status = pick(rng, STATUSES)
    address = ".".join(str(noise >> shift & 255) for shift in (32, 40, 48))
    return (
        f'{{"ts":"{clock:%Y-%m-%dT%H:%M:%S}.{clock.microsecond // 1000:03}Z"'
        f',"level":"{"error" if status >= 500 else "info"}"'
        f',"service":"{pick(rng, SERVICES)}","host":"web-{noise & 0x3F:02}"'
        f',"trace_id":"{trace:032x}","span_id":"{noise:016x}"'
        f',"method":"{pick(rng, METHODS)}","path":"{pick(rng, PATHS).format(noise >> 44)}"'
        f',"status":{status},"duration_ms":{(noise >> 8 & 0xFFFF) / 64:.1f}'
        f',"bytes":{noise >> 24 & 0xFFFF}'
        f',"client":"10.{address}","session":"{session}"'
        f',"agent":"{pick(rng, AGENTS)}","msg":"'
    )
