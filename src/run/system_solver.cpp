#include "run/system_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/move_by_rounding.h"
#include "run/newton_path.h"
#include "run/scalar_root.h"

namespace mica::run {

namespace {

SolveEnd EndOf(NewtonEnd end) {
  switch (end) {
    case NewtonEnd::kNotEvaluable: return SolveEnd::kNotEvaluable;
    case NewtonEnd::kSingular: return SolveEnd::kSingular;
    case NewtonEnd::kTooManyIterations: return SolveEnd::kTooManyIterations;
    default: return SolveEnd::kNoDescent;
  }
}

SolveEnd EndOf(MicaSolverEnd end) {
  switch (end) {
    case MICA_SOLVER_NOT_EVALUABLE: return SolveEnd::kNotEvaluable;
    case MICA_SOLVER_SINGULAR: return SolveEnd::kSingular;
    case MICA_SOLVER_TOO_MANY: return SolveEnd::kTooManyIterations;
    case MICA_SOLVER_INCONSISTENT: return SolveEnd::kInconsistent;
    default: return SolveEnd::kNoDescent;
  }
}

constexpr std::size_t kListedUnknowns = MICA_SOLVER_LISTED;
// Up to this size the unknowns that a singular matrix leaves open are looked for after each attempt; in larger systems once, after all: the decomposition takes n^3, and is for a
// message alone.
constexpr std::size_t kOftenDecomposed = 100;

}  // namespace

SystemSolver::SystemSolver(Instance& instance, const MicaModelTable& table, const MicaCode& code, std::uint32_t system, WorkBudget& budget)
    : instance_(instance),
      budget_(budget),
      index_(system),
      table_(table),
      system_(table.systems[system]),
      code_(code.systems[system]),
      slots_(List(table, system_.unknowns)),
      slopes_(FindStageSlopes(table, system)),
      pattern_(SystemPattern(system_, table)),
      solver_(slots_.size(), pattern_, system_.extended),
      newton_(slots_.size(), solver_.entry_count()),
      history_(slots_.size()),
      switches_(instance, table, system_) {
  std::size_t n = slots_.size();
  starts_.assign(n, 0.0);
  nominal_.assign(n, 1.0);
  lower_.assign(n, -std::numeric_limits<double>::infinity());
  upper_.assign(n, std::numeric_limits<double>::infinity());
  for (std::vector<double>* v : {&x_, &r_, &d_, &before_, &previous_, &point_, &difference_x_, &difference_r_}) v->resize(n);
  row_magnitudes_.reserve(n);
  failure_.unknowns.reserve(n);
  failure_.residuals.reserve(n);
  entries_.resize(solver_.entry_count());
  if (is_linear() && switches_.size() > 0) {
    for (std::vector<double>* v : {&leak_, &toggled_, &escape_}) v->resize(n);
    for (std::vector<double>* v : {&leak_entries_, &toggled_entries_}) v->resize(solver_.entry_count());
  }
}

void SystemSolver::Reserve() {
  bounded_ = std::make_unique<BoundedSystem>(instance_, table_, code_, index_, budget_.newton.limit, budget_.newton_tolerance());
  mica_solver_take_attributes(&bounded_->solver(), starts_.data());
  failure_.undetermined.reserve(kListedUnknowns);
  singular_unknowns_.reserve(kListedUnknowns);
}

void SystemSolver::ScaleSlopes() {
  if (slopes_.pairs.empty()) return;
  double gain = instance_.reals()[slopes_.gain_slot];
  for (std::size_t k = 0; k < slopes_.pairs.size(); k += 2) {
    std::uint32_t slot = slopes_.pairs[k + 1];
    double nominal = std::abs(instance_.nominal()[slot]), state = std::abs(instance_.reals()[slot]);
    nominal_[slopes_.pairs[k]] = std::max(nominal, state / Newton::kNominalShare) / gain;
  }
}

void SystemSolver::Invalidate() {
  solver_valid_ = false;
  if (bounded_) bounded_->solver().has_factors = 0;
}

void SystemSolver::ForgetHistory() {
  history_.Forget();
  if (bounded_) mica_history_forget(&bounded_->solver().history);
}

SystemTotals SystemSolver::totals() const {
  SystemTotals sum = totals_;
  if (!bounded_) return sum;
  const MicaSolver& solver = bounded_->solver();
  sum.solutions += solver.solutions;
  sum.iterations += solver.all_iterations;
  sum.residuals += solver.residuals;
  sum.jacobians += solver.jacobians;
  return sum;
}

void SystemSolver::TakeAttributes() {
  curves_left_ = kMostCurves;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    std::uint32_t slot = slots_[i];
    starts_[i] = std::isfinite(instance_.reals()[slot]) ? instance_.reals()[slot] : 0.0;
    double nominal = std::abs(instance_.nominal()[slot]);
    nominal_[i] = nominal > 0 && std::isfinite(nominal) ? nominal : 1.0;
    lower_[i] = instance_.min()[slot];
    upper_[i] = instance_.max()[slot];
  }
  if (bounded_) mica_solver_take_attributes(&bounded_->solver(), starts_.data());
}

void SystemSolver::NoteEvent() {
  curves_left_ = kMostCurves;
  if (system_.changes != MICA_CHANGES_NEVER) Invalidate();
}

bool SystemSolver::Residual(std::span<const double> x, std::span<double> r) {
  for (std::size_t i = 0; i < slots_.size(); ++i) instance_.reals()[slots_[i]] = x[i];
  Instance::ScratchMark mark = instance_.MarkScratch();
  bool good = code_.residual(&instance_.raw(), r.data()) == MICA_OK;
  instance_.ReleaseScratch(mark);
  return good;
}

bool SystemSolver::Jacobian(std::span<double> entries) {
  if ((system_.flags & MICA_SYSTEM_ANALYTIC) == 0) return JacobianByDifferences(entries);
  Instance::ScratchMark mark = instance_.MarkScratch();
  bool good = code_.jacobian(&instance_.raw(), entries.data()) == MICA_OK;
  instance_.ReleaseScratch(mark);
  good = good && std::all_of(entries.begin(), entries.end(), [](double value) { return std::isfinite(value); });
  return good || JacobianByDifferences(entries);
}

// What the evaluation computes itself is not what it was after moving back, but the next one computes it again.
bool SystemSolver::Rounded(std::span<const double> x, std::span<double> r) {
  for (std::size_t i = 0; i < slots_.size(); ++i) instance_.reals()[slots_[i]] = x[i];
  MoveByRounding(instance_.reals(), false);
  Instance::ScratchMark mark = instance_.MarkScratch();
  bool good = code_.residual(&instance_.raw(), r.data()) == MICA_OK;
  instance_.ReleaseScratch(mark);
  MoveByRounding(instance_.reals(), true);
  return good;
}

bool SystemSolver::JacobianByDifferences(std::span<double> entries) {
  std::size_t n = slots_.size();
  if (solver_.is_extended()) return false;  // the pattern is not that of differences
  if (!differences_) differences_ = std::make_unique<DifferenceJacobian>(n, pattern_);
  std::vector<double>&x = difference_x_, &r = difference_r_;
  for (std::size_t i = 0; i < n; ++i) x[i] = instance_.reals()[slots_[i]];
  auto residuals = [this](std::span<const double> at, std::span<double> values) { return Residual(at, values); };
  ++totals_.residuals;
  return Residual(x, r) && differences_->Fill(x, r, nominal_, lower_, upper_, residuals, entries, totals_.residuals);
}

bool SystemSolver::Solve() {
  if (bounded_) return SolveBounded();
  ++totals_.solutions;
  has_failure_ = was_singular_ = has_escape_ = false;
  if (slots_.empty()) return code_.residual(&instance_.raw(), r_.data()) == MICA_OK;
  for (std::size_t i = 0; i < slots_.size(); ++i) before_[i] = instance_.reals()[slots_[i]];
  if (is_linear() ? SolveLinear() : SolveNonlinear()) return true;
  for (std::size_t i = 0; i < slots_.size(); ++i) instance_.reals()[slots_[i]] = before_[i];
  return false;
}

// The largest residual in units of the largest term of its equation.
double SystemSolver::RowError(std::span<const double> residuals) {
  double error = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    double part = std::abs(residuals[i]) / (row_magnitudes_.empty() ? 1.0 : row_magnitudes_[i]);
    if (!(part <= error)) error = part;
  }
  return error;
}

bool SystemSolver::SolveLinear() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    x_[i] = instance_.reals()[slots_[i]];
    if (!std::isfinite(x_[i])) x_[i] = starts_[i];
  }
  ++totals_.residuals;
  if (!Residual(x_, r_) || !std::all_of(r_.begin(), r_.end(), [](double value) { return std::isfinite(value); })) {
    KeepFailure(SolveEnd::kNotEvaluable, x_, r_);
    return false;
  }
  bool keeps = system_.changes == MICA_CHANGES_NEVER ||
               (system_.changes == MICA_CHANGES_AT_EVENTS && instance_.raw().event == 0);
  bool fresh = !(keeps && solver_valid_);
  if (fresh) {
    ++totals_.jacobians;
    bool regular = Jacobian(entries_) && solver_.Factor(entries_, nominal_);
    solver_valid_ = regular;
    solver_.RowMagnitudes(row_magnitudes_);
    // What rounding leaves of a vanishing pivot is no pivot: an answer that is beyond all measure for a right side of one unit tells.
    if (regular && switches_.size() > 0) {
      constexpr double kBeyondMeasure = 1e13;
      std::copy(row_magnitudes_.begin(), row_magnitudes_.end(), d_.begin());
      solver_.Solve(d_);
      for (std::size_t i = 0; i < d_.size(); ++i) regular = regular && std::abs(d_[i]) <= kBeyondMeasure * nominal_[i];
      solver_valid_ = regular;
    }
    if (!regular) return SolveSingular();
  }
  return TakeLinearStep(fresh);
}

// x := x - J⁻¹ r(x), then once more with the residual that rounding left.
bool SystemSolver::TakeLinearStep(bool fresh) {
  std::size_t n = slots_.size();
  double size = 0, correction = 0;
  for (int step = 0; step < 3; ++step) {
    for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
    solver_.Solve(d_);
    size = correction = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x_[i] += d_[i];
      size = std::max(size, std::abs(x_[i]) / nominal_[i]);
      correction = std::max(correction, std::abs(d_[i]) / nominal_[i]);
    }
    ++totals_.residuals;
    if (!std::isfinite(size + correction) || !Residual(x_, r_)) break;
    // Of an extended matrix neither the pivots nor the sizes of rows, which follow from those of long chains of variables, tell whether its factors are
    // good: only that one more step changes nothing. What it changes is rounding in the sequence of the inner steps, which may magnify it 1e7 times
    // (structure/tearing_growth.h); what is left after it is as much at most.
    constexpr double kUnchanged = 1e-6;
    if (solver_.is_extended() && solver_.is_sparse()) {
      if (step >= 1 && correction <= kUnchanged * std::max(size, 1e-6)) return true;
      continue;
    }
    double error = RowError(r_);
    constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
    if (error <= kRounding * std::max(size, std::numeric_limits<double>::min())) return true;
    // After the refinement nothing better can be had from these factors.
    if (step >= 1 && error <= 1e-9 * std::max(size, 1e-6)) return true;
  }
  if (fresh) return SolveSingular();
  // Kept factors that do not fit: the equations have changed with something that the analysis did not see. Take new ones.
  solver_valid_ = false;
  return SolveLinear();
}

void SystemSolver::CollectLeaks() {
  std::fill(leak_.begin(), leak_.end(), 0.0);
  std::fill(leak_entries_.begin(), leak_entries_.end(), 0.0);
  auto is_finite = [](std::span<const double> values) { return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }); };
  for (std::size_t which = 0; which < switches_.size(); ++which) {
    switches_.Toggle(which);
    // A branch that cannot be evaluated here says nothing.
    bool good = Residual(x_, toggled_) && is_finite(toggled_) && Jacobian(toggled_entries_);
    switches_.Toggle(which);
    if (!good) continue;
    for (std::size_t i = 0; i < leak_.size(); ++i) leak_[i] += toggled_[i] - r_[i];
    for (std::size_t e = 0; e < leak_entries_.size(); ++e) leak_entries_[e] += toggled_entries_[e] - entries_[e];
  }
}

bool SystemSolver::SolveSingular() {
  std::size_t n = slots_.size();
  solver_valid_ = false;
  for (std::size_t i = 0; i < n; ++i) {
    x_[i] = instance_.reals()[slots_[i]];
    if (!std::isfinite(x_[i])) x_[i] = starts_[i];
  }
  if (!Residual(x_, r_)) {
    KeepFailure(SolveEnd::kNotEvaluable, x_, r_);
    return false;
  }
  first_residuals_.assign(r_.begin(), r_.end());
  first_point_.assign(x_.begin(), x_.end());
  for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
  LinearSolver::LeastNorm found;
  bool leaks = switches_.size() > 0;
  if (leaks) {
    CollectLeaks();
    found = solver_.SolveInLimit(d_, leak_, leak_entries_, first_point_);
    leaks = found.relative_residual >= 0;
  }
  if (!leaks) found = solver_.SolveLeastNorm(d_, first_point_);
  if (found.relative_residual >= 0 && found.relative_residual <= LinearSolver::kConsistent) {
    for (std::size_t i = 0; i < n; ++i) x_[i] += d_[i];
    if (Residual(x_, r_)) {
      was_singular_ = true;
      if (singular_unknowns_.empty() && found.rank < n) solver_.UndeterminedColumns(kListedUnknowns, singular_unknowns_);
      return true;
    }
  } else if (leaks) {
    has_escape_ = true;
    for (std::size_t i = 0; i < n; ++i) escape_[i] = first_point_[i] + d_[i] / LeakingSwitches::kLeak;
  }
  KeepFailure(found.relative_residual > LinearSolver::kConsistent ? SolveEnd::kInconsistent : SolveEnd::kSingular, first_point_, first_residuals_);
  solver_.UndeterminedColumns(kListedUnknowns, failure_.undetermined);
  return false;
}

bool SystemSolver::TakeEscape() {
  if (bounded_) return mica_solver_take_escape(&bounded_->solver()) != 0;
  if (!has_escape_ || !std::all_of(escape_.begin(), escape_.end(), [](double value) { return std::isfinite(value); })) return false;
  return Residual(escape_, r_);
}

bool SystemSolver::Attempt(AttemptKind kind, std::span<const double> from, const NewtonSettings& settings) {
  if (instance_.stop_requested()) return false;
  std::copy(from.begin(), from.end(), point_.begin());
  NewtonEnd end = last_end_ = newton_.Solve(*this, solver_, point_, nominal_, lower_, upper_, settings);
  totals_.iterations += newton_.counts().iterations;
  totals_.residuals += newton_.counts().residuals;
  totals_.jacobians += newton_.counts().jacobians;
  solver_valid_ = end == NewtonEnd::kConverged && solver_.is_factored();
  if (end == NewtonEnd::kConverged) return true;
  solver_.RowMagnitudes(row_magnitudes_);
  KeepFailure(EndOf(end), point_, newton_.residuals());
  Record({kind, EndOf(end), end == NewtonEnd::kNotEvaluable ? std::numeric_limits<double>::infinity() : RowError(newton_.residuals())});
  if (end == NewtonEnd::kSingular && slots_.size() <= kOftenDecomposed) failure_.undetermined = solver_.UndeterminedColumns(kListedUnknowns);
  return false;
}

// Of several attempts of a kind the one that came nearest counts.
void SystemSolver::Record(const AttemptRecord& record) {
  auto same = std::ranges::find_if(attempts_, [&](const AttemptRecord& other) { return other.kind == record.kind; });
  if (same == attempts_.end()) attempts_.push_back(record);
  else if (record.error < same->error) *same = record;
}

bool SystemSolver::AttemptChangeOfSign(double from, double reach, const NewtonSettings& settings) {
  auto value = [&](double x) -> std::optional<double> {
    double r = 0;
    ++totals_.residuals;
    bool good = !instance_.stop_requested() && Residual({&x, 1}, {&r, 1}) && std::isfinite(r);
    return good ? std::optional(r) : std::nullopt;
  };
  double lower = lower_[0] <= upper_[0] ? lower_[0] : -std::numeric_limits<double>::infinity();
  double upper = lower_[0] <= upper_[0] ? upper_[0] : std::numeric_limits<double>::infinity();
  from = std::clamp(from, lower, upper);
  double size = std::max(std::abs(from), nominal_[0]);
  std::optional<double> root = ScalarRoot::Find(value, {from, size, std::max(lower, from - reach * size), std::min(upper, from + reach * size)});
  if (!root) {
    Record({AttemptKind::kChangeOfSign, SolveEnd::kNoDescent, std::numeric_limits<double>::infinity()});
    return false;
  }
  if (Attempt(AttemptKind::kChangeOfSign, {&*root, 1}, settings) && std::abs(point_[0] - *root) <= nominal_[0] + std::abs(*root)) return true;
  // A function that is computed by iteration has a root, but no slope that is worth anything.
  point_[0] = *root;
  solver_valid_ = false;
  return value(*root).has_value();
}

bool SystemSolver::AttemptCurve(std::span<const double> from, NewtonSettings settings) {
  if (slots_.size() > NewtonPath::kMostUnknowns || curves_left_-- <= 0) return false;
  NewtonPath path(*this, pattern_, slots_.size(), [this] { return instance_.stop_requested(); });
  std::vector<double> x(from.begin(), from.end());
  bool arrived = path.Follow(x, nominal_);
  solver_valid_ = false;
  if (!arrived) {
    Record({AttemptKind::kCurve, SolveEnd::kNoDescent, 1 - path.furthest(), path.furthest()});
    return false;
  }
  if (Attempt(AttemptKind::kCurve, x, settings)) return true;
  settings.use_bounds = false;
  return Attempt(AttemptKind::kCurve, x, settings);
}

bool SystemSolver::SolveNonlinear() {
  ScaleSlopes();
  std::size_t n = slots_.size();
  bool finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    previous_[i] = instance_.reals()[slots_[i]];
    finite = finite && std::isfinite(previous_[i]);
  }
  if (!finite) {
    std::span<const double> known = history_.is_empty() ? std::span<const double>(starts_) : history_.latest();
    std::copy(known.begin(), known.end(), previous_.begin());
  }
  if (!AttemptAll()) return false;
  trials_failed_ = 0;
  if (instance_.raw().event == 0 && instance_.raw().initial == 0) history_.Add(instance_.time(), point_);
  return true;
}

namespace {
constexpr int kFewSteps = 12;  // without damping
constexpr double kNearby = 1e-2;  // of the size of an unknown: on the same branch as its last value
constexpr int kPatience = 5;   // points that are given up one after the other: a step is some thousand times shorter by then
}

bool SystemSolver::AttemptAll() {
  std::size_t n = slots_.size();
  attempts_.clear();
  NewtonSettings settings;
  settings.reuse_factors = solver_valid_ && instance_.raw().event == 0;
  bool has_guess = history_.Predict(instance_.time(), false);
  if (instance_.raw().initial == 0) {
    NewtonSettings quick = settings;
    quick.damped = false;
    quick.max_iterations = kFewSteps;
    if (has_guess && Attempt(AttemptKind::kExtrapolated, history_.predicted(), quick)) return true;
    quick.reuse_factors = quick.reuse_factors && !has_guess;
    if (Attempt(AttemptKind::kPrevious, previous_, quick)) return true;
    settings.reuse_factors = false;
  }
  bool is_start = previous_ == starts_;
  if (Attempt(is_start ? AttemptKind::kStarts : AttemptKind::kPrevious, previous_, settings)) return true;
  settings.reuse_factors = false;
  if (has_guess && Attempt(AttemptKind::kExtrapolated, history_.predicted(), settings)) return true;
  // The head of a pump grows with the square of its speed: from rest no slope leads to the solution, however near it is, and no step of an integrator is short enough.
  bool is_instant = instance_.raw().initial != 0 || instance_.raw().event != 0;
  if (n == 1 && !is_instant && AttemptChangeOfSign(previous_[0], kNearby, settings)) return true;
  // What the equations leave open at the last solution (the voltage of a line that nothing feeds) they leave open after any step.
  NewtonSettings least_norm = settings;
  least_norm.least_squares = true;
  least_norm.use_bounds = false;
  if (last_end_ == NewtonEnd::kSingular && !is_instant && Attempt(AttemptKind::kLeastNorm, previous_, least_norm)) return true;
  // A solution that is not near the last one is on another branch. An integrator had better take a shorter step; where that does not help, it may have to be.
  if (instance_.is_trial() && instance_.raw().event == 0 && ++trials_failed_ <= kPatience) {
    failure_.attempts = attempts_;
    return false;
  }
  if (!is_start && Attempt(AttemptKind::kStarts, starts_, settings)) return true;
  // A quadratic law has no slope at zero, and a solution on one side of it only.
  auto nominals = [&](double sign) {
    std::vector<double> point = starts_;
    for (std::size_t i = 0; i < n; ++i)
      if (point[i] == 0) point[i] = std::min(std::max(sign * nominal_[i], lower_[i]), upper_[i]);
    return point;
  };
  std::vector<double> positive = nominals(1), negative = nominals(-1);
  if (positive != starts_ && Attempt(AttemptKind::kNominals, positive, settings)) return true;
  if (negative != starts_ && Attempt(AttemptKind::kNegativeNominals, negative, settings)) return true;
  // What follows takes many evaluations. An integrator had better take a shorter step.
  if (n == 1 && is_instant) {
    constexpr double kAnywhere = std::numeric_limits<double>::infinity();
    if (AttemptChangeOfSign(previous_[0], kAnywhere, settings)) return true;
    if (!is_start && AttemptChangeOfSign(starts_[0], kAnywhere, settings)) return true;
  }
  if (Attempt(AttemptKind::kLeastNorm, previous_, least_norm)) return true;
  if (!is_start && Attempt(AttemptKind::kLeastNorm, starts_, least_norm)) return true;
  if (is_instant && !instance_.stop_requested()) {
    if (AttemptCurve(previous_, settings)) return true;
    if (!is_start && AttemptCurve(starts_, settings)) return true;
    if (positive != starts_ && AttemptCurve(positive, settings)) return true;
  }
  failure_.attempts = attempts_;
  if (slots_.size() > kOftenDecomposed && failure_.end == SolveEnd::kSingular && !instance_.stop_requested())
    failure_.undetermined = solver_.UndeterminedColumns(kListedUnknowns);
  return false;
}

bool SystemSolver::SolveBounded() {
  MicaSolver& solver = bounded_->solver();
  bool solved = mica_solver_solve(&solver) != 0;
  was_singular_ = solver.was_singular != 0;
  if (solver.iterations > 0) budget_.newton.Note(solver.iterations);
  if (solver.is_cut_short) budget_.newton.Reach(instance_.time(), index_);
  if (singular_unknowns_.empty()) singular_unknowns_.assign(solver.open, solver.open + solver.open_count);
  if (solved) return true;
  has_failure_ = false;
  std::size_t n = slots_.size();
  KeepFailure(EndOf(solver.end), {solver.failure_x, n}, {solver.failure_r, n});
  failure_.undetermined.assign(solver.failure_open, solver.failure_open + solver.failure_open_count);
  return false;
}

// Of several attempts the one that came nearest is told; of those that could not even be evaluated, the first.
void SystemSolver::KeepFailure(SolveEnd end, std::span<const double> unknowns, std::span<const double> residuals) {
  double error = end == SolveEnd::kNotEvaluable ? std::numeric_limits<double>::infinity() : RowError(residuals);
  if (has_failure_ && !(error < best_error_)) return;
  has_failure_ = true;
  best_error_ = error;
  failure_.undetermined.clear();
  failure_.attempts.clear();
  failure_.modes.clear();
  failure_.raised.reset();
  failure_.system = index_;
  failure_.time = instance_.time();
  failure_.end = end;
  failure_.unknowns.assign(unknowns.begin(), unknowns.end());
  failure_.residuals.assign(residuals.begin(), residuals.end());
  if (end == SolveEnd::kNotEvaluable) failure_.raised = instance_.reports().failure();
}

}  // namespace mica::run
