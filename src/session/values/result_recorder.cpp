#include "session/values/result_recorder.h"

#include <fmt/format.h>
#include <regex>
#include <unordered_set>

#include "result/csv_writer.h"
#include "result/result_writer.h"
#include "result/selecting_writer.h"
#include "session/codes.h"
#include "session/stage_seconds.h"

namespace mica {

// Passes what it gets to the file and to the memory of what is drawn; either may be absent.
class ResultRecorder::Tee final : public ResultWriter {
 public:
  Tee(const SimulationRequest& request, DiagnosticSink& sink) : request_(request), sink_(sink) {}

  void SetFile(std::unique_ptr<ResultWriter> file) { file_ = std::move(file); }

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override {
    StageTimer timer(seconds_before_rows);
    refused = (request_.plot && !BeginPlot(signals, constants, start_time, stop_time)) ||
              (file_ && !file_->Begin(signals, constants, start_time, stop_time));
    return !refused;
  }

  [[nodiscard]] bool Append(double time, std::span<const double> values) override {
    StageTimer timer(first_ ? seconds_before_rows : seconds_of_rows);
    first_ = false;
    if (drawn_ && !drawn_->Append(time, values)) return false;
    return !file_ || file_->Append(time, values);
  }

  [[nodiscard]] bool Finish() override {
    StageTimer timer(seconds_of_rows);
    if (drawn_ && !drawn_->Finish()) return false;
    return !file_ || file_->Finish();
  }

  std::optional<Figure> TakeFigure() {
    if (!memory_ || refused) return std::nullopt;
    Result<Figure> figure = MakeFigure(*request_.plot, memory_->Take(), sink_);
    return figure ? std::optional<Figure>(std::move(*figure)) : std::nullopt;
  }

  bool refused = false;
  double seconds_before_rows = 0, seconds_of_rows = 0;

 private:
  bool BeginPlot(const SignalTable& signals, std::span<const double> constants, double start_time, double stop_time) {
    Result<ResolvedPlot> plot = ResolvePlot(*request_.plot, signals, sink_);
    if (!plot) return false;
    std::unordered_set<std::string_view> wanted;
    for (const auto& diagram : plot->diagrams)
      for (SignalId id : diagram) wanted.insert(signals[id].name);
    if (plot->x.valid()) wanted.insert(signals[plot->x].name);
    auto memory = std::make_unique<MemoryWriter>();
    memory_ = memory.get();
    drawn_ = std::make_unique<SelectingWriter>(
        std::move(memory), [wanted = std::move(wanted)](const Signal& signal) { return wanted.contains(signal.name); });
    return drawn_->Begin(signals, constants, start_time, stop_time);
  }

  const SimulationRequest& request_;
  DiagnosticSink& sink_;
  std::unique_ptr<ResultWriter> file_, drawn_;
  MemoryWriter* memory_ = nullptr;  // behind drawn_
  bool first_ = true;
};

bool IsStandardOutput(const std::string& path) { return path == "-" || path == "/dev/stdout"; }

namespace {

std::optional<std::regex> ParseRegex(const std::string& text, DiagnosticSink& sink) {
  try {
    return std::regex(text, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    sink.Report(kNotARegularExpression, {}, fmt::format("'{}' is not a regular expression: {}", text, error.what()))
        .hint =
        "'--variables' takes an expression for whole names, such as 'body\\..*|motor\\.phi'; quote it against the "
        "shell";
    return std::nullopt;
  }
}

}  // namespace

ResultRecorder::ResultRecorder(const SimulationRequest& request, DiagnosticSink& sink)
    : request_(request), sink_(sink), tee_(std::make_unique<Tee>(request, sink)) {
  std::unique_ptr<ResultWriter> file;
  if (request.output.empty()) {
    auto memory = std::make_unique<MemoryWriter>();
    memory_ = memory.get();
    file = std::move(memory);
  } else if (IsStandardOutput(request.output)) {
    file = std::make_unique<CsvWriter>("/dev/stdout", request.parameters_in_csv, sink);
  } else {
    file = MakeResultWriter(request.output, {.parameters_in_csv = request.parameters_in_csv}, sink);
    ok_ = file != nullptr;
  }
  if (ok_ && !request.variables.empty()) {
    std::optional<std::regex> wanted = ParseRegex(request.variables, sink);
    ok_ = wanted.has_value();
    if (ok_) {
      file = std::make_unique<SelectingWriter>(std::move(file), [wanted = std::move(*wanted)](const Signal& signal) {
        return std::regex_match(signal.name, wanted);
      });
    }
  }
  tee_->SetFile(std::move(file));
}

ResultRecorder::~ResultRecorder() = default;

ResultWriter& ResultRecorder::writer() { return *tee_; }
bool ResultRecorder::refused() const { return tee_->refused; }
double ResultRecorder::seconds_before_rows() const { return tee_->seconds_before_rows; }
double ResultRecorder::seconds_of_rows() const { return tee_->seconds_of_rows; }

void ResultRecorder::Hand(SimulationReport& report) {
  if (refused()) return;
  if (memory_) report.trajectory = memory_->Take();
  if (request_.plot) report.figure = tee_->TakeFigure();
}

}  // namespace mica
