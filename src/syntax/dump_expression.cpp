#include "syntax/dump_expression.h"

#include <fmt/format.h>

namespace mica::syntax {

bool IsExpression(NodeKind kind) { return kind >= NodeKind::kMissing && kind <= NodeKind::kMember; }

std::string ExpressionDumper::Dump(const Expression& expression) {
  out_.clear();
  Write(expression);
  return std::move(out_);
}

void ExpressionDumper::WriteAll(std::string_view separator, List<Expression> expressions) {
  for (const Expression* expression : expressions) {
    out_ += separator;
    if (expression)
      Write(*expression);
    else
      out_ += '_';
  }
}

void ExpressionDumper::WriteReference(const ComponentReference& reference) {
  if (reference.leading_dot) out_ += '.';
  for (std::size_t i = 0; i < reference.parts.size(); ++i) {
    if (i > 0) out_ += '.';
    out_ += names_.text(reference.parts[i].name);
    List<Expression> subscripts = reference.parts[i].subscripts;
    for (std::size_t k = 0; k < subscripts.size(); ++k) {
      out_ += k == 0 ? "[" : " ";
      Write(*subscripts[k]);
    }
    if (!subscripts.empty()) out_ += ']';
  }
}

void ExpressionDumper::WriteNamed(List<NamedArgument> arguments) {
  for (const NamedArgument* argument : arguments) {
    out_ += fmt::format(" {}=", names_.text(argument->name));
    Write(*argument->value);
  }
}

void ExpressionDumper::WriteIterators(List<Iterator> iterators) {
  for (const Iterator* iterator : iterators) {
    out_ += " (for ";
    out_ += iterator->name ? names_.text(iterator->name) : "?";
    if (iterator->range) {
      out_ += ' ';
      Write(*iterator->range);
    }
    out_ += ')';
  }
}

void ExpressionDumper::WriteCall(const Call& call) {
  out_ += "(call ";
  WriteReference(*call.callee);
  WriteAll(" ", call.arguments);
  WriteNamed(call.named_arguments);
  WriteIterators(call.iterators);
  out_ += ')';
}

// (+ a b), or for a chain (a + b - c).
void ExpressionDumper::WriteBinary(const Binary& binary) {
  out_ += '(';
  if (binary.rest.size() == 1) {
    out_ += Spelling(binary.rest[0].op);
    out_ += ' ';
    Write(*binary.first);
    out_ += ' ';
    Write(*binary.rest[0].operand);
  } else {
    Write(*binary.first);
    for (const BinaryTail& tail : binary.rest) {
      out_ += fmt::format(" {} ", Spelling(tail.op));
      Write(*tail.operand);
    }
  }
  out_ += ')';
}

// In quotes, on one line, cut when long.
void ExpressionDumper::WriteString(const StringLiteral& literal) {
  constexpr std::size_t kShown = 60;
  std::string_view value = literal.value;
  std::size_t shown = std::min(value.size(), kShown);
  while (shown < value.size() && (value[shown] & 0xC0) == 0x80) --shown;
  out_ += '"';
  for (char c : value.substr(0, shown)) {
    if (c == '\n')
      out_ += "\\n";
    else if (c == '\r')
      out_ += "\\r";
    else if (c == '"' || c == '\\')
      (out_ += '\\') += c;
    else
      out_ += c;
  }
  out_ += shown < value.size() ? "…\"" : "\"";
}

void ExpressionDumper::Write(const Expression& expression) {
  switch (expression.kind) {
    case NodeKind::kMissing:
      out_ += "(missing)";
      break;
    case NodeKind::kStringLiteral:
      WriteString(expression.To<StringLiteral>());
      break;
    case NodeKind::kComponentReference:
      WriteReference(expression.To<ComponentReference>());
      break;
    case NodeKind::kCall:
      WriteCall(expression.To<Call>());
      break;
    case NodeKind::kPartialApplication: {
      const auto& application = expression.To<PartialApplication>();
      out_ += "(function ";
      WriteReference(*application.callee);
      WriteNamed(application.named_arguments);
      out_ += ')';
      break;
    }
    case NodeKind::kUnary: {
      const auto& unary = expression.To<Unary>();
      out_ += fmt::format("({} ", Spelling(unary.op));
      Write(*unary.operand);
      out_ += ')';
      break;
    }
    case NodeKind::kBinary:
      WriteBinary(expression.To<Binary>());
      break;
    case NodeKind::kIfExpression: {
      const auto& conditional = expression.To<IfExpression>();
      out_ += "(if";
      for (const ExpressionBranch* branch : conditional.branches) {
        out_ += ' ';
        Write(*branch->condition);
        out_ += ' ';
        Write(*branch->value);
      }
      out_ += " else ";
      Write(*conditional.otherwise);
      out_ += ')';
      break;
    }
    case NodeKind::kArray:
      out_ += "(array";
      WriteAll(" ", expression.To<Array>().elements);
      WriteIterators(expression.To<Array>().iterators);
      out_ += ')';
      break;
    case NodeKind::kMatrix:
      out_ += "(matrix";
      for (const MatrixRow* row : expression.To<Matrix>().rows) {
        out_ += " (row";
        WriteAll(" ", row->elements);
        out_ += ')';
      }
      out_ += ')';
      break;
    case NodeKind::kRange: {
      const auto& range = expression.To<Range>();
      out_ += "(range ";
      Write(*range.start);
      if (range.step) {
        out_ += ' ';
        Write(*range.step);
      }
      out_ += ' ';
      Write(*range.stop);
      out_ += ')';
      break;
    }
    case NodeKind::kParenthesised:
      out_ += "(paren ";
      Write(*expression.To<Parenthesised>().inner);
      out_ += ')';
      break;
    case NodeKind::kTuple:
      out_ += "(tuple";
      WriteAll(" ", expression.To<Tuple>().elements);
      out_ += ')';
      break;
    case NodeKind::kSubscripted:
      out_ += "(subscript ";
      Write(*expression.To<Subscripted>().base);
      WriteAll(" ", expression.To<Subscripted>().subscripts);
      out_ += ')';
      break;
    case NodeKind::kMember: {
      const auto& member = expression.To<Member>();
      out_ += "(member ";
      Write(*member.base);
      out_ += fmt::format(" {})", member.name ? names_.text(member.name) : "?");
      break;
    }
    default:
      out_ += tree_.Text(expression);
      break;
  }
}

}  // namespace mica::syntax
