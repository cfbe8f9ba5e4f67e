#!/usr/bin/env python3
"""Models reduced from what reviewers found, each with what must happen: run_reduced.py MICA NAME.

NAME is a file beside this one without its ending; its entry in CASES says how it is called and what must come of it. Expected values are closed forms,
values of SciPy, or the rule of the specification named in the model. Models that use the Standard Library are skipped where MODELICAPATH has none.
"""
import csv
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
SKIPPED = 77
MOST_SECONDS = 60  # of a call
MOST_MEMORY_MB = 4000


class Outcome:
    """What a call of the program gave."""

    def __init__(self, process, folder, seconds):
        self.code, self.text, self.folder, self.seconds = process.returncode, process.stdout + process.stderr, folder, seconds
        self.rows = []
        path = Path(folder, "result.csv")
        if path.exists():
            with open(path, newline="") as file:
                self.rows = [{name: number(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def end(self, name):
        return self.rows[-1][name]

    def column(self, name):
        return [row[name] for row in self.rows]


def number(text):
    return {"true": 1.0, "false": 0.0}.get(text, None) if text in ("true", "false") else float(text)


class Session:
    def __init__(self, mica, model, folder):
        self.mica, self.model, self.folder = mica, model, folder

    def call(self, command, *words, file=None):
        def limit():
            import resource
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_MB << 20, MOST_MEMORY_MB << 20))
        Path(self.folder, "result.csv").unlink(missing_ok=True)
        output = ["-o", "result.csv", "--parameters"] if command == "simulate" else []
        start = time.monotonic()
        process = subprocess.run([self.mica, command, str(file or self.model), *output, *words], cwd=self.folder, capture_output=True, text=True, timeout=MOST_SECONDS, preexec_fn=limit)
        return Outcome(process, self.folder, time.monotonic() - start)

    def simulate(self, *words):
        return self.call("simulate", *words)

    def check(self, *words):
        return self.call("check", *words)


class Failure(Exception):
    pass


def require(condition, text, outcome=None):
    if not condition:
        raise Failure(text + (f"\nexit code {outcome.code}\n{outcome.text}" if outcome else ""))


def near(value, wanted, tolerance, what):
    require(abs(value - wanted) <= tolerance, f"{what} is {value:.10g}, expected {wanted:.10g} +- {tolerance:g}")


def done(outcome):
    require(outcome.code == 0, "it must run to the end", outcome)
    return outcome


def refused_by_check(code=""):
    """The model is wrong, `check` says so and names no fault of Mica."""
    def judge(session):
        outcome = session.check()
        require(outcome.code == 1 and f"error {code}" in outcome.text and "E900" not in outcome.text, f"check must refuse it{' with ' + code if code else ''}", outcome)
    return judge


def refused_quickly(code):
    def judge(session):
        outcome = session.check()
        require(outcome.code == 1 and f"error {code}" in outcome.text, f"check must refuse it with {code}", outcome)
        require(outcome.seconds < 20, f"it took {outcome.seconds:.0f} s to be refused")
    return judge


def without_warning(session):
    outcome = session.check("--warnings", "all")
    require(outcome.code == 0 and "warning" not in outcome.text, "there is nothing to warn of", outcome)


def ball_at_rest(session):
    outcome = done(session.simulate())
    near(outcome.end("time"), 3, 0, "the end")
    near(outcome.end("v"), 0, 0, "v")
    near(outcome.end("h"), 0, 1e-5, "h")
    near(outcome.end("fly"), 0, 0, "fly")


def bridge_resistor(session):
    # C du/dt = max(|vs| - u, 0)/Rs - u/R, by SciPy
    for words in ([], ["--method", "inline-implicit-euler", "--step", "1e-5"]):
        outcome = session.simulate(*words)
        require(words or outcome.code in (0, 3), "a fault", outcome)
        if outcome.code == 0:
            near(outcome.end("c.v"), 8.7625, 0.005, f"c.v at the end {words}")
            near(max(outcome.column("c.v")), 9.5107, 0.005, f"the largest c.v {words}")
        else:  # reported, never wrong without a word
            require("error E6" in outcome.text, "an end before the stop time has its reason", outcome)


def buck(session):
    outcome = done(session.simulate())
    near(outcome.end("c.v"), 8.778, 0.005, "c.v at the end")
    near(max(outcome.column("c.v")), 9.5147, 0.005, "the largest c.v")


def connector_parameter(session):
    outcome = session.simulate()
    require(outcome.code != 0 and "FuelNames" in outcome.text, "the parameter that differs must be named", outcome)


def declarative_friction(session):
    for words in ([], ["--method", "inline-implicit-euler", "--step", "1e-3"]):
        outcome = session.simulate(*words)
        if not words and is_reported(outcome):  # E6317 at 1.8 by the method that takes the place of the default
            continue
        done(outcome)
        near(max(outcome.column("v")), 0.5414, 0.005, f"the largest v {words}")
        require(any(abs(row["v"]) > 0.3 for row in outcome.rows if row["time"] > 5), "it moves after 5 s, too")
        # On the edge either is right; a method with a fixed step sees the edge at the end of its step.
        require(words or all((row["forward"] == 1) == (row["s"] > 1) for row in outcome.rows if abs(row["s"] - 1) > 1e-6), "forward = (s > 1) in every row")


def delay_history(session):
    worst = max(map(abs, done(session.simulate()).column("e")))
    require(worst < 1e-4, f"e is as large as {worst}")


def different_media(session):
    outcome = session.check("--warnings", "all")
    require(outcome.code != 0 or "warning W4062" in outcome.text, "air is connected to water", outcome)


def endless_loop(session):
    process = subprocess.Popen([session.mica, "simulate", str(session.model)], cwd=session.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(2)
        require(process.poll() is None, "it ended by itself")
        process.send_signal(signal.SIGTERM)
        process.wait(10)
    except subprocess.TimeoutExpired:
        raise Failure("SIGTERM does not end it") from None
    finally:
        process.kill()
        process.wait()


def endless_recursion(session):
    outcome = session.simulate()
    require(outcome.code in (1, 3) and "recursion" in outcome.text and "f" in outcome.text, "the recursion must be named", outcome)


def external_object_copy(session):
    outcome = session.simulate()
    if outcome.code == 0:
        near(outcome.end("y1"), 12.5, 1e-9, "y1")
        near(outcome.end("y2"), 6.5, 1e-9, "y2")
        require(outcome.text.count("open") == outcome.text.count("close"), "as many objects are closed as were opened", outcome)
    else:
        require(outcome.code in (1, 3) and "error E9" not in outcome.text, "it is refused, or right", outcome)


def freewheel(session):
    # L di/dt = max(vs, 0) - R i
    outcome = done(session.simulate())
    near(outcome.end("l.i"), 0.07088, 0.0005, "l.i at the end")
    near(max(outcome.column("l.i")), 0.6427, 0.001, "the largest l.i")


def ignition(session):
    # SciPy, BDF, rtol 1e-9
    outcome = done(session.simulate())
    near(outcome.end("cv.T"), 1741.29, 0.05, "cv.T")
    near(outcome.end("cv.N[3]"), 1.96423e-3, 1e-6, "cv.N[3]")


def implicit_euler_event(session):
    near(done(session.simulate("--method", "implicit-euler", "--step", "0.1")).end("z"), 1, 1e-12, "z")


def missed_events(session):
    outcome = done(session.simulate())
    near(outcome.end("on"), 100 * (math.pi - 2 * math.asin(0.8)) / (2 * math.pi), 1e-3, "on")
    require(all(row["b"] == 1 for row in outcome.rows if row["y"] > 8 + 1e-6), "no row with y > 8 and b false")


def ragged_records(session):
    # Sizes of elements are known at translation, so the model has a meaning.
    outcome = session.simulate()
    if outcome.code == 0:
        near(outcome.end("s1"), 2, 0, "s1")
        near(outcome.end("s2"), 3, 0, "s2")
    else:
        require(outcome.code == 1 and "error E9" not in outcome.text and "tab" in outcome.text, "the sizes of tab are named, or right", outcome)


def signal_bus(session):
    outcome = done(session.simulate())
    near(outcome.end("eng.inj.dur"), 5, 1e-12, "eng.inj.dur")
    near(outcome.end("eng.cam.cam"), 7, 1e-12, "eng.cam.cam")


def silent_nan(session):
    outcome = session.simulate()
    require("sqrt" in outcome.text and "log" in outcome.text, "functions outside their domain are reported", outcome)
    require(outcome.code == 3 or outcome.text.count("sqrt(") >= 1, "with their argument", outcome)


def spice_op(session):
    for mode, end in enumerate((0.1, 1.1, 1.2, 2.3)):
        outcome = session.simulate("--class", "SpiceOp.circuitAnalysis_OP", "--set", f"SOLVE_STATIC={mode}", "--stop-time", "100")
        if is_reported(outcome):  # E5128: a connector of flows alone at an outer one
            continue
        done(outcome)
        near(outcome.end("time"), end, 1e-6, f"the end with SOLVE_STATIC = {mode}")
        for name, wanted in (("V1.iDC", -2), ("V1.vDC", 3), ("R1.n.vDC", 1), ("total", 6)):
            near(outcome.end(name), wanted, 1e-6, f"{name} with SOLVE_STATIC = {mode}")


def fails_at(at, *words_needed):
    """Ends with 3, the result is kept up to that time, and the message has these words."""
    def judge(session):
        outcome = session.simulate()
        require(outcome.code == 3 and all(word in outcome.text for word in words_needed), f"it must end with 3 and say {words_needed}", outcome)
        require(outcome.rows and abs(outcome.end("time") - at) < 0.05, f"the result up to {at} is kept", outcome)
    return judge


def ends_with_error(session):
    outcome = session.simulate()
    require(outcome.code in (1, 3) and "error E" in outcome.text and "error E9" not in outcome.text, "it must end with an error of the model", outcome)


def subscripts(session):
    outcome = done(session.simulate())
    near(outcome.end("X[1]"), 1.01, 1e-9, "X[1]")
    near(outcome.end("X[2]"), -0.01, 1e-9, "X[2]")


def is_reported(outcome):
    """It ends early with its reason: not as it should be, but not wrong without a word."""
    return outcome.code in (1, 3) and "error E" in outcome.text and "error E9" not in outcome.text


def tanks_meet(session):
    for method in ("inline-rk2", "inline-rk3", "inline-rk4"):
        outcome = session.simulate("--method", method, "--step", "0.1")
        if is_reported(outcome):  # E6204 at 230.8
            continue
        done(outcome)
        near(outcome.end("time"), 1000, 0, f"the end by {method}")
        near(outcome.end("h1"), 4, 1e-3, f"h1 by {method}")
        near(outcome.end("h2"), 4, 1e-3, f"h2 by {method}")


def chattering_at_start_edge(session):
    for method in ("cvode", "ida", "dopri45", "esdirk5", "sdirk4", "trbdf2"):
        outcome = done(session.simulate("--method", method))
        near(outcome.end("time"), 1, 0, f"the end by {method}")
        near(outcome.end("n"), 0, 0, f"n by {method}")


def clock_constant_condition(session):
    outcome = session.simulate()
    require(outcome.code == 1 and "error E9" not in outcome.text or outcome.code == 0 and outcome.end("x") == 0, "it is refused, or never ticks", outcome)


def derivative_of_recursive_function(session):
    outcome = done(session.simulate())
    near(outcome.rows[0]["x"], 2, 1e-6, "x at 0")
    near(outcome.end("x"), 9 ** (1 / 3), 1e-4, "x at 1")


def recursive_function_in_ode(session):
    done(session.simulate())


def impure_at_check(session):
    outcome = session.check()
    require(outcome.code == 1 and not Path(session.folder, "mica_was_here").exists(), "it is refused, and the command is not run", outcome)


def install_outside(session):
    target = Path(session.folder, "place", "inside", "libraries")
    environment = {**os.environ, "HOME": str(target), "XDG_DATA_HOME": str(target)}
    process = subprocess.run([session.mica, "install", str(session.model)], cwd=session.folder, env=environment, capture_output=True, text=True, timeout=MOST_SECONDS)
    outside = [path for path in Path(session.folder).rglob("*escaped*") if target not in path.parents]
    require(process.returncode != 0 and not outside, f"a library is written to the directory of libraries only: {outside}\n{process.stdout}{process.stderr}")


def when_time_after_start(session):
    outcome = done(session.simulate())
    near(outcome.end("x"), 1, 0, "x")
    near(outcome.rows[0]["b"], 0, 0, "b at the start")


CASES = {
    "array_of_modified_type": without_warning,
    "ball_at_rest": ball_at_rest,
    "boolean_subscript": refused_by_check(),
    "bridge_resistor": bridge_resistor,
    "buck": buck,
    "chattering_at_start_edge": chattering_at_start_edge,
    "clock_constant_condition": clock_constant_condition,
    "connector_parameter": connector_parameter,
    "counter_without_pre": ends_with_error,
    "declarative_friction": declarative_friction,
    "delay_history": delay_history,
    "delay_time_array": refused_by_check(),
    "derivative_of_recursive_function": derivative_of_recursive_function,
    "different_media": different_media,
    "doubling_components": refused_quickly("E3318"),
    "endless_loop": endless_loop,
    "endless_recursion": endless_recursion,
    "external_object_copy": external_object_copy,
    "external_result_is_input": refused_by_check(),
    "freewheel": freewheel,
    "function_type_contains_itself": refused_by_check(),
    "huge_array": refused_quickly("E3318"),
    "huge_reduction": refused_quickly("E"),
    "ignition": ignition,
    "implicit_euler_event": implicit_euler_event,
    "impure_at_check": impure_at_check,
    "install_outside": install_outside,
    "missed_events": missed_events,
    "named_argument_of_builtin": refused_by_check(),
    "no_memory_at_run_time": fails_at(0.5),
    "promote": refused_by_check(),
    "ragged_records": ragged_records,
    "recursion_at_run_time": fails_at(0.5, "recursion of RecursionAtRunTime.f is too deep"),
    "recursive_function_in_ode": recursive_function_in_ode,
    "reinit_outside_when": refused_by_check(),
    "signal_bus": signal_bus,
    "silent_nan": silent_nan,
    "spice_op": spice_op,
    "state_machine_loop": ends_with_error,
    "subscript_external": subscripts,
    "subscript_initial": subscripts,
    "tanks_meet": tanks_meet,
    "tiny_period": ends_with_error,
    "unit_of_evaluated": without_warning,
    "unit_of_literals": without_warning,
    "when_time_after_start": when_time_after_start,
}
WITH_STANDARD_LIBRARY = {"different_media", "impure_at_check", "subscript_external", "unit_of_evaluated", "unit_of_literals"}


def has_standard_library():
    return any(list(Path(place).glob("Modelica*/package.mo")) for place in os.environ.get("MODELICAPATH", "").split(":") if place)


def main():
    mica, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    if name == "--all-have-a-case":
        files = {path.stem for path in HERE.glob("*.mo")}
        require(files == set(CASES), f"without a case or a model: {sorted(files ^ set(CASES))}")
        return 0
    if name in WITH_STANDARD_LIBRARY and not has_standard_library():
        print("MODELICAPATH has no Standard Library")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="mica-reduced") as folder:
        try:
            CASES[name](Session(mica, HERE / f"{name}.mo", folder))
        except Failure as failure:
            print(f"{name}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
