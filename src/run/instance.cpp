#include "run/instance.h"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "base/check.h"
#include "run/report/model_fault.h"

namespace mica::run {

Instance::Instance(const Runnable& runnable, ModelReports& reports)
    : runnable_(runnable), reports_(reports), delays_(runnable.code->delay_count), distributions_(*runnable.table) {
  const MicaCode& code = *runnable.code;
  const MicaModelTable& t = *runnable.table;
  Check(code.version == MICA_MODEL_CODE_VERSION, "model code of another version");
  Check(t.version == MICA_MODEL_TABLE_VERSION, "a model table of another version");
  Check(code.real_count == t.real_count && code.string_count == t.string_count && code.object_count == t.object_count,
        "code and table differ in storage");
  Check(code.state_count == t.states.count && code.system_count == t.systems_count &&
            code.held_count == t.relations_count,
        "code and table differ in their counts");
  Check(code.delay_count == t.delay_count && code.sampler_count == t.samplers_count &&
            code.distribution_count == t.distribution_points.count,
        "code and table differ in delays, samplers or distributions");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::size_t kSpare = 32;  // for auxiliary variables of code for a mode
  reals_.assign(code.real_count + kSpare, 0.0);
  pre_.assign(code.real_count + kSpare, 0.0);
  nominal_.assign(code.real_count + kSpare, 1.0);
  min_.assign(code.real_count + kSpare, -kInfinity);
  max_.assign(code.real_count + kSpare, kInfinity);
  held_.assign(code.held_count, 0.0);
  reinit_.assign(code.state_count, 0.0);
  mode_states_.assign(code.state_count, 0.0);
  reinit_pending_.assign(code.state_count, 0);
  strings_.assign(code.string_count, "");
  pre_strings_.assign(code.string_count, "");
  objects_.assign(code.object_count, nullptr);

  state_slots_ = List(t, t.state_slots);
  derivative_slots_ = List(t, t.derivative_slots);
  base_slots_ = List(t, t.base_slots);
  slope_slots_ = List(t, t.slope_slots);
  std::span<const std::uint32_t> inlined = List(t, t.inlined), states = List(t, t.states);
  for (std::uint32_t i = 0; i < states.size(); ++i)
    if (std::ranges::find(inlined, states[i]) != inlined.end()) inlined_.push_back(i);
  for (std::uint32_t i : List(t, t.discrete_scalars))
    (IsString(t.scalars[i]) ? discrete_strings_ : discrete_slots_).push_back(t.scalars[i].slot);
  auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  places_ = {count(reals_),
             code.string_count,
             code.held_count,
             code.state_count,
             count(discrete_slots_),
             count(discrete_strings_),
             count(inlined_),
             state_slots_.data(),
             derivative_slots_.data(),
             base_slots_.empty() ? nullptr : base_slots_.data(),
             discrete_slots_.data(),
             discrete_strings_.data(),
             inlined_.data(),
             t.gain_slot,
             t.steps_time_slot};

  host_ = {&OnReport,  &OnSolve,       &OnDelay,          &OnScratch,      &OnKeepString,
           &OnMessage, &OnScratchMark, &OnScratchRelease, &OnResourceFile, &OnDistribution};
  raw_.lambda = 1;
  raw_.reals = reals_.data();
  raw_.pre = pre_.data();
  raw_.held = held_.data();
  raw_.nominal = nominal_.data();
  raw_.min = min_.data();
  raw_.max = max_.data();
  raw_.strings = strings_.data();
  raw_.pre_strings = pre_strings_.data();
  raw_.objects = objects_.data();
  raw_.reinit = reinit_.data();
  raw_.reinit_pending = reinit_pending_.data();
  raw_.host = &host_;
  raw_.host_data = this;
}

Instance::~Instance() {
  if (objects_made_ && code().destroy) {
    try {
      (void)Enter([&] { return code().destroy(&raw_); });
    } catch (...) {
      // A destructor of an external object failed; the run is over and its outcome is known.
    }
  }
}

void Instance::SetStates(std::span<const double> states) {
  for (std::size_t i = 0; i < state_slots_.size(); ++i) reals_[state_slots_[i]] = states[i];
}

void Instance::GetStates(std::span<double> states) const {
  for (std::size_t i = 0; i < state_slots_.size(); ++i) states[i] = reals_[state_slots_[i]];
}

void Instance::GetDerivatives(std::span<double> derivatives) const {
  for (std::size_t i = 0; i < derivative_slots_.size(); ++i) derivatives[i] = reals_[derivative_slots_[i]];
}

void Instance::LoadLiterals() {
  const MicaModelTable& t = table();
  for (const MicaScalar& scalar : Scalars(t)) {
    if (IsAlias(t, scalar) || !HasFlag(scalar, MICA_SCALAR_HAS_VALUE)) continue;
    if (scalar.kind != MICA_KIND_CONSTANT && scalar.kind != MICA_KIND_PARAMETER) continue;
    if (IsString(scalar))
      SetString(scalar.slot, std::string(Text(t, scalar.text)));
    else
      reals_[scalar.slot] = scalar.value;
  }
}

void Instance::SetString(std::uint32_t slot, const std::string& text) { strings_[slot] = KeepString(text.c_str()); }

template <class Call>
Status Instance::Enter(Call&& call) {
  if (depth_ == 0) scratch_block_ = scratch_used_ = 0;
  const int depth = depth_++;
  ModelCodeFrame frame;
  EnterModelCode(frame);
  volatile int status = MICA_FATAL;
  if (setjmp(frame.back) == 0)
    status = call();
  else
    caught_ = std::make_exception_ptr(frame.fault);
  ExitModelCode(frame);
  depth_ = depth;
  if (depth_ == 0 && caught_) std::rethrow_exception(std::exchange(caught_, nullptr));
  return static_cast<Status>(static_cast<int>(status));
}

Status Instance::Parameters() {
  objects_made_ = true;
  return Enter([&] { return code().parameters ? code().parameters(&raw_) : MICA_OK; });
}
Status Instance::Attributes() {
  return Enter([&] { return code().attributes ? code().attributes(&raw_) : MICA_OK; });
}
Status Instance::Initial() {
  return Enter([&] { return code().initial ? code().initial(&raw_) : MICA_OK; });
}
void Instance::UseMode(const MicaCode* code, SystemHost* host) {
  mode_ = code;
  mode_host_ = host;
  ForgetTimed();
}

void Instance::ForgetTimed() {
  for (std::uint32_t done : {table().steps_time_slot, table().steps_gain_slot})
    if (done != MICA_NONE) reals_[done] = std::numeric_limits<double>::quiet_NaN();
}

Status Instance::RunDerivatives() {
  if (serves_mode()) {
    if (Enter([&] { return mode_->derivatives(&raw_); }) == Status::kOk) return Status::kOk;
    UseMode(nullptr, nullptr);
  }
  return Enter([&] { return code().derivatives ? code().derivatives(&raw_) : MICA_OK; });
}

Status Instance::Derivatives() {
  MicaSection section = [](void* self) { return static_cast<int>(static_cast<Instance*>(self)->RunDerivatives()); };
  return static_cast<Status>(mica_run_derivatives(&raw_, &places_, event_gain_, section, this));
}
Status Instance::Stage(double gain, std::span<const double> bases) {
  Check(base_slots_.size() == bases.size(), "a stage of a model that was not translated for one");
  if (table().gain_slot != MICA_NONE) reals_[table().gain_slot] = gain;
  for (std::size_t i = 0; i < bases.size(); ++i) reals_[base_slots_[i]] = bases[i];
  // Without implicit states the stage may have nothing to compute.
  if (!code().stage) return Derivatives();
  if (serves_mode()) {
    // A stage begins at the states of the last one: those are put back for another try.
    GetStates(mode_states_);
    if (Enter([&] { return mode_->stage(&raw_); }) == Status::kOk) return Status::kOk;
    UseMode(nullptr, nullptr);
    SetStates(mode_states_);
  }
  return Enter([&] { return code().stage(&raw_); });
}
Status Instance::Tangent(double gain, std::span<const double> direction, std::span<double> slopes) {
  Check(slope_slots_.size() == slopes.size() && base_slots_.size() == direction.size(),
        "a direction of a model that was not translated for one");
  reals_[table().gain_slot] = gain;
  for (std::size_t i = 0; i < direction.size(); ++i) reals_[base_slots_[i]] = direction[i];
  Status status = Enter([&] { return code().stage ? code().stage(&raw_) : MICA_OK; });
  for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] = reals_[slope_slots_[i]];
  return status;
}
Status Instance::Outputs() {
  return Enter([&] { return code().outputs ? code().outputs(&raw_) : MICA_OK; });
}
Status Instance::Event() {
  MicaSection section = [](void* self) {
    Instance& me = *static_cast<Instance*>(self);
    return static_cast<int>(me.Enter([&] { return me.code().event ? me.code().event(&me.raw_) : MICA_OK; }));
  };
  return static_cast<Status>(mica_run_event(&raw_, &places_, event_gain_, section, this));
}
Status Instance::Crossings(std::span<double> g) {
  if (g.empty()) return Status::kOk;
  if (serves_mode()) {
    if (Enter([&] { return mode_->crossings(&raw_, g.data()); }) == Status::kOk) return Status::kOk;
    UseMode(nullptr, nullptr);
    if (Status status = Derivatives(); status != Status::kOk) return status;
  }
  return Enter([&] { return code().crossings(&raw_, g.data()); });
}
Status Instance::TimeEvents(std::span<double> times) {
  std::fill(times.begin(), times.end(), std::numeric_limits<double>::infinity());
  if (times.empty() || !code().time_events) return Status::kOk;
  return Enter([&] { return code().time_events(&raw_, times.data()); });
}
Status Instance::Samplers(std::span<double> start_and_interval) {
  if (start_and_interval.empty()) return Status::kOk;
  return Enter([&] { return code().samplers(&raw_, start_and_interval.data()); });
}
Status Instance::Delays(std::span<double> value_time_max) {
  if (value_time_max.empty()) return Status::kOk;
  return Enter([&] { return code().delays(&raw_, value_time_max.data()); });
}

Status Instance::RecordDistributions() {
  std::span<double> values = distributions_.values();
  if (values.empty()) return Status::kOk;
  Status status = Enter([&] { return code().distributions(&raw_, values.data()); });
  if (status == Status::kOk) distributions_.Record();
  return status;
}

std::vector<std::uint32_t> Instance::ChangedDiscretes(std::size_t limit) const {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t id : List(table(), table().discrete_scalars)) {
    const MicaScalar& scalar = table().scalars[id];
    bool differs = IsString(scalar) ? std::strcmp(strings_[scalar.slot], pre_strings_[scalar.slot]) != 0
                                    : reals_[scalar.slot] != pre_[scalar.slot];
    if (differs && changed.size() < limit) changed.push_back(id);
  }
  return changed;
}

int Instance::OnReport(MicaInstance* m, MicaReportKind kind, std::uint32_t site, const char* message) {
  Instance& self = Of(m);
  // Places in the code of a mode are nobody's: the general code says what is wrong.
  if (self.serves_mode()) return MICA_FAILED;
  try {
    return self.reports_.Raise(kind, site, message, m->time);
  } catch (...) {
    self.caught_ = std::current_exception();
    return MICA_FATAL;
  }
}

int Instance::OnSolve(MicaInstance* m, std::uint32_t system) {
  Instance& self = Of(m);
  HostCode ours;
  try {
    SystemHost* host = self.serves_mode() ? self.mode_host_ : self.system_host_;
    Check(host != nullptr, "a system is solved without a solver");
    return static_cast<int>(host->Solve(system));
  } catch (...) {
    self.caught_ = std::current_exception();
    return MICA_FATAL;
  }
}

double Instance::OnDistribution(MicaInstance* m, std::uint32_t output, double in0, double in1, double x, int positive) {
  return Of(m).distributions_.Value(output, in0, in1, x, positive != 0);
}
double Instance::OnDelay(MicaInstance* m, std::uint32_t buffer, double value, double delay_time, double delay_max) {
  return Of(m).delays_.Value(buffer, m->time, value, delay_time, delay_max);
}

void* Instance::OnScratch(MicaInstance* m, std::size_t bytes) { return Of(m).Scratch(bytes); }

const char* Instance::OnKeepString(MicaInstance* m, const char* text) { return Of(m).KeepString(text); }

const char* Instance::OnResourceFile(MicaInstance* m, const char* uri) {
  Instance& self = Of(m);
  try {
    if (!self.runnable_.resource_file) return nullptr;
    std::optional<std::string> file = self.runnable_.resource_file(uri);
    return file ? self.KeepString(file->c_str()) : nullptr;
  } catch (...) {
    self.caught_ = std::current_exception();
    return nullptr;
  }
}

void Instance::OnMessage(MicaInstance* m, const char* text) {
  Instance& self = Of(m);
  try {
    self.reports_.Say(text);
  } catch (...) {
    self.caught_ = std::current_exception();
  }
}

// The mark as one number: the block, then the bytes taken of it.
std::size_t Instance::OnScratchMark(MicaInstance* m) {
  const Instance& self = Of(m);
  return (self.scratch_block_ << 48) | self.scratch_used_;
}

void Instance::OnScratchRelease(MicaInstance* m, std::size_t mark) {
  Of(m).ReleaseScratch({mark >> 48, mark & ((std::size_t{1} << 48) - 1)});
}

// The interface promises a pointer, and an exception must not pass through compiled code: without memory, the code is
// left.
void* Instance::Scratch(std::size_t bytes) noexcept {
  bytes = (bytes + 15) & ~std::size_t{15};
  while (scratch_block_ < scratch_blocks_.size()) {
    auto& [memory, size] = scratch_blocks_[scratch_block_];
    if (scratch_used_ + bytes <= size) {
      void* place = memory.get() + scratch_used_;
      scratch_used_ += bytes;
      return place;
    }
    ++scratch_block_;
    scratch_used_ = 0;
  }
  constexpr std::size_t kSmallest = std::size_t{1} << 16;
  std::size_t size = std::max(bytes, scratch_blocks_.empty() ? kSmallest : 2 * scratch_blocks_.back().second);
  // More than half of the memory of the machine is not touched: where the system promises more than there is, the
  // promise is kept by ending the program.
  static const std::size_t kMost =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)) / 2;
  std::unique_ptr<std::byte[]> memory(size <= kMost ? new (std::nothrow) std::byte[size] : nullptr);
  if (!memory && size > bytes && bytes <= kMost) memory.reset(new (std::nothrow) std::byte[size = bytes]);
  if (!memory) LeaveModelCodeForMemory(bytes);
  scratch_blocks_.emplace_back(std::move(memory), size);
  scratch_used_ = bytes;
  return scratch_blocks_.back().first.get();
}

const char* Instance::KeepString(const char* text) noexcept {
  std::size_t length = std::strlen(text) + 1;
  char* copy = static_cast<char*>(kept_strings_.Allocate(length, 1));
  std::memcpy(copy, text, length);
  return copy;
}

}  // namespace mica::run
