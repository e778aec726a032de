"""Sending questions: equal ones once, broken answers once more, seeds where there is chance."""

import json
import math
from typing import Any

import numpy as np
import pytest

from nesyfs_lab import asking
from nesyfs_lab.asking import Asker
from nesyfs_lab.asking.asker import RETRY_TEMPERATURE
from nesyfs_lab.events import Failed, Generated
from nesyfs_lab.models.contract import Completion, ModelError
from tests.fakes import FakeModel, of, prompt, think, turns

ONE, TWO, THREE = (asking.observe("task", [], action) for action in ("one", "two", "three"))
BROKEN = "not json"


def asker(model: Any, seed: int = 0) -> Asker:
    return Asker(model, np.random.default_rng(seed))


def told(text: str) -> dict[str, str]:
    return {"observation": text}


def echo() -> FakeModel:
    """Says which action it was asked about, and which sample this is."""
    return FakeModel(observe=lambda r, i: told(f"{prompt(r).split('Action: ')[1].split()[0]} {i}"))


def test_equal_questions_share_a_request_with_a_sample_each():
    model = echo()
    events, answers = think(asker(model).ask([ONE, TWO, ONE, THREE, ONE], temperature=1.0))
    assert [a["observation"] for a in answers] == ["one 0", "two 0", "one 1", "three 0", "one 2"]
    assert [r.n for r in model.requests] == [3, 1, 1]
    assert [e.request for e in of(events, Generated)] == model.requests


def test_without_chance_equal_questions_share_one_answer():
    model = echo()
    _, answers = think(asker(model).ask([ONE, TWO, ONE]))
    assert [a["observation"] for a in answers] == ["one 0", "two 0", "one 0"]
    assert [(r.n, r.temperature, r.seed) for r in model.requests] == [(1, 0.0, None)] * 2


def test_without_chance_an_answer_is_remembered():
    model = echo()
    memory = asker(model)
    think(memory.ask([ONE]))
    events, answers = think(memory.ask([TWO, ONE]))
    assert [a["observation"] for a in answers] == ["two 0", "one 0"]
    assert len(model.requests) == 2
    assert len(of(events, Generated)) == 1
    events, _ = think(memory.ask([ONE, TWO]))
    assert events == []


def test_samples_are_never_remembered():
    model = echo()
    memory = asker(model)
    for _ in range(3):
        think(memory.ask([ONE], temperature=0.5))
    assert len(model.requests) == 3
    assert len({r.seed for r in model.requests}) == 3


def test_questions_with_other_choices_are_other_questions():
    model = FakeModel()
    free, bound = asking.act("t", [], "o", None), asking.act("t", [], "o", ["wait"])
    same_text = bound.__class__(**{**vars(bound), "messages": free.messages})
    think(asker(model).ask([free, same_text]))
    assert len(model.requests) == 2


def test_seeds_come_from_the_generator_and_only_where_there_is_chance():
    def seeds(seed: int) -> list[int | None]:
        model = echo()
        memory = asker(model, seed)
        think(memory.ask([ONE, TWO]))
        think(memory.ask([ONE, TWO], temperature=0.3))
        think(memory.samples(THREE, 4, 0.3))
        return [r.seed for r in model.requests]

    assert seeds(1)[:2] == [None, None]
    assert all(isinstance(s, int) and 0 <= s < 2**31 for s in seeds(1)[2:])
    assert seeds(1) == seeds(1) != seeds(2)


def test_nothing_asked_is_nothing_sent():
    model = FakeModel()
    assert think(asker(model).ask([])) == ([], [])
    assert model.requests == []


def test_only_the_broken_samples_are_asked_for_once_more():
    model = FakeModel(observe=turns(told("a"), BROKEN, told("c"), BROKEN, told("e"), told("f")))
    events, answers = think(asker(model).samples(ONE, 4, 0.9))
    assert [a["observation"] for a in answers] == ["a", "e", "c", "f"]
    assert [(r.n, r.temperature) for r in model.requests] == [(4, 0.9), (2, 0.9)]
    assert model.requests[0].seed != model.requests[1].seed
    assert of(events, Failed) == []
    assert len(of(events, Generated)) == 2


def test_a_greedy_answer_is_asked_for_again_with_some_chance():
    model = FakeModel(observe=turns(BROKEN, told("better")))
    _, answers = think(asker(model).ask([ONE, ONE]))
    assert [a["observation"] for a in answers] == ["better", "better"]
    assert [(r.n, r.temperature) for r in model.requests] == [(1, 0.0), (1, RETRY_TEMPERATURE)]
    assert model.requests[0].seed is None
    assert model.requests[1].seed is not None


def test_what_stays_broken_becomes_the_default_and_says_why():
    model = FakeModel(observe=turns(told("a"), BROKEN, BROKEN))
    memory = asker(model)
    events, answers = think(memory.samples(ONE, 2, 0.9))
    assert [a["observation"] for a in answers] == ["a", ONE.default["observation"]]
    (failed,) = of(events, Failed)
    assert (failed.purpose, failed.answer) == ("observe", BROKEN)
    assert "not JSON" in failed.reason
    assert [r.n for r in model.requests] == [2, 1]


def test_a_default_is_remembered_too():
    model = FakeModel(observe=BROKEN)
    memory = asker(model)
    think(memory.ask([ONE]))
    events, answers = think(memory.ask([ONE]))
    assert answers == [ONE.default]
    assert events == []
    assert len(model.requests) == 2


def test_the_retry_of_one_question_leaves_the_others_in_place():
    model = FakeModel(
        observe=lambda r, i: BROKEN if "two" in prompt(r) and r.temperature == 0 else told(prompt(r)[-20:])
    )
    _, answers = think(asker(model).ask([ONE, TWO, THREE]))
    assert [word in a["observation"] for a, word in zip(answers, ("one", "two", "three"), strict=True)] == [True] * 3
    assert len(model.requests) == 4


def test_a_stage_is_one_call_whose_time_is_shared():
    class Counting(FakeModel):
        calls = 0

        def complete(self, requests):
            self.calls += 1
            return super().complete(requests)

    model = Counting()
    events, _ = think(asker(model).ask([ONE, TWO, THREE]))
    assert model.calls == 1
    assert len({e.seconds for e in of(events, Generated)}) == 1
    assert all(e.seconds >= 0 for e in of(events, Generated))


def test_a_model_that_answers_too_little_is_an_error_and_nothing_is_recorded():
    class Lazy(FakeModel):
        def complete(self, requests):
            return super().complete(requests)[:-1]

    with pytest.raises(ModelError, match="2 requests"):
        think(asker(Lazy()).ask([ONE, TWO]))


def test_numbers_of_numpy_are_sent_as_plain_ones():
    model = FakeModel()
    think(asker(model).samples(ONE, np.int64(2), np.float32(0.5)))  # type: ignore[arg-type]
    assert (type(model.requests[0].n), type(model.requests[0].temperature)) == (int, float)


VERDICT = asking.verdict(asking.reflect("fetch the cup", [], "You are in the hall.", "east"))


@pytest.mark.parametrize("word,expected", [("Yes", 0.8), ("No", 0.2)])
def test_the_probability_of_yes_is_read_from_the_likelier_word(word, expected):
    answer = Completion(json.dumps({"aligned": word}), {"aligned": word}, logprobs=(0.0, math.log(0.8), 0.0))
    model = FakeModel(reflect=answer)
    events, found = think(Asker(model, np.random.default_rng(0)).probability(VERDICT))
    assert found == pytest.approx(expected)
    assert [(r.n, r.temperature, r.seed, r.logprobs) for r in model.requests] == [(1, 0.0, None, True)]
    assert len(events) == 1


def test_an_unusable_verdict_is_a_certain_no_that_the_record_tells():
    events, found = think(Asker(FakeModel(reflect="maybe"), np.random.default_rng(0)).probability(VERDICT))
    assert found == 0.0
    assert [type(e) for e in events] == [Generated, Failed]


def test_a_model_without_log_probabilities_is_told_apart():
    answer = Completion('{"aligned": "Yes"}', {"aligned": "Yes"}, logprob=-0.1)
    with pytest.raises(ModelError, match="votes=5"):
        think(Asker(FakeModel(reflect=answer), np.random.default_rng(0)).probability(VERDICT))
