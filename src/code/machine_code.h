// Machine code of a lowered program, through LLVM (ORC) in this process. Routines are grouped into modules of bounded
// size, which are compiled on several threads and kept in the object cache by their content.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "code/program.h"

namespace mica::code {

struct MachineCodeOptions {
  bool use_cache = true;
  std::string cache_directory;  // empty: $XDG_CACHE_HOME/mica, or ~/.cache/mica
  unsigned threads = 0;         // 0: as many as the machine has
  bool optimize = true;         // false: the quickest code generation for every routine
};

struct MachineCodeTimings {
  double build = 0, optimize = 0, generate = 0,
         link = 0;  // seconds; the first three are processor time, summed over threads
  std::size_t modules = 0, cached = 0, bytes = 0;
};

class MachineCode {
 public:
  // Null after a diagnostic.
  static std::unique_ptr<MachineCode> Make(const Program& program, const MachineCodeOptions& options,
                                           DiagnosticSink& sink);
  ~MachineCode();

  void* Address(RoutineId routine) const;  // null for an invalid id
  const MachineCodeTimings& timings() const { return timings_; }

 private:
  struct Engine;
  MachineCode();

  std::unique_ptr<Engine> engine_;
  MachineCodeTimings timings_;
};

// The LLVM IR of the whole program as text, before or after the passes.
std::string PrintLlvm(const Program& program, bool optimized);

}  // namespace mica::code
