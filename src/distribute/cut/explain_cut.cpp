#include "distribute/cut/explain_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "distribute/codes.h"
#include "distribute/cut/equation_reads.h"

namespace mica::distribute {

namespace {

using structure::EquationId;

// The shortest chain of equations, at one instant, from the unknowns of a delayed expression to an equation that reads
// the delay; breadth first over unknowns and equations, linear in their occurrences.
class ChainFinder {
 public:
  ChainFinder(const structure::ScalarModel& model, const CutModel& cut, const Store& store)
      : model_(model), reads_(model, store), uses_(model.scalars.size()) {
    for (std::size_t e = 0; e < model.equations.size(); ++e) {
      reads_.Of(model.equations[EquationId(e)]);
      for (ScalarId id : reads_.scalars())
        if (cut.part_of[id.index()] != kNoPart) uses_[id.index()].push_back(static_cast<std::uint32_t>(e));
    }
  }

  std::vector<EquationId> Find(std::uint32_t delay) {
    constexpr std::uint32_t kNone = UINT32_MAX;
    std::vector<std::uint32_t> came_from(model_.equations.size(), kNone);
    std::vector<std::uint8_t> is_seen(model_.equations.size());
    std::deque<std::uint32_t> queue;
    reads_.OfDelay(delay);
    for (ScalarId id : reads_.scalars())
      for (std::uint32_t e : uses_[id.index()])
        if (!std::exchange(is_seen[e], 1)) queue.push_back(e);
    while (!queue.empty()) {
      std::uint32_t e = queue.front();
      queue.pop_front();
      reads_.Of(model_.equations[EquationId(e)]);
      if (std::ranges::find(reads_.delays(), delay) != reads_.delays().end()) {
        std::vector<EquationId> chain;
        for (std::uint32_t at = e; at != kNone; at = came_from[at]) chain.push_back(EquationId(at));
        std::ranges::reverse(chain);
        return chain;
      }
      std::vector<ScalarId> scalars(reads_.scalars().begin(), reads_.scalars().end());
      for (ScalarId id : scalars)
        for (std::uint32_t next : uses_[id.index()])
          if (!std::exchange(is_seen[next], 1)) {
            came_from[next] = e;
            queue.push_back(next);
          }
    }
    return {};
  }

 private:
  const structure::ScalarModel& model_;
  EquationReads reads_;
  std::vector<std::vector<std::uint32_t>> uses_;
};

}  // namespace

void ExplainCut(const structure::ScalarModel& model, const CutModel& cut, const flat::Model& flat, const Store& store,
                DiagnosticSink& sink) {
  // By component: whether one of its delays is a wave, and one that is not.
  std::unordered_set<std::string> separating;
  for (const Wave& wave : cut.waves)
    separating.insert(flat::PathText(model.delays[wave.delay].origin.component, store.names));
  std::map<std::string, std::uint32_t> idle;
  for (std::uint32_t delay : cut.bypassed) {
    std::string component = flat::PathText(model.delays[delay].origin.component, store.names);
    if (!separating.contains(component)) idle.try_emplace(component, delay);
  }
  constexpr std::size_t kMostReports = 5, kMostEquations = 12;
  std::size_t count = 0;
  std::optional<ChainFinder> finder;
  for (const auto& [component, delay] : idle) {
    if (count++ == kMostReports) break;
    if (!finder) finder.emplace(model, cut, store);
    std::vector<EquationId> chain = finder->Find(delay);
    Diagnostic& note = sink.Report(
        kLineBypassed, model.delays[delay].origin.span,
        fmt::format("{} does not separate parts: what it delays is also coupled with what reads it, without delay",
                    component.empty() ? "a delay of the model" : component));
    for (std::size_t i = 0; i < chain.size() && i < kMostEquations; ++i) {
      const structure::ScalarEquation& equation = model.equations[chain[i]];
      note.notes.push_back({model.origins[equation.origin].span, structure::EquationText(model, equation, store)});
    }
    if (chain.size() > kMostEquations)
      note.notes.push_back({{}, fmt::format("and {} more equations", chain.size() - kMostEquations)});
  }
  if (cut.parts.size() > 1) return;
  Diagnostic& warning = sink.Report(
      kOnePart, flat.span,
      fmt::format("{} is one part: {}", flat.name,
                  idle.empty() ? "it has no delay of constant length" : "its delays do not separate anything"));
  warning.hint =
      "transmission lines between components, or delay(e, T) with a constant T > 0, are where a model comes "
      "apart";
}

}  // namespace mica::distribute
