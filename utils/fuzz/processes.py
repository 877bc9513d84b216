"""The programs that a campaign runs. Each has a session of its own, so that what
it started ends with it, whether it took too long or the campaign is stopped: on
an interrupt or SIGTERM all of them end, no more begin, and the campaign tells
what was done so far.
"""
import os
import signal
import subprocess
import threading


class Stopped(Exception):
    """No program runs any more."""


_running, _lock, _stopped = set(), threading.Lock(), threading.Event()


def _begin(command, options):
    with _lock:
        if _stopped.is_set():
            raise Stopped
        process = subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            start_new_session=True, **options)
        _running.add(process)
    return process


def _end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, timeout, **options):
    """(status, or None of what takes longer; its output)"""
    process = _begin(command, options)
    try:
        output, _ = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        _end(process)
        output, _ = process.communicate()
        status = None
    finally:
        with _lock:
            _running.discard(process)
    if _stopped.is_set():
        raise Stopped
    return status, output.decode(errors="replace")


def stop():
    with _lock:
        _stopped.set()
        for process in _running:
            _end(process)


def is_stopped():
    return _stopped.is_set()


def interrupt_on_sigterm():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
