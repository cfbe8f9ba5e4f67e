// Arguments of predefined functions and operators: put to the parameters of the signature by place and by name, typed,
// converted and checked.
#include <fmt/format.h>
#include <algorithm>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

namespace {

using Kind = BuiltinParameter::Kind;
using Use = BuiltinParameter::Use;

// The parameter that an argument by place goes to.
const BuiltinParameter& ParameterAt(const Builtin& row, std::size_t i) {
  return row.parameters[std::min(i, row.parameter_count() - 1)];
}

bool Repeats(const Builtin& row) {
  return row.parameter_count() > 0 && row.parameters[row.parameter_count() - 1].use == Use::kRepeated;
}

std::size_t RequiredCount(const Builtin& row) {
  return static_cast<std::size_t>(std::ranges::count_if(
      row.parameters, [](const BuiltinParameter& p) { return !p.name.empty() && p.use != Use::kOptional; }));
}

// "delay(expr, delayTime, delayMax)", of all its forms.
std::string SignatureText(std::span<const Builtin> rows) {
  std::string text;
  for (const Builtin& row : rows) {
    text += fmt::format("{}{}(", text.empty() ? "" : " or ", row.name);
    for (std::size_t i = 0; i < row.parameter_count(); ++i) {
      const BuiltinParameter& p = row.parameters[i];
      text += fmt::format("{}{}{}", i > 0 ? ", " : "", p.name,
                          p.use == Use::kRepeated                ? ", …"
                          : p.use == Use::kOptional && p.by_name ? " = …"
                                                                 : "");
    }
    text += ")";
  }
  return text;
}

std::string_view KindText(Kind kind) {
  switch (kind) {
    case Kind::kAny:
    case Kind::kData:
      return "a value";
    case Kind::kReal:
    case Kind::kOnlyReal:
      return "Real";
    case Kind::kNumber:
      return "a number";
    case Kind::kSummable:
      return "a number or an operator record";
    case Kind::kOrdered:
      return "a number, Boolean or enumeration value";
    case Kind::kInteger:
      return "an Integer";
    case Kind::kBoolean:
      return "Boolean";
    case Kind::kString:
      return "a String";
    case Kind::kEnumeration:
      return "an enumeration value";
    case Kind::kClock:
      return "a Clock";
    case Kind::kLevel:
      return "an AssertionLevel";
    case Kind::kPlace:
      return "a component";
  }
  return "";
}

std::string_view ShapeText(BuiltinParameter::Shape shape) {
  switch (shape) {
    case BuiltinParameter::Shape::kAny:
      return "";
    case BuiltinParameter::Shape::kScalar:
      return "a scalar";
    case BuiltinParameter::Shape::kVector:
      return "a vector";
    case BuiltinParameter::Shape::kThree:
      return "a vector of size 3";
    case BuiltinParameter::Shape::kMatrix:
      return "a matrix";
    case BuiltinParameter::Shape::kArray:
      return "an array";
    case BuiltinParameter::Shape::kTwoOrMore:
      return "an array of two or more dimensions";
  }
  return "";
}

}  // namespace

Expr BuiltinCalls::Type(std::string_view name) {
  name_ = name;
  if (Expr own = OverloadedString(); own.valid()) return own;
  if (name == "size")
    if (Expr own = typer_.SizeOfUnfinished(call_); own.valid()) return own;
  const Builtin& row = Choose(FindBuiltin(name));
  if (!row.has_value())
    return ops().Fail(kNotAFunction, span_, fmt::format("{} is an equation or a statement, and has no value", name));
  if (!IsAllowedHere(row, false) || !PlaceArguments(row, false) || !Check(row)) return ops().error();
  return (this->*row.make)(row.op);
}

bool BuiltinCalls::Statement(std::string_view name, bool in_when) {
  name_ = name;
  const Builtin& row = Choose(FindBuiltin(name));
  return IsAllowedHere(row, in_when) && PlaceArguments(row, false) && Check(row);
}

bool BuiltinCalls::IsAllowedHere(const Builtin& row, bool in_when) {
  row_ = &row;
  bool is_for_models = row.where != Builtin::Where::kAnywhere && row.where != Builtin::Where::kStatement;
  if (is_for_models && typer_.instances().IsInFunction(typer_.scope())) {
    ops().Fail(kModelOperatorInFunction, span_, fmt::format("{} cannot be used in a function", name_));
    return false;
  }
  if (row.where == Builtin::Where::kWhen && !in_when) {
    auto& d =
        typer_.elaboration().sink().Report(kReinitOutsideWhen, span_, fmt::format("{} must stand inside when", name_));
    d.hint = "a state is given a new value at an event: when … then reinit(x, …); end when";
    return false;
  }
  return true;
}

// Of several signatures, the first that fits; else the one that most fits, which is then reported.
const Builtin& BuiltinCalls::Choose(std::span<const Builtin> rows) {
  if (rows.size() == 1) return rows[0];
  const Builtin* nearest = nullptr;
  int nearest_score = -1;
  for (const Builtin& row : rows) {
    int score = 0;
    if (PlaceArguments(row, true)) {
      score = 1;
      args_.assign(written_.size(), Expr());
      bool fits = true;
      for (std::size_t i = 0; i < written_.size(); ++i) {
        if (!written_[i]) continue;
        args_[i] = TypedOnce(*written_[i]);
        // What is wrong in itself was reported, and says nothing about the signature.
        fits = fits && (ops().is_error(args_[i]) || CheckArgument(row, i, true));
        score += fits;
      }
      if (fits) return row;
    }
    if (score > nearest_score) {
      nearest = &row;
      nearest_score = score;
    }
  }
  return *nearest;
}

bool BuiltinCalls::PlaceArguments(const Builtin& row, bool is_quiet) {
  std::size_t by_place = call_.arguments.size(), given = by_place + call_.named_arguments.size();
  std::size_t count = row.parameter_count(), least = RequiredCount(row);
  std::size_t most = Repeats(row) ? std::max(by_place, count) : count;
  auto complain = [&](const DiagnosticCode& code, Span span, std::string message) {
    if (!is_quiet)
      typer_.elaboration().sink().Report(code, span, std::move(message)).hint =
          fmt::format("it is called as {}", SignatureText(FindBuiltin(name_)));
    return false;
  };
  written_.assign(most, nullptr);
  if (by_place <= most) std::ranges::copy(call_.arguments, written_.begin());
  // What is wrong with a name says more than the number of arguments.
  for (const syntax::NamedArgument* argument : call_.named_arguments) {
    std::size_t place = 0;
    while (place < count && !(declared_.empty() ? row.parameters[place].by_name &&
                                                      row.parameters[place].name == typer_.names().text(argument->name)
                                                : place < declared_.size() && declared_[place] == argument->name))
      ++place;
    if (place == count) {
      if (!is_quiet) ReportName(row, *argument);
      return false;
    }
    if (written_[place])
      return complain(kArgumentTwice, typer_.SpanOf(*argument),
                      fmt::format("the argument {} of {} is given twice", typer_.names().text(argument->name), name_));
    written_[place] = argument->value;
  }
  if (given < least || by_place > most) {
    std::string required = Repeats(row)    ? fmt::format("at least {} argument{}", least, least == 1 ? "" : "s")
                           : least == most ? fmt::format("{} argument{}", least, least == 1 ? "" : "s")
                                           : fmt::format("{} to {} arguments", least, most);
    if (most == 0) required = "no argument";
    return complain(kWrongArgumentCount, span_, fmt::format("{} requires {}, but is given {}", name_, required, given));
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!written_[i] && row.parameters[i].use != Use::kOptional)
      return complain(kMissingArgument, span_,
                      fmt::format("the argument {} of {} is missing", row.parameters[i].name, name_));
  return true;
}

void BuiltinCalls::ReportName(const Builtin& row, const syntax::NamedArgument& argument) {
  std::string_view name = typer_.names().text(argument.name);
  std::span<const Builtin> rows = FindBuiltin(name_);
  std::vector<std::string_view> candidates;
  bool is_by_place = false;
  for (const Builtin& one : rows)
    for (std::size_t i = 0; i < one.parameter_count(); ++i) {
      if (one.parameters[i].by_name)
        candidates.push_back(one.parameters[i].name);
      else if (one.parameters[i].name == name)
        is_by_place = true;
    }
  std::string message =
      candidates.empty() ? fmt::format("the arguments of {} are given by their place, not by a name", name_)
      : is_by_place      ? fmt::format("the argument {} of {} is given by its place, not by its name", name, name_)
                         : fmt::format("{} has no argument {}", name_, name);
  if (std::ranges::find(candidates, name) != candidates.end())
    message = fmt::format("{} has no argument {} beside the others that are given", name_, name);
  auto& d = typer_.elaboration().sink().Report(kUnknownArgument, typer_.SpanOf(argument), std::move(message));
  std::string_view near = NearestSpelling(name, candidates);
  d.hint = near.empty() || near == name
               ? fmt::format("it is called as {} (specification {})", SignatureText(rows), row.section)
               : fmt::format("did you mean {}?", near);
}

// Typing reports what is wrong, and makes iterators of its own: once is enough.
Expr BuiltinCalls::TypedOnce(const syntax::Expression& argument) {
  for (const auto& [expression, e] : typed_)
    if (expression == &argument) return e;
  Expr e = typer_.Type(argument);
  // Of a call with several results, an argument takes the first.
  if (!ops().is_error(e) && types().kind(exprs().type(e)) == TypeKind::kTuple)
    e = exprs().Make(Op::kTupleItem, types()[exprs().type(e)].parts[0], {e}, 0);
  typed_.emplace_back(&argument, e);
  return e;
}

bool BuiltinCalls::Check(const Builtin& row) {
  args_.assign(written_.size(), Expr());
  bool ok = true;
  for (std::size_t i = 0; i < written_.size(); ++i) {
    if (!written_[i] || ParameterAt(row, i).kind == Kind::kPlace) continue;
    args_[i] = TypedOnce(*written_[i]);
    ok = ok && !ops().is_error(args_[i]);
  }
  for (std::size_t i = 0; ok && i < written_.size(); ++i)
    if (given(i)) ok = CheckArgument(row, i, false);
  while (!args_.empty() && !args_.back().valid() && ParameterAt(row, args_.size() - 1).kind != Kind::kPlace)
    args_.pop_back();
  return ok;
}

bool BuiltinCalls::CheckArgument(const Builtin& row, std::size_t i, bool is_quiet) {
  row_ = &row;
  const BuiltinParameter& parameter = ParameterAt(row, i);
  auto complain = [&](const DiagnosticCode& code, std::string_view wanted) {
    if (!is_quiet)
      ops().Fail(code, typer_.SpanOf(*written_[i]),
                 fmt::format("{} must be {}, but {} is of type {}", What(i), wanted, ops().Text(args_[i]),
                             ops().TypeText(args_[i])));
    return false;
  };
  Expr as_written = args_[i];
  if (!IsKind(parameter.kind, args_[i])) return complain(kWrongArgumentType, KindText(parameter.kind));
  if (!IsShape(parameter.shape, type(i))) {
    args_[i] = as_written;
    return complain(kWrongArgumentShape, ShapeText(parameter.shape));
  }
  if (parameter.is_parameter && !is_quiet && typer_.elaboration().VariabilityOf(args_[i]) > VariableKind::kParameter) {
    ops().Fail(kArgumentChanges, typer_.SpanOf(*written_[i]),
               fmt::format("{} must be a parameter, and {} changes", What(i), ops().Text(args_[i])));
    return false;
  }
  return true;
}

bool BuiltinCalls::IsKind(Kind kind, Expr& e) {
  TypeKind have = types().kind(exprs().type(e));
  bool is_number = have == TypeKind::kReal || have == TypeKind::kInteger;
  // {} has no type of its own.
  if (have == TypeKind::kNone && types().rank(exprs().type(e)) > 0) {
    TypeId element = kind == Kind::kReal || kind == Kind::kOnlyReal || kind == Kind::kNumber ||
                             kind == Kind::kSummable || kind == Kind::kOrdered
                         ? types().real()
                     : kind == Kind::kInteger ? types().integer()
                     : kind == Kind::kBoolean ? types().boolean()
                                              : types().none();
    if (element != types().none()) e = *ops().TryCoerce(e, types().WithSizes(element, types().sizes(exprs().type(e))));
    return true;
  }
  switch (kind) {
    case Kind::kAny:
      return have != TypeKind::kFunction && have != TypeKind::kNone;
    case Kind::kData:
      return is_number || have == TypeKind::kBoolean || have == TypeKind::kString || have == TypeKind::kEnumeration ||
             have == TypeKind::kRecord;
    case Kind::kReal:
      e = ops().ToReal(e);
      return is_number;
    case Kind::kOnlyReal:
      return have == TypeKind::kReal;
    case Kind::kNumber:
      return is_number;
    case Kind::kSummable:
      return is_number || have == TypeKind::kRecord;
    case Kind::kOrdered:
      return is_number || have == TypeKind::kBoolean || have == TypeKind::kEnumeration;
    case Kind::kInteger:
      return have == TypeKind::kInteger;
    case Kind::kBoolean:
      return have == TypeKind::kBoolean;
    case Kind::kString:
      return have == TypeKind::kString;
    case Kind::kEnumeration:
      return have == TypeKind::kEnumeration;
    case Kind::kClock:
      return have == TypeKind::kClock;
    case Kind::kLevel:
      return exprs().type(e) == typer_.AssertionLevel();
    case Kind::kPlace:
      return true;
  }
  return false;
}

bool BuiltinCalls::IsShape(BuiltinParameter::Shape shape, TypeId type) {
  std::size_t rank = types().rank(type);
  switch (shape) {
    case BuiltinParameter::Shape::kAny:
      return true;
    case BuiltinParameter::Shape::kScalar:
      return rank == 0;
    case BuiltinParameter::Shape::kVector:
      return rank == 1;
    case BuiltinParameter::Shape::kThree:
      return rank == 1 && (types().sizes(type)[0] == 3 || types().sizes(type)[0] < 0);
    case BuiltinParameter::Shape::kMatrix:
      return rank == 2;
    case BuiltinParameter::Shape::kArray:
      return rank > 0;
    case BuiltinParameter::Shape::kTwoOrMore:
      return rank >= 2;
  }
  return false;
}

std::string BuiltinCalls::What(std::size_t i) const {
  const BuiltinParameter& parameter = ParameterAt(*row_, i);
  if (parameter.by_name) return fmt::format("the argument {} of {}", parameter.name, name_);
  return fmt::format("argument {} of {}", i + 1, name_);
}

std::optional<std::int64_t> BuiltinCalls::Known(std::size_t i, std::string_view what) {
  if (exprs().op(args_[i]) == Op::kInteger) return exprs().integer(args_[i]);
  std::optional<Value> value = typer_.elaboration().Evaluate(args_[i], span_, what);
  if (!value) return std::nullopt;
  return value->integer();
}

std::optional<std::vector<std::int32_t>> BuiltinCalls::ElementSizes() {
  std::optional<std::vector<std::int32_t>> common;
  for (std::size_t i = 0; i < args_.size(); ++i) {
    Sizes own = types().sizes(type(i));
    if (own.empty()) continue;
    if (!common) common.emplace(own.begin(), own.end());
    bool fits = own.size() == common->size();
    for (std::size_t k = 0; fits && k < own.size(); ++k) {
      fits = own[k] == (*common)[k] || own[k] < 0 || (*common)[k] < 0;
      if ((*common)[k] < 0) (*common)[k] = own[k];
    }
    if (fits) continue;
    ops().Fail(kArgumentSizesDiffer, span_, fmt::format("the arguments of {} that are arrays differ in size", name_));
    return std::nullopt;
  }
  return common ? common : std::vector<std::int32_t>();
}

}  // namespace mica::instance
