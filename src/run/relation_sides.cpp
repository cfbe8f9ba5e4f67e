#include "run/relation_sides.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "expression/evaluate.h"
#include "run/move_by_rounding.h"
#include "run/scalar_value.h"

namespace mica::run {

namespace {

// Real scalars as the instance has them.
class PresentValues : public Environment {
 public:
  explicit PresentValues(const Instance& instance) : instance_(instance) {}

  const Value* Scalar(ScalarId id) override {
    const Store& store = *instance_.runnable().store;
    if (store.types.kind(instance_.model().scalars[id].type) != TypeKind::kReal) return nullptr;
    return &values_.emplace_back(Value::Real(instance_.value(id), store.types));
  }
  std::optional<double> Time() override { return instance_.time(); }

 private:
  const Instance& instance_;
  std::deque<Value> values_;
};

}  // namespace

RelationSides::RelationSides(Instance& instance, SystemSolver& solver, std::vector<std::uint32_t> held)
    : instance_(instance), solver_(solver), held_(std::move(held)), distances_(held_.size()), noise_(held_.size()) {}

void RelationSides::Reserve() { reals_here_.reserve(instance_.reals().size()); }

std::optional<std::pair<double, double>> RelationSides::SidesOf(std::size_t i) const {
  const Store& store = *instance_.runnable().store;
  Expr relation = instance_.model().held[structure::HeldId(held_[i])].value;
  if (!relation.valid() || store.exprs.args(relation).size() != 2) return std::nullopt;
  std::optional<double> x = ScalarValue(store.exprs.arg(relation, 0), instance_), y = x ? ScalarValue(store.exprs.arg(relation, 1), instance_) : std::nullopt;
  if (y) return std::pair(*x, *y);
  PresentValues present(instance_);
  Evaluator evaluator(store, present);
  std::optional<Value> left = evaluator.Evaluate(store.exprs.arg(relation, 0)), right = evaluator.Evaluate(store.exprs.arg(relation, 1));
  if (!left || !right || left->kind != TypeKind::kReal || right->kind != TypeKind::kReal) return std::nullopt;
  return std::pair(left->real(), right->real());
}

void RelationSides::Measure() {
  double largest = 0;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    auto sides = SidesOf(i);
    distances_[i] = sides ? sides->first - sides->second : std::numeric_limits<double>::quiet_NaN();
    if (sides) largest = std::max({largest, std::abs(sides->first), std::abs(sides->second)});
  }
  std::ranges::fill(noise_, kRounding * largest);
}

// The unknowns stay: the solution begins there.
void RelationSides::Disturb(unsigned which, bool has_computed_states) {
  MoveByRounding(instance_.reals(), false, which);
  for (std::uint32_t slot : solver_.slots()) instance_.reals()[slot] = reals_here_[slot];
  if (!has_computed_states) return;
  double sign = which == 0 ? 1 : -1;
  for (auto [state, base] : instance_.inlined_slots()) {
    instance_.reals()[base] += sign * std::numeric_limits<double>::epsilon() * std::abs(instance_.nominal()[state]);
    sign = -sign;
  }
}

void RelationSides::MeasureNoise(bool has_computed_states) {
  reals_here_.assign(instance_.reals().begin(), instance_.reals().end());
  MicaInstance& raw = instance_.raw();
  for (unsigned which : {0U, 1U}) {
    Disturb(which, has_computed_states);
    ++raw.solving_held;
    bool solved = solver_.Solve();
    --raw.solving_held;
    for (std::size_t i = 0; i < held_.size() && solved; ++i) {
      auto sides = SidesOf(i);
      double change = sides ? std::abs(sides->first - sides->second - distances_[i]) : 0;
      if (std::isfinite(change)) noise_[i] = std::max(noise_[i], kOfDisturbance * change);
    }
    std::ranges::copy(reals_here_, instance_.reals().begin());
  }
}

}  // namespace mica::run
