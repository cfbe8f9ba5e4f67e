#!/usr/bin/env python3
"""Signals end every stage: signals.py MICA SOURCE [ROUNDS [SEED]]

A large model and a large library; commands that read, translate, compile, initialize, integrate, run studies, export, document and test are sent SIGTERM or SIGINT at a
random moment. Each ends within a second, by the signal itself or with 130, leaves no process and no scratch directory behind, and a result that is there can be read.
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_SECONDS = 1.0  # after the signal; times what a busy machine takes longer for a fixed piece of work


def large_library(folder, classes):
    """Many classes in one file: reading takes a while."""
    lines = ["package Large"]
    for k in range(classes):
        lines.append(f"  model M{k} \"Class {k}\"\n    parameter Real p = {k};\n    Real x(start = p, fixed = true), y[3];\n  equation\n    der(x) = -x + sin(time);\n"
                     f"    y = {{x, x^2, y[1] + y[2]}};\n    annotation (experiment(StopTime = 100, Interval = 1e-3), Documentation(info = \"<html><p>Text {k}</p></html>\"));\n  end M{k};")
    lines.append("end Large;")
    Path(folder, "Large.mo").write_text("\n".join(lines))


def large_model(folder, cells):
    """Nonlinear equations that couple neighbours: sorting, compiling and starting take a while each."""
    Path(folder, "Chain.mo").write_text(f"""model Chain
  parameter Integer n = {cells};
  Real x[n](each start = 1, each fixed = true), q[n + 1], z[n];
  Boolean hot[n];
  function law
    input Real u;
    output Real y;
  algorithm
    y := u;
    for i in 1:20 loop
      y := y + 1e-3*sin(y*i);
    end for;
  end law;
equation
  q[1] = sin(time);
  q[n + 1] = 0;
  for i in 1:n loop
    hot[i] = x[i] > 1.5;
    z[i] + 0.1*z[i]^3 = x[i] + (if hot[i] then 0.1 else 0);
    der(x[i]) = q[i] - q[i + 1] - 1e-3*law(z[i]);
  end for;
  for i in 2:n loop
    q[i] = 10*(z[i - 1] - z[i])*(1 + 0.1*abs(z[i]));
  end for;
  annotation (experiment(StopTime = 1000, Interval = 1e-2));
end Chain;
""")
    Path(folder, "Endless.mo").write_text("""model Endless "Functions of the model that do not end"
  function spin
    input Real u;
    output Real y;
  algorithm
    y := u;
    while y < 1e300 loop
      y := y + 1e-3*sin(y);
    end while;
  end spin;
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > 0.5 then spin(x) else 1;
end Endless;
""")


COMMANDS = [  # words, how long it may take before the signal
    ("check Large.mo", 2), ("list Large.mo", 1), ("doc Large.mo --html -o page", 2), ("format --check Large.mo", 2), ("show blocks Chain.mo", 4), ("check Chain.mo", 2),
    ("simulate Chain.mo -o result.mat", 12), ("simulate Chain.mo -o result.csv --method esdirk5", 12), ("simulate Chain.mo --method inline-implicit-euler --step 0.01 -o result.csv", 12),
    ("simulate Endless.mo -o result.csv", 4), ("export Chain.mo --method euler --step 0.01 -o exported", 8), ("fmu export Chain.mo -o chain.fmu", 12),
    ("sweep Large.mo --class Large.M1 --vary p=0:0.001:10 -o study.csv", 6), ("test Large.mo", 8), ("linearize Chain.mo", 8),
]


def processes_of(group):
    found = []
    for each in os.listdir("/proc"):
        if each.isdigit():
            try:
                if os.getpgid(int(each)) == group:
                    found.append(int(each))
            except OSError:
                pass
    return found


def slowness():
    """Wall-clock time of a piece of work over the processor time that it takes: how busy the machine is."""
    wall, used = time.monotonic(), time.process_time()
    sum(k * k for k in range(1_000_000))
    return max(1.0, (time.monotonic() - wall) / max(time.process_time() - used, 1e-3))


def main():
    mica, source = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    generator = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    problems, count, longest = [], 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        large_library(folder, 4000)
        large_model(folder, 300)
        scratch = Path(folder, "scratch")
        scratch.mkdir()
        for turn in range(rounds):
            for words, limit in COMMANDS:
                which = generator.choice((signal.SIGTERM, signal.SIGINT))
                wait = generator.uniform(0.02, limit) * generator.choice((0.1, 0.3, 0.5))
                cache = Path(folder, f"cache{turn}" if generator.random() < 0.5 else "cache")
                cache.mkdir(exist_ok=True)
                environment = dict(os.environ, MICA_HOME=source, XDG_CACHE_HOME=str(cache), TMPDIR=str(scratch))
                run = subprocess.Popen([mica, *words.split()], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
                try:
                    run.wait(wait)
                    run.communicate()
                    continue  # it had ended
                except subprocess.TimeoutExpired:
                    pass
                busy = slowness()
                begun = time.monotonic()
                run.send_signal(which)
                label = f"{words}, {which.name} after {wait:.2f} s"
                try:
                    said = run.communicate(timeout=30)[1].decode("utf-8", "replace")
                except subprocess.TimeoutExpired:
                    problems.append(f"{label}: no end within 30 s")
                    os.killpg(run.pid, signal.SIGKILL)
                    run.communicate()
                    continue
                taken = time.monotonic() - begun
                busy = max(busy, slowness())
                count += 1
                longest = max(longest, taken / busy)
                if taken > MOST_SECONDS * busy:
                    problems.append(f"{label}: ended after {taken:.2f} s, on a machine that takes {busy:.1f} times as long as alone")
                own = 1 if words.startswith("format --check") else 0  # where it came to its end before the signal
                if run.returncode not in (130, -which, own):
                    problems.append(f"{label}: exit code {run.returncode}: {said[-300:]}")
                time.sleep(0.05)
                if left := processes_of(run.pid):
                    problems.append(f"{label}: processes are left: {left}")
                    os.killpg(run.pid, signal.SIGKILL)
                if left := list(scratch.iterdir()):
                    problems.append(f"{label}: left behind: {[each.name for each in left]}")
                    for each in left:
                        each.rename(Path(folder, f"found-{turn}-{count}-{each.name}"))
                for name in ("result.csv", "result.mat"):
                    result = Path(folder, name)
                    if result.exists() and result.stat().st_size > 2000 and words.startswith("simulate"):
                        read = subprocess.run([mica, "plot", str(result), "x[1]", "--save", str(Path(folder, "p.svg"))], env=environment, capture_output=True, text=True)
                        if read.returncode:
                            problems.append(f"{label}: {name} cannot be read: {read.stderr[-200:]}")
                    result.unlink(missing_ok=True)
    print("\n".join(problems))
    print(f"{count} signals, {len(problems)} problems; the longest end took {longest:.2f} s of a machine alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
