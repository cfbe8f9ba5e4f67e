// Calls external functions for the interpreter, see external_caller.h.
#include "code/foreign/external_caller.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>

namespace mica::code {

bool ExternalCaller::Call(const Function& function, std::span<ExternalArgument> arguments, Value* result,
                          std::string& problem, bool from_process_too) {
  ExternalCall call = function.external;
  ForeignCall foreign;
  foreign.is_fortran = call.language.starts_with("FORTRAN");
  if (foreign.is_fortran) {
    std::transform(call.name.begin(), call.name.end(), call.name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    call.name += "_";
  }
  foreign.name = call.name;
  std::string why;
  ExternalLibraries::Place place = libraries_->Locate(call, why);
  if (place.origin == ExternalLibraries::Origin::kProcess && !from_process_too) place.address = nullptr;
  foreign.address = place.address;
  if (!place.address) return problem = fmt::format("the external function {} was not found{}", call.name, why), false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool is_size = i < call.arguments.size() && store_.exprs.op(call.arguments[i]) == Op::kSize;
    foreign.arguments.push_back({arguments[i].value, arguments[i].output.has_value(), is_size});
  }
  if (result) {
    foreign.result = *result;
    if (result->kind == TypeKind::kExternalObject)
      if (FunctionId destructor = store_.types.object(result->type).destructor; destructor.valid())
        foreign.destructor = libraries_->Find(store_.functions[destructor].external, why);
  }
  if (!libraries_->space().Run(foreign, messages_, problem)) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].output) arguments[i].value = std::move(foreign.arguments[i].value);
  if (result) *result = std::move(*foreign.result);
  return true;
}

}  // namespace mica::code
