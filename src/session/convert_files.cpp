#include "session/convert_files.h"

#include <set>

#include "session/format_file.h"

namespace mica {

Outcome ConvertFiles(const std::string& path, bool write, Session& session, const std::function<void(const std::string&)>& told) {
  std::set<std::string> before;
  for (const auto& [file, text] : session.classes().converted_files()) before.insert(file);
  // A directory or file by its path, though a class could have that name.
  std::error_code error;
  bool is_path = path.ends_with(".mo") || std::filesystem::is_directory(path, error);
  if (!session.FindClass({is_path && path.find('/') == std::string::npos ? "./" + path : path, "", {}})) return Outcome::kModelWrong;
  for (const auto& [file, text] : session.classes().converted_files()) {
    if (before.contains(file)) continue;
    if (ReadFile(file) == text) continue;
    if (write && !ReplaceFile(file, text, session.sink())) return Outcome::kCallWrong;
    told(file);
  }
  return Outcome::kDone;
}

}  // namespace mica
