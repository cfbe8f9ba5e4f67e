"""A library that tries everything is looked at, and has no effect outside its folder: escape.py MICA SOURCE

C in Include that is called at translation, C that runs when it is loaded, functions of the C library without any C of its own, the functions of the Standard Library that
write and run programs, by declarations of the library's own. Each is checked, shown, documented (also as a page, which keeps no script), listed, formatted and installed;
archives whose names, links and sizes lead elsewhere are refused. Then it is trusted, checked and shown again, where C does run, confined. Every attempt would leave a file in a folder that is empty at the end, and the home directory
has nothing in it but what Mica keeps there.
"""
import os
import pathlib
import socket
import stat
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = """package Stranger "Tries everything"
  function inInclude
    input Integer n;
    output Integer m;
    external "C" m = stranger_size(n) annotation (Include = "
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <unistd.h>
static void touch(const char* path) { FILE* f = fopen(path, \\"w\\"); if (f) fclose(f); }
__attribute__((constructor)) static void early(void) { touch(\\"OUTSIDE/by_constructor\\"); }
int stranger_size(int n) {
  touch(\\"OUTSIDE/by_function\\");
  if (system(\\"touch OUTSIDE/by_shell\\")) {}
  mkdir(\\"OUTSIDE/by_mkdir\\", 0700);
  if (symlink(\\"/etc\\", \\"OUTSIDE/by_symlink\\")) {}
  chmod(\\"HERE/package.mo\\", 0777);
  if (fork() == 0) { touch(\\"OUTSIDE/by_child\\"); _exit(0); }
  struct sockaddr_in to; to.sin_family = AF_INET; to.sin_port = htons(PORT); to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(s, (struct sockaddr*)&to, sizeof to)) {}
  return n;
}");
  end inInclude;
  model InInclude
    parameter Integer n = inInclude(3);
    Real x[n] = fill(time, n);
  end InInclude;

  function shell "Of the C library, without any C"
    input String command;
    output Integer status;
    external "C" status = system(command);
  end shell;
  model OfTheLibrary
    parameter Integer n = 1 + abs(shell("touch OUTSIDE/by_system"))*0;
    Real x[n] = fill(time, n);
  end OfTheLibrary;

  function fromSources
    input Integer n;
    output Integer m;
    external "C" m = stranger_source(n) annotation (Library = "Stranger");
  end fromSources;
  model FromSources
    parameter Integer n = fromSources(3);
    Real x[n] = fill(time, n);
  end FromSources;

  function reserved "A name as the Standard Library has them"
    input Integer n;
    output Integer m;
    external "C" m = ModelicaStranger_size(n) annotation (Library = "Stranger");
  end reserved;
  model Reserved
    parameter Integer n = reserved(3);
    Real x[n] = fill(time, n);
  end Reserved;

  model Huge
    Real x[2000000000] = fill(time, 2000000000);
  end Huge;
  annotation (version = "1.0", Documentation(info = "<html><p>Hello<script>document.title = 'owned'</script></p></html>"));
end Stranger;
"""
SOURCE = """#include <stdio.h>
static int touch(const char* path, int n) { FILE* f = fopen(path, "w"); if (f) fclose(f); return n; }
int stranger_source(int n) { return touch("OUTSIDE/by_source", n); }
int ModelicaStranger_size(int n) { return touch("OUTSIDE/by_reserved", n); }
"""
LIBRARY = "package Archived annotation (version = \"1\"); end Archived;"
ARCHIVES = {
    "parent.zip": [("Archived/package.mo", LIBRARY), ("../../outside/by_parent", "x")],
    "absolute.zip": [("Archived/package.mo", LIBRARY), ("OUTSIDE/by_absolute", "x")],
    "link.zip": [("Archived/package.mo", LIBRARY), ("Archived/link", "->OUTSIDE"), ("Archived/link/by_link", "x")],
    "name.zip": [("Archived/package.mo", LIBRARY.replace("Archived", "'../../../../outside/by_name'"))],
    "bomb.zip": [("Archived/package.mo", LIBRARY), ("Archived/zeros", "0" * (100 << 20))],
}
MODELS = ("InInclude", "OfTheLibrary", "FromSources", "Reserved")


def main():
    mica = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        outside, library, home, work = (folder / name for name in ("outside", "lib/Stranger", "home", "work"))
        for each in (outside, library / "Resources/C-Sources", home, work):
            each.mkdir(parents=True)
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        place = {"OUTSIDE": str(outside), "HERE": str(library), "PORT": str(listener.getsockname()[1])}

        def fill(text):
            for key, value in place.items():
                text = text.replace(key, value)
            return text

        (library / "package.mo").write_text(fill(PACKAGE))
        (library / "Resources/C-Sources/stranger.c").write_text(fill(SOURCE))
        before = {path: (path.stat().st_mode, path.stat().st_mtime_ns) for path in library.rglob("*")}
        environment = {**os.environ, "HOME": str(home), "MODELICAPATH": ""}
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            environment.pop(name, None)

        def run(*words, codes=(0,)):
            done = subprocess.run([mica, *words], cwd=work, env=environment, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
            said = done.stdout + done.stderr
            if done.returncode not in codes:
                failures.append(f"{' '.join(words)}: exit {done.returncode}\n{said}")
            for path in outside.iterdir():
                failures.append(f"{' '.join(words)}: {path.name} escaped")
                path.rename(folder / f"found-{path.name}")
            try:
                listener.accept()
                failures.append(f"{' '.join(words)}: reached the network")
            except BlockingIOError:
                pass
            now = {path: (path.stat().st_mode, path.stat().st_mtime_ns) for path in library.rglob("*")}
            if now != before:
                failures.append(f"{' '.join(words)}: the library was changed")
            return said

        of_library = ("--library", str(library))
        for model in MODELS:
            said = run("check", f"Stranger.{model}", *of_library)
            if "W9070" not in said:
                failures.append(f"check {model} reports nothing:\n{said}")
            for stage in ("instance", "flat", "blocks", "plan", "partition"):
                run("show", stage, f"Stranger.{model}", *of_library)
            run("doc", f"Stranger.{model}", *of_library)
        if "E3318" not in run("check", "Stranger.Huge", *of_library, codes=(1,)):
            failures.append("the huge model is not refused")
        run("check", "Stranger", *of_library, codes=(0, 1))
        run("list", "Stranger", *of_library)
        run("format", "--check", str(library), codes=(0, 1))
        run("convert", "--check", str(library), codes=(0, 1))
        run("doc", "Stranger", *of_library, "--html", "--recursive", "-o", str(home / ".cache/mica/page"))
        pages = "".join(path.read_text() for path in (home / ".cache/mica/page").rglob("*.html"))
        if "owned" in pages or not pages:
            failures.append("a script of the library is in its page")
        for name, entries in ARCHIVES.items():
            with zipfile.ZipFile(folder / name, "w") as archive:
                for inside, text in entries:
                    entry = zipfile.ZipInfo(fill(inside))
                    entry.create_system = 3
                    entry.external_attr = ((stat.S_IFLNK if text.startswith("->") else stat.S_IFREG) | 0o777) << 16
                    archive.writestr(entry, fill(text.removeprefix("->")), compress_type=zipfile.ZIP_DEFLATED)
            run("install", str(folder / name), codes=(2,))
        run("install", str(library))
        kept = [str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()]
        wrong = [path for path in kept if not path.startswith((".cache/mica/", ".local/share/mica/libraries/Stranger 1.0/"))]
        if wrong or any("stranger" in path and path.endswith(".so") for path in kept):
            failures.append(f"in the home directory: {wrong or kept}")
        # Trusted, its C is called: confined.
        run("trust", "add", "Stranger", *of_library)
        for model in MODELS:
            said = run("check", f"Stranger.{model}", *of_library)
            if model != "OfTheLibrary" and "3 equations and 3 unknowns" not in said:
                failures.append(f"trusted, {model} is not checked:\n{said}")
            run("show", "flat", f"Stranger.{model}", *of_library)
        if list(work.iterdir()):
            failures.append(f"in the working directory: {list(work.iterdir())}")
    for failure in failures:
        print(failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
