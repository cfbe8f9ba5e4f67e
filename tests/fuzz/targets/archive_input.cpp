#include "archive_input.h"

#include <sys/stat.h>
#include <zip.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "target.h"

namespace mica::fuzz {

namespace {

struct Entry {
  std::string name, content;
  bool is_link = false;
};

std::vector<Entry> EntriesOf(std::string_view text) {
  std::vector<Entry> entries;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with("@@ ")) {
      std::size_t blank = line.find(' ', 3);
      if (blank != std::string_view::npos)
        entries.push_back({std::string(line.substr(blank + 1)), std::string(line.substr(3, blank - 3)), true});
    } else if (line.starts_with("@ ")) {
      entries.push_back({std::string(line.substr(2)), "", false});
    } else if (!entries.empty() && !entries.back().is_link) {
      entries.back().content += line;
      entries.back().content += '\n';
    }
  }
  return entries;
}

}  // namespace

std::string ArchiveOf(const std::string& bytes, const std::string& path) {
  if (!bytes.starts_with("@")) return WriteWholeFile(path, bytes) ? path : "";
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  if (!archive) return "";
  std::vector<Entry> entries = EntriesOf(bytes);
  for (const Entry& entry : entries) {
    zip_source_t* source = zip_source_buffer(archive, entry.content.data(), entry.content.size(), 0);
    zip_int64_t index = source ? zip_file_add(archive, entry.name.c_str(), source, 0) : -1;
    if (index < 0) {
      if (source) zip_source_free(source);
      continue;
    }
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
    if (entry.is_link)
      zip_file_set_external_attributes(archive, static_cast<zip_uint64_t>(index), 0, ZIP_OPSYS_UNIX,
                                       (S_IFLNK | 0777u) << 16);
  }
  if (zip_close(archive) == 0) return path;
  zip_discard(archive);
  return "";
}

}  // namespace mica::fuzz
