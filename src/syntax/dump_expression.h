// Expressions in the text form of the stage (dump.h), on one line in prefix form. Internal to the stage.
#pragma once

#include <string>

#include "base/name.h"
#include "syntax/tree.h"

namespace mica::syntax {

bool IsExpression(NodeKind kind);

class ExpressionDumper {
 public:
  ExpressionDumper(const SyntaxTree& tree, const NameTable& names) : tree_(tree), names_(names) {}

  std::string Dump(const Expression& expression);

 private:
  void Write(const Expression& expression);
  void WriteReference(const ComponentReference& reference);
  void WriteCall(const Call& call);
  void WriteBinary(const Binary& binary);
  void WriteString(const StringLiteral& literal);
  void WriteNamed(List<NamedArgument> arguments);
  void WriteIterators(List<Iterator> iterators);
  void WriteAll(std::string_view separator, List<Expression> expressions);

  const SyntaxTree& tree_;
  const NameTable& names_;
  std::string out_;
};

}  // namespace mica::syntax
