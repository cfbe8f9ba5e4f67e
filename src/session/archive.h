// ZIP archives of libraries, unpacked.
#pragma once

#include <filesystem>
#include <string>

namespace mica {

// Everything in the archive below `into`, which exists. An entry that would lead out of it is an error, as is an archive that
// unpacks to more than kLargestArchive. Empty, or what went wrong.
std::string UnpackZip(const std::filesystem::path& archive, const std::filesystem::path& into);

inline constexpr std::uint64_t kLargestArchive = std::uint64_t{8} << 30;

}  // namespace mica
