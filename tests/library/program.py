"""Calls of the mica program: one model a call, with a limit on processor time, and what it said as data."""
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

CRASH_CODE = 4  # 'a fault of Mica'
FIRST_ERROR = re.compile(r"^(?:.*: )?error (E\d+): (.*)", re.M)
COUNTED = re.compile(r": (\d+) equations and (\d+) unknowns")


class Call:
    """What one call gave: exit code, output, statistics, processor seconds, and how it ended if not by itself."""

    def __init__(self, code, output, errors, seconds, statistics):
        self.code, self.output, self.errors, self.seconds, self.statistics = code, output, errors, seconds, statistics

    @property
    def ended(self):
        """'done', 'wrong', 'failed', 'crash', 'timeout'."""
        if self.code == -signal.SIGXCPU or self.code == -signal.SIGKILL:
            return "timeout"
        if self.code < 0 or self.code == CRASH_CODE:
            return "crash"
        return {0: "done", 1: "wrong", 3: "failed"}.get(self.code, "call")

    @property
    def cause(self):
        """The first error: its code and a text without what changes from model to model."""
        if self.ended == "timeout":
            return "timeout"
        found = FIRST_ERROR.search(self.errors)
        if not found:
            return "" if self.code == 0 else f"exit code {self.code}"
        return f"{found[1]} {shorten(found[2])}"


def shorten(text):
    text = re.sub(r"/\S*/", "", text)
    text = re.sub(r"-?\d+\.\d+(e[-+]?\d+)?|\b\d{3,}\b", "#", text)
    text = re.sub(r"[\w'.\[\]#]*\w\.[\w'.\[\]#]+", "…", text)
    text = text.replace(",", ";").replace('"', "'")
    return text if len(text) <= 90 else text[:89].rstrip() + "…"


class Program:
    def __init__(self, path, limit):
        self.path, self.limit = path, limit

    def call(self, *words):
        """Runs mica; `limit` seconds of processor time, four times that on the clock."""
        with tempfile.TemporaryDirectory(prefix="mica-library") as folder:
            statistics = os.path.join(folder, "stats.json")
            if words[0] in ("check", "simulate"):
                words += ("--stats", statistics)

            def restrict():
                resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 1))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

            with open(os.path.join(folder, "out"), "w+b") as out, open(os.path.join(folder, "err"), "w+b") as err:
                process = subprocess.Popen([self.path, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=restrict, cwd=folder)
                watch = threading.Timer(4 * self.limit, process.kill)
                watch.start()
                begin = time.monotonic()
                _, status, usage = os.wait4(process.pid, 0)
                watch.cancel()
                process.returncode = code = os.waitstatus_to_exitcode(status)
                texts = []
                for stream in (out, err):
                    stream.seek(0)
                    texts.append(stream.read(1 << 20).decode(errors="replace"))
            seconds = min(usage.ru_utime + usage.ru_stime, time.monotonic() - begin)
            try:
                with open(statistics) as file:
                    numbers = json.load(file)
            except (OSError, ValueError):
                numbers = None
            return Call(code, *texts, seconds, numbers)
