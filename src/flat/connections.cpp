#include "flat/connections.h"

#include <algorithm>
#include <fmt/format.h>

#include "expression/evaluate.h"
#include "flat/iterate.h"

namespace mica::flat {

using instance::Component;
using instance::Primitive;

std::uint32_t Connections::MemberOf(Component* variable, std::uint32_t element, bool is_outside) {
  std::uint64_t key = (static_cast<std::uint64_t>(variable->var.index()) << 32 | element) << 1 | (is_outside ? 1 : 0);
  auto [at, is_new] = index_.emplace(key, static_cast<std::uint32_t>(members_.size()));
  if (is_new) {
    members_.push_back({variable, element, is_outside, false, {}});
    parents_.push_back(at->second);
  }
  return at->second;
}

std::uint32_t Connections::FindRoot(std::uint32_t member) {
  while (parents_[member] != member) {
    parents_[member] = parents_[parents_[member]];
    member = parents_[member];
  }
  return member;
}

void Connections::Join(std::uint32_t a, std::uint32_t b, const Origin& origin) {
  for (std::uint32_t member : {a, b}) {
    members_[member].is_connected = true;
    members_[member].origin = origin;
  }
  a = FindRoot(a);
  b = FindRoot(b);
  // The smaller number becomes the root, so that sets are listed in the order in which their first members appeared.
  if (a != b) parents_[std::max(a, b)] = std::min(a, b);
}

std::size_t Connections::ConnectedRank(Component* variable) {
  std::size_t rank = elaboration_.AllSizes(variable).size();
  bool is_connector = elaboration_.instances().IsConnector(variable->type);
  return is_connector ? rank : rank - variable->sizes.size();
}

bool Connections::Compatible(Component* a, Component* b, Span span) {
  auto describe = [&](Component* c) {
    return fmt::format("{} ({})", elaboration_.instances().PathText(c),
                       c->primitive != Primitive::kNone ? elaboration_.store().types.Text(c->element_type, elaboration_.names())
                                                        : elaboration_.instances().QualifiedName(c->type));
  };
  if ((a->primitive == Primitive::kNone) != (b->primitive == Primitive::kNone) ||
      (a->primitive != Primitive::kNone && a->element_type != b->element_type)) {
    elaboration_.sink().Error("E4016", span, fmt::format("{} and {} cannot be connected: their types differ", describe(a), describe(b)));
    return false;
  }
  if (a->connectedness != b->connectedness) {
    elaboration_.sink().Error("E4017", span, fmt::format("{} and {} cannot be connected: only one of them is {}", describe(a), describe(b),
                                                         a->connectedness == syntax::Connectedness::kFlow || b->connectedness == syntax::Connectedness::kFlow ? "flow" : "stream"));
    return false;
  }
  return true;
}

void Connections::ConnectVariables(Component* a, std::span<const std::int32_t> at_a, bool a_outside, Component* b,
                                   std::span<const std::int32_t> at_b, bool b_outside, const Origin& origin, Span span) {
  if (!elaboration_.EnsureTyped(a) || !elaboration_.EnsureTyped(b) || !Compatible(a, b, span)) return;
  if (a->primitive == Primitive::kNone) {
    // Element by element of the connector, by name.
    std::vector<Component*> children;
    elaboration_.instances().ForEachComponent(a->type, [&](Component* child) { children.push_back(child); });
    std::size_t other_count = 0;
    elaboration_.instances().ForEachComponent(b->type, [&](Component* child) { other_count += elaboration_.IsPresent(child); });
    std::size_t count = 0;
    for (Component* child : children) {
      if (!elaboration_.IsPresent(child)) continue;
      ++count;
      instance::Found other = elaboration_.instances().FindElement(b->type, child->name);
      if (!other.component || !elaboration_.IsPresent(other.component)) {
        elaboration_.sink().Error("E4018", span, fmt::format("{} and {} cannot be connected: {} has no {}", elaboration_.instances().PathText(a),
                                                             elaboration_.instances().PathText(b), elaboration_.instances().QualifiedName(b->type),
                                                             elaboration_.names().text(child->name)));
        return;
      }
      if (!elaboration_.EnsureTyped(child) || !elaboration_.EnsureTyped(other.component)) return;
      if (child->sizes != other.component->sizes) {
        elaboration_.sink().Error("E4019", span, fmt::format("{} and {} cannot be connected: their sizes differ", elaboration_.instances().PathText(child),
                                                             elaboration_.instances().PathText(other.component)));
        return;
      }
      bool whole = child->primitive != Primitive::kNone && !elaboration_.instances().IsConnector(child->type);
      std::vector<std::int32_t> sizes = whole ? std::vector<std::int32_t>() : child->sizes;
      ForEachIndex(sizes, [&](std::span<const std::int32_t> inner) {
        std::vector<std::int32_t> in_a(at_a.begin(), at_a.end()), in_b(at_b.begin(), at_b.end());
        in_a.insert(in_a.end(), inner.begin(), inner.end());
        in_b.insert(in_b.end(), inner.begin(), inner.end());
        ConnectVariables(child, in_a, a_outside, other.component, in_b, b_outside, origin, span);
      });
    }
    if (count != other_count)
      elaboration_.sink().Error("E4018", span, fmt::format("{} and {} cannot be connected: they have different elements", elaboration_.instances().PathText(a),
                                                           elaboration_.instances().PathText(b)));
    return;
  }
  if (a->variability <= instance::VariableKind::kParameter) return;  // equal by assertion; nothing to solve
  auto element = [&](Component* c, std::span<const std::int32_t> at) {
    std::vector<std::int32_t> sizes = elaboration_.AllSizes(c);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < ConnectedRank(c); ++i) number = number * static_cast<std::uint32_t>(sizes[i]) + static_cast<std::uint32_t>(at[i] - 1);
    return number;
  };
  // Only flows distinguish the two sides of a connector.
  bool is_flow = a->connectedness == syntax::Connectedness::kFlow;
  std::uint32_t member_a = MemberOf(a, element(a, at_a), is_flow && a_outside);
  std::uint32_t member_b = MemberOf(b, element(b, at_b), is_flow && b_outside);
  Join(member_a, member_b, origin);
}

void Connections::Connect(const End& a, const End& b, const std::vector<Loop>& loops, const Origin& origin) {
  Environment nothing;
  Evaluator evaluator(elaboration_.store(), nothing);
  Types& types = elaboration_.store().types;
  ExprPool& exprs = elaboration_.store().exprs;
  std::vector<Expr> iterators, at;  // of the loops, with their values in this round
  for (const Loop& loop : loops) iterators.push_back(loop.iterator);
  // One subscript list as numbers; a vector or colon leaves a dimension open.
  auto resolve = [&](const End& end, std::vector<std::vector<std::int32_t>>& choices, std::vector<bool>& open) {
    std::vector<std::int32_t> sizes = elaboration_.AllSizes(end.connector);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::vector<std::int32_t> values;
      Expr s = end.subscripts[i];
      if (exprs.op(s) == Op::kColon) {
        for (std::int32_t k = 1; k <= sizes[i]; ++k) values.push_back(k);
        open.push_back(true);
      } else {
        std::optional<Value> value = evaluator.Evaluate(s);
        if (!value) value = elaboration_.Evaluate(SubstituteIterators(s, iterators, at, elaboration_.store()), end.span, "a subscript in connect");
        if (!value) return false;
        for (std::size_t k = 0; k < value->count(); ++k) {
          std::int64_t place = value->integer(k);
          if (value->kind == TypeKind::kBoolean) ++place;
          if (place < 1 || place > sizes[i]) {
            elaboration_.sink().Error("E3212", end.span, fmt::format("subscript {} is out of bounds: dimension {} of {} has size {}", place, i + 1,
                                                                     elaboration_.instances().PathText(end.connector), sizes[i]));
            return false;
          }
          values.push_back(static_cast<std::int32_t>(place));
        }
        open.push_back(!value->is_scalar());
      }
      choices.push_back(std::move(values));
    }
    return true;
  };
  std::vector<std::int32_t> counts;
  for (const Loop& loop : loops) counts.push_back(static_cast<std::int32_t>(loop.values.size()));
  bool ok = true;
  ForEachIndex(counts, [&](std::span<const std::int32_t> round) {
    if (!ok) return;
    at.clear();
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const Value& value = loops[i].values[static_cast<std::size_t>(round[i] - 1)];
      evaluator.SetIterator(loops[i].iterator, value);
      at.push_back(ToExpr(value, exprs));
    }
    std::vector<std::vector<std::int32_t>> in_a, in_b;
    std::vector<bool> open_a, open_b;
    if (!resolve(a, in_a, open_a) || !resolve(b, in_b, open_b)) {
      ok = false;
      return;
    }
    std::vector<std::int32_t> sizes_a, sizes_b;
    for (std::size_t i = 0; i < in_a.size(); ++i)
      if (open_a[i]) sizes_a.push_back(static_cast<std::int32_t>(in_a[i].size()));
    for (std::size_t i = 0; i < in_b.size(); ++i)
      if (open_b[i]) sizes_b.push_back(static_cast<std::int32_t>(in_b[i].size()));
    if (sizes_a != sizes_b) {
      TypeId shape_a = types.WithSizes(types.real(), sizes_a), shape_b = types.WithSizes(types.real(), sizes_b);
      instance::Operators& ops = elaboration_.ops();
      elaboration_.sink().Error("E4019", origin.span, fmt::format("connectors of different size: {} {}, {} {}", elaboration_.instances().PathText(a.connector),
                                                                  ops.SizeText(shape_a, "has the size ", "is a scalar"), elaboration_.instances().PathText(b.connector),
                                                                  ops.SizeText(shape_b, "has the size ", "is a scalar")));
      ok = false;
      return;
    }
    ForEachIndex(sizes_a, [&](std::span<const std::int32_t> open_at) {
      auto place = [&](const std::vector<std::vector<std::int32_t>>& choices, const std::vector<bool>& open) {
        std::vector<std::int32_t> index;
        std::size_t next = 0;
        for (std::size_t i = 0; i < choices.size(); ++i) index.push_back(choices[i][open[i] ? static_cast<std::size_t>(open_at[next++] - 1) : 0]);
        return index;
      };
      ConnectVariables(a.connector, place(in_a, open_a), a.is_outside, b.connector, place(in_b, open_b), b.is_outside, origin, origin.span);
    });
  });
}

void Connections::AddConnector(Component* connector) {
  // A connector inside a connector belongs to the outermost one.
  if (Component* parent = connector->parent(); parent && parent->clause && elaboration_.instances().IsConnector(parent->type)) return;
  connectors_.push_back(connector);
}

Expr Connections::Reference(const Member& member) {
  ExprPool& exprs = elaboration_.store().exprs;
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(member.variable);
  std::size_t rank = ConnectedRank(member.variable);
  std::vector<Expr> subscripts(rank);
  std::uint32_t rest = member.element;
  for (std::size_t i = rank; i-- > 0;) {
    subscripts[i] = exprs.Integer(rest % static_cast<std::uint32_t>(sizes[i]) + 1);
    rest /= static_cast<std::uint32_t>(sizes[i]);
  }
  return exprs.Index(exprs.Var(member.variable->var, elaboration_.VariableType(member.variable)), subscripts);
}

void Connections::AddEquations(std::vector<Equation>& into) {
  Store& store = elaboration_.store();
  ExprPool& exprs = store.exprs;
  // Flows of every connector are members, connected or not.
  std::function<void(Component*)> add_flows = [&](Component* c) {
    if (!elaboration_.IsPresent(c) || !elaboration_.EnsureTyped(c)) return;
    if (c->primitive == Primitive::kNone) {
      elaboration_.instances().ForEachComponent(c->type, add_flows);
      return;
    }
    if (c->connectedness != syntax::Connectedness::kFlow || c->variability <= instance::VariableKind::kParameter) return;
    std::vector<std::int32_t> sizes = elaboration_.AllSizes(c);
    std::int64_t count = 1;
    for (std::size_t i = 0; i < ConnectedRank(c); ++i) count *= sizes[i];
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint32_t member = MemberOf(c, static_cast<std::uint32_t>(i), false);
      if (!members_[member].is_connected) members_[member].origin.span = c->span();
    }
  };
  for (Component* connector : connectors_) add_flows(connector);

  // Sets in the order of their first members.
  std::vector<std::vector<std::uint32_t>> sets(members_.size());
  for (std::uint32_t m = 0; m < members_.size(); ++m) sets[FindRoot(m)].push_back(m);
  for (const std::vector<std::uint32_t>& set : sets) {
    if (set.empty()) continue;
    const Member& first = members_[set[0]];
    if (first.variable->connectedness == syntax::Connectedness::kFlow) {
      Equation equation;
      Expr sum;
      for (std::uint32_t m : set) {
        Expr term = Reference(members_[m]);
        if (members_[m].is_outside) term = exprs.Make(Op::kNeg, exprs.type(term), {term});
        sum = sum.valid() ? exprs.Make(Op::kAdd, exprs.type(term), {sum, term}) : term;
        equation.origin = members_[m].origin;
      }
      equation.origin.made_by = set.size() == 1 ? "unconnected" : "connect";
      equation.left = sum;
      equation.right = elaboration_.ops().Fill(exprs.Real(0), store.types.sizes(exprs.type(sum)));
      into.push_back(std::move(equation));
    } else if (first.variable->connectedness == syntax::Connectedness::kPotential) {
      Expr reference = Reference(first);
      for (std::size_t i = 1; i < set.size(); ++i) {
        Equation equation;
        equation.origin = members_[set[i]].origin;
        equation.origin.made_by = "connect";
        equation.left = reference;
        equation.right = Reference(members_[set[i]]);
        into.push_back(std::move(equation));
      }
    }
  }
}

}  // namespace mica::flat
