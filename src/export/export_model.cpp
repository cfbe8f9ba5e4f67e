#include "export/export_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "base/process.h"
#include "code/lower/lower_model.h"
#include "code/print_c.h"
#include "export/codes.h"
#include "export/export_foreign.h"
#include "export/export_histories.h"
#include "export/export_method.h"
#include "export/export_tables.h"
#include "export/target_files.h"
#include "run/experiment.h"
#include "run/systems/mixed_system.h"
#include "run/systems/solver_shape.h"
#include "runtime/step/fixed_step.h"
#include "session/session.h"

namespace mica {

namespace {

using structure::BlockModel;

// Letters, digits and '_'; no digit first.
std::string Identifier(const std::string& name) {
  std::string id;
  for (char c : name) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
    if (plain)
      id += c;
    else if (!id.empty() && id.back() != '_')
      id += '_';
  }
  while (!id.empty() && id.back() == '_') id.pop_back();
  return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) ? "m_" + id : id;
}

// A file of the runtime that a model without external functions does without.
bool IsForForeignCode(std::string_view name) { return name.starts_with("runtime/foreign/"); }

class Writer {
 public:
  Writer(run::Instance& instance, const BlockModel& model, const Store& store, const run::RunPlan& plan,
         const std::vector<std::string>& output_names, DiagnosticSink& sink)
      : instance_(instance),
        t_(instance.table()),
        model_(model),
        store_(store),
        plan_(plan),
        output_names_(output_names),
        sink_(sink),
        method_(instance, plan),
        histories_(instance, plan),
        model_name_(run::Text(t_, t_.name)) {}

  bool Run(ExportedFiles& files);

 private:
  bool Lower();
  bool Refuse();
  bool FindSignals();
  void Systems();
  void Samplers();
  void Variables(const std::string& name, const std::vector<realtime::ExchangedSignal>& signals);
  void Model();
  void Stepper();
  void Functions();
  std::string HeaderText();
  std::string MainText() const;
  std::string MakefileText() const;
  void Relations();
  void Places();

  run::Instance& instance_;
  const MicaModelTable& t_;
  const BlockModel& model_;  // for its code
  const Store& store_;
  const run::RunPlan& plan_;
  const std::vector<std::string>& output_names_;
  DiagnosticSink& sink_;
  ExportedMethod method_;
  ExportedHistories histories_;
  CLists c_;
  std::string& out_ = c_.text;
  code::Program program_;
  code::Reachable reachable_;
  ForeignParts foreign_;
  std::vector<std::uint32_t> made_;  // slots of external objects that the program makes
  std::vector<realtime::ExchangedSignal> variables_, inputs_;
  std::string model_name_, name_, places_, memory_;
  std::deque<run::SolverShape> kept_shapes_;  // what systems_ lead into
  std::deque<run::MixedShape> kept_mixed_;
  std::vector<MicaStepSystem> systems_;
  MicaStepModel counted_{};  // as far as the sizes of memory depend on it
  bool has_text_ = false, has_event_at_start_ = false;
};

bool Writer::Refuse() {
  DiagnosticSink::Mark before = sink_.mark();
  auto refuse = [&](std::string what) {
    sink_.Report(kCannotExport, {}, fmt::format("{} cannot be exported: {}", model_name_, what));
  };
  for (const std::string& problem : foreign_.problems)
    sink_.Report(kCannotExportForeign, {}, fmt::format("{} cannot be exported: {}", model_name_, problem));
  if (!histories_.fits())
    refuse(fmt::format(
        "the history of a delay() takes more than {} points: its longest delay is too long for this step, or not known",
        ExportedHistories::kMostDelayPoints));
  if (!method_.is_known()) refuse(fmt::format("there is no runtime for the method {}", plan_.method->name));
  return sink_.HasErrorsSince(before);
}

bool Writer::FindSignals() {
  DiagnosticSink::Mark before = sink_.mark();
  inputs_ = realtime::FindInputs(instance_, {}, sink_);
  std::vector<std::string> names = output_names_;
  for (std::uint32_t state : run::List(t_, t_.states))
    if (!run::HasFlag(t_.scalars[state], MICA_SCALAR_HIDDEN)) names.emplace_back(run::NameOf(t_, state));
  variables_ = realtime::FindOutputs(instance_, names, sink_);
  // An output that is a state comes once.
  std::set<std::string> seen;
  std::erase_if(variables_, [&](const realtime::ExchangedSignal& signal) { return !seen.insert(signal.name).second; });
  return !sink_.HasErrorsSince(before);
}

void Writer::Systems() {
  std::string table;
  auto number = [](auto value) { return std::to_string(value); };
  for (std::uint32_t k = 0; k < t_.systems_count; ++k) {
    run::SolverShape shape;
    run::MixedShape mixed;
    std::span<const double> starts;
    if (reachable_.systems[k]) {
      shape = run::DescribeSolver(t_, k);
      mixed = run::DescribeMixed(instance_, k);
      starts = instance_.system_host()->starts(k);
    }
    auto list = [&](const char* name, std::span<const std::uint32_t> values) {
      if (values.empty()) return std::string("0");
      std::string full = fmt::format("system{}_{}", k, name);
      c_.Slots(full, values);
      return full;
    };
    MicaSolverShape s = shape.raw();
    MicaMixedShape m = mixed.raw();
    std::string starts_name = "0";
    if (!starts.empty()) c_.Reals(starts_name = fmt::format("system{}_starts", k), starts);
    std::string matrix = Braces({number(s.matrix.size), number(s.matrix.extended), number(s.matrix.entries),
                                 list("rows", shape.matrix.rows), list("columns", shape.matrix.columns),
                                 list("order", shape.matrix.order), number(s.matrix.lower_room),
                                 number(s.matrix.upper_room), number(s.matrix.may_be_singular)});
    std::string solver =
        Braces({matrix, list("unknowns", shape.unknowns), number(s.is_linear), number(s.is_analytic), number(s.changes),
                number(s.colors), list("color_begin", shape.color_begin), list("color_column", shape.color_column),
                number(s.slope_count), list("slopes", shape.slopes.pairs), number(s.gain_slot),
                number(s.switch_held_count), number(s.switch_slot_count), list("switch_held", shape.switch_held),
                list("switch_slots", shape.switch_slots)});
    std::string mode =
        Braces({number(m.held_count), number(m.discrete_count), number(m.solution_count), number(m.unknown_count),
                number(m.inlined_count), list("held", mixed.held), list("discrete", mixed.discrete),
                list("solution", mixed.solution), list("mode_unknowns", mixed.unknowns), list("inlined", mixed.inlined),
                number(m.is_linear)});
    systems_.push_back({reachable_.systems[k] ? 1 : 0, s, m, starts.data()});
    kept_shapes_.push_back(std::move(shape));
    kept_mixed_.push_back(std::move(mixed));
    systems_.back().shape = kept_shapes_.back().raw();
    systems_.back().mixed = kept_mixed_.back().raw();
    table += fmt::format("  {},\n", Braces({number(systems_.back().is_used), solver, mode, starts_name}));
  }
  out_ += "static const MicaStepSystem systems[] = {\n" + (table.empty() ? "  {0}\n" : table) + "};\n";
}

void Writer::Samplers() {
  std::vector<double> values(2 * t_.samplers_count);
  Check(instance_.Samplers(values) == run::Status::kOk, "samplers that were read before");
  c_.Numbers("const MicaTicker", "samplers", std::max<std::size_t>(t_.samplers_count, 1), [&](std::size_t i) {
    if (t_.samplers_count == 0) return std::string("{0, 0, 0, 0, 0, 0, 0, 0}");
    const MicaSampler& sampler = t_.samplers[i];
    return fmt::format("{{{}, {}, {}, {}, {}, 0, {}, 0}}", code::CReal(values[2 * i]), code::CReal(values[2 * i + 1]),
                       sampler.first, sampler.step, sampler.denominator, sampler.flag);
  });
}

// Relations with their sides as formulas, and the crossing functions that belong to them.
void Writer::Relations() {
  const MicaModelTable& table = t_;
  std::vector<std::uint32_t> crossing_held, sides, scales;
  std::vector<int> is_side, true_sides;
  // Times that are not over are asked for from just before.
  std::vector<double> times(table.relations_count);
  double start = instance_.time();
  instance_.SetTime(std::nextafter(start, -std::numeric_limits<double>::infinity()));
  bool has_times = instance_.TimeEvents(times) == run::Status::kOk;
  instance_.SetTime(start);
  for (std::uint32_t h = 0; h < table.relations_count; ++h) {
    const MicaRelation& relation = table.relations[h];
    for (std::uint32_t k = 0; k < relation.crossings.count; ++k) {
      crossing_held.push_back(h);
      is_side.push_back(relation.crossings.count == 1 ? 1 : 0);
      true_sides.push_back(relation.true_side);
    }
    has_event_at_start_ =
        has_event_at_start_ || (has_times && times[h] == start && (relation.flags & MICA_RELATION_OTHER_AT_START) != 0);
    scales.push_back(relation.scale);
    sides.push_back(relation.left);
    sides.push_back(relation.right);
  }
  auto integers = [&](const char* type, const char* name, const std::vector<int>& values) {
    c_.Numbers(type, name, values.size(), [&](std::size_t i) { return std::to_string(values[i]); });
  };
  c_.Slots("crossing_held", crossing_held);
  integers("const uint8_t", "crossing_is_side", is_side);
  integers("const int32_t", "true_sides", true_sides);
  auto nodes = [&](const char* name, const std::vector<std::uint32_t>& of) {
    c_.Numbers("const uint32_t", name, of.size(),
               [&](std::size_t i) { return of[i] == MICA_NONE ? std::string("MICA_NONE") : std::to_string(of[i]); });
  };
  nodes("side_nodes", sides);
  nodes("scale_nodes", scales);
  c_.Numbers("const MicaNode", "nodes", std::max<std::size_t>(table.nodes_count, 1), [&](std::size_t i) {
    if (table.nodes_count == 0) return std::string("{0, 0, 0, {0, 0, 0}, 0}");
    const MicaNode& node = table.nodes[i];
    return fmt::format("{{{}, {}, {}u, {{{}u, {}u, {}u}}, 0}}", code::CReal(node.number), node.op, node.place,
                       node.args[0], node.args[1], node.args[2]);
  });
  out_ +=
      fmt::format("static const MicaModelTable formulas = {{.nodes_count = {}, .nodes = nodes}};\n", table.nodes_count);
}

// Where things are in the arrays of an instance.
void Writer::Places() {
  std::vector<std::uint32_t> strings, inlined;
  for (std::uint32_t id : run::List(t_, t_.discrete_scalars))
    if (run::IsString(t_.scalars[id])) strings.push_back(t_.scalars[id].slot);
  std::span<const std::uint32_t> bases = run::List(t_, t_.base_slots), states = run::List(t_, t_.states),
                                 inlined_scalars = run::List(t_, t_.inlined);
  for (std::uint32_t i = 0; i < states.size(); ++i)
    if (std::ranges::find(inlined_scalars, states[i]) != inlined_scalars.end()) inlined.push_back(i);
  auto slot = [&](std::uint32_t place) {
    return place != MICA_NONE ? std::to_string(place) : std::string("MICA_NO_SLOT");
  };
  c_.Slots("state_slots", instance_.state_slots());
  c_.Slots("derivative_slots", instance_.derivative_slots());
  if (!bases.empty()) c_.Slots("base_slots", bases);
  c_.Slots("discrete_slots", instance_.discrete_slots());
  c_.Slots("discrete_strings", strings);
  c_.Slots("inlined_states", inlined);
  const MicaCode& code = instance_.code();
  places_ = fmt::format(
      "{{{}, {}, {}, {}, {}, {}, {}, state_slots, derivative_slots, {}, discrete_slots, discrete_strings, "
      "inlined_states, {}, {}}}",
      code.real_count, code.string_count, code.held_count, code.state_count, instance_.discrete_slots().size(),
      strings.size(), inlined.size(), bases.empty() ? "0" : "base_slots", slot(t_.gain_slot), slot(t_.steps_time_slot));
  counted_.code = &instance_.code();
  counted_.places = {code.real_count,
                     code.string_count,
                     code.held_count,
                     code.state_count,
                     0,
                     0,
                     static_cast<std::uint32_t>(inlined.size()),
                     nullptr,
                     nullptr,
                     nullptr,
                     nullptr,
                     nullptr,
                     nullptr,
                     0,
                     0};
  counted_.max_modes = plan_.limits.mode_trials;
  has_text_ = !strings.empty();
}

void Writer::Variables(const std::string& name, const std::vector<realtime::ExchangedSignal>& signals) {
  c_.Numbers("const MicaStepVariable", name, std::max<std::size_t>(signals.size(), 1), [&](std::size_t i) {
    if (signals.empty()) return std::string("{0, 0, 1}");
    return fmt::format("{{{}, {}, {}}}", code::CString(signals[i].name), signals[i].slot, code::CReal(signals[i].sign));
  });
}

void Writer::Model() {
  out_ += "\n/* At the start. */\n";
  c_.Reals("start_reals", instance_.reals());
  c_.Reals("start_pre", instance_.pre());
  c_.Reals("start_held", instance_.held());
  c_.Reals("nominal_values", instance_.nominal());
  c_.Reals("min_values", instance_.min());
  c_.Reals("max_values", instance_.max());
  std::size_t strings = instance_.code().string_count;
  c_.Numbers("const char* const", "start_strings", std::max<std::size_t>(strings, 1), [&](std::size_t i) {
    return strings == 0 ? std::string("0") : code::CString(instance_.raw().strings[i]);
  });
  out_ += "\n/* Places. */\n";
  Places();
  method_.Write(c_, counted_);
  histories_.Write(c_, counted_);
  Systems();
  Samplers();
  Relations();
  Variables("variables", variables_);
  Variables("inputs", inputs_);
  c_.Numbers("const char* const", "sites", std::max<std::size_t>(program_.sites.size(), 1), [&](std::size_t i) {
    if (program_.sites.empty()) return std::string("0");
    const code::Site& site = program_.sites[i];
    std::string path;
    for (const flat::PathPart& part : site.origin.component)
      path += fmt::format("{}{}", path.empty() ? "" : ".", store_.names.text(part.name));
    return code::CString((path.empty() ? "" : fmt::format("component {}: ", path)) + site.text.substr(0, 200));
  });
  double length = plan_.stop > plan_.start ? plan_.stop - plan_.start : 1;
  out_ += fmt::format(
      "\nstatic const MicaStepModel model = {{\n  {}, &model_code, {},\n  {},\n  {}, {}, {}, {},\n  {}, {}, {}, {},\n",
      code::CString(model_name_), places_, method_.Fields(), code::CReal(plan_.start), code::CReal(plan_.stop),
      code::CReal(plan_.step), code::CReal(MICA_HANDLER_LOOK_AHEAD * length), plan_.limits.newton_iterations,
      plan_.limits.event_passes, plan_.limits.mode_trials, code::CReal(plan_.limits.newton_tolerance));
  out_ += fmt::format(
      "  start_reals, start_pre, start_held, nominal_values, min_values, max_values, start_strings, {},\n"
      "  systems, samplers, crossing_held, crossing_is_side, true_sides, side_nodes, scale_nodes, &formulas,\n  {},\n  "
      "{}, {}, variables, inputs, sites, {}, {}\n}};\n",
      has_event_at_start_ ? 1 : 0, histories_.Fields(), variables_.size(), inputs_.size(), program_.sites.size(),
      made_.empty() ? 0 : 1);
}

void Writer::Stepper() {
  const MicaCode& code = instance_.code();
  constexpr std::size_t kScratch = std::size_t{1} << 20;
  // Foreign code allocates Strings there.
  std::size_t scratch = reachable_.uses_scratch || !reachable_.externals.empty() ? kScratch : 16,
              systems = std::max<std::size_t>(code.system_count, 1);
  counted_.systems = systems_.data();
  auto at_least_one = [](std::size_t count) { return std::max<std::size_t>(count, 1); };
  std::vector<std::uint32_t> tables = reachable_.objects;
  std::erase_if(tables, [&](std::uint32_t slot) { return std::ranges::find(made_, slot) != made_.end(); });
  out_ += "\n/* What changes. */\n" + TablesText(instance_, tables);
  memory_ = fmt::format(
      R"(/* One instance: there may be as many as there is memory for. {0}_place() makes a stepper of it, for mica_stepper_start(), mica_stepper_step(), mica_stepper_get() and
 * mica_stepper_set() of runtime/step/fixed_step.h. It holds pointers into itself, and stays where it is. */
typedef struct {0}_instance {{
  MicaStepper stepper;
  double doubles[{1}];
  uint32_t integers[{2}];
  uint8_t bytes[{3}];
  MicaSolver solvers[{4}];
  MicaMixed mixed[{4}];
  MicaTicker tickers[{5}];
  MicaCrossing crossings[{6}];
  MicaDelay delays[{10}];
  MicaDelayPoint delay_points[{11}];
  MicaDistribution distributions[{12}];
  void* objects[{13}];
  const char* strings[{7}];
  char texts[{8}];
  double scratch[{9}];
}} {0}_instance;
MicaStepper* {0}_place({0}_instance* x);
)",
      name_, mica_stepper_doubles(&counted_), mica_stepper_integers(&counted_), mica_stepper_bytes(&counted_), systems,
      at_least_one(code.sampler_count), at_least_one(code.crossing_count), at_least_one(2 * code.string_count),
      has_text_ ? std::size_t{MICA_STEP_TEXT} * MICA_STEP_TEXTS(code.string_count) : std::size_t{1}, scratch / 8,
      at_least_one(code.delay_count), at_least_one(mica_step_delay_points(&counted_)),
      at_least_one(code.distribution_count), code.object_count + 1);
  Functions();
}

// How an instance is placed, and the functions of the one that the model brings along.
void Writer::Functions() {
  out_ += fmt::format(R"(
MicaStepper* {0}_place({0}_instance* x) {{
  MicaStepMemory memory;
  memory.doubles = x->doubles; memory.integers = x->integers; memory.bytes = x->bytes; memory.solvers = x->solvers; memory.mixed = x->mixed;
  memory.tickers = x->tickers; memory.crossings = x->crossings; memory.delays = x->delays; memory.delay_points = x->delay_points; memory.distributions = x->distributions;
  memory.strings = x->strings; memory.texts = {1}; memory.objects = x->objects;
  memcpy(x->objects, objects_at_start, sizeof x->objects);
  memory.scratch = (char*)x->scratch; memory.scratch_size = sizeof x->scratch;
  mica_stepper_place(&x->stepper, &model, &memory);
  return &x->stepper;
}}

static {0}_instance own;
MicaStepper* const {0} = &own.stepper;

int {0}_start(void) {{
  mica_stepper_end({0});
  return mica_stepper_start({0}_place(&own));
}}
int {0}_step(void) {{ return mica_stepper_step({0}); }}
double {0}_time(void) {{ return {0}->instance.time; }}
double {0}_get(int variable) {{ return mica_stepper_get({0}, (uint32_t)variable); }}
)",
                      name_, has_text_ ? "x->texts" : "0");
  if (inputs_.empty()) return;
  out_ += "\n";
  c_.Numbers("const int", "input_is_discrete", inputs_.size(),
             [&](std::size_t i) { return std::string(inputs_[i].is_discrete ? "1" : "0"); });
  out_ += fmt::format(
      "int {0}_set(int input, double value) {{ return mica_stepper_set({0}, (uint32_t)input, value, "
      "input_is_discrete[input]); }}\n",
      name_);
}

std::string Writer::HeaderText() {
  std::string text = fmt::format(
      "/* {0}: runs with the fixed step of {1} s by {2}. Made by Mica.\n *\n * {3}_start() starts again; {3}_step() "
      "makes one step and returns 0, 3 when the model ended the run, or another number\n"
      " * when the step failed: {3}->failure_text then may say where. {3}_get({3}_…) gives the value of a variable "
      "after a step. */\n"
      "#ifndef {4}_H\n#define {4}_H\n\n#include \"runtime/step/fixed_step.h\"\n\n#ifdef __cplusplus\nextern \"C\" "
      "{{\n#endif\n\n",
      model_name_, run::NumberText(plan_.step), plan_.method->name, name_, "MICA_" + name_);
  std::set<std::string> taken;
  for (const char* own : {"start", "step", "time", "get", "set", "place", "instance", "variable_count", "input_count"})
    taken.insert(name_ + "_" + own);
  auto list = [&](const std::vector<realtime::ExchangedSignal>& signals, const std::string& prefix,
                  const std::string& what, const char* count) {
    text += fmt::format("/* {} */\nenum {{\n", what);
    for (const realtime::ExchangedSignal& signal : signals) {
      std::string id = prefix + Identifier(signal.name), free = id;
      for (int k = 2; !taken.insert(free).second; ++k) free = fmt::format("{}_{}", id, k);
      text += fmt::format("  {},{}/* {} */\n", free, std::string(free.size() < 40 ? 40 - free.size() : 1, ' '),
                          signal.name);
    }
    text += fmt::format("  {}_{}\n}};\n\n", name_, count);
  };
  list(variables_, name_ + "_", "Variables: outputs, what was asked for, states.", "variable_count");
  if (!inputs_.empty()) list(inputs_, name_ + "_in_", "Inputs.", "input_count");
  text += fmt::format(
      "{1}\nextern MicaStepper* const {0};\nint {0}_start(void);\nint {0}_step(void);\ndouble {0}_time(void);\ndouble "
      "{0}_get(int variable);\n",
      name_, memory_);
  if (!inputs_.empty())
    text += fmt::format("/* From the next step on. */\nint {0}_set(int input, double value);\n", name_);
  return text + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

std::string Writer::MainText() const {
  return fmt::format(R"(/* Runs {1} and prints its variables: {0} [STOP [EVERY]], to time STOP, every EVERY-th step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  for (i = 0; i < {0}_variable_count; ++i) {{
    const char* name = {0}->model->variables[i].name;
    printf(strchr(name, ',') ? ",\"%s\"" : ",%s", name);
  }}
  printf("\n");
  if (status == 0) PrintRow();
  while (status == 0 && {0}_time() < stop - 0.5 * {0}->model->step) {{
    status = {0}_step();
    ++step;
    if ((status == 0 && step % (every > 0 ? every : 1) == 0) || status == 3) PrintRow();
  }}
  if ({0}->newton_reached + {0}->passes_reached + {0}->modes_reached > 0)
    fprintf(stderr, "bounds of work were reached: %lu Newton iterations, %lu event passes, %lu modes\n", (unsigned long){0}->newton_reached,
            (unsigned long){0}->passes_reached, (unsigned long){0}->modes_reached);
  mica_stepper_end({0});
  if (status == 0 || status == 3) return 0;
  fprintf(stderr, "the step at time %g failed%s%s\n", {0}_time(), {0}->failure_text ? ": " : "", {0}->failure_text ? {0}->failure_text : "");
  return 1;
}}
)",
                     name_, model_name_, code::CReal(plan_.stop), fmt::format("#include \"{}.h\"", name_));
}

std::string Writer::MakefileText() const {
  std::string sources;
  for (const TargetFile& file : TargetFiles())
    if (file.name.ends_with(".c") && (!IsForForeignCode(file.name) || !reachable_.externals.empty()))
      sources += " " + std::string(file.name);
  if (reachable_.externals.empty())
    return fmt::format(
        "CFLAGS = -std=c99 -O2 -Wall -Wextra -pedantic\n\n{0}: main.c {0}.c{1}\n\t$(CC) $(CFLAGS) -I. -o $@ main.c "
        "{0}.c{1} -lm\n",
        name_, sources);
  // Foreign code is compiled as the run compiles it.
  std::string flags = " -Iruntime/foreign -D_GNU_SOURCE -DHAVE_UNISTD_H=1 -DHAVE_STDARG_H=1", libraries;
  if (foreign_.has_zlib) flags += " -DHAVE_ZLIB=1";
  for (const std::string& folder : foreign_.folders) flags += " -I" + folder;
  for (const std::string& library : foreign_.libraries) libraries += " -l" + library;
  for (const std::string& source : foreign_.sources) sources += " " + source;
  return fmt::format(
      "CFLAGS = -std=gnu99 -O2 -Werror=implicit-function-declaration\nFOREIGN_FLAGS ={2}\nSOURCES = "
      "{0}.c{1}\nLIBRARIES ={3} -lm\n\n{0}: main.c "
      "$(SOURCES)\n\t$(CC) $(CFLAGS) -I. $(FOREIGN_FLAGS) -o $@ main.c $(SOURCES) $(LIBRARIES)\n",
      name_, sources, flags, libraries);
}

// Of the dynamics, with the external objects that they use made at the start.
bool Writer::Lower() {
  DiagnosticSink::Mark before = sink_.mark();
  code::LowerOptions options;
  options.kernels_for_externals = true;
  auto lower = [&](bool makes_objects) {
    program_ = code::LowerModel(model_, store_, nullptr, options, sink_, makes_objects ? &made_ : nullptr);
    std::vector<code::RoutineId> entries{program_.derivatives, program_.stage,        program_.outputs,
                                         program_.event,       program_.crossings,    program_.time_events,
                                         program_.delays,      program_.distributions};
    if (makes_objects) entries.insert(entries.end(), {program_.parameters, program_.destroy});
    if (!sink_.HasErrorsSince(before)) reachable_ = code::FindReachable(program_, entries);
    return !sink_.HasErrorsSince(before);
  };
  if (!lower(false)) return false;
  made_ = ForeignObjects(model_, store_, reachable_.objects);
  if (!made_.empty() && !lower(true)) return false;
  foreign_ = CollectForeign(reachable_, store_);
  return true;
}

bool Writer::Run(ExportedFiles& files) {
  name_ = Identifier(model_name_.substr(model_name_.rfind('.') + 1));
  std::transform(name_.begin(), name_.end(), name_.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  // Words of C and C++ that may be the name of a model in small letters.
  constexpr std::string_view kWords[] = {
      "main",     "runtime",  "auto",     "bool",    "break",    "case",    "catch",    "char",      "class",
      "const",    "continue", "default",  "delete",  "do",       "double",  "else",     "enum",      "extern",
      "float",    "for",      "goto",     "if",      "inline",   "int",     "long",     "new",       "own",
      "private",  "public",   "register", "return",  "short",    "signed",  "sizeof",   "static",    "struct",
      "switch",   "this",     "throw",    "model",   "try",      "typedef", "union",    "using",     "unsigned",
      "volatile", "void",     "while",    "systems", "samplers", "nodes",   "formulas", "rosenbrock"};
  if (std::ranges::find(kWords, name_) != std::end(kWords)) name_ += "_model";
  if (!Lower() || Refuse() || !FindSignals()) return false;
  out_ = code::PrintFixedStepC(program_, reachable_, "model_code");
  out_ += fmt::format("\n#include \"{}.h\"\n", name_);
  Model();
  Stepper();
  files.emplace_back(name_ + ".c", std::move(out_));
  files.emplace_back(name_ + ".h", HeaderText());
  files.emplace_back("main.c", MainText());
  files.emplace_back("Makefile", MakefileText());
  for (const TargetFile& file : TargetFiles())
    if (!IsForForeignCode(file.name) || !reachable_.externals.empty())
      files.emplace_back(std::string(file.name), std::string(file.text));
  std::ranges::move(foreign_.files, std::back_inserter(files));
  return true;
}

// Makes the files when the model is initialized, and ends the run there.
class ExportObserver final : public run::StepObserver {
 public:
  ExportObserver(Translation& translation, const std::vector<std::string>& outputs, DiagnosticSink& sink,
                 ExportedFiles& files)
      : translation_(translation), outputs_(outputs), sink_(sink), files_(files) {}

  bool Begin(run::Instance& instance) override {
    done_ = Writer(instance, *translation_.blocks(), translation_.store(), translation_.plan()->run, outputs_, sink_)
                .Run(files_);
    return false;
  }
  Inputs BeforeStep(double) override { return Inputs::kStop; }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override {}
  bool done() const { return done_; }

 private:
  Translation& translation_;
  const std::vector<std::string>& outputs_;
  DiagnosticSink& sink_;
  ExportedFiles& files_;
  bool done_ = false;
};

}  // namespace

Outcome ExportModel(Session& session, Translation& translation, const ExportRequest& request, ExportedFiles& files) {
  DiagnosticSink& sink = session.sink();
  if (!CheckRealtimeRequest(request.simulation, {}, sink)) return Outcome::kCallWrong;
  SimulationRequest simulation = request.simulation;
  simulation.options.has_rows = false;
  ExportObserver observer(translation, request.outputs, sink, files);
  simulation.observer = &observer;
  translation.UseKernels();
  Outcome outcome = translation.Simulate(simulation).outcome;
  if (observer.done()) return Outcome::kDone;
  // The observer ends the run where the model cannot be exported: it has not failed then.
  bool refused = std::ranges::any_of(
      sink.all(), [](const Diagnostic& d) { return d.code == kCannotExport || d.code == kCannotExportForeign; });
  return refused ? OutcomeOf(sink.all()) : outcome;
}

bool WriteFiles(const ExportedFiles& files, const std::string& directory, DiagnosticSink& sink) {
  for (const auto& [name, text] : files) {
    std::filesystem::path path = std::filesystem::path(directory) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (WriteWholeFile(path.string(), text)) continue;
    sink.Report(kCannotWriteExport, {}, fmt::format("cannot write {}", path.string()));
    return false;
  }
  return true;
}

}  // namespace mica
