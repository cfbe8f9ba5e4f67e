// Running another program: found on the path, without a shell, with a limit of time.
#pragma once

#include <string>
#include <vector>

namespace mica {

enum class ProgramOutcome { kDone, kMissing, kFailed, kTooSlow };

struct ProgramRun {
  ProgramOutcome outcome = ProgramOutcome::kFailed;
  int code = 0;        // as a shell has it: what it ended with, or 128 and the number of the signal that ended it
  std::string output;  // what it said, to both streams
};

// `arguments[0]` is the program. Its output goes through `log`, a file that is made for it.
ProgramRun RunProgram(const std::vector<std::string>& arguments, const std::string& log, double seconds);

// A directory of its own under the system's place for temporary files, removed with what is in it. "" if none could be
// made.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The file's bytes, or "" if it cannot be read; and a file from bytes, false with errno if that fails.
std::string ReadWholeFile(const std::string& path);
[[nodiscard]] bool WriteWholeFile(const std::string& path, const std::string& bytes);

}  // namespace mica
