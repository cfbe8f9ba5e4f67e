#include "session/export_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "code/lower_model.h"
#include "code/print_c.h"
#include "plot/program.h"
#include "run/mixed_system.h"
#include "run/model_ode.h"
#include "run/solver_shape.h"
#include "session/export_tables.h"
#include "session/session.h"
#include "session/target_files.h"

namespace mica {

namespace {

using structure::BlockModel;
using structure::ScalarKind;

// Letters, digits and '_'; no digit first.
std::string Identifier(const std::string& name) {
  std::string id;
  for (char c : name) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
    if (plain) id += c;
    else if (!id.empty() && id.back() != '_') id += '_';
  }
  while (!id.empty() && id.back() == '_') id.pop_back();
  return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) ? "m_" + id : id;
}

class Writer {
 public:
  Writer(run::Instance& instance, const run::Plan& plan, const std::vector<std::string>& output_names, DiagnosticSink& sink)
      : instance_(instance), model_(instance.model()), store_(*instance.runnable().store), plan_(plan), output_names_(output_names), sink_(sink) {}

  bool Run(ExportedFiles& files);

 private:
  bool Refuse();
  bool FindSignals();
  void Numbers(const std::string& type, const std::string& name, std::size_t count, const std::function<std::string(std::size_t)>& item);
  void Reals(const std::string& name, std::span<const double> values) {
    Numbers("const double", name, values.size(), [&](std::size_t i) { return code::CReal(values[i]); });
  }
  void Slots(const std::string& name, std::span<const std::uint32_t> slots) {
    Numbers("const uint32_t", name, slots.size(), [&](std::size_t i) { return std::to_string(slots[i]); });
  }
  void Storage(const std::string& type, const std::string& name, std::size_t count) { out_ += fmt::format("static {} {}[{}];\n", type, name, std::max<std::size_t>(count, 1)); }
  void Systems();
  void Samplers();
  void Crossings();
  void Variables(const std::string& name, const std::vector<realtime::ExchangedSignal>& signals);
  void Model();
  void Stepper();
  std::string HeaderText();
  std::string MainText() const;
  std::string MakefileText() const;
  int MethodNumber() const;

  run::Instance& instance_;
  const BlockModel& model_;
  const Store& store_;
  const run::Plan& plan_;
  const std::vector<std::string>& output_names_;
  DiagnosticSink& sink_;
  code::Program program_;
  code::Reachable reachable_;
  std::vector<realtime::ExchangedSignal> variables_, inputs_;
  std::string name_, out_;
};

// The place in fixed_step.h.
int Writer::MethodNumber() const {
  constexpr std::string_view kMethods[] = {"inline-euler", "inline-implicit-euler", "inline-rk2", "inline-rk3", "inline-rk4", "inline-mixed"};
  auto found = std::find(std::begin(kMethods), std::end(kMethods), plan_.method->name);
  return found == std::end(kMethods) ? -1 : static_cast<int>(found - std::begin(kMethods));
}

bool Writer::Refuse() {
  std::size_t before = sink_.error_count();
  auto refuse = [&](std::string what) { sink_.Error("E9050", {}, fmt::format("{} cannot be exported: {}", model_.name, what)); };
  if (!reachable_.externals.empty())
    refuse(fmt::format("it calls external functions while it runs, whose code would have to come along: {}", fmt::join(reachable_.externals, ", ")));
  else if (std::string object = FindForeignObject(instance_, reachable_.objects); !object.empty())
    refuse(fmt::format("it uses an external object while it runs, {}; of these only tables are known", object));
  if (reachable_.uses_delays || !model_.delays.empty()) refuse("delay() needs a history without bound");
  if (reachable_.uses_distributions || !model_.distributions.empty()) refuse("spatialDistribution() needs a history without bound");
  if (!model_.state_sets.empty()) refuse("its states are chosen while it runs");
  for (const structure::Scalar& scalar : model_.scalars)
    if (scalar.kind == ScalarKind::kDiscrete && !scalar.alias_of.valid() && scalar.type.valid() && store_.types.kind(scalar.type) == TypeKind::kString) {
      refuse(fmt::format("{} is a String that changes", scalar.name));
      break;
    }
  if (MethodNumber() < 0) refuse(fmt::format("there is no runtime for the method {}", plan_.method->name));
  return sink_.error_count() > before;
}

bool Writer::FindSignals() {
  std::size_t before = sink_.error_count();
  inputs_ = realtime::FindInputs(instance_, {}, sink_);
  std::vector<std::string> names = output_names_;
  for (ScalarId state : model_.states)
    if (!model_.scalars[state].is_hidden) names.push_back(model_.scalars[state].name);
  variables_ = realtime::FindOutputs(instance_, names, sink_);
  // An output that is a state comes once.
  std::set<std::string> seen;
  std::erase_if(variables_, [&](const realtime::ExchangedSignal& signal) { return !seen.insert(signal.name).second; });
  return sink_.error_count() == before;
}

void Writer::Numbers(const std::string& type, const std::string& name, std::size_t count, const std::function<std::string(std::size_t)>& item) {
  out_ += fmt::format("static {} {}[] = {{", type, name);
  for (std::size_t i = 0; i < count; ++i) {
    out_ += i % 8 == 0 ? "\n  " : " ";
    out_ += item(i) + ",";
  }
  out_ += count == 0 ? "0};\n" : "\n};\n";
}

void Writer::Systems() {
  std::string table;
  for (std::uint32_t k = 0; k < model_.systems.size(); ++k) {
    if (!reachable_.systems[k]) {
      table += "  {{{0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0},\n";
      continue;
    }
    run::SolverShape shape = run::DescribeSolver(instance_, model_, k);
    run::ModeVariables mode = run::FindModeVariables(instance_.runnable(), k);
    std::string own = fmt::format("system{}", k);
    std::vector<std::uint32_t> discrete;
    for (ScalarId id : mode.discrete) discrete.push_back(model_.scalars[id].slot);
    const std::pair<const char*, const std::vector<std::uint32_t>*> lists[] = {
        {"unknowns", &shape.unknowns}, {"rows", &shape.matrix.rows}, {"columns", &shape.matrix.columns}, {"order", &shape.matrix.order},
        {"color_begin", &shape.color_begin}, {"color_column", &shape.color_column}, {"slopes", &shape.slopes.pairs}, {"switch_held", &shape.switch_held},
        {"switch_slots", &shape.switch_slots}, {"held", &mode.held}, {"discrete", &discrete}};
    for (auto [name, list] : lists) Slots(fmt::format("{}_{}", own, name), *list);
    Reals(own + "_starts", instance_.system_host()->starts(k));
    MicaSolverShape raw = shape.raw();
    Storage("double", own + "_doubles", mica_solver_doubles(&raw));
    Storage("uint32_t", own + "_integers", mica_solver_integers(&raw));
    out_ += fmt::format("static double {}_modes[MICA_STEP_MODES_WORK({})];\n", own, mode.held.size() + discrete.size());
    table += fmt::format("  {{{{{{{1}, {2}, {3}, {0}_rows, {0}_columns, {4}, {5}, {6}, {7}}}, {0}_unknowns, {8}, {9}, {10}, {11}, {0}_color_begin, {0}_color_column,\n", own,
                         raw.matrix.size, raw.matrix.extended, raw.matrix.entries, shape.matrix.order.empty() ? "0" : own + "_order", raw.matrix.lower_room,
                         raw.matrix.upper_room, raw.matrix.may_be_singular, raw.is_linear, raw.is_analytic, raw.changes, raw.colors);
    table += fmt::format("    {1}, {0}_slopes, {2}, {3}, {4}, {0}_switch_held, {0}_switch_slots}}, {0}_starts, {5}, {6}, {0}_held, {0}_discrete, {0}_doubles, {0}_integers, {0}_modes}},\n",
                         own, raw.slope_count, raw.gain_slot, raw.switch_held_count, raw.switch_slot_count, mode.held.size(), discrete.size());
  }
  out_ += "static const MicaStepSystem systems[] = {\n" + table + "  {{{0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0}\n};\n";
}

void Writer::Samplers() {
  std::vector<double> values(2 * model_.samplers.size());
  Check(instance_.Samplers(values) == run::Status::kOk, "samplers that were read before");
  Numbers("const MicaStepSampler", "samplers", std::max<std::size_t>(model_.samplers.size(), 1), [&](std::size_t i) {
    if (model_.samplers.empty()) return std::string("{0, 0, 0, 0, 0, 0}");
    const structure::Sampler& sampler = model_.samplers[i];
    return fmt::format("{{{}, {}, {}, {}, {}, {}}}", code::CReal(values[2 * i]), code::CReal(values[2 * i + 1]), sampler.first, sampler.step, sampler.denominator,
                       model_.scalars[sampler.flag].slot);
  });
}

void Writer::Crossings() {
  std::vector<std::pair<std::size_t, int>> crossings;
  for (std::size_t h = 0; h < model_.held.size(); ++h) {
    const structure::Held& held = model_.held[structure::HeldId(h)];
    run::CrossingWatch::TrueSide side = run::TrueSideOf(held, store_);
    int number = side == run::CrossingWatch::TrueSide::kAbove ? 1 : side == run::CrossingWatch::TrueSide::kBelow ? -1 : 0;
    for (std::size_t k = 0; k < held.crossings.size(); ++k) crossings.emplace_back(h, number);
  }
  Numbers("const MicaStepCrossing", "crossings", std::max<std::size_t>(crossings.size(), 1), [&](std::size_t i) {
    return crossings.empty() ? std::string("{0, 0}") : fmt::format("{{{}, {}}}", crossings[i].first, crossings[i].second);
  });
}

void Writer::Variables(const std::string& name, const std::vector<realtime::ExchangedSignal>& signals) {
  Numbers("const MicaStepVariable", name, std::max<std::size_t>(signals.size(), 1), [&](std::size_t i) {
    if (signals.empty()) return std::string("{0, 0, 1}");
    return fmt::format("{{{}, {}, {}}}", code::CString(signals[i].name), signals[i].slot, code::CReal(signals[i].sign));
  });
}

void Writer::Model() {
  out_ += "\n/* At the start. */\n";
  Reals("start_reals", instance_.reals());
  Reals("start_pre", instance_.pre());
  Reals("start_held", instance_.held());
  Reals("nominal_values", instance_.nominal());
  Reals("min_values", instance_.min());
  Reals("max_values", instance_.max());
  std::size_t strings = instance_.code().string_count;
  Numbers("const char* const", "start_strings", std::max<std::size_t>(strings, 1),
          [&](std::size_t i) { return strings == 0 ? std::string("0") : code::CString(instance_.raw().strings[i]); });
  out_ += "\n/* Places. */\n";
  std::vector<std::uint32_t> bases;
  for (ScalarId id : model_.stage_bases) bases.push_back(model_.scalars[id].slot);
  Slots("state_slots", instance_.state_slots());
  Slots("derivative_slots", instance_.derivative_slots());
  Slots("base_slots", bases);
  Slots("discrete_slots", instance_.discrete_slots());
  Systems();
  Samplers();
  Crossings();
  Variables("variables", variables_);
  Variables("inputs", inputs_);
  Numbers("const char* const", "sites", std::max<std::size_t>(program_.sites.size(), 1), [&](std::size_t i) {
    if (program_.sites.empty()) return std::string("0");
    const code::Site& site = program_.sites[i];
    return code::CString(run::ComponentText(site.origin, store_) + site.text.substr(0, 200));
  });
  out_ += fmt::format(
      "\nstatic const MicaStepModel model = {{\n  {}, &model_code, {}, {}, {}, {},\n  {}, {}, {}, {},\n  start_reals, start_pre, start_held, nominal_values, min_values, max_values, start_strings,\n"
      "  state_slots, derivative_slots, base_slots, {}, {}, discrete_slots, systems, samplers, crossings,\n  {}, {}, variables, inputs, sites, {}\n}};\n",
      code::CString(model_.name), MethodNumber(), code::CReal(plan_.start), code::CReal(plan_.stop), code::CReal(plan_.step), plan_.limits.newton_iterations,
      plan_.limits.event_passes, plan_.limits.mode_trials, code::CReal(plan_.limits.newton_tolerance),
      model_.stage_gain.valid() ? model_.scalars[model_.stage_gain].slot : 0, instance_.discrete_slots().size(),
      variables_.size(), inputs_.size(), program_.sites.size());
}

void Writer::Stepper() {
  const MicaCode& code = instance_.code();
  constexpr std::size_t kScratch = std::size_t{1} << 20, kMostStages = 5;
  std::size_t scratch = reachable_.uses_scratch ? kScratch : 16, n = code.state_count;
  out_ += "\n/* What changes. */\n";
  for (const char* array : {"reals", "pre", "nominal", "min", "max"}) Storage("double", fmt::format("{}_now", array), code.real_count);
  for (const char* array : {"held_now", "times", "held_before"}) Storage("double", array, code.held_count);
  for (const char* array : {"g", "watched", "watched_end", "bands", "magnitudes", "largest"}) Storage("double", array, code.crossing_count);
  for (const char* array : {"reinit_now", "begin", "base"}) Storage("double", array, n);
  Storage("double", "slopes", n * kMostStages);
  Storage("uint8_t", "reinit_pending", n);
  Storage("uint8_t", "due", code.held_count);
  Storage("int32_t", "sides", code.crossing_count);
  Storage("int64_t", "ticks", code.sampler_count);
  Storage("const char*", "strings_now", code.string_count);
  Storage("const char*", "pre_strings_now", code.string_count);
  Storage("MicaSolver", "solvers", code.system_count);
  out_ += TablesText(instance_, reachable_.objects);
  Storage("double", "scratch", scratch / 8);
  out_ += fmt::format(R"(
MicaStepper {0};

int {0}_start(void) {{
  MicaStepper* s = &{0};
  MicaInstance* m = &s->instance;
  s->model = &model;
  m->reals = reals_now; m->pre = pre_now; m->held = held_now; m->nominal = nominal_now; m->min = min_now; m->max = max_now;
  m->strings = strings_now; m->pre_strings = pre_strings_now; m->objects = objects_now; m->reinit = reinit_now; m->reinit_pending = reinit_pending;
  s->g = g; s->watched = watched; s->watched_end = watched_end; s->bands = bands; s->magnitudes = magnitudes; s->largest = largest; s->sides = sides;
  s->times = times; s->held_before = held_before; s->due = due; s->begin = begin; s->base = base; s->slopes = slopes; s->ticks = ticks;
  s->solvers = solvers; s->scratch = (char*)scratch; s->scratch_size = sizeof scratch;
  return mica_stepper_start(s);
}}

int {0}_step(void) {{ return mica_stepper_step(&{0}); }}
double {0}_time(void) {{ return {0}.instance.time; }}
double {0}_get(int variable) {{ return mica_stepper_get(&{0}, (uint32_t)variable); }}
)",
                      name_);
  if (inputs_.empty()) return;
  out_ += "\n";
  Numbers("const int", "input_is_discrete", inputs_.size(), [&](std::size_t i) { return std::string(inputs_[i].is_discrete ? "1" : "0"); });
  out_ += fmt::format("int {0}_set(int input, double value) {{ return mica_stepper_set(&{0}, (uint32_t)input, value, input_is_discrete[input]); }}\n", name_);
}

std::string Writer::HeaderText() {
  std::string text = fmt::format(
      "/* {0}: runs with the fixed step of {1} s by {2}. Made by Mica.\n *\n * {3}_start() begins anew; {3}_step() makes one step and returns 0, 3 when the model ended the run, or another number\n"
      " * when the step failed: {3}.failure_text then may tell where. {3}_get({3}_…) gives the value of a variable after a step. */\n"
      "#ifndef {4}_H\n#define {4}_H\n\n#include \"kernels/fixed_step.h\"\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n",
      model_.name, run::NumberText(plan_.step), plan_.method->name, name_, "MICA_" + name_);
  std::set<std::string> taken;
  for (const char* own : {"start", "step", "time", "get", "set", "variable_count", "input_count"}) taken.insert(name_ + "_" + own);
  auto list = [&](const std::vector<realtime::ExchangedSignal>& signals, const std::string& prefix, const std::string& what, const char* count) {
    text += fmt::format("/* {} */\nenum {{\n", what);
    for (const realtime::ExchangedSignal& signal : signals) {
      std::string id = prefix + Identifier(signal.name), free = id;
      for (int k = 2; !taken.insert(free).second; ++k) free = fmt::format("{}_{}", id, k);
      text += fmt::format("  {},{}/* {} */\n", free, std::string(free.size() < 40 ? 40 - free.size() : 1, ' '), signal.name);
    }
    text += fmt::format("  {}_{}\n}};\n\n", name_, count);
  };
  list(variables_, name_ + "_", "Variables: outputs, what was asked for, states.", "variable_count");
  if (!inputs_.empty()) list(inputs_, name_ + "_in_", "Inputs.", "input_count");
  text += fmt::format("extern MicaStepper {0};\nint {0}_start(void);\nint {0}_step(void);\ndouble {0}_time(void);\ndouble {0}_get(int variable);\n", name_);
  if (!inputs_.empty()) text += fmt::format("/* From the next step on. */\nint {0}_set(int input, double value);\n", name_);
  return text + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

std::string Writer::MainText() const {
  return fmt::format(R"(/* Runs {1} and prints its variables: {0} [STOP [EVERY]], to time STOP, every EVERY-th step. */
#include <stdio.h>
#include <stdlib.h>

{3}

static void PrintRow(void) {{
  int i;
  printf("%.17g", {0}_time());
  for (i = 0; i < {0}_variable_count; ++i) printf(",%.17g", {0}_get(i));
  printf("\n");
}}

int main(int count, char** words) {{
  double stop = count > 1 ? atof(words[1]) : {2};
  long every = count > 2 ? atol(words[2]) : 1, step = 0;
  int i, status = {0}_start();
  printf("time");
  for (i = 0; i < {0}_variable_count; ++i) printf(",%s", {0}.model->variables[i].name);
  printf("\n");
  if (status == 0) PrintRow();
  while (status == 0 && {0}_time() < stop - 0.5 * {0}.model->step) {{
    status = {0}_step();
    ++step;
    if ((status == 0 && step % (every > 0 ? every : 1) == 0) || status == 3) PrintRow();
  }}
  if ({0}.newton_reached + {0}.passes_reached + {0}.modes_reached > 0)
    fprintf(stderr, "bounds of work were reached: %lu Newton iterations, %lu event passes, %lu modes\n", (unsigned long){0}.newton_reached,
            (unsigned long){0}.passes_reached, (unsigned long){0}.modes_reached);
  if (status == 0 || status == 3) return 0;
  fprintf(stderr, "the step at time %g failed%s%s\n", {0}_time(), {0}.failure_text ? ": " : "", {0}.failure_text ? {0}.failure_text : "");
  return 1;
}}
)",
                     name_, model_.name, code::CReal(plan_.stop), fmt::format("#include \"{}.h\"", name_));
}

std::string Writer::MakefileText() const {
  std::string sources;
  for (const TargetFile& file : TargetFiles())
    if (file.name.ends_with(".c")) sources += " " + std::string(file.name);
  return fmt::format("CFLAGS = -std=c99 -O2 -Wall -Wextra -pedantic\n\n{0}: main.c {0}.c{1}\n\t$(CC) $(CFLAGS) -I. -o $@ main.c {0}.c{1} -lm\n", name_, sources);
}

bool Writer::Run(ExportedFiles& files) {
  name_ = Identifier(model_.name.substr(model_.name.rfind('.') + 1));
  std::transform(name_.begin(), name_.end(), name_.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name_ == "main" || name_ == "kernels") name_ += "_model";
  std::size_t before = sink_.error_count();
  code::LowerOptions options;
  options.kernels_for_externals = true;
  program_ = code::LowerModel(model_, store_, nullptr, options, sink_);
  if (sink_.error_count() > before) return false;
  reachable_ = code::FindReachable(program_, {program_.derivatives, program_.stage, program_.outputs, program_.event, program_.crossings, program_.time_events});
  if (Refuse() || !FindSignals()) return false;
  out_ = code::PrintFixedStepC(program_, reachable_, "model_code");
  out_ += fmt::format("\n#include \"{}.h\"\n", name_);
  Model();
  Stepper();
  files.emplace_back(name_ + ".c", std::move(out_));
  files.emplace_back(name_ + ".h", HeaderText());
  files.emplace_back("main.c", MainText());
  files.emplace_back("Makefile", MakefileText());
  for (const TargetFile& file : TargetFiles()) files.emplace_back(std::string(file.name), std::string(file.text));
  return true;
}

// Makes the files when the model is initialized, and ends the run there.
class ExportObserver final : public run::StepObserver {
 public:
  ExportObserver(const run::SimulationOptions& options, const std::vector<std::string>& outputs, DiagnosticSink& sink, ExportedFiles& files)
      : options_(options), outputs_(outputs), sink_(sink), files_(files) {}

  bool Begin(run::Instance& instance) override {
    std::optional<run::Plan> plan = run::MakePlan(options_, instance.model().experiment, sink_);
    done_ = plan && Writer(instance, *plan, outputs_, sink_).Run(files_);
    return false;
  }
  Inputs BeforeStep(double) override { return Inputs::kStop; }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override {}
  bool done() const { return done_; }

 private:
  const run::SimulationOptions& options_;
  const std::vector<std::string>& outputs_;
  DiagnosticSink& sink_;
  ExportedFiles& files_;
  bool done_ = false;
};

}  // namespace

Outcome ExportModel(Session& session, Translation& translation, const ExportRequest& request, ExportedFiles& files) {
  DiagnosticSink& sink = session.sink();
  if (!realtime::CheckRealtime(request.simulation.options, {}, sink)) return Outcome::kCallWrong;
  SimulationRequest simulation = request.simulation;
  simulation.options.has_rows = false;
  ExportObserver observer(request.simulation.options, request.outputs, sink, files);
  simulation.observer = &observer;
  translation.UseKernels();
  Outcome outcome = translation.Simulate(simulation).outcome;
  if (observer.done()) return Outcome::kDone;
  bool refused = std::any_of(sink.all().begin(), sink.all().end(), [](const Diagnostic& d) { return d.code == "E9050"; });
  return refused ? Outcome::kModelWrong : outcome;
}

bool WriteFiles(const ExportedFiles& files, const std::string& directory, DiagnosticSink& sink) {
  for (const auto& [name, text] : files) {
    std::filesystem::path path = std::filesystem::path(directory) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (WriteWholeFile(path.string(), text)) continue;
    sink.Error("E9051", {}, fmt::format("cannot write {}", path.string()));
    return false;
  }
  return true;
}

}  // namespace mica
