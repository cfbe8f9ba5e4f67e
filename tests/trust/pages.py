"""Pages that Mica writes about a library that puts scripts everywhere: pages.py MICA

Names in quotes, descriptions, units, titles, the info layer and messages all hold HTML that acts. Pages of documentation, plots, incidence matrices and test reports are read
as a browser would: each carries a content security policy, every script in it is one of Mica's that the policy names by its digest, no attribute acts, no address leads to a
script or loads anything, and every element is one that a page needs.
"""
import base64
import hashlib
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile

EVIL = "<script>evil()</script><img src=x onerror=evil()>"
PACKAGE = """package Stranger "EVIL"
  model 'EVIL' "EVIL</title>EVIL"
    Real 'x</script>EVIL'(unit = "EVIL", start = 1, fixed = true) "EVIL";
    Real y(unit = "</text></svg>EVIL");
    parameter String s = "EVIL" "EVIL";
  equation
    der('x</script>EVIL') = -y;
    y = 'x</script>EVIL' + sin(y)/3;
    assert(time < 0.5, "late: EVIL", AssertionLevel.warning);
    annotation (experiment(StopTime = 1), Documentation(info = "<html><p onclick='evil()' style='background: url(//evil.example/x)'>KEEP</p>EVIL
      <a href='javascript:evil()'>a</a><a href='java&#115;cript:evil()'>b</a><a href=\\"&#x01;javascript:evil()\\">b</a><iframe src='//evil.example'></iframe><svg onload=evil()><script>evil()</script></svg>
      <form action='//evil.example'><button>c</button></form><base href='//evil.example'><meta http-equiv='refresh' content='0;url=//evil.example'><link rel=stylesheet href=//evil.example>
      <object data=x></object><embed src=x><style>@import '//evil.example';</style><img src='https://evil.example/pixel'><img/src='x'/onerror=evil()><p title='\\"><script>evil()</script>'>d</p>
      <!--><script>evil()</script>--><scr<script>ipt>evil()</scr</script>ipt></html>", revisions = "EVIL"));
  end 'EVIL';
  model Plain "EVIL</title>EVIL"
    extends 'EVIL';
    annotation (experiment(StopTime = 1), Documentation(info = "<html>EVIL</html>"));
  end Plain;
  model '/../../../../outside' "A name that is a path" end '/../../../../outside';
  model Fails "Its message goes into the report"
    Real x = missing_EVIL_;
    annotation (experiment(StopTime = 1), Documentation(info = "plain EVIL"));
  end Fails;
  annotation (version = "1.0");
end Stranger;
""".replace("missing_EVIL_", "'missingEVIL'").replace("EVIL", EVIL.replace("\\", ""))
ELEMENTS = set("""html head meta title style body h1 h2 h3 p span table tr td th code pre a img ul li div b i footer header button main script nav input details summary
figure figcaption canvas output svg path text line g rect title polyline""".split())


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.scripts, self.faults, self.policy, self.inside, self.text = [], [], None, None, ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in ELEMENTS:
            self.faults.append(f"element <{tag}>")
        if tag == "meta" and (given.get("http-equiv") or "").lower() == "content-security-policy":
            if self.scripts:
                self.faults.append("a script before the policy")
            self.policy = given["content"]
        elif tag == "meta" and "http-equiv" in given:
            self.faults.append(f"meta {given}")
        for name, value in attributes:
            if name.startswith("on") or (name == "style" and "url" in (value or "")):
                self.faults.append(f"<{tag} {name}={value!r}>")
            if name in ("href", "src", "action", "data", "xlink:href"):
                address = re.sub(r"[\x00-\x20]", "", value or "").lower()
                if address.startswith(("javascript:", "vbscript:", "data:", "//")) or (tag != "a" and ":" in address):
                    self.faults.append(f"<{tag} {name}={value!r}>")
        if tag == "script":
            self.inside = [given, ""]

    def handle_endtag(self, tag):
        if tag == "script" and self.inside:
            self.scripts.append(self.inside)
            self.inside = None

    def handle_data(self, data):
        self.text += data
        if self.inside:
            self.inside[1] += data


def faults_of(page, scripts):
    """`scripts`: how many of Mica's the page has."""
    reader = Reader()
    reader.feed(page)
    found = list(reader.faults)
    if not reader.policy or "default-src 'none'" not in reader.policy or re.search(r"script-src[^;]*unsafe", reader.policy):
        return found + [f"policy: {reader.policy}"]
    run = [text for given, text in reader.scripts if given.get("type", "text/javascript") != "application/json"]
    allowed = re.findall(r"'sha256-([^']+)'", reader.policy)
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in run]
    if digests != allowed:
        found.append(f"scripts {digests}, the policy allows {allowed}")
    if len(run) != scripts:
        found.append(f"{len(run)} scripts instead of {scripts}")
    return found


def main():
    mica = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        (folder / "Stranger.mo").write_text(PACKAGE)
        (folder / "a/b/c/d").mkdir(parents=True)
        environment = {**os.environ, "HOME": str(folder / "home"), "MODELICAPATH": ""}

        def run(*words, codes=(0,)):
            done = subprocess.run([mica, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)
            if done.returncode not in codes:
                failures.append(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")

        def look(path, scripts):
            if not path.exists():
                failures.append(f"{path.name} was not written")
                return
            page = path.read_text()
            if "evil" not in page:
                failures.append(f"{path.name}: nothing of the model is in it")
            failures.extend(f"{path.name}: {fault}" for fault in faults_of(page, scripts))

        name = "Stranger.Plain"
        library = ("--library", str(folder / "Stranger.mo"))
        run("doc", "Stranger", *library, "--html", "-r", "-o", "a/b/c/d")
        pages = sorted((folder / "a/b/c/d").iterdir())
        if len(pages) != 5:
            failures.append(f"pages: {[page.name for page in pages]}")
        for page in pages:
            if "outside" not in page.name:
                look(page, 0)
        if not any("KEEP" in page.read_text() for page in pages):
            failures.append("the text of the info layer is lost")
        if [path for path in folder.rglob("*outside*") if path.parent != folder / "a/b/c/d"]:
            failures.append("a page was written outside its folder")
        run("doc", name, *library, "--html", "-o", "one.html")
        look(folder / "one.html", 0)
        run("simulate", name, *library, "-o", "r.mat", "--quiet")
        variable = f"'x</script>{EVIL}'"
        run("plot", "r.mat", variable, "--save", "p.html", codes=(0, 2))
        if (folder / "p.html").exists():  # built with uPlot
            look(folder / "p.html", 2)
        run("show", "blocks", name, *library, "--html", "-o", "b.html")
        look(folder / "b.html", 1)
        run("test", "Stranger", *library, "--report", "t.html", "--jobs", "1", codes=(0, 1, 3))
        look(folder / "t.html", 1)
    for failure in failures:
        print(failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
