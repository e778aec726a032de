"""Questions of the notebooks: well-formed, used, and their answers true where that can be computed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from nesyfs_lab.agents.reflection import needed
from nesyfs_lab.episode import recording
from nesyfs_lab.events import Planned, Reflected, Updated
from nesyfs_lab.lessons import chance_to_pass, compared, exact, question
from nesyfs_lab.lessons.questions import stored_questions
from nesyfs_lab.lessons.toy_world import WORLDS, Detector
from nesyfs_lab.planning import TSMC
from nesyfs_lab.studies import fidelity

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
QUESTIONS = stored_questions()
CALL = re.compile(r'question\("([\w-]+)"\)')


def answer(name):
    asked = QUESTIONS[name]
    return asked["choices"][asked["answer"]][0]


def share(table: Any, method: str, action: str) -> float:
    return float(table.loc[method, action])


def calls(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [name for cell in cells if cell["cell_type"] == "code" for name in CALL.findall("".join(cell["source"]))]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_whole(name):
    asked = QUESTIONS[name]
    assert asked.keys() == {"asks", "answer", "choices"}
    texts = [text for text, _ in asked["choices"]]
    assert 2 <= len(texts) == len(set(texts))
    assert all(says.strip() for _, says in asked["choices"]), "each choice is told why"
    assert question(name).asks == asked["asks"]


def test_right_answers_do_not_all_stand_in_one_place():
    assert len({asked["answer"] for asked in QUESTIONS.values()}) == 3


def test_each_question_is_asked_in_one_notebook_and_each_notebook_asks():
    used = {path.name: calls(path) for path in NOTEBOOKS}
    assert len(used) == 7
    assert all(used.values()), f"a notebook asks nothing: {used}"
    names = [name for each in used.values() for name in each]
    assert sorted(names) == sorted(QUESTIONS)


def test_one_s_own_question():
    mine = question("2 + 2?", ["3", "4"], "4", "Count.")
    mine.checked = 0
    assert not mine.verdict["right"]
    assert mine.verdict["says"] == "", "the reason would give the answer away"
    mine.checked = 1
    assert mine.verdict["right"]
    assert mine.verdict["says"] == "Count."
    each = question("2 + 2?", ["3", "4"], 1, {"3": "Too few.", "4": "Yes."})
    each.checked = 0
    assert each.verdict["says"] == "Too few."


@pytest.mark.parametrize("answer", ["5", None, 2, -1])
def test_an_answer_that_is_no_choice_is_refused(answer):
    with pytest.raises(ValueError, match="answer must be"):
        question("2 + 2?", ["3", "4"], answer)


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(ValueError, match=r"no question is called 'riddle'.*votes-three"):
        question("riddle")


# -- the answers -----------------------------------------------------------------------------------------------------


def test_tour_slow_step():
    events = [event for event in recording("mug-false-belief").events if event.step == 7]
    assert any(isinstance(event, Reflected) and not event.aligned for event in events)
    assert any(isinstance(event, Planned) for event in events)


def test_episode_false_belief():
    events = recording("mug-false-belief").events
    added = next(event.added for event in events if isinstance(event, Updated) and event.step == 2)
    assert answer("episode-false-belief") == f"`{' — '.join(next(t for t in added if t.object == 'empty'))}`"


def test_truth_first_wrong():
    table: Any = fidelity(recording("two-places"))
    wrong = table[(table["stale"] > 0) | (table["false"] > 0)]["step"].min()
    assert answer("truth-first-wrong") == f"step {wrong}"


def test_votes_three():
    assert answer("votes-three") == f"{needed(3, 0.8)} of 3"


def test_votes_bias():
    cast = next(e for e in recording("apple-planned").events if isinstance(e, Reflected) and e.step == 3)
    assert (cast.action, sum(cast.votes)) == ("take apple 1 from countertop 2", 1)
    assert chance_to_pass(cast, 9) < chance_to_pass(cast, 5) < chance_to_pass(cast, 1)


def test_sandbox_one_particle():
    table: Any = compared(WORLDS["one good way"], planner=TSMC(particles=1, lam=4.0), runs=400)
    assert share(table, "TSMC", "go to the garden") == pytest.approx(0.2, abs=0.08)
    assert "20 %" in answer("sandbox-one-particle")


def test_sandbox_resampling():
    """As in notebook 05: twelve particles, the paper's other settings."""
    tables: dict[str, Any] = {name: compared(world, planner=TSMC(particles=12)) for name, world in WORLDS.items()}
    gain = {
        name: t.loc["TSMC", WORLDS[name].right] - t.loc["rollouts", WORLDS[name].right] for name, t in tables.items()
    }
    assert gain["a false start"] < -0.05 < gain["one good way"] < 0.05 < gain["a narrow path"]
    assert answer("sandbox-resampling").lower() == "a narrow path"


def test_sandbox_limit():
    world = WORLDS["one good way"]
    now = exact(world, Detector(), 1.0, 5)[world.right]
    assert now < exact(world, Detector(), 2.0, 5)[world.right] < 1
    assert now < exact(world, Detector(), 1.0, 8)[world.right] < 1
