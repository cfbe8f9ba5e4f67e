#include "run/modes/mode_codes.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

ModeSystems::ModeSystems(Instance& instance, const MicaModelTable& table, const MicaCode& code,
                         const WorkLimits* limits) {
  if (limits) budget_.Bind(*limits);
  for (std::uint32_t i = 0; i < code.system_count; ++i)
    solvers_.push_back(std::make_unique<SystemSolver>(instance, table, code, i, budget_));
  if (limits)
    for (auto& solver : solvers_) solver->Reserve();
}

void ModeSystems::Begin() {
  for (auto& solver : solvers_) {
    solver->TakeAttributes();
    solver->Invalidate();
    solver->ForgetHistory();
  }
}

struct ModeCodes::Made {
  bool is_checked = false;
  ModeProgram program;
  std::unique_ptr<ModeSystems> systems;
};

ModeCodes::ModeCodes(Instance& instance, ModeRecord& record, ModeUse use, bool keeps_time, const WorkLimits* limits,
                     double gain, std::string index_directory)
    : instance_(instance),
      record_(record),
      use_(use),
      keeps_time_(keeps_time),
      limits_(limits),
      gain_(gain),
      index_(std::move(index_directory), ModeKey(instance.table()), record.variables().size()),
      parameters_(instance.reals().begin(), instance.reals().end()),
      states_(record.capacity()),
      made_(record.capacity()),
      steps_before_(record.capacity(), 0),
      by_general_(instance.derivative_slots().size() + instance.code().crossing_count),
      by_mode_(by_general_.size()),
      present_(instance.state_slots().size()),
      stage_by_general_(present_.size()),
      stage_by_mode_(present_.size()) {
  for (const RememberedMode& mode : index_.modes()) {
    std::uint32_t number = record_.Know(mode.values);
    if (number == ModeRecord::kNone) break;
    steps_before_[number] = mode.steps;
    if (use_ == ModeUse::kOn && mode.steps >= kHotSteps && mode.code == ModeCodeState::kReady) {
      states_[number] = ModeCodeState::kWanted;
      ++wanted_;
    }
  }
  worker_ = std::jthread([this](const std::stop_token& stop) { Work(stop); });
}

ModeCodes::~ModeCodes() {
  instance_.UseMode(nullptr, nullptr);
  worker_.request_stop();
}

void ModeCodes::Leave() {
  // A mode that was left in between failed.
  if (active_ != ModeRecord::kNone && !instance_.in_mode()) states_[active_] = ModeCodeState::kRefused;
  instance_.UseMode(nullptr, nullptr);
  active_ = ModeRecord::kNone;
}

void ModeCodes::Consider(std::uint32_t mode, StepClock& clock) {
  if (active_ != ModeRecord::kNone) Leave();
  ModeCodeState state = states_[mode].load(std::memory_order_acquire);
  if (state == ModeCodeState::kNone) {
    std::uint64_t before = use_ == ModeUse::kWait ? 0 : steps_before_[mode];
    if (record_.steps(mode) + before < kHotSteps) return;
    states_[mode].store(ModeCodeState::kWanted, std::memory_order_release);
    ++wanted_;
    changed_.notify_all();
    state = ModeCodeState::kWanted;
  }
  if (!keeps_time_ && record_.steps(mode) < (use_ == ModeUse::kWait ? kHotSteps : kServingSteps)) return;
  if (!keeps_time_ && state == ModeCodeState::kWanted) {
    clock.Pause();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return states_[mode] != ModeCodeState::kWanted; });
    state = states_[mode];
    clock.Resume();
  }
  if (state != ModeCodeState::kReady) return;
  Made& made = *made_[mode];
  made.systems->Begin();
  instance_.UseMode(made.program.code, made.systems.get());
  if (!made.is_checked && !(Agrees() && StageAgrees())) {
    instance_.UseMode(nullptr, nullptr);
    states_[mode] = ModeCodeState::kRefused;
    return;
  }
  made.is_checked = true;
  active_ = mode;
}

namespace {
// Code of its own for a mode gives what the general code gives, up to another order of operations: of the value; of the
// largest of its group, derivatives or crossing functions, whose terms it may be a small difference of; of the nominal
// value. Well above rounding of some thousand operations, well below any tolerance of integration.
constexpr double kSame = 1e-8, kSameInGroup = 1e-10, kNothing = 1e-9;
}  // namespace

bool ModeCodes::Agrees() {
  std::size_t n = instance_.derivative_slots().size();
  auto evaluate = [&](std::vector<double>& values) {
    if (instance_.Derivatives() != Status::kOk) return false;
    instance_.GetDerivatives(std::span(values).first(n));
    return instance_.Crossings(std::span(values).subspan(n)) == Status::kOk;
  };
  {
    Instance::GeneralCode general(instance_);
    // Where the general code cannot be evaluated there is nothing to say against another one.
    if (!evaluate(by_general_)) return true;
  }
  if (!evaluate(by_mode_) || !instance_.in_mode()) return false;
  // Derivatives and crossing functions are differences of larger terms: each group has a size below which nothing can
  // be determined.
  auto near = [&](std::size_t first, std::size_t last, auto floor) {
    double largest = 0;
    for (std::size_t i = first; i < last; ++i) largest = std::max(largest, std::abs(by_general_[i]));
    for (std::size_t i = first; i < last; ++i) {
      double a = by_general_[i], b = by_mode_[i];
      if (!(std::abs(a - b) <= kSame * std::abs(a) + kSameInGroup * largest + floor(i))) return false;
    }
    return true;
  };
  // A derivative that ought to be zero is rounding of terms that are no smaller than its nominal value.
  auto of_nominal = [&](std::size_t i) {
    return kNothing * std::abs(instance_.nominal()[instance_.derivative_slots()[i]]);
  };
  return near(0, n, of_nominal) && near(n, by_general_.size(), [](std::size_t) { return 0.0; });
}

// What an implicit method uses: the states at the end of a step from where the run stands. They are put back.
bool ModeCodes::StageAgrees() {
  if (gain_ == 0 || present_.empty()) return true;
  instance_.GetStates(present_);
  auto evaluate = [&](std::vector<double>& states) {
    instance_.SetStates(present_);
    bool good = instance_.Stage(gain_, present_) == Status::kOk;
    instance_.GetStates(states);
    return good;
  };
  bool has_general = false;
  {
    Instance::GeneralCode general(instance_);
    has_general = evaluate(stage_by_general_);
  }
  bool agrees = !has_general || (evaluate(stage_by_mode_) && instance_.in_mode());
  for (std::size_t i = 0; i < present_.size() && has_general && agrees; ++i) {
    double a = stage_by_general_[i],
           size = std::max(std::abs(a), std::abs(instance_.nominal()[instance_.state_slots()[i]]));
    agrees = std::abs(a - stage_by_mode_[i]) <= kSame * size;
  }
  instance_.SetStates(present_);
  // As Agrees() leaves it.
  return instance_.Derivatives() == Status::kOk && agrees && instance_.in_mode();
}

// The values of the mode were written before it became wanted, and are not changed any more.
std::unique_ptr<ModeCodes::Made> ModeCodes::Make(std::uint32_t mode) {
  std::optional<ModeProgram> program = instance_.runnable().compile_mode(record_.values(mode), parameters_);
  if (!program || program->code->real_count > instance_.reals().size()) return nullptr;
  auto made = std::make_unique<Made>();
  made->program = std::move(*program);
  made->systems = std::make_unique<ModeSystems>(instance_, *made->program.table, *made->program.code, limits_);
  return made;
}

void ModeCodes::Publish(std::uint32_t mode, std::unique_ptr<Made> made) {
  bool good = made != nullptr;
  made_[mode] = std::move(made);
  {
    std::lock_guard lock(mutex_);
    states_[mode].store(good ? ModeCodeState::kReady : ModeCodeState::kRefused, std::memory_order_release);
  }
  changed_.notify_all();
}

void ModeCodes::Work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::uint32_t mode = ModeRecord::kNone;
    if (wanted_ > 0)
      for (std::uint32_t i = 0; i < states_.size() && mode == ModeRecord::kNone; ++i)
        if (states_[i].load(std::memory_order_acquire) == ModeCodeState::kWanted) mode = i;
    if (mode == ModeRecord::kNone) {
      // Looked for now and then too: the run tells without taking the lock, so that it never waits.
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, std::chrono::milliseconds(5), [&] { return wanted_ > 0; });
      continue;
    }
    --wanted_;
    std::unique_ptr<Made> made;
    try {
      made = Make(mode);
    } catch (const std::exception&) {
      // A fault of ours in a mode: the general code does.
    }
    Publish(mode, std::move(made));
  }
}

std::size_t ModeCodes::ready_count() const {
  std::size_t count = 0;
  for (const auto& state : states_) count += state == ModeCodeState::kReady;
  return count;
}

void ModeCodes::Remember() {
  worker_.request_stop();
  if (worker_.joinable()) worker_.join();
  for (std::uint32_t mode = 0; mode < record_.known(); ++mode) {
    RememberedMode remembered;
    remembered.values.assign(record_.values(mode).begin(), record_.values(mode).end());
    remembered.steps = record_.steps(mode);
    remembered.visits = record_.visits(mode);
    remembered.code = states_[mode];
    if (made_[mode]) {
      remembered.linear = made_[mode]->program.linear;
      remembered.nonlinear = made_[mode]->program.nonlinear;
    }
    index_.Add(remembered);
  }
  index_.Save();
}

}  // namespace mica::run
