#include "structure/systems/slim_system.h"

#include <algorithm>
#include <unordered_set>

#include "structure/sort/incidence.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

class Slimming {
 public:
  Slimming(System& system, const Store& store)
      : system_(system),
        occurrences_(store),
        has_homotopy_(store.exprs, [&store](Expr e) { return store.exprs.op(e) == Op::kHomotopy; }) {}

  // An inner step may read what is computed after it: in a held relation, which is iterated with the system, or where
  // its value does not matter.
  void TakeFirst(std::vector<Step>& before) {
    std::unordered_set<ScalarId> inside(system_.unknowns.begin(), system_.unknowns.end());
    for (const std::vector<Step>* steps : {&system_.discrete, &system_.inner})
      for (const Step& step : *steps) inside.insert(step.targets.begin(), step.targets.end());
    std::erase_if(system_.inner, [&](Step& step) {
      Read(step);
      bool stays = HasHomotopy(step) || std::ranges::any_of(occurrences_.found(), [&](const Occurrence& o) {
                     return o.is_needed() && inside.contains(o.scalar);
                   });
      if (stays) return false;
      for (ScalarId target : step.targets) inside.erase(target);
      before.push_back(std::move(step));
      return true;
    });
  }

  void TakeLast(std::vector<Step>& after) {
    std::unordered_set<ScalarId> needed;
    auto need = [&] {
      for (const Occurrence& o : occurrences_.found())
        if (o.is_needed()) needed.insert(o.scalar);
    };
    occurrences_.Clear();
    for (Expr residual : system_.residuals) occurrences_.Add(residual);
    for (const Step& step : system_.slopes) occurrences_.Add(step);
    for (const JacobianEntry& entry : system_.jacobian) occurrences_.Add(entry.value);
    for (const Step& step : system_.discrete) occurrences_.Add(step);
    need();
    std::vector<bool> leaves(system_.inner.size(), true);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Read(system_.inner[i]);
      if (std::ranges::none_of(occurrences_.found(), [](const Occurrence& o) { return (o.how & kInHeld) != 0; }))
        continue;
      leaves[i] = false;
      need();
    }
    for (bool changes = true; changes;) {  // once, but for what is read before it is computed
      changes = false;
      for (std::size_t i = leaves.size(); i-- > 0;) {
        if (!leaves[i] ||
            std::ranges::none_of(system_.inner[i].targets, [&](ScalarId id) { return id && needed.contains(id); }))
          continue;
        leaves[i] = false;
        changes = true;
        Read(system_.inner[i]);
        need();
      }
    }
    std::vector<Step> kept;
    for (std::size_t i = 0; i < leaves.size(); ++i) (leaves[i] ? after : kept).push_back(std::move(system_.inner[i]));
    system_.inner = std::move(kept);
  }

 private:
  void Read(const Step& step) {
    occurrences_.Clear();
    occurrences_.Add(step);
  }
  bool HasHomotopy(const Step& step) { return step.value && has_homotopy_(step.value); }

  System& system_;
  OccurrenceCollector occurrences_;
  symbolic::Contains has_homotopy_;
};

}  // namespace

void SlimSystem(System& system, const Store& store, std::vector<Step>& before, std::vector<Step>& after) {
  Slimming slimming(system, store);
  slimming.TakeFirst(before);
  slimming.TakeLast(after);
}

}  // namespace mica::structure
