#include "libtest/library_test.h"

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <unordered_map>

#include "base/process.h"
#include "libtest/codes.h"
#include "plot/codes.h"
#include "plot/comparison_figure.h"
#include "plot/sketch.h"
#include "result/csv_records.h"

namespace mica {

namespace {

// As the rule of comparison asks: interpolation of the result must not decide.
constexpr int kIntervals = 2000;
constexpr std::size_t kMostMessages = 20'000;  // bytes kept of what a run says
constexpr std::size_t kSketchesOfMismatch = 4, kSketchesOfOthers = 2;

// The words of an experiment for `mica simulate`, by model.
using Experiments = std::unordered_map<std::string, std::vector<std::string>>;

Experiments ReadExperiments(const std::filesystem::path& index, DiagnosticSink& sink) {
  Experiments experiments;
  if (!std::filesystem::exists(index)) return experiments;
  InputFile file(index.string());
  if (!file.Open(sink)) return experiments;
  CsvRecords records(file);
  std::vector<std::string_view> cells;
  std::vector<std::pair<std::size_t, const char*>> wanted;  // column and option
  std::size_t model_column = 0;
  if (!records.Next(cells)) return experiments;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string_view head = TrimCell(cells[i]);
    if (head == "model") model_column = i;
    if (head == "start") wanted.emplace_back(i, "--start-time");
    if (head == "stop") wanted.emplace_back(i, "--stop-time");
    if (head == "tolerance") wanted.emplace_back(i, "--tolerance");
  }
  while (records.Next(cells)) {
    if (model_column >= cells.size()) continue;
    std::vector<std::string>& words = experiments[std::string(TrimCell(cells[model_column]))];
    for (auto [column, option] : wanted)
      if (column < cells.size() && !TrimCell(cells[column]).empty())
        words.insert(words.end(), {option, std::string(TrimCell(cells[column]))});
  }
  return experiments;
}

std::optional<std::string> ReferenceOf(const std::string& model, const std::filesystem::path& directory) {
  if (directory.empty()) return std::nullopt;
  for (const char* ending : {".csv", ".mat"})
    if (std::filesystem::path path = directory / (model + ending); std::filesystem::exists(path)) return path.string();
  return std::nullopt;
}

// The line that says most about a run: the first error, without the place.
std::string CauseOf(const std::string& messages) {
  std::size_t at = messages.find("error");
  if (at == std::string::npos) return messages.substr(0, messages.find('\n'));
  return messages.substr(at, messages.find('\n', at) - at);
}

std::string Joined(const DiagnosticSink& sink) {
  std::string text;
  for (const Diagnostic& each : sink.all())
    if (each.is_error()) text += (text.empty() ? "" : "; ") + each.message;
  return text;
}

// Signals that show what a model does: its states (what has a derivative), or else what varies, the shortest names
// first.
std::vector<std::string> TellingSignals(const SignalTable& signals) {
  std::vector<std::string> states, others;
  for (const Signal& signal : signals.signals()) {
    if (signal.constant() || signal.alias_of.valid()) continue;
    if (signal.name.starts_with("der("))
      states.push_back(signal.name.substr(4, signal.name.size() - 5));
    else
      others.push_back(signal.name);
  }
  std::vector<std::string>& chosen = states.empty() ? others : states;
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  if (chosen.size() > kSketchesOfOthers) chosen.resize(kSketchesOfOthers);
  return chosen;
}

// One model, in the thread of a worker: nothing of the session is used.
class ModelRun {
 public:
  ModelRun(const LibraryTestRequest& request, const std::vector<std::string>& options, std::string model,
           const std::vector<std::string>& experiment, std::string base)
      : request_(request), options_(options), experiment_(experiment), base_(std::move(base)) {
    test_.model = std::move(model);
  }

  ModelTest Run() {
    Simulate();
    if (test_.verdict == TestVerdict::kRuns) Judge();
    for (const char* ending : {".mat", ".json", ".log"}) {
      std::error_code ignored;
      std::filesystem::remove(base_ + ending, ignored);
    }
    return std::move(test_);
  }

 private:
  void Simulate() {
    std::vector<std::string> words{request_.program,
                                   "simulate",
                                   test_.model,
                                   "--quiet",
                                   "--fresh",
                                   "--colour",
                                   "never",
                                   "-o",
                                   base_ + ".mat",
                                   "--stats",
                                   base_ + ".json",
                                   "--intervals",
                                   std::to_string(kIntervals)};
    words.insert(words.end(), options_.begin(), options_.end());
    words.insert(words.end(), experiment_.begin(), experiment_.end());
    auto begin = std::chrono::steady_clock::now();
    ProgramRun run = RunProgram(words, base_ + ".log", request_.limit_seconds);
    test_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    test_.messages = run.output.substr(0, kMostMessages);
    ReadStatistics();
    if (run.outcome == ProgramOutcome::kTooSlow) {
      test_.verdict = TestVerdict::kTooSlow;
      test_.cause = fmt::format("did not end within {} s", request_.limit_seconds);
      return;
    }
    switch (static_cast<Outcome>(run.code)) {
      case Outcome::kDone:
        test_.verdict = TestVerdict::kRuns;
        return;
      case Outcome::kModelWrong:
        test_.verdict = TestVerdict::kWrong;
        break;
      case Outcome::kFailed:
      case Outcome::kCancelled:
        test_.verdict = TestVerdict::kFailed;
        break;
      default:
        test_.verdict = TestVerdict::kFault;
    }
    test_.cause = CauseOf(run.output);
    if (test_.cause.empty()) test_.cause = fmt::format("ended with code {}", run.code);
  }

  void ReadStatistics() {
    nlohmann::json read = nlohmann::json::parse(ReadWholeFile(base_ + ".json"), nullptr, false);
    if (!read.is_object()) return;
    auto number = [&](const char* path) { return read.value(nlohmann::json::json_pointer(path), std::int64_t{0}); };
    test_.unknowns = number("/counts/unknowns");
    test_.states = number("/counts/states");
    test_.steps = number("/solver/steps");
    test_.evaluations = number("/solver/fevals");
    test_.events = number("/solver/state_events") + number("/solver/time_events");
    test_.peak_megabytes = read.value("peak_rss_mb", 0.0);
  }

  // Results of some models are large: only the signals that are looked at are read.
  void Judge() {
    DiagnosticSink sink;
    Result<std::unique_ptr<ResultReader>> reader = OpenResult(base_ + ".mat", sink);
    if (!reader) return Fault(sink);
    std::optional<std::string> path = ReferenceOf(test_.model, request_.reference);
    if (!path) return SketchSome(**reader);
    Result<Reference> reference = ReadReference(*path, sink);
    if (!reference) {  // says nothing about the model
      test_.cause = "no reference: " + Joined(sink);
      return SketchSome(**reader);
    }
    std::set<SignalId> wanted;
    for (const ReferenceSignal& signal : reference->signals)
      if (SignalId id = (*reader)->signals().Find(signal.name); id.valid()) wanted.insert(id);
    std::set<std::string_view> names;
    for (SignalId id : wanted) names.insert((*reader)->signals()[id].name);
    Result<Trajectory> result =
        (*reader)->Read([&](const Signal& signal) { return names.contains(signal.name); }, sink);
    if (!result) return Fault(sink);
    Comparison comparison = Compare(*result, *reference);
    test_.verdict = comparison.verified ? TestVerdict::kVerified : TestVerdict::kMismatch;
    if (!comparison.verified) {
      std::string text = FormatComparison(comparison);
      std::size_t begin = text.find(": ") + 2;  // the verdict stands before
      test_.cause = text.substr(begin, text.find('\n') - begin);
      test_.messages += text.substr(0, kMostMessages);
    }
    Draw(MakeComparisonFigure(*result, *reference, comparison,
                              {.most = comparison.verified ? kSketchesOfOthers : kSketchesOfMismatch,
                               .every = comparison.verified,
                               .title = ""}));
  }

  void SketchSome(ResultReader& reader) {
    PlotRequest plot;
    for (const std::string& name : TellingSignals(reader.signals())) plot.diagrams.push_back({name});
    if (plot.diagrams.empty()) return;
    DiagnosticSink ignored;  // a picture that cannot be drawn is no verdict
    if (Result<Figure> figure = MakeFigure(plot, reader, ignored)) Draw(*figure);
  }

  void Draw(const Figure& figure) {
    for (const Diagram& diagram : figure.diagrams) test_.sketches.push_back(SketchSvg(figure, diagram));
  }

  void Fault(const DiagnosticSink& sink) {
    test_.verdict = TestVerdict::kFault;
    test_.cause = Joined(sink);
  }

  const LibraryTestRequest& request_;
  const std::vector<std::string>& options_;  // libraries
  const std::vector<std::string>& experiment_;
  std::string base_;  // of the files of this run
  ModelTest test_;
};

// A package that is named by its place is found by the runs there, too: the library that it is in.
std::vector<std::string> WithPlace(std::vector<std::string> options, const std::string& package) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(package, error).lexically_normal();
  if (error || !std::filesystem::exists(place, error)) return options;
  if (place.filename() == "package.mo" || !place.has_filename()) place = place.parent_path();
  while (std::filesystem::exists(place.parent_path() / "package.mo", error)) place = place.parent_path();
  options.insert(options.end(), {"--library", place.string()});
  return options;
}

Result<std::vector<std::string>> ExamplesOf(const LibraryTestRequest& request, Session& session) {
  ListFilter filter{.examples_only = true, .pattern = request.pattern};
  Result<std::vector<ListedClass>> listed = ListClasses(request.package, true, filter, session);
  if (!listed) return Reported();
  std::vector<std::string> names;
  if (Result<library::Class*> itself = session.FindClass({request.package, "", {}}))
    if (ListedClass one = Describe(**itself, session); one.is_example) names.push_back(one.name);
  for (const ListedClass& each : *listed) names.push_back(each.name);
  return names;
}

}  // namespace

std::string_view Spelling(TestVerdict verdict) {
  constexpr std::string_view kNames[] = {"verified", "runs", "mismatch", "too slow", "failed", "wrong", "fault"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::size_t LibraryTest::Count(TestVerdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(models.begin(), models.end(), [&](const ModelTest& each) { return each.verdict == verdict; }));
}

Result<LibraryTest> TestLibrary(const LibraryTestRequest& request, Session& session) {
  if (!request.reference.empty() && !std::filesystem::is_directory(request.reference)) {
    session.sink().Report(kNoReferences, {},
                          fmt::format("there is no directory '{}' with references", request.reference.string()));
    return Reported();
  }
  Result<std::vector<std::string>> names = ExamplesOf(request, session);
  if (!names) return Reported();
  if (names->empty()) {
    session.sink()
        .Report(kNoExamples, {},
                fmt::format("'{}' has no example to test{}", request.package,
                            request.pattern.empty() ? "" : " whose name fits"))
        .hint = "an example is a model with an annotation 'experiment'; `mica list --examples` names them";
    return Reported();
  }
  static const std::vector<std::string> kOwnExperiment;
  Experiments experiments =
      request.reference.empty() ? Experiments{} : ReadExperiments(request.reference / "index.csv", session.sink());
  const std::vector<std::string> options = WithPlace(request.options, request.package);
  ScratchDirectory scratch;
  if (scratch.path().empty()) {
    session.sink().Report(kCannotWritePicture, {}, "no temporary directory could be made for the results");
    return Reported();
  }
  auto begin = std::chrono::steady_clock::now();
  std::vector<std::optional<ModelTest>> tests(names->size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex one_at_a_time;
  auto work = [&] {
    for (std::size_t i = next++; i < names->size() && !request.stop.stop_requested(); i = next++) {
      auto experiment = experiments.find((*names)[i]);
      ModelRun run(request, options, (*names)[i], experiment == experiments.end() ? kOwnExperiment : experiment->second,
                   fmt::format("{}/{}", scratch.path(), i));
      ModelTest test = run.Run();
      if (request.stop.stop_requested()) return;  // what a stopped run says is not about the model
      std::lock_guard lock(one_at_a_time);
      if (request.progress) request.progress(test, ++done, names->size());
      tests[i] = std::move(test);
    }
  };
  {
    std::vector<std::jthread> workers;
    unsigned jobs = request.jobs ? request.jobs : std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < std::min<std::size_t>(jobs, names->size()); ++i) workers.emplace_back(work);
  }
  LibraryTest outcome{.package = request.package, .examples = names->size()};
  for (std::optional<ModelTest>& test : tests)
    if (test) outcome.models.push_back(std::move(*test));
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

}  // namespace mica
