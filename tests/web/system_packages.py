"""Programs outside Python's packages, installed from Debian where possible."""

import os
import shutil
import subprocess

APT = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]


def install(*packages: str) -> bool:
    """Install packages with apt, as root; return whether that worked."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    _apt("update")  # one unreachable source out of several makes it fail, and may not matter
    return _apt("install", "--yes", "--no-install-recommends", *packages)


def _apt(*words: str) -> bool:
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    process = subprocess.run([*APT, *words], env=environment, stdin=subprocess.DEVNULL)
    return process.returncode == 0
