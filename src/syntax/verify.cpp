#include "syntax/verify.h"

#include <fmt/format.h>

#include "syntax/walk.h"

namespace mica::syntax {

namespace {

// Blanks, comments, and a byte order mark at the beginning of the file.
bool IsTrivia(std::string_view text, bool at_start) {
  if (at_start && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      std::size_t end = text.find("*/", 2);
      if (end == std::string_view::npos) return false;
      text.remove_prefix(end + 2);
    } else if (std::string_view(" \t\r\n\v\f").find(text[0]) != std::string_view::npos) {
      text.remove_prefix(1);
    } else {
      return false;
    }
  }
  return true;
}

class Verifier {
 public:
  explicit Verifier(const SyntaxTree& tree) : tree_(tree) {}

  std::string Run() {
    VerifyTokens();
    if (fault_.empty()) VerifyNode(tree_.root());
    const Node& root = tree_.root();
    if (fault_.empty() && (root.first_token.index() != 0 || root.last_token.index() + 1 != tree_.tokens().size())) {
      fault_ = "the root does not cover the file";
    }
    return fault_;
  }

 private:
  void VerifyTokens() {
    const std::vector<Token>& tokens = tree_.tokens();
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < tokens.size() && fault_.empty(); ++i) {
      bool is_last = i + 1 == tokens.size();
      if (tokens[i].begin < end || tokens[i].end > tree_.text().size())
        fault_ = fmt::format("token {} is out of place", i);
      else if ((tokens[i].kind == TokenKind::kEndOfFile) != is_last)
        fault_ = fmt::format("token {} ends the file, or should", i);
      else if (!is_last && tokens[i].begin == tokens[i].end)
        fault_ = fmt::format("token {} is empty", i);
      else if (!IsTrivia(tree_.TriviaBefore(TokenId(i)), i == 0))
        fault_ = fmt::format("text before token {} is in no token", i);
      end = tokens[i].end;
    }
    if (tokens.empty() || end != tree_.text().size()) fault_ = "the tokens do not cover the file";
  }

  void VerifyNode(const Node& node) {
    std::int64_t first = node.first_token.index(), last = node.last_token.index();
    if (last < first - 1 || last >= static_cast<std::int64_t>(tree_.tokens().size())) {
      fault_ = fmt::format("a {} covers tokens {} to {}", KindName(node.kind), first, last);
      return;
    }
    std::int64_t next = first;
    children_.ForEach(node, [&](const Node& child) {
      if (!fault_.empty()) return;
      std::int64_t child_first = child.first_token.index(), child_last = child.last_token.index();
      if (child.empty()) return VerifyNode(child);
      if (child_first < next || child_last > last) {
        fault_ = fmt::format("a {} at tokens {} to {} does not fit into a {} at tokens {} to {} (next {})",
                             KindName(child.kind), child_first, child_last, KindName(node.kind), first, last, next);
        return;
      }
      next = child_last + 1;
      VerifyNode(child);
    });
  }

  const SyntaxTree& tree_;
  ChildStack children_;
  std::string fault_;
};

}  // namespace

std::string Verify(const SyntaxTree& tree) { return Verifier(tree).Run(); }

}  // namespace mica::syntax
