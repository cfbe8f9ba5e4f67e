// Code stage: compiles a block model. In: the block model and the functions of the store. Out: machine code behind the
// C interface of runtime/model_code.h, with the table of sites that its reports refer to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "code/foreign/external_library.h"
#include "code/lower/lower_model.h"
#include "code/machine_code.h"
#include "runtime/model_code.h"
#include "structure/block_model.h"

namespace mica::code {

struct CompileOptions {
  LowerOptions lower;
  MachineCodeOptions machine;
  ExternalOptions external;
};

struct CompileTimings {
  double lower = 0;    // seconds, wall
  double machine = 0;  // seconds, wall: everything after
  MachineCodeTimings detail;
};

class CompiledModel {
 public:
  const MicaCode& code() const { return *code_; }
  const std::vector<Site>& sites() const { return program_->sites; }
  const CompileTimings& timings() const { return timings_; }
  const Program& program() const { return *program_; }

 private:
  friend Result<CompiledModel> Compile(const structure::BlockModel&, const Store&, const CompileOptions&,
                                       DiagnosticSink&);

  std::unique_ptr<Program> program_;
  std::unique_ptr<MachineCode> machine_;
  std::unique_ptr<MicaCode> code_;
  std::vector<MicaSystemCode> systems_;
  CompileTimings timings_;
};

Result<CompiledModel> Compile(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                              DiagnosticSink& sink);

// The text forms of the stage: `mica show llvm`, `mica show c`. External functions are left as names.
std::string ShowLlvm(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                     DiagnosticSink& sink);
std::string ShowC(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                  DiagnosticSink& sink);

}  // namespace mica::code
