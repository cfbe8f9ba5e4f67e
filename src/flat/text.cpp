#include "flat/text.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "instance/lookup/chosen_text.h"

namespace mica::flat {

std::string ModelNames::Reference(VarId id, std::span<const std::string> subscripts) const {
  std::string text;
  std::size_t at = 0;
  for (const PathPart& part : model_.variables[id].path) {
    if (!text.empty()) text += '.';
    text += names_.text(part.name);
    if (part.chosen) {
      text += instance::ChosenText(*part.chosen, part.rank > 0 && at < subscripts.size() ? &subscripts[at] : nullptr);
      at += part.rank;
      continue;
    }
    std::string own;
    for (std::uint32_t i = 0; i < part.rank && at < subscripts.size(); ++i, ++at)
      own += (own.empty() ? "" : ", ") + subscripts[at];
    if (!own.empty()) text += "[" + own + "]";
  }
  return text;
}

std::string OriginText(const Origin& origin, const NameTable& names, const SourceMap& sources) {
  std::string text;
  if (!origin.made_by.empty()) text = origin.made_by;
  if (!origin.component.empty()) text += (text.empty() ? "in " : " in ") + PathText(origin.component, names);
  if (origin.span.valid()) {
    std::string place = sources.Describe(origin.span);
    if (auto slash = place.rfind('/'); slash != place.npos) place.erase(0, slash + 1);
    text += (text.empty() ? "" : ", ") + place;
  }
  return text;
}

namespace {

std::string Pad(int indent) { return std::string(static_cast<std::size_t>(indent), ' '); }

std::string BranchesText(const Equation& equation, const Store& store, const ReferenceNames& names, int indent,
                         std::string_view word, std::string_view other) {
  std::string text;
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    const EquationBranch& branch = equation.branches[i];
    if (!branch.condition.valid())
      text += Pad(indent) + "else\n";
    else
      text +=
          fmt::format("{}{} {} then\n", Pad(indent), i == 0 ? word : other, ExprText(branch.condition, store, names));
    for (const Equation& inner : branch.equations) text += EquationText(inner, store, names, indent + 2);
  }
  return text + fmt::format("{}end {};\n", Pad(indent), word);
}

}  // namespace

std::string EquationText(const Equation& equation, const Store& store, const ReferenceNames& names, int indent) {
  auto show = [&](Expr e) { return ExprText(e, store, names); };
  switch (equation.kind) {
    case Equation::Kind::kEqual:
      return fmt::format("{}{} = {};\n", Pad(indent), show(equation.left), show(equation.right));
    case Equation::Kind::kTupleEqual: {
      std::string targets;
      for (std::size_t i = 0; i < equation.targets.size(); ++i)
        targets += (i ? ", " : "") + (equation.targets[i].valid() ? show(equation.targets[i]) : std::string());
      return fmt::format("{}({}) = {};\n", Pad(indent), targets, show(equation.right));
    }
    case Equation::Kind::kFor: {
      std::string text =
          fmt::format("{}for {} in {} loop\n", Pad(indent), show(equation.iterator), show(equation.left));
      for (const Equation& inner : equation.branches[0].equations)
        text += EquationText(inner, store, names, indent + 2);
      return text + Pad(indent) + "end for;\n";
    }
    case Equation::Kind::kIf:
      return BranchesText(equation, store, names, indent, "if", "elseif");
    case Equation::Kind::kWhen:
      return BranchesText(equation, store, names, indent, "when", "elsewhen");
    case Equation::Kind::kState:
      return BranchesText(equation, store, names, indent, "state", "");
    case Equation::Kind::kReinit:
      return fmt::format("{}reinit({}, {});\n", Pad(indent), show(equation.left), show(equation.right));
    case Equation::Kind::kAssert: {
      Expr level = equation.targets[2];
      bool is_error = store.exprs.op(level) == Op::kEnumLiteral && store.exprs.integer(level) == 2;
      return fmt::format("{}assert({}, {}{});\n", Pad(indent), show(equation.targets[0]), show(equation.targets[1]),
                         is_error ? "" : ", " + show(level));
    }
    case Equation::Kind::kTerminate:
      return fmt::format("{}terminate({});\n", Pad(indent), show(equation.left));
    case Equation::Kind::kCall:
      return fmt::format("{}{};\n", Pad(indent), show(equation.left));
  }
  return {};
}

namespace {

class Writer {
 public:
  Writer(const Model& model, const Store& store, const SourceMap& sources)
      : model_(model), store_(store), sources_(sources), names_(model, store.names) {}

  std::string Write() {
    out_ = fmt::format("model {}{}\n", model_.name, model_.comment.empty() ? "" : " " + StringText(model_.comment));
    for (const Variable& variable : model_.variables) WriteVariable(variable);
    WriteEquations("initial equation", model_.initial_equations);
    WriteAlgorithms("initial algorithm", model_.initial_algorithms);
    WriteEquations("equation", model_.equations);
    WriteAlgorithms("algorithm", model_.algorithms);
    out_ += fmt::format("end {};\n", model_.name);
    std::set<std::uint32_t> written;
    while (written.size() < functions_.size()) {
      std::set<std::uint32_t> now = functions_;
      for (std::uint32_t id : now) {
        if (!written.insert(id).second) continue;
        out_ += "\n" + FunctionText(FunctionId(id), store_);
        CollectStatements(store_.functions[FunctionId(id)].body);
        for (const FunctionVariable& variable : store_.functions[FunctionId(id)].variables) Collect(variable.binding);
      }
    }
    return std::move(out_);
  }

 private:
  std::string Show(Expr e) {
    Collect(e);
    return ExprText(e, store_, names_);
  }

  // Functions that the expression calls.
  void Collect(Expr e) {
    if (!e.valid()) return;
    std::vector<Expr> stack{e};
    while (!stack.empty()) {
      Expr at = stack.back();
      stack.pop_back();
      if (!seen_.insert(at.index()).second) continue;
      Op op = store_.exprs.op(at);
      if (op == Op::kCall || op == Op::kFunction || op == Op::kPartial)
        functions_.insert(static_cast<std::uint32_t>(store_.exprs.payload(at)));
      for (Expr arg : store_.exprs.args(at)) stack.push_back(arg);
    }
  }

  void CollectStatements(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      for (Expr target : statement.targets) Collect(target);
      Collect(statement.value);
      for (const StatementBranch& branch : statement.branches) {
        Collect(branch.condition);
        CollectStatements(branch.body);
      }
    }
  }

  void CollectEquation(const Equation& equation) {
    Collect(equation.left);
    Collect(equation.right);
    for (Expr target : equation.targets) Collect(target);
    for (const EquationBranch& branch : equation.branches) {
      Collect(branch.condition);
      for (const Equation& inner : branch.equations) CollectEquation(inner);
    }
  }

  void WriteVariable(const Variable& variable) {
    if (!variable.type.valid()) return;
    std::string line = "  ";
    if (variable.is_protected) line += "protected ";
    if (variable.is_final) line += "final ";
    if (variable.is_flow) line += "flow ";
    if (variable.variability == Variability::kConstant) line += "constant ";
    if (variable.variability == Variability::kParameter) line += "parameter ";
    if (variable.variability == Variability::kDiscrete && store_.types.kind(variable.type) == TypeKind::kReal)
      line += "discrete ";
    if (variable.causality == Causality::kInput) line += "input ";
    if (variable.causality == Causality::kOutput) line += "output ";
    line += store_.types.Text(variable.type, store_.names) + " " + PathText(variable.path, store_.names);
    std::string attributes;
    auto add = [&](std::string_view name, Expr value) {
      if (value.valid()) attributes += fmt::format("{}{} = {}", attributes.empty() ? "" : ", ", name, Show(value));
    };
    add("quantity", variable.quantity);
    add("unit", variable.unit);
    add("displayUnit", variable.display_unit);
    add("min", variable.min);
    add("max", variable.max);
    add("start", variable.start);
    add("fixed", variable.fixed);
    add("nominal", variable.nominal);
    if (variable.state_select != StateSelect::kDefault) {
      constexpr std::string_view kSelect[] = {"never", "avoid", "default", "prefer", "always"};
      attributes += fmt::format("{}stateSelect = StateSelect.{}", attributes.empty() ? "" : ", ",
                                kSelect[static_cast<int>(variable.state_select)]);
    }
    if (!attributes.empty()) line += "(" + attributes + ")";
    if (variable.binding.valid()) line += " = " + Show(variable.binding);
    if (!variable.comment.empty()) line += " " + StringText(variable.comment);
    line += ";";
    if (variable.is_evaluated) line += " // evaluated";
    out_ += line + "\n";
  }

  // The origin as a comment after the last line.
  void Append(std::string text, const Origin& origin) {
    if (std::string from = OriginText(origin, store_.names, sources_); !from.empty()) {
      text.pop_back();
      std::size_t line = text.size() - (text.rfind('\n') == text.npos ? 0 : text.rfind('\n') + 1);
      text += fmt::format("{} // {}\n", line < 48 ? std::string(48 - line, ' ') : "", from);
    }
    out_ += text;
  }

  void WriteEquations(std::string_view title, const std::vector<Equation>& equations) {
    if (equations.empty()) return;
    out_ += fmt::format("{}\n", title);
    for (const Equation& equation : equations) {
      CollectEquation(equation);
      Append(EquationText(equation, store_, names_), equation.origin);
    }
  }

  void WriteAlgorithms(std::string_view title, const std::vector<Algorithm>& algorithms) {
    for (const Algorithm& algorithm : algorithms) {
      std::string from = OriginText(algorithm.origin, store_.names, sources_);
      out_ += fmt::format("{}{}\n", title, from.empty() ? "" : " // " + from);
      CollectStatements(algorithm.statements);
      out_ += StatementsText(algorithm.statements, store_, names_);
    }
  }

  const Model& model_;
  const Store& store_;
  const SourceMap& sources_;
  ModelNames names_;
  std::string out_;
  std::set<std::uint32_t> functions_;
  std::set<std::uint32_t> seen_;
};

}  // namespace

std::string ModelText(const Model& model, const Store& store, const SourceMap& sources) {
  return Writer(model, store, sources).Write();
}

}  // namespace mica::flat
