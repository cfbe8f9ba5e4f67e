// String(): conversion to text (specification 3.7.1 and, of records, 14.3).
#include <fmt/format.h>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

// What an operator record says about its conversion: the arguments are those of its function.
Expr BuiltinCalls::OverloadedString() {
  if (name_ != "String" || call_.arguments.empty()) return {};
  Expr value = TypedOnce(*call_.arguments[0]);
  if (ops().is_error(value)) return value;
  if (types().kind(exprs().type(value)) != TypeKind::kRecord) return {};
  std::vector<ClassInstance*> functions = typer_.OperatorFunctions(types().Element(exprs().type(value)), "String");
  if (functions.size() == 1) return typer_.CallFunction(functions[0], call_);
  std::vector<Expr> given;
  for (const syntax::Expression* argument : call_.arguments) given.push_back(TypedOnce(*argument));
  if (call_.named_arguments.empty())
    if (Expr made = typer_.CallMatching(functions, given, span_); made.valid()) return made;
  return ops().Fail(kWrongArgumentType, span_, fmt::format("String cannot convert {}", ops().TypeText(value)));
}

Expr BuiltinCalls::Format(Op op) { return exprs().Make(op, types().string(), {args_[0], args_[1]}, 1); }

Expr BuiltinCalls::String(Op op) {
  // By name, since the place of an option depends on the type of the value.
  auto option = [&](std::string_view name, Expr otherwise) {
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (row_->parameters[i].name == name && args_[i].valid()) return args_[i];
    return otherwise;
  };
  Expr length = option("minimumLength", exprs().Integer(0)), left = option("leftJustified", exprs().Boolean(true)),
       digits = option("significantDigits", exprs().Integer(6));
  return exprs().Make(op, types().string(), {args_[0], length, left, digits});
}

}  // namespace mica::instance
