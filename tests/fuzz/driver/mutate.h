// Damaged and mixed inputs from a corpus: bytes are changed, left out, doubled and moved, and in texts whole tokens,
// also such from other inputs. Input k of a seed is the same in every run: what was found can be made again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mica::fuzz {

class Mutator {
 public:
  // Without a corpus, inputs are random bytes.
  explicit Mutator(std::vector<std::string> corpus);

  std::size_t corpus_size() const { return corpus_.size(); }
  // The corpus as it is first, and then what the seed makes of it.
  std::string Input(std::uint64_t seed, std::uint64_t k) const;

 private:
  std::vector<std::string> corpus_;
  std::vector<std::vector<std::string>> tokens_;  // of each input; empty: it is no text
};

// Words, numbers, texts in quotes, blanks and single signs: joined, they are the text again.
std::vector<std::string> SplitIntoTokens(const std::string& text);

}  // namespace mica::fuzz
