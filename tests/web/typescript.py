"""Check the types of the pages' code with TypeScript: `python -m tests.web.typescript`.

A pinned version is downloaded from npm into the cache; nothing is stored in the project.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.web import system_packages

VERSION = "5.9.3"
ROOT = Path(__file__).resolve().parent.parent.parent
CONFIG = ROOT / "src/pitboss/web/tsconfig.json"
TSC = Path("package/bin/tsc")
MISSING = (
    "The types of the pages are checked by TypeScript, which needs Node.js 18 or later and npm: "
    "`apt install nodejs npm`, then start again."
)
UNREACHED = f"typescript {VERSION} could not be had from npm: is there a network?"


def has_node() -> bool:
    return bool(shutil.which("node") and shutil.which("npm"))


def compiler() -> Path:
    """Return the compiler's path, downloading it once; the path does not exist if that failed."""
    cache = Path(os.environ.get("PITBOSS_CACHE") or ROOT / ".cache")
    folder = cache / f"typescript-{VERSION}"
    if not (folder / TSC).exists():
        cache.mkdir(parents=True, exist_ok=True)
        # Rename it only when complete: a partial download would be used the next time.
        with tempfile.TemporaryDirectory(dir=cache) as new:
            # Only the package as published: npm would install more.
            npm = ["npm", "pack", "--silent", "--pack-destination", new]
            subprocess.run([*npm, f"typescript@{VERSION}"], stdout=subprocess.DEVNULL)
            for archive in Path(new).glob("*.tgz"):
                shutil.unpack_archive(archive, new)
                archive.unlink()
            if (Path(new) / TSC).exists():
                shutil.copytree(new, folder, symlinks=True, dirs_exist_ok=True)
    return folder / TSC


def main() -> int:
    """Check the types; return an exit status."""
    if not has_node():
        system_packages.install("nodejs", "npm")
    if not has_node():
        print(MISSING)
        return 1
    tsc = compiler()
    if not tsc.exists():
        print(UNREACHED)
        return 1
    return subprocess.run(["node", str(tsc), "-p", str(CONFIG)]).returncode


if __name__ == "__main__":
    sys.exit(main())
