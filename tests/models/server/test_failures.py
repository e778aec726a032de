"""Servers that are busy, broken or silent: survived where that is possible, else reported in one sentence."""

import re
import socket
import time
from email.utils import formatdate
from typing import Any

import pytest

from nesyfs_lab.models.contract import ModelError, PromptTooLong, Request
from nesyfs_lab.models.server import ServerModel
from nesyfs_lab.models.server.endpoint import endpoint_of
from nesyfs_lab.models.server.failures import wait_asked_for
from tests.models.server.fake_server import FakeServer, Reply, chat, error, turns

HALF = Reply(chat("hello"), cut=20)
TRUNCATED = Reply(b'{"choices": [{"mess')
SILENT = Reply(chat("late"), after=60)
TOO_LONG = {
    "OpenAI": error(400, "Too many tokens: 9000.", code="context_length_exceeded"),
    "vLLM": error(400, "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens."),
    "llama-server": error(
        400, "the request (9000 tokens) exceeds", type="exceed_context_size_error", n_prompt_tokens=9000
    ),
    "older llama-server": error(500, "the request (9000 tokens) exceeds the available context size"),
}


def ask(model: ServerModel, **options: Any) -> str:
    return model.complete([Request("act", ({"role": "user", "content": "Hi."},), **options)])[0][0].text


def failure(model: ServerModel, **options: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(model, **options)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith((".", "?"))
    return caught.value


@pytest.mark.parametrize(
    "bad",
    [
        error(429, "slow down"),
        error(429, "Rate limit reached; add a payment method at /account/billing to increase it."),
        error(500, "oops"),
        Reply(b"Bad gateway", 502),
        error(503, "Loading model", type="unavailable_error"),
        error(408, "late"),
        HALF,
        TRUNCATED,
        Reply(b""),
        Reply(b"[]"),
        Reply({"choices": []}),
        Reply({"choices": ["hello"]}),
        Reply({"error": {"code": 502, "message": "provider is down"}}),
        SILENT,
    ],
    ids=lambda reply: f"{reply.status} {str(reply.body)[:30]}{' cut' if reply.cut else ''}",
)
def test_what_passes_is_survived(serve, bad):
    fake, model = serve(turns(bad, bad, "hello"), timeout=0.5)
    assert ask(model) == "hello"
    assert len(fake.bodies) == 3
    assert fake.bodies[0] == fake.bodies[2]
    assert "lacks" not in model.info


@pytest.mark.parametrize(
    "bad,words",
    [
        (error(429, "slow down"), "status 429: ask less at once .*slow down"),
        (error(500, "oops"), "status 500: look into the server's log.*oops"),
        (Reply(b"<html>Bad gateway</html>", 502), "status 502: look into the server's log, or try again later.$"),
        (HALF, "broke its answer off"),
        (TRUNCATED, 'is no JSON, it begins with \'{"choices".*ends in /v1'),
        (Reply({"choices": []}), "holds no answer.*empty"),
        (Reply({"object": "list"}), "is no chat completion"),
        (SILENT, "did not answer within 0.3 s: give load_model a larger timeout"),
    ],
)
def test_what_does_not_pass_is_reported_in_one_sentence(serve, bad, words):
    fake, model = serve(lambda body: bad, retries=1, timeout=0.3)
    assert failure(model).args[0].startswith("After 2 tries: ")
    assert len(fake.bodies) == 2
    assert re.search(words, str(failure(model)))


def test_a_server_that_is_not_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with ServerModel(address, model="m", retries=0) as model:
        assert re.search(f"{address} cannot be reached .*is the server running", str(failure(model)))
    with pytest.raises(ModelError, match="is the server running"):
        ServerModel(address)


def test_one_that_drips_is_not_waited_for(serve):
    """A server that sends a byte now and then never lets a socket time out."""
    fake, model = serve(lambda body: Reply(chat("hello" * 100), drip=0.1), retries=0, timeout=0.5)
    assert re.search("did not answer within 0.5 s", str(failure(model)))
    assert fake.dropped.wait(30)


@pytest.mark.parametrize("header", ["0.4", "date"])
def test_the_server_says_how_long_to_wait(serve, header):
    times: list[float] = []

    def respond(body: dict[str, Any]) -> Any:
        times.append(time.time())
        value = formatdate(times[0] + 3, usegmt=True) if header == "date" else header
        return error(429, "slow down", {"Retry-After": value}) if len(times) == 1 else "hello"

    _, model = serve(respond)
    assert ask(model) == "hello"
    assert times[1] - times[0] >= 0.4


def test_but_not_for_ever(serve):
    fake, model = serve(lambda body: error(429, "limit of the day", {"retry-after": "3600"}))
    assert re.search("asks to be left alone for 3600 s", str(failure(model)))
    assert len(fake.bodies) == 1


@pytest.mark.parametrize(
    "headers,seconds",
    [
        ({}, 0),
        ({"retry-after": "3"}, 3),
        ({"retry-after-ms": "250", "retry-after": "3"}, 0.25),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, 0),
        ({"retry-after": formatdate(0, usegmt=True)}, 0),
    ],
)
def test_reading_the_wait(headers, seconds):
    assert wait_asked_for(headers) == seconds


def test_back_offs_grow_and_differ(serve):
    _, model = serve()
    waits = [[model._caller._wait(attempt, 0.0) for _ in range(20)] for attempt in range(15)]
    assert all(len(set(some)) > 1 for some in waits)
    assert max(waits[0]) < min(waits[2])
    assert max(map(max, waits)) <= 30


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize(
    "variable,key,words",
    [
        ("MY_KEY", "sk-do-not-tell", "refuses the key in the environment variable MY_KEY"),
        (None, "", "name the environment variable that holds it with api_key_env"),
    ],
)
def test_a_key_that_was_not_sent_or_is_wrong(serve, monkeypatch, status, variable, key, words):
    monkeypatch.setenv("MY_KEY", key)
    fake, model = serve(lambda body: error(status, f"Incorrect key {key}!"), api_key_env=variable)
    assert "do-not-tell" not in str(failure(model).with_traceback(None))
    assert re.search(words, str(failure(model)))
    assert len(fake.bodies) == 2


def test_the_usual_key_goes_to_its_owner_alone(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    assert endpoint_of("https://api.openai.com/v1", None).key == "sk-mine"
    assert not endpoint_of("https://api.openai.com.example.org/v1", None).has_key
    assert not endpoint_of("http://localhost:8080/v1", None).has_key
    assert endpoint_of("http://localhost:8080/v1", "OPENAI_API_KEY").has_key


@pytest.mark.parametrize(
    "address,variable,named",
    [("https://api.openai.com/v1", None, "OPENAI_API_KEY"), ("http://localhost:8080/v1", "MY_KEY", "MY_KEY")],
)
def test_a_key_that_is_not_there_is_told_before_anything_is_asked(monkeypatch, address, variable, named):
    monkeypatch.setenv("MY_KEY", " ")
    with pytest.raises(ModelError, match=f"variable {named} is not set: set it to the key for"):
        ServerModel(address, model="any", api_key_env=variable)


def test_a_key_that_cannot_be_sent(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-\u00e9")
    with pytest.raises(ModelError, match="variable MY_KEY holds characters that no key has"):
        endpoint_of("http://host/v1", "MY_KEY")


def test_no_credit(serve):
    fake, model = serve(lambda body: error(429, "You exceeded your quota.", code="insufficient_quota"))
    assert re.search("wants to be paid first", str(failure(model)))
    assert len(fake.bodies) == 1


def test_a_model_that_is_not_there():
    names = [f"model-{i}" for i in range(12)]
    fake = FakeServer(lambda body: error(404, "The model 'm' does not exist"), names)
    with fake, ServerModel(fake.address, model="m") as model:
        assert re.search(
            "has no model 'm', it lists model-0, .*model-9 and 2 more: choose one with model=", str(failure(model))
        )
    with FakeServer() as fake, ServerModel(fake.address.replace("/v1", "/v2"), model="m") as model:
        assert re.search("There is nothing at .*/v2; its address mostly ends in /v1", str(failure(model)))


def test_a_web_page_is_not_asked_again(serve):
    fake, model = serve(
        lambda body: Reply(b"<!DOCTYPE html><html>Welcome</html>", headers={"Content-Type": "text/html"})
    )
    assert re.search("is no JSON, it begins with '<!DOCTYPE html>.*OpenAI-compatible server", str(failure(model)))
    assert len(fake.bodies) == 1


@pytest.mark.parametrize("server", TOO_LONG)
def test_a_prompt_that_is_too_long(serve, server):
    fake, model = serve(lambda body: TOO_LONG[server])
    told = failure(model, schema={"type": "object"})
    assert isinstance(told, PromptTooLong)
    assert "9000" in str(told)
    assert "larger context" in str(told)
    assert len(fake.bodies) == 1


def test_one_failure_calls_the_others_off(serve):
    def respond(body: dict[str, Any]) -> Any:
        return error(401, "no") if body["messages"][-1]["content"] == "bad" else SILENT

    fake, model = serve(respond)
    requests = [Request("act", ({"role": "user", "content": text},)) for text in ("good", "good", "bad")]
    begin = time.monotonic()
    with pytest.raises(ModelError, match="key"):
        model.complete(requests)
    assert time.monotonic() - begin < 30
    assert fake.dropped.wait(30)
