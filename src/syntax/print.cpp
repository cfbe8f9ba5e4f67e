#include "syntax/print.h"

#include "syntax/walk.h"

namespace mica::syntax {

namespace {

class Printer {
 public:
  explicit Printer(const SyntaxTree& tree) : tree_(tree) { out_.reserve(tree.text().size()); }

  void Visit(const Node& node) {
    children_.ForEach(node, [this](const Node& child) {
      WriteUpTo(child.first_token.index());
      Visit(child);
    });
    WriteUpTo(node.last_token.index() + 1);
  }

  std::string Take() { return std::move(out_); }

 private:
  void WriteUpTo(std::uint32_t end) {
    for (; next_ < end; ++next_) {
      out_ += tree_.TriviaBefore(TokenId(next_));
      out_ += tree_.Text(TokenId(next_));
    }
  }

  const SyntaxTree& tree_;
  std::string out_;
  ChildStack children_;
  std::uint32_t next_ = 0;
};

}  // namespace

std::string Print(const SyntaxTree& tree) {
  Printer printer(tree);
  printer.Visit(tree.root());
  return printer.Take();
}

}  // namespace mica::syntax
