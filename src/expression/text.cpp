#include "expression/text.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace mica {

std::string ReferenceNames::Reference(VarId id, std::span<const std::string> subscripts) const {
  std::string text = fmt::format("v{}", id.index());
  if (!subscripts.empty()) text += fmt::format("[{}]", fmt::join(subscripts, ", "));
  return text;
}
std::string ReferenceNames::Scalar(ScalarId id) const { return fmt::format("s{}", id.index()); }
std::string ReferenceNames::Local(std::size_t place) const { return fmt::format("local{}", place); }

std::string FunctionNames::Reference(VarId id, std::span<const std::string> subscripts) const {
  return outer_ ? outer_->Reference(id, subscripts) : ReferenceNames::Reference(id, subscripts);
}
std::string FunctionNames::Scalar(ScalarId id) const {
  return outer_ ? outer_->Scalar(id) : ReferenceNames::Scalar(id);
}
std::string FunctionNames::Local(std::size_t place) const {
  if (place >= function_.variables.size()) return ReferenceNames::Local(place);
  return std::string(names_.text(function_.variables[place].name));
}

std::string RealText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string StringText(std::string_view value) {
  std::string text = "\"";
  for (char c : value) {
    switch (c) {
      case '"':
        text += "\\\"";
        break;
      case '\\':
        text += "\\\\";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      case '\r':
        text += "\\r";
        break;
      default:
        text += c;
    }
  }
  return text + '"';
}

namespace {

// The levels of the grammar: an operand is put into parentheses when its own level is lower than the place requires.
enum Level {
  kExpression,
  kRangeLevel,
  kOrLevel,
  kAndLevel,
  kNotLevel,
  kRelationLevel,
  kSumLevel,
  kTermLevel,
  kFactorLevel,
  kPrimary
};

class Printer {
 public:
  Printer(const Store& store, const ReferenceNames& names, std::size_t limit, int depth = 0)
      : store_(store), pool_(store.exprs), names_(names), limit_(limit), depth_(depth) {}

  std::string Print(Expr root) {
    stack_.push_back({{}, root, kExpression});
    while (!stack_.empty()) {
      if (out_.size() > limit_) return out_ + "…";
      Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (!piece.expr) {
        out_ += piece.text;
        continue;
      }
      pieces_.clear();
      bool parentheses = LevelOf(piece.expr) < piece.level;
      if (parentheses) Text("(");
      Emit(piece.expr);
      if (parentheses) Text(")");
      std::move(pieces_.rbegin(), pieces_.rend(), std::back_inserter(stack_));
    }
    return std::move(out_);
  }

 private:
  struct Piece {
    std::string text;
    Expr expr;  // invalid: the text
    int level = kExpression;
  };

  void Text(std::string text) { pieces_.push_back({std::move(text), {}, 0}); }
  void Operand(Expr e, int level = kExpression) { pieces_.push_back({{}, e, level}); }
  void List(std::span<const Expr> items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) Text(", ");
      Operand(items[i]);
    }
  }
  void Call(std::string_view name, std::span<const Expr> args) {
    Text(fmt::format("{}(", name));
    List(args);
    Text(")");
  }

  bool IsArray(Expr e) const { return store_.types.rank(pool_.type(e)) > 0; }

  // A conversion is implicit in Modelica, and so is that a relation holds its value between events.
  Expr WithoutConversion(Expr e) const {
    while (pool_.op(e) == Op::kHeld || (pool_.op(e) == Op::kToReal && pool_.op(pool_.arg(e, 0)) != Op::kInteger))
      e = pool_.arg(e, 0);
    return e;
  }

  int LevelOf(Expr e) const {
    e = WithoutConversion(e);
    switch (pool_.op(e)) {
      case Op::kReal:
        return std::signbit(pool_.real(e)) ? kSumLevel : kPrimary;
      case Op::kInteger:
        return pool_.integer(e) < 0 ? kSumLevel : kPrimary;
      case Op::kToReal:
        return pool_.integer(pool_.arg(e, 0)) < 0 ? kSumLevel : kPrimary;
      case Op::kIf:
        return kExpression;
      case Op::kRange:
        return kRangeLevel;
      case Op::kOr:
        return kOrLevel;
      case Op::kAnd:
        return kAndLevel;
      case Op::kNot:
        return kNotLevel;
      case Op::kNeg:
      case Op::kAdd:
      case Op::kSub:
        return kSumLevel;
      case Op::kMul:
      case Op::kDiv:
      case Op::kMatMul:
        return kTermLevel;
      case Op::kPow:
      case Op::kMatPow:
        return kFactorLevel;
      default:
        return IsRelation(pool_.op(e)) ? kRelationLevel : kPrimary;
    }
  }

  void Binary(Expr e, std::string_view sign, int left, int right) {
    Operand(pool_.arg(e, 0), left);
    Text(std::string(sign));
    Operand(pool_.arg(e, 1), right);
  }

  void Emit(Expr e);
  void EmitLiteral(Expr e);
  void EmitReference(Expr e);
  void EmitStructure(Expr e);
  void EmitOperator(Expr e);
  void EmitReduction(Expr e);
  void EmitStringOf(Expr e);
  void EmitIf(Expr e);
  bool EmitPath(Expr e);
  std::vector<std::string> Subscripts(Expr index);
  std::string FunctionName(Expr e) const {
    return std::string(store_.names.text(store_.functions[pool_.function(e)].name));
  }

  const Store& store_;
  const ExprPool& pool_;
  const ReferenceNames& names_;
  std::size_t limit_;
  int depth_;
  std::string out_;
  std::vector<Piece> stack_, pieces_;
};

void Printer::Emit(Expr e) {
  e = WithoutConversion(e);
  switch (ClassOf(pool_.op(e))) {
    case OpClass::kLiteral:
      return EmitLiteral(e);
    case OpClass::kReference:
      return EmitReference(e);
    case OpClass::kStructure:
      return EmitStructure(e);
    case OpClass::kOperator:
    case OpClass::kRelation:
      return EmitOperator(e);
    default:
      break;
  }
  switch (pool_.op(e)) {
    case Op::kToReal:
      return Text(RealText(static_cast<double>(pool_.integer(pool_.arg(e, 0)))));
    case Op::kEnumValue:
      return Call(store_.names.text(store_.types.enumeration(pool_.type(e)).name), pool_.args(e));
    case Op::kStringOf:
      return EmitStringOf(e);
    case Op::kError:
      return Text("<error>");
    default:
      return Call(OpName(pool_.op(e)), pool_.args(e));
  }
}

void Printer::EmitLiteral(Expr e) {
  switch (pool_.op(e)) {
    case Op::kReal:
      return Text(RealText(pool_.real(e)));
    case Op::kInteger:
      return Text(std::to_string(pool_.integer(e)));
    case Op::kBoolean:
      return Text(pool_.boolean(e) ? "true" : "false");
    case Op::kString:
      return Text(StringText(pool_.string(e)));
    default:
      break;
  }
  const EnumDefinition& definition = store_.types.enumeration(pool_.type(e));
  auto place = static_cast<std::size_t>(pool_.integer(e) - 1);
  if (place >= definition.literals.size())
    return Text(fmt::format("{}({})", store_.names.text(definition.name), place + 1));
  Text(fmt::format("{}.{}", store_.names.text(definition.name), store_.names.text(definition.literals[place])));
}

void Printer::EmitReference(Expr e) {
  switch (pool_.op(e)) {
    case Op::kTime:
      return Text("time");
    case Op::kVar:
      return Text(names_.Reference(pool_.var(e), {}));
    case Op::kScalar:
      return Text(names_.Scalar(pool_.scalar(e)));
    case Op::kLocal:
      return Text(names_.Local(pool_.payload(e)));
    case Op::kIterator:
      return Text(std::string(store_.names.text(pool_.iterator_name(e))));
    case Op::kColon:
      return Text(":");
    case Op::kFunction:
      return Text(FunctionName(e));
    default:
      break;
  }
  const Function& function = store_.functions[pool_.function(e)];
  Text(fmt::format("function {}(", store_.names.text(function.name)));
  for (std::size_t i = 0; i + 1 < pool_.args(e).size(); i += 2) {
    auto place = static_cast<std::size_t>(pool_.integer(pool_.arg(e, i)));
    Text(fmt::format("{}{} = ", i > 0 ? ", " : "", store_.names.text(function.input(place).name)));
    Operand(pool_.arg(e, i + 1));
  }
  Text(")");
}

std::vector<std::string> Printer::Subscripts(Expr index) {
  constexpr int kDeepest = 100;
  std::vector<std::string> texts;
  for (std::size_t i = 1; i < pool_.args(index).size(); ++i)
    texts.push_back(depth_ > kDeepest ? "…" : Printer(store_, names_, limit_, depth_ + 1).Print(pool_.arg(index, i)));
  return texts;
}

// a.b[i].c for fields of a local: in the expression the subscripts come last (a record of arrays), in the text each
// part has its own.
bool Printer::EmitPath(Expr e) {
  std::vector<std::string> subscripts;
  if (pool_.op(e) == Op::kIndex) {
    subscripts = Subscripts(e);
    e = pool_.arg(e, 0);
  }
  struct Part {
    std::string name;
    std::size_t rank;
  };
  std::vector<Part> parts;
  while (pool_.op(e) == Op::kField) {
    Expr record = pool_.arg(e, 0);
    if (store_.types.kind(pool_.type(record)) != TypeKind::kRecord) return false;
    const RecordField& field = store_.types.record(pool_.type(record)).fields[pool_.payload(e)];
    parts.push_back({std::string(store_.names.text(field.name)), store_.types.rank(field.type)});
    e = record;
  }
  if (pool_.op(e) == Op::kVar && parts.empty()) {
    Text(names_.Reference(pool_.var(e), subscripts));
    return true;
  }
  if (pool_.op(e) == Op::kVar)
    parts.push_back({names_.Reference(pool_.var(e), {}), store_.types.rank(pool_.type(e))});
  else if (pool_.op(e) == Op::kLocal)
    parts.push_back({names_.Local(pool_.payload(e)), store_.types.rank(pool_.type(e))});
  else
    return false;
  std::string text;
  std::size_t used = 0;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!text.empty()) text += ".";
    text += part->name;
    std::size_t count = std::min(part->rank, subscripts.size() - used);
    if (count == 0) continue;
    text += fmt::format("[{}]", fmt::join(std::span(subscripts).subspan(used, count), ", "));
    used += count;
  }
  Text(std::move(text));
  return true;
}

void Printer::EmitStructure(Expr e) {
  std::span<const Expr> args = pool_.args(e);
  Op op = pool_.op(e);
  if (IsReduction(op)) return EmitReduction(e);
  switch (op) {
    case Op::kArray:
      if (args.empty()) {  // an empty array has no braces form: its type would be lost
        std::vector<std::string> sizes;
        for (std::int32_t size : store_.types.sizes(pool_.type(e))) sizes.push_back(std::to_string(size));
        TypeId element = pool_.types().Element(pool_.type(e));
        std::string_view value = element == store_.types.real()      ? "0.0"
                                 : element == store_.types.boolean() ? "false"
                                 : element == store_.types.string()  ? "\"\""
                                 : element == store_.types.integer() ? "0"
                                                                     : "…";
        return Text(fmt::format("fill({}, {})", value, fmt::join(sizes, ", ")));
      }
      Text("{");
      List(args);
      return Text("}");
    case Op::kRange:
      Operand(args[0], kOrLevel);
      Text(":");
      if (!pool_.is_number(args[1], 1) &&
          !(pool_.op(args[1]) == Op::kToReal && pool_.is_number(pool_.arg(args[1], 0), 1))) {
        Operand(args[1], kOrLevel);
        Text(":");
      }
      return Operand(args[2], kOrLevel);
    case Op::kIndex: {
      if (EmitPath(e)) return;
      Op base = pool_.op(args[0]);
      bool reference = ClassOf(base) == OpClass::kReference;
      Text(reference ? "" : "(");
      Operand(args[0]);
      Text(reference ? "[" : ")[");
      List(args.subspan(1));
      return Text("]");
    }
    case Op::kField: {
      if (EmitPath(e)) return;
      Op base = pool_.op(args[0]);
      bool reference = ClassOf(base) == OpClass::kReference;
      Text(reference ? "" : "(");
      Operand(args[0]);
      if (!reference) Text(")");
      const auto& fields = store_.types.record(pool_.type(args[0])).fields;
      return Text(fmt::format(".{}", store_.names.text(fields[pool_.payload(e)].name)));
    }
    case Op::kRecord:
      return Call(store_.names.text(store_.types.record(pool_.type(e)).name), args);
    case Op::kTupleItem:
      if (pool_.payload(e) == 0) return Operand(args[0], kPrimary);
      Text("tupleItem(");
      Operand(args[0]);
      return Text(fmt::format(", {})", pool_.payload(e) + 1));
    case Op::kCall:
      return Call(FunctionName(e), args);
    case Op::kCallValue:
      Operand(args[0], kPrimary);
      return Call("", args.subspan(1));
    default:
      return Call(OpName(op), args);
  }
}

void Printer::EmitReduction(Expr e) {
  bool braces = pool_.op(e) == Op::kArrayFor;
  Text(braces ? "{" : fmt::format("{}(", OpName(pool_.op(e))));
  Operand(pool_.arg(e, 0));
  Text(" for ");
  for (std::size_t i = pool_.args(e).size() - 1; i >= 2; i -= 2) {  // the first dimension is written last
    Operand(pool_.arg(e, i - 1));
    Text(" in ");
    Operand(pool_.arg(e, i));
    if (i > 2) Text(", ");
  }
  Text(braces ? "}" : ")");
}

void Printer::EmitStringOf(Expr e) {
  static constexpr std::string_view kOptions[] = {"minimumLength", "leftJustified", "significantDigits"};
  Text("String(");
  Operand(pool_.arg(e, 0));
  for (std::size_t i = 1; i < pool_.args(e).size() && i <= std::size(kOptions); ++i) {
    Text(fmt::format(", {} = ", pool_.payload(e) == 1 ? "format" : kOptions[i - 1]));
    Operand(pool_.arg(e, i));
  }
  Text(")");
}

void Printer::EmitIf(Expr e) {
  Text("if ");
  while (true) {
    Operand(pool_.arg(e, 0));
    Text(" then ");
    Operand(pool_.arg(e, 1));
    e = pool_.arg(e, 2);
    if (pool_.op(e) != Op::kIf) break;
    Text(" elseif ");
  }
  Text(" else ");
  Operand(e);
}

void Printer::EmitOperator(Expr e) {
  Op op = pool_.op(e);
  if (IsRelation(op)) return Binary(e, fmt::format(" {} ", OpName(op)), kSumLevel, kSumLevel);
  if (op == Op::kIf) return EmitIf(e);
  if (op == Op::kNeg || op == Op::kNot) {
    Text(op == Op::kNeg ? "-" : "not ");
    return Operand(pool_.arg(e, 0), op == Op::kNeg ? kTermLevel : kRelationLevel);
  }
  bool left_array = IsArray(pool_.arg(e, 0)), right_array = IsArray(pool_.arg(e, 1));
  switch (op) {
    case Op::kOr:
      return Binary(e, " or ", kOrLevel, kAndLevel);
    case Op::kAnd:
      return Binary(e, " and ", kAndLevel, kNotLevel);
    case Op::kAdd:
      return Binary(e, left_array == right_array ? " + " : " .+ ", kSumLevel, kTermLevel);
    case Op::kSub:
      return Binary(e, left_array == right_array ? " - " : " .- ", kSumLevel, kTermLevel);
    case Op::kMul:
      return Binary(e, left_array && right_array ? " .* " : "*", kTermLevel, kFactorLevel);
    case Op::kDiv:
      return Binary(e, right_array ? " ./ " : "/", kTermLevel, kFactorLevel);
    case Op::kMatMul:
      return Binary(e, "*", kTermLevel, kFactorLevel);
    case Op::kPow:
      return Binary(e, left_array || right_array ? " .^ " : "^", kPrimary, kPrimary);
    default:
      return Binary(e, "^", kPrimary, kPrimary);
  }
}

}  // namespace

std::string ExprText(Expr e, const Store& store, const ReferenceNames& names, std::size_t limit) {
  return Printer(store, names, limit).Print(e);
}

}  // namespace mica
