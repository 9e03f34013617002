"""Compile every kernel now, so that nobody waits for it later."""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.lab import kernels

for module in iter_modules(kernels.__path__, "pitboss.lab.kernels."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
