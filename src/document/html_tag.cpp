#include "document/html_tag.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace mica {

namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string Lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string Utf8(std::uint32_t code) {
  std::string out;
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return "\xEF\xBF\xBD";
  if (code < 0x80) return std::string(1, static_cast<char>(code));
  if (code < 0x800)
    out += static_cast<char>(0xC0 | (code >> 6));
  else if (code < 0x10000)
    out += static_cast<char>(0xE0 | (code >> 12));
  else
    out += static_cast<char>(0xF0 | (code >> 18));
  if (code >= 0x10000) out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
  if (code >= 0x800) out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
  return out += static_cast<char>(0x80 | (code & 0x3F));
}

constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
    {"amp", "&"},     {"lt", "<"},     {"gt", ">"},     {"quot", "\""},  {"apos", "'"},   {"nbsp", " "},
    {"copy", "©"},    {"reg", "®"},    {"deg", "°"},    {"plusmn", "±"}, {"sup2", "²"},   {"sup3", "³"},
    {"micro", "µ"},   {"middot", "·"}, {"times", "×"},  {"auml", "ä"},   {"ouml", "ö"},   {"uuml", "ü"},
    {"Auml", "Ä"},    {"Ouml", "Ö"},   {"Uuml", "Ü"},   {"szlig", "ß"},  {"eacute", "é"}, {"egrave", "è"},
    {"agrave", "à"},  {"ccedil", "ç"}, {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"},  {"delta", "δ"},
    {"epsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},    {"theta", "θ"},  {"lambda", "λ"}, {"mu", "μ"},
    {"nu", "ν"},      {"pi", "π"},     {"rho", "ρ"},    {"sigma", "σ"},  {"tau", "τ"},    {"phi", "φ"},
    {"psi", "ψ"},     {"omega", "ω"},  {"Delta", "Δ"},  {"Phi", "Φ"},    {"Psi", "Ψ"},    {"Omega", "Ω"},
    {"Sigma", "Σ"},   {"Theta", "Θ"},  {"ndash", "–"},  {"mdash", "—"},  {"lsquo", "‘"},  {"rsquo", "’"},
    {"ldquo", "“"},   {"rdquo", "”"},  {"hellip", "…"}, {"le", "≤"},     {"ge", "≥"},     {"ne", "≠"},
    {"asymp", "≈"},   {"minus", "−"},  {"rarr", "→"},   {"larr", "←"},   {"rArr", "⇒"},   {"infin", "∞"},
    {"sum", "∑"},     {"part", "∂"},   {"int", "∫"},    {"radic", "√"},  {"isin", "∈"},   {"sdot", "⋅"},
    {"prime", "′"},   {"bull", "•"},   {"euro", "€"},   {"sect", "§"},   {"laquo", "«"},  {"raquo", "»"},
    {"frac12", "½"},  {"frac14", "¼"}, {"thinsp", " "}, {"ensp", " "},   {"emsp", " "},   {"shy", ""}};

struct AttributePlace {
  std::size_t begin, value_begin, value_end, end;  // in Tag::inside; without quotes, and with them
};

bool FindAttribute(std::string_view inside, std::string_view name, AttributePlace& found) {
  std::string lower = Lower(inside);
  for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
    if (at == 0 || !IsBlank(lower[at - 1])) continue;
    std::size_t next = at + name.size();
    while (next < inside.size() && IsBlank(inside[next])) ++next;
    if (next >= inside.size() || inside[next] != '=') continue;
    ++next;
    while (next < inside.size() && IsBlank(inside[next])) ++next;
    if (next < inside.size() && (inside[next] == '"' || inside[next] == '\'')) {
      std::size_t end = std::min(inside.find(inside[next], next + 1), inside.size());
      found = {at, next + 1, end, std::min(end + 1, inside.size())};
    } else {
      std::size_t end = next;
      while (end < inside.size() && !IsBlank(inside[end])) ++end;
      found = {at, next, end, end};
    }
    return true;
  }
  return false;
}

}  // namespace

std::pair<std::string, std::size_t> ReadEntity(std::string_view at) {
  std::size_t end = at.find(';');
  if (end == std::string_view::npos || end > 12 || end < 2) return {"&", 1};
  std::string_view name = at.substr(1, end - 1);
  if (name[0] == '#') {
    bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    std::string_view digits = name.substr(hex ? 2 : 1);
    std::uint32_t code = 0;
    auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    if (error != std::errc() || stop != digits.data() + digits.size()) return {"&", 1};
    return {Utf8(code), end + 1};
  }
  for (const auto& [known, text] : kEntities)
    if (known == name) return {std::string(text), end + 1};
  return {"&", 1};
}

HtmlTag ReadTag(std::string_view at) {
  HtmlTag tag;
  if (at.starts_with("<!--")) {
    std::size_t end = at.find("-->");
    tag.length = end == std::string_view::npos ? at.size() : end + 3;
    return tag;
  }
  std::size_t name = 1;
  if (at.size() > 1 && at[1] == '/') tag.is_end = true, name = 2;
  if (name >= at.size() || !(std::isalpha(static_cast<unsigned char>(at[name])) || at[name] == '!' || at[name] == '?'))
    return tag;
  char quote = 0;
  std::size_t end = name;
  for (; end < at.size() && (quote || at[end] != '>'); ++end) {
    if (quote)
      quote = at[end] == quote ? 0 : quote;
    else if (at[end] == '"' || at[end] == '\'')
      quote = at[end];
  }
  if (end >= at.size()) return tag;
  std::string_view body = at.substr(name, end - name);
  std::size_t stop = 0;
  while (stop < body.size() && std::isalnum(static_cast<unsigned char>(body[stop]))) ++stop;
  tag.name = Lower(body.substr(0, stop));
  tag.inside = body.substr(stop);
  tag.length = end + 1;
  return tag;
}

std::string AttributeOf(const HtmlTag& tag, std::string_view name) {
  AttributePlace place;
  if (!FindAttribute(tag.inside, name, place)) return "";
  return std::string(tag.inside.substr(place.value_begin, place.value_end - place.value_begin));
}

}  // namespace mica
