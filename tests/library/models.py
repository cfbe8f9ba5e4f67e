"""The models of the reference: how far each comes, and whether counts, structure and trajectory agree with it."""
import csv
import importlib.util
import os
import tempfile

from ledger import Ledger, coarse
from program import COUNTED

HERE = os.path.dirname(os.path.abspath(__file__))
# How far a model came: counted, sorted into blocks, simulated to the end.
STAGES = ("none", "flat", "translate", "simulate")
COLUMNS = ("model", "stage", "accepted", "equations", "unknowns", "same_count", "states", "same_states", "linear", "nonlinear", "no_larger", "verified",
           "cause", "check_seconds", "run_seconds")
MARKS = ("accepted", "same_count", "same_states", "no_larger", "verified")
INTERVALS = "2000"
COUNTED_ELSE = "counted differently from the reference"


def open_ledger():
    return Ledger(os.path.join(HERE, "models.csv"), COLUMNS, MARKS, {"stage": STAGES})


def yes(condition):
    return "yes" if condition else "no"


def sizes(text):
    """'6;2' or '{6, 2}' as a sorted list, largest first; systems solved symbolically are left out."""
    words = text.replace(";", " ").replace(",", " ").strip("{} ").split()
    return sorted((int(word) for word in words if int(word) > 0), reverse=True)


def no_larger(ours, theirs):
    return len(ours) <= len(theirs) and all(a <= b for a, b in zip(ours, theirs))


class Reference:
    """The directory with index.csv, a trajectory a model, and the rule that judges one."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "index.csv"), newline="") as file:
            self.rows = {row["model"]: row for row in csv.DictReader(file)}
        spec = importlib.util.spec_from_file_location("judge", os.path.join(folder, "judge.py"))
        self.rule = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.rule)

    def trajectory(self, model):
        path = os.path.join(self.folder, model + ".csv")
        return path if os.path.exists(path) else None


def measure(model, stage, program, reference):
    """The line of one model, with the columns that `stage` (check or simulate) can fill."""
    wanted = reference.rows[model]
    call = program.call("check", model)
    line = {"model": model, "stage": "none", "accepted": yes(call.ended == "done"), "cause": call.cause, "check_seconds": coarse(call.seconds)}
    blank = dict.fromkeys(("equations", "unknowns", "states", "linear", "nonlinear"), "")
    line |= blank | {"same_count": "no", "same_states": "no", "no_larger": "no"}
    counted = COUNTED.search(call.output)
    if counted:
        line |= {"stage": "flat", "equations": counted[1], "unknowns": counted[2]}
        line["same_count"] = yes(counted[1] == counted[2] == wanted["unknowns"])
        if line["same_count"] == "no":
            line["cause"] = line["cause"] or f"{COUNTED_ELSE}: {counted[1]} equations; {counted[2]} unknowns; there {wanted['unknowns']}"
    is_sorted = call.ended == "done" and call.statistics and (call.statistics["counts"]["unknowns"] or line["unknowns"] == "0")  # not if connectors are open
    if is_sorted:
        counts = call.statistics["counts"]
        ours = {kind: sizes(";".join(map(str, counts[kind]))) for kind in ("linear", "nonlinear")}
        line |= {"stage": "translate", "states": counts["states"], "same_states": yes(counts["states"] == int(wanted["states"] or 0))}
        line |= {kind: " ".join(map(str, ours[kind])) for kind in ours}
        line["no_larger"] = yes(all(no_larger(ours[kind], sizes(wanted[kind])) for kind in ours))
    if call.ended != "done":
        line["verified"] = "no" if reference.trajectory(model) else ""
    elif stage == "simulate":
        line |= {name: value for name, value in simulate(model, program, reference).items() if value or name != "cause"}
    return line


def without_run(line, old):
    """A line of which only the check was measured, beside the one in the ledger: how much further the model comes is as it was."""
    if line["accepted"] == "yes" and STAGES.index(old.get("stage") or "none") >= STAGES.index("translate"):
        kept = ("stage", "cause") if line["same_count"] == old["same_count"] or old["cause"] else ("stage",)
        return {name: value for name, value in line.items() if name not in kept}
    return line


def simulate(model, program, reference):
    trajectory = reference.trajectory(model)
    wanted = reference.rows[model]
    experiment = [word for option, name in (("--start-time", "start"), ("--stop-time", "stop"), ("--tolerance", "tolerance")) if wanted[name] for word in (option, wanted[name])]
    with tempfile.TemporaryDirectory(prefix="mica-library") as folder:
        result = os.path.join(folder, "result.csv")
        call = program.call("simulate", model, "-o", result, "--intervals", INTERVALS, "--parameters", "--quiet", "--fresh", *experiment)
        line = {"stage": "translate", "verified": "no" if trajectory else "", "cause": call.cause, "run_seconds": coarse(call.seconds)}
        if call.ended != "done":
            return line
        line["stage"] = "simulate"
        if trajectory:
            try:
                verdict, why = reference.rule.judge(result, trajectory)
            except ValueError as problem:  # of the files, not of the trajectory
                return line | {"verified": "", "cause": f"not judged: {problem}".replace(",", ";")}
            line["verified"] = yes(verdict == "verified")
            if verdict != "verified":
                line["cause"] = f"mismatch: {len(why)} signals" if "stops" not in why[0] else "mismatch: stops early"
    return line


def score(lines):
    """Lines of text that say how much of the reference is reached."""
    def share(name, rows, of, what):
        count = sum(row[name] == "yes" for row in rows)
        return f"  {count:4} of {of:4} ({100 * count / max(of, 1):5.1f} %) {what}"
    rows = list(lines.values())
    translated = [row for row in rows if STAGES.index(row["stage"] or "none") >= 2]
    judged = [row for row in rows if row["verified"]]
    return [share("accepted", rows, len(rows), "accepted by check"), share("same_count", rows, len(rows), "with the reference's count of unknowns"),
            share("same_states", translated, len(translated), "of those that translate have the reference's number of states"),
            share("no_larger", translated, len(translated), "of those have simultaneous systems no larger than the reference's"),
            f"  {sum(row['stage'] == 'simulate' for row in rows):4} of {len(rows):4} simulated to the end",
            share("verified", judged, len(judged), "of those with a trajectory verified")]
