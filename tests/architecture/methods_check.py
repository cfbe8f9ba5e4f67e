"""Integration methods are looked up by name in the session and the fronts alone: what is below has descriptors and ids (src/run/method.h).

Their names stand in the table of src/run/method.cpp. Below the session no other string is one of them, and from the folder `run` on, where methods are known, no name
of one is compared.
"""
import re

from repository import folder_order, main, sources

TABLE = "src/run/method.cpp"
ENTRY = re.compile(r'\{MethodId::\w+,\s*"([\w-]+)"')
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMPARED = re.compile(r"(?:\bmethod\w*(?:\(\))?(?:\.|->)name\s*[!=]=|[!=]=\s*method\w*(?:\(\))?(?:\.|->)name\b|&(?:run::)?Method::name\b)")


def problems(root):
    table = root / TABLE
    names = set(ENTRY.findall(table.read_text())) if table.exists() else set()
    order = folder_order(root)
    below = set(order[: order.index("session")]) if "session" in order else set(order)
    found = []
    for path in sources(root, tests=False):
        folder = path.relative_to(root / "src").parts[0]
        if folder not in below:
            continue
        where = path.relative_to(root)
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            code = line.split("//")[0]
            if order.index(folder) >= order.index("run") and COMPARED.search(code):
                found.append(f"{where}:{number}: compares the name of a method; below the session it has an id")
            if str(where) == TABLE:
                continue
            for string in STRING.findall(code):
                if string in names:
                    found.append(f"{where}:{number}: names the method {string}; below the session it has an id")
    return found


if __name__ == "__main__":
    main(problems)
