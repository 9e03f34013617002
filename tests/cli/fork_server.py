"""The program, loaded once and forked for every run: a process of its own each time, without
the third of a second that Python takes to read it.

`Forks` is the side of the tests; run as a module, this file is the process that forks.
"""

import gc
import json
import os
import runpy
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
"""Seconds after which a run counts as hanging: far more than any takes on a busy machine."""
READY: Final = b"ready"


class Forks:
    """A process that waits with everything read; another takes its place if it is lost."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._is_running = False

    def _start(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.fork_server", str(theirs.fileno())],
            env=self._environment,
            cwd=Path(__file__).parents[2],  # wherever the test is
            pass_fds=[theirs.fileno()],
            process_group=0,
        )
        theirs.close()
        self._is_running = True
        assert self._ours.recv(LONGEST) == READY, "the program cannot be imported: see above"

    def run(self, arguments: tuple[str, ...], stdin_: bytes) -> subprocess.CompletedProcess[bytes]:
        """One run with this standard input, where this process is now."""
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
                if not self._is_running:
                    self._start()
                self._ours.settimeout(HANGS)
                socket.send_fds(self._ours, [command], streams)
                answer = self._ours.recv(LONGEST)
                assert answer, f"the process that runs {arguments} has ended"
            except BaseException:
                # What comes later belongs to this run, and is not for the next one.
                self.stop()
                raise
            code = int(answer)
            for item in (stdout, stderr):
                item.seek(0)
            return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())

    @property
    def pid(self) -> int:
        """The process that forks."""
        return self._process.pid

    def stop(self) -> None:
        """End the process with whatever it has forked; the next run starts another."""
        if not self._is_running:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._ours.close()
        self._is_running = False


def serve(line: socket.socket) -> None:
    """Read the program, and fork for everything that is asked, until nobody asks any more."""
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
    """Import what any command imports once it is run, so that no fork has to.

    Nothing of it is garbage: that is left alone, so that forks do not copy it.
    """
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
