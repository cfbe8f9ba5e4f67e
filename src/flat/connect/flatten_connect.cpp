// connect and the operators of package Connections, collected from the classes of the model (specification 9.1, 9.4).
#include <fmt/format.h>

#include "flat/codes.h"
#include "flat/flattener.h"
#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"
#include "syntax/walk.h"

namespace mica::flat {

using instance::Component;
using instance::Typer;

bool Flattener::HasConnect(const syntax::Node& root) const {
  std::vector<const syntax::Node*> open{&root};
  while (!open.empty()) {
    const syntax::Node* node = open.back();
    open.pop_back();
    switch (node->kind) {
      case syntax::NodeKind::kConnectEquation:
        return true;
      case syntax::NodeKind::kCallEquation: {
        const syntax::ComponentReference& callee = *node->To<syntax::CallEquation>().call->callee;
        if (callee.parts.size() == 2 && elaboration_.names().text(callee.parts[0].name) == "Connections") return true;
        break;
      }
      case syntax::NodeKind::kIfEquation:
      case syntax::NodeKind::kForEquation:
      case syntax::NodeKind::kWhenEquation:
      case syntax::NodeKind::kEquationBranch:
        syntax::AppendChildren(*node, open);
        break;
      default:
        break;
    }
  }
  return false;
}

// Loops that what is being flattened stands in: of the component arrays around, then those written.
std::vector<Loop> Flattener::LoopsAround() {
  std::vector<Component*> chain;
  for (Component* c = current_; c; c = c->parent()) chain.insert(chain.begin(), c);
  std::vector<Loop> loops;
  for (Component* c : chain)
    for (std::size_t i = 0; i < c->iterators.size(); ++i) {
      Loop loop{c->iterators[i], {}};
      if (!element_.empty())
        loop.values.push_back(Value::Integer(element_[loops.size()], types()));
      else
        loop.count = static_cast<std::size_t>(std::max(c->sizes[i], 0));
      loops.push_back(std::move(loop));
    }
  loops.insert(loops.end(), loops_.begin(), loops_.end());
  return loops;
}

// What an argument of connect or of an operator of Connections names; its component is null where that is not there.
std::optional<End> Flattener::EndOf(Typer& typer, const syntax::Expression& expression) {
  const auto* reference = expression.As<syntax::ComponentReference>();
  if (!reference) {
    ops().Fail(kNotAConnector, typer.SpanOf(expression),
               fmt::format("{} is not a connector", typer.tree()->Text(expression)));
    return std::nullopt;
  }
  Typer::Place place = typer.TypePlace(*reference, Typer::PlaceUse::kConnectEnd);
  if (!place.component) return std::nullopt;
  End end;
  if (place.is_absent) return end;
  end.component = place.component;
  end.subscripts = std::move(place.subscripts);
  end.undeclared = std::move(place.undeclared);
  end.split = place.split;
  end.split_subscripts = std::move(place.split_subscripts);
  end.span = typer.SpanOf(*reference);
  instance::Found first = elaboration_.instances().Lookup(typer.scope(), reference->parts[0].name);
  end.is_outside = first.component && !first.component->is_outer && elaboration_.EnsureTyped(first.component) &&
                   elaboration_.instances().IsConnector(first.component->type);
  return end;
}

namespace {

// Whether an heir takes the connection away (specification 7.4): by `break connect(a, b)`, in either order, or with one
// of its components.
bool IsRemoved(const instance::ClassInstance* part, const syntax::ConnectEquation& equation,
               const syntax::SyntaxTree* tree) {
  if (!part->modifier) return false;
  for (const syntax::Expression* end : {equation.left, equation.right}) {
    const auto* reference = end->As<syntax::ComponentReference>();
    const instance::Modifier* said = reference ? part->modifier->Find(reference->parts[0].name) : nullptr;
    if (said && said->is_removal) return true;
  }
  for (const instance::Modifier::RemovedConnect& removed : part->modifier->removed_connects) {
    std::string_view a = tree->Text(*equation.left), b = tree->Text(*equation.right);
    std::string_view c = removed.tree->Text(*removed.connect->left), d = removed.tree->Text(*removed.connect->right);
    if ((a == c && b == d) || (a == d && b == c)) return true;
  }
  return false;
}

}  // namespace

void Flattener::FlattenConnect(Typer& typer, const syntax::ConnectEquation& equation) {
  if (IsRemoved(typer.scope(), equation, typer.tree())) return;
  DiagnosticSink::Transaction attempt(sink());
  std::optional<End> a = EndOf(typer, *equation.left), b = EndOf(typer, *equation.right);
  if ((a && !a->component) || (b && !b->component)) {
    // Connected to what is not there: the connection falls away, whatever is wrong with its other end (a subscript that
    // only fits if it is there).
    attempt.RollBack();
    return;
  }
  if ((a && a->split) || (b && b->split))
    ConnectElements(typer, equation, a, b);
  else
    ConnectEnds(typer, equation, std::move(a), std::move(b));
}

void Flattener::ConnectEnds(Typer& typer, const syntax::ConnectEquation& equation, std::optional<End> a,
                            std::optional<End> b) {
  bool is_wrong = !a || !b;
  for (const End* end : {a ? &*a : nullptr, b ? &*b : nullptr}) {
    if (!end || !end->component || elaboration_.instances().IsConnector(end->component)) continue;
    is_wrong = true;
    auto& d = sink().Report(kNotAConnector, end->span,
                            fmt::format("{} is not a connector", elaboration_.instances().PathText(end->component)));
    d.notes.push_back({end->component->span(), "declared here"});
    std::string connectors;
    if (end->component->primitive == instance::Primitive::kNone)
      elaboration_.instances().ForEachComponent(end->component->type, [&](Component* child) {
        if (elaboration_.IsPresent(child) && elaboration_.EnsureTyped(child) &&
            elaboration_.instances().IsConnector(child->type))
          connectors += fmt::format("{}{}", connectors.empty() ? "its connectors are " : ", ", text(child->name));
      });
    d.hint = connectors;
  }
  if (is_wrong || !a->component || !b->component) return;
  // `c.c2` through connectors, or `m.c` of one component (specification 9.1): not deeper.
  for (const End* end : {&*a, &*b}) {
    const auto& reference = (end == &*a ? equation.left : equation.right)->To<syntax::ComponentReference>();
    std::size_t named = reference.parts.size() - end->undeclared.size();
    int models = 0;
    for (const Component* up = end->component->parent(); named > 1 && up && up->clause; up = up->parent(), --named)
      models += !elaboration_.instances().IsConnector(up->type);
    if (models < 2) continue;
    auto& d = sink().Report(kConnectionTooDeep, end->span,
                            fmt::format("{} is inside a component of a component, and is connected there, not here",
                                        elaboration_.instances().PathText(end->component)));
    d.hint = "give the component around it a connector of its own";
    return;
  }
  Origin origin = OriginAt(current_, typer.SpanOf(equation));
  origin.made_by = "connect";
  connections_.Add(Connection{std::move(*a), std::move(*b), LoopsAround(), std::move(origin)});
}

void Flattener::FlattenGraphStatement(Typer& typer, const syntax::Call& call, std::string_view name) {
  Span span = typer.SpanOf(call);
  std::string full = fmt::format("Connections.{}", name);
  std::span<const instance::Builtin> rows = instance::FindBuiltin(full);
  if (rows.empty() || rows[0].has_value()) {
    ops().Fail(
        instance::kOperatorNotAllowed, span,
        rows.empty() ? fmt::format("there is no operator {}", full) : fmt::format("{} alone is not an equation", full));
    return;
  }
  GraphStatement statement{name == "branch" ? GraphStatement::Kind::kBranch
                           : name == "root" ? GraphStatement::Kind::kRoot
                                            : GraphStatement::Kind::kPotentialRoot,
                           {},
                           {},
                           {},
                           {}};
  instance::BuiltinCalls arguments(typer, call);
  if (!arguments.Statement(rows[0].name, false)) return;
  std::size_t ends = statement.kind == GraphStatement::Kind::kBranch ? 2 : 1;
  for (std::size_t i = 0; i < ends; ++i) {
    std::optional<End> end = EndOf(typer, *arguments.written(i));
    if (!end || !end->component) return;
    if (!end->undeclared.empty() || !end->component->parent() || !end->component->parent()->clause ||
        !elaboration_.instances().IsConnector(end->component->parent()->type)) {
      ops().Fail(kOperatorOutsideConnector, end->span,
                 fmt::format("{} is not an element of a connector", typer.tree()->Text(*arguments.written(i))));
      return;
    }
    (i == 0 ? statement.a : statement.b) = std::move(*end);
  }
  if (statement.kind == GraphStatement::Kind::kPotentialRoot && arguments.written(1))
    statement.priority = arguments.argument(1);
  statement.loops = LoopsAround();
  connections_.Add(std::move(statement));
}

}  // namespace mica::flat
