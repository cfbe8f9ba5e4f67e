#include "graph/tearing_improvement.h"

#include <algorithm>

#include "base/hash.h"
#include "graph/causal_closure.h"

namespace mica::graph {
namespace {

class Improver {
 public:
  Improver(const TearingBlock& block, std::vector<Index>& torn, Index lower_bound, std::int64_t work)
      : block_(block),
        torn_(torn),
        lower_bound_(lower_bound),
        work_(work),
        closure_(block),
        ruled_out_(static_cast<std::size_t>(block.variable_count()), 0) {}

  void Run() {
    LeaveOut();
    while (MayShrink() && PutOneForTwo()) LeaveOut();
    Wander();
    while (PutCheaper()) {
    }
  }

  std::int64_t work() const { return closure_.work() + scanned_; }

 private:
  bool exhausted() const { return work() > work_; }
  bool MayShrink() const { return std::ssize(torn_) > lower_bound_ && !exhausted(); }

  void KnowRange(Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      if (torn_[k] != kNone) closure_.Know(torn_[k]);
    }
  }

  // Calls visit(k) for k = begin … end-1, with all of T known but torn_[k] and what was unknown before. A visit may
  // change torn_[k], to kNone if it is left out; later visits see it so. A visit that answers false ends it all.
  template <class Visit>
  bool VisitEachLeftOut(Index begin, Index end, Visit&& visit) {
    if (begin == end || exhausted()) return begin == end;
    if (end - begin == 1) return block_.forced[torn_[begin]] || visit(begin);
    const Index middle = begin + (end - begin) / 2;
    const std::size_t before = closure_.mark();
    KnowRange(middle, end);
    const bool go_on = VisitEachLeftOut(begin, middle, visit);
    closure_.Undo(before);
    if (!go_on) return false;
    KnowRange(begin, middle);
    const bool done = VisitEachLeftOut(middle, end, visit);
    closure_.Undo(before);
    return done;
  }

  void LeaveOut() {
    std::stable_sort(torn_.begin(), torn_.end(), [&](Index a, Index b) { return block_.cost[a] > block_.cost[b]; });
    closure_.Clear();
    auto left = static_cast<Index>(torn_.size());
    VisitEachLeftOut(0, left, [&](Index k) {
      if (!closure_.complete()) return true;
      torn_[k] = kNone;
      return --left > lower_bound_;
    });
    std::erase(torn_, kNone);
  }

  // Calls visit(v) for the unknown variables v that cost less than `limit` and complete the closure, until it answers
  // false. If v does not complete it, nothing that follows from v does either, since its closure is part of v's.
  template <class Visit>
  void VisitCompleting(std::int64_t limit, Visit&& visit) {
    ++stamp_;
    scanned_ += block_.variable_count() / 8;
    for (Index variable = 0; variable < block_.variable_count() && !exhausted(); ++variable) {
      if (closure_.known(variable) || ruled_out_[variable] == stamp_ || block_.cost[variable] >= limit) continue;
      const std::size_t before = closure_.mark();
      closure_.Know(variable);
      const bool complete = closure_.complete();
      if (!complete) {
        for (std::size_t k = before; k < closure_.trail().size(); ++k)
          ruled_out_[closure_.trail()[k].variable] = stamp_;
      }
      closure_.Undo(before);
      if (complete && !visit(variable)) return;
    }
  }

  // Whether T has become smaller.
  bool PutOneForTwo() {
    for (Index i = 0; i < std::ssize(torn_) && !exhausted(); ++i) {
      if (block_.forced[torn_[i]]) continue;
      closure_.Clear();
      KnowRange(0, i);
      bool found = false;
      VisitEachLeftOut(i + 1, static_cast<Index>(torn_.size()), [&](Index j) {
        const std::int64_t limit = std::int64_t{block_.cost[torn_[i]]} + block_.cost[torn_[j]];
        VisitCompleting(limit, [&](Index variable) {
          torn_[i] = variable;
          torn_[j] = kNone;
          found = true;
          return false;
        });
        return !found;
      });
      if (!found) continue;
      std::erase(torn_, kNone);
      return true;
    }
    return false;
  }

  void Wander() {
    std::uint64_t state = 1;
    std::vector<Index> others;
    std::ptrdiff_t idle = 0;
    while (MayShrink() && idle < 4 * std::ssize(torn_)) {
      state = MixHash(state, torn_.size());
      const auto k = static_cast<Index>(state % torn_.size());
      ++idle;
      if (block_.forced[torn_[k]]) continue;
      closure_.Clear();
      KnowRange(0, k);
      KnowRange(k + 1, static_cast<Index>(torn_.size()));
      others.clear();
      VisitCompleting(block_.cost[torn_[k]] + std::int64_t{1}, [&](Index variable) {
        if (variable != torn_[k]) others.push_back(variable);
        return true;
      });
      if (others.empty()) continue;
      torn_[k] = others[(state >> 32) % others.size()];
      const std::size_t before = torn_.size();
      LeaveOut();
      if (torn_.size() < before) idle = 0;
    }
  }

  // Whether T has become cheaper, at equal size.
  bool PutCheaper() {
    bool found = false;
    closure_.Clear();
    VisitEachLeftOut(0, static_cast<Index>(torn_.size()), [&](Index k) {
      Index best = torn_[k];
      VisitCompleting(block_.cost[best], [&](Index variable) {
        if (block_.cost[variable] < block_.cost[best]) best = variable;
        return true;
      });
      found = found || best != torn_[k];
      torn_[k] = best;
      return true;
    });
    return found;
  }

  const TearingBlock& block_;
  std::vector<Index>& torn_;
  Index lower_bound_;
  std::int64_t work_;
  CausalClosure closure_;
  std::vector<std::int64_t> ruled_out_;  // by variable: the stamp of the visit in which it was
  std::int64_t stamp_ = 0;
  std::int64_t scanned_ = 0;
};

}  // namespace

void ImproveTearing(const TearingBlock& block, std::vector<Index>& tearing_variables, Index lower_bound,
                    std::int64_t& work) {
  Improver improver(block, tearing_variables, lower_bound, work);
  improver.Run();
  work -= improver.work();
}

}  // namespace mica::graph
