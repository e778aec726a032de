"""The recordings that come with the package: whole, and saying who made them."""

import pytest

from nesyfs_lab.episode import recording, recordings
from nesyfs_lab.events import Generated, Planned, Reflected


@pytest.mark.parametrize("name", recordings())
def test_a_recording_is_whole_and_names_its_model(name):
    episode = recording(name)
    assert not episode.cut
    assert not episode.live
    assert episode.steps > 0
    assert len(episode.header["model"]["sha256"]) == 64
    assert any(isinstance(event, Generated) for event in episode.events)


def test_among_them_are_a_success_a_failure_a_veto_and_a_plan_of_default_size():
    episodes = [recording(name) for name in recordings()]
    assert {episode.won for episode in episodes} == {True, False}
    events = [event for episode in episodes for event in episode.events]
    assert any(isinstance(event, Reflected) and not event.aligned for event in events)
    assert any(isinstance(event, Planned) and event.trace.actions.shape == (5, 6) for event in events)


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(ValueError, match="two-places"):
        recording("no such recording")
