// FMI: files that a model reads, which travel inside its FMU. A text of the model that is the absolute path of a file
// or directory of a library, or of the model's own directory, becomes the address modelica://Library/…, which the FMU
// finds below its resources.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mica {
class Session;
}

namespace mica::fmi {

class FmuResources {
 public:
  // Directories that files are taken from: the resources of all libraries that are loaded.
  explicit FmuResources(Session& session);

  // The address of a path, or of an address modelica:… of Modelica; empty: neither, or nothing of the FMU's business.
  std::string Address(const std::string& text);

  // Files by their names in the FMU, with their bytes. False: `problem` says which cannot be read or is too much.
  bool Read(std::vector<std::pair<std::string, std::string>>& files, std::string& problem) const;
  // Absolute paths of files that lie elsewhere, and stay there.
  const std::vector<std::string>& outside() const { return outside_; }

 private:
  bool ReadOne(const std::filesystem::path& path, const std::string& name, std::uintmax_t& bytes,
               std::vector<std::pair<std::string, std::string>>& files, std::string& problem) const;

  Session& session_;
  std::vector<std::pair<std::filesystem::path, std::string>> roots_;  // directory, name
  std::map<std::string, std::filesystem::path> taken_;                // by name
  std::vector<std::string> outside_;
};

}  // namespace mica::fmi
