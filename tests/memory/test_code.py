"""A belief that code keeps: what is read is added, what cannot be true beside it goes."""

import numpy as np
import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.asking import Asker
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.language import Language, Reading, Relation
from nesyfs_lab.memory import Change, CodeMemory, GraphMemory, Transition, View
from tests.fakes import FakeModel, think

AT = Triplet("you", "at", "room 1")
LAMP = Triplet("lamp", "is", "off")


def read(belief: KnowledgeGraph, action: str | None, observation: str) -> Reading:
    """Words of the kind "at room 2" say where you are; "dark" ends what is known of lamps."""
    said = [Triplet("you", "at", f"room {digit}") for digit in observation if digit.isdigit()]
    ended = [t for t in belief if t.subject == "lamp"] if "dark" in observation else []
    return Reading(tuple(said), tuple(ended))


ROOMS = Language("rooms", (Relation("at", "where you are", AT, single=True),), read=read)


def changed(belief: list[Triplet], observation: str) -> Change:
    model = FakeModel()
    memory = CodeMemory().speaking(ROOMS)
    asker = Asker(model, np.random.default_rng(0))
    events, (change,) = think(memory.update(asker, [Transition(KnowledgeGraph(belief), "go", observation)]))
    assert not events
    assert not model.requests
    return change


def test_what_is_read_replaces_what_it_excludes():
    assert changed([LAMP, AT], "You are in room 2.") == Change((Triplet("you", "at", "room 2"),), (AT,))


def test_what_is_known_already_is_no_news():
    assert changed([AT], "You are in room 1.") == Change((), ())


def test_a_reader_may_end_what_nothing_replaces():
    assert changed([LAMP, AT], "It is dark.") == Change((), (LAMP,))


def test_what_is_said_is_not_removed():
    assert changed([AT], "room 1 or room 2?") == Change((Triplet("you", "at", "room 2"),), ())


def test_retrieval_is_the_paper_s():
    asker = Asker(FakeModel(focus={"entities": ["lamp"], "relations": []}), np.random.default_rng(0))
    view = View(KnowledgeGraph([LAMP, AT]), "o")
    _, (found,) = think(CodeMemory(depth=1).retrieve(asker, "light it", [view]))
    assert found.triplets == (LAMP,)


@pytest.mark.parametrize("language,named", [(None, "this world"), (Language("mute", ()), "the world 'mute'")])
def test_without_a_reader_it_says_what_to_do(language, named):
    with pytest.raises(ValueError, match=rf"cannot read {named}.*GraphMemory asks the model"):
        CodeMemory().speaking(language)


def test_an_unsettled_memory_says_so():
    update = CodeMemory().update(Asker(FakeModel(), np.random.default_rng(0)), [Transition(KnowledgeGraph(), None, "")])
    with pytest.raises(ValueError, match="needs the language of a world"):
        think(update)


def test_an_agent_is_made_ready_for_its_world():
    agent = NeSyFS(FakeModel(), memory=CodeMemory())
    ready = agent.in_world(ROOMS)
    assert ready.memory == CodeMemory(language=ROOMS)
    assert ready.settings()["memory"] == {"kind": "code", "depth": 2, "language": "rooms"}
    assert NeSyFS(agent.model).in_world(ROOMS) == NeSyFS(agent.model), "no prompt is written in those words"


@pytest.mark.parametrize("memory", [GraphMemory, "graph", 3])
def test_what_is_no_memory_is_refused(memory):
    with pytest.raises(TypeError, match="memory must be one"):
        NeSyFS(FakeModel(), memory=memory)
