// The sources of src/runtime that an exported model brings along, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace mica {

struct TargetFile {
  std::string_view name, text;
};

std::span<const TargetFile> TargetFiles();

}  // namespace mica
