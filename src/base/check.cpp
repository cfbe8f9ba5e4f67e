#include "base/check.h"

#include <fmt/format.h>

namespace mica {

void FailCheck(std::string_view what, std::source_location where) {
  std::string_view file = where.file_name();
  if (auto at = file.rfind("src/"); at != file.npos) file.remove_prefix(at);
  throw InternalError(fmt::format("{} ({}:{})", what, file, where.line()));
}

}  // namespace mica
