"""Programs that Python's packages do not bring: from Debian, where we may."""

import os
import shutil
import subprocess

APT = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]


def install(*packages: str) -> bool:
    """Whether they were installed; only root may, and only where there is an apt."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    _apt("update")  # one dead source among several fails it, and need not matter
    return _apt("install", "--yes", "--no-install-recommends", *packages)


def _apt(*words: str) -> bool:
    settled = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    done = subprocess.run([*APT, *words], env=settled, stdin=subprocess.DEVNULL)
    return done.returncode == 0
