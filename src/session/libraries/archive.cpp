#include "session/libraries/archive.h"

#include <fmt/format.h>
#include <zip.h>
#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

namespace mica {

namespace fs = std::filesystem;

namespace {

// A relative path that stays where it is put.
bool IsInside(const fs::path& path) {
  if (path.empty() || path.is_absolute()) return false;
  for (const fs::path& part : path)
    if (part == "..") return false;
  return true;
}

std::string UnpackEntry(zip_t* archive, zip_uint64_t index, const fs::path& target, std::uint64_t& left) {
  std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> entry(zip_fopen_index(archive, index, 0), zip_fclose);
  if (!entry) return zip_strerror(archive);
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  std::ofstream out(target, std::ios::binary | std::ios::trunc);
  std::vector<char> buffer(1 << 16);
  while (true) {
    zip_int64_t read = zip_fread(entry.get(), buffer.data(), buffer.size());
    if (read < 0) return "it is damaged";
    if (read == 0) break;
    if (static_cast<std::uint64_t>(read) > left) return "it unpacks to more than it says";
    left -= static_cast<std::uint64_t>(read);
    out.write(buffer.data(), read);
  }
  out.close();
  return out ? "" : fmt::format("cannot write {}", target.string());
}

}  // namespace

namespace {

bool IsLink(zip_t* archive, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  constexpr unsigned kTypeBits = 0170000, kLink = 0120000;  // of st_mode, in the upper half
  return zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 && system == ZIP_OPSYS_UNIX &&
         ((attributes >> 16) & kTypeBits) == kLink;
}

// Where entries lead, judged before anything is written.
std::string CheckNames(zip_t* archive) {
  zip_int64_t count = zip_get_num_entries(archive, 0);
  for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
    const char* name = zip_get_name(archive, index, 0);
    if (!name) return "it is damaged";
    if (!IsInside(fs::path(name).lexically_normal())) return fmt::format("its entry '{}' leads out of it", name);
    if (IsLink(archive, index)) return fmt::format("its entry '{}' is a link", name);
  }
  return "";
}

// What the archive says it unpacks to, likewise; nothing can come of an archive whose sizes are wrong.
std::string CheckSizes(zip_t* archive, const fs::path& path, std::uint64_t& total) {
  zip_int64_t count = zip_get_num_entries(archive, 0);
  for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
    zip_stat_t about;
    if (zip_stat_index(archive, index, 0, &about) != 0 || !(about.valid & ZIP_STAT_SIZE)) return "it is damaged";
    if (about.size > kLargestArchive - total)
      return fmt::format("it would unpack to more than {} GiB, more than a library is", kLargestArchive >> 30);
    total += about.size;
  }
  std::error_code error;
  std::uint64_t packed = fs::file_size(path, error);
  if (!error && total > kUnsuspectedSize && total / kLargestRatio > packed)
    return fmt::format("it would unpack to {} times its size, which no library does",
                       total / std::max<std::uint64_t>(packed, 1));
  return "";
}

}  // namespace

std::string UnpackZip(const fs::path& path, const fs::path& into) {
  int code = 0;
  std::unique_ptr<zip_t, void (*)(zip_t*)> archive(zip_open(path.c_str(), ZIP_RDONLY, &code), zip_discard);
  if (!archive) return code == ZIP_ER_NOZIP ? "it is not a ZIP archive" : "it cannot be opened";
  if (std::string problem = CheckNames(archive.get()); !problem.empty()) return problem;
  std::uint64_t left = 0;
  if (std::string problem = CheckSizes(archive.get(), path, left); !problem.empty()) return problem;
  zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
    const char* name = zip_get_name(archive.get(), index, 0);
    fs::path inside = fs::path(name).lexically_normal();
    if (std::string_view(name).ends_with('/')) continue;  // a directory
    if (std::string problem = UnpackEntry(archive.get(), index, into / inside, left); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace mica
