#include "run/systems/system_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/events/scalar_root.h"
#include "run/systems/move_by_rounding.h"
#include "run/systems/newton_path.h"

namespace mica::run {

namespace {

SolveEnd EndOf(NewtonEnd end) {
  switch (end) {
    case NewtonEnd::kNotEvaluable:
      return SolveEnd::kNotEvaluable;
    case NewtonEnd::kSingular:
      return SolveEnd::kSingular;
    case NewtonEnd::kTooManyIterations:
      return SolveEnd::kTooManyIterations;
    default:
      return SolveEnd::kNoDescent;
  }
}

SolveEnd EndOf(MicaSolverEnd end) {
  switch (end) {
    case MICA_SOLVER_NOT_EVALUABLE:
      return SolveEnd::kNotEvaluable;
    case MICA_SOLVER_SINGULAR:
      return SolveEnd::kSingular;
    case MICA_SOLVER_TOO_MANY:
      return SolveEnd::kTooManyIterations;
    case MICA_SOLVER_INCONSISTENT:
      return SolveEnd::kInconsistent;
    default:
      return SolveEnd::kNoDescent;
  }
}

// Of the size of a variable that follows from the unknowns: what it may be off after they are found. One digit is the
// least that can be called a value.
constexpr double kOneDigit = 0.1;
// Up to this size the unknowns that a singular matrix leaves open are looked for after each attempt; in larger systems
// once, after all: the decomposition takes n^3, and is for a message alone.
constexpr std::size_t kOftenDecomposed = 100;

}  // namespace

SystemSolver::SystemSolver(Instance& instance, const MicaModelTable& table, const MicaCode& code, std::uint32_t system,
                           WorkBudget& budget)
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
  for (std::vector<double>* v : {&x_, &r_, &d_, &before_, &previous_, &point_, &difference_x_, &difference_r_})
    v->resize(n);
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
  bounded_ = std::make_unique<BoundedSystem>(instance_, table_, code_, index_, budget_.newton.limit,
                                             budget_.newton_tolerance());
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
  has_failure_ = was_singular_ = has_escape_ = is_open_ = false;
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

bool SystemSolver::IsResolved() {
  std::span<const double> error = newton_.error();
  if (error.empty()) return true;
  found_.assign(instance_.reals().begin(), instance_.reals().end());
  for (std::size_t i = 0; i < slots_.size(); ++i) d_[i] = point_[i] + error[i];
  ++totals_.residuals;
  bool is_evaluable = Residual(d_, r_);
  double change = 0;
  for (std::size_t k = 0; k < found_.size() && is_evaluable; ++k) {
    double size = std::max(std::abs(found_[k]), Newton::kNominalShare * std::abs(instance_.nominal()[k]));
    double now = instance_.reals()[k];
    if (now != found_[k] && std::isfinite(now)) change = std::max(change, std::abs(now - found_[k]) / size);
  }
  std::ranges::copy(found_, instance_.reals().begin());
  return change <= kOneDigit;
}

bool SystemSolver::Attempt(AttemptKind kind, std::span<const double> from, const NewtonSettings& settings) {
  if (instance_.stop_requested()) return false;
  std::copy(from.begin(), from.end(), point_.begin());
  NewtonEnd end = last_end_ = newton_.Solve(*this, solver_, point_, nominal_, lower_, upper_, settings);
  totals_.iterations += newton_.counts().iterations;
  totals_.residuals += newton_.counts().residuals;
  totals_.jacobians += newton_.counts().jacobians;
  bool is_watched =
      settings.least_squares || instance_.raw().initial != 0;  // all variables are compared: too much for each step
  bool is_found = end == NewtonEnd::kConverged && (!is_watched || IsResolved());
  solver_valid_ = is_found && solver_.is_factored();
  if (is_found) {
    is_open_ = !solver_.is_factored();
    if (is_open_ && singular_unknowns_.empty()) solver_.UndeterminedColumns(kListedUnknowns, singular_unknowns_);
    return true;
  }
  SolveEnd why = end == NewtonEnd::kConverged ? SolveEnd::kUnresolved : EndOf(end);
  solver_.RowMagnitudes(row_magnitudes_);
  KeepFailure(why, point_, newton_.residuals());
  bool has_error = why != SolveEnd::kNotEvaluable && why != SolveEnd::kUnresolved;
  Record({kind, why, has_error ? RowError(newton_.residuals()) : std::numeric_limits<double>::infinity()});
  if (end == NewtonEnd::kSingular && slots_.size() <= kOftenDecomposed)
    failure_.undetermined = solver_.UndeterminedColumns(kListedUnknowns);
  return false;
}

// Of several attempts of a kind the one that came nearest counts.
void SystemSolver::Record(const AttemptRecord& record) {
  auto same = std::ranges::find_if(attempts_, [&](const AttemptRecord& other) { return other.kind == record.kind; });
  if (same == attempts_.end())
    attempts_.push_back(record);
  else if (record.error < same->error)
    *same = record;
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
  std::optional<double> root =
      ScalarRoot::Find(value, {from, size, std::max(lower, from - reach * size), std::min(upper, from + reach * size)});
  if (!root) {
    Record({AttemptKind::kChangeOfSign, SolveEnd::kNoDescent, std::numeric_limits<double>::infinity()});
    return false;
  }
  if (Attempt(AttemptKind::kChangeOfSign, {&*root, 1}, settings) &&
      std::abs(point_[0] - *root) <= nominal_[0] + std::abs(*root))
    return true;
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
constexpr int kFewSteps = 12;     // without damping
constexpr double kNearby = 1e-2;  // of the size of an unknown: on the same branch as its last value
constexpr int kPatience =
    5;  // points that are given up one after the other: a step is some thousand times shorter by then
}  // namespace

// x_i - bound_i of the unknown that is furthest beyond its bounds; negative: all are inside.
double SystemSolver::BeyondBounds(std::span<const double> x) const {
  double furthest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (lower_[i] <= upper_[i]) furthest = std::max({furthest, lower_[i] - x[i], x[i] - upper_[i]});
  return furthest;
}

bool SystemSolver::AttemptAll() {
  std::size_t n = slots_.size();
  attempts_.clear();
  NewtonSettings settings;
  settings.reuse_factors = solver_valid_ && instance_.raw().event == 0;
  // Bounds choose between solutions. One that has passed them is followed: they say what the author of the model
  // expects, not what its equations say.
  settings.use_bounds = instance_.raw().initial != 0 || !(BeyondBounds(previous_) > 0);
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
  // A flow that ends may go a little beyond zero.
  if (settings.use_bounds && instance_.raw().initial == 0 && BeyondBounds(point_) >= 0) {
    NewtonSettings beyond = settings;
    beyond.use_bounds = false;
    if (Attempt(AttemptKind::kBeyondBounds, previous_, beyond)) return true;
  }
  // The head of a pump grows with the square of its speed: from rest no slope leads to the solution, however near it
  // is, and no step of an integrator is short enough.
  bool is_instant = instance_.raw().initial != 0 || instance_.raw().event != 0;
  if (n == 1 && !is_instant && AttemptChangeOfSign(previous_[0], kNearby, settings)) return true;
  // What the equations leave open at the last solution (the voltage of a line that nothing feeds) they leave open after
  // any step.
  NewtonSettings least_norm = settings;
  least_norm.least_squares = true;
  least_norm.use_bounds = false;
  if (last_end_ == NewtonEnd::kSingular && !is_instant && Attempt(AttemptKind::kLeastNorm, previous_, least_norm))
    return true;
  // A solution that is not near the last one is on another branch. An integrator had better take a shorter step; where
  // that does not help, it may have to be.
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

// Of several attempts the one that came nearest is reported; of those that could not even be evaluated, the first.
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
