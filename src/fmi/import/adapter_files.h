// FMI: what an imported model brings along, as text: its external functions in Modelica, and the adapter in C that they
// call.
#pragma once

#include <span>
#include <string_view>

namespace mica::fmi {

struct AdapterFile {
  std::string_view name, text;
};
std::span<const AdapterFile> AdapterFiles();
std::string_view FmuFunctions();

// Below the directory of the FMU.
inline constexpr const char* kAdapterDirectory = "mica_adapter";

}  // namespace mica::fmi
