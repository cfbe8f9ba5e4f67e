#include "session/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <fmt/format.h>

#include "flat/open_inputs.h"
#include "flat/unit_check.h"
#include "instance/open_packages.h"
#include "library/resource_uri.h"
#include "session/evaluated_parameters.h"
#include "session/kept_model.h"
#include "session/mode_listing.h"
#include "session/mode_program.h"
#include "session/partition_report.h"
#include "session/result_recorder.h"
#include "session/session.h"
#include "session/structural_overrides.h"
#include "session/value_modifiers.h"
#include "session/values_without_effect.h"
#include "symbolic/derivative_function.h"

namespace mica {

Translation::Translation(Session& session, library::Class* model)
    : session_(session), model_(model), translated_(model), store_(std::make_unique<Store>(session.names())) {}

Translation::~Translation() = default;

std::string Translation::name() const { return session_.classes().QualifiedName(model_); }

Outcome Translation::failure() const { return session_.faulted() ? Outcome::kFault : session_.out_of_memory() ? Outcome::kCallWrong : Outcome::kModelWrong; }

ExternalCalls::ResourceFinder Translation::ResourceFinder() {
  return [this](std::string_view uri) { return library::AbsoluteFile(uri, session_.classes(), session_.names()); };
}

bool Translation::RunStage(std::string_view doing, double& seconds, bool& failed, const std::function<bool()>& work) {
  if (failed) return false;
  StageTimer timer(seconds);
  bool done = false;
  session_.Guard(doing, [&] {
    done = work();
    if (!done && elaboration_ && !session_.sink().has_errors()) elaboration_->RestoreErrors();
    Check(done || session_.sink().has_errors(), "the stage gave up without saying why");
  });
  failed = !done;
  return done;
}

Result<instance::Component*> Translation::Instantiate() {
  if (top_) return top_;
  bool done = RunStage("instantiating the model", seconds_.instantiate, instantiate_failed_, [&] {
    instances_ = std::make_unique<instance::Instances>(*store_, session_.sources(), session_.classes(), session_.sink());
    instances_->SetStrict(session_.is_strict());
    if (session_.scalar_limit()) instances_->SetScalarLimit(*session_.scalar_limit());
    elaboration_ = std::make_unique<instance::Elaboration>(*instances_);
    elaboration_->SetSplits(splits_);
    external_calls_ = std::make_unique<ExternalCalls>(*store_, ResourceFinder());
    elaboration_->SetExternalCalls(external_calls_.get());
    elaboration_->SetDifferentiation([derivatives = std::make_shared<symbolic::FunctionDerivatives>(*store_)](FunctionId f, std::string& why) {
      std::optional<FunctionId> made = derivatives->Of(f);
      if (!made) why = derivatives->error(f);
      return made;
    });
    top_ = instances_->Model(translated_);
    return top_ != nullptr;
  });
  return done ? Result<instance::Component*>(top_) : Reported();
}

bool Translation::InstantiateAgain(std::size_t told) {
  constexpr int kMostRounds = 100;
  if (!elaboration_ || !elaboration_->must_begin_again() || ++rounds_ > kMostRounds) return false;
  splits_ = elaboration_->wanted_splits();
  // A file is read once: what is wrong in its text is not found again.
  std::vector<Diagnostic> of_text;
  DiagnosticSink& sink = session_.sink();
  for (std::size_t i = told; i < sink.all().size(); ++i)
    if (const Diagnostic& d = sink.all()[i]; d.code.size() > 1 && (d.code[1] == '1' || d.code[1] == '2')) of_text.push_back(d);
  sink.Rewind(told);
  for (Diagnostic& diagnostic : of_text) sink.Report(std::move(diagnostic));
  Discard();
  return Instantiate().ok();
}

namespace {

// What an element of a partial package gives: it cannot be taken from it, or is a partial function itself.
bool IsOfPartialPackage(const Diagnostic& d) { return d.code == "E3012" || d.code == "E3232"; }

// Of a model in which a partial package is used (reported since `told`): the components for which none was chosen, or that the model itself leaves it
// open, in place of all that follows from it. What else is wrong in the text of the model itself stays.
void ExplainOpenPackages(instance::Instances& instances, instance::Component* top, std::size_t told, DiagnosticSink& sink) {
  std::vector<Diagnostic> reported(sink.all().begin() + static_cast<std::ptrdiff_t>(std::min(told, sink.all().size())), sink.all().end());
  if (std::ranges::none_of(reported, IsOfPartialPackage)) return;
  std::vector<instance::OpenPackage> open = instance::FindOpenPackages(instances, top);
  if (open.empty()) return;
  sink.Rewind(told);
  std::size_t dropped = 0;
  bool is_of_top = open[0].component.empty();
  Span model = top->type->tree->SpanOf(*top->type->definition);
  for (Diagnostic& each : reported) {
    bool is_in_model = each.span.valid() && each.span.file == model.file && each.span.begin >= model.begin && each.span.end <= model.end;
    if (is_in_model && !(is_of_top && IsOfPartialPackage(each))) sink.Report(std::move(each));
    else dropped += each.severity == Severity::kError;
  }
  std::string name = instances.QualifiedName(top->type);
  for (const instance::OpenPackage& each : open) {
    Span span = is_of_top ? top->type->tree->SpanOf(top->type->definition->name_token) : each.span;
    Diagnostic& error = sink.Error("E3028", span, fmt::format("{}: no {} is chosen, and {} is partial", is_of_top ? name : each.component, each.package, each.partial));
    if (dropped > 0) error.notes.push_back({{}, fmt::format("{} error{} inside it follow{} from that", dropped, dropped == 1 ? "" : "s", dropped == 1 ? "s" : "")});
    error.hint = is_of_top ? fmt::format("it is a part of models that choose: {} part(redeclare package {} = …)", name, each.package)
                           : fmt::format("{}(redeclare package {} = …) names a package that extends it", each.component, each.package);
    dropped = 0;
  }
}

}  // namespace

Result<const flat::Model*> Translation::Flatten() {
  if (flat_ && !is_restored_) return &*flat_;
  if (is_restored_) Discard();
  if (!Instantiate()) return Reported();
  bool done = RunStage("flattening the model", seconds_.flatten, flatten_failed_, [&] {
    std::size_t told = session_.sink().all().size();
    Result<flat::Model> made = flat::Flatten(*elaboration_, top_);
    while (InstantiateAgain(told)) made = flat::Flatten(*elaboration_, top_);
    if (!made) ExplainOpenPackages(*instances_, top_, told, session_.sink());
    if (!made) return false;
    flat_ = std::move(*made);
    flat::CheckUnits(*flat_, *store_, session_.sink());
    return true;
  });
  return done ? Result<const flat::Model*>(&*flat_) : Reported();
}

namespace {

// Of a model with too few equations (E5101, reported since `told`): inputs that nobody connected, at the lines of their components, come first; where they account
// for all that is missing, they alone.
void ExplainOpenInputs(const flat::Model& model, instance::Elaboration& elaboration, instance::Component* top, std::size_t told, DiagnosticSink& sink) {
  std::vector<Diagnostic> reported(sink.all().begin() + static_cast<std::ptrdiff_t>(told), sink.all().end());
  auto is_missing = [](const Diagnostic& d) { return d.code == "E5101"; };
  auto missing = static_cast<std::size_t>(std::count_if(reported.begin(), reported.end(), is_missing));
  if (missing == 0) return;
  std::vector<flat::OpenInput> open = flat::FindOpenInputs(model, elaboration, top);
  if (open.empty()) return;
  sink.Rewind(told);
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < open.size() && i < kShown; ++i)
    sink.Error("E5118", open[i].span, fmt::format("the input {} is not connected", open[i].name)).hint = "connect it to an output, or give it a value by a modifier or an equation";
  if (open.size() > kShown) sink.Error("E5118", model.span, fmt::format("{} more inputs are not connected", open.size() - kShown));
  for (Diagnostic& each : reported)
    if (!is_missing(each) || open.size() < missing) sink.Report(std::move(each));
}

}  // namespace

Result<const structure::BlockModel*> Translation::Analyze() {
  if (blocks_) return &*blocks_;
  if (!Flatten()) return Reported();
  std::size_t told = session_.sink().all().size();
  bool done = RunStage("sorting the equations", seconds_.structure, analyze_failed_, [&] {
    Result<structure::BlockModel> made = structure::Analyze(*flat_, *store_, session_.sources(), session_.sink(),
        {.inline_stage = is_mixed() ? partition_.has_value() : variant_ == "stage", .tangent_stage = variant_ == "tangent", .partition = partition_ ? &*partition_ : nullptr,
         .initial_iteration = initial_iteration_});
    if (!made) ExplainOpenInputs(*flat_, *elaboration_, top_, told, session_.sink());
    if (!made) return false;
    blocks_ = std::move(*made);
    return true;
  });
  return done ? Result<const structure::BlockModel*>(&*blocks_) : Reported();
}

Result<const code::CompiledModel*> Translation::Compile() {
  if (code_) return &*code_;
  if (!Analyze()) return Reported();
  bool done = RunStage("compiling the model", seconds_.compile, compile_failed_, [&] {
    code::CompileOptions options;
    options.lower.kernels_for_externals = kernels_for_externals_;
    Result<code::CompiledModel> made = code::Compile(*blocks_, *store_, options, session_.sink());
    if (!made) return false;
    code_ = std::move(*made);
    std::vector<table::Site> sites;
    for (const code::Site& site : code_->sites()) sites.push_back({site.text, site.origin});
    table_.emplace(*blocks_, *store_, &*flat_, sites);
    words_.emplace(*blocks_, *store_, &*flat_);
    return true;
  });
  return done ? Result<const code::CompiledModel*>(&*code_) : Reported();
}

namespace {

// All that the choice of fast states depends on.
std::string MixedVariant(const run::SimulationOptions& options) {
  auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string("-"); };
  std::string text = fmt::format("mixed {} {} {} {} {} {}", number(options.step), number(options.start), options.is_endless ? "-" : number(options.stop),
                                 number(options.tolerance), number(options.interval), options.intervals.value_or(0));
  for (const run::Override& each : options.overrides) text += fmt::format("\nset {} {}", each.name, each.value);
  for (const std::string& name : options.fast) text += "\nfast " + name;
  for (const std::string& name : options.slow) text += "\nslow " + name;
  return text;
}

// Values of --set that the model does not take (run/overrides.h) end a run before it begins, as other mistakes of the call do.
// So do names of fast and slow states (run/choose_partition.h).
bool IsCallWrong(const DiagnosticSink& sink, std::size_t from) {
  return std::any_of(sink.all().begin() + static_cast<std::ptrdiff_t>(from), sink.all().end(),
                     [](const Diagnostic& d) { return d.code.starts_with("E60") || d.code.starts_with("E65"); });
}

// An error that stands in a value of --set itself.
bool IsAboutValues(const DiagnosticSink& sink, std::size_t from, const SourceMap& sources) {
  return std::any_of(sink.all().begin() + static_cast<std::ptrdiff_t>(std::min(from, sink.all().size())), sink.all().end(), [&](const Diagnostic& d) {
    return d.severity == Severity::kError && d.span.valid() && sources.path(d.span.file) == "--set";
  });
}

}  // namespace

Outcome Translation::Prepare(const SimulationRequest& request) {
  DiagnosticSink& sink = session_.sink();
  bool valid = false;
  bool checked = session_.Guard("reading the options", [&] {
    bool recordable = ResultRecorder(request, sink).ok();
    const run::Method* method = run::FindMethod(request.options.method, sink);
    valid = method && recordable;
    if (method) UseVariant(method->is_mixed ? MixedVariant(request.options) : method->is_inlined ? "stage" : method->uses_jacobian ? "tangent" : "");
  });
  if (!checked) return Outcome::kFault;
  if (!valid) return Outcome::kCallWrong;
  if (initial_iteration_ != structure::InitialIteration::kFewest) {  // of an earlier run
    initial_iteration_ = structure::InitialIteration::kFewest;
    ForgetBlocks();
  }
  std::size_t told = sink.all().size();
  bool keeps = request.keep && !flat_;
  if (keeps) kept_key_ = session_.kept().Key(name(), variant_, session_.sources());
  if (keeps) told_ = sink.all().size();
  if (!(keeps && Restore()) && !(is_restored_ || Flatten())) return failure();
  std::optional<std::vector<run::Override>> structural = FindStructuralOverrides(request.options.overrides, *flat_, *store_, built_in_, sink);
  if (!structural) return Outcome::kCallWrong;
  std::vector<run::Override> values = std::move(*structural);
  if (!TranslateWith(values) || !Analyze()) return IsAboutValues(sink, told, session_.sources()) ? Outcome::kCallWrong : failure();
  std::size_t known = values.size();
  if (AddDecidingOverrides(request.options.overrides, *blocks_, *store_, values)) {
    std::string names;
    for (std::size_t i = known; i < values.size(); ++i) names += fmt::format("{}{} = {}", i == known ? "" : ", ", values[i].name, values[i].value);
    sink.Rewind(told);
    sink.Notice("N9060", {}, fmt::format("the model is translated again with {}: its structure may be another one then", names));
    if (!TranslateWith(values)) return failure();
  }
  const flat::Experiment& experiment = flat_->experiment;
  if (!run::MakePlan(request.options, {experiment.start_time, experiment.stop_time, experiment.tolerance, experiment.interval, experiment.has_stop_time}, sink)) return Outcome::kCallWrong;
  if (is_mixed() && !partition_)
    if (Outcome outcome = FindPartition(request); outcome != Outcome::kDone) return outcome;
  if (!Compile()) return failure();
  if (keeps) told_end_ = sink.all().size();
  return Outcome::kDone;
}

bool Translation::Restore() {
  std::optional<std::string> bytes = session_.kept().Find(kept_key_);
  if (!bytes) return false;
  StageTimer timer(seconds_.restore);
  KeptModel kept;
  bool read = false;
  try {
    read = ReadModel(*bytes, kept, *store_, session_.sources());
  } catch (const std::exception&) {
    // What is kept only saves time: without it the model is translated.
  }
  if (!read) {
    store_ = std::make_unique<Store>(session_.names());
    return false;
  }
  flat_ = std::move(kept.flat);
  blocks_ = std::move(kept.blocks);
  kept_evaluated_ = std::move(kept.evaluated);
  is_restored_ = true;
  if (!blocks_->partition.states.empty()) partition_ = blocks_->partition;
  for (Diagnostic& diagnostic : kept.told) session_.sink().Report(std::move(diagnostic));
  return true;
}

void Translation::Keep() {
  if (kept_key_.empty() || is_restored_ || initial_iteration_ != structure::InitialIteration::kFewest || !built_in_.empty() || !blocks_ || !external_calls_ || external_calls_->has_called() ||
      !session_.classes().converted_files().empty())
    return;
  StageTimer timer(seconds_.keep);
  const std::vector<Diagnostic>& all = session_.sink().all();
  std::vector<Diagnostic> told(all.begin() + static_cast<std::ptrdiff_t>(told_), all.begin() + static_cast<std::ptrdiff_t>(std::min(told_end_, all.size())));
  std::string bytes = WriteModel(*flat_, *blocks_, EvaluatedParameters(session_, *this), told, *store_, session_.sources());
  session_.kept().Keep(kept_key_, bytes, session_.sources(), session_.classes());
  kept_key_.clear();
}

void Translation::UseVariant(std::string variant) {
  if (variant_ == variant) return;
  variant_ = std::move(variant);
  if (is_restored_) return Discard();
  partition_.reset();
  ForgetBlocks();
}

void Translation::ForgetBlocks() {
  code_.reset();
  table_.reset();
  words_.reset();
  blocks_.reset();
  analyze_failed_ = compile_failed_ = false;
}

Outcome Translation::FindPartition(const SimulationRequest& request) {
  if (!Compile()) return failure();
  std::size_t told = session_.sink().all().size();
  double seconds = 0;
  bool ran = session_.Guard("choosing fast states", [&] {
    StageTimer timer(seconds);
    std::optional<run::ChosenPartition> chosen = run::ChoosePartition(MakeRunnable(), WithoutBuiltIn(request.options), session_.sink(), request.stop);
    if (!chosen) return;
    partition_ = NamedPartition(*chosen, *blocks_);
    ReportPartition(*partition_, *chosen, session_.sink());
  });
  seconds_.trial += seconds;
  if (!ran) return Outcome::kFault;
  if (!partition_) return request.stop.stop_requested() ? Outcome::kCancelled : IsCallWrong(session_.sink(), told) ? Outcome::kCallWrong : Outcome::kFailed;
  ForgetBlocks();
  return Analyze() ? Outcome::kDone : failure();
}

void Translation::Discard() {
  ForgetBlocks();
  partition_.reset();
  flat_.reset();
  top_ = nullptr;
  elaboration_.reset();
  instances_.reset();
  external_calls_.reset();
  store_ = std::make_unique<Store>(session_.names());
  is_restored_ = false;
}

bool Translation::TranslateWith(const std::vector<run::Override>& values) {
  auto same = [](const run::Override& a, const run::Override& b) { return a.name == b.name && a.value == b.value; };
  if (std::equal(values.begin(), values.end(), built_in_.begin(), built_in_.end(), same)) return true;
  flat::Experiment experiment = flat_->experiment;
  translated_ = model_;
  if (!values.empty()) {
    Result<library::Class*> modified = session_.ReadText("--set", ModifiedModelText(name(), values, *flat_, *store_));
    if (!modified) return false;
    translated_ = session_.classes().FindQualified(kModifiedModelName);
    Check(translated_ != nullptr, "the model with values of the call is not there");
  }
  Discard();
  splits_.clear();
  rounds_ = 0;
  built_in_ = values;
  if (!Flatten()) return false;
  flat_->name = name();
  flat_->experiment = experiment;
  return true;
}

run::Runnable Translation::MakeRunnable() { return {&code_->code(), &table_->table(), &*words_, ResourceFinder()}; }

run::SimulationOptions Translation::WithoutBuiltIn(run::SimulationOptions options) const {
  std::erase_if(options.overrides, [&](const run::Override& each) {
    return std::any_of(built_in_.begin(), built_in_.end(), [&](const run::Override& built) { return built.name == each.name; });
  });
  return options;
}

SimulationReport Translation::Simulate(const SimulationRequest& asked) {
  SimulationReport report;
  report.outcome = Prepare(asked);
  if (report.outcome != Outcome::kDone) return report;
  SimulationRequest request = asked;
  request.options = WithoutBuiltIn(asked.options);
  std::size_t told = session_.sink().all().size();
  Run(request, report);
  RetryInitialization(request, report, told);
  if (report.run.initialized) ReportWithoutEffect(asked.options.overrides, *blocks_, *store_, session_.sink());
  if (report.outcome != Outcome::kFault) session_.Guard("keeping the translated model", [&] { Keep(); });
  return report;
}

void Translation::Run(const SimulationRequest& request, SimulationReport& report) {
  ResultRecorder recorder(request, session_.sink());
  report.outcome = Outcome::kFailed;
  std::size_t told = session_.sink().all().size();
  run::Runnable runnable = MakeRunnable();
  runnable.compile_mode = MakeModeCompiler(*blocks_, *store_);
  runnable.mode_directory = ModeDirectory();
  bool ran = session_.Guard("simulating the model", [&] {
    report.run = run::Simulate(runnable, request.options, recorder.writer(), session_.sink(), request.progress, request.stop, request.observer);
    if (report.run.initialized && request.options.has_rows) recorder.Hand(report);
  });
  seconds_.initialize += report.run.statistics.initialize_seconds - recorder.seconds_before_rows();
  seconds_.integrate += report.run.statistics.integrate_seconds - recorder.seconds_of_rows();
  seconds_.write += recorder.seconds_before_rows() + recorder.seconds_of_rows();
  if (!ran) {
    report.outcome = Outcome::kFault;
  } else if (recorder.refused() || report.run.outcome == run::Outcome::kRefused || IsCallWrong(session_.sink(), told)) {
    report.outcome = Outcome::kCallWrong;
  } else if (report.run.outcome == run::Outcome::kCancelled) {
    report.outcome = Outcome::kCancelled;
  } else if (report.run.outcome != run::Outcome::kFailed) {
    report.outcome = Outcome::kDone;
  }
}

SimulationReport Translation::RunInRealtime(const RealtimeRequest& asked) {
  SimulationReport report;
  if (!realtime::CheckRealtime(asked.simulation.options, asked.realtime, session_.sink())) {
    report.outcome = Outcome::kCallWrong;
    return report;
  }
  realtime::RealtimeRun run(asked.realtime, *asked.simulation.options.step, asked.simulation.stop, session_.sink(), asked.told);
  SimulationRequest request = asked.simulation;
  request.options.has_rows = false;
  request.observer = &run;
  report = Simulate(request);
  run.End();
  report.realtime = run.report();
  if (report.outcome == Outcome::kCancelled) report.outcome = Outcome::kDone;
  return report;
}

}  // namespace mica
