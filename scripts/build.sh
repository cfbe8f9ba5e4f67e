# Sourced by ./mica and ./test: brings build/release up to date with the sources.
#
# In:  ROOT, the directory of the repository.
# Out: EnsureBuilt TARGET returns when TARGET is built from the sources as they are, or ends the program with a message.
#
# The usual call finds nothing to do and must cost next to nothing: one `find` over the sources that stops at the first file (or directory:
# that is how a deleted file shows) newer than the stamp of the last good build. All else happens under a lock, so that calls at the same
# time build once, and talks on the standard error, so that a pipe behind ./mica sees the output of mica alone.

BUILD="$ROOT/build/release"
MICA="$BUILD/src/cli/mica"
SOURCES=("$ROOT/src" "$ROOT/cmake" "$ROOT/CMakeLists.txt" "$ROOT/CMakePresets.json" "$ROOT/packages.txt")

Say() { printf 'mica: %s\n' "$*" >&2; }
Fail() { Say "$*"; exit 70; }  # 70: none of the exit codes of mica itself

# The stamp's text is the place of the repository: a build directory that moved along with it must be configured anew.
IsFresh() {
  local target=$1 stamp="$BUILD/.built-$1" place
  [[ -f $stamp ]] && read -r place < "$stamp" && [[ $place == "$ROOT" ]] || return 1
  [[ $target != mica || -x $MICA ]] || return 1
  local watched=("${SOURCES[@]}")
  [[ $target == mica ]] || watched+=("$ROOT/tests" "$ROOT/bench")
  [[ -z $(find "${watched[@]}" \( -name __pycache__ -o -name node_modules \) -prune -o -newer "$stamp" -print -quit 2>/dev/null) ]]
}

InstallPackages() {
  [[ -z ${MICA_SKIP_PACKAGES:-} ]] || return 0
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    Say "this is not Debian: the packages of packages.txt are taken to be there"
    return 0
  fi
  local wanted=() installed missing=() package command
  while read -r package command; do
    [[ -n $package ]] || continue
    [[ -n $command ]] && command -v "$command" >/dev/null || wanted+=("$package")
  done < <(sed -e 's/#.*//' "$ROOT/packages.txt")
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null)
  for package in "${wanted[@]}"; do
    grep -qx "installed $package" <<< "$installed" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local as=()
  if [[ $(id -u) != 0 ]]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as=(sudo -n)
    else
      Say "these Debian packages are missing: ${missing[*]}"
      Say "install them, then call again:"
      Fail "    sudo apt-get install ${missing[*]}"
    fi
  fi
  Say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  local log="$BUILD/packages.log" options=(-y -o DPkg::Lock::Timeout=600 -o DPkg::Options::=--force-unsafe-io)
  if ! {
    "${as[@]}" apt-get update || true  # a broken source of some other software need not stop us
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" --no-install-recommends "${missing[@]}"
  } > "$log" 2>&1 < /dev/null; then
    tail -n 20 "$log" >&2
    Fail "apt-get could not install them; the whole log is in $log"
  fi
}

# An environment for the tests that compare Mica with other people's mathematics. Without it they are skipped.
InstallPython() {
  [[ -z ${MICA_SKIP_PACKAGES:-} ]] || return 0
  local place="$ROOT/build/python" wanted="$ROOT/tests/requirements.txt"
  [[ -f $wanted ]] && ! cmp -s "$wanted" "$place/installed.txt" || return 0
  Say "installing the Python packages of tests/requirements.txt"
  if python3 -m venv --clear "$place" > "$BUILD/python.log" 2>&1 &&
     "$place/bin/pip" install --disable-pip-version-check -r "$wanted" >> "$BUILD/python.log" 2>&1 < /dev/null; then
    cp "$wanted" "$place/installed.txt"
  else
    Say "they could not be installed, so some tests are skipped; the log is in $BUILD/python.log"
  fi
}

# Runs a build step. Before a person its output is shown as it comes; elsewhere it goes to a log, of which every tenth part is reported.
Run() {
  local what=$1
  shift
  if [[ -t 2 ]]; then
    "$@" >&2 && return 0
  else
    "$@" 2>&1 < /dev/null | tee -a "$BUILD/build.log" | awk '
      match($0, /^\[[0-9]+\/[0-9]+\]/) {
        split(substr($0, 2, RLENGTH - 2), part, "/")
        tenth = int(10 * part[1] / part[2])
        if (tenth > shown) { shown = tenth; print "mica: built " part[1] " of " part[2]; fflush() }
      }' >&2
    [[ ${PIPESTATUS[0]} == 0 ]] && return 0
    awk '/^FAILED:|CMake Error/ { failed = 1 } failed' "$BUILD/build.log" | head -n 60 >&2
    Say "the whole log is in $BUILD/build.log"
  fi
  Fail "$what failed, so there is nothing to run; see the messages above"
}

Build() {
  local target=$1 jobs=()
  InstallPackages
  [[ $target != all ]] || InstallPython
  command -v cmake >/dev/null && command -v ninja >/dev/null || Fail "cmake and ninja are needed to build; see packages.txt"
  : > "$BUILD/build.log"
  printf '%s\n' "$ROOT" > "$BUILD/.begun"  # what changes from now on is newer than the stamp
  local fresh=()
  if [[ -f $BUILD/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$ROOT" "$BUILD/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  if [[ ! -f $BUILD/build.ninja || ${#fresh[@]} != 0 ]]; then
    Say "configuring in $BUILD"
    (cd "$ROOT" && Run "configuring" cmake --preset release "${fresh[@]}" --log-level=WARNING) || exit
  fi
  Say "building (the first time takes some minutes; later only what changed)"
  [[ -z ${MICA_JOBS:-} ]] || jobs=(-j "$MICA_JOBS")
  Run "building" ninja -C "$BUILD" "${jobs[@]}" "$target"
  mv "$BUILD/.begun" "$BUILD/.built-$target"
  [[ $target != all ]] || cp -p "$BUILD/.built-all" "$BUILD/.built-mica"
}

EnsureBuilt() {
  IsFresh "$1" && return 0
  mkdir -p "$BUILD" || Fail "cannot write to $BUILD"
  local lock
  exec {lock}> "$BUILD/.lock" || Fail "cannot write to $BUILD"
  if ! flock -n "$lock"; then
    Say "another call is building; waiting for it"
    flock "$lock"
  fi
  IsFresh "$1" || Build "$1"
  exec {lock}>&-
}
