#include "syntax/lexer.h"

#include <array>
#include <cstring>

#include "syntax/codes.h"

namespace mica::syntax {

namespace {

enum CharacterClass : std::uint8_t { kOther, kBlank, kLetter, kDigit };

constexpr std::array<CharacterClass, 256> MakeClasses() {
  std::array<CharacterClass, 256> classes{};
  for (char c : {' ', '\t', '\n', '\r', '\v', '\f'}) classes[static_cast<unsigned char>(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = kLetter;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes['_'] = kLetter;
  return classes;
}
constexpr std::array<CharacterClass, 256> kClasses = MakeClasses();

CharacterClass ClassOf(char c) { return kClasses[static_cast<unsigned char>(c)]; }
bool IsWordCharacter(char c) { return ClassOf(c) >= kLetter; }

// The length of the valid UTF-8 sequence at `p` (RFC 3629: no overlong forms, no surrogates), or 0.
std::size_t SequenceLength(const unsigned char* p, const unsigned char* end) {
  auto follows = [&](std::size_t i) { return p + i < end && (p[i] & 0xC0) == 0x80; };
  if (p[0] < 0x80) return 1;
  if (p[0] >= 0xC2 && p[0] <= 0xDF) return follows(1) ? 2 : 0;
  if (p[0] >= 0xE0 && p[0] <= 0xEF) {
    if (!follows(1) || !follows(2)) return 0;
    if (p[0] == 0xE0 && p[1] < 0xA0) return 0;
    if (p[0] == 0xED && p[1] > 0x9F) return 0;
    return 3;
  }
  if (p[0] >= 0xF0 && p[0] <= 0xF4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if (p[0] == 0xF0 && p[1] < 0x90) return 0;
    if (p[0] == 0xF4 && p[1] > 0x8F) return 0;
    return 4;
  }
  return 0;
}

// The offset of the first byte that is not UTF-8 text (NUL counts as such), or npos.
std::size_t FindNonText(std::string_view text) {
  if (const void* nul = std::memchr(text.data(), 0, text.size())) return static_cast<const char*>(nul) - text.data();
  auto* begin = reinterpret_cast<const unsigned char*>(text.data());
  auto* end = begin + text.size();
  for (auto* p = begin; p < end;) {
    std::uint64_t eight;
    if (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080ull) == 0)) {
      p += 8;
      continue;
    }
    std::size_t length = SequenceLength(p, end);
    if (length == 0) return p - begin;
    p += length;
  }
  return std::string_view::npos;
}

class Lexer {
 public:
  Lexer(std::string_view text, ErrorLog& log)
      : begin_(text.data()), end_(begin_ + text.size()), next_(begin_), log_(log) {
    tokens_.reserve(text.size() / 6 + 16);
  }

  std::vector<Token> Run() {
    if (end_ - next_ >= 3 && std::memcmp(next_, "\xEF\xBB\xBF", 3) == 0) next_ += 3;
    for (;;) {
      SkipTrivia();
      if (next_ == end_) break;
      const char* start = next_;
      TokenKind kind = ReadToken();
      tokens_.push_back({Offset(start), Offset(next_), kind});
    }
    tokens_.push_back({Offset(end_), Offset(end_), TokenKind::kEndOfFile});
    return std::move(tokens_);
  }

 private:
  std::uint32_t Offset(const char* p) const { return static_cast<std::uint32_t>(p - begin_); }
  bool At(const char* p, char c) const { return p < end_ && *p == c; }

  void SkipTrivia() {
    while (next_ < end_) {
      if (ClassOf(*next_) == kBlank) {
        ++next_;
      } else if (*next_ == '/' && At(next_ + 1, '/')) {
        const void* line_end = std::memchr(next_, '\n', end_ - next_);
        next_ = line_end ? static_cast<const char*>(line_end) : end_;
      } else if (*next_ == '/' && At(next_ + 1, '*')) {
        const char* close = next_ + 2;
        while ((close = static_cast<const char*>(std::memchr(close, '*', end_ - close))) && !At(close + 1, '/'))
          ++close;
        if (!close) return;  // ReadToken reports it
        next_ = close + 2;
      } else {
        return;
      }
    }
  }

  TokenKind ReadToken() {
    char c = *next_;
    switch (ClassOf(c)) {
      case kLetter:
        return ReadWord();
      case kDigit:
        return ReadNumber();
      default:
        break;
    }
    char following = next_ + 1 < end_ ? next_[1] : '\0';
    auto take = [this](int length, TokenKind kind) {
      next_ += length;
      return kind;
    };
    switch (c) {
      case '(':
        return take(1, TokenKind::kLeftParenthesis);
      case ')':
        return take(1, TokenKind::kRightParenthesis);
      case '[':
        return take(1, TokenKind::kLeftBracket);
      case ']':
        return take(1, TokenKind::kRightBracket);
      case '{':
        return take(1, TokenKind::kLeftBrace);
      case '}':
        return take(1, TokenKind::kRightBrace);
      case ',':
        return take(1, TokenKind::kComma);
      case ';':
        return take(1, TokenKind::kSemicolon);
      case ':':
        return following == '=' ? take(2, TokenKind::kAssign) : take(1, TokenKind::kColon);
      case '=':
        return following == '=' ? take(2, TokenKind::kEqualEqual) : take(1, TokenKind::kEqual);
      case '+':
        return take(1, TokenKind::kPlus);
      case '-':
        return take(1, TokenKind::kMinus);
      case '*':
        return following == '*' ? Mistaken(2, TokenKind::kPower) : take(1, TokenKind::kTimes);
      case '/':
        return following == '*' ? ReadUnclosedComment() : take(1, TokenKind::kDivide);
      case '^':
        return take(1, TokenKind::kPower);
      case '<':
        if (following == '=') return take(2, TokenKind::kLessEqual);
        return following == '>' ? take(2, TokenKind::kNotEqual) : take(1, TokenKind::kLess);
      case '>':
        return following == '=' ? take(2, TokenKind::kGreaterEqual) : take(1, TokenKind::kGreater);
      case '.':
        if (ClassOf(following) == kDigit) return ReadNumber();
        if (following == '+') return take(2, TokenKind::kElementPlus);
        if (following == '-') return take(2, TokenKind::kElementMinus);
        if (following == '*') return take(2, TokenKind::kElementTimes);
        if (following == '/') return take(2, TokenKind::kElementDivide);
        if (following == '^') return take(2, TokenKind::kElementPower);
        return take(1, TokenKind::kDot);
      case '"':
        return ReadString();
      case '\'':
        return ReadQuotedIdentifier();
      case '!':
        return following == '=' ? Mistaken(2, TokenKind::kNotEqual) : Mistaken(1, TokenKind::kNot);
      case '&':
        return following == '&' ? Mistaken(2, TokenKind::kAnd) : ReadUnknown();
      case '|':
        return following == '|' ? Mistaken(2, TokenKind::kOr) : ReadUnknown();
      default:
        return ReadUnknown();
    }
  }

  // An operator of another language: taken for the Modelica one.
  TokenKind Mistaken(int length, TokenKind meant) {
    std::string_view written(next_, length);
    log_.Report(kForeignOperator, Offset(next_), Offset(next_ + length), "'{}' is not an operator of Modelica", written)
        .hint = fmt::format("write '{}'", Spelling(meant));
    next_ += length;
    return meant;
  }

  TokenKind ReadWord() {
    const char* start = next_;
    while (next_ < end_ && IsWordCharacter(*next_)) ++next_;
    return KeywordOrIdentifier({start, static_cast<std::size_t>(next_ - start)});
  }

  TokenKind ReadNumber() {
    const char* start = next_;
    auto digits = [this] {
      while (next_ < end_ && ClassOf(*next_) == kDigit) ++next_;
    };
    bool is_real = false;
    digits();
    if (At(next_, '.')) {
      is_real = true;
      ++next_;
      digits();
    }
    if (At(next_, 'e') || At(next_, 'E')) {
      const char* exponent = next_ + 1;
      if (At(exponent, '+') || At(exponent, '-')) ++exponent;
      if (exponent < end_ && ClassOf(*exponent) == kDigit) {
        is_real = true;
        next_ = exponent;
        digits();
      }
    }
    if (next_ < end_ && ClassOf(*next_) == kLetter) {
      const char* number_end = next_;
      while (next_ < end_ && IsWordCharacter(*next_)) ++next_;
      std::string_view word(start, next_ - start);
      Diagnostic& error =
          log_.Report(kNeitherNumberNorName, Offset(start), Offset(next_), "'{}' is neither a number nor a name", word);
      if (*number_end == 'e' || *number_end == 'E')
        error.hint = "an exponent needs digits, as in 1e-3";
      else
        error.hint = "a name begins with a letter; a product is written with '*'";
      return TokenKind::kIdentifier;
    }
    return is_real ? TokenKind::kReal : TokenKind::kInteger;
  }

  // Where the next quote stands from `p` on that no backslash escapes, or null.
  static const char* FindQuote(const char* p, const char* limit) {
    const char* candidate = nullptr;
    while (p < limit) {
      if (!candidate || candidate < p) candidate = static_cast<const char*>(std::memchr(p, '"', limit - p));
      if (!candidate) return nullptr;
      auto* escape = static_cast<const char*>(std::memchr(p, '\\', candidate - p));
      if (!escape) return candidate;
      p = escape + 2;
    }
    return nullptr;
  }

  // A string may go over lines. One that is never closed, or that does so and then runs into a word, has lost its
  // quote: it is taken to end with its first line. A quote that an earlier search went past was escaped there, so a
  // search from it would end at the same place.
  TokenKind ReadString() {
    const char* start = next_;
    if (start >= searched_) {
      close_ = FindQuote(start + 1, end_);
      searched_ = close_ ? close_ : end_;
    }
    const char* close = close_;
    bool runs_into_word = close && close + 1 < end_ && IsWordCharacter(close[1]);
    if (!close || (runs_into_word && std::memchr(start, '\n', close - start))) {
      next_ = LineEnd(searched_);
      log_.Report(kOpenString, Offset(start), Offset(next_), "the string that begins here is not closed").hint =
          "close it with '\"'; a quote inside a string is written '\\\"'";
      return TokenKind::kString;
    }
    next_ = close + 1;
    return TokenKind::kString;
  }

  TokenKind ReadQuotedIdentifier() {
    const char* start = next_;
    const char* close = start + 1;
    while (close < end_ && *close != '\'' && *close != '\n') close += *close == '\\' && close + 1 < end_ ? 2 : 1;
    if (!At(close, '\'')) {
      next_ = LineEnd(end_);
      log_.Report(kOpenString, Offset(start), Offset(next_), "the quoted name that begins here is not closed").hint =
          "close it with ' on the same line; a text is written in double quotes";
    } else {
      next_ = close + 1;
    }
    return TokenKind::kQuotedIdentifier;
  }

  // The end of the line at next_, without trailing blanks and semicolons, but at least one character on; not beyond
  // `limit`.
  const char* LineEnd(const char* limit) const {
    const void* found = std::memchr(next_, '\n', limit - next_);
    const char* line_end = found ? static_cast<const char*>(found) : limit;
    while (line_end > next_ + 1 && (ClassOf(line_end[-1]) == kBlank || line_end[-1] == ';')) --line_end;
    return line_end;
  }

  // The rest of the file becomes one unknown token.
  TokenKind ReadUnclosedComment() {
    log_.Report(kOpenComment, Offset(next_), Offset(next_ + 2), "the comment that begins here is not closed").hint =
        "close it with '*/'";
    next_ = end_;
    return TokenKind::kUnknown;
  }

  TokenKind ReadUnknown() {
    const char* start = next_;
    do {
      ++next_;
      while (next_ < end_ && (*next_ & 0xC0) == 0x80) ++next_;  // the rest of the character
    } while (next_ < end_ && BeginsUnknown(*next_));
    std::string_view written(start, next_ - start);
    constexpr std::size_t kShown = 40;
    bool is_long = written.size() > kShown;
    std::size_t shown = is_long ? kShown : written.size();
    while (shown < written.size() && (written[shown] & 0xC0) == 0x80) --shown;
    Diagnostic& error =
        log_.Report(kStrayCharacter, Offset(start), Offset(next_), "'{}{}' cannot stand in Modelica text",
                    Printable(written.substr(0, shown)), is_long ? "…" : "");
    auto has = [&](std::string_view part) { return written.find(part) != std::string_view::npos; };
    if (has("“") || has("”") || has("„"))
      error.hint = "a string is written in straight quotes: \"text\"";
    else if (has("\u00A0"))
      error.hint = "this is a no-break space; write a plain one";
    else if (has("#") || has("%"))
      error.hint = "a comment is written // to the end of the line, or /* … */";
    else if (*start & 0x80)
      error.hint = "a name with other letters than a to z is written in single quotes";
    return TokenKind::kUnknown;
  }

  static bool BeginsUnknown(char c) {
    return ClassOf(c) == kOther &&
           (static_cast<unsigned char>(c) >= 0x80 || !std::strchr("()[]{},;:=+-*/^<>.\"'!&|", c));
  }

  static std::string Printable(std::string_view bytes) {
    std::string text;
    for (char c : bytes) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
        text += fmt::format("\\x{:02X}", static_cast<unsigned>(c));
      else
        text += c;
    }
    return text;
  }

  const char* begin_;
  const char* end_;
  const char* next_;
  const char* searched_ = nullptr;  // the last search for the end of a string came this far,
  const char* close_ = nullptr;     // and found this quote, or null
  ErrorLog& log_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> Lex(std::string_view text, ErrorLog& log) {
  std::uint32_t size = static_cast<std::uint32_t>(text.size());
  std::vector<Token> unread = {{0, size, TokenKind::kUnknown}, {size, size, TokenKind::kEndOfFile}};
  if (text.size() >= UINT32_MAX) {
    log.Report(kNotUtf8, 0, 0, "the file is too large: {} bytes", text.size()).hint =
        "split it into several files of a package";
    return {{0, 0, TokenKind::kEndOfFile}};
  }
  if (std::size_t at = FindNonText(text); at != std::string_view::npos) {
    std::uint32_t offset = static_cast<std::uint32_t>(at);
    unsigned byte = static_cast<unsigned char>(text[at]);
    log.Report(kNotUtf8, offset, offset + 1, "the file is not text in UTF-8: it holds the byte 0x{:02X} here", byte)
        .hint = byte >= 0x80 ? "save the file as UTF-8 (it may be in Latin-1)" : "a Modelica file is plain text";
    return unread;
  }
  return Lexer(text, log).Run();
}

std::size_t ResolveEscapes(std::string_view written, std::string& value) {
  value.clear();
  std::size_t unknown = std::string_view::npos;
  if (!written.empty()) written.remove_prefix(1);
  std::size_t end = written.size();
  for (std::size_t i = 0; i < end; ++i) {
    if (written[i] == '"' && i + 1 == end) break;
    if (written[i] != '\\' || i + 1 == end) {
      value += written[i];
      continue;
    }
    char c = written[++i];
    constexpr std::string_view kLetters = "'\"?\\abfnrtv", kMeanings = "'\"?\\\a\b\f\n\r\t\v";
    if (auto found = kLetters.find(c); found != std::string_view::npos) {
      value += kMeanings[found];
    } else {
      if (unknown == std::string_view::npos) unknown = i;  // counted with the opening quote
      value += '\\';
      value += c;
    }
  }
  return unknown;
}

}  // namespace mica::syntax
