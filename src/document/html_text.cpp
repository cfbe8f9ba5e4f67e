#include "document/html_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "document/html_tag.h"

namespace mica {

namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::size_t WidthOf(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else if ((text[i] & 0xC0) != 0x80) {
      ++width;
    }
  }
  return width;
}

class Renderer {
 public:
  explicit Renderer(const HtmlTextOptions& options) : options_(options) {}

  std::string Render(std::string_view html) {
    while (!html.empty()) {
      if (html[0] == '<') {
        HtmlTag tag = ReadTag(html);
        if (tag.length > 0) {
          Apply(tag);
          html.remove_prefix(tag.length);
          continue;
        }
      }
      if (html[0] == '&') {
        auto [text, length] = ReadEntity(html);
        for (char c : text) Add(c);
        html.remove_prefix(length);
        continue;
      }
      Add(html[0]);
      html.remove_prefix(1);
    }
    EndRow();
    Break(0);
    while (!out_.empty() && out_.back() == '\n') out_.pop_back();
    return out_.empty() ? "" : out_ + "\n";
  }

 private:
  void Add(char c) {
    if (hidden_ > 0) return;
    if (preformatted_ > 0) {
      if (c == '\r') return;
      if (c != '\n')
        word_ += c;
      else if (!is_fresh_)
        Break(0, true);  // the line end after <pre> is not part of the text
      is_fresh_ = false;
      return;
    }
    if (!IsBlank(c))
      word_ += c;
    else
      EndWord();
  }

  // What was collected joins the line, or begins the next one.
  void EndWord() {
    if (preformatted_ > 0 || word_.empty()) return;
    std::size_t width = WidthOf(word_);
    if (!line_.empty() && Indent() + line_width_ + 1 + width > options_.width) Flush();
    if (!line_.empty()) line_ += ' ', ++line_width_;
    line_ += word_;
    line_width_ += width;
    word_.clear();
  }

  std::size_t Indent() const { return 2 * lists_.size() + 2 * static_cast<std::size_t>(quoted_); }

  void Flush() {
    if (line_.empty() && mark_.empty()) return;
    std::string indent(Indent(), ' ');
    if (!mark_.empty() && indent.size() >= WidthOf(mark_)) indent = indent.substr(WidthOf(mark_)) + mark_;
    mark_.clear();
    out_ += indent + line_ + "\n";
    line_.clear();
    line_width_ = 0;
  }

  // Ends the line; before the next one there are at least `blank` empty lines.
  void Break(int blank, bool always = false) {
    if (preformatted_ > 0)
      line_ += std::exchange(word_, "");
    else
      EndWord();
    if (in_row_) {  // inside of a cell lines are joined
      if (!line_.empty()) line_ += ' ', ++line_width_;
      return;
    }
    if (always && line_.empty())
      out_ += '\n';
    else
      Flush();
    if (blank > 0 && !out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
  }

  void Style(const char* escape) {
    if (options_.colour) word_ += escape;
  }

  void EndCell() {
    EndWord();
    if (in_row_) cells_.push_back(std::exchange(line_, ""));
    line_width_ = 0;
  }
  void EndRow() {
    if (!in_row_) return;
    if (!line_.empty() || !word_.empty()) EndCell();
    in_row_ = false;
    if (!cells_.empty()) rows_.push_back(std::exchange(cells_, {}));
  }

  // Columns as wide as their widest cell, while there is room; the last one is cut nowhere.
  void EndTable() {
    EndRow();
    std::vector<std::size_t> widths;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i >= widths.size()) widths.push_back(0);
        widths[i] = std::max(widths[i], std::min<std::size_t>(WidthOf(row[i]), 40));
      }
    for (const auto& row : rows_) {
      std::string text(Indent(), ' ');
      for (std::size_t i = 0; i < row.size(); ++i) {
        text += row[i];
        if (i + 1 < row.size())
          text += std::string(widths[i] > WidthOf(row[i]) ? widths[i] - WidthOf(row[i]) : 0, ' ') + "  ";
      }
      out_ += text + "\n";
    }
    rows_.clear();
    if (!out_.ends_with("\n\n")) out_ += '\n';
  }

  void Apply(const HtmlTag& tag) {
    const std::string& name = tag.name;
    auto is = [&](auto... names) { return ((name == names) || ...); };
    if (is("style", "script", "head", "title"))
      hidden_ = std::max(0, hidden_ + (tag.is_end ? -1 : 1));
    else if (hidden_ > 0)
      return;
    else if (is("p", "div", "dl"))
      Break(1);
    else if (is("br"))
      preformatted_ > 0 || !in_row_ ? Break(0, line_.empty() && word_.empty() && preformatted_ > 0) : EndWord();
    else if (is("hr"))
      Break(1);
    else if (is("h1", "h2", "h3", "h4", "h5", "h6", "caption", "dt"))
      Heading(tag.is_end);
    else if (is("ul", "ol"))
      List(tag);
    else if (is("li"))
      Item(tag);
    else if (is("dd", "blockquote"))
      Quote(tag.is_end);
    else if (is("pre"))
      Preformatted(tag.is_end);
    else if (is("table"))
      tag.is_end ? EndTable() : Break(1);
    else if (is("tr")) {
      EndRow();
      if (!tag.is_end) Break(0);
      in_row_ = !tag.is_end;
    } else if (is("td", "th")) {
      if (tag.is_end)
        EndCell();
      else if (!line_.empty() || !word_.empty())
        EndCell();
    } else if (is("b", "strong"))
      Style(tag.is_end ? "\033[22m" : "\033[1m");
    else if (is("i", "em", "u"))
      Style(tag.is_end ? "\033[24m" : "\033[4m");
    else if (is("sup") && !tag.is_end)
      word_ += '^';
    else if (is("sub") && !tag.is_end)
      word_ += '_';
    else if (is("a"))
      Link(tag);
    else if (is("img"))
      Picture(tag);
  }

  void Heading(bool is_end) {
    if (is_end) Style("\033[22m");
    Break(is_end ? 0 : 1);
    if (!is_end) Style("\033[1m");
  }
  void List(const HtmlTag& tag) {
    Break(0);
    if (!tag.is_end)
      lists_.push_back(tag.name == "ol" ? 1 : 0);
    else if (!lists_.empty())
      lists_.pop_back();
    if (lists_.empty()) Break(1);
  }
  void Item(const HtmlTag& tag) {
    Break(0);
    if (tag.is_end || lists_.empty()) return;
    mark_ = lists_.back() == 0 ? "- " : std::to_string(lists_.back()++) + ". ";
  }
  void Quote(bool is_end) {
    Break(1);
    quoted_ = std::max(0, quoted_ + (is_end ? -1 : 1));
  }
  void Preformatted(bool is_end) {
    if (!is_end)
      Break(1);
    else if (preformatted_ > 0)
      Break(0);
    preformatted_ = std::max(0, preformatted_ + (is_end ? -1 : 1));
    is_fresh_ = !is_end;
    if (is_end) Break(1);
  }
  void Link(const HtmlTag& tag) {
    if (!tag.is_end) {
      address_ = AttributeOf(tag, "href");
      return;
    }
    std::string leads = address_.empty() || !options_.link ? "" : options_.link(address_);
    address_.clear();
    bool is_said = (line_ + word_).find(leads) != std::string::npos;
    if (!leads.empty() && !is_said) word_.append(" [").append(leads).append("]");
  }
  void Picture(const HtmlTag& tag) {
    std::string leads = options_.link ? options_.link(AttributeOf(tag, "src")) : "";
    std::string name = AttributeOf(tag, "alt");
    EndWord();
    word_ = "[picture";
    if (!name.empty()) word_.append(": ").append(name);
    if (!leads.empty()) word_.append(" ").append(leads);
    word_ += ']';
    EndWord();
  }

  const HtmlTextOptions& options_;
  std::string out_, line_, word_, mark_, address_;
  std::size_t line_width_ = 0;
  std::vector<int> lists_;  // 0: bullets; else the next number
  std::vector<std::string> cells_;
  std::vector<std::vector<std::string>> rows_;
  bool in_row_ = false, is_fresh_ = false;
  int preformatted_ = 0, quoted_ = 0, hidden_ = 0;
};

}  // namespace

std::string HtmlText(std::string_view html, const HtmlTextOptions& options) { return Renderer(options).Render(html); }

}  // namespace mica
