#include "fmi/import/open_fmu.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <filesystem>

#include "fmi/codes.h"
#include "session/libraries/archive.h"

namespace mica::fmi {

namespace fs = std::filesystem;

namespace {

// A description larger than this is not one of a model that fits into memory.
constexpr std::uint64_t kLargestDescription = std::uint64_t{1} << 30;

class Archive {
 public:
  explicit Archive(const std::string& path) : zip_(zip_open(path.c_str(), ZIP_RDONLY, &error_), zip_discard) {}

  std::string Problem() const {
    if (zip_) return "";
    return error_ == ZIP_ER_NOZIP ? "it is not a ZIP archive" : "it cannot be opened";
  }

  std::vector<std::string> Entries() const {
    std::vector<std::string> names;
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip_.get(), 0); ++i)
      if (const char* name = zip_get_name(zip_.get(), static_cast<zip_uint64_t>(i), 0)) names.emplace_back(name);
    return names;
  }

  // The name of an entry that is a symbolic link, or "".
  std::string FindLink() const {
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip_.get(), 0); ++i) {
      zip_uint8_t system = 0;
      zip_uint32_t attributes = 0;
      auto index = static_cast<zip_uint64_t>(i);
      if (zip_file_get_external_attributes(zip_.get(), index, 0, &system, &attributes) == 0 &&
          system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16))
        return zip_get_name(zip_.get(), index, 0);
    }
    return "";
  }

  std::optional<std::string> Read(const char* name) const {
    zip_stat_t about;
    if (zip_stat(zip_.get(), name, 0, &about) != 0 || !(about.valid & ZIP_STAT_SIZE)) return std::nullopt;
    if (about.size > kLargestDescription) return std::nullopt;
    std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen(zip_.get(), name, 0), zip_fclose);
    std::string bytes(about.size, '\0');
    if (!file || zip_fread(file.get(), bytes.data(), bytes.size()) != static_cast<zip_int64_t>(bytes.size()))
      return std::nullopt;
    return bytes;
  }

 private:
  int error_ = 0;
  std::unique_ptr<zip_t, void (*)(zip_t*)> zip_;
};

}  // namespace

std::string OpenFmu::BinaryOf(const std::string& identifier) const {
  const char* platform = description.version == 2 ? "linux64" : "x86_64-linux";
  fs::path file = fs::path(directory->path()) / "binaries" / platform / (identifier + ".so");
  std::error_code error;
  return fs::is_regular_file(file, error) ? file.string() : "";
}

std::optional<OpenFmu> Open(const std::string& path, Unpacking unpacking, DiagnosticSink& sink) {
  auto fail = [&](const std::string& why) {
    sink.Report(kNotAnFmu, {}, fmt::format("{} cannot be read as an FMU: {}", path, why));
    return std::nullopt;
  };
  Archive archive(path);
  if (std::string problem = archive.Problem(); !problem.empty()) return fail(problem);
  if (std::string link = archive.FindLink(); !link.empty()) return fail(fmt::format("its entry '{}' is a link", link));
  OpenFmu fmu;
  fmu.path = path;
  fmu.entries = archive.Entries();
  for (const std::string& entry : fmu.entries)
    if (entry.find('\\') != std::string::npos)
      fmu.problems.push_back({0, fmt::format("the name of its entry '{}' contains a backslash", entry)});
  std::optional<std::string> text = archive.Read("modelDescription.xml");
  if (!text) return fail("there is no modelDescription.xml in it");
  fmu.description = ReadDescription(*text, fmu.in_description);
  if (unpacking == Unpacking::kNothing) return fmu;
  fmu.directory = std::make_unique<ScratchDirectory>();
  if (fmu.directory->path().empty()) return fail("there is no place for temporary files");
  if (std::string problem = UnpackZip(path, fmu.directory->path()); !problem.empty()) return fail(problem);
  return fmu;
}

}  // namespace mica::fmi
