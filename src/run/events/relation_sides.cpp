#include "run/events/relation_sides.h"

namespace mica::run {

std::optional<std::pair<double, double>> SidesOf(std::uint32_t held, Instance& instance) {
  const MicaModelTable& t = instance.table();
  const MicaRelation& relation = t.relations[held];
  if (relation.left == MICA_NONE || relation.right == MICA_NONE) return std::nullopt;
  return std::pair(mica_formula_value(&t, relation.left, &instance.raw()),
                   mica_formula_value(&t, relation.right, &instance.raw()));
}

}  // namespace mica::run
