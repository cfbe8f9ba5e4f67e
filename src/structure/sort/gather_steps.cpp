// Pass gather-steps: steps of the dynamics that are used together stand together.
//
// Reads: the flags of blocks.dynamics. Changes: their order, which stays one in which each step needs only what was
// computed before. Code is made from runs of steps with the same use: the fewer runs, the more values stay in
// registers, and the fewer calls are made in each evaluation. Among the steps whose needs are computed, those of the
// use at hand come first, in the order that sorting gave them; then another use is chosen, outputs last, since only
// discrete steps may wait for them. Cost: linear in what the steps read, and a heap of those that are ready.
#include <array>
#include <functional>
#include <queue>

#include "structure/passes.h"
#include "structure/sort/incidence.h"
#include "structure/sort/step_use.h"

namespace mica::structure {

namespace {

class Gathering {
 public:
  explicit Gathering(PassContext& context)
      : context_(context),
        occurrences_(context.store),
        writer_(context.model.scalars.size(), kNone),
        waiting_(steps().size(), 0),
        readers_(steps().size()) {}

  void Run() {
    for (std::size_t i = 0; i < steps().size(); ++i) {
      AddReads(steps()[i]);
      Connect(i);
      NoteTargets(steps()[i], i);
    }
    for (std::size_t i = 0; i < steps().size(); ++i)
      if (waiting_[i] == 0) MakeReady(i);
    std::vector<Step> order;
    order.reserve(steps().size());
    for (std::size_t use = NextUse(); use < kUses; use = NextUse()) {
      while (!ready_[use].empty()) {
        std::size_t at = ready_[use].top();
        ready_[use].pop();
        order.push_back(std::move(steps()[at]));
        for (std::size_t reader : readers_[at])
          if (--waiting_[reader] == 0) MakeReady(reader);
      }
    }
    Check(order.size() == steps().size(), "steps wait for each other");
    steps() = std::move(order);
  }

 private:
  static constexpr std::size_t kUses = 5, kNone = static_cast<std::size_t>(-1);

  std::vector<Step>& steps() { return context_.blocks.dynamics; }
  const System& system(const Step& step) const { return context_.blocks.systems[step.system]; }

  void AddReads(const Step& step) {
    occurrences_.Clear();
    occurrences_.Add(step);
    if (step.kind != Step::Kind::kSolve) return;
    occurrences_.Add(system(step));
    for (const Step& inner : system(step).discrete) occurrences_.Add(inner);
  }

  // A step waits for those before it whose targets it reads, in held relations too; one that acts on the outside also
  // for the last such one.
  void Connect(std::size_t at) {
    auto wait_for = [&](std::size_t before) {
      if (before == kNone || (!readers_[before].empty() && readers_[before].back() == at)) return;
      readers_[before].push_back(at);
      ++waiting_[at];
    };
    for (const Occurrence& o : occurrences_.found())
      if (o.is_needed()) wait_for(writer_[Owner(o.scalar).index()]);
    bool acts = steps()[at].kind != Step::Kind::kAssign && steps()[at].kind != Step::Kind::kCall &&
                steps()[at].kind != Step::Kind::kSolve && steps()[at].kind != Step::Kind::kAlgorithm &&
                steps()[at].kind != Step::Kind::kAssert;
    if (!acts) return;
    wait_for(last_act_);
    last_act_ = at;
  }

  void NoteTargets(const Step& step, std::size_t at) {
    if (step.kind != Step::Kind::kReinit)
      for (ScalarId target : step.targets)
        if (target) writer_[Owner(target).index()] = at;
    for (const Step::Branch& branch : step.branches)
      for (const Step& inner : branch.steps) NoteTargets(inner, at);
    if (step.kind != Step::Kind::kSolve) return;
    for (ScalarId unknown : system(step).unknowns) writer_[Owner(unknown).index()] = at;
    for (const Step& inner : system(step).inner) NoteTargets(inner, at);
    for (const Step& inner : system(step).discrete) NoteTargets(inner, at);
  }

  ScalarId Owner(ScalarId id) const {
    return context_.model.scalars[id].alias_of ? context_.model.scalars[id].alias_of : id;
  }
  void MakeReady(std::size_t at) { ready_[static_cast<std::size_t>(UseOf(steps()[at]))].push(at); }
  std::size_t NextUse() const {
    std::size_t use = 0;
    while (use < kUses && ready_[use].empty()) ++use;
    return use;
  }

  PassContext& context_;
  OccurrenceCollector occurrences_;
  std::vector<std::size_t> writer_;   // by scalar: the step that computes it
  std::vector<std::size_t> waiting_;  // by step: for how many others
  std::vector<std::vector<std::size_t>> readers_;
  std::size_t last_act_ = kNone;
  using Earliest = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;
  std::array<Earliest, kUses> ready_;  // by StepUse
};

}  // namespace

bool GatherSteps(PassContext& context) {
  Gathering(context).Run();
  return true;
}

}  // namespace mica::structure
