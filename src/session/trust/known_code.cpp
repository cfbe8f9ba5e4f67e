#include "session/trust/known_code.h"

#include <algorithm>
#include <vector>

#include "base/sha256.h"
#include "session/trust/known_code_text.h"
#include "session/trust/library_digest.h"

namespace mica {

bool IsKnownCode(std::string_view sha256) {
  // The lines are in order and of a digest and a name each.
  std::string_view rest = kKnownCodeText;
  std::size_t at = rest.find(sha256);
  return sha256.size() == 64 && at != std::string_view::npos && (at == 0 || rest[at - 1] == '\n');
}

bool IsNativeFile(const std::filesystem::path& file) {
  static constexpr std::string_view kEndings[] = {".c",   ".h",  ".a",   ".so",  ".o",   ".cc", ".cpp", ".cxx", ".hpp",
                                                  ".hxx", ".hh", ".inc", ".dll", ".lib", ".f",  ".f90", ".for", ".s"};
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(kEndings, ending) != std::end(kEndings)) return true;
  return file.filename().string().find(".so.") != std::string::npos;
}

bool HasOnlyKnownCode(const std::filesystem::path& directory) {
  FileList files = FilesBelow(directory, IsNativeFile);
  if (files.has_links) return false;
  return files.paths.empty() ||
         RememberedAnswer("known by " + Sha256::Of(kKnownCodeText) + "\n" + files.stamp, [&] {
           return std::ranges::all_of(files.paths, [](const auto& path) { return IsKnownCode(FileDigest(path)); })
                      ? "yes"
                      : "no";
         }) == "yes";
}

}  // namespace mica
