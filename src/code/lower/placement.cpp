// Where the nodes of an expression are computed, see placement.h.
#include "code/lower/placement.h"

#include <algorithm>
#include <utility>

namespace mica::code {

namespace {

constexpr std::uint32_t kCostly = 16;     // of one operation
constexpr std::uint32_t kEagerLimit = 8;  // what both branches of an `if` may cost to be computed at once
constexpr int kDeepest = 100;             // regions: below it only what must be lazy is

std::uint32_t OwnCost(Op op) {
  switch (ClassOf(op)) {
    case OpClass::kLiteral:
    case OpClass::kReference:
      return 0;
    case OpClass::kMath:
      return op == Op::kAbs || op == Op::kMin || op == Op::kMax || op == Op::kSign ? 1 : kCostly;
    case OpClass::kOperator:
      return op == Op::kDiv || op == Op::kPow || op == Op::kMatMul || op == Op::kMatPow ? kCostly : 1;
    case OpClass::kRelation:
    case OpClass::kConversion:
      return 1;
    default:
      return 4;
  }
}

bool IsQuietlyRisky(Op op) {
  switch (op) {
    case Op::kDiv:
    case Op::kPow:
    case Op::kSqrt:
    case Op::kLog:
    case Op::kLog10:
    case Op::kAsin:
    case Op::kAcos:
      return true;
    default:
      return false;
  }
}

}  // namespace

Term Lowering::Lower(Expr e) {
  if (const Term* term = Find(e)) return *term;
  Placement(*this, e).Run();
  return Known(e);
}

Reg Lowering::LowerScalar(Expr e, Kind kind) {
  Term term = Lower(e);
  Check(term.scalar.valid(), "a scalar is expected here");
  return b_.Convert(term.scalar, kind);
}

void Lowering::Remember(Expr e, Term term) {
  auto [place, is_new] = memo_.try_emplace(e.index());
  undo_.emplace_back(e, is_new ? std::optional<Term>() : std::optional<Term>(std::move(place->second)));
  place->second = std::move(term);
}

void Lowering::Forget(std::size_t mark) {
  while (undo_.size() > mark) {
    auto& [e, before] = undo_.back();
    if (before)
      memo_[e.index()] = std::move(*before);
    else
      memo_.erase(e.index());
    undo_.pop_back();
  }
}

const Term* Lowering::Find(Expr e) const {
  auto it = memo_.find(e.index());
  return it == memo_.end() ? nullptr : &it->second;
}

const Term& Lowering::Known(Expr e) const {
  const Term* term = Find(e);
  Check(term != nullptr, "a value is used before it is computed");
  return *term;
}

std::span<const Expr> Placement::Needs(Expr e, std::vector<Expr>& buffer) const {
  Op op = pool_.op(e);
  if (IsReduction(op)) {
    // The body belongs to the loop; ranges of later iterators may depend on earlier ones and do too.
    buffer.clear();
    if (pool_[e].arg_count == 3) buffer.push_back(pool_.arg(e, 2));
    return buffer;
  }
  if (op == Op::kPre) return {};
  if (op == Op::kArray && (lowering_.IsSlotArray(e) || lowering_.IsLiteralTree(e))) return {};
  return pool_.args(e);
}

void Placement::Collect() {
  std::vector<Expr> stack{root_}, found, buffer;
  std::unordered_set<std::uint32_t> seen{root_.index()};
  while (!stack.empty()) {
    Expr e = stack.back();
    stack.pop_back();
    found.push_back(e);
    for (Expr arg : Needs(e, buffer))
      if (!lowering_.Find(arg) && seen.insert(arg.index()).second) stack.push_back(arg);
  }
  std::sort(found.begin(), found.end());
  nodes_.reserve(found.size());
  for (Expr e : found) nodes_.emplace_back().e = e;
}

Placement::Node* Placement::FindNode(Expr e) {
  auto it =
      std::lower_bound(nodes_.begin(), nodes_.end(), e, [](const Node& node, Expr wanted) { return node.e < wanted; });
  return it != nodes_.end() && it->e == e ? &*it : nullptr;
}

bool Placement::OwnHard(Expr e) const {
  Op op = pool_.op(e);
  switch (op) {
    case Op::kCall:
      return !lowering_.c_.store.functions[pool_.function(e)].is_record_constructor;
    case Op::kCallValue:
    case Op::kDelay:
    case Op::kSpatialDistribution:
    case Op::kHeld:
    case Op::kMatPow:
    case Op::kStringOf:
      return true;
    case Op::kIndex:
      for (std::size_t i = 1; i < pool_[e].arg_count; ++i)
        if (!pool_.is_literal(pool_.arg(e, i)) && pool_.op(pool_.arg(e, i)) != Op::kColon) return true;
      return lowering_.types_.has_unknown_size(pool_.type(pool_.arg(e, 0)));
    case Op::kDivide:
    case Op::kMod:
    case Op::kRem:
      return !pool_.is_literal(pool_.arg(e, 1));
    case Op::kEnumValue:
      return true;
    default:
      return IsReduction(op);
  }
}

void Placement::Weigh(Node& node) {
  Op op = pool_.op(node.e);
  std::vector<Expr> buffer;
  bool below_risky = false;
  std::uint32_t cost = OwnCost(op);
  node.is_hard = OwnHard(node.e);
  for (Expr arg : Needs(node.e, buffer)) {
    const Node* below = FindNode(arg);
    if (!below) continue;
    cost += below->cost;
    node.is_hard |= below->is_hard;
    below_risky |= below->is_risky;
  }
  node.cost = std::min<std::uint32_t>(cost, 1u << 20);
  node.is_risky = below_risky || node.is_hard || IsQuietlyRisky(op);
  auto of = [&](std::size_t i) { return FindNode(pool_.arg(node.e, i)); };
  switch (op) {
    case Op::kIf: {
      const Node *a = of(1), *b = of(2);
      bool risky = (a && a->is_risky) || (b && b->is_risky);
      bool is_simple = lowering_.types_.is_scalar(pool_.type(node.e)) &&
                       lowering_.types_.kind(pool_.type(node.e)) != TypeKind::kRecord;
      node.is_lazy = risky || !is_simple || (a ? a->cost : 0) + (b ? b->cost : 0) > kEagerLimit;
      break;
    }
    case Op::kAnd:
    case Op::kOr:
      node.is_lazy = of(1) && of(1)->is_risky && lowering_.types_.is_scalar(pool_.type(node.e));
      break;
    case Op::kHeld:
      node.is_lazy = true;
      break;
    case Op::kHomotopy:
      node.is_lazy = lowering_.types_.is_scalar(pool_.type(node.e));
      break;
    default:
      break;
  }
}

int Placement::NewRegion(int parent) {
  regions_.push_back({parent, regions_[static_cast<std::size_t>(parent)].depth + 1, -1, {}});
  return static_cast<int>(regions_.size()) - 1;
}

int Placement::CommonRegion(int a, int b) const {
  while (a != b) {
    int& deeper = regions_[static_cast<std::size_t>(a)].depth >= regions_[static_cast<std::size_t>(b)].depth ? a : b;
    deeper = regions_[static_cast<std::size_t>(deeper)].parent;
  }
  return a;
}

void Placement::AddUse(Expr e, Use use, std::uint32_t count) {
  Node* node = FindNode(e);
  if (!node) return;  // known already
  node->use_count += count;
  for (Use& other : node->uses) {
    if (other.region != use.region) continue;
    other.is_speculative &= use.is_speculative;
    return;
  }
  node->uses.push_back(use);
}

void Placement::Place(std::uint32_t index) {
  Node& node = nodes_[index];
  std::vector<Use>& uses = node.uses;
  if (uses.empty()) return;
  // Both branches of an `if` need it: then the place before the `if` does.
  for (bool changed = uses.size() > 1; changed;) {
    changed = false;
    for (std::size_t i = 0; i < uses.size() && !changed; ++i) {
      const Region& region = regions_[static_cast<std::size_t>(uses[i].region)];
      if (region.twin < 0) continue;
      auto twin = std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.region == region.twin; });
      if (twin == uses.end()) continue;
      Use above{region.parent, uses[i].is_speculative || twin->is_speculative};
      int first = uses[i].region, second = region.twin;
      std::erase_if(uses, [&](const Use& use) { return use.region == first || use.region == second; });
      AddUse(node.e, above, 0);
      changed = true;
    }
  }
  if (uses.size() == 1) return PlaceIn(index, uses[0].region, uses[0].is_speculative);
  if (!node.is_hard) {
    int common = uses[0].region;
    for (const Use& use : uses) common = CommonRegion(common, use.region);
    bool is_speculative = true;
    for (const Use& use : uses)
      if (use.region == common) is_speculative = use.is_speculative;
    return PlaceIn(index, common, is_speculative);
  }
  std::vector<Use> all = uses;
  for (const Use& use : all) {
    bool is_covered = std::any_of(all.begin(), all.end(), [&](const Use& other) {
      return other.region != use.region && CommonRegion(other.region, use.region) == other.region;
    });
    if (!is_covered) PlaceIn(index, use.region, use.is_speculative);
  }
}

void Placement::PlaceIn(std::uint32_t index, int region, bool is_speculative) {
  Expr e = nodes_[index].e;
  Placed placed{index, is_speculative, {-1, -1}};
  bool is_lazy = nodes_[index].is_lazy;
  if (regions_[static_cast<std::size_t>(region)].depth > kDeepest && !nodes_[index].is_hard && pool_.op(e) == Op::kIf &&
      lowering_.types_.is_scalar(pool_.type(e)))
    is_lazy = false;
  if (!is_lazy) {
    std::vector<Expr> buffer;
    // Needs() may give a view of the pool, which placing does not change.
    for (Expr arg : Needs(e, buffer)) AddUse(arg, {region, is_speculative});
  } else {
    Op op = pool_.op(e);
    placed.children[0] = NewRegion(region);
    if (op == Op::kIf || op == Op::kHomotopy) placed.children[1] = NewRegion(region);
    if (op == Op::kIf) {
      regions_[static_cast<std::size_t>(placed.children[0])].twin = placed.children[1];
      regions_[static_cast<std::size_t>(placed.children[1])].twin = placed.children[0];
      AddUse(pool_.arg(e, 0), {region, is_speculative});
      AddUse(pool_.arg(e, 1), {placed.children[0], is_speculative});
      AddUse(pool_.arg(e, 2), {placed.children[1], is_speculative});
    } else if (op == Op::kHomotopy) {
      AddUse(pool_.arg(e, 0), {placed.children[0], is_speculative});
      AddUse(pool_.arg(e, 1), {placed.children[1], is_speculative});
    } else if (op == Op::kHeld) {
      AddUse(pool_.arg(e, 0), {placed.children[0], is_speculative});
    } else {  // and, or
      AddUse(pool_.arg(e, 0), {region, is_speculative});
      AddUse(pool_.arg(e, 1), {placed.children[0], is_speculative});
    }
  }
  regions_[static_cast<std::size_t>(region)].nodes.push_back(placed);
}

void Placement::EmitRegion(int region) {
  std::vector<Placed> placed = std::move(regions_[static_cast<std::size_t>(region)].nodes);
  for (auto it = placed.rbegin(); it != placed.rend(); ++it) {
    Expr e = nodes_[it->node].e;
    if (it->children[0] >= 0) {
      EmitLazy(*it);
      continue;
    }
    bool before = std::exchange(lowering_.is_speculative_, it->is_speculative);
    Term term = lowering_.LowerNode(e);
    // An array that is asked for again is computed once.
    if (nodes_[it->node].use_count > 1) term = lowering_.Settle(term);
    lowering_.is_speculative_ = before;
    lowering_.Remember(e, std::move(term));
  }
}

void Placement::EmitIf(Expr e, const Placed& placed) {
  Builder& b = lowering_.b_;
  Reg condition = lowering_.KnownScalar(pool_.arg(e, 0), Kind::kBool);
  if (auto known = b.BoolConstant(condition)) {
    EmitRegion(placed.children[*known ? 0 : 1]);
    lowering_.Remember(e, lowering_.Known(pool_.arg(e, *known ? 1 : 2)));
    return;
  }
  Variable join = lowering_.NewJoin(pool_.type(e));
  for (int branch : {0, 1}) {
    if (branch == 0)
      b.If(condition);
    else
      b.Else();
    Lowering::Scope scope(lowering_);
    EmitRegion(placed.children[branch]);
    lowering_.SetVariable(join, lowering_.Known(pool_.arg(e, branch == 0 ? 1 : 2)), 0);
  }
  b.EndIf();
  lowering_.Remember(e, lowering_.GetVariable(join));
}

void Placement::EmitLazy(const Placed& placed) {
  Expr e = nodes_[placed.node].e;
  if (pool_.op(e) == Op::kIf) return EmitIf(e, placed);  // of any type; the others are scalars
  Builder& b = lowering_.b_;
  Kind kind = lowering_.c_.KindOf(pool_.type(e));
  auto guarded = [&](Reg condition, int region, Expr value, LocalId local, const std::function<void(Reg)>& then) {
    b.If(condition);
    {
      Lowering::Scope scope(lowering_);
      EmitRegion(region);
      Reg computed = lowering_.KnownScalar(value, kind);
      b.Set(local, computed);
      if (then) then(computed);
    }
  };
  switch (pool_.op(e)) {
    case Op::kAnd:
    case Op::kOr: {
      LocalId result = b.NewLocal(Kind::kBool);
      Reg first = lowering_.KnownScalar(pool_.arg(e, 0), Kind::kBool);
      b.Set(result, first);
      guarded(pool_.op(e) == Op::kAnd ? first : b.Not(first), placed.children[0], pool_.arg(e, 1), result, nullptr);
      b.EndIf();
      return lowering_.Remember(e, Term::Of(b.Get(result)));
    }
    case Op::kHeld: {
      auto held = static_cast<std::uint32_t>(pool_.payload(e));
      LocalId result = b.NewLocal(kind);
      Reg compute = b.Field(InstanceField::kEvent);
      if (lowering_.c_.model && lowering_.c_.model->held[structure::HeldId(held)].in_system)
        compute = b.And(compute, b.Not(b.Field(InstanceField::kSolvingHeld)));
      guarded(compute, placed.children[0], pool_.arg(e, 0), result,
              [&](Reg value) { b.StoreSlot(SlotArray::kHeld, held, value); });
      b.Else();
      b.Set(result, b.Convert(b.LoadSlot(SlotArray::kHeld, held), kind));
      b.EndIf();
      return lowering_.Remember(e, Term::Of(b.Get(result)));
    }
    default: {  // homotopy
      LocalId actual = b.NewLocal(kind), simplified = b.NewLocal(kind);
      Reg lambda = b.Field(InstanceField::kLambda);
      Reg is_actual = b.Compare(Code::kEqual, lambda, b.Real(1)),
          is_simplified = b.Compare(Code::kEqual, lambda, b.Real(0));
      b.Set(actual, b.Zero(kind));
      b.Set(simplified, b.Zero(kind));
      guarded(b.Not(is_simplified), placed.children[0], pool_.arg(e, 0), actual, nullptr);
      b.EndIf();
      guarded(b.Not(is_actual), placed.children[1], pool_.arg(e, 1), simplified, nullptr);
      b.EndIf();
      Reg x = b.Get(actual), y = b.Get(simplified);
      Reg mixed = b.Add(b.Mul(lambda, x), b.Mul(b.Sub(b.Real(1), lambda), y));
      Reg result = b.Select(is_actual, x, b.Select(is_simplified, y, b.Convert(mixed, kind)));
      return lowering_.Remember(e, Term::Of(result));
    }
  }
}

void Placement::Run() {
  Collect();
  for (Node& node : nodes_) Weigh(node);
  regions_.push_back({-1, 0, -1, {}});
  AddUse(root_, {0, false});
  for (std::size_t i = nodes_.size(); i-- > 0;) Place(static_cast<std::uint32_t>(i));
  EmitRegion(0);
}

}  // namespace mica::code
