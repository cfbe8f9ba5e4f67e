"""A folder of src/ includes and links only folders before it in the order of CMakeLists.txt, which is that of docs/architecture.md."""
import re

from repository import folder_order, main, may_use, sources

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
STANDARD = {"ModelicaUtilities.h"}  # specification 12.9.6: what external C code includes
FOLDER_CALL = re.compile(r"mica_folder\(\s*(\w+)([^)]*)\)")


def include_problems(root, order):
    for path in sources(root):
        folder = path.relative_to(root / "src").parts[0]
        if folder not in order:
            continue  # reported once, below
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match or match.group(1) in STANDARD:
                continue
            where = f"{path.relative_to(root)}:{number}"
            target = match.group(1).split("/")[0]
            in_tests = "test" in path.relative_to(root).parts
            if in_tests and (path.parent / match.group(1)).exists():
                continue  # what tests of one folder share stands beside them
            if target not in order:
                yield f'{where}: includes "{match.group(1)}", which does not begin with a folder of src/'
            elif target not in may_use(folder, order, in_tests):
                yield f"{where}: {folder} must not know {target}, which stands {'above' if target in order else 'outside'} it"
            elif not (root / "src" / match.group(1)).exists() and not match.group(1).endswith(".inc"):
                yield f'{where}: includes "{match.group(1)}", which does not exist'


def link_problems(root, order):
    for path in sorted((root / "src").glob("*/CMakeLists.txt")):
        for name, arguments in FOLDER_CALL.findall(re.sub(r"#.*", "", path.read_text())):
            where = f"{path.relative_to(root)}"
            if name != path.parent.name:
                yield f"{where}: makes the target of '{name}' in the folder {path.parent.name}"
            words = arguments.split()
            depends = []
            if "DEPENDS" in words:
                for word in words[words.index("DEPENDS") + 1 :]:
                    if word.isupper():
                        break
                    depends.append(word)
            if name in order:
                for other in depends:
                    if other not in may_use(name, order) - {name}:
                        yield f"{where}: {name} must not link {other}"


def table_problems(root, order):
    document = root / "docs" / "architecture.md"
    listed = re.findall(r"^\| `src/(\w+)` \|", document.read_text(), re.MULTILINE) if document.exists() else []
    known = [folder for folder in order if folder in listed]
    if [folder for folder in listed if folder in order] != known:
        yield f"docs/architecture.md: its table lists {' '.join(listed)}, CMakeLists.txt {' '.join(order)}"
    for folder in order:
        if folder not in listed and (root / "src" / folder).is_dir():
            yield f"docs/architecture.md: its table lacks src/{folder}"


def problems(root):
    order = folder_order(root)
    found = list(table_problems(root, order))
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        if folder.name not in order and any(folder.rglob("*.cpp")):
            found.append(f"src/{folder.name}: not in the order of CMakeLists.txt, so it is neither built nor checked")
    return found + list(include_problems(root, order)) + list(link_problems(root, order))


if __name__ == "__main__":
    main(problems)
