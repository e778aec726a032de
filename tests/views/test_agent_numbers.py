"""The numbers of an agent as fields."""

import pytest

import nesyfs_lab as nl
from nesyfs_lab.views.agent_numbers import NumberFields, changed, numbers_of
from tests.fakes import FakeModel


@pytest.fixture
def agent():
    return nl.NeSyFS(FakeModel(), planner=nl.TSMC(particles=2, horizon=2))


def test_numbers_of_agent_and_planner_can_be_others(agent):
    numbers = numbers_of(agent)
    assert numbers["votes"] == 5
    assert numbers["planner.particles"] == 2
    assert "read_first" not in numbers
    texts = {name: str(value) for name, value in numbers.items()}
    assert changed(agent, texts) is agent
    other = changed(agent, texts | {"votes": "1", "planner.lam": "0.5"})
    assert (other.votes, other.planner.lam, other.planner.particles) == (1, 0.5, 2)
    assert agent.votes == 5
    with pytest.raises(ValueError, match="votes must be a whole number, not 'many'"):
        changed(agent, texts | {"votes": "many"})
    with pytest.raises(ValueError, match="votes must be at least 1"):
        changed(agent, texts | {"votes": "0"})
    assert numbers_of(object()) == {}


def test_fields_hold_what_was_typed_until_another_agent_comes(agent):
    fields = NumberFields("planner.")
    fields.show(agent)
    shown = [field.description for field in fields.box.children]
    assert shown == ["particles (N)", "horizon (L)", "lam (λ)", "ess_threshold"]
    assert fields.changed() is agent
    fields.box.children[0].value = "7"
    fields.show(agent)
    assert fields.changed().planner.particles == 7
    fields.show(nl.NeSyFS(FakeModel(), planner=nl.TSMC(particles=3)))
    assert fields.box.children[0].value == "3"
    fields.show(None)
    assert fields.box.children == ()
