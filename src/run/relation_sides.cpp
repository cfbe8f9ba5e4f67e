#include "run/relation_sides.h"

#include <deque>

#include "expression/evaluate.h"
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

std::optional<std::pair<double, double>> SidesOf(std::uint32_t held, const Instance& instance) {
  const Store& store = *instance.runnable().store;
  Expr relation = instance.model().held[structure::HeldId(held)].value;
  if (!relation.valid() || store.exprs.args(relation).size() != 2) return std::nullopt;
  std::optional<double> x = ScalarValue(store.exprs.arg(relation, 0), instance), y = x ? ScalarValue(store.exprs.arg(relation, 1), instance) : std::nullopt;
  if (y) return std::pair(*x, *y);
  PresentValues present(instance);
  Evaluator evaluator(store, present);
  std::optional<Value> left = evaluator.Evaluate(store.exprs.arg(relation, 0)), right = evaluator.Evaluate(store.exprs.arg(relation, 1));
  if (!left || !right || left->kind != TypeKind::kReal || right->kind != TypeKind::kReal) return std::nullopt;
  return std::pair(left->real(), right->real());
}

}  // namespace mica::run
