"""Load the program once and fork it for every run, also within shell scripts.

Each run is still a separate process, but saves the third of a second that Python takes to import
the program. `Forks` is the client side in the tests; run as a module, this file is the forking
server."""

import gc
import json
import os
import runpy
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

LONGEST: Final = 1 << 20
STREAMS: Final = 3
HANGS: Final = 1800.0
"""Seconds after which a run counts as hung, far more than any takes on a busy machine."""
READY: Final = b"ready"
CLIENT: Final = Path(__file__).with_name("fork_client.py")


class Forks:
    """A server process with everything imported; it is restarted if it dies."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._is_running = False

    def _start(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.fork_server", str(theirs.fileno())],
            env=self._environment,
            cwd=Path(__file__).parents[2],  # Use the working directory of the test.
            pass_fds=[theirs.fileno()],
            process_group=0,
        )
        theirs.close()
        self._is_running = True
        assert self._ours.recv(LONGEST) == READY, "the program cannot be imported: see above"

    def run(self, arguments: tuple[str, ...], stdin_: bytes) -> subprocess.CompletedProcess[bytes]:
        """Run the program once with this standard input, in the current directory."""
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            stdin.write(stdin_)
            stdin.seek(0)
            command = json.dumps([str(Path.cwd()), *arguments]).encode()
            streams = [item.fileno() for item in (stdin, stdout, stderr)]
            try:
                self._connect()
                self._ours.settimeout(HANGS)
                socket.send_fds(self._ours, [command], streams)
                answer = self._ours.recv(LONGEST)
                assert answer, f"the process that runs {arguments} has ended"
            except BaseException:
                # What arrives later belongs to this run, not the next one.
                self.stop()
                raise
            code = int(answer)
            for item in (stdout, stderr):
                item.seek(0)
            return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())

    def run_shell(self, script: str) -> subprocess.CompletedProcess[bytes]:
        """Run a shell script in which the command `pitboss` is a run of the program.

        The server serves one client at a time, so one such command must not wait for another."""
        try:
            self._connect()
            self._ours.settimeout(None)  # The client uses the same socket.
            line = self._ours.fileno()
            client = shlex.join([sys.executable, "-I", "-S", str(CLIENT), str(line)])
            return subprocess.run(
                ["sh", "-c", f'pitboss() {{ {client} "$@"; }}\n{script}'],
                env=self._environment,
                pass_fds=[line],
                capture_output=True,
                timeout=HANGS,
            )
        except BaseException:
            self.stop()
            raise

    def _connect(self) -> None:
        if not self._is_running:
            self._start()

    @property
    def pid(self) -> int:
        """Return the process ID of the server."""
        return self._process.pid

    def stop(self) -> None:
        """End the server with all its forks; the next run starts another."""
        if not self._is_running:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._ours.close()
        self._is_running = False


def serve(line: socket.socket) -> None:
    """Import the program and fork for every request until the client disconnects."""
    _read_everything()
    line.send(READY)
    while True:
        arguments, streams, _, _ = socket.recv_fds(line, LONGEST, STREAMS)
        if not arguments:
            return
        child = os.fork()
        if not child:
            line.close()
            _become(streams, json.loads(arguments))
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _read_everything() -> None:
    """Import every module that any command imports at run time, so that no fork has to.

    The objects are excluded from garbage collection, so that forks do not copy them."""
    package = import_module("pitboss")
    for module in walk_packages(package.__path__, "pitboss."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.collect()
    gc.freeze()


def _become(streams: list[int], arguments: list[str]) -> None:
    for at, item in enumerate(streams):
        os.dup2(item, at)
    where, *sys.argv[1:] = arguments
    os.chdir(where)
    code: object = 1
    try:
        runpy.run_module("pitboss", run_name="__main__", alter_sys=True)
        code = None
    except SystemExit as exit_:
        code = exit_.code
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(BrokenPipeError):
            sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
