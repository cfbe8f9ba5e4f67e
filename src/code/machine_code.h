// Machine code of a lowered program, through LLVM (ORC) in this process. Routines are grouped into modules of bounded
// size, which are compiled on several threads and kept in the object cache by their content.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "code/program.h"

namespace mica::code {

struct MachineCodeOptions {
  bool use_cache = true;
  std::string cache_directory;  // empty: $XDG_CACHE_HOME/mica, or ~/.cache/mica
  unsigned threads = 0;         // 0: as many as the machine has
  bool optimize = true;         // false: the quickest code generation for every routine
  std::string cpu;              // the processor it is made for; empty: that of this machine
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

// The program as object files that may be linked into a shared object: position-independent, kernels by their names, no
// address of this process. Absent after a diagnostic.
std::optional<std::vector<std::string>> MakeObjects(const Program& program, const MachineCodeOptions& options,
                                                    DiagnosticSink& sink);

// The name that a routine is linked by, and a function that is no routine.
std::string LinkName(const Program& program, RoutineId routine);
std::string LinkName(const Program& program, SymbolId symbol);

// Constant data with pointers into itself and to functions, which become relocations.
struct DataImage {
  struct Pointer {
    std::size_t at, target;  // places in `bytes`
    std::string symbol;      // of a function; empty: `target`
  };
  std::string bytes;
  std::vector<Pointer> pointers;
};
// An object file with the image under this name.
std::string MakeDataObject(const DataImage& image, const std::string& name);

// The LLVM IR of the whole program as text, before or after the passes.
std::string PrintLlvm(const Program& program, bool optimized);

}  // namespace mica::code
