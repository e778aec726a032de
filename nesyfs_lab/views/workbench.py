"""The workbench: one widget in which a person steps an episode, goes back in time, and looks inside each step.

Threads: the worker thinks, another draws what it tells, the kernel's own answers clicks on buttons and timeline. They
draw one at a time, and only through widget traits: what a background thread prints or displays would be lost or land
in another cell.
"""

from __future__ import annotations

import threading
from typing import Any

import ipywidgets as widgets

from ..episode import Plan, replanning
from ..events import Event
from ..models.contract import Progress
from .controls import Controls
from .display import Display
from .forks import Forks, forked
from .frames import Frame, Frames, Record, need_records
from .graph_png import scene_png
from .graph_view import with_fallback
from .opened import closed, make_way_for, opened
from .panels.headline import standing_in_words
from .plan_again import PlanWish
from .what_if import Wish
from .worker import LiveEpisode, Outcome, Worker
from .working import Working


class Workbench(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Step, run, pause, cancel and reset a live episode; go through the steps of any episode.

    Args:
        episode: live or loaded. ``Reset`` puts a new one in its place: read ``workbench.episode``.
        env, agent: what forks go on with where ``episode`` is a loaded one.
        beside: another episode that this one is compared with, such as the one that it was forked from.

    Raises:
        TypeError: for what is no episode.
    """

    def __init__(
        self, episode: LiveEpisode, *, env: Any = None, agent: Any = None, beside: Record | None = None, _by: Any = None
    ) -> None:
        need_records(episode, *([] if beside is None else [beside]))
        self._lock = threading.RLock()
        self._retired = False
        self._waiting_for = make_way_for(episode, _by or beside)
        self._env, self._agent = env, agent
        self._worker = Worker(episode, self)
        self.frames = Frames()
        self._draft: list[Event] = []
        self._beside = ""  # what the worker does instead of a step
        self._again: Plan | None = None  # the plan that it makes
        self.controls = Controls(
            step=lambda: self.start(1),
            run=self.start,
            pause=self.pause,
            cancel=self.cancel,
            reset=self.reset,
            slide=lambda _: self._locked(self._show),
            opens=lambda title: self.display.open(title),
        )
        self._working = Working(self._worker, self._lock, self.controls, self._show_draft)
        self.display = Display(self.fork, self.plan_again, beside, self.controls.timeline)
        self.display.tabs.observe(lambda _: self._locked(self.display.refresh), "selected_index")
        self.forks = Forks()
        super().__init__([self.controls.box, self.display.tabs, self.forks.box])
        self.add_class("nl-workbench")
        self._take_in(follow=self._live)  # a recording is read from its beginning
        self._rest(self._standing())
        opened(self, _by or beside)

    @property
    def episode(self) -> LiveEpisode:
        """The episode shown."""
        return self._worker.episode

    @property
    def thread(self) -> threading.Thread | None:
        """That of the worker, while it works."""
        return self._worker.thread

    # -- what a person does ------------------------------------------------------------------------------------

    def start(self, steps: int | None = None) -> bool:
        """Play ``steps`` steps, or all that are left, in the background; False when that cannot be."""
        with self._lock:
            if not self._may_step or self._worker.busy:
                return False
            self.controls.fail("", "")
            self._take_in(follow=True)  # somebody may have stepped the episode in another cell
            self.controls.go_to_newest()
            self.controls.enable(can_step=False, busy=True, can_reset=True)
            if self._waiting_for or not self.frames:  # this may take a while; a step tells itself that it begins
                self.controls.tell("Starting …", busy=True)
        after, self._waiting_for = self._waiting_for, []
        return self._worker.start(steps, after)

    def pause(self) -> None:
        """Stop after the step in progress."""
        if not self._worker.busy:
            return
        self._worker.pause()
        self.controls.pause.disabled = True
        self.controls.tell("Pausing after this step …", busy=True)

    def cancel(self) -> None:
        """Abandon the step in progress; nothing of it is recorded."""
        if not self._worker.busy:
            return
        self.controls.cancel.disabled = self.controls.pause.disabled = True
        self.controls.tell("Cancelling …", busy=True)
        self._worker.cancel()

    def reset(self) -> None:
        """Begin again with a new episode of the same world, agent and seed."""
        if not self._retired and self._live:
            self.controls.enable(can_step=False, busy=False, can_reset=False)
            self.controls.tell("Starting anew …", busy=True)
            self._worker.reset()

    def fork(self, wish: Wish) -> Workbench:
        """Fork the episode as a person wishes; the fork's own workbench appears below, compared with this episode.

        Where the episode has a file the fork gets one beside it.
        """
        child = forked(self.episode, wish, self._env)
        workbench = Workbench(child, env=self._env, agent=self._agent, beside=self.episode, _by=self)
        self.forks.show(wish, self.episode.agent or self._agent, workbench)
        return workbench

    def plan_again(self, wish: PlanWish) -> None:
        """Make a step's plan again, in the background; the Plan panel shows it beside the recorded one.

        Raises:
            ValueError: when the worker is busy, or as ``replan``.
        """
        thinking = replanning(self.episode, wish.step, agent=wish.agent, seed=wish.seed)  # type: ignore[arg-type]
        before, self._beside = self._beside, f"Planning step {wish.step} again"
        if not self._worker.think(thinking, wish.agent.model, self._grow):
            self._beside = before
            raise ValueError("the agent is at work: wait for it, or press Cancel")
        with self._lock:
            if self._worker.busy:  # else it has already told how it ended
                self._working.begin(self._beside)
                self.controls.fail("", "")
                self.controls.enable(can_step=False, busy=True, can_reset=self._live)
                self.controls.pause.disabled = True

    def _grow(self, plan: Plan) -> None:
        self._again = plan
        self._working.heard()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the worker is idle, at most ``timeout`` seconds."""
        self._worker.join(timeout)

    def close(self) -> None:
        """Stop working and take the widget off the page."""
        if hasattr(self, "_worker"):  # else its episode was refused
            self._worker.cancel()
            self.forks.close()
        closed(self)
        super().close()

    # -- what the worker tells, from its own thread -------------------------------------------------------------

    def started(self) -> None:
        """A step begins."""
        with self._lock:
            self._draft = []
            self._working.begin(f"Step {self._next_step}")

    def thought(self, event: Event) -> None:
        """The step in progress has a new event."""
        self._draft.append(event)
        self._working.heard()

    def progressed(self, progress: Progress) -> None:
        """The model's call goes on."""
        self._working.progressed(progress)

    def stepped(self) -> None:
        """The step is recorded."""
        self._working.end()
        self._take_in(follow=True)

    def replaced(self, episode: LiveEpisode) -> None:
        """A new episode takes the place of the old one."""
        with self._lock:
            self.frames = Frames()
            self.display.forget()
            self.controls.fail("", "")
            self.controls.extend((), follow=True)
            self._take_in(follow=True)

    def ended(self, outcome: Outcome) -> None:
        """The worker is idle again."""
        self._working.end()
        known = len(self.frames)
        self._take_in(follow=True)
        if self._beside:
            failed = f"{self._beside} failed; the episode is as it was."
            cancelled = "Cancelled; the episode is as it was."
            with self._lock:
                self.display.rest(self._again)
        elif len(self.frames) > known:  # the step was recorded; what came after it went wrong
            failed = f"Step {self.frames[-1].step} was played and is kept here, but its file was not written."
            cancelled = "The step had ended before it was cancelled."
        else:
            failed = f"Step {self._next_step} failed; nothing of it was recorded. Step tries it again."
            cancelled = "Cancelled; nothing of the step was recorded."
        self._beside, self._again = "", None
        self.controls.fail(outcome.error, outcome.trace)
        standing = self._standing()
        self._rest({"failed": failed, "cancelled": f"{cancelled} {standing}"}.get(outcome.ending, standing))

    # -- drawing ---------------------------------------------------------------------------------------------------

    def _take_in(self, follow: bool) -> None:
        """Read what the record has gained, forget the draft, and show it."""
        with self._lock:
            follow = follow and self.controls.newest
            self._draft = []
            new = self.frames.sync(self.episode.events)
            self.display.take_in(self.episode, self.frames, self.frames[new:], self.episode.agent or self._agent)
            self.controls.extend(self.frames, follow)
            self.display.tell()  # not before: at the old place the page would show the step before
            self._show()  # after the graph, which people wait for

    def _show_draft(self) -> None:
        """What the worker has told since the last time."""
        if self._again is not None:
            self.display.plan.grow(self._again)
        elif self.controls.newest:
            self._show()

    def _show(self) -> None:
        draft = bool(self._draft) and self.controls.newest
        frame = self.frames.draft(self._draft) if draft else self._shown
        last = self.frames[-1].step if self.frames else 0
        self.controls.entitle(self.episode, frame)
        self.controls.describe(frame, last, draft)
        self.display.show(frame, draft)

    @property
    def _shown(self) -> Frame | None:
        return self.frames[min(self.controls.timeline.value, len(self.frames) - 1)] if self.frames else None

    def _rest(self, text: str) -> None:
        self.controls.enable(can_step=self._may_step, busy=False, can_reset=self._live and not self._retired)
        self.controls.tell(text)

    def _standing(self) -> str:
        """How things are while nobody works."""
        return standing_in_words(
            self.episode, self.frames[-1].step if self.frames else None, self._retired, self._agent is not None
        )

    def _locked(self, draw: Any) -> None:
        with self._lock:
            draw()

    @property
    def _next_step(self) -> int:
        return max(1, self.frames[-1].step + 1) if self.frames else 1

    @property
    def _live(self) -> bool:
        return self.episode.live

    @property
    def _may_step(self) -> bool:
        return self._live and not self._retired and not self.episode.done

    # -- making way and saved files --------------------------------------------------------------------------------

    def retire(self) -> None:
        """Stop working for good: a newer workbench shows the same episode. A recording has nothing to stop."""
        self._retired = self._live
        if self._worker.busy:
            self._worker.cancel()
        else:
            self._rest(self._standing())

    def __repr__(self) -> str:
        steps = self.frames[-1].step if self.frames else 0
        kind = "live" if self._live else "recorded"
        return f"Workbench({kind} episode, {steps} steps). {self.display.graph.newest.caption}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it a picture of the newest belief and a line of text, for files without a kernel."""
        with self._lock:
            seen = self.frames[-1].seen if self.frames else None
            picture = scene_png(self.display.graph.newest, title=seen.task if seen else "")
        return with_fallback(super()._repr_mimebundle_(**kwargs), repr(self), picture)
