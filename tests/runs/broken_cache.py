"""What is kept between runs cannot change an answer: broken_cache.py MICA SOURCE

Entries of every kind are cut off, changed, emptied, filled with noise, or put in the place of one another; every run afterwards gives the bytes of the first.
So without a home directory, and with one that cannot be used; nothing is left behind then.
"""
import os
import random
import stat
import subprocess
import sys
import tempfile

MODEL = """model M%d
  function twice
    input Real u;
    output Real y;
    external "C" y = twice_of(u) annotation (Include = "static double twice_of(double u) { return %d*u; }");
  end twice;
  Real x(start = 1, fixed = true);
  Real y = twice(x);
equation
  der(x) = -%d*x;
end M%d;
"""
ROUNDS = 40


def damage(path, others, chance):
    with open(path, "rb") as file:
        good = file.read()
    kind = chance.choice(("cut", "flip", "empty", "zero", "noise", "swap"))
    if kind == "swap" and len(others) > 1:
        with open(chance.choice([other for other in others if other != path]), "rb") as file:
            bad = file.read()
    elif kind == "cut":
        bad = good[:chance.randrange(len(good))] if good else b""
    elif kind == "flip" and good:
        at = chance.randrange(len(good))
        bad = good[:at] + bytes([good[at] ^ (1 << chance.randrange(8))]) + good[at + 1:]
    elif kind == "zero":
        bad = bytes(len(good))
    elif kind == "noise":
        bad = chance.randbytes(len(good))
    else:
        bad = b""
    with open(path, "wb") as file:
        file.write(bad)
    return kind


def main():
    mica, source = sys.argv[1:3]
    chance = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        models = []
        for k in (2, 3):
            models.append(os.path.join(folder, f"M{k}.mo"))
            with open(models[-1], "w") as file:
                file.write(MODEL % (k, k, k, k))

        def run(model, **changes):
            environment = {name: value for name, value in dict(os.environ, MICA_HOME=source, MODELICAPATH=folder).items() if name not in ("HOME", "XDG_CACHE_HOME")}
            result = os.path.join(folder, "result.csv")
            call = subprocess.run([mica, "simulate", model, "-o", result], env=environment | changes, capture_output=True, text=True)
            assert call.returncode == 0, (call.returncode, call.stderr)
            with open(result) as file:
                return file.read()

        home = os.path.join(folder, "home")
        cache = os.path.join(home, ".cache", "mica")
        wanted = [run(model, HOME=home) for model in models]
        assert wanted[0] != wanted[1]
        kinds, places = set(), set()
        for _ in range(ROUNDS):
            entries = [os.path.join(place, name) for place, _, names in os.walk(cache) for name in names]
            path = chance.choice(entries)
            alike = [entry for entry in entries if os.path.splitext(entry)[1] == os.path.splitext(path)[1]]
            kinds.add(damage(path, alike, chance))
            places.add(os.path.basename(os.path.dirname(path)))
            for model, text in zip(models, wanted):
                assert run(model, HOME=home) == text, f"{path} changed the answer"
        assert len(kinds) >= 5 and {"external", "objects", "models"} <= places, (kinds, places)
        for place, folders, _ in os.walk(cache):
            assert stat.S_IMODE(os.stat(place).st_mode) == 0o700, place

        # A private directory for temporary files where there is no other, and nothing of it afterwards.
        temporary = os.path.join(folder, "temporary")
        os.mkdir(temporary)
        file_for_home = os.path.join(folder, "file")
        open(file_for_home, "w").close()
        linked = os.path.join(folder, "linked")
        os.mkdir(linked)
        os.symlink(cache, os.path.join(linked, "mica"))
        for changes in ({}, {"HOME": ""}, {"HOME": file_for_home}, {"XDG_CACHE_HOME": linked}):
            assert run(models[0], TMPDIR=temporary, **changes) == wanted[0], changes
            assert os.listdir(temporary) == [], (changes, os.listdir(temporary))


if __name__ == "__main__":
    main()
