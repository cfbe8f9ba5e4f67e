// Entries of the cache, damaged: what comes out is what was put in, or nothing, be it bytes, a file that is used as
// one, or a kept translation.
#include "base/kept_files.h"
#include "base/process.h"
#include "session/keep/kept_translations.h"
#include "target.h"

MICA_FUZZ_TARGET(cache_entries) {
  using namespace mica;
  static const ScratchDirectory scratch;
  const std::string directory = scratch.path() + "/kept", content = "what was put, of some length, to be found again\n";
  std::string bytes = fuzz::TextOf(data, size);
  KeptFiles kept(directory, ".o");
  kept.Put("key", content);
  // The bytes as the entry; and its own content with the bytes somewhere in it.
  std::string path = directory + "/key.o", own = ReadWholeFile(path);
  if (own.empty()) fuzz::Fault("nothing was kept");
  std::size_t at = size % own.size();
  for (const std::string& damaged :
       {bytes, own.substr(0, at) + bytes, own.substr(0, at) + bytes + own.substr(std::min(own.size(), at + size))}) {
    if (!WriteWholeFile(path, damaged)) fuzz::Fault("the entry cannot be written");
    std::optional<std::string> found = kept.Find("key");
    if (found && *found != content) fuzz::Fault("another content was found");
  }
  KeptFiles files(directory, ".so");
  if (std::string made = files.NewName("key"); WriteWholeFile(made, content)) {
    std::string place = files.PutFile("key", made);
    std::string whole = ReadWholeFile(place);
    if (!whole.starts_with(content)) fuzz::Fault("the file that was put is another");
    whole.resize(whole.size() - size % whole.size());
    if (!WriteWholeFile(place, whole + bytes)) fuzz::Fault("the entry cannot be written");
    std::string found = files.FindFile("key");
    if (!found.empty() && !ReadWholeFile(found).starts_with(content)) fuzz::Fault("another file was found");
  }
  // Whatever was kept of a translation in an entry that holds, its facts about files are checked.
  KeptFiles(directory, ".model").Put("key", bytes);
  (void)KeptTranslations("", directory).Find("key");
  return 0;
}
