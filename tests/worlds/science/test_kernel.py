"""The world in a real Jupyter kernel: a cell is interrupted, the kernel restarted, shut down, killed."""

import gc
import os
import signal
import time
from pathlib import Path

import pytest
from jupyter_client.manager import KernelManager

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them"),
    # Of jupyter_client's own sockets and of ipykernel's debugger, not of the world.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
START = """
import nesyfs_lab as nl
env = nl.make_env("scienceworld", "boil/0")
first = env.reset()
print(env.unwrapped._engine.pid)
"""
SECONDS = 120


class Kernel:
    """A kernel, and what running a cell in it prints or raises."""

    def __init__(self):
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(cwd=str(Path(__file__).parents[3]))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    def run(self, code, interrupt_after=None):
        told = []

        def hook(message):
            content = message["content"]
            if message["msg_type"] == "stream":
                told.append(content["text"])
                if interrupt_after and interrupt_after in content["text"]:
                    self.manager.interrupt_kernel()
            if message["msg_type"] == "error":
                told.append(f"{content['ename']}: {content['evalue']}")

        self.client.execute_interactive(code, output_hook=hook, timeout=SECONDS)
        return "".join(told).strip()

    def close(self):
        self.client.stop_channels()
        if self.manager.is_alive():
            self.manager.shutdown_kernel(now=True)
        self.manager.cleanup_resources()
        del self.client, self.manager
        gc.collect()  # what they leave open is complained about here, where that is ignored


@pytest.fixture
def kernel():
    made = Kernel()
    yield made
    made.close()


def ended(pid):
    def runs():
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    until = time.monotonic() + 20
    while runs() and time.monotonic() < until:
        time.sleep(0.05)
    return not runs()


def test_a_cell_is_interrupted_and_the_kernel_restarted_and_shut_down(kernel):
    pid = int(kernel.run(START))
    told = kernel.run("print('plays')\nwhile True: env.step('wait10')", interrupt_after="plays")
    assert "KeyboardInterrupt" in told
    assert not kernel.run("import os; os.kill(env.unwrapped._engine.pid, 0)"), "Java survives what interrupts a cell"
    assert kernel.run("print(env.step('look around')[0][:9])") in (
        "This room",  # the interrupt came between two steps
        "ResetNeeded: no episode is being played (it has ended, was interrupted, or never began): call reset()",
    )
    assert kernel.run("print(env.reset() == first, env.step('go to kitchen')[0])") == "True You move to the kitchen."
    kernel.manager.restart_kernel(now=False)
    kernel.client.wait_for_ready(timeout=SECONDS)
    assert ended(pid)
    pid = int(kernel.run(START))
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel(now=False)
    assert ended(pid)


def test_a_killed_kernel_takes_java_with_it(kernel):
    pid = int(kernel.run(START))
    os.kill(int(kernel.run("import os; print(os.getpid())")), signal.SIGKILL)
    assert ended(pid)
