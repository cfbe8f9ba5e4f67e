#include "distribute/distributed_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <regex>
#include <unordered_map>
#include <unordered_set>

#include "base/pattern.h"
#include "distribute/codes.h"
#include "distribute/cut/explain_cut.h"
#include "distribute/cut/part_model.h"
#include "distribute/cut/part_names.h"
#include "distribute/run/gather_rows.h"
#include "library/resource_uri.h"
#include "session/find_method.h"
#include "session/stage_request.h"
#include "session/values/result_recorder.h"
#include "structure/analyze.h"

namespace mica::distribute {

namespace {

// E9709: what a distributed run does not take.
bool CheckOptions(const SimulationRequest& request, DiagnosticSink& sink) {
  bool ok = true;
  auto refuse = [&](bool is_there, std::string_view option) {
    if (!is_there) return;
    sink.Report(kOptionNotDistributed, {}, fmt::format("{} cannot be combined with --distributed", option));
    ok = false;
  };
  refuse(request.options.inputs != nullptr, "--input");
  refuse(request.options.initial != nullptr, "--initial");
  refuse(!request.options.fast.empty() || !request.options.slow.empty(), "--fast and --slow");
  refuse(request.options.modes && *request.options.modes != run::ModeUse::kOff, "--modes");
  refuse(request.options.all_steps, "--all-steps");
  return ok;
}

}  // namespace

Outcome DistributedModel::Split(const DistributedRequest& request) {
  DiagnosticSink& sink = session_.sink();
  if (!CheckOptions(request.simulation, sink)) return Outcome::kCallWrong;
  SimulationRequest flat = request.simulation;
  flat.keep = false;  // what is kept has no equations
  Outcome outcome = translation_.Prepare(flat, Translation::Until::kFlat);
  if (outcome != Outcome::kDone) return outcome;
  bool is_cut = false;
  bool ran = session_.Guard("cutting the model into parts", [&] {
    Result<structure::ScalarModel> made =
        structure::MakeScalars(*translation_.flat(), translation_.store(), session_.sources(), sink);
    if (!made) return;
    scalars_ = std::move(*made);
    PutValues(request.simulation.options.overrides);
    cut_ = FindParts(scalars_, translation_.store());
    NameParts(scalars_, cut_);
    ExplainCut(scalars_, cut_, *translation_.flat(), translation_.store(), sink);
    is_cut = true;
  });
  if (!ran) return Outcome::kFault;
  return is_cut ? Outcome::kDone : translation_.failure();
}

// Values of the call become the bindings of their parameters, so that all that follows sees one model. What is not a
// Real literal is set when a run starts, and what is wrong is found there.
void DistributedModel::PutValues(const std::vector<run::Override>& values) {
  ExprPool& exprs = translation_.store().exprs;
  std::unordered_map<std::string_view, double> numbers;
  for (const run::Override& each : values) {
    const std::vector<run::Override>& built_in = translation_.built_in();
    if (std::ranges::find(built_in, each.name, &run::Override::name) != built_in.end()) continue;
    double number = 0;
    auto [end, error] = std::from_chars(each.value.data(), each.value.data() + each.value.size(), number);
    if (error == std::errc() && end == each.value.data() + each.value.size()) numbers[each.name] = number;
  }
  if (numbers.empty()) return;
  for (structure::ScalarEquation& equation : scalars_.parameter_equations) {
    if (!equation.is_equality() || exprs.op(equation.right) != Op::kReal) continue;
    ScalarId id = exprs.scalar(equation.left);
    auto found = numbers.find(scalars_.scalars[id].name);
    if (found != numbers.end() && !scalars_.facts[id].is_final)
      equation.right = equation.written_right = exprs.Real(found->second);
  }
}

bool DistributedModel::ChooseMethods(const DistributedRequest& request) {
  DiagnosticSink& sink = session_.sink();
  const run::Method* usual = FindMethod(request.simulation.method, sink);
  if (!usual) return false;
  methods_.assign(cut_.parts.size(), usual);
  for (const auto& [part, name] : request.methods) {
    const run::Method* method = FindMethod(name, sink);
    if (!method) return false;
    bool is_found = false;
    for (std::size_t p = 0; p < cut_.parts.size(); ++p)
      if (FitsPattern(cut_.parts[p].name, part)) {
        methods_[p] = method;
        is_found = true;
      }
    if (is_found) continue;
    std::vector<std::string_view> names;
    for (const Part& each : cut_.parts) names.push_back(each.name);
    Diagnostic& error = sink.Report(kUnknownPart, {}, fmt::format("the model has no part called '{}'", part));
    constexpr std::size_t kShown = 10;
    names.resize(std::min(names.size(), kShown));
    error.hint = fmt::format("its parts are {}{}; `mica split` shows them", fmt::join(names, ", "),
                             cut_.parts.size() > kShown ? ", …" : "");
    return false;
  }
  for (std::size_t p = 0; p < methods_.size(); ++p) {
    if (methods_[p]->discretisation != run::Discretisation::kMixed) continue;
    sink.Report(kMethodNotForParts, {},
                fmt::format("{} chooses its implicit states by a trial run of the whole model, which {} is not",
                            methods_[p]->name, cut_.parts[p].name))
        .hint = "choose another method for this part";
    return false;
  }
  return true;
}

Outcome DistributedModel::Translate(const DistributedRequest& request) {
  Outcome outcome = Outcome::kDone;
  bool ran = session_.Guard("translating the parts", [&] {
    if (!ChooseMethods(request)) {
      outcome = Outcome::kCallWrong;
      return;
    }
    // Parts with equal keys, in the order of the first.
    std::unordered_map<std::string, std::size_t> group_of;
    std::vector<std::vector<std::uint32_t>> groups;
    for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
      PartKey key = KeyOf(scalars_, cut_, p, *translation_.flat(), translation_.store());
      key.text += methods_[p]->name;
      auto [at, is_new] = group_of.try_emplace(std::move(key.text), groups.size());
      if (is_new) groups.emplace_back();
      groups[at->second].push_back(p);
      key.text.clear();
      keys_.push_back(std::move(key));
    }
    class_of_.assign(cut_.parts.size(), 0);
    for (std::vector<std::uint32_t>& group : groups)
      while (!group.empty()) {
        std::uint32_t first = group.front();
        if (!TranslateClass(first, *methods_[first], request)) {
          outcome = translation_.failure();
          return;
        }
        // Those whose values would have decided otherwise are translated for themselves.
        const PartClass& made = *classes_.back();
        std::unordered_set<std::uint32_t> decided;
        for (ScalarId id : made.blocks.decided_by) decided.insert(id.index());
        std::vector<std::uint32_t> others;
        for (std::uint32_t p : group) {
          bool is_same = true;
          for (std::size_t i = 0; i < keys_[p].settings.size(); ++i)
            is_same = is_same && (!decided.contains(keys_[p].settings[i].scalar) ||
                                  keys_[p].settings[i].value == keys_[first].settings[i].value);
          if (is_same)
            class_of_[p] = static_cast<std::uint32_t>(classes_.size() - 1);
          else
            others.push_back(p);
        }
        group = std::move(others);
      }
  });
  return ran ? outcome : Outcome::kFault;
}

bool DistributedModel::TranslateClass(std::uint32_t part, const run::Method& asked, const DistributedRequest& request) {
  Store& store = translation_.store();
  DiagnosticSink& sink = session_.sink();
  const flat::Model& flat = *translation_.flat();
  structure::Options options;
  options.switched_off = request.simulation.passes_off;
  options.stage = StageOf(asked.discretisation);
  Result<structure::BlockModel> blocks = structure::AnalyzeScalars(ExtractPart(scalars_, cut_, part, store), flat,
                                                                   store, session_.sources(), sink, options);
  if (!blocks) return false;
  Result<code::CompiledModel> code = code::Compile(*blocks, store, {}, sink);
  if (!code) return false;
  auto made = std::make_unique<PartClass>(std::move(*blocks), std::move(*code));
  made->first = part;
  std::vector<std::string> fixed;
  for (ScalarId state : made->blocks.inlined) fixed.push_back(made->blocks.scalars[state].name);
  made->method = MethodFor(asked, fixed, sink);
  if (!made->method) return false;
  std::vector<table::Site> sites;
  for (const code::Site& site : made->code.sites()) sites.push_back({site.text, site.origin});
  made->table = std::make_unique<table::ModelTable>(made->blocks, store, &flat, sites);
  made->words = std::make_unique<BlockModelWords>(made->blocks, store, &flat);
  made->runnable = {&made->code.code(), &made->table->table(), made->words.get(), [this](std::string_view uri) {
                      return library::AbsoluteFile(uri, session_.classes(), session_.names());
                    }};
  made->rows = std::make_unique<run::ResultRows>(made->runnable);
  run::SimulationOptions run_options = request.simulation.options;
  run_options.overrides.clear();
  if (!made->method->has_fixed_step()) run_options.step.reset();
  run_options.modes = run::ModeUse::kOff;
  const flat::Experiment& e = flat.experiment;
  std::optional<run::RunPlan> plan = run::MakeRunPlan(
      run_options, *made->method, {e.start_time, e.stop_time, e.tolerance, e.interval, e.has_stop_time}, sink);
  if (!plan) return false;
  made->plan = std::move(*plan);
  classes_.push_back(std::move(made));
  return true;
}

std::pair<std::string, std::uint64_t> DistributedModel::NameIn(std::size_t part, const std::string& name) const {
  const Part& own = cut_.parts[part];
  const PartClass& c = class_of(part);
  auto found = c.places.find(name);
  if (found != c.places.end()) {
    ScalarId id = own.scalars[found->second];
    return {scalars_.scalars[id].name, id.index()};
  }
  // A derivative that a pass has made.
  if (name.starts_with("der(") && name.ends_with(")")) {
    auto [inner, order] = NameIn(part, name.substr(4, name.size() - 5));
    return {"der(" + inner + ")", scalars_.scalars.size() + order};
  }
  return {name, 2 * scalars_.scalars.size()};
}

void DistributedModel::MakeRuns(const DistributedRequest& request) {
  const SimulationRequest& simulation = request.simulation;
  runs_.clear();
  for (const std::unique_ptr<PartClass>& c : classes_) {
    c->places.clear();
    const Part& first = cut_.parts[c->first];
    for (std::uint32_t i = 0; i < first.scalars.size(); ++i) c->places[scalars_.scalars[first.scalars[i]].name] = i;
  }
  std::unordered_set<std::string> drawn;
  if (simulation.plot) {
    for (const auto& diagram : simulation.plot->diagrams) drawn.insert(diagram.begin(), diagram.end());
    drawn.insert(simulation.plot->x);
  }
  std::optional<std::regex> chosen;  // ResultRecorder has checked that it is one
  if (!simulation.variables.empty()) chosen.emplace(simulation.variables);
  auto is_wanted = [chosen, drawn](const std::string& name) {
    return !chosen || std::regex_match(name, *chosen) || drawn.contains(name);
  };
  std::vector<std::vector<run::Override>> values = OwnValues(simulation.options.overrides);
  for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
    PartClass& c = *classes_[class_of_[p]];
    run::RunPlan plan = c.plan;
    plan.values = std::move(values[p]);
    slots_[p].clear();
    for (const Signal& signal : c.rows->signals().signals())
      if (!signal.constant() && is_wanted(NameIn(p, signal.name).first)) slots_[p].push_back(signal.slot);
    std::ranges::sort(slots_[p]);
    slots_[p].erase(std::unique(slots_[p].begin(), slots_[p].end()), slots_[p].end());
    runs_.push_back(std::make_unique<PartRun>(cut_.parts[p].name, c.runnable, std::move(plan),
                                              [this, p](const SignalTable&) { return slots_[p]; }));
    runs_.back()->index = p;
  }
  // By part: the number of each delay there.
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> received(cut_.parts.size()), sent(cut_.parts.size());
  for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
    PartDelays delays = DelaysOf(cut_, p);
    for (std::uint32_t i = 0; i < delays.numbers.size(); ++i)
      (delays.numbers[i].is_sent ? sent : received)[p][delays.numbers[i].delay] = i;
  }
  for (const Wave& wave : cut_.waves)
    for (std::uint32_t to : wave.to) {
      std::uint32_t number = received[to].at(wave.delay);
      PartRun::Connect(*runs_[wave.from], sent[wave.from].at(wave.delay), *runs_[to], number, WaveInputName(number));
    }
}

// By part: parameters that differ from those of its class, and values of the call that are not Real literals.
std::vector<std::vector<run::Override>> DistributedModel::OwnValues(const std::vector<run::Override>& values) const {
  std::vector<std::vector<run::Override>> own(cut_.parts.size());
  for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
    std::uint32_t first = class_of(p).first;
    const Part& like = cut_.parts[first];
    for (std::size_t i = 0; i < keys_[p].settings.size(); ++i) {
      const PartKey::Setting& setting = keys_[p].settings[i];
      if (setting.value == keys_[first].settings[i].value) continue;
      own[p].push_back({scalars_.scalars[like.scalars[setting.scalar]].name, fmt::format("{:.17g}", setting.value)});
    }
  }
  for (const run::Override& each : values) {
    if (std::ranges::find(translation_.built_in(), each.name, &run::Override::name) != translation_.built_in().end())
      continue;
    bool is_found = false, is_put = false;
    for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
      const Part& part = cut_.parts[p];
      for (std::size_t i = 0; i < part.scalars.size(); ++i) {
        if (scalars_.scalars[part.scalars[i]].name != each.name) continue;
        is_found = true;
        bool is_setting =
            std::ranges::any_of(keys_[p].settings, [&](const PartKey::Setting& s) { return s.scalar == i; });
        is_put = is_put || is_setting;
        const Part& like = cut_.parts[class_of(p).first];
        if (!is_setting) own[p].push_back({scalars_.scalars[like.scalars[i]].name, each.value});
      }
    }
    if (!is_found) own[0].push_back(each);  // which reports it
  }
  return own;
}

void DistributedModel::AddReports(const PartsEnd& end) {
  DiagnosticSink& sink = session_.sink();
  for (const auto& part : runs_)
    for (Diagnostic each : part->sink().all()) {
      if (each.is_error() && runs_.size() > 1) each.notes.push_back({{}, fmt::format("in part {}", part->name())});
      sink.Report(std::move(each));
    }
  if (!end.cause || end.cause->result().outcome != run::Outcome::kFailed) return;
  const run::SimulationResult& result = end.cause->result();
  sink.Report(kPartFailed, {},
              fmt::format("part {} failed at time = {}: {}", end.cause->name(), run::NumberText(result.time),
                          result.reason))
      .notes.push_back({{},
                        fmt::format("the other parts have gone on to that time; the result is complete up to {} s",
                                    run::NumberText(end.time))});
}

bool DistributedModel::WriteResult(const PartsEnd& end, const DistributedRequest& request, SimulationReport& report) {
  ResultRecorder recorder(request.simulation, session_.sink());
  if (!recorder.ok()) return false;
  std::vector<GatheredSignal> signals;
  std::vector<GatheredPart> parts;
  for (std::uint32_t p = 0; p < cut_.parts.size(); ++p) {
    parts.push_back({&runs_[p]->rows(), slots_[p]});
    for (const Signal& signal : class_of(p).rows->signals().signals()) {
      GatheredSignal each;
      std::tie(each.signal, each.part, each.slot, each.negated) = std::tuple(signal, p, signal.slot, signal.negated);
      std::tie(each.signal.name, each.order) = NameIn(p, signal.name);
      signals.push_back(std::move(each));
    }
  }
  const run::RunPlan& plan = runs_.front()->plan();
  bool is_written = GatherRows(std::move(signals), parts, plan.start, plan.stop, end.time, recorder.writer());
  if (is_written) recorder.Hand(report);
  return is_written && !recorder.refused();
}

std::vector<PartsView> DistributedModel::Initialize(const DistributedRequest& request) {
  slots_.assign(cut_.parts.size(), {});
  std::vector<PartsView> views(cut_.parts.size());
  (void)session_.Guard("initializing the parts", [&] {
    MakeRuns(request);
    std::size_t begun = 0;
    for (std::size_t p = 0; p < runs_.size(); ++p)
      if (runs_[p]->Begin(request.simulation.stop)) {
        views[p].instance = &runs_[p]->instance();
        ++begun;
      }
    for (std::size_t p = 0; p < runs_.size(); ++p)
      for (auto& [from, seconds] : runs_[p]->Delays()) views[p].received.push_back({from->index, seconds});
    if (begun == runs_.size()) return;
    for (const auto& part : runs_)
      for (const Diagnostic& each : part->sink().all()) session_.sink().Report(each);
  });
  return views;
}

DistributedReport DistributedModel::Run(const DistributedRequest& request) {
  DistributedReport report;
  SimulationReport& simulation = report.simulation;
  simulation.outcome = Outcome::kFailed;
  slots_.assign(cut_.parts.size(), {});
  bool is_written = false;
  PartsEnd end;
  DiagnosticSink::Mark before = session_.sink().mark();
  bool ran = session_.Guard("simulating the parts", [&] {
    if (!ResultRecorder(request.simulation, session_.sink()).ok()) return;
    MakeRuns(request);
    end = RunParts(runs_, {request.threads, request.simulation.stop, request.simulation.progress});
    AddReports(end);
    is_written = !end.initialized || WriteResult(end, request, simulation);
  });
  simulation.run.outcome = end.outcome;
  simulation.run.initialized = end.initialized && is_written;
  simulation.run.time = end.time;
  if (end.cause) simulation.run.reason = fmt::format("{}: {}", end.cause->name(), end.cause->result().reason);
  run::SimulationStatistics& sum = simulation.run.statistics;
  sum.method = request.simulation.method;
  for (const auto& part : runs_) {
    const run::SimulationStatistics& s = part->result().statistics;
    sum.steps += s.steps;
    sum.fevals += s.fevals;
    sum.jacobians += s.jacobians;
    sum.state_events += s.state_events;
    sum.time_events += s.time_events;
    sum.system_solutions += s.system_solutions;
    sum.newton_iterations += s.newton_iterations;
    const PartClass& c = class_of(part->index);
    report.parts.push_back({part->name(), std::string(c.method->name), c.blocks.states.size(), s.steps,
                            s.state_events + s.time_events, part->busy});
  }
  sum.initialize_seconds = report.initialize_seconds = end.initialize_seconds;
  sum.integrate_seconds = report.run_seconds = end.run_seconds;
  report.classes = classes_.size();
  report.start_rounds = end.start_rounds;
  Outcome blamed = OutcomeOf(session_.sink().Since(before), Outcome::kFailed);
  if (!ran || blamed == Outcome::kFault || blamed == Outcome::kCallWrong)
    simulation.outcome = blamed;
  else if (!is_written)
    simulation.outcome = Outcome::kCallWrong;
  else if (end.outcome == run::Outcome::kCancelled)
    simulation.outcome = Outcome::kCancelled;
  else if (end.outcome == run::Outcome::kFinished || end.outcome == run::Outcome::kTerminated)
    simulation.outcome = Outcome::kDone;
  return report;
}

}  // namespace mica::distribute
