"""Serving a record: the same answers from everybody, and what is counted."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks.anatomy import anatomy
from benchmarks.measure import Results, measure, peak_memory, spread
from benchmarks.plan import recorded
from benchmarks.report import purposes_table, python_shares, ratios, sections_table, steps_table, targets
from benchmarks.servings import NAMES, Options, literal, sampling_of, start
from benchmarks.workload import Call, Setting
from nesyfs_lab.models.contract import Completion, Request
from nesyfs_lab.models.llama import LlamaModel

SETTING = Setting(particles=2, horizon=2, triplets=4, votes=2)
FAKE_SERVER = Path(__file__).parent / "fake_server.py"


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    return tmp_path_factory.mktemp("states")


@pytest.fixture(scope="module")
def workload(toy_file, states):
    with LlamaModel(toy_file, threads=1, n_ctx=6144, states=states) as model:
        return recorded(model, SETTING)


@pytest.fixture(scope="module")
def served(workload, toy_file, states, tmp_path_factory):
    program = tmp_path_factory.mktemp("bin") / "llama-server"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE_SERVER} "$@"\n')
    program.chmod(0o755)
    results = Results()
    options = Options(toy_file, threads=1, n_ctx=6144, server=program, states=states)
    measure(workload, options, [*NAMES], 1, results)
    return results


@pytest.mark.model
@pytest.mark.parametrize("serving", NAMES)
def test_everybody_gives_the_recorded_answers_to_the_recorded_prompts(served, workload, serving):
    assert not served.absent
    for section in workload.sections:
        tokens = served.tokens(serving, section.name)
        assert tokens.as_recorded == tokens.answers > 0
        calls = [call for step in range(len(section.steps)) for call in section.stage_by_stage(step)]
        prompts = sum(call.answer.prompt_tokens for call in calls)
        if serving != "server":  # the one of the tests has no vocabulary
            assert tokens.submitted <= prompts
            assert serving in ("engine", "restarted") or tokens.submitted == prompts
            assert 0 < tokens.computed <= tokens.submitted


@pytest.mark.model
def test_less_is_computed_from_row_to_row(served):
    def computed(serving, *sections):
        return sum(served.tokens(serving, section).computed for section in sections)

    plans = ("first plan", "second plan")
    assert computed("particles", *plans) > 1.5 * computed("stages", *plans) > 2 * computed("engine", *plans)
    assert computed("engine", plans[1]) < computed("engine", plans[0]) / 2
    assert computed("restarted", plans[0]) < computed("engine", plans[0]) / 2
    assert computed("restarted", plans[1]) == computed("engine", plans[1])


@pytest.mark.model
def test_the_tables_tell_it(served, workload):
    table = sections_table(workload, served)
    assert table.count("\n") == 1 + 3 * 5
    assert f"{served.tokens('particles', 'first plan').submitted:,}" in table
    assert "| extract | " in purposes_table(workload)
    assert steps_table(workload, served).count("plan |") == 2
    assert len(targets(workload, served)) == 7
    assert ratios(served, "stages", ["first plan"])[0] > 0
    assert 0 < python_shares(served)[0] < 1
    json.dumps(served.plain())


@pytest.mark.model
def test_a_serving_that_fails_is_told_and_the_others_go_on(workload, toy_file, tmp_path):
    results = Results()
    broken = tmp_path / "llama-server"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    measure(workload, Options(toy_file, 1, 6144, server=broken), ["server", "engine"], 1, results)
    assert "status 3" in results.absent["server"]
    assert results.seconds("engine", "reflection")
    assert "status 3" in sections_table(workload, results)


def test_a_server_that_is_not_there_is_told(tmp_path):
    results = Results()
    measure(None, Options(tmp_path / "x.gguf", 1, 6144), ["server"], 2, results)  # type: ignore[arg-type]
    assert results.absent == {"server": "not there"}


@pytest.mark.model
def test_the_time_in_llama_cpp_and_in_drawing_is_part_of_all(toy_file):
    request = Request("act", ({"role": "user", "content": "Hm?"},), n=2, temperature=1.0, seed=0, max_tokens=4)
    with LlamaModel(toy_file, threads=1, n_ctx=256) as model:
        with anatomy() as spent:
            model.complete([request])
        assert spent.decoding > 0
        assert spent.drawing > 0
        before = dict(vars(spent))
        model.complete([request])  # the block is over
        assert vars(spent) == before


@pytest.mark.parametrize(
    "text,grammar",
    [
        ('{"a": "b"}', 'root ::= "{\\"a\\": \\"b\\"}"'),
        ("a\\n\n\t", 'root ::= "a\\\\n\\n\\t"'),
        ("é\u202e\U0010ffff", 'root ::= "é\\u202e\\U0010ffff"'),
    ],
)
def test_a_literal_grammar_spells_its_text(text, grammar):
    assert literal(text) == grammar


def test_own_answers_are_drawn_without_filters_and_with_seeds_of_their_own():
    call = Call(Request("act", (), temperature=0.7, max_tokens=9, seed=3), Completion("x", completion_tokens=5))
    settings = [sampling_of(call, number, "own") for number in (0, 1)]
    assert [s["seed"] for s in settings] == [3, 4]
    assert (settings[0]["temperature"], settings[0]["max_tokens"]) == (0.7, 9)
    assert (settings[0]["top_k"], settings[0]["top_p"], settings[0]["min_p"]) == (0, 1.0, 0.0)
    assert sampling_of(call, 0, "recorded") == {"temperature": 0.0, "max_tokens": 26}


def test_unknown_servings_are_refused():
    with pytest.raises(ValueError, match="no serving 'x'"):
        start("x", Options(Path("m.gguf"), 1, 6144))


def test_spreads_are_the_middle_and_the_range():
    assert spread([]) == "-"
    assert spread([2.0]) == "2.0"
    assert spread([3.0, 1.0, 2.0]) == "2.0 (1.0 to 3.0)"


def test_peak_memory_is_that_of_a_process():
    assert 1 < peak_memory() < 1e6
