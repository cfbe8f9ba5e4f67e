"""A function is short enough to be read at once, or is explained inside.

One with more than LONGEST lines has a comment, or the label of a case, in every stretch of GAP lines, so that a reader knows what each turn is for. Lines that are comments or
blank do not count.
A function is what stands in braces after a parameter list, in a namespace or a class. long_functions.txt lists those that are older than the rule: the list may only become shorter.
"""
import re

from repository import main, sources

LONGEST = 60
GAP = 25
SIGN = re.compile(r"//|/\*|\*/|^\s*(case\b|default:)")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', re.S)
SCOPE = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b[^()]*$")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def functions(text):
    """(first line, last line) of each function's body, from 1, by matching braces."""
    code = STRING.sub(blank, COMMENT.sub(blank, text))
    code = re.sub(r"^[ \t]*#.*(?:\\\n.*)*$", blank, code, flags=re.M)
    found, stack, head, line, start = [], [], "", 1, 1
    for character in code:
        if character == "\n":
            line += 1
        if character == "{":
            in_function = any(kind == "function" for kind, _ in stack)
            words = " ".join(head.split())
            is_function = not in_function and ")" in words and not SCOPE.search(words) and not re.match(r"(if|for|while|switch)\b", words)
            stack.append(("function" if is_function else "other", start if is_function else line))
            head = ""
        elif character == "}":
            if stack:
                kind, began = stack.pop()
                if kind == "function":
                    found.append((began, line))
            head = ""
        elif character == ";":
            head = ""
        else:
            if not head.strip() and not character.isspace():
                start = line
            head += character
    return found


def problems_of_file(root, path):
    text = path.read_text(errors="replace")
    lines = text.splitlines()
    for first, last in functions(text):
        body = lines[first:last - 1]
        code = [line for line in body if line.strip() and not line.strip().startswith(("//", "*", "/*"))]
        if len(code) <= LONGEST:
            continue
        gap = longest = 0
        for line in body:
            gap = 0 if SIGN.search(line) else gap + 1
            longest = max(longest, gap)
        if longest > GAP:
            name = re.search(r"([\w:~]+)\(", lines[first - 1])
            yield f"{path.relative_to(root)} {name[1] if name else '?'}", first, f"a function of {len(code)} lines, {longest} of them without a comment"


def problems(root):
    listed = root / "tests" / "architecture" / "long_functions.txt"
    known = set(listed.read_text().splitlines()) if listed.exists() else set()
    found = [each for path in sources(root, tests=False) for each in problems_of_file(root, path)]
    new = [f"{key.replace(' ', f':{line}: ')}: {text}" for key, line, text in found if key not in known]
    return new + [f"{key}: is in long_functions.txt and is short or explained now; remove the line" for key in sorted(known - {key for key, _, _ in found})]


if __name__ == "__main__":
    main(problems)
