"""Every class of the libraries: `mica check` must end with a verdict for each, right or wrong, and never crash or hang."""
import os

LIBRARIES = ("Complex", "Modelica", "ModelicaServices", "ModelicaTest", "ModelicaCompliance")


def find_library(name):
    """Where a library is on MODELICAPATH, or None."""
    for folder in os.environ.get("MODELICAPATH", "").split(":"):
        if not folder or not os.path.isdir(folder):
            continue
        for entry in sorted(os.listdir(folder), reverse=True):
            path = os.path.join(folder, entry)
            if entry == name + ".mo" or (entry.split(" ")[0] == name and os.path.exists(os.path.join(path, "package.mo"))):
                return path
    return None


def list_classes(library, program):
    listed = program.call("list", "-r", library).output
    return [library] + [line.split("\t")[0] for line in listed.splitlines() if line]


def measure(name, program):
    call = program.call("check", name, "--quiet")
    return {"ended": call.ended, "cause": call.cause}
