"""A model server for tests of real clients. It asks for the tool calls of a scenario and keeps what it is told.

It speaks Anthropic's Messages API on the loopback interface: https://docs.anthropic.com/en/api/messages and
https://docs.anthropic.com/en/api/messages-streaming.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "mock-model"
FINAL = "scenario ended, the model saw: "
# How much of the last result the final text repeats.
ECHO_CHARACTERS = 2000
USAGE = {"input_tokens": 1000, "output_tokens": 50, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
# A body beyond this is no request of a client under test.
BODY_BYTES = 64 << 20


@dataclass(frozen=True)
class Step:
    """A tool call that the model asks for."""

    tool: str
    input: dict[str, Any]


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    method: str
    path: str
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation so far."""
        return self.body.get("messages") or []

    @property
    def tools(self) -> list[str]:
        """The names of the tools that the client offers."""
        return [tool.get("name", "") for tool in self.body.get("tools") or []]


@dataclass(frozen=True)
class Result:
    """What came back for a step."""

    text: str
    is_error: bool
    # The other text that stands with the result: reminders, the context that hooks add.
    beside: str


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the content of a message as blocks; a plain string is one block of text."""
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def plain(content: Any) -> str:
    """Return the text of a tool's result, which is a string or a list of blocks."""
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in content or [] if isinstance(block, dict))


def newest_turn(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the blocks of every message after the model's newest one.

    Clients put text of their own behind a tool's result, some of it as further messages, so the last message alone may
    not hold the result.
    """
    found: list[dict[str, Any]] = []
    for message in messages:
        if message.get("role") == "assistant":
            found = []
        else:
            found += blocks(message)
    return found


class MockModel:
    """The server, for the duration of a `with`. Each instance plays one scenario."""

    def __init__(self, steps: list[Step]) -> None:
        """Take the calls to ask for; after the last one the model ends its turn with a text."""
        self.steps = steps
        self.requests: list[Request] = []
        self.results: dict[int, Result] = {}
        self._nonce = uuid.uuid4().hex[:12]
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"model": self}))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> MockModel:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        """The address to give to the client."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def turns(self) -> list[Request]:
        """The requests that belong to the conversation: side questions, such as one for a title, offer no tools."""
        return [request for request in self.requests if request.path.endswith("/messages") and request.tools]

    @property
    def told(self) -> str:
        """Everything a request of any kind has carried, as one text."""
        return "\n".join(json.dumps(request.body, ensure_ascii=False) for request in self.requests)

    def note(self, request: Request) -> None:
        """Keep a request, and the results it brings."""
        with self._lock:
            self.requests.append(request)
            found = newest_turn(request.messages)
            beside = "\n".join(block.get("text", "") for block in found if block.get("type") == "text")
            for block in found:
                step = self._step_of(block.get("tool_use_id", ""))
                if block.get("type") == "tool_result" and step is not None:
                    self.results[step] = Result(plain(block.get("content")), bool(block.get("is_error")), beside)

    def answer(self, request: Request) -> tuple[list[dict[str, Any]], str]:
        """Return the blocks of the answer and why it stops.

        The answer depends on the conversation alone, so a request that a client repeats gets the same one.
        """
        if not request.tools:
            return [{"type": "text", "text": "a side question"}], "end_turn"
        asked = [self._step_of(block.get("id", "")) for message in request.messages for block in blocks(message)]
        following = max((step for step in asked if step is not None), default=-1) + 1
        if following < len(self.steps):
            step = self.steps[following]
            call = {"type": "tool_use", "id": self._id_of(following), "name": step.tool, "input": step.input}
            return [call], "tool_use"
        newest = newest_turn(request.messages)
        seen = [plain(block.get("content")) for block in newest if block.get("type") == "tool_result"]
        return [{"type": "text", "text": FINAL + " | ".join(seen)[:ECHO_CHARACTERS]}], "end_turn"

    def _id_of(self, step: int) -> str:
        return f"toolu_{self._nonce}{step:06}"

    def _step_of(self, identifier: str) -> int | None:
        head, number = identifier[:-6], identifier[-6:]
        return int(number) if head == f"toolu_{self._nonce}" and number.isdigit() else None


def events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events that stream a message."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": message["usage"]["output_tokens"]}}
    yield {"type": "message_stop"}


class Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    model: MockModel

    def log_message(self, *_: object) -> None:
        """Stay silent: the requests are kept."""

    def do_HEAD(self) -> None:
        """Answer the question whether somebody is there."""
        self._keep({})
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        """List the one model."""
        self._keep({})
        if self._route() != "/v1/models":
            return self._refuse()
        entry = {"type": "model", "id": MODEL, "display_name": "Mock", "created_at": "2026-01-01T00:00:00Z"}
        self._reply({"data": [entry], "has_more": False, "first_id": MODEL, "last_id": MODEL})

    def do_POST(self) -> None:
        """Answer a turn of the conversation, streamed or in one piece, or count its tokens."""
        size = int(self.headers.get("content-length") or 0)
        try:
            if size > BODY_BYTES:
                raise ValueError("too long")
            body = json.loads(self.rfile.read(size))
        except ValueError:
            self.close_connection = True
            self._keep({})
            return self._refuse(400)
        request = self._keep(body)
        if self._route() == "/v1/messages/count_tokens":
            return self._reply({"input_tokens": USAGE["input_tokens"]})
        if self._route() != "/v1/messages":
            return self._refuse()
        content, stop = self.model.answer(request)
        message = {
            "id": f"msg_{uuid.uuid4().hex[:24]}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", MODEL),
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": USAGE,
        }
        if body.get("stream"):
            self._stream(message)
        else:
            self._reply(message)

    def _route(self) -> str:
        return self.path.split("?", 1)[0]

    def _keep(self, body: dict[str, Any]) -> Request:
        request = Request(self.command, self._route(), body)
        self.model.note(request)
        return request

    def _refuse(self, status: int = 404) -> None:
        kind = "not_found_error" if status == 404 else "invalid_request_error"
        self._reply({"type": "error", "error": {"type": kind, "message": f"the mock refuses {self._route()}"}}, status)

    def _reply(self, value: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, message: dict[str, Any]) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events(message):
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
