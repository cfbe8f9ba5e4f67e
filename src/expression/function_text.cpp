// The text of statements and functions (text.h).
#include <fmt/format.h>

#include "expression/text.h"

namespace mica {

namespace {

class StatementPrinter {
 public:
  StatementPrinter(const Store& store, const ReferenceNames& names) : store_(store), names_(names) {}

  void Print(std::span<const Statement> statements, int indent) {
    for (const Statement& statement : statements) PrintOne(statement, indent);
  }

  std::string text;

 private:
  std::string Of(Expr e) const { return ExprText(e, store_, names_); }
  template <class... Args>
  void Line(int indent, fmt::format_string<Args...> format, Args&&... args) {
    text.append(static_cast<std::size_t>(indent), ' ');
    fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
    text += '\n';
  }

  void PrintBranches(const Statement& statement, std::string_view first, std::string_view next, std::string_view end,
                     int indent) {
    std::string_view word = first;
    for (const StatementBranch& branch : statement.branches) {
      if (branch.condition)
        Line(indent, "{} {} then", word, Of(branch.condition));
      else
        Line(indent, "else");
      Print(branch.body, indent + 2);
      word = next;
    }
    Line(indent, "end {};", end);
  }

  void PrintOne(const Statement& s, int indent);

  const Store& store_;
  const ReferenceNames& names_;
};

void StatementPrinter::PrintOne(const Statement& s, int indent) {
  switch (s.kind) {
    case Statement::Kind::kAssign:
      return Line(indent, "{} := {};", Of(s.targets[0]), Of(s.value));
    case Statement::Kind::kTupleAssign: {
      std::string targets;
      for (std::size_t i = 0; i < s.targets.size(); ++i) {
        if (i > 0) targets += ", ";
        if (s.targets[i]) targets += Of(s.targets[i]);
      }
      return Line(indent, "({}) := {};", targets, Of(s.value));
    }
    case Statement::Kind::kCall:
      return Line(indent, "{};", Of(s.value));
    case Statement::Kind::kIf:
      return PrintBranches(s, "if", "elseif", "if", indent);
    case Statement::Kind::kWhen:
      return PrintBranches(s, "when", "elsewhen", "when", indent);
    case Statement::Kind::kFor:
      Line(indent, "for {} in {} loop", Of(s.iterator), Of(s.value));
      Print(s.branches[0].body, indent + 2);
      return Line(indent, "end for;");
    case Statement::Kind::kWhile:
      Line(indent, "while {} loop", Of(s.branches[0].condition));
      Print(s.branches[0].body, indent + 2);
      return Line(indent, "end while;");
    case Statement::Kind::kBreak:
      return Line(indent, "break;");
    case Statement::Kind::kReturn:
      return Line(indent, "return;");
    case Statement::Kind::kAssert: {
      std::string args = Of(s.targets[0]) + ", " + Of(s.targets[1]);
      if (s.targets.size() > 2 && s.targets[2]) args += ", " + Of(s.targets[2]);
      return Line(indent, "assert({});", args);
    }
    case Statement::Kind::kTerminate:
      return Line(indent, "terminate({});", Of(s.value));
    case Statement::Kind::kReinit:
      return Line(indent, "reinit({}, {});", Of(s.targets[0]), Of(s.value));
  }
}

std::string VariableText(const FunctionVariable& variable, const Store& store, const ReferenceNames& names) {
  Types& types = store.exprs.types();
  std::string text;
  if (variable.role == FunctionRole::kInput) text = "input ";
  if (variable.role == FunctionRole::kOutput) text = "output ";
  if (variable.is_constant) text += "constant ";
  text += types.Text(types.Element(variable.type), store.names);
  text += fmt::format(" {}", store.names.text(variable.name));
  std::vector<std::string> sizes;
  for (std::size_t i = 0; i < types.rank(variable.type); ++i) {
    std::int32_t size = types.sizes(variable.type)[i];
    if (size >= 0)
      sizes.push_back(std::to_string(size));
    else
      sizes.push_back(i < variable.sizes.size() && variable.sizes[i] ? ExprText(variable.sizes[i], store, names) : ":");
  }
  if (!sizes.empty()) text += fmt::format("[{}]", fmt::join(sizes, ", "));
  if (variable.binding)
    text += fmt::format("{}{}", variable.role == FunctionRole::kInput || variable.is_constant ? " = " : " := ",
                        ExprText(variable.binding, store, names));
  return text;
}

std::string ExternalText(const Function& function, const Store& store, const ReferenceNames& names) {
  const ExternalCall& call = function.external;
  std::vector<std::string> arguments;
  for (Expr argument : call.arguments) arguments.push_back(ExprText(argument, store, names));
  std::string result = call.result ? ExprText(call.result, store, names) + " = " : "";
  return fmt::format("external {} {}{}({});", StringText(call.language), result, call.name, fmt::join(arguments, ", "));
}

std::string AnnotationText(const Function& function, const Store& store) {
  std::vector<std::string> items;
  switch (function.inlining) {
    case InlineKind::kUnset:
      break;
    case InlineKind::kNever:
      items.push_back("Inline = false");
      break;
    case InlineKind::kInline:
      items.push_back("Inline = true");
      break;
    case InlineKind::kLateInline:
      items.push_back("LateInline = true");
      break;
    case InlineKind::kAfterIndexReduction:
      items.push_back("InlineAfterIndexReduction = true");
      break;
  }
  if (function.smooth_order >= 0) items.push_back(fmt::format("smoothOrder = {}", function.smooth_order));
  for (const FunctionDerivative& derivative : function.derivatives) {
    std::vector<std::string> options;
    if (derivative.order != 1) options.push_back(fmt::format("order = {}", derivative.order));
    for (std::size_t i : derivative.zero_derivative)
      options.push_back(fmt::format("zeroDerivative = {}", store.names.text(function.input(i).name)));
    for (std::size_t i : derivative.no_derivative)
      options.push_back(fmt::format("noDerivative = {}", store.names.text(function.input(i).name)));
    std::string list = options.empty() ? "" : fmt::format("({})", fmt::join(options, ", "));
    items.push_back(
        fmt::format("derivative{} = {}", list, store.names.text(store.functions[derivative.function].name)));
  }
  return items.empty() ? "" : fmt::format("annotation({});", fmt::join(items, ", "));
}

}  // namespace

std::string StatementsText(std::span<const Statement> statements, const Store& store, const ReferenceNames& names,
                           int indent) {
  StatementPrinter printer(store, names);
  printer.Print(statements, indent);
  return std::move(printer.text);
}

std::string FunctionText(FunctionId id, const Store& store) {
  const Function& function = store.functions[id];
  FunctionNames names(function, store.names);
  std::string text =
      fmt::format("{}function {}\n", function.is_impure ? "impure " : "", store.names.text(function.name));
  bool is_protected = false;
  for (const FunctionVariable& variable : function.variables) {
    if (variable.role == FunctionRole::kProtected && !is_protected) text += "protected\n";
    is_protected = variable.role == FunctionRole::kProtected;
    text += fmt::format("  {};\n", VariableText(variable, store, names));
  }
  if (function.is_external)
    text += fmt::format("{}\n", ExternalText(function, store, names));
  else if (!function.body.empty())
    text += "algorithm\n" + StatementsText(function.body, store, names);
  if (std::string annotation = AnnotationText(function, store); !annotation.empty())
    text += fmt::format("  {}\n", annotation);
  return text + fmt::format("end {};\n", store.names.text(function.name));
}

}  // namespace mica
