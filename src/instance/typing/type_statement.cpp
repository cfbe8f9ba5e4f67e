// Statements of algorithms and functions (specification chapter 11).
#include <fmt/format.h>
#include <unordered_set>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

// Whether an element of an array without elements is asked for, by a subscript whose value is not known yet.
bool SubscriptsNothing(Expr e, const Store& store, std::unordered_set<Expr>& seen) {
  const ExprPool& exprs = store.exprs;
  if (!e.valid() || !seen.insert(e).second) return false;
  if (exprs.op(e) == Op::kIndex) {
    Sizes sizes = store.types.sizes(exprs.type(exprs.arg(e, 0)));
    for (std::size_t i = 0; i < sizes.size() && i + 1 < exprs.args(e).size(); ++i)
      if (sizes[i] == 0 && store.types.is_scalar(exprs.type(exprs.arg(e, i + 1))) &&
          exprs.op(exprs.arg(e, i + 1)) != Op::kColon)
        return true;
  }
  for (std::size_t i = 0; i < exprs.args(e).size(); ++i)
    if (SubscriptsNothing(exprs.arg(e, i), store, seen)) return true;
  return false;
}

bool SubscriptsNothing(const std::vector<Statement>& statements, const Store& store) {
  std::unordered_set<Expr> seen;
  for (const Statement& statement : statements) {
    if (SubscriptsNothing(statement.value, store, seen)) return true;
    for (Expr target : statement.targets)
      if (SubscriptsNothing(target, store, seen)) return true;
    for (const StatementBranch& branch : statement.branches)
      if (SubscriptsNothing(branch.condition, store, seen) || SubscriptsNothing(branch.body, store)) return true;
  }
  return false;
}

}  // namespace

std::vector<Statement> Typer::TypeStatements(syntax::List<syntax::Statement> statements) {
  std::vector<Statement> result;
  for (const syntax::Statement* statement : statements) TypeStatement(*statement, result);
  return result;
}

Expr Typer::TypeTarget(const syntax::Expression& target) {
  const auto* reference = target.As<syntax::ComponentReference>();
  Span span = SpanOf(target);
  if (!reference)
    return target.kind == syntax::NodeKind::kMissing
               ? ops().error()
               : ops().Fail(kAssignedNonVariable, span, "only a variable can be assigned to");
  Expr e = TypeReference(*reference);
  if (ops().is_error(e)) return e;
  if (Component* constant = instances().Lookup(scope_, reference->parts[0].name).component;
      constant && constant->typing == Progress::kDone && constant->variability == VariableKind::kConstant) {
    auto& d = elaboration_.sink().Report(
        kAssignedConstant, span,
        fmt::format("{} is a constant and cannot be assigned to", names().text(constant->name)));
    d.notes.push_back({constant->span(), "declared here"});
    return ops().error();
  }
  Expr base = e;
  while (exprs().op(base) == Op::kIndex || exprs().op(base) == Op::kField) base = exprs().arg(base, 0);
  if (exprs().op(base) == Op::kIterator)
    return ops().Fail(kAssignedNonVariable, span,
                      fmt::format("the loop variable {} cannot be assigned to", tree_->Text(target)));
  if (exprs().op(base) != Op::kVar && exprs().op(base) != Op::kLocal && exprs().op(base) != Op::kRecord)
    return ops().Fail(kAssignedNonVariable, span, fmt::format("{} cannot be assigned to", tree_->Text(target)));
  if (exprs().op(base) == Op::kVar) {
    Component* component = elaboration_.component(exprs().var(base));
    Expr fixed = component->variability == VariableKind::kParameter
                     ? elaboration_.AttributeOf(component, Attribute::kFixed)
                     : Expr();
    bool is_free = fixed.valid() && exprs().op(fixed) == Op::kBoolean && !exprs().boolean(fixed);
    if (component->variability <= VariableKind::kParameter && !is_free) {
      auto& d = elaboration_.sink().Report(
          kAssignedConstant, span,
          fmt::format("{} is a {} and cannot be assigned to", instances().PathText(component),
                      component->variability == VariableKind::kConstant ? "constant" : "parameter"));
      d.notes.push_back({component->span(), "declared here"});
      return ops().error();
    }
  }
  if (exprs().op(base) == Op::kLocal) {
    Found found = instances().Lookup(scope_, reference->parts[0].name);
    if (found.component && found.component->causality == syntax::Causality::kInput) {
      auto& d = elaboration_.sink().Report(kAssignedConstant, span,
                                           fmt::format("{} is an input of the function and cannot be assigned to",
                                                       names().text(reference->parts[0].name)));
      d.notes.push_back({found.component->span(), "declared here"});
      d.hint = "copy it to a protected variable";
      return ops().error();
    }
  }
  return e;
}

// Whether parameters decide against the branch after these. It may be wrong then, with subscripts and sizes that fit
// another choice of the parameters.
bool Typer::IsRuledOut(std::span<const StatementBranch> before, Expr condition) {
  auto value_of = [&](Expr e) { return e.valid() && !ops().is_error(e) ? elaboration_.TryEvaluate(e) : std::nullopt; };
  for (const StatementBranch& branch : before) {
    std::optional<Value> is_taken = value_of(branch.condition);
    if (is_taken && is_taken->boolean()) return true;
  }
  std::optional<Value> is_taken = value_of(condition);
  return is_taken && !is_taken->boolean();
}

void Typer::TypeStatement(const syntax::Statement& statement, std::vector<Statement>& into) {
  Statement made;
  made.span = SpanOf(statement);
  switch (statement.kind) {
    case syntax::NodeKind::kAssignStatement: {
      const auto& assign = statement.To<syntax::AssignStatement>();
      Expr target = TypeTarget(*assign.target);
      Expr value = Type(*assign.value);
      if (ops().is_error(target) || ops().is_error(value)) return;
      value = ops().Coerce(value, exprs().type(target), SpanOf(*assign.value),
                           fmt::format("the assignment to {}", tree_->Text(*assign.target)));
      if (ops().is_error(value)) return;
      made.kind = Statement::Kind::kAssign;
      made.targets = {target};
      made.value = value;
      break;
    }
    case syntax::NodeKind::kMultiAssignStatement: {
      const auto& assign = statement.To<syntax::MultiAssignStatement>();
      const auto* call = assign.value->As<syntax::Call>();
      Expr value = call ? TypeWholeCall(*call) : Type(*assign.value);
      if (ops().is_error(value)) return;
      std::vector<TypeId> parts;
      if (types().kind(exprs().type(value)) == TypeKind::kTuple) {
        auto span = types()[exprs().type(value)].parts;
        parts.assign(span.begin(), span.end());
      } else {
        parts = {exprs().type(value)};
      }
      if (assign.targets.size() > parts.size()) {
        ops().Fail(kTooManyTargets, made.span,
                   fmt::format("{} variables are assigned from a call with {} result{}", assign.targets.size(),
                               parts.size(), parts.size() == 1 ? "" : "s"));
        return;
      }
      for (std::size_t i = 0; i < assign.targets.size(); ++i) {
        if (!assign.targets[i]) {
          made.targets.push_back({});
          continue;
        }
        Expr target = TypeTarget(*assign.targets[i]);
        if (ops().is_error(target)) return;
        Expr item = exprs().Make(Op::kTupleItem, parts[i], {value}, i);
        if (!ops().TryCoerce(item, exprs().type(target))) {
          ops().Coerce(item, exprs().type(target), SpanOf(*assign.targets[i]), tree_->Text(*assign.targets[i]));
          return;
        }
        made.targets.push_back(target);
      }
      if (types().kind(exprs().type(value)) != TypeKind::kTuple) {
        if (made.targets.empty() || !made.targets[0].valid()) return;
        made.kind = Statement::Kind::kAssign;
        made.value = *ops().TryCoerce(value, exprs().type(made.targets[0]));
      } else {
        made.targets.resize(parts.size());
        made.kind = Statement::Kind::kTupleAssign;
        made.value = value;
      }
      break;
    }
    case syntax::NodeKind::kCallStatement:
      TypeCallStatement(*statement.To<syntax::CallStatement>().call, made.span, into);
      return;
    case syntax::NodeKind::kIfStatement:
    case syntax::NodeKind::kWhenStatement: {
      bool is_when = statement.kind == syntax::NodeKind::kWhenStatement;
      auto branches =
          is_when ? statement.To<syntax::WhenStatement>().branches : statement.To<syntax::IfStatement>().branches;
      made.kind = is_when ? Statement::Kind::kWhen : Statement::Kind::kIf;
      if (is_when && instances().IsInFunction(scope_)) {
        ops().Fail(kWhenInFunction, made.span, "a function has no events, so no when");
        return;
      }
      for (const syntax::StatementBranch* branch : branches) {
        StatementBranch b;
        if (branch->condition) {
          b.condition = Type(*branch->condition);
          if (!ops().is_error(b.condition) && types().kind(exprs().type(b.condition)) != TypeKind::kBoolean)
            b.condition = ops().Fail(kNonBooleanCondition, SpanOf(*branch->condition),
                                     fmt::format("a condition must be Boolean, but {} is of type {}",
                                                 ops().Text(b.condition), ops().TypeText(b.condition)));
          else if (!is_when && !ops().is_error(b.condition) && !types().is_scalar(exprs().type(b.condition)))
            b.condition = ops().Fail(kNonBooleanCondition, SpanOf(*branch->condition),
                                     fmt::format("a condition must be one Boolean, but {} is of type {}",
                                                 ops().Text(b.condition), ops().TypeText(b.condition)));
        }
        DiagnosticSink::Transaction attempt(elaboration_.sink());
        whens_ += is_when;
        b.body = TypeStatements(branch->statements);
        whens_ -= is_when;
        bool does_not_fit = attempt.has_errors() || SubscriptsNothing(b.body, store());
        if (does_not_fit && !is_when && IsRuledOut(made.branches, b.condition)) {
          elaboration_.Withhold(attempt);
          b.body.clear();
        }
        made.branches.push_back(std::move(b));
      }
      break;
    }
    case syntax::NodeKind::kForStatement: {
      const auto& loop = statement.To<syntax::ForStatement>();
      // Several iterators are nested loops, the first outermost.
      std::vector<Statement> nest;
      for (const syntax::Iterator* iterator : loop.iterators) {
        Statement level;
        level.kind = Statement::Kind::kFor;
        level.span = made.span;
        level.value = TypeRange(*iterator, loop);
        TypeId element = ops().is_error(level.value) ? types().integer() : types().Element(exprs().type(level.value));
        level.iterator = exprs().NewIterator(iterator->name, element);
        PushIterator(iterator->name, level.iterator);
        nest.push_back(std::move(level));
      }
      std::vector<Statement> body = TypeStatements(loop.statements);
      for (std::size_t i = nest.size(); i-- > 0;) {
        PopIterator();
        if (ops().is_error(nest[i].value)) return;
        nest[i].branches.push_back({Expr(), std::move(body)});
        body.clear();
        body.push_back(std::move(nest[i]));
      }
      into.push_back(std::move(body[0]));
      return;
    }
    case syntax::NodeKind::kWhileStatement: {
      const auto& loop = statement.To<syntax::WhileStatement>();
      made.kind = Statement::Kind::kWhile;
      made.branches.push_back(
          {TypeAs(*loop.condition, types().boolean(), "the condition of while"), TypeStatements(loop.statements)});
      break;
    }
    case syntax::NodeKind::kBreakStatement:
      made.kind = Statement::Kind::kBreak;
      break;
    case syntax::NodeKind::kReturnStatement:
      made.kind = Statement::Kind::kReturn;
      if (!instances().IsInFunction(scope_)) {
        ops().Fail(kReturnOutsideFunction, made.span, "return is for functions");
        return;
      }
      break;
    default:
      return;
  }
  into.push_back(std::move(made));
}

void Typer::TypeCallStatement(const syntax::Call& call, Span span, std::vector<Statement>& into) {
  Statement made;
  made.span = span;
  std::string_view name = call.callee->IsName() ? names().text(call.callee->parts[0].name) : std::string_view();
  if (name == "assert") {
    made.kind = Statement::Kind::kAssert;
    if (!TypeAssert(call, made.targets)) return;
  } else if (name == "terminate") {
    made.kind = Statement::Kind::kTerminate;
    made.value = TypeTerminate(call);
    if (ops().is_error(made.value)) return;
  } else if (name == "reinit") {
    made.kind = Statement::Kind::kReinit;
    made.targets.resize(1);
    if (!TypeReinit(call, whens_ > 0, made.targets[0], made.value)) return;
  } else {
    made.kind = Statement::Kind::kCall;
    made.value = TypeWholeCall(call);
    if (ops().is_error(made.value)) return;
    if (exprs().op(made.value) != Op::kCall && exprs().op(made.value) != Op::kCallValue) return;  // of no effect
  }
  into.push_back(std::move(made));
}

TypeId Typer::AssertionLevel() {
  ClassInstance* level = instances().InstanceOf(instances().classes().FindTopLevel(names().Intern("AssertionLevel")));
  return instances().PrimitiveOf(level).type;
}

bool Typer::TypeAssert(const syntax::Call& call, std::vector<Expr>& parts) {
  BuiltinCalls arguments(*this, call);
  if (!arguments.Statement("assert", whens_ > 0)) return false;
  parts = {arguments.argument(0), arguments.argument(1),
           arguments.written(2) ? arguments.argument(2) : exprs().EnumLiteral(AssertionLevel(), 2)};
  return true;
}

Expr Typer::TypeTerminate(const syntax::Call& call) {
  BuiltinCalls arguments(*this, call);
  return arguments.Statement("terminate", whens_ > 0) ? arguments.argument(0) : ops().error();
}

bool Typer::TypeReinit(const syntax::Call& call, bool in_when, Expr& variable, Expr& value) {
  BuiltinCalls arguments(*this, call);
  if (!arguments.Statement("reinit", in_when)) return false;
  const syntax::Expression& written = *arguments.written(0);
  variable = Type(written);
  if (ops().is_error(variable)) return false;
  Expr base = variable;
  while (exprs().op(base) == Op::kIndex) base = exprs().arg(base, 0);
  if (exprs().op(base) != Op::kVar || types().kind(exprs().type(base)) != TypeKind::kReal) {
    ops().Fail(kReinitOfNonState, SpanOf(written),
               fmt::format("reinit sets a Real variable, but {} is not one", ops().Text(variable)));
    return false;
  }
  value = ops().Coerce(arguments.argument(1), exprs().type(variable), SpanOf(*arguments.written(1)),
                       "the new value of reinit");
  return !ops().is_error(value);
}

}  // namespace mica::instance
