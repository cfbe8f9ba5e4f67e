// LLVM IR from the lowered program. The one header of this folder that shows LLVM; included by the LLVM sources alone.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <span>

#include "code/program.h"

namespace mica::code {

// A module with these routines; others of the program are declared. Routines are linked by LinkName, tables and texts
// are private.
std::unique_ptr<llvm::Module> BuildModule(const Program& program, std::span<const RoutineId> routines,
                                          llvm::LLVMContext& context);

std::string LinkName(const Program& program, RoutineId routine);
std::string LinkName(const Program& program, SymbolId symbol);

}  // namespace mica::code
