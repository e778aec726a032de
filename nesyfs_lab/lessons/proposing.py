"""What an agent would do, many times over: one action proves little where actions are drawn by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import index

import numpy as np
import pandas as pd

from ..agents import NeSyFS, Situation
from ..asking import finished
from ..episode import Episode, language_in
from ..episode.edits import edited
from ..graph import Triplet
from ..views.frames import Frames, frame_at

AS_IT_WAS, CHANGED, UNUSABLE = "as it was", "changed", "(no usable answer)"


def proposals(
    agent: NeSyFS,
    episode: Episode,
    step: int,
    n: int = 10,
    *,
    add: Iterable[Triplet | tuple[str, str, str]] = (),
    remove: Iterable[Triplet | tuple[str, str, str]] = (),
    seed: int = 0,
) -> pd.DataFrame:
    """How often the agent proposes each action after a recorded step: with the belief as it was, and changed.

    Only fast thinking is asked (Algorithm 1, line 5), ``n`` answers to one prompt, so this takes a fraction of the time
    of ``n`` forks; what reflection and slow thinking would make of the proposals it does not tell.

    Args:
        agent: who proposes; need not be the recorded one.
        episode, step: where it stands; as in ``episode.fork``.
        n: proposals for each belief.
        add, remove: edits of the belief, as in ``episode.fork``.
        seed: of the draws; the same for both beliefs.

    Returns:
        a row an action, the most frequent first, and one for answers that could not be used; columns ``as it was`` and,
        with an edit, ``changed``, in proposals.

    Raises:
        ValueError: when the episode has no such step, the edit changes nothing, or ``n`` is below 1.
    """
    if index(n) < 1:
        raise ValueError(f"ask for at least one proposal, got n={n}")
    frame = frame_at(Frames(episode.events), index(step))
    if frame is None or frame.observed is None:
        raise ValueError(f"the episode has the steps 0 to {episode.steps}, got {step}")
    belief, seen = frame.after, frame.observed
    agent = agent.in_world(language_in(episode.header))
    beliefs = {AS_IT_WAS: belief}
    added, removed = list(add), list(remove)
    if added or removed:
        edit = edited(belief, step, added, removed)
        if edit is None:
            raise ValueError(
                f"this edit changes nothing in the belief after step {step}; see Triplets in the workbench"
            )
        beliefs[CHANGED] = belief.updated(edit.added, edit.removed)
    counts = {}
    for name, each in beliefs.items():
        situation = Situation(seen.task, each, seen.observation, seen.admissible)
        actions = finished(agent.propose(situation, n, np.random.default_rng(seed)))
        counts[name] = Counter(UNUSABLE if action is None else action for action in actions)
    table = pd.DataFrame(counts).fillna(0).astype(int).rename_axis("action")
    return table.loc[table.sum(axis=1).sort_values(ascending=False, kind="stable").index]
