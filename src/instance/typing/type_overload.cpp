// Operators on operator records (specification chapter 14): which function of the record's class an operator means.
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

bool IsElementwise(syntax::BinaryOperator op) {
  using enum syntax::BinaryOperator;
  return op == kElementAdd || op == kElementSubtract || op == kElementMultiply || op == kElementDivide ||
         op == kElementPower;
}

// The name of the operator class: elementwise operators are those of the elements.
std::string_view OperatorName(syntax::BinaryOperator op) {
  std::string_view name = syntax::Spelling(op);
  if (IsElementwise(op)) name.remove_prefix(1);
  return name;
}

}  // namespace

// All functions that the operator record offers under this name.
std::vector<ClassInstance*> Typer::OperatorFunctions(TypeId record, std::string_view name) {
  std::vector<ClassInstance*> functions;
  ClassInstance* c = elaboration_.RecordClassOf(record);
  if (!c) return functions;
  Found found = instances().FindElement(c, names().Intern(fmt::format("'{}'", name)));
  if (!found.class_element) return functions;
  ClassInstance* group = instances().InstanceOf(found.class_element);
  if (instances().IsFunction(group)) return {group};
  if (!group->library_class) return functions;
  for (Name child : instances().classes().ChildNames(group->library_class)) {
    Found member = instances().FindElement(group, child);
    if (!member.class_element) continue;
    ClassInstance* function = instances().InstanceOf(member.class_element);
    if (instances().IsFunction(function)) functions.push_back(function);
  }
  return functions;
}

// The call of the first function that takes these arguments as they are, the rest by default; invalid if none does.
Expr Typer::CallMatching(const std::vector<ClassInstance*>& functions, std::span<const Expr> given, Span span) {
  for (ClassInstance* candidate : functions) {
    FunctionId id = elaboration_.FunctionOf(candidate, span);
    if (!id.valid()) continue;
    const Function& function = store().functions[id];
    if (given.size() > function.input_count) continue;
    std::vector<Expr> args;
    for (std::size_t i = 0; i < given.size(); ++i) {
      std::optional<Expr> fitted = ops().TryCoerce(given[i], function.input(i).type);
      if (!fitted) break;
      args.push_back(*fitted);
    }
    if (args.size() < given.size()) continue;
    bool complete = true;
    for (std::size_t i = given.size(); i < function.input_count && complete; ++i) {
      complete = function.input(i).binding.valid();
      if (complete) args.push_back(SubstituteLocals(function.input(i).binding, args, store()));
    }
    if (complete) return Apply(id, args);
  }
  return {};
}

Expr Typer::OverloadedScalars(std::string_view name, Expr left, Expr right, Span span) {
  std::vector<Expr> both{left, right};
  for (Expr side : both)
    if (types().kind(exprs().type(side)) == TypeKind::kRecord)
      if (Expr call = CallMatching(OperatorFunctions(exprs().type(side), name), both, span); call.valid()) return call;
  // One side converted by a constructor of the other's class.
  for (std::size_t side = 0; side < 2; ++side) {
    TypeId record = exprs().type(both[side]);
    if (types().kind(record) != TypeKind::kRecord) continue;
    std::vector<Expr> other{both[1 - side]};
    Expr converted = CallMatching(OperatorFunctions(record, "constructor"), other, span);
    if (!converted.valid()) continue;
    std::vector<Expr> args = both;
    args[1 - side] = converted;
    if (Expr call = CallMatching(OperatorFunctions(record, name), args, span); call.valid()) return call;
  }
  return {};
}

Expr Typer::TypeBinary(syntax::BinaryOperator op, Expr left, Expr right, Span span) {
  if (ops().is_error(left) || ops().is_error(right)) return ops().error();
  bool is_record =
      types().kind(exprs().type(left)) == TypeKind::kRecord || types().kind(exprs().type(right)) == TypeKind::kRecord;
  if (!is_record) return ops().Binary(op, left, right, span);
  std::string_view name = OperatorName(op);
  std::vector<std::int32_t> a(types().sizes(exprs().type(left)).begin(), types().sizes(exprs().type(left)).end());
  std::vector<std::int32_t> b(types().sizes(exprs().type(right)).begin(), types().sizes(exprs().type(right)).end());
  Expr made;
  if (a.empty() && b.empty()) {
    made = OverloadedScalars(name, left, right, span);
  } else {
    // A function of the class for whole arrays comes first; else element by element.
    std::vector<Expr> both{left, right};
    for (Expr side : both)
      if (!made.valid() && !IsElementwise(op) && types().kind(exprs().type(side)) == TypeKind::kRecord)
        made = CallMatching(OperatorFunctions(types().Element(exprs().type(side)), name), both, span);
    bool spreads = a.empty() || b.empty()
                       ? IsElementwise(op) || op == syntax::BinaryOperator::kMultiply ||
                             (op == syntax::BinaryOperator::kDivide && b.empty())
                       : a == b && op != syntax::BinaryOperator::kMultiply && op != syntax::BinaryOperator::kDivide;
    if (!made.valid() && spreads) {
      const std::vector<std::int32_t>& sizes = a.empty() ? b : a;
      std::vector<Expr> args{Expr()}, iterators;
      for (std::int32_t size : sizes) {
        Expr iterator = exprs().NewIterator(names().Intern("i"), types().integer());
        iterators.push_back(iterator);
        args.push_back(iterator);
        args.push_back(ops().Range(exprs().Integer(1), {}, exprs().Integer(size), span));
      }
      Expr body = OverloadedScalars(name, a.empty() ? left : exprs().Index(left, iterators),
                                    b.empty() ? right : exprs().Index(right, iterators), span);
      if (body.valid()) {
        args[0] = body;
        made = exprs().Make(Op::kArrayFor, types().Array(exprs().type(body), sizes), args);
      }
    }
  }
  if (made.valid()) return made;
  return ops().Fail(kUndefinedOperator, span,
                    fmt::format("`{}` is not defined for {} and {}", syntax::Spelling(op), ops().TypeText(left),
                                ops().TypeText(right)));
}

Expr Typer::TypeUnary(syntax::UnaryOperator op, Expr operand, Span span) {
  if (ops().is_error(operand) || types().kind(exprs().type(operand)) != TypeKind::kRecord)
    return ops().Unary(op, operand, span);
  if (op == syntax::UnaryOperator::kPlus || op == syntax::UnaryOperator::kElementPlus) return operand;
  std::string_view name = op == syntax::UnaryOperator::kNot ? "not" : "-";
  TypeId element = types().Element(exprs().type(operand));
  std::vector<std::int32_t> sizes(types().sizes(exprs().type(operand)).begin(),
                                  types().sizes(exprs().type(operand)).end());
  std::vector<Expr> args{Expr()}, iterators;
  for (std::int32_t size : sizes) {
    Expr iterator = exprs().NewIterator(names().Intern("i"), types().integer());
    iterators.push_back(iterator);
    args.push_back(iterator);
    args.push_back(ops().Range(exprs().Integer(1), {}, exprs().Integer(size), span));
  }
  std::vector<Expr> given{exprs().Index(operand, iterators)};
  Expr body = CallMatching(OperatorFunctions(element, name), given, span);
  if (!body.valid())
    return ops().Fail(kUndefinedOperator, span,
                      fmt::format("`{}` is not defined for {}", name, ops().TypeText(operand)));
  if (sizes.empty()) return body;
  args[0] = body;
  return exprs().Make(Op::kArrayFor, types().Array(exprs().type(body), sizes), args);
}

// C(args) of an operator record: its constructors, before the one that every record has.
Expr Typer::CallConstructor(ClassInstance* record, const syntax::Call& call) {
  Found found = instances().FindElement(record, names().Intern("'constructor'"));
  if (!found.class_element) return {};
  ClassInstance* group = instances().InstanceOf(found.class_element);
  std::vector<ClassInstance*> functions;
  if (instances().IsFunction(group))
    functions.push_back(group);
  else if (group->library_class)
    for (Name child : instances().classes().ChildNames(group->library_class))
      if (Found member = instances().FindElement(group, child); member.class_element)
        functions.push_back(instances().InstanceOf(member.class_element));
  // Which of them takes these arguments: try each, and keep what it says to itself.
  for (ClassInstance* function : functions) {
    if (!instances().IsFunction(function)) continue;
    FunctionId id = elaboration_.FunctionOf(function, SpanOf(call));
    if (!id.valid()) continue;
    DiagnosticSink::Transaction attempt(elaboration_.sink());
    Expr made = MakeCall(id, call);
    if (!ops().is_error(made) || functions.size() == 1) return made;
    elaboration_.Withhold(attempt);
  }
  return {};
}

// sum and product of operator records: their own + and * from element to element (specification 10.3.4).
Expr Typer::ReduceRecords(Op op, Expr array, Span span) {
  TypeId type = exprs().type(array);
  if (types().has_unknown_size(type) || types().ElementCount(type) == 0)
    return ops().Fail(kSumOfRecords, span,
                      fmt::format("the {} of records needs a number of them that is known, and at least one",
                                  op == Op::kSumFor || op == Op::kSumOf ? "sum" : "product"));
  std::vector<std::int32_t> sizes(types().sizes(type).begin(), types().sizes(type).end());
  syntax::BinaryOperator with =
      op == Op::kSumFor || op == Op::kSumOf ? syntax::BinaryOperator::kAdd : syntax::BinaryOperator::kMultiply;
  Expr result;
  for (std::int64_t i = 0; i < types().ElementCount(type); ++i) {
    std::vector<Expr> subscripts(sizes.size());
    std::int64_t rest = i;
    for (std::size_t k = sizes.size(); k-- > 0; rest /= sizes[k]) subscripts[k] = exprs().Integer(rest % sizes[k] + 1);
    Expr item = exprs().Index(array, subscripts);
    result = result.valid() ? TypeBinary(with, result, item, span) : item;
    if (ops().is_error(result)) return result;
  }
  return result;
}

}  // namespace mica::instance
