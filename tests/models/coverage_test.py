"""Every model of Mica.Examples that has an experiment has a case."""
import re
from pathlib import Path

from run_case import load

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER.parents[1] / "library" / "Mica" / "Examples"


def main():
    tested = {load(path)["model"] for path in FOLDER.glob("*.toml")}
    missing = []
    for path in sorted(EXAMPLES.rglob("*.mo")):
        text = path.read_text()
        if path.name != "package.mo" and "experiment(" in text:
            within = re.search(r"within\s+([\w.]+)\s*;", text).group(1)
            if f"{within}.{path.stem}" not in tested:
                missing.append(f"{within}.{path.stem}")
    print("\n".join(missing) if missing else f"{len(tested)} models")
    raise SystemExit(1 if missing or not tested else 0)


if __name__ == "__main__":
    main()
