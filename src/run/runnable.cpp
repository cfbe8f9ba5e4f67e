#include "run/runnable.h"

#include <fmt/format.h>

#include <cmath>

#include "expression/text.h"

namespace mica::run {

namespace {

class ScalarNames : public ReferenceNames {
 public:
  explicit ScalarNames(const structure::BlockModel& model) : model_(model) {}
  std::string Scalar(ScalarId id) const override {
    return model_.scalars.contains(id) ? model_.scalars[id].name : ReferenceNames::Scalar(id);
  }

 private:
  const structure::BlockModel& model_;
};

}  // namespace

std::string ComponentText(const flat::Origin& origin, const Store& store) {
  if (origin.component.empty()) return {};
  std::string path;
  for (const flat::PathPart& part : origin.component) {
    if (!path.empty()) path += '.';
    path += store.names.text(part.name);
  }
  return fmt::format("component {}: ", path);
}

std::string NumberText(double value) { return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value); }

std::string ModelText(Expr expression, const Runnable& runnable) {
  if (!expression.valid()) return "?";
  constexpr std::size_t kLongest = 200;
  return ExprText(expression, *runnable.store, ScalarNames(*runnable.model), kLongest);
}

}  // namespace mica::run
