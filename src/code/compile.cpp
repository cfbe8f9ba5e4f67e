// Compiles a block model, see compile.h.
#include "code/compile.h"

#include <chrono>

#include "code/print_c.h"

namespace mica::code {

namespace {

using Clock = std::chrono::steady_clock;
double Since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

Result<CompiledModel> Compile(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                              DiagnosticSink& sink) {
  CompiledModel compiled;
  auto start = Clock::now();
  DiagnosticSink::Mark before = sink.mark();
  ExternalLibraries externals(options.external);
  compiled.program_ = std::make_unique<Program>(LowerModel(model, store, &externals, options.lower, sink));
  compiled.timings_.lower = Since(start);
  if (sink.HasErrorsSince(before)) return Reported{};
  start = Clock::now();
  const Program& program = *compiled.program_;
  compiled.machine_ = MachineCode::Make(program, options.machine, sink);
  compiled.timings_.machine = Since(start);
  if (!compiled.machine_) return Reported{};
  compiled.timings_.detail = compiled.machine_->timings();

  using Plain = int (*)(MicaInstance*);
  using WithArray = int (*)(MicaInstance*, double*);
  auto plain = [&](RoutineId id) { return reinterpret_cast<Plain>(compiled.machine_->Address(id)); };
  auto with_array = [&](RoutineId id) { return reinterpret_cast<WithArray>(compiled.machine_->Address(id)); };
  for (const SystemRoutines& system : program.systems)
    compiled.systems_.push_back({with_array(system.residual), with_array(system.jacobian), plain(system.discrete)});
  auto code = std::make_unique<MicaCode>();
  code->version = MICA_MODEL_CODE_VERSION;
  code->real_count = program.real_count;
  code->string_count = program.string_count;
  code->object_count = program.object_count;
  code->state_count = program.state_count;
  code->held_count = program.held_count;
  code->crossing_count = program.crossing_count;
  code->system_count = static_cast<std::uint32_t>(program.systems.size());
  code->delay_count = program.delay_count;
  code->sampler_count = program.sampler_count;
  code->distribution_count = program.distribution_count;
  code->parameters = plain(program.parameters);
  code->attributes = plain(program.attributes);
  code->initial = plain(program.initial);
  code->derivatives = plain(program.derivatives);
  code->stage = plain(program.stage);
  code->outputs = plain(program.outputs);
  code->event = plain(program.event);
  code->crossings = with_array(program.crossings);
  code->time_events = with_array(program.time_events);
  code->samplers = with_array(program.samplers);
  code->delays = with_array(program.delays);
  code->distributions = with_array(program.distributions);
  code->destroy = plain(program.destroy);
  code->systems = compiled.systems_.data();
  compiled.code_ = std::move(code);
  return compiled;
}

std::string ShowLlvm(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                     DiagnosticSink& sink) {
  return PrintLlvm(LowerModel(model, store, nullptr, options.lower, sink), options.machine.optimize);
}

std::string ShowC(const structure::BlockModel& model, const Store& store, const CompileOptions& options,
                  DiagnosticSink& sink) {
  return PrintC(LowerModel(model, store, nullptr, options.lower, sink));
}

}  // namespace mica::code
