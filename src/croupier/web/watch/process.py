"""This process: its memory, processor time, open files, and when it began."""

import os
import sys
import time
from importlib import import_module
from pathlib import Path

BEGAN = time.time()  # this module is imported when the server starts
SELF = Path("/proc/self")


def resident_bytes() -> int:
    """Memory in use now; without /proc the most that ever was, and on Windows 0."""
    if SELF.exists():
        return int((SELF / "statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    resource = import_module("resource")
    most = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def open_files() -> int:
    """0 where there is no way to know."""
    try:
        return len(os.listdir(SELF / "fd"))
    except OSError:
        return 0


def cpu_seconds() -> float:
    return time.process_time()


def uptime() -> float:
    return time.time() - BEGAN
