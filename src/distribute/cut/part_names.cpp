#include "distribute/cut/part_names.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

namespace mica::distribute {

namespace {

// The first `depth` names of a path that goes on, or "".
std::string_view Prefix(std::string_view name, int depth) {
  std::size_t end = 0;
  for (int i = 0; i < depth; ++i) {
    end = name.find('.', i == 0 ? 0 : end + 1);
    if (end == std::string_view::npos) return {};
  }
  return name.substr(0, end);
}

}  // namespace

void NameParts(const structure::ScalarModel& model, CutModel& cut) {
  constexpr int kDeepest = 6;
  struct Use {
    std::uint32_t part = kNoPart;
    std::size_t count = 0;
    bool is_shared = false;
  };
  std::size_t open = cut.parts.size();
  for (int depth = 1; depth <= kDeepest && open > 0; ++depth) {
    std::unordered_map<std::string_view, Use> uses;
    std::vector<std::string_view> order;
    for (std::size_t i = 0; i < cut.part_of.size(); ++i) {
      const structure::Scalar& scalar = model.scalars[ScalarId(i)];
      if (cut.part_of[i] == kNoPart || !scalar.source) continue;
      std::string_view prefix = Prefix(scalar.name, depth);
      if (prefix.empty()) continue;
      auto [at, is_new] = uses.try_emplace(prefix);
      if (is_new) {
        order.push_back(prefix);
        at->second.part = cut.part_of[i];
      }
      at->second.is_shared = at->second.is_shared || at->second.part != cut.part_of[i];
      // States weigh more than what follows from them.
      constexpr std::size_t kWeightOfState = 10;
      at->second.count += scalar.derivative ? kWeightOfState : 1;
    }
    std::vector<std::size_t> best(cut.parts.size());
    std::vector<std::string_view> name(cut.parts.size());
    for (std::string_view prefix : order) {
      const Use& use = uses.at(prefix);
      if (use.is_shared || !cut.parts[use.part].name.empty() || use.count <= best[use.part]) continue;
      best[use.part] = use.count;
      name[use.part] = prefix;
    }
    for (std::size_t p = 0; p < cut.parts.size(); ++p)
      if (cut.parts[p].name.empty() && !name[p].empty()) {
        cut.parts[p].name = name[p];
        --open;
      }
  }
  std::unordered_map<std::string, int> times;
  for (std::size_t p = 0; p < cut.parts.size(); ++p) {
    std::string& name = cut.parts[p].name;
    if (name.empty()) name = cut.parts.size() == 1 ? "all" : fmt::format("part{}", p + 1);
    if (int count = ++times[name]; count > 1) name += fmt::format("#{}", count);
  }
}

}  // namespace mica::distribute
