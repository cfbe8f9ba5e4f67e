#include "document/html_safe.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <vector>

#include "document/html_tag.h"
#include "plot/html_escape.h"

namespace mica {

namespace {

constexpr std::string_view kElements[] = {
    "p",          "br",      "hr",      "b",     "i",     "em",    "strong", "u",    "s",    "tt",   "code",
    "pre",        "sub",     "sup",     "small", "big",   "var",   "kbd",    "samp", "cite", "ul",   "ol",
    "li",         "dl",      "dt",      "dd",    "h1",    "h2",    "h3",     "h4",   "h5",   "h6",   "table",
    "tr",         "td",      "th",      "thead", "tbody", "tfoot", "a",      "img",  "div",  "span", "center",
    "blockquote", "caption", "address", "del",   "ins",   "abbr",  "q"};
constexpr std::string_view kEmpty[] = {"br", "hr", "img"};
// Left out with what is in them.
constexpr std::string_view kSilent[] = {"script",    "style",    "iframe",   "object",   "embed",    "applet",
                                        "noscript",  "template", "title",    "select",   "textarea", "svg",
                                        "math",      "form",     "frameset", "noframes", "noembed",  "xmp",
                                        "plaintext", "audio",    "video",    "canvas"};
constexpr std::string_view kNumbers[] = {"width",  "height",      "colspan",    "rowspan",
                                         "border", "cellpadding", "cellspacing"};
constexpr std::string_view kWords[] = {"align", "valign"};
constexpr std::string_view kTexts[] = {"alt", "title"};
constexpr std::string_view kAnchors[] = {"name", "id"};

bool IsIn(std::string_view name, std::span<const std::string_view> list) {
  return std::ranges::find(list, name) != list.end();
}

// With entities resolved, as a browser reads it.
std::string Plain(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      auto [entity, length] = ReadEntity(text.substr(at));
      out += entity;
      at += length;
    } else {
      out += text[at++];
    }
  }
  return out;
}

// The scheme in lower case, without the blanks that a browser skips in it; empty: a relative address.
std::string SchemeOf(std::string_view address) {
  std::string scheme;
  for (char c : address) {
    if (c == ':') return scheme;
    if (c == '/' || c == '?' || c == '#') break;
    if (static_cast<unsigned char>(c) > ' ') scheme += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return {};
}

class Cleaner {
 public:
  explicit Cleaner(const std::function<std::string(std::string_view)>& link) : link_(link) {}

  std::string Clean(std::string_view html) {
    while (!html.empty()) {
      HtmlTag tag = html[0] == '<' ? ReadTag(html) : HtmlTag{};
      if (tag.length > 0) {
        html.remove_prefix(tag.length);
        if (!tag.is_end && IsIn(tag.name, kSilent))
          Skip(html, tag.name);
        else
          Element(tag);
      } else {
        std::size_t next = std::min(html.find('<', 1), html.size());
        Text(html.substr(0, next));
        html.remove_prefix(next);
      }
    }
    while (!open_.empty()) Close();
    return std::move(out_);
  }

 private:
  // Behind the end of the element; where it has none, all that is left.
  static void Skip(std::string_view& html, const std::string& name) {
    std::string end = "</" + name;
    auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
    auto found = std::ranges::search(html, end, is_same).begin();
    html.remove_prefix(static_cast<std::size_t>(found - html.begin()));
    std::size_t last = html.find('>');
    html.remove_prefix(last == std::string_view::npos ? html.size() : last + 1);
  }

  void Close() {
    out_ += "</" + open_.back() + ">";
    open_.pop_back();
  }

  void Element(const HtmlTag& tag) {
    if (!IsIn(tag.name, kElements)) return;
    if (tag.is_end) {
      if (std::ranges::find(open_, tag.name) == open_.end()) return;
      bool is_closed = false;
      while (!is_closed) {
        is_closed = open_.back() == tag.name;
        Close();
      }
      return;
    }
    if (open_.size() >= kDeepest) return;
    out_ += "<" + tag.name;
    for (std::string_view name : kNumbers) Attribute(tag, name, "0123456789%");
    for (std::string_view name : kWords) Attribute(tag, name, "abcdefghijklmnopqrstuvwxyz");
    for (std::string_view name : kAnchors) Attribute(tag, name, "");
    for (std::string_view name : kTexts) Attribute(tag, name, "");
    if (tag.name == "a") Address(tag, "href", {"http", "https", "mailto", "file", ""});
    if (tag.name == "img") Address(tag, "src", {"file", ""});
    out_ += ">";
    if (!IsIn(tag.name, kEmpty)) open_.push_back(tag.name);
  }

  // `of`: the characters that it may have; empty: any.
  void Attribute(const HtmlTag& tag, std::string_view name, std::string_view of) {
    std::string value = Plain(AttributeOf(tag, name));
    if (value.empty()) return;
    std::string lower = value;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (!of.empty() && lower.find_first_not_of(of) != std::string::npos) return;
    out_ += " " + std::string(name) + "=\"" + EscapeHtml(value) + "\"";
  }

  void Address(const HtmlTag& tag, std::string_view name, std::initializer_list<std::string_view> schemes) {
    std::string given = Plain(AttributeOf(tag, name));
    if (given.empty()) return;
    // Files are named by `link_`, from addresses within a library, never by the text itself.
    if (SchemeOf(given) == "file") return;
    std::string address = link_(given);
    // '//host' and '\\host' are addresses of other hosts.
    bool is_elsewhere = address.starts_with("//") || address.find('\\') != std::string::npos;
    if (address.empty() || is_elsewhere || std::ranges::find(schemes, SchemeOf(address)) == schemes.end()) return;
    out_ += " " + std::string(name) + "=\"" + EscapeHtml(address) + "\"";
  }

  // Entities stay; every other mark of HTML becomes one.
  void Text(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      char c = text[at];
      if (c == '<')
        out_ += "&lt;";
      else if (c == '>')
        out_ += "&gt;";
      else if (c == '&' && !IsEntity(text.substr(at)))
        out_ += "&amp;";
      else
        out_ += c;
    }
  }
  static bool IsEntity(std::string_view at) {
    std::size_t end = at.find(';');
    if (end == std::string_view::npos || end < 2 || end > 12) return false;
    return std::ranges::all_of(at.substr(1, end - 1), [](unsigned char c) { return std::isalnum(c) || c == '#'; });
  }

  static constexpr std::size_t kDeepest = 200;  // browsers stop at 512; no text needs more than a dozen
  const std::function<std::string(std::string_view)>& link_;
  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace

std::string SafeHtml(std::string_view html, const std::function<std::string(std::string_view)>& link) {
  return Cleaner(link).Clean(html);
}

}  // namespace mica
