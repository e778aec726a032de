"""A question without a page: what the page is told, and when."""

import pytest

from nesyfs_lab.views.question_view import QuestionView


def ask(choices=("red", "blue"), answer=1, says=("Look again.", "As the sky.")):
    return QuestionView("Which `colour`?", list(choices), answer, says)


def test_the_page_learns_nothing_before_a_choice_is_checked():
    asked = ask()
    assert "As the sky." not in str(asked.get_state())
    assert asked.verdict == {}
    assert not {"answer", "right", "says"} & set(asked.get_state())


def test_a_choice_is_judged_with_a_sign_a_word_and_a_reason():
    asked = ask()
    asked.checked = 0
    assert asked.verdict == {"choice": 0, "right": False, "sign": "✗", "word": "Not yet.", "says": "Look again."}
    asked.checked = 1
    assert asked.verdict == {"choice": 1, "right": True, "sign": "✓", "word": "Right.", "says": "As the sky."}


@pytest.mark.parametrize("choice", [-1, 2, 99])
def test_a_choice_that_is_not_there_is_not_judged(choice):
    asked = ask()
    asked.checked = choice
    assert asked.verdict == {}


def test_where_no_kernel_is_the_question_is_plain_text():
    data, _ = ask()._repr_mimebundle_()
    assert data["text/plain"].splitlines()[:3] == ["Question: Which `colour`?", "  ( ) red", "  ( ) blue"]
    assert "sky" not in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize(
    "choices,answer,says",
    [(("a",), 0, ("",)), (("a", "a"), 0, ("", "")), (("a", "b"), 2, ("", "")), (("a", "b"), 0, ("",))],
)
def test_a_question_that_cannot_be_answered_is_refused(choices, answer, says):
    with pytest.raises(ValueError, match="choice"):
        ask(choices, answer, says)
