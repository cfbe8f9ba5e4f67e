// An archive in a file, from bytes: they are the archive, or a text that says what is in one: lines '@ name' and
// '@@ target name' for a link, each with the content of the entry below it.
#pragma once

#include <string>

namespace mica::fuzz {

// Empty: libzip makes no archive of it.
std::string ArchiveOf(const std::string& bytes, const std::string& path);

}  // namespace mica::fuzz
