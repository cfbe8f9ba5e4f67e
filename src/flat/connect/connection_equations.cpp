// Connection sets and their equations (specification 9.2).
#include <algorithm>
#include <functional>

#include "flat/connect/connections.h"

namespace mica::flat {

using instance::Component;
using instance::Primitive;

std::uint32_t Connections::MemberOf(Component* variable, std::uint32_t element, bool is_outside) {
  std::uint64_t key = (static_cast<std::uint64_t>(variable->var.index()) << 32 | element) << 1 | (is_outside ? 1 : 0);
  auto [at, is_new] = index_.emplace(key, static_cast<std::uint32_t>(members_.size()));
  if (is_new) {
    members_.push_back({variable, element, is_outside, false, 0});
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

void Connections::Join(std::uint32_t a, std::uint32_t b, std::uint32_t origin) {
  for (std::uint32_t member : {a, b}) {
    members_[member].is_connected = true;
    members_[member].origin = origin;
  }
  a = FindRoot(a);
  b = FindRoot(b);
  // The smaller number becomes the root, so that sets are listed in the order in which their first members appeared.
  if (a != b) parents_[std::max(a, b)] = std::min(a, b);
}

// Flows of every connector are members, connected or not. Of what connections have added to an expandable connector the
// outside face is one too: the class that it belongs to has no equation for it.
void Connections::AddFlows(const std::unordered_set<Component*>& added) {
  std::function<void(Component*, bool)> add = [&](Component* c, bool is_added) {
    is_added = is_added || added.contains(c);
    if (!elaboration_.IsPresent(c) || !elaboration_.EnsureTyped(c)) return;
    if (c->primitive == Primitive::kNone) {
      elaboration_.instances().ForEachComponent(c->type, [&](Component* child) { add(child, is_added); });
      return;
    }
    if (c->variability <= instance::VariableKind::kParameter) return;
    std::size_t count = ElementCount(c);
    if (c->connectedness == syntax::Connectedness::kPotential && is_added) {
      in_buses_.insert(c);
      for (std::uint32_t i = 0; i < count; ++i) MemberOf(c, i, false);
    }
    if (c->connectedness != syntax::Connectedness::kFlow) return;
    auto origin = static_cast<std::uint32_t>(origins_.size());
    origins_.push_back({{}, c->span(), {}});
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t member = MemberOf(c, i, false);
      if (!members_[member].is_connected) members_[member].origin = origin;
      if (!is_added) continue;
      std::uint32_t outside = MemberOf(c, i, true);
      if (!members_[outside].is_connected) members_[outside].origin = origin;
    }
  };
  for (Component* connector : connectors_) add(connector, false);
}

// Sets in the order of their first members, members in order.
void Connections::MakeSets() {
  set_of_.assign(members_.size(), 0);
  std::uint32_t sets = 0;
  for (std::uint32_t m = 0; m < members_.size(); ++m) set_of_[m] = FindRoot(m) == m ? sets++ : set_of_[FindRoot(m)];
  set_begins_.assign(sets + 1, 0);
  for (std::uint32_t set : set_of_) ++set_begins_[set + 1];
  for (std::size_t i = 1; i < set_begins_.size(); ++i) set_begins_[i] += set_begins_[i - 1];
  std::vector<std::uint32_t> next(set_begins_.begin(), set_begins_.end() - 1);
  set_members_.resize(members_.size());
  for (std::uint32_t m = 0; m < members_.size(); ++m) set_members_[next[set_of_[m]]++] = m;
}

std::span<const std::uint32_t> Connections::SetOf(Component* variable, std::uint32_t element, bool is_outside) {
  std::uint64_t key = (static_cast<std::uint64_t>(variable->var.index()) << 32 | element) << 1 | (is_outside ? 1 : 0);
  auto found = index_.find(key);
  return found == index_.end() ? std::span<const std::uint32_t>() : Set(set_of_[found->second]);
}

Expr Connections::Reference(Component* variable, std::uint32_t element) {
  ExprPool& exprs = elaboration_.store().exprs;
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(variable);
  std::size_t rank = ConnectedRank(variable);
  Expr whole = exprs.Var(variable->var, elaboration_.VariableType(variable));
  if (rank == 0) return whole;
  std::vector<Expr> subscripts(rank);
  for (std::size_t i = rank; i-- > 0;) {
    auto size = static_cast<std::uint32_t>(sizes[i]);
    subscripts[i] = exprs.Integer(element % size + 1);
    element /= size;
  }
  return exprs.Index(whole, subscripts);
}

void Connections::AddEqual(const Member& a, const Member& b, std::vector<Equation>& into) {
  Equation equation;
  equation.origin = origin(b);
  equation.origin.made_by = "connect";
  equation.left = Reference(a.variable, a.element);
  equation.right = Reference(b.variable, b.element);
  into.push_back(std::move(equation));
}

// Of an array of buses, an element that got a signal because another one did: nothing gives it, and nothing takes it.
// In a bus of its own it would not be there (specification 9.1.3).
void Connections::AddIdle(const Member& member, std::vector<Equation>& into) {
  ExprPool& exprs = elaboration_.store().exprs;
  Types& types = elaboration_.store().types;
  Equation equation;
  equation.left = Reference(member.variable, member.element);
  TypeId type = exprs.type(equation.left);
  Expr none;
  switch (types.kind(type)) {
    case TypeKind::kReal:
      none = exprs.Real(0);
      break;
    case TypeKind::kInteger:
      none = exprs.Integer(0);
      break;
    case TypeKind::kBoolean:
      none = exprs.Boolean(false);
      break;
    case TypeKind::kString:
      none = exprs.String("");
      break;
    case TypeKind::kEnumeration:
      none = exprs.EnumLiteral(types.Element(type), 1);
      break;
    default:
      return;
  }
  equation.right = elaboration_.ops().Fill(none, types.sizes(type));
  equation.origin = {{}, member.variable->span(), "unconnected"};
  into.push_back(std::move(equation));
}

bool Connections::AddOfStates(std::span<const std::uint32_t> set,
                              const std::function<const Component*(const Component*)>& state_of,
                              std::vector<Equation>& into) {
  std::vector<std::pair<const Component*, std::uint32_t>> outputs;
  std::vector<std::uint32_t> others;
  for (std::uint32_t m : set) {
    const Component* state =
        members_[m].variable->causality == syntax::Causality::kOutput ? state_of(members_[m].variable) : nullptr;
    if (state)
      outputs.emplace_back(state, m);
    else
      others.push_back(m);
  }
  if (outputs.size() < 2) return false;
  if (others.empty()) return true;  // nothing takes it
  ExprPool& exprs = elaboration_.store().exprs;
  const Member& taker = members_[others[0]];
  Expr signal = Reference(taker.variable, taker.element);
  Expr value = exprs.Make(Op::kPrevious, exprs.type(signal), {signal});
  for (std::size_t i = outputs.size(); i-- > 0;) {
    const Member& output = members_[outputs[i].second];
    Expr is_active = exprs.Make(Op::kActiveState, elaboration_.store().types.boolean(), {},
                                elaboration_.StateNumber(const_cast<Component*>(outputs[i].first)));
    value = exprs.Make(Op::kIf, exprs.type(signal), {is_active, Reference(output.variable, output.element), value});
  }
  Equation equation;
  equation.origin = origin(taker);
  equation.origin.made_by = "connect, outputs of states";
  equation.left = signal;
  equation.right = value;
  into.push_back(std::move(equation));
  for (std::size_t i = 1; i < others.size(); ++i) AddEqual(taker, members_[others[i]], into);
  return true;
}

void Connections::AddEquations(std::vector<Equation>& into,
                               const std::function<const Component*(const Component*)>& state_of) {
  ExprPool& exprs = elaboration_.store().exprs;
  sources_.Check(elaboration_, state_of);
  for (std::size_t s = 0; s < set_count(); ++s) {
    std::span<const std::uint32_t> set = Set(s);
    const Member& first = members_[set[0]];
    if (first.variable->connectedness == syntax::Connectedness::kFlow) {
      Equation equation;
      Expr sum;
      for (std::uint32_t m : set) {
        Expr term = Reference(members_[m].variable, members_[m].element);
        if (members_[m].is_outside) term = exprs.Make(Op::kNeg, exprs.type(term), {term});
        sum = sum.valid() ? exprs.Make(Op::kAdd, exprs.type(term), {sum, term}) : term;
        equation.origin = origin(members_[m]);
      }
      equation.origin.made_by = set.size() == 1 ? "unconnected" : "connect";
      equation.left = sum;
      equation.right = elaboration_.ops().Fill(exprs.Real(0), elaboration_.store().types.sizes(exprs.type(sum)));
      into.push_back(std::move(equation));
    } else if (first.variable->connectedness == syntax::Connectedness::kPotential) {
      if (AddOfStates(set, state_of, into)) continue;
      if (std::ranges::all_of(set, [&](std::uint32_t m) { return in_buses_.contains(members_[m].variable); }))
        AddIdle(first, into);
      for (std::size_t i = 1; i < set.size(); ++i) AddEqual(first, members_[set[i]], into);
    }
  }
  AddBroken(into);
}

// 0 = equalityConstraint(R1, R2) where the virtual graph was broken.
void Connections::AddBroken(std::vector<Equation>& into) {
  Component* top = elaboration_.instances().top();
  instance::Typer typer(elaboration_, top->type, top->type->tree);
  ExprPool& exprs = elaboration_.store().exprs;
  std::vector<std::size_t> done;
  for (const GraphPair& pair : graph_pairs_) {
    if (!graph_.is_broken(pair.edge) || std::ranges::find(done, pair.edge) != done.end()) continue;
    done.push_back(pair.edge);
    auto reference = [&](Component* node, std::uint32_t at) {
      std::uint32_t element = at * pair.plan->nodes.count + pair.plan->nodes.inner;
      std::vector<std::int32_t> sizes = elaboration_.AllSizes(node);
      std::vector<Expr> subscripts(ConnectedRank(node));
      for (std::size_t i = subscripts.size(); i-- > 0;) {
        subscripts[i] = exprs.Integer(element % static_cast<std::uint32_t>(sizes[i]) + 1);
        element /= static_cast<std::uint32_t>(sizes[i]);
      }
      subscripts.resize(sizes.size(), exprs.Colon());
      return typer.ReferenceTo(node, std::move(subscripts), origins_[pair.origin].span);
    };
    Equation equation;
    equation.origin = origins_[pair.origin];
    equation.origin.made_by = "connect, loop broken";
    instance::ClassInstance* constraint = EqualityConstraintOf(pair.plan->nodes.a);
    equation.right =
        typer.CallWith(constraint, {reference(pair.plan->nodes.a, pair.at_a), reference(pair.plan->nodes.b, pair.at_b)},
                       equation.origin.span);
    if (elaboration_.ops().is_error(equation.right)) continue;
    equation.left =
        elaboration_.ops().Fill(exprs.Real(0), elaboration_.store().types.sizes(exprs.type(equation.right)));
    into.push_back(std::move(equation));
  }
}

}  // namespace mica::flat
