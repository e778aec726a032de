"""A served model keeps the contract: answers in order, samples, control, nothing secret told."""

import gc
import json
import threading
import time
from typing import Any

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode
from nesyfs_lab.models.contract import Cancelled, Completion, Model, ModelError, Progress, Request
from nesyfs_lab.models.server import ServerModel
from nesyfs_lab.planning import TSMC
from nesyfs_lab.studies import outcomes
from tests.fakes import DULL, FakeWorld
from tests.models.server.fake_server import FakeServer, Reply, chat

KEY = "sk-do-not-tell"
SOON = 2.0  # seconds; some hundredths where the machine is not busy, and the servers below hold out for 60
SCHEMA = {"type": "object", "properties": {"answer": {"enum": ["Yes", "No"]}}, "required": ["answer"]}


def request(text: str = "Hi.", **options: Any) -> Request:
    messages = ({"role": "system", "content": "You play."}, {"role": "user", "content": text})
    return Request("act", messages, **options)  # type: ignore[arg-type]


def said(body: dict[str, Any]) -> str:
    text: str = body["messages"][-1]["content"]
    return text


def texts(completions: list[Completion]) -> list[str]:
    return [completion.text for completion in completions]


def test_a_request_is_sent_as_it_is(serve):
    fake, model = serve(extra={"top_k": 40})
    assert isinstance(model, Model)
    model.complete([request("Go.", temperature=0.7, seed=5, max_tokens=30)])
    assert fake.bodies == [
        {
            "model": "m",
            "messages": [{"role": "system", "content": "You play."}, {"role": "user", "content": "Go."}],
            "max_tokens": 30,
            "temperature": 0.7,
            "seed": 5,
            "top_k": 40,
        }
    ]


def test_half_characters_do_not_stop_a_request(serve):
    fake, model = serve()
    model.complete([request("caf\u00e9 \ud800.")])
    assert said(fake.bodies[0]) == "caf\u00e9 ?."


def test_answers_come_in_the_order_of_the_requests(serve):
    def slowest_first(body: dict[str, Any]) -> Reply:
        number = int(said(body))
        return Reply(chat(f"answer {number}"), after=0.2 - 0.02 * number)

    fake, model = serve(slowest_first, concurrency=4)
    groups = model.complete([request(str(i)) for i in range(10)])
    assert [texts(group) for group in groups] == [[f"answer {i}"] for i in range(10)]
    assert 2 <= fake.busiest <= 4


def test_no_requests_no_answers(serve):
    fake, model = serve()
    assert model.complete([]) == []
    assert fake.bodies == []


def test_tokens_are_counted(serve):
    usage = {"prompt_tokens": 100, "completion_tokens": 12, "prompt_tokens_details": {"cached_tokens": 64}}
    _, model = serve(lambda body: chat("hello", usage=usage))
    (completion,) = model.complete([request()])[0]
    assert completion == Completion("hello", None, 100, 64, 12)


def test_samples_are_drawn_in_one_call_where_the_server_can(serve):
    fake, model = serve(lambda body: chat(*"abcde"[: body.get("n", 1)], usage={"prompt_tokens": 9}))
    (group,) = model.complete([request(n=5, temperature=1.0)])
    assert texts(group) == ["a", "b", "c", "d", "e"]
    assert [c.cached_tokens for c in group] == [0, 9, 9, 9, 9]
    assert [body.get("n") for body in fake.bodies] == [5]


def test_greedy_answers_are_asked_for_once(serve):
    fake, model = serve()
    (group,) = model.complete([request(n=3)])
    assert texts(group) == ["hello"] * 3
    assert len(fake.bodies) == 1
    assert "n" not in fake.bodies[0]


def test_a_server_that_ignores_n_is_asked_often_and_that_is_remembered(serve):
    fake, model = serve(lambda body: str(body["seed"]))
    for _ in range(2):
        (group,) = model.complete([request(n=3, temperature=1.0, seed=7)])
        assert texts(group) == ["7", "8", "9"]
    assert [body.get("n") for body in fake.bodies] == [3, *[None] * 5]
    assert model.info["lacks"] == ["n"]


def test_the_key_goes_to_the_server_and_nowhere_else(serve, monkeypatch, tmp_path):
    monkeypatch.setenv("MY_KEY", KEY + "\n")
    fake, model = serve(lambda body: json.dumps(DULL[purpose(body)]), api_key_env="MY_KEY", extra={"top_k": 1})
    episode = Episode(FakeWorld(), NeSyFS(model, votes=1, reflections=0)).run(1)
    episode.save(tmp_path / "e.jsonl")
    record = (tmp_path / "e.jsonl").read_text(encoding="ascii")
    assert set(fake.keys) == {f"Bearer {KEY}"}
    assert fake.address in record
    assert '"top_k": 1' in record
    told = [record, json.dumps(model.info), repr(model), repr(vars(model)), repr(vars(model._caller))]
    assert not [text for text in told if KEY in text]


def test_passwords_and_queries_of_an_address_are_not_told():
    with FakeServer() as fake:
        address = fake.address.replace("http://", "http://me:pass%20word@") + f"?api-version=3&code={KEY}"
        with ServerModel(address, model="m") as model:
            model.complete([request()])
            assert model.info["server"] == fake.address
        assert fake.paths == [f"/v1/chat/completions?api-version=3&code={KEY}"]


def test_the_only_model_of_a_server_need_not_be_named():
    with FakeServer(models=["the-one"]) as fake, ServerModel(fake.address.removesuffix("/v1")) as model:
        assert model.info["name"] == "the-one"
        model.complete([request()])
        assert fake.bodies[0]["model"] == "the-one"


@pytest.mark.parametrize(
    "models,words",
    [(["a", "b"], "several models, a, b: choose one with model="), ([], "lists no models"), (None, "lists no models")],
)
def test_else_a_model_must_be_named(models, words):
    with FakeServer(models=models) as fake, pytest.raises(ModelError, match=words):
        ServerModel(fake.address)


def cancelled_after(model: ServerModel, seconds: float, ask: Request) -> float:
    """Seconds from the cancel to the end of the call."""
    times = []

    def cancel() -> None:
        times.append(time.monotonic())
        model.cancel()

    timer = threading.Timer(seconds, cancel)
    timer.start()
    with pytest.raises(Cancelled):
        model.complete([ask] * 20)
    times.append(time.monotonic())
    timer.join()
    return times[1] - times[0]


def test_cancel_while_a_server_is_silent_hangs_up(serve):
    fake, model = serve(lambda body: Reply(chat("late"), after=60))
    assert cancelled_after(model, 0.3, request()) < SOON
    assert fake.dropped.wait(30)


def test_cancel_while_waiting_to_try_again(serve):
    fake, model = serve(lambda body: Reply({}, 429, {"Retry-After": "60"}))
    assert cancelled_after(model, 0.3, request()) < SOON
    assert len(fake.bodies) <= 8


def test_after_a_cancel_the_model_answers_again(serve):
    slow = threading.Event()
    slow.set()
    _, model = serve(lambda body: Reply(chat("late"), after=60) if slow.is_set() else "on time", concurrency=1)
    cancelled_after(model, 0.2, request())  # on a busy machine before the server has heard of the request
    slow.clear()
    assert texts(model.complete([request()])[0]) == ["on time"]
    model.cancel()  # nothing is in progress
    assert texts(model.complete([request()])[0]) == ["on time"]


def test_progress_is_told_in_the_thread_of_the_call(serve):
    def slow(body: dict[str, Any]) -> Reply:
        return Reply(chat("x", usage={"prompt_tokens": 10, "completion_tokens": 2}), after=0.15)

    _, model = serve(slow, concurrency=1)
    heard: list[tuple[Progress, threading.Thread]] = []
    model.progress = lambda progress: heard.append((progress, threading.current_thread()))
    model.complete([request(str(i)) for i in range(3)])
    assert heard[0][0] == Progress("act", 0, 3, 0, 0)
    assert heard[-1][0] == Progress("act", 3, 3, 30, 6)
    done = [progress.done for progress, _ in heard]
    assert done == sorted(done)
    assert len(done) >= 4
    assert {thread for _, thread in heard} == {threading.current_thread()}


def test_a_listener_that_fails_stops_the_call(serve):
    _, model = serve(lambda body: Reply(chat("late"), after=60))

    def listen(progress: Progress) -> None:
        raise ZeroDivisionError

    model.progress = listen
    with pytest.raises(ZeroDivisionError):
        model.complete([request()])
    model.progress = None
    assert not model._background.submit(_others()).result(30)


async def _others() -> list[Any]:
    import asyncio

    await asyncio.sleep(0.1)
    return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]


def test_calls_from_many_threads_wait_for_each_other(serve):
    _, model = serve(lambda body: said(body))
    heard: dict[int, list[str]] = {}

    def ask(i: int) -> None:
        heard[i] = [texts(group)[0] for group in model.complete([request(f"{i}.{j}") for j in range(3)])]

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {i: [f"{i}.{j}" for j in range(3)] for i in range(6)}


def test_a_closed_model_answers_nothing(serve):
    _, model = serve()
    model.complete([request()])
    model.close()
    model.close()
    with pytest.raises(ModelError, match="closed; load it again"):
        model.complete([request()])


def server_threads() -> int:
    return sum(thread.name == "nesyfs-lab server" for thread in threading.enumerate())


def test_a_dropped_model_leaves_no_thread():
    before = server_threads()
    with FakeServer() as fake:
        model = ServerModel(fake.address, model="m")
        model.complete([request()])
        assert server_threads() == before + 1
        del model
        gc.collect()
        assert server_threads() == before


@pytest.mark.parametrize(
    "options,words",
    [
        ({"concurrency": 0}, "concurrency must be"),
        ({"timeout": 0}, "timeout must be"),
        ({"timeout": True}, "timeout must be"),
        ({"retries": -1}, "retries must be"),
        ({"prices": {"prompt": 1}}, "dollars per million tokens, such as"),
        ({"prices": {"prompt": 1, "output": float("nan")}}, "price of output tokens"),
        ({"extra": {"messages": []}}, "extra cannot set messages"),
        ({"extra": {"deep": [{"api_key": KEY}]}}, "cannot hold 'api_key'"),
        ({"extra": {"stop": object()}}, "that JSON can hold"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options, words):
    with pytest.raises(ModelError, match=words) as caught:
        ServerModel("http://127.0.0.1:9/v1", model="m", **options)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("address", ["http://", "http://me:secret@host:port/v1", "https:///v1", "ftp://host/v1"])
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(ModelError, match="no server's address; give one such as") as caught:
        ServerModel(address, model="m")
    assert "secret" not in str(caught.value)


def purpose(body: dict[str, Any]) -> str:
    name: str = body["response_format"]["json_schema"]["name"]
    return name


def player(body: dict[str, Any]) -> dict[str, Any]:
    """A server that decodes under the schema it is sent, for an agent that walks east and vetoes the first idea."""
    schema = body["response_format"]["json_schema"]["schema"]
    answer = dict(DULL[purpose(body)])
    if purpose(body) == "act":
        answer["action"] = schema["properties"]["action"]["enum"][0]
    if purpose(body) == "reflect":
        answer["aligned"] = "No"
    assert set(answer) == set(schema["required"])
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 600}}
    return chat(*[json.dumps(answer)] * body.get("n", 1), usage=usage)


def test_an_episode_is_played_and_its_cost_told(serve, tmp_path):
    prices = {"prompt": 2.0, "cached": 1.0, "output": 10.0}
    fake, model = serve(player, prices=prices)
    agent = NeSyFS(model, votes=3, reflections=1, planner=TSMC(particles=2, horizon=2))
    episode = Episode(FakeWorld(rooms=3), agent, seed=0)
    episode.save(tmp_path / "e.jsonl")
    episode.run()
    assert episode.won
    assert {purpose(body) for body in fake.bodies} == set(DULL) - {"outdated"}
    again = load_episode(tmp_path / "e.jsonl")
    row = outcomes([again]).iloc[0]
    assert (row["failures"], row["model"], row["requests"]) == (0, "m", len(fake.bodies))
    assert row["plans"] > 0
    assert again.header["model"]["prices"] == prices
    assert row["cached_tokens"] == 600 * len(fake.bodies)
    assert row["dollars"] == pytest.approx(len(fake.bodies) * (400 * 2.0 + 600 * 1.0 + 10 * 10.0) / 1e6)
