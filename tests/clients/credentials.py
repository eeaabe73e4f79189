"""Credentials that nobody issued, put together at run time so that none stands in the repository."""

from __future__ import annotations

import hashlib
import string
import zlib

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase


def base62(number: int, digits: int) -> str:
    """Return the last `digits` digits of a number."""
    text = ""
    for _ in range(digits):
        number, digit = divmod(number, len(BASE62))
        text = BASE62[digit] + text
    return text


def github_token(purpose: str) -> str:
    """Return a personal access token of GitHub with the right checksum, always the same for a purpose.

    The format: https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
    """
    body = base62(int.from_bytes(hashlib.sha256(purpose.encode()).digest(), "big"), 30)
    return "ghp" + "_" + body + base62(zlib.crc32(body.encode()), 6)
