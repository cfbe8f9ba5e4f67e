// Run stage: one instance of a model: the arrays that compiled code works on, the host that it calls back, and a call
// for each section of the code.
//
// Invariants
// - Callbacks never let an exception into compiled code: it is kept, the code receives MICA_FATAL, and the outermost
// call throws it again.
// - Scratch memory is given back when the outermost section call returns.
// - External objects that parameters() made are destroyed exactly once, by the destructor of the instance.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "run/history/delay_buffer.h"
#include "run/history/distributions.h"
#include "run/report/model_reports.h"
#include "run/runnable.h"
#include "runtime/events/dynamics.h"

namespace mica::run {

enum class Status : std::uint8_t {
  kOk = MICA_OK,
  kFailed = MICA_FAILED,
  kFatal = MICA_FATAL,
  kTerminated = MICA_TERMINATED
};

// Solves the simultaneous systems of an instance, from inside of its code.
class SystemHost {
 public:
  virtual ~SystemHost() = default;
  virtual Status Solve(std::uint32_t system) = 0;
  // Start values of the unknowns, as of the last attributes.
  virtual std::span<const double> starts(std::uint32_t) const { return {}; }
};

class Instance {
 public:
  // `code` and `table` of the runnable must agree in their counts (checked).
  Instance(const Runnable& runnable, ModelReports& reports);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  void SetSystemHost(SystemHost* host) { system_host_ = host; }
  const SystemHost* system_host() const { return system_host_; }
  // Gives the one of before.
  SystemHost* ExchangeSystemHost(SystemHost* host) { return std::exchange(system_host_, host); }
  // Whoever works for long asks whether the run is to end.
  void SetStop(std::stop_token stop) { stop_ = std::move(stop); }
  bool stop_requested() const { return stop_.stop_requested(); }

  // Code of the present mode: serves derivatives, stages and crossing functions between events, until it is taken back
  // (null) or fails.
  void UseMode(const MicaCode* code, SystemHost* host);
  bool in_mode() const { return mode_ != nullptr; }
  // While one lives, the general code serves: it computes what the code of a mode leaves out.
  class GeneralCode {
   public:
    explicit GeneralCode(Instance& instance) : instance_(instance), mode_(instance.mode_) {
      instance_.mode_ = nullptr;
      if (mode_) instance_.ForgetTimed();
    }
    ~GeneralCode() { instance_.mode_ = mode_; }
    GeneralCode(const GeneralCode&) = delete;
    GeneralCode& operator=(const GeneralCode&) = delete;

   private:
    Instance& instance_;
    const MicaCode* mode_;
  };

  // While one lives with `may_fail`, what is evaluated is a point that an integrator tries, and gives up for a nearer
  // one where it cannot be evaluated.
  class TrialPoint {
   public:
    TrialPoint(Instance& instance, bool may_fail)
        : instance_(instance), before_(std::exchange(instance.is_trial_, may_fail)) {}
    ~TrialPoint() { instance_.is_trial_ = before_; }
    TrialPoint(const TrialPoint&) = delete;
    TrialPoint& operator=(const TrialPoint&) = delete;

   private:
    Instance& instance_;
    bool before_;
  };
  bool is_trial() const { return is_trial_; }

  const Runnable& runnable() const { return runnable_; }
  const MicaModelTable& table() const { return *runnable_.table; }
  const MicaCode& code() const { return *runnable_.code; }
  MicaInstance& raw() { return raw_; }
  // Where things are in its arrays.
  const MicaPlaces& places() const { return places_; }
  ModelReports& reports() { return reports_; }
  DelayBuffers& delays() { return delays_; }
  Distributions& distributions() { return distributions_; }
  const Distributions& distributions() const { return distributions_; }

  std::span<double> reals() { return reals_; }
  std::span<double> pre() { return pre_; }
  std::span<double> held() { return held_; }
  std::span<const double> nominal() const { return nominal_; }
  std::span<const double> min() const { return min_; }
  std::span<const double> max() const { return max_; }
  std::span<const std::uint32_t> state_slots() const { return state_slots_; }
  // Numbers of the states whose integrators are in the dynamics.
  std::span<const std::uint32_t> inlined_states() const { return inlined_; }
  std::span<const std::uint32_t> base_slots() const { return base_slots_; }
  std::span<const std::uint32_t> derivative_slots() const { return derivative_slots_; }
  // Slots of what changes at events only: discrete variables and flags of samplers.
  std::span<const std::uint32_t> discrete_slots() const { return discrete_slots_; }
  double value(std::uint32_t scalar) const {  // aliases are followed
    const MicaScalar& found = table().scalars[scalar];
    return found.sign * reals_[found.slot];
  }

  void SetTime(double time) { raw_.time = time; }
  double time() const { return raw_.time; }
  void SetStates(std::span<const double> states);
  void GetStates(std::span<double> states) const;
  void GetDerivatives(std::span<double> derivatives) const;

  // Puts the literal values of constants and parameters into their places.
  void LoadLiterals();
  void SetReal(std::uint32_t slot, double value) { reals_[slot] = value; }
  void SetString(std::uint32_t slot, const std::string& text);

  [[nodiscard]] Status Parameters();
  [[nodiscard]] Status Attributes();
  [[nodiscard]] Status Initial();
  [[nodiscard]] Status Derivatives();
  // For models with integrators in their dynamics (MicaModelTable.inlined): how far these look ahead from the present
  // state. Not 0.
  void SetEventGain(double gain) { event_gain_ = gain; }
  // Of a model for an implicit inlined method: states and derivatives from the bases and the gain.
  [[nodiscard]] Status Stage(double gain, std::span<const double> bases);
  // Of a model for a Rosenbrock method: the increments of derivatives for a direction, at the point that all variables
  // have.
  [[nodiscard]] Status Tangent(double gain, std::span<const double> direction, std::span<double> slopes);
  [[nodiscard]] Status Outputs();
  [[nodiscard]] Status Event();
  [[nodiscard]] Status Crossings(std::span<double> g);
  [[nodiscard]] Status TimeEvents(std::span<double> times);
  [[nodiscard]] Status Samplers(std::span<double> start_and_interval);
  // What spatialDistribution() moves is moved to the present, accepted point.
  [[nodiscard]] Status RecordDistributions();
  [[nodiscard]] Status Delays(std::span<double> value_time_max);

  // Scratch memory taken since the mark is given back: for evaluations inside of an iteration, inside of a section.
  struct ScratchMark {
    std::size_t block, used;
  };
  ScratchMark MarkScratch() const { return {scratch_block_, scratch_used_}; }
  void ReleaseScratch(ScratchMark mark) {
    scratch_block_ = mark.block;
    scratch_used_ = mark.used;
  }

  // pre := the present value, of every variable. Tells whether a discrete one (String included) differed.
  bool UpdatePre() { return mica_update_pre(&raw_, &places_) != 0; }
  // The discrete variables that differ from their pre value, at most `limit`.
  std::vector<std::uint32_t> ChangedDiscretes(std::size_t limit) const;
  // States take the values that reinit() gave in the last pass. Tells whether there were any.
  bool ApplyReinits() { return mica_apply_reinits(&raw_, &places_) != 0; }

 private:
  Status RunDerivatives();
  template <class Call>
  Status Enter(Call&& call);
  bool serves_mode() const { return mode_ != nullptr && raw_.event == 0; }
  // What depends on time alone is computed again, whenever it was computed last: code of a mode keeps no account of it.
  void ForgetTimed();
  static Instance& Of(MicaInstance* m) { return *static_cast<Instance*>(m->host_data); }
  static int OnReport(MicaInstance* m, MicaReportKind kind, std::uint32_t site, const char* message);
  static int OnSolve(MicaInstance* m, std::uint32_t system);
  static double OnDistribution(MicaInstance* m, std::uint32_t output, double in0, double in1, double x, int positive);
  static double OnDelay(MicaInstance* m, std::uint32_t buffer, double value, double delay_time, double delay_max);
  static void* OnScratch(MicaInstance* m, std::size_t bytes);
  static const char* OnKeepString(MicaInstance* m, const char* text);
  static const char* OnResourceFile(MicaInstance* m, const char* uri);
  static void OnMessage(MicaInstance* m, const char* text);
  static std::size_t OnScratchMark(MicaInstance* m);
  static void OnScratchRelease(MicaInstance* m, std::size_t mark);
  void* Scratch(std::size_t bytes) noexcept;
  const char* KeepString(const char* text) noexcept;

  const Runnable& runnable_;
  ModelReports& reports_;
  std::stop_token stop_;
  SystemHost* system_host_ = nullptr;
  const MicaCode* mode_ = nullptr;
  SystemHost* mode_host_ = nullptr;
  MicaHost host_{};
  MicaInstance raw_{};
  DelayBuffers delays_;
  Distributions distributions_;
  std::vector<double> mode_states_;
  std::vector<double> reals_, pre_, held_, nominal_, min_, max_, reinit_;
  std::vector<std::uint8_t> reinit_pending_;
  std::vector<const char*> strings_, pre_strings_;
  std::vector<void*> objects_;
  std::span<const std::uint32_t> state_slots_, derivative_slots_, base_slots_, slope_slots_;  // lists of the table
  std::vector<std::uint32_t> discrete_slots_, discrete_strings_, inlined_;
  MicaPlaces places_{};
  Arena kept_strings_;
  // Scratch: blocks are kept between calls; the first `scratch_used_` bytes of block `scratch_block_` are taken.
  std::vector<std::pair<std::unique_ptr<std::byte[]>, std::size_t>> scratch_blocks_;
  std::size_t scratch_block_ = 0, scratch_used_ = 0;
  int depth_ = 0;
  bool objects_made_ = false;
  bool is_trial_ = false;
  std::exception_ptr caught_;
  double event_gain_ = 1e-10;
};

}  // namespace mica::run
