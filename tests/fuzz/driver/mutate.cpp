#include "mutate.h"

#include <algorithm>
#include <cctype>
#include <random>

namespace mica::fuzz {

namespace {

using Random = std::mt19937_64;
constexpr std::size_t kLongest = 1 << 16;    // bytes of an input: what takes long is long, which says nothing
constexpr std::size_t kMostChanges = 6;      // in one input: most of it should still make sense
constexpr std::size_t kLongestPiece = 64;    // that is moved or doubled, in bytes or tokens
constexpr std::size_t kLongestRandom = 400;  // bytes of an input that was made of nothing

// Numbers at the edges of what types hold, and signs that open something.
const char* const kWords[] = {
    "0",         "1",      "-1",         "2147483647", "2147483648", "-2147483648", "9223372036854775807",
    "1e308",     "1e-308", "4294967296", "65536",      "(",          ")",           "[",
    "]",         "{",      "}",          "\"",         "'",          "/*",          "end",
    "if",        "for",    "loop",       "then",       ";",          ",",           ".",
    "=",         ":=",     ":",          "der",        "time",       "each",        "final",
    "redeclare", "\xff",   "\xc3",       "true",       "false",      "nan",         "inf",
    "%s",        "../",    "/",          "\\",         "when",       "initial()",   "\r\n",
    "\t",        "1.5"};

std::size_t Pick(Random& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

template <class Sequence>
void ChangeOnce(Sequence& own, const Sequence& other, Random& random) {
  std::size_t at = Pick(random, own.size() + 1), room = own.size() - std::min(at, own.size());
  auto place = own.begin() + static_cast<std::ptrdiff_t>(at);
  std::size_t long_piece = 1 + Pick(random, Pick(random, 4) == 0 ? kLongestPiece : 3);
  std::size_t length = std::min(room, long_piece);
  switch (Pick(random, 6)) {
    case 0:  // left out
      own.erase(place, place + static_cast<std::ptrdiff_t>(length));
      break;
    case 1: {  // doubled, at another place
      Sequence piece(place, place + static_cast<std::ptrdiff_t>(length));
      own.insert(own.begin() + static_cast<std::ptrdiff_t>(Pick(random, own.size() + 1)), piece.begin(), piece.end());
      break;
    }
    case 2:  // exchanged
      if (room > 0) std::swap(own[at], own[Pick(random, own.size())]);
      break;
    default: {  // from another input, in place of what is there or besides
      if (other.empty()) break;
      std::size_t from = Pick(random, other.size()), count = std::min(long_piece, other.size() - from);
      Sequence piece(other.begin() + static_cast<std::ptrdiff_t>(from),
                     other.begin() + static_cast<std::ptrdiff_t>(from + count));
      if (Pick(random, 2) == 0) place = own.erase(place, place + static_cast<std::ptrdiff_t>(length));
      own.insert(place, piece.begin(), piece.end());
    }
  }
}

void ChangeByte(std::string& own, Random& random) {
  std::size_t at = Pick(random, own.size() + 1);
  if (at == own.size()) {
    own.push_back(static_cast<char>(random()));
    return;
  }
  switch (Pick(random, 4)) {
    case 0:
      own[at] = static_cast<char>(own[at] ^ (1 << Pick(random, 8)));
      break;
    case 1:
      own[at] = static_cast<char>(random());
      break;
    case 2:  // a number of four bytes at the edge of its range
      for (std::size_t i = 0; i < 4 && at + i < own.size(); ++i)
        own[at + i] = static_cast<char>(Pick(random, 2) ? 0xff : 0);
      break;
    default:
      own.insert(at, kWords[Pick(random, std::size(kWords))]);
  }
}

bool IsText(const std::string& bytes) {
  return std::ranges::none_of(bytes, [](char c) { return c == '\0' || (static_cast<unsigned char>(c) < 9); });
}

}  // namespace

std::vector<std::string> SplitIntoTokens(const std::string& text) {
  std::vector<std::string> tokens;
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (is_word(text[at])) {
      while (end < text.size() &&
             (is_word(text[end]) || (text[end] == '.' && std::isdigit(static_cast<unsigned char>(text[at])))))
        ++end;
    } else if (std::isspace(static_cast<unsigned char>(text[at]))) {
      while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end]))) ++end;
    } else if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

Mutator::Mutator(std::vector<std::string> corpus) : corpus_(std::move(corpus)) {
  for (const std::string& each : corpus_)
    tokens_.push_back(IsText(each) ? SplitIntoTokens(each) : std::vector<std::string>());
}

std::string Mutator::Input(std::uint64_t seed, std::uint64_t k) const {
  if (k < corpus_.size()) return corpus_[k];
  Random random(seed * 0x9E3779B97F4A7C15ull + k);
  random.discard(4);
  if (corpus_.empty() || Pick(random, 50) == 0) {
    std::string bytes(Pick(random, kLongestRandom), '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
  }
  std::size_t own = Pick(random, corpus_.size()), other = Pick(random, corpus_.size());
  std::size_t changes = 1 + Pick(random, kMostChanges);
  std::string bytes;
  if (!tokens_[own].empty() && Pick(random, 4) != 0) {
    std::vector<std::string> tokens = tokens_[own];
    for (std::size_t n = 0; n < changes; ++n) {
      if (Pick(random, 4) == 0)
        tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(Pick(random, tokens.size() + 1)),
                      kWords[Pick(random, std::size(kWords))]);
      else
        ChangeOnce(tokens, Pick(random, 2) ? tokens_[other] : tokens_[own], random);
    }
    for (const std::string& token : tokens) bytes += token;
  } else {
    bytes = corpus_[own];
    for (std::size_t n = 0; n < changes; ++n) {
      if (Pick(random, 2) == 0)
        ChangeByte(bytes, random);
      else
        ChangeOnce(bytes, corpus_[other], random);
    }
  }
  bytes.resize(std::min(bytes.size(), kLongest));
  return bytes;
}

}  // namespace mica::fuzz
