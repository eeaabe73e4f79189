"""Start one command, wait for it and print what it cost: CPU s, wall s, peak, exit status.

Linux carries the memory mark of a process over to the child it starts, so a large parent hides the
peak of a small child. This file is run by itself, with nothing loaded, to keep that mark low.
"""

import os
import sys
import time

QUIET = [
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
]


def main(command: list[str]) -> None:
    """Run the command with all its output thrown away."""
    began = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=QUIET)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - began
    cpu = usage.ru_utime + usage.ru_stime
    print(cpu, wall, usage.ru_maxrss, os.waitstatus_to_exitcode(status))


main(sys.argv[1:])
