#include "fmi/fmu_archive.h"

#include <zip.h>

namespace mica::fmi {

std::optional<std::string> PackFiles(const std::vector<std::pair<std::string, std::string>>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (!target) return std::nullopt;
  zip_source_keep(target);
  zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  bool good = archive != nullptr;
  for (const auto& [name, bytes] : files) {
    if (!good) break;
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    zip_int64_t index = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    good = index >= 0;
    constexpr zip_uint32_t kLevel = 6;
    if (good) zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_DEFLATE, kLevel);
  }
  if (archive && (!good || zip_close(archive) != 0)) {
    zip_discard(archive);
    good = false;
  }
  std::string packed;
  zip_stat_t facts;
  good = good && zip_source_stat(target, &facts) == 0 && zip_source_open(target) == 0;
  if (good) {
    packed.resize(facts.size);
    good = zip_source_read(target, packed.data(), facts.size) == static_cast<zip_int64_t>(facts.size);
    zip_source_close(target);
  }
  zip_source_free(target);
  zip_error_fini(&error);
  return good ? std::optional(std::move(packed)) : std::nullopt;
}

}  // namespace mica::fmi
