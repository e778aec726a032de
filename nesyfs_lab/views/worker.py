"""One background thread that steps an episode, so that no call freezes the page.

It knows threads and episodes, and nothing of widgets. One job runs at a time; a reset waits for the job before it.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from ..events import Event
from ..graph import Triplet
from ..models.contract import Cancelled, Progress
from .frames import Record
from .listening import listening, shared

Ending = Literal["paused", "finished", "cancelled", "failed"]


class LiveEpisode(Record, Protocol):
    """What stepping needs of an episode."""

    @property
    def agent(self) -> Any: ...
    def stream(self) -> Generator[Event, None, None]: ...
    def fork(
        self,
        step: int,
        add: Iterable[Triplet] = (),
        remove: Iterable[Triplet] = (),
        action: str | None = None,
        *,
        env: Any = None,
        agent: Any = None,
    ) -> LiveEpisode: ...
    def save(self, path: Path) -> None: ...


@dataclass(frozen=True)
class Outcome:
    """How a job ended; ``error`` and ``trace`` are empty unless it failed."""

    ending: Ending
    error: str = ""
    trace: str = ""


class Listener(Protocol):
    """Who is told; every call comes from the worker's thread."""

    def started(self) -> None:
        """A step begins."""

    def thought(self, event: Event) -> None:
        """An event of the step in progress."""

    def progressed(self, progress: Progress) -> None:
        """The model's call goes on."""

    def stepped(self) -> None:
        """The step is recorded."""

    def replaced(self, episode: LiveEpisode) -> None:
        """``reset`` made a new episode."""

    def ended(self, outcome: Outcome) -> None:
        """The job is over; the worker is free."""


class Worker:
    """Steps ``episode`` on request.

    Args:
        episode: live.
        listener: told of everything.
    """

    def __init__(self, episode: LiveEpisode, listener: Listener) -> None:
        self.episode = episode
        self.listener = listener
        self._thread: threading.Thread | None = None
        self._changing = threading.RLock()  # between jobs: a click waits until the last one has told how it ended
        self._pause = threading.Event()
        self._cancel = threading.Event()
        self._model: Any = None  # whose calls are being listened to

    @property
    def busy(self) -> bool:
        """A job is running."""
        return self._thread is not None

    @property
    def pausing(self) -> bool:
        """The job stops after the step in progress."""
        return self._pause.is_set()

    @property
    def cancelling(self) -> bool:
        """The step in progress is being abandoned."""
        return self._cancel.is_set()

    def start(self, steps: int | None = None, after: Sequence[threading.Thread] = ()) -> bool:
        """Play ``steps`` steps, or all that are left; False when a job is running (a double click).

        Args:
            after: threads of other workers to wait for.
        """
        with self._changing:
            if self.busy:
                return False
            self._clear()
            self._launch(lambda: self._run(steps), after)
            return True

    def think(self, thinking: Generator[Any, None, None], model: Any, heard: Callable[[Any], object]) -> bool:
        """Go through what ``model`` thinks beside the episode, such as a plan made again; False when a job is running.

        Args:
            heard: told of each thing that ``thinking`` yields.
        """
        with self._changing:
            if self.busy:
                return False
            self._clear()
            self._launch(lambda: self._go_through(thinking, model, heard), ())
            return True

    def pause(self) -> None:
        """Stop after the step in progress."""
        self._pause.set()

    def cancel(self) -> None:
        """Abandon the step in progress; nothing of it is recorded. Returns at once, and does nothing when idle."""
        if not self.busy:
            return  # the model may be at work for somebody else
        self._pause.set()
        self._cancel.set()
        if not shared(self._model):  # else its own next report does so: this call may be another's
            self._cancel_call()

    def reset(self) -> None:
        """Abandon the step in progress, then go on with a new episode of the same world, agent and seed."""
        with self._changing:
            if self.busy:
                self.cancel()
            self._launch(self._fork, [self._thread] if self._thread is not None else [])

    def join(self, timeout: float | None = None) -> None:
        """Wait for the running job."""
        with self._changing:  # a job that has just ended may still be telling so
            thread = self._thread
        if thread is not None:
            thread.join(timeout)

    @property
    def thread(self) -> threading.Thread | None:
        """Of the running job, None when idle."""
        return self._thread

    def _launch(self, job: Callable[[], Outcome], after: Sequence[threading.Thread]) -> None:
        def work() -> None:
            for thread in after:
                thread.join()
            try:
                outcome = job()
            except Cancelled:
                outcome = Outcome("cancelled")
            except Exception as error:  # whatever it is, a person must see it: nothing else catches a thread's errors
                outcome = Outcome("failed", f"{type(error).__name__}: {error}", traceback.format_exc())
            with self._changing:
                if self._thread is threading.current_thread():  # else a reset waits for this thread and will tell
                    self._thread = None
                    self.listener.ended(outcome)

        self._thread = threading.Thread(target=work, name="nesyfs-lab workbench", daemon=True)
        self._thread.start()

    def _clear(self) -> None:
        self._pause.clear()
        self._cancel.clear()

    def _run(self, steps: int | None) -> Outcome:
        with self._listening(getattr(self.episode.agent, "model", None)):
            left = steps
            while not self.episode.done and left != 0 and not self._pause.is_set():
                self._step()
                left = None if left is None else left - 1
        return Outcome("finished" if self.episode.done else "paused")

    def _go_through(self, thinking: Generator[Any, None, None], model: Any, heard: Callable[[Any], object]) -> Outcome:
        with self._listening(model), closing(thinking):
            for thought in thinking:
                if self._cancel.is_set():
                    raise Cancelled
                heard(thought)
        return Outcome("paused")

    @contextmanager
    def _listening(self, model: Any) -> Iterator[None]:
        """While ``model`` is asked its calls can be cancelled, and tell how they go on."""
        self._model = model
        try:
            with listening(model, self._progressed):
                yield
        finally:
            self._model = None

    def _step(self) -> None:
        self.listener.started()
        with closing(self.episode.stream()) as stream:
            for event in stream:
                if self._cancel.is_set():
                    raise Cancelled
                self.listener.thought(event)
        self.listener.stepped()

    def _progressed(self, progress: Progress) -> None:
        if self._cancel.is_set():
            self._cancel_call()  # it was pressed before this call began, or while another's went on
        self.listener.progressed(progress)

    def _cancel_call(self) -> None:
        cancel = getattr(self._model, "cancel", None)
        if callable(cancel):
            cancel()

    def _fork(self) -> Outcome:
        self._clear()  # only now: the job before it had to see the flags
        self.episode = self.episode.fork(0)
        self.listener.replaced(self.episode)
        return Outcome("paused")
