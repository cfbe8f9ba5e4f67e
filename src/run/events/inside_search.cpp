#include "run/events/inside_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mica::run {

namespace {

constexpr std::size_t kNoted = 4;       // an integrator evaluates both ends of a step, and little else
constexpr double kCellRounding = 1e-9;  // of the number of cells: the quotient of two times must not add one

}  // namespace

InsideSearch::InsideSearch(OdeProblem& problem, double distance)
    : problem_(problem), distance_(distance), noted_(kNoted) {
  for (std::vector<double>* v : {&states_, &from_, &middle_, &low_, &high_}) v->resize(problem.state_count());
}

void InsideSearch::Restart() {
  before_.is_known = last_.is_known = false;
  for (Point& point : noted_) point.is_known = false;
}

void InsideSearch::Note(double time, std::span<const double> watched) {
  std::rotate(noted_.begin(), noted_.end() - 1, noted_.end());
  noted_.front().time = time;
  noted_.front().is_known = true;
  noted_.front().watched.assign(watched.begin(), watched.end());
}

bool InsideSearch::Watch(double time, std::span<double> watched) {
  if (!(*states_at_)(time, states_)) return false;
  ++watches_;
  return problem_.Watch(time, states_, watched) == Status::kOk;
}

const std::vector<double>* InsideSearch::At(std::size_t k) {
  Point& point = points_[k];
  if (point.is_known) return &point.watched;
  point.time = TimeOf(k);
  for (const Point& noted : noted_)
    if (noted.is_known && noted.time == point.time) {
      point.watched = noted.watched;
      point.is_known = true;
      return &point.watched;
    }
  if (k == 0 && last_.is_known && last_.time == point.time) {
    point.watched = last_.watched;
  } else {
    point.watched.resize(problem_.crossing_count());
    if (!Watch(point.time, point.watched)) {
      failed_ = true;
      return nullptr;
    }
  }
  point.is_known = true;
  return &point.watched;
}

bool InsideSearch::FindRanges(double from, double to) {
  if (problem_.state_count() == 0 || !problem_.has_ranges()) return true;
  if (!(*states_at_)(from, from_) || !(*states_at_)(from + 0.5 * (to - from), middle_) || !(*states_at_)(to, states_))
    return false;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    double off = std::abs(middle_[i] - 0.5 * (from_[i] + states_[i]));
    low_[i] = std::min({from_[i], middle_[i], states_[i]}) - off;
    high_[i] = std::max({from_[i], middle_[i], states_[i]}) + off;
  }
  return true;
}

// What the parabola through the last three points leaves of the chord inside the span, against the distance of the ends
// from zero.
bool InsideSearch::ShowsCurvature(std::size_t i, const Point& before, const Point& first, const Point& last) const {
  if (!before.is_known || !first.is_known || !last.is_known) return true;
  double g0 = before.watched[i], g1 = first.watched[i], g2 = last.watched[i];
  if ((g1 > 0) != (g2 > 0)) return true;
  double h1 = first.time - before.time, h2 = last.time - first.time;
  double second = ((g2 - g1) / h2 - (g1 - g0) / h1) / (h1 + h2);
  return !(std::min(std::abs(g1), std::abs(g2)) > kCurvatures * std::abs(second) * h2 * h2 / 4);
}

// Into how many parts the step is divided for functions without a range.
std::size_t InsideSearch::PartsOf() {
  if (cells_ == 1 || !problem_.has_unknown_range()) return 1;
  double looks = std::ceil(kLooksPerMagnitude * problem_.Movement(begin_, end_, low_, high_));
  auto cells = static_cast<double>(cells_);
  return static_cast<std::size_t>(looks < cells ? std::max(looks, 1.0) : cells);
}

std::optional<Root> InsideSearch::SearchPart(std::size_t first, std::size_t last, const Point& before) {
  std::optional<Root> root;
  double from = TimeOf(first), to = TimeOf(last);
  if (problem_.has_unknown_range() && (!At(first) || !At(last))) return root;
  if (!FindRanges(from, to)) return root;
  std::vector<Active> active;
  for (std::size_t i = 0; i < problem_.crossing_count(); ++i) {
    bool may_cross = problem_.has_range(i) ? problem_.MayCross(i, from, to, low_, high_)
                                           : ShowsCurvature(i, before, points_[first], points_[last]);
    if (may_cross) active.push_back({i, 0});
  }
  return Search(first, last, active);
}

bool InsideSearch::Locates(std::size_t cell, std::optional<Root>& root) {
  const std::vector<double>* left = At(cell);
  const std::vector<double>* right = left ? At(cell + 1) : nullptr;
  if (!right) return false;
  root = LocateFirstRoot(TimeOf(cell), TimeOf(cell + 1), *left, *right,
                         [&](double t, std::span<double> g) { return Watch(t, g); });
  return root.has_value();
}

std::optional<Root> InsideSearch::Search(std::size_t first, std::size_t last, const std::vector<Active>& active) {
  std::optional<Root> root;
  if (failed_ || active.empty()) return root;
  if (last - first == 1) {
    (void)Locates(first, root);
    return root;
  }
  // Not in the middle: a signal that swings with the step would show the same phase at all points.
  constexpr double kShare = 0.38;
  std::size_t middle = std::clamp(
      first + static_cast<std::size_t>(std::lround(kShare * static_cast<double>(last - first))), first + 1, last - 1);
  bool any_unknown = std::ranges::any_of(active, [&](const Active& a) { return !problem_.has_range(a.crossing); });
  if (any_unknown && (!At(first) || !At(middle) || !At(last))) return root;
  auto part = [&](std::size_t from, std::size_t to) {
    std::vector<Active> left;
    if (!FindRanges(TimeOf(from), TimeOf(to))) return active;
    for (const Active& one : active) {
      std::size_t i = one.crossing;
      if (problem_.has_range(i)) {
        if (problem_.MayCross(i, TimeOf(from), TimeOf(to), low_, high_)) left.push_back(one);
        continue;
      }
      double g0 = points_[first].watched[i], g1 = points_[middle].watched[i], g2 = points_[last].watched[i];
      double share = (TimeOf(middle) - TimeOf(first)) / (TimeOf(last) - TimeOf(first));
      // A point that lies on the chord by chance does not make the signal straight: what longer spans were off counts,
      // as of a parabola.
      double part_share = (TimeOf(to) - TimeOf(from)) / (TimeOf(last) - TimeOf(first));
      double off = std::max(std::abs(g1 - (g0 + share * (g2 - g0))), one.off * part_share * part_share);
      double a = from == first ? g0 : g1, b = from == first ? g1 : g2;
      bool excluded = (a > 0) == (b > 0) && std::min(std::abs(a), std::abs(b)) > kCurvatures * off;
      if (!excluded) left.push_back({i, off});
    }
    return left;
  };
  root = Search(first, middle, part(first, middle));
  if (!root) root = Search(middle, last, part(middle, last));
  return root;
}

std::optional<Root> InsideSearch::Find(double begin, double end, const StatesAt& states_at, bool with_ends) {
  if (problem_.crossing_count() == 0 || (distance_ <= 0 && !with_ends)) return std::nullopt;
  begin_ = begin;
  end_ = end;
  states_at_ = &states_at;
  failed_ = false;
  constexpr double kMostCells = 1e6;
  cells_ = distance_ > 0 ? static_cast<std::size_t>(
                               std::clamp(std::ceil((end - begin) / distance_ * (1 - kCellRounding)), 1.0, kMostCells))
                         : 1;
  points_.resize(std::max(points_.size(), cells_ + 1));
  for (std::size_t k = 0; k <= cells_; ++k) points_[k].is_known = false;
  std::optional<Root> root;
  bool needs_ends = with_ends || problem_.has_unknown_range();
  if (needs_ends && (!At(0) || !At(cells_))) return root;
  if (cells_ > 1 && FindRanges(begin, end)) {
    std::size_t parts = PartsOf(), first = 0;
    for (std::size_t k = 1; k <= parts && !root && !failed_; ++k) {
      std::size_t last = k * cells_ / parts;
      root = SearchPart(first, last, first == 0 ? before_ : points_[(k - 2) * cells_ / parts]);
      first = last;
    }
  }
  if (with_ends && !root && !failed_)
    root = LocateFirstRoot(begin, end, points_[0].watched, points_[cells_].watched,
                           [&](double t, std::span<double> g) { return Watch(t, g); });
  if (needs_ends && points_[cells_].is_known) {
    before_.time = begin;
    before_.watched = points_[0].watched;
    before_.is_known = points_[0].is_known;
    last_.time = end;
    last_.watched = points_[cells_].watched;
    last_.is_known = true;
  }
  return root;
}

}  // namespace mica::run
