"""The same story read by another memory: what would it have believed along the same actions and observations?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..agents import Agent
from ..events import Acted, Event, Observed, Updated
from ..graph import KnowledgeGraph
from .episode import Episode
from .header import language_in, plain
from .record import Block


def reread(episode: Episode, agent: Agent) -> Episode:
    """A recorded episode with the actions and observations of ``episode``, whose belief the agent's memory kept.

    Only updates are asked for; nothing is decided and no world is moved. ``NeSyFS(model, memory=CodeMemory())`` reads
    with code alone and calls no model.

    Raises:
        ValueError: when the agent's memory cannot read that world.
    """
    settle = getattr(agent, "in_world", None)
    reader: Agent = agent if settle is None else settle(language_in(episode.header))
    belief, action = KnowledgeGraph(), None
    blocks: list[Block] = [[]]
    for event in episode.events:
        if isinstance(event, Acted):
            action = event.action
            blocks[-1].append(event)
        elif isinstance(event, Observed):
            rng = np.random.default_rng([episode.header["seed"], event.step])
            thoughts: list[Event] = [event]
            update = reader.update(belief, action, event.observation, rng)
            try:
                while True:
                    thoughts.append(replace(next(update), step=event.step))
            except StopIteration as end:
                change = end.value
            belief = change.apply(belief)
            thoughts.append(Updated(step=event.step, added=change.added, removed=change.removed))
            blocks[-1] += thoughts
            if event.step > 0:  # the reset shares its block with the first step
                blocks.append([])
    header = {**episode.header, "agent": plain(reader.settings()), "reread": True}
    reading: Episode = object.__new__(Episode)
    reading._start(header, [block for block in blocks if block], None, None)
    return reading
