#include "run/partition/state_partition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "graph/strong_components.h"
#include "run/partition/eigenmodes.h"

namespace mica::run {

namespace {

constexpr double kMostGrowth = 0.1;  // over the experiment
constexpr double kLeastPart = 0.1;   // of an eigenmode that is reported for a state
// Of the largest entry: Jacobians that differ by less are the same, up to what differences leave of them.
constexpr double kSameMatrix = 1e-7;
constexpr double kMostWork =
    2e10;  // floating-point operations of one component, about; beyond that, fast states are not tried as slow ones

struct Sample {
  double time = 0;
  std::vector<double> matrix;  // column-major
  std::size_t growing = 0;     // eigenmodes of the model itself that grow
  double most = 0;             // what they may be multiplied by in a step
};

// The eigenmodes of one step that grow too much at a sample.
struct Unstable {
  double growth = 0;  // the largest |μ|
  std::size_t count = 0;
  std::vector<double> parts;  // by state: the sum of its participations; empty unless asked for
};

class Component {
 public:
  Component(const PartitionProblem& problem, std::span<const graph::Index> members, std::vector<std::size_t>& place,
            StatePartition& result)
      : problem_(problem),
        members_(members),
        place_(place),
        result_(result),
        n_(members.size()),
        is_fast_(n_),
        part_(n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      place_[static_cast<std::size_t>(members_[i])] = i;
      is_fast_[i] = Wish(i) == StateWish::kImplicit;
    }
    double length = std::max(problem.length, problem.step);
    limit_ = 1 + kMostGrowth * problem.step / length;
    least_rate_ = kMostGrowth / length;
  }

  void Run() {
    TakeSamples();
    Choose();
    Prune();
    for (std::size_t i = 0; i < n_; ++i) result_.states[Global(i)].is_implicit = is_fast_[i];
    for (std::size_t i = 0; i < n_; ++i) place_[Global(i)] = SIZE_MAX;
  }

 private:
  std::size_t Global(std::size_t i) const { return static_cast<std::size_t>(members_[i]); }
  StateWish Wish(std::size_t i) const {
    return problem_.wishes.empty() ? StateWish::kNone : problem_.wishes[Global(i)];
  }

  std::vector<double> MatrixOf(const JacobianSample& sample) const {
    std::vector<double> matrix(n_ * n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      graph::Index row = members_[i];
      for (graph::Index e = problem_.pattern.row_begin(row); e < problem_.pattern.row_end(row); ++e)
        if (std::size_t j = place_[static_cast<std::size_t>(problem_.pattern.entry(e))]; j != SIZE_MAX)
          matrix[j * n_ + i] = sample.values[static_cast<std::size_t>(e)];
    }
    return matrix;
  }

  static bool IsNear(const std::vector<double>& a, const std::vector<double>& b) {
    double size = 0, distance = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      size = std::max({size, std::abs(a[k]), std::abs(b[k])});
      distance = std::max(distance, std::abs(a[k] - b[k]));
    }
    return distance <= kSameMatrix * size;
  }

  // Each matrix once, and of a large component no more than there is time for.
  void TakeSamples() {
    for (const JacobianSample& given : problem_.samples) {
      Sample sample{given.time, MatrixOf(given)};
      if (std::ranges::any_of(samples_, [&](const Sample& known) { return IsNear(known.matrix, sample.matrix); }))
        continue;
      samples_.push_back(std::move(sample));
    }
    auto cube = static_cast<double>(n_) * static_cast<double>(n_) * static_cast<double>(n_);
    auto most = static_cast<std::size_t>(std::clamp(kMostWork / (200 * cube), 4.0, 1e6));
    if (samples_.size() > most) {
      for (std::size_t k = 0; k < most; ++k) std::swap(samples_[k], samples_[k * (samples_.size() - 1) / (most - 1)]);
      samples_.resize(most);
    }
    std::erase_if(samples_, [&](Sample& sample) { return !FindGrowth(sample); });
  }

  bool FindGrowth(Sample& sample) {
    work_ += 60 * static_cast<double>(n_ * n_ * n_);
    std::optional<Eigenmodes> eigenmodes = FindEigenmodes(sample.matrix, n_, true);
    if (!eigenmodes) return false;
    double fastest = 0;
    std::vector<double> largest(n_, 0.0);
    for (std::size_t k = 0; k < n_ * n_; ++k) largest[k % n_] = std::max(largest[k % n_], eigenmodes->participation[k]);
    for (std::size_t k = 0; k < n_; ++k) {
      std::complex<double> eigenmode = eigenmodes->values[k];
      if (eigenmode.real() > least_rate_) ++sample.growing, fastest = std::max(fastest, eigenmode.real());
      for (std::size_t i = 0; i < n_; ++i) {
        std::complex<double>& fastest = result_.states[Global(i)].eigenmode;
        if (eigenmodes->participation[k * n_ + i] >= std::min(kLeastPart, largest[i] / 2) &&
            std::abs(eigenmode) > std::abs(fastest))
          fastest = eigenmode;
      }
    }
    double h = problem_.step;
    sample.most = h * fastest < 0.5 ? limit_ / (1 - h * fastest) : std::numeric_limits<double>::infinity();
    return true;
  }

  Unstable Judge(const Sample& sample, bool with_parts) {
    work_ += (with_parts ? 60 : 30) * static_cast<double>(n_ * n_ * n_);
    double h = problem_.step;
    std::vector<double> a(n_ * n_), b(n_ * n_);
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < n_; ++i) {
        double one = i == j ? 1 : 0, entry = h * sample.matrix[j * n_ + i];
        a[j * n_ + i] = is_fast_[i] ? one - entry : one;
        b[j * n_ + i] = is_fast_[i] ? one : one + entry;
      }
    Unstable unstable;
    std::optional<Eigenmodes> eigenmodes;
    if (SolveDense(std::move(a), b, n_)) eigenmodes = FindEigenmodes(std::move(b), n_, with_parts);
    if (!eigenmodes) {
      unstable.growth = std::numeric_limits<double>::infinity();
      unstable.count = n_;
      if (with_parts) unstable.parts.assign(n_, 1.0);
      return unstable;
    }
    std::vector<std::size_t> order(n_);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t x, std::size_t y) {
      return std::abs(eigenmodes->values[x]) > std::abs(eigenmodes->values[y]);
    });
    if (with_parts) unstable.parts.assign(n_, 0.0);
    std::size_t exempt = sample.growing;
    for (std::size_t k : order) {
      double size = std::abs(eigenmodes->values[k]);
      if (size <= limit_) break;
      if (exempt > 0 && size <= sample.most) {
        --exempt;
        continue;
      }
      unstable.growth = std::max(unstable.growth, size);
      ++unstable.count;
      for (std::size_t i = 0; with_parts && i < n_; ++i) unstable.parts[i] += eigenmodes->participation[k * n_ + i];
    }
    return unstable;
  }

  void Choose() {
    // The sample at hand is made stable before the next one is looked at; in the end all have been found stable with
    // one and the same set.
    std::size_t settled = 0;
    for (std::size_t at = 0; !samples_.empty() && settled < samples_.size(); at = (at + 1) % samples_.size()) {
      bool changed = false;
      while (true) {
        Unstable unstable = Judge(samples_[at], true);
        if (unstable.count == 0) break;
        if (!MakeFast(unstable)) {
          is_stable_ = false;
          if (unstable.growth > result_.growth)
            result_.growth = unstable.growth, result_.unstable_time = samples_[at].time;
          break;
        }
        changed = true;
      }
      settled = changed ? 1 : settled + 1;
    }
  }

  bool MakeFast(const Unstable& unstable) {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < n_; ++i)
      if (!is_fast_[i] && Wish(i) == StateWish::kNone) free.push_back(i);
    if (free.empty()) return false;
    std::ranges::stable_sort(free, [&](std::size_t x, std::size_t y) { return unstable.parts[x] > unstable.parts[y]; });
    constexpr double kNoPart = 1e-6;  // of one eigenmode, whose parts add up to 1
    std::size_t count = std::max<std::size_t>(1, unstable.count / 2);
    // Modes of fast states alone: what they lack is not determined here.
    if (unstable.parts[free[0]] < kNoPart) count = free.size();
    free.resize(std::min(count, free.size()));
    for (std::size_t i : free) {
      is_fast_[i] = true;
      part_[i] = unstable.parts[i];
      tried_.push_back(i);
    }
    return true;
  }

  // Fewer fast states may be better than more, so that a state which was needed once may be spared later: until none
  // is.
  void Prune() {
    std::ranges::stable_sort(tried_, [&](std::size_t x, std::size_t y) { return part_[x] < part_[y]; });
    bool any = true;
    while (std::exchange(any, false))
      for (std::size_t i : tried_) {
        if (work_ > kMostWork || !is_stable_) return;
        if (!is_fast_[i]) continue;
        is_fast_[i] = IsNeeded(i);
        any = any || !is_fast_[i];
      }
  }

  bool IsNeeded(std::size_t i) {
    is_fast_[i] = false;
    for (std::size_t k = 0; k < samples_.size(); ++k) {
      if (Judge(samples_[k], false).count == 0) continue;
      // The next state is likely to be needed for the same sample.
      std::rotate(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(k),
                  samples_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return true;
    }
    return false;
  }

  const PartitionProblem& problem_;
  std::span<const graph::Index> members_;
  std::vector<std::size_t>& place_;  // by state: among the members
  StatePartition& result_;
  std::size_t n_;
  std::vector<bool> is_fast_;
  std::vector<double> part_;        // of the eigenmodes that made it fast
  std::vector<std::size_t> tried_;  // states that became fast
  std::vector<Sample> samples_;
  double limit_ = 1, least_rate_ = 0, work_ = 0;
  bool is_stable_ = true;
};

}  // namespace

StatePartition PartitionStates(const PartitionProblem& problem) {
  StatePartition result;
  auto count = static_cast<std::size_t>(problem.pattern.row_count());
  result.states.resize(count);
  // Entries that are zero at all samples connect nothing.
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (graph::Index row = 0; row < problem.pattern.row_count(); ++row)
    for (graph::Index e = problem.pattern.row_begin(row); e < problem.pattern.row_end(row); ++e)
      if (std::ranges::any_of(problem.samples, [&](const JacobianSample& sample) {
            return sample.values[static_cast<std::size_t>(e)] != 0;
          }))
        pairs.emplace_back(row, problem.pattern.entry(e));
  auto n = problem.pattern.row_count();
  graph::StrongComponents components = graph::FindStrongComponents(graph::CompressedRows::FromPairs(n, n, pairs));
  std::vector<std::size_t> place(count, SIZE_MAX);
  for (graph::Index c = 0; c < components.size(); ++c)
    Component(problem, components.members.row(c), place, result).Run();
  return result;
}

}  // namespace mica::run
