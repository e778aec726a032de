"""A plan made again from where a recorded one began, by other settings or another chance."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import numpy as np

from ..agents import Agent, Situation
from ..agents.chance import chance_after
from .episode import Episode
from .header import language_in, plain
from .plans import Plan, plan_of, planning_begins


def replan(
    episode: Episode, step: int, *, agent: Agent | None = None, planner: Any = None, seed: int | None = None
) -> Plan:
    """Plan again from the recorded start of ``step``: its belief, observation and unreflected proposal.

    The episode stays as it is, and nothing is played. With the settings and the model that made the record, and no
    ``seed``, this is the recorded plan.

    Args:
        step: one in which slow thinking planned.
        agent: who plans; by default the episode's own. A loaded episode has none.
        planner: in the place of the agent's own, such as ``TSMC(particles=12, lam=2.0)``.
        seed: of the chance; None for that of the recorded plan.

    Raises:
        ValueError: when there is no plan in that step, no agent, or the record's chance cannot be repeated.
        TypeError: for an agent that does not plan, or takes no other planner.
        Cancelled: when somebody called ``agent.model.cancel()``.
    """
    *_, plan = replanning(episode, step, agent=agent, planner=planner, seed=seed)
    return plan


def replanning(
    episode: Episode, step: int, *, agent: Agent | None = None, planner: Any = None, seed: int | None = None
) -> Generator[Plan, None, None]:
    """``replan`` as it happens: the plan as far as it has come, after each event. What is wrong is raised at once."""
    recorded = plan_of(episode, step)
    thinker = _planning(episode, agent, planner)
    rng = _chance(episode, step) if seed is None else np.random.default_rng([seed, step])
    whose = episode.header["seed"] if seed is None else seed
    return _think(thinker, recorded, rng, whose)


def _think(thinker: Any, recorded: Plan, rng: np.random.Generator, seed: int) -> Generator[Plan, None, None]:
    belief, seen, action = recorded.start
    model = plain(getattr(thinker.model, "info", None) or {"name": type(thinker.model).__name__})
    plan = replace(
        recorded,
        events=(),
        settings=plain(thinker.settings()).get("planner", {}),
        model=str(model.get("name", "")),
        seed=seed,
        again=True,
    )
    for event in thinker.plan(Situation(seen.task, belief, seen.observation, seen.admissible), action, rng):
        plan = replace(plan, events=(*plan.events, replace(event, step=recorded.step)))
        yield plan


def _planning(episode: Episode, agent: Agent | None, planner: Any) -> Any:
    """The agent, ready for the episode's world and with that planner."""
    thinker: Any = episode.agent if agent is None else agent
    if thinker is None:
        raise ValueError("a recording holds no agent: give one, as in replan(episode, step, agent=nl.NeSyFS(model))")
    if not hasattr(thinker, "plan"):
        raise TypeError(f"{type(thinker).__name__} has no plan(situation, action, rng), as NeSyFS has")
    if agent is not None and hasattr(thinker, "in_world"):
        thinker = thinker.in_world(language_in(episode.header))
    if planner is None:
        return thinker
    if not hasattr(thinker, "__dataclass_fields__") or not hasattr(thinker, "planner"):
        raise TypeError(f"{type(thinker).__name__} takes no other planner: give an agent that has it already")
    return replace(thinker, planner=planner)


def _chance(episode: Episode, step: int) -> np.random.Generator:
    """The generator as it stood when the plan of ``step`` began. The first step's begins with the reset."""
    events = [e for e in episode.events if e.step == step or (step == 1 and e.step == 0)]
    try:
        return chance_after(events[: planning_begins(events)], np.random.default_rng([episode.header["seed"], step]))
    except ValueError as error:
        raise ValueError(f"{error}; give a seed of your own, as in replan(episode, {step}, seed=1)") from None
