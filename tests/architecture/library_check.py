"""The library that ships: package.order lists what is there, each class says what it is, and each example has an experiment."""
import re

from repository import main

NESTED = re.compile(r"^  (?:partial |replaceable )*(?:package|model|block|connector|record|function|type|class) (\w+)", re.MULTILINE)
HEAD = re.compile(r'^(?:partial )?(?:package|model|block|connector|record|function|type|class) (\w+) "', re.MULTILINE)
CONSTANTS = re.compile(r"^  constant [\w.]+ (\w+)", re.MULTILINE)


def problems(root):
    found = []
    library = root / "library"
    for package in sorted(library.rglob("package.mo")):
        folder, where = package.parent, package.relative_to(root)
        order_file = folder / "package.order"
        if not order_file.exists():
            found.append(f"{where}: no package.order beside it")
            continue
        text = package.read_text()
        there = {path.stem for path in folder.glob("*.mo")} - {"package"}
        there |= {path.name for path in folder.iterdir() if (path / "package.mo").exists()}
        there |= set(NESTED.findall(text)) | set(CONSTANTS.findall(text))
        listed = order_file.read_text().split()
        found += [f"{order_file.relative_to(root)}: {name} is not in the package" for name in listed if name not in there]
        found += [f"{order_file.relative_to(root)}: {name} is missing" for name in sorted(there) if name not in listed]
        found += [f"{order_file.relative_to(root)}: {name} is there twice" for name in sorted(set(listed)) if listed.count(name) > 1]
    for path in sorted(library.rglob("*.mo")):
        where = path.relative_to(root)
        text = path.read_text()
        head = HEAD.search(text)
        if not head:
            found.append(f"{where}: the class has no description")
        elif path.name != "package.mo" and head.group(1) != path.stem:
            found.append(f"{where}: holds {head.group(1)}")
        within = re.match(r"within ?([\w.]*);", text)
        expected = ".".join(path.relative_to(library).parts[: -2 if path.name == "package.mo" else -1])
        if (within.group(1) if within else "") != expected:
            found.append(f"{where}: should be within {expected}")
        if "Examples" in path.parts and path.name != "package.mo" and not path.parent.joinpath(path.stem).is_dir() and "experiment(" not in text:
            found.append(f"{where}: an example without an experiment")
    return found


if __name__ == "__main__":
    main(problems)
