"""Votes counted anew: the formula against all ways to vote, and a critic asked about a recorded proposal."""

import itertools
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.agents.reflection import needed
from nesyfs_lab.episode import recording
from nesyfs_lab.events import Generated, Reflected
from nesyfs_lab.lessons.votes import ask_again, chance_to_pass
from nesyfs_lab.lessons.votes_view import VotesView, votes_html
from tests.fakes import FakeModel, prompt, turns
from tests.records import make_record

VOTES = st.lists(st.booleans(), min_size=1, max_size=9)
AGREEMENT = st.sampled_from([0.1, 0.5, 0.6, 0.75, 0.8, 1.0])


def cast(votes=(), probability=None):
    return Reflected(step=1, action="look", votes=tuple(votes), aligned=True, thought="", probability=probability)


def beta_integral(a, b):
    """The integral of p^a (1-p)^b from 0 to 1."""
    return Fraction(1, (a + b + 1) * comb(a + b, a))


@given(VOTES, st.integers(1, 6), AGREEMENT)
def test_the_chance_is_the_integral_over_all_critics(votes, fresh, agreement):
    """Each row of fresh votes, weighed by each inclination's plausibility after the votes on record."""
    yes, no = sum(votes), len(votes) - sum(votes)
    ways = (sum(row) for row in itertools.product((True, False), repeat=fresh))
    passing = sum(beta_integral(yes + j, no + fresh - j) for j in ways if j >= Fraction(str(agreement)) * fresh)
    assert chance_to_pass(cast(votes), fresh, agreement) == pytest.approx(float(passing / beta_integral(yes, no)))


@given(st.floats(0, 1), st.integers(1, 6), AGREEMENT)
def test_of_a_known_inclination_it_is_a_binomial(p, fresh, agreement):
    rows = itertools.product((True, False), repeat=fresh)
    passing = sum(
        p ** sum(row) * (1 - p) ** (fresh - sum(row)) for row in rows if sum(row) >= Fraction(str(agreement)) * fresh
    )
    assert chance_to_pass(cast(probability=p), fresh, agreement) == pytest.approx(passing)


@pytest.mark.parametrize(
    "votes,agreement,least", [(5, 0.8, 4), (3, 0.8, 3), (9, 0.8, 8), (1, 0.8, 1), (10, 0.7, 7), (3, 0.1, 1)]
)
def test_the_fewest_yes_that_are_enough(votes, agreement, least):
    assert needed(votes, agreement) == least


@pytest.mark.parametrize("votes,agreement", [(0, 0.8), (5, 0.0), (5, 1.1)])
def test_a_setting_out_of_range_is_refused(votes, agreement):
    with pytest.raises(ValueError, match="votes must be at least 1"):
        chance_to_pass(cast([True]), votes, agreement)


def test_a_critic_is_asked_about_the_recorded_state():
    record = recording("mug-forgotten")
    model = FakeModel(reflect=turns(*({"thought": "hm", "aligned": word} for word in ("Yes", "No", "Yes"))))
    asked = ask_again(model, record, step=3, attempt=1, votes=3, agreement=0.5)
    assert (asked.action, asked.votes, asked.aligned) == ("go to cabinet 1", (True, False, True), True)
    (request,) = model.requests
    then = [e for e in record.events if isinstance(e, Generated) and e.step == 3 and e.purpose == "reflect"][1].request
    assert request.n == 3
    shown = {line for line in prompt(request).splitlines() if line.startswith("(")}
    assert shown == {line for line in prompt(then).splitlines() if line.startswith("(")}
    assert "Observation: On the shelf 1, you see a mug 1." in prompt(request) or "shelf 1" in prompt(request)


def test_a_proposal_on_which_nobody_voted():
    with pytest.raises(ValueError, match="nobody voted on proposal 2 of step 3"):
        ask_again(FakeModel(), recording("mug-forgotten"), step=3, attempt=2)


def test_the_table_has_a_row_a_proposal_and_follows_its_slider():
    view = VotesView(recording("apple-planned"))
    assert view.agreement.value == 0.8
    assert view.table.value.count("<tr>") == 12
    assert view.table.value.count("vetoed") == 6
    assert "9 votes: 8 Yes" in view.table.value
    view.agreement.value = 0.6
    assert view.table.value.count("vetoed") == 4
    assert "9 votes: 6 Yes" in view.table.value


def test_the_table_of_exact_votes_and_hostile_actions():
    html = votes_html([cast([True], probability=0.83), cast([False])], (1,), 0.8)
    assert "P=0.83" in html
    assert "83%" in html
    hostile = Reflected(step=1, action="<script>", votes=(True,), aligned=True, thought="")
    assert "<script>" not in votes_html([hostile], (1, 3), 0.8)


def test_an_episode_without_votes():
    record: Any = make_record()
    record.events = [event for event in record.events if not isinstance(event, Reflected)]
    with pytest.raises(ValueError, match="nobody voted"):
        VotesView(record)
