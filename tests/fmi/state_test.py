"""The state of an FMU holds what it remembers, delayed signals and Strings: state_test.py MICA

Saved at 1 s and restored into the same instance and, as bytes, into a new one, which has never seen what came before: both go on with the same bits, the delayed signal as its closed form says
(x = sin(3 t)/3), the String with the last tick. Bytes that are cut off are refused.
"""
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from fmpy import extract, read_model_description
    from fmpy.fmi1 import FMICallException
    from fmpy.fmi2 import FMU2Slave
except ImportError:
    sys.exit(77)


def instance(folder, description):
    fmu = FMU2Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier, instanceName="one")
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0, tolerance=1e-8)
    return fmu


def initialized(folder, description):
    fmu = instance(folder, description)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu


def rest(fmu, y, last):
    """(delayed signal, String) at the ends of the steps from 1 s to 2 s."""
    rows = []
    for k in range(10):
        fmu.doStep(currentCommunicationPoint=1 + 0.1 * k, communicationStepSize=0.1)
        rows.append((fmu.getReal([y])[0], fmu.getString([last])[0].decode()))
    return rows


def expected(k):
    time = 1 + 0.1 * (k + 1)
    tick = int(4 * time + 1e-9)
    return math.sin(3 * (time - 0.3)) / 3, f"tick {tick}" + (" with a text that is much longer than those before it" if tick >= 7 else "")


with tempfile.TemporaryDirectory() as place:
    path = str(Path(place) / "remembering.fmu")
    subprocess.run([sys.argv[1], "fmu", "export", str(Path(__file__).parent / "Remembering.mo"), "--fmi", "2", "-o", path, "--quiet"], check=True)
    description = read_model_description(path)
    assert description.coSimulation.canGetAndSetFMUstate and description.coSimulation.canSerializeFMUstate
    names = {variable.name: variable.valueReference for variable in description.modelVariables}
    folder = extract(path)
    try:
        first = initialized(folder, description)
        for k in range(10):
            first.doStep(currentCommunicationPoint=0.1 * k, communicationStepSize=0.1)
        state = first.getFMUstate()
        saved = first.serializeFMUstate(state)
        through = rest(first, names["y"], names["last"])
        first.setFMUstate(state)
        again = rest(first, names["y"], names["last"])
        second = initialized(folder, description)
        second.setFMUstate(second.deSerializeFMUstate(saved))
        elsewhere = rest(second, names["y"], names["last"])
        assert again == elsewhere, (again, elsewhere)
        for rows in (through, again, elsewhere):
            for k, (y, last) in enumerate(rows):
                assert abs(y - expected(k)[0]) < 1e-5 and last == expected(k)[1], (k, y, last, expected(k))
        third = initialized(folder, description)
        try:
            third.setFMUstate(third.deSerializeFMUstate(saved[:-3]))
        except FMICallException:
            pass
        else:
            raise AssertionError("bytes that are cut off are taken for a state")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
