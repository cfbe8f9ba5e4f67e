#include "fmi/fmu_variables.h"

#include <algorithm>
#include <set>

extern "C" {
#include "runtime/fmu/fmu.h"
}

namespace mica::fmi {

namespace {

class Finder {
 public:
  Finder(const run::Instance& instance, const std::vector<std::uint32_t>& start_fixed,
         const std::vector<std::uint32_t>& decided)
      : t_(instance.table()),
        start_fixed_(start_fixed.begin(), start_fixed.end()),
        decided_(decided.begin(), decided.end()) {
    for (std::uint32_t slot : run::List(t_, t_.initial_unknowns)) iterated_.insert(slot);
    for (std::uint32_t state : run::List(t_, t_.states)) {
      shown_.insert(state);
      shown_.insert(t_.scalars[state].derivative);
    }
  }

  FmuVariables Run() {
    FmuVariables found;
    for (std::uint32_t i = 0; i < t_.scalars_count; ++i) {
      found.setting.push_back(SettingOf(i));
      found.needs.push_back(NeedsOf(t_.scalars[i]));
    }
    for (std::uint32_t i = 0; i < t_.scalars_count; ++i) {
      const MicaScalar& scalar = t_.scalars[i];
      if (scalar.type == MICA_TYPE_OTHER || scalar.kind == MICA_KIND_OBJECT) continue;
      if (run::HasFlag(scalar, MICA_SCALAR_HIDDEN) && !shown_.contains(i)) continue;
      found.list.push_back(Describe(i, found.setting));
    }
    return found;
  }

 private:
  std::uint8_t SettingOf(std::uint32_t i) const {
    const MicaScalar& scalar = t_.scalars[i];
    if (run::IsAlias(t_, scalar)) return MICA_SET_NEVER;
    bool is_real = scalar.type == MICA_TYPE_REAL;
    switch (scalar.kind) {
      case MICA_KIND_INPUT:
        if (run::HasFlag(scalar, MICA_SCALAR_HIDDEN) || run::IsString(scalar)) return MICA_SET_NEVER;
        return is_real ? MICA_SET_INPUT : MICA_SET_DISCRETE;
      case MICA_KIND_CONSTANT:
        return MICA_SET_CONSTANT;
      case MICA_KIND_PARAMETER:
        if (run::HasFlag(scalar, MICA_SCALAR_FINAL) || run::HasFlag(scalar, MICA_SCALAR_EVALUATED) ||
            decided_.contains(i))
          return run::HasFlag(scalar, MICA_SCALAR_HAS_VALUE) ? MICA_SET_CONSTANT : MICA_SET_NEVER;
        if (!run::HasFlag(scalar, MICA_SCALAR_HAS_BINDING)) return MICA_SET_NEVER;
        return is_real ? MICA_SET_TUNABLE : MICA_SET_FIXED;
      case MICA_KIND_STATE:
      case MICA_KIND_ALGEBRAIC:
        return start_fixed_.contains(scalar.slot) || IsGuess(scalar) ? MICA_SET_START : MICA_SET_NEVER;
      default:
        return MICA_SET_NEVER;
    }
  }

  // An unknown that initialization iterates on, from a start value.
  bool IsGuess(const MicaScalar& scalar) const {
    return scalar.type == MICA_TYPE_REAL && iterated_.contains(scalar.slot) &&
           run::HasFlag(scalar, MICA_SCALAR_HAS_START) && !run::HasFlag(scalar, MICA_SCALAR_HIDDEN);
  }

  static std::uint8_t NeedsOf(const MicaScalar& scalar) {
    switch (scalar.kind) {
      case MICA_KIND_DERIVATIVE:
        return MICA_NEEDS_DERIVATIVES;
      case MICA_KIND_ALGEBRAIC:
        return MICA_NEEDS_OUTPUTS;
      default:
        return MICA_NEEDS_NOTHING;
    }
  }

  FmuVariable Describe(std::uint32_t i, const std::vector<std::uint8_t>& settings) const {
    const MicaScalar& scalar = t_.scalars[i];
    const MicaScalar& owner = t_.scalars[scalar.owner];
    bool is_alias = run::IsAlias(t_, scalar), is_output = run::HasFlag(scalar, MICA_SCALAR_OUTPUT);
    bool is_real = scalar.type == MICA_TYPE_REAL || scalar.type == MICA_TYPE_NONE;
    const char* changes = is_real && owner.kind != MICA_KIND_DISCRETE ? "continuous" : "discrete";
    FmuVariable v{i, std::string(run::NameOf(t_, i)), "local", changes, nullptr};
    std::uint8_t setting = settings[i];
    if (setting == MICA_SET_INPUT || setting == MICA_SET_DISCRETE) {
      v.causality = "input";
      v.has_start = true;
    } else if (owner.kind == MICA_KIND_CONSTANT || setting == MICA_SET_CONSTANT) {
      v.variability = "constant";
      v.initial = "exact";
      v.has_start = true;
      if (is_output) v.causality = "output";
    } else if (owner.kind == MICA_KIND_PARAMETER && !is_output) {
      bool is_settable = setting == MICA_SET_FIXED || setting == MICA_SET_TUNABLE;
      v.causality = is_settable ? "parameter" : "calculatedParameter";
      v.variability = setting == MICA_SET_FIXED || !is_real ? "fixed" : "tunable";
      v.initial = is_settable ? "exact" : "calculated";
      v.has_start = is_settable;
    } else {
      if (is_output) v.causality = "output";
      bool may_be_set = setting == MICA_SET_START && !is_alias;
      v.initial = !may_be_set ? "calculated" : start_fixed_.contains(scalar.slot) ? "exact" : "approx";
      v.has_start = may_be_set;
    }
    return v;
  }

  const MicaModelTable& t_;
  std::set<std::uint32_t> start_fixed_, decided_, iterated_, shown_;
};

}  // namespace

FmuVariables FindVariables(const run::Instance& instance, const std::vector<std::uint32_t>& start_fixed,
                           const std::vector<std::uint32_t>& decided) {
  return Finder(instance, start_fixed, decided).Run();
}

}  // namespace mica::fmi
