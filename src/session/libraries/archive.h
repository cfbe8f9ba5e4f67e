// ZIP archives of libraries, unpacked.
#pragma once

#include <filesystem>
#include <string>

namespace mica {

// Everything in the archive below `into`, which exists. An entry that would lead out of it or is a link is an error, as
// is an archive that says it unpacks to more than kLargestArchive or, above kUnsuspectedSize, to more than
// kLargestRatio times its own size: then nothing is written. Empty, or what went wrong.
std::string UnpackZip(const std::filesystem::path& archive, const std::filesystem::path& into);

// Ten times the largest library that is known (Buildings with its references, some 800 MiB).
inline constexpr std::uint64_t kLargestArchive = std::uint64_t{8} << 30;
// Modelica text shrinks to a tenth, tables of numbers to a thirtieth; what shrinks to less than a hundredth holds
// nothing.
inline constexpr std::uint64_t kLargestRatio = 100;
inline constexpr std::uint64_t kUnsuspectedSize = std::uint64_t{64} << 20;

}  // namespace mica
