#include "structure/sort/incidence.h"

#include <algorithm>

namespace mica::structure {

namespace {

std::uint64_t PlaceIndex(std::uint8_t place) { return place == kSolvable ? 0 : place == kInCondition ? 1 : 2; }

}  // namespace

void OccurrenceCollector::Clear() {
  seen_.Clear();
  noted_.Clear();
  found_.clear();
  reads_time_ = reads_time_in_held_ = reads_iterator_ = reads_history_ = reads_beyond_events_ = reads_delayed_ = false;
}

void OccurrenceCollector::Push(Expr e, std::uint8_t place) {
  if (seen_.Insert(std::uint64_t{e.index()} << 2 | PlaceIndex(place), 0).second) stack_.push_back({e, place});
}

void OccurrenceCollector::Note(ScalarId scalar, std::uint8_t how) {
  auto [place, is_new] = noted_.Insert(scalar.index(), static_cast<std::uint32_t>(found_.size()));
  if (is_new) found_.push_back({scalar, 0});
  found_[place].how |= how;
}

void OccurrenceCollector::Add(Expr e, OccurrenceFlag place) {
  if (!e) return;
  const ExprPool& exprs = store_.exprs;
  Push(e, place);
  while (!stack_.empty()) {
    auto [at, here] = stack_.back();
    stack_.pop_back();
    auto args = exprs.args(at);
    Op op = exprs.op(at);
    std::uint8_t condition = here == kInHeld ? std::uint8_t{kInHeld} : std::uint8_t{kInCondition};
    // Arguments go onto the stack last first, so that scalars are found from left to right.
    auto push_all = [&, here = here](std::uint8_t rest, std::size_t conditions_first, bool first_is_condition) {
      for (std::size_t i = args.size(); i-- > conditions_first;) Push(args[i], rest);
      for (std::size_t i = conditions_first; i-- > 0;) Push(args[i], first_is_condition ? condition : here);
    };
    switch (op) {
      case Op::kScalar:
        Note(exprs.scalar(at), here);
        break;
      case Op::kTime:
        (here == kInHeld ? reads_time_in_held_ : reads_time_) = true;
        break;
      case Op::kIterator:
        reads_iterator_ = true;
        break;
      case Op::kInitial:
        reads_history_ = true;
        reads_beyond_events_ =
            reads_beyond_events_ || here != kInHeld;  // a held relation keeps the value that it had then
        break;
      case Op::kTerminal:
      case Op::kSample:
        reads_history_ = reads_beyond_events_ = true;
        break;
      case Op::kCall:
        if (store_.functions[exprs.function(at)].is_impure) reads_history_ = reads_beyond_events_ = true;
        push_all(here, 0, false);
        break;
      case Op::kPre:
        reads_history_ = true;
        if (exprs.op(args[0]) == Op::kScalar) Note(exprs.scalar(args[0]), kAsPre);
        break;
      case Op::kHeld:
        reads_history_ = true;
        for (std::size_t i = args.size(); i-- > 0;) Push(args[i], kInHeld);
        break;
      case Op::kIf:
        push_all(here, 1, true);
        break;
      case Op::kHold:
        push_all(condition, 0, false);
        break;
      case Op::kIndex:
        for (std::size_t i = args.size(); i-- > 1;) Push(args[i], condition);
        Push(args[0], here);
        break;
      case Op::kDelay:
        reads_history_ = reads_beyond_events_ = true;
        reads_delayed_ = reads_delayed_ || here != kInHeld;  // as above
        for (std::size_t i = args.size(); i-- > 1;) Push(args[i], condition);
        break;
      case Op::kSpatialDistribution:  // what comes in is read at the next step only
        reads_history_ = reads_beyond_events_ = true;
        reads_delayed_ = reads_delayed_ || here != kInHeld;  // as above
        for (std::size_t i = args.size(); i-- > 2;) Push(args[i], condition);
        break;
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kGreater:
      case Op::kGreaterEqual:
      case Op::kEqual:
      case Op::kNotEqual:
      case Op::kFloor:
      case Op::kCeil:
      case Op::kIntegerOf:
      case Op::kDivide:
      case Op::kSign:
        push_all(condition, 0, false);
        break;
      default:
        push_all(here, 0, false);
    }
  }
}

void OccurrenceCollector::Add(const Statement& statement) {
  using Kind = Statement::Kind;
  const ExprPool& exprs = store_.exprs;
  bool targets_are_read = statement.kind == Kind::kAssert;
  for (Expr target : statement.targets) {
    if (!target) continue;
    if (targets_are_read) {
      Add(target, kInCondition);
      continue;
    }
    // Of a target only the subscripts are read.
    for (Expr at = target; exprs.op(at) == Op::kIndex || exprs.op(at) == Op::kField; at = exprs.arg(at, 0)) {
      if (exprs.op(at) != Op::kIndex) continue;
      std::vector<Expr> args = exprs.ArgsCopy(at);
      for (std::size_t i = 1; i < args.size(); ++i) Add(args[i], kInCondition);
    }
  }
  Add(statement.value);
  for (const StatementBranch& branch : statement.branches) {
    Add(branch.condition, kInCondition);
    for (const Statement& inner : branch.body) Add(inner);
  }
}

void OccurrenceCollector::Add(const Step& step) {
  Add(step.value);
  Add(step.condition, kInCondition);
  Add(step.message, kInCondition);
  for (const Statement& statement : step.statements) Add(statement);
  for (ScalarId scalar : step.reads) Note(scalar, kInCondition);
  for (const Step::Branch& branch : step.branches) {
    Add(branch.trigger, kInCondition);
    for (const Step& inner : branch.steps) Add(inner);
  }
}

void OccurrenceCollector::Add(const System& system) {
  for (const Step& inner : system.inner) Add(inner);
  for (Expr residual : system.residuals) Add(residual);
  for (const Step& slope : system.slopes) Add(slope);
  for (const JacobianEntry& entry : system.jacobian) Add(entry.value);
}

bool Reads(Expr e, ScalarId scalar, const Store& store, bool in_held) {
  OccurrenceCollector occurrences(store);
  occurrences.Add(e);
  int wanted = kSolvable | kInCondition | (in_held ? kInHeld : 0);
  return std::ranges::any_of(occurrences.found(),
                             [&](const Occurrence& o) { return o.scalar == scalar && (o.how & wanted) != 0; });
}

namespace {

void Assigned(std::span<const Statement> statements, const Store& store, std::vector<bool>& seen,
              std::vector<ScalarId>& out) {
  const ExprPool& exprs = store.exprs;
  for (const Statement& statement : statements) {
    if (statement.kind != Statement::Kind::kAssert && statement.kind != Statement::Kind::kReinit) {
      for (Expr target : statement.targets) {
        if (!target) continue;
        std::vector<Expr> stack{target};
        while (!stack.empty()) {
          Expr at = stack.back();
          stack.pop_back();
          switch (exprs.op(at)) {
            case Op::kScalar: {
              ScalarId id = exprs.scalar(at);
              if (seen.size() <= id.index()) seen.resize(id.index() + 1, false);
              if (!seen[id.index()]) out.push_back(id);
              seen[id.index()] = true;
              break;
            }
            case Op::kIndex:
            case Op::kField:
              stack.push_back(exprs.arg(at, 0));
              break;
            case Op::kArray:
            case Op::kRecord: {
              auto args = exprs.args(at);
              for (std::size_t i = args.size(); i-- > 0;) stack.push_back(args[i]);
              break;
            }
            default:
              break;
          }
        }
      }
    }
    for (const StatementBranch& branch : statement.branches) Assigned(branch.body, store, seen, out);
  }
}

}  // namespace

std::vector<ScalarId> AssignedScalars(std::span<const Statement> statements, const Store& store) {
  std::vector<bool> seen;
  std::vector<ScalarId> out;
  Assigned(statements, store, seen, out);
  return out;
}

}  // namespace mica::structure
