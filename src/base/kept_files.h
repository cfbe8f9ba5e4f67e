// Entries kept between runs: files of one kind in a private directory, named by the digest of what they were made from.
// They cannot change an answer: every entry carries a digest of its key and its content, and one that does not fit (cut
// off, changed, in the place of another) is removed and made again. A file is written under another name and renamed,
// so that a reader never sees half of one. Together they stay below kMostBytes: what was used last goes last, and what
// killed runs left behind goes at the next start. Failures are nobody's business: without its entries a run takes
// longer, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mica {

class KeptFiles {
 public:
  static constexpr std::size_t kMostBytes = 256 << 20;

  // No directory: nothing is kept, nothing is found.
  KeptFiles(std::string directory, std::string suffix) : directory_(std::move(directory)), suffix_(std::move(suffix)) {}

  std::optional<std::string> Find(const std::string& key) const;
  void Put(const std::string& key, std::string_view bytes) const;

  // An entry that is used as a file, such as a shared object: its digest stands behind its content, where loaders do
  // not look. The path, or "".
  std::string FindFile(const std::string& key) const;
  // Takes the file `made`, in the same directory. The path that FindFile gives from now on, or "".
  std::string PutFile(const std::string& key, const std::string& made) const;

  // A name in the directory for something that is being made; what is still there after an hour is removed. Empty:
  // there is no directory.
  std::string NewName(const std::string& key) const;

  // 128 bits in hexadecimal: of accidents, not of attacks, which the private directory keeps out.
  static std::string Digest(std::string_view content);

 private:
  std::string Path(const std::string& key) const { return directory_ + "/" + key + suffix_; }
  bool IsReady() const;
  void Prune() const;
  void NoteUse(const std::string& path) const;

  std::string directory_, suffix_;
};

}  // namespace mica
