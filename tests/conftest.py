"""What holds for all tests."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# A shell that runs the tests in the background has them, and every program that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start keep what they say in a buffer, as they do for everybody.
os.environ.pop("PYTHONUNBUFFERED", None)

# The same examples every time, however slow the machine: a change is judged by what it changes. To look for
# what no run has tried yet: pytest --hypothesis-profile default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
