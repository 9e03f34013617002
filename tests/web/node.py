"""Run the pages' own modules in Node.js, if installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

import pitboss

SITE: Final = Path(pitboss.__file__).parent / "web/site/js"
NODE: Final = shutil.which("node")
MISSING: Final = "the page's own checker is run by Node.js 18 or later, and there is no `node`"


def need_node() -> None:
    """Require Node.js: without it, skip the test locally, and fail in CI."""
    if NODE is None and os.environ.get("CI"):
        pytest.fail(MISSING)
    if NODE is None:
        pytest.skip(MISSING)


def run(folder: Path, script: str, inputs: object) -> Any:  # noqa: ANN401  as JSON has it
    """Return what the script's ``main`` makes of the inputs; it can import from ``./js/``."""
    need_node()
    shutil.copytree(SITE, folder / "js", dirs_exist_ok=True)
    # Without this, Node takes a plain .js file for CommonJS.
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "script.js").write_text(script)
    (folder / "main.js").write_text(
        'import { readFileSync } from "node:fs";\n'
        'import { main } from "./script.js";\n'
        "process.stdout.write(JSON.stringify(await main(JSON.parse(readFileSync(0)))));\n"
    )
    process = subprocess.run(
        [NODE or "node", "main.js"],
        cwd=folder,
        input=json.dumps(inputs),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
