"""Two runs of the same model give the same bytes: nothing depends on addresses, threads or the clock."""
import os
import subprocess
import sys
import tempfile

EXAMPLES = ("Mica.Examples.Rectifier", "Mica.Examples.HeatRod")


def main():
    mica, source = sys.argv[1], sys.argv[2]
    environment = dict(os.environ, MICA_HOME=source)
    with tempfile.TemporaryDirectory() as folder:
        for model in EXAMPLES:
            for method in ("cvode", "esdirk5"):
                texts = []
                for k in (1, 2):
                    result = os.path.join(folder, f"{k}.csv")
                    call = subprocess.run([mica, "simulate", model, "--method", method, "-o", result, "--quiet"], env=environment,
                                          capture_output=True, text=True)
                    assert call.returncode == 0, call.stderr
                    with open(result, "rb") as file:
                        texts.append(file.read())
                assert texts[0] == texts[1], f"{model} by {method} differs from run to run"
                assert len(texts[0]) > 1000
    print("as expected")


main()
