"""Test ``pitboss serve``: it starts and responds, or says in one sentence why it cannot."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.room.settings import SETTINGS
from pitboss.room.store.postgres_connection import database_label
from pitboss.room.store.sqlite import DataFolder
from tests.cli.program import PITBOSS, PLAIN
from tests.cli.test_room_reports import Program
from tests.room.reports.two_day_room import copy_two_days
from tests.room.store.store_locations import PostgresServer as Database
from tests.room.store.store_locations import running_postgres

OWN = [name.upper() for name in SETTINGS]


class Server:
    """The server, started as a program."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        env = {k: v for k, v in PLAIN.items() if not k.startswith("PITBOSS_")}
        env["XDG_CONFIG_HOME"] = str(folder / "config")
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [*PITBOSS, "serve", "--port", "0", "--data", str(folder / "data"), *arguments],
            env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.messages: list[str] = []

    def address(self) -> str:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.messages.append(line)
            if result := re.search(r"http://\S+", line):
                return result[0].rstrip("/.")
        raise AssertionError("".join(self.messages))

    def get(self, address: str) -> tuple[int, bytes]:
        with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310
            return answer.status, answer.read()

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        return out + err


@pytest.fixture
def running_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, "--log-format", "json")
    yield server
    if server.process.poll() is None:
        server.process.kill()
    server.process.communicate()


@pytest.mark.slow
def test_it_starts_responds_and_stops(running_server: Server, tmp_path: Path) -> None:
    """It opens four tables and prints an administrator link, no default password and no secret."""
    address = running_server.address()
    assert running_server.get(address)[0] == 200
    took = time.monotonic() - running_server.began
    resident = _resident(running_server.process.pid)
    print(f"\nstart to first answer {took:.2f} s, {resident // 1024} MB resident")
    assert took < 30
    tables = json.loads(running_server.get(f"{address}/api/tables")[1])
    assert {table["table"] for table in tables} == set(GAMES)
    assert json.loads(running_server.get(f"{address}/ready")[1])["status"] == "ok"
    assert running_server.process.stderr is not None
    link = running_server.process.stderr.readline()
    assert re.match(
        r"Invitation for one administrator, valid for a week: http://\S+/#/join/[\w-]{43}$", link
    )
    assert (tmp_path / "data" / "room.db").stat().st_mode & 0o077 == 0
    busy = subprocess.run(
        [*PITBOSS, "serve", "--port", "0", "--data", str(tmp_path / "data")],
        env=PLAIN, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert busy.returncode == 2
    assert f"the data folder {tmp_path / 'data'} is in use" in busy.stderr
    left = running_server.stop()
    assert running_server.process.returncode in (0, 2)
    assert "Traceback" not in left
    assert all(line.startswith("{") for line in left.splitlines() if "pitboss:" not in line), left


def _resident(pid: int) -> int:
    """Return resident memory in kilobytes, or None where the system does not report it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


@pytest.mark.slow
def test_host_names_and_the_guest_limit_apply(tmp_path: Path) -> None:
    config = tmp_path / "room.toml"
    config.write_text('host_names = ["room.example"]\nguests_per_address = 2\n')
    server = Server(tmp_path, "--config", str(config))
    try:
        address = server.address()

        def status_of(path: str, host: str, body: bytes | None = None) -> int:
            headers = {"Host": host, "Content-Type": "application/json"}
            request = urllib.request.Request(address + path, body, headers)  # noqa: S310
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                    status: int = answer.status
                    return status
            except urllib.error.HTTPError as error:
                return error.code

        hosts = ("room.example", "room.example:443", "localhost", "127.0.0.1", "evil.example")
        assert [status_of("/health", host) for host in hosts] == [200, 200, 200, 200, 421]
        guests = [
            status_of("/api/accounts", "localhost", b'{"name": "Ann %d"}' % at) for at in range(3)
        ]
        assert guests == [201, 201, 429]
    finally:
        server.stop()


AS_IT_IS_SERVED = """
import json, sys, uvicorn
async def served(self, sockets): sys.stdout.write(json.dumps(sorted(sys.modules)))
uvicorn.Server.serve = served
sys.argv = ["pitboss", "serve", "--port", "0", "--data", sys.argv[1], "--key", sys.argv[2]]
from pitboss.cli import main
main()
"""


@pytest.mark.slow
def test_it_starts_without_optional_packages(tmp_path: Path) -> None:
    arguments = [str(tmp_path / "data"), str(tmp_path / "key")]
    process = subprocess.run(
        [sys.executable, "-c", AS_IT_IS_SERVED, *arguments],
        env=PLAIN, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    output_json = json.loads(process.stdout)
    assert "pitboss.room.room" in output_json
    for name in ("numba", "llvmlite", "numpy", "textual", "asyncpg", "hypothesis"):
        assert name not in output_json, name


# Errors get one sentence


@pytest.fixture
def program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Program:
    """Run the program in this process without changing its logging."""
    for name in OWN:
        monkeypatch.delenv(f"PITBOSS_{name}", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("pitboss.room.runtime.configure_logging", lambda *_: None)
    return Program(monkeypatch, capsys)


def error_output(program: Program, *arguments: str) -> str:
    status, out, err = program.run("serve", *arguments)
    assert (status, out) == (2, ""), err
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    return err.removeprefix("pitboss: ").strip()


def test_a_busy_port(program: Program, tmp_path: Path) -> None:
    """The port is bound before anything else is touched."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        progress = error_output(program, "--port", f"{port}", "--data", str(tmp_path / "data"))
    assert progress == f"port {port} of 127.0.0.1 is not available: Address already in use."
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999999999"])
def test_an_invalid_port(program: Program, port: str) -> None:
    assert "from 0 to 65535" in error_output(program, "--port", port)


def test_an_invalid_log_format(program: Program) -> None:
    assert "text or json, not 'xml'" in error_output(program, "--log-format", "xml")


def test_a_port_must_be_a_number(program: Program) -> None:
    assert "--port must be a whole number." in error_output(program, "--port", "eighty")


@pytest.mark.parametrize("host", ["256.256.256.256", "nowhere.invalid", "1.2.3.4"])
def test_a_foreign_host_address_is_refused(program: Program, host: str) -> None:
    assert f"of {host} is not available" in error_output(program, "--host", host, "--port", "0")


@pytest.mark.parametrize("name", ["https://room.example", "room.example:80", "a room"])
def test_an_invalid_host_name_option_is_refused(program: Program, name: str) -> None:
    assert "a scheme or port" in error_output(program, "--port", "0", "--host-name", name)


@pytest.mark.parametrize("number", ["0", "-1"])
def test_zero_guests_per_address_is_refused_with_a_hint(program: Program, number: str) -> None:
    sentence = error_output(program, "--port", "0", "--guests-per-address", number)
    assert "--guests-per-address must be a whole number of at least 1" in sentence
    assert "use --no-guests to turn guest access off" in sentence


def test_host_names_of_a_file(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    for wrong in ('"room.example"', "[1]"):
        file.write_text(f"host_names = {wrong}\n")
        assert "a list of strings" in error_output(program, "--config", str(file))


def test_a_busy_folder(program: Program, tmp_path: Path) -> None:
    other = DataFolder(tmp_path)
    progress = error_output(program, "--port", "0", "--data", str(tmp_path))
    other.release()
    assert progress == f"the data folder {tmp_path} is in use by another pitboss."


def test_a_folder_that_is_a_file(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        progress = error_output(program, "--port", "0", "--data", str(path))
        assert progress.startswith(f"the data folder {path} cannot be used")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_write_permission(program: Program, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    progress = error_output(program, "--port", "0", "--data", str(tmp_path / "data"))
    assert progress.startswith(
        f"the data folder {tmp_path / 'data'} cannot be used: Permission denied"
    )


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="no folder that nobody can write")
def test_a_folder_in_which_nobody_can_create_files(program: Program) -> None:
    progress = error_output(program, "--port", "0", "--data", "/proc/pitboss")
    assert progress.startswith("the data folder /proc/pitboss cannot be used")


def test_a_file_that_is_not_a_database(program: Program, tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(b"this is no database, but text" * 100)
    progress = error_output(program, "--port", "0", "--data", str(tmp_path))
    assert "room.db" in progress


def test_a_schema_of_a_newer_program(program: Program, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "room.db")) as db, db:
        db.execute("CREATE TABLE alembic_version (version_num TEXT)")
        db.execute("INSERT INTO alembic_version VALUES ('9999')")
    progress = error_output(program, "--port", "0", "--data", str(tmp_path))
    assert "schema 9999" in progress
    assert "newer version" in progress


def test_accounts_that_were_tampered_with(program: Program, tmp_path: Path) -> None:
    """Damage is reported, and the server does not start."""
    env = {**PLAIN, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    code = AS_IT_IS_SERVED.replace('"--key", sys.argv[2]', "")
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=env, check=True, capture_output=True
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "room.db")) as db, db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE entries SET line = '{}' WHERE stream = 'office' AND version = 2")
    progress = error_output(program, "--port", "0", "--data", str(tmp_path))
    assert "office" in progress


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://me:secret@here/room", "a database address must start with postgresql://"),
        ("secret", "a database address must start with postgresql://"),
        ("postgresql://me:secret@127.0.0.1:1/room", "127.0.0.1"),
        ("postgresql://me:secret@127.0.0.1:port/room", "postgresql://"),
        ("postgresql://", "postgresql"),
    ],
)
def test_a_wrong_database_address(program: Program, address: str, why: str) -> None:
    progress = error_output(program, "--port", "0", "--database", address)
    assert why in progress or "database" in progress
    assert "me:secret" not in progress


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with running_postgres() as result:
        yield result


@pytest.mark.slow
def test_a_database_that_refuses_the_connection(
    program: Program, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases: a server that requires a password, an unknown host name, a server that hangs."""
    monkeypatch.setattr("pitboss.room.store.postgres_connection.CONNECT_TIMEOUT", 1.0)
    folder = database.socket
    asyncio.run(database.execute("CREATE ROLE guarded LOGIN PASSWORD 'open sesame'"))
    rules = database.folder / "pg_hba.conf"
    rules.write_text(f"local all guarded scram-sha-256\n{rules.read_text()}")
    asyncio.run(database.execute("SELECT pg_reload_conf()"))
    time.sleep(0.2)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        port = deaf.getsockname()[1]
        for address, progress in (
            (database.address(user="guarded:secret"),
             f"the database {folder}/postgres rejected the user name or password."),
            (database.address(user="postgres:secret", database="none"),
             f'the database {folder}/none cannot be used: database "none" does not exist.'),
            ("postgresql://me:secret@nowhere.invalid/room",
             "the database nowhere.invalid/room cannot be reached: "),
            ("postgresql://me:secret@127.0.0.1:1/room",
             "the database 127.0.0.1:1/room cannot be reached: connection refused."),
            (f"postgresql://me:secret@127.0.0.1:{port}/room",
             f"the database 127.0.0.1:{port}/room is not responding."),
        ):  # fmt: skip
            sentence = error_output(program, "--port", "0", "--database", address)
            assert sentence.startswith(progress)
            assert "secret" not in sentence


@pytest.mark.slow
def test_a_database_in_use_by_another_room(
    program: Program, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once that room stops it can be used, unless a newer program has written to it."""
    place = asyncio.run(database.place())
    progress = ("--port", "0", "--database", place.address)
    monkeypatch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.5)
    first = Server(tmp_path, "--database", place.address)
    try:
        first.get(f"{first.address()}/ready")
        in_use = f"the database {database_label(place.address)} is in use by another pitboss."
        assert error_output(program, *progress) == in_use
        assert "Traceback" not in first.stop()
    finally:
        first.process.kill()
        first.process.communicate()
    asyncio.run(place.raw("UPDATE alembic_version SET version_num = '9999'"))
    assert re.search(r"schema 9999.*newer version\.$", error_output(program, *progress))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("port = ", "is not valid TOML"),
        ("port 8777", "is not valid TOML"),
        (b"\xff\xfe", "is not valid TOML"),
        ("prot = 8777", "unknown setting 'prot': choose from host, port"),
        ('port = "8777"', "port must be a whole number from 0 to 65535, not '8777'"),
        ("port = true", "port must be a whole number from 0 to 65535, not true"),
        ("port = 8777.0", "port must be a whole number from 0 to 65535, not 8777.0"),
        ("host = 7", "host must be a string, not 7"),
        ('guests = "yes"', "guests must be true or false, not 'yes'"),
        ("play_chips = -1", "play_chips must be a whole number of at least 0, not -1"),
        ("[server]\nport = 1", "unknown setting 'server'"),
        ("port = 99999", "from 0 to 65535"),
    ],
)
def test_an_invalid_settings_file(
    program: Program, tmp_path: Path, text: str | bytes, why: str
) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert why in error_output(program, "--config", str(file))


def test_the_docs_list_every_setting_with_its_help_and_default() -> None:
    lines = (Path(__file__).parents[2] / "docs" / "room.md").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    documented_settings = {row[0].strip("`"): row[1:] for row in rows if len(row) == 3}
    for setting in SETTINGS.values():
        default = json.dumps(setting.default).strip('"') if setting.default else ""
        assert documented_settings[setting.name] == [
            f"`{default}`" if default else "",
            setting.help,
        ]


def test_a_missing_settings_file(program: Program, tmp_path: Path) -> None:
    assert "No such file" in error_output(program, "--config", str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "eighty", "PITBOSS_PORT must be a whole number from 0 to 65535, not 'eighty'"),
        ("PORT", "", "PITBOSS_PORT must be a whole number from 0 to 65535, not ''"),
        ("PORT", "70000", "from 0 to 65535"),
        ("GUESTS", "maybe", "PITBOSS_GUESTS must be true or false, not 'maybe'"),
        ("PLAY_CHIPS", "-5", "PITBOSS_PLAY_CHIPS must be a whole number of at least 0, not -5"),
        ("PLAY_CHIPS", "1e3", "PITBOSS_PLAY_CHIPS must be a whole number"),
    ],
)
def test_invalid_environment_variables(
    program: Program, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(f"PITBOSS_{name}", value)
    assert why in error_output(program)


def test_the_command_line_overrides_the_environment_which_overrides_the_file(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_text("port = 70001\n")
    assert "70001" in error_output(program, "--config", str(file))
    monkeypatch.setenv("PITBOSS_PORT", "70002")
    assert "70002" in error_output(program, "--config", str(file))
    assert "70003" in error_output(program, "--config", str(file), "--port", "70003")


def test_an_invalid_setting_is_refused_even_if_an_option_overrides_it(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_PORT", "70002")
    assert "PITBOSS_PORT must be" in error_output(program, "--port", "0")


def test_a_key_that_is_damaged_or_open_to_others(program: Program, tmp_path: Path) -> None:
    key = tmp_path / "key"
    progress = ("--port", "0", "--data", str(tmp_path / "data"), "--key", str(key))
    key.write_bytes(b"short")
    key.chmod(0o600)
    assert "is damaged: it has 5 bytes" in error_output(program, *progress)
    key.write_bytes(bytes(32))
    key.chmod(0o644)
    assert "can be read by others" in error_output(program, *progress)


@pytest.mark.slow
def test_fair_9_a_lost_key_is_reported_at_the_start(tmp_path: Path) -> None:
    """Without its key a room with an open round starts only if `--key-lost` is given."""
    (tmp_path / "data").mkdir()
    copy_two_days(tmp_path / "data")
    key = tmp_path / "key"
    refused = subprocess.run(
        [*PITBOSS, "serve", "--port", "0", "--data", str(tmp_path / "data"), "--key", str(key)],
        env=PLAIN, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert refused.returncode == 2
    assert f"the key {key} is missing" in refused.stderr
    assert "round 6 of run-em-twice" in refused.stderr
    assert "--key-lost" in refused.stderr
    assert not key.exists()
    server = Server(tmp_path, "--key", str(key), "--key-lost")
    try:
        assert server.get(server.address())[0] == 200
    finally:
        server.stop()
    progress = subprocess.run(
        [*PITBOSS, "audit", "--data", str(tmp_path / "data"), "--json"],
        env=PLAIN, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    result = json.loads(progress.stdout)
    assert result["in_order"]
    assert result["unproved"] == {"run-em-twice": 1}
    assert result["lost_seeds"] == {"run-em-twice": [6]}
