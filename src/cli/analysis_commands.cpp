// `mica steady`, `mica estimate` and `mica spectrum`.
#include <fmt/format.h>
#include <charconv>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/opened_model.h"
#include "result/result_reader.h"
#include "study/codes.h"
#include "study/estimate/estimate.h"
#include "study/spectrum/spectrum.h"
#include "study/steady/steady.h"

namespace mica::cli {

int Steady(const Arguments& arguments) {
  OpenedModel opened(arguments);
  if (!opened.FindStudied()) return opened.Close();
  Interrupt interrupt;
  study::SteadyRequest request{arguments.study.outputs, interrupt.token()};
  study::ModelRuns runs(opened.session, opened.model, opened.base);
  study::SteadyPoint point = study::FindSteady(opened.session, runs, request);
  opened.messages.Show();
  if (point.outcome == Outcome::kDone)
    fmt::print("{}", arguments.as_json ? study::SteadyJson(point) : study::SteadyText(point));
  return opened.Close(point.outcome);
}

namespace {

bool ReadDeviations(const Arguments& arguments, study::EstimateRequest& request, DiagnosticSink& sink) {
  for (const std::string& text : arguments.study.deviations) {
    std::size_t equals = text.find('=');
    double value = 0;
    const char* end = text.data() + text.size();
    bool good = equals != std::string::npos && equals > 0;
    if (good) {
      auto [stopped, error] = std::from_chars(text.data() + equals + 1, end, value);
      good = error == std::errc() && stopped == end && value > 0;
    }
    if (!good) {
      sink.Report(study::kWrongDeviation, {}, fmt::format("'{}' is not a variable with its deviation", text)).hint =
          "such as 'x=0.01'";
      return false;
    }
    request.deviations.emplace_back(text.substr(0, equals), value);
  }
  return true;
}

}  // namespace

int Estimate(const Arguments& arguments) {
  OpenedModel opened(arguments);
  study::EstimateRequest request;
  bool good = ReadDeviations(arguments, request, opened.sink());
  good = study::ParseTuned(arguments.study.tune, request.tuned, opened.sink()) && good;
  for (const std::string& path : arguments.study.data) {
    Result<Trajectory> data = ReadResult(path, opened.sink());
    good = good && data.ok();
    if (data) request.experiments.push_back({path, std::move(*data)});
  }
  if (!good || !opened.FindStudied()) return opened.Close();
  request.evaluations = arguments.study.evaluations;
  request.jobs = arguments.jobs;
  Interrupt interrupt;
  request.stop = interrupt.token();
  study::ModelRuns runs(opened.session, opened.model, opened.base);
  study::Estimate estimate = study::EstimateParameters(opened.session, runs, request);
  opened.messages.Show();
  if (estimate.outcome == Outcome::kDone)
    fmt::print("{}", arguments.as_json ? study::EstimateJson(estimate) : study::EstimateText(estimate));
  return opened.Close(estimate.outcome);
}

int Spectrum(const Arguments& arguments) {
  Session session;
  Messages messages(session, arguments);
  const SpectrumArguments& asked = arguments.spectrum;
  std::optional<study::Window> window = study::FindWindow(asked.window, session.sink());
  if (!window) return messages.Close(Outcome::kCallWrong);
  study::SpectrumRequest request{arguments.name, asked.sample, asked.from,       asked.to,
                                 asked.points,   *window,      asked.keeps_mean, asked.fundamental};
  Outcome outcome = Outcome::kCallWrong;
  session.Guard("computing a spectrum", [&] {
    Result<Trajectory> data = ReadResult(arguments.result, session.sink());
    if (!data) return;
    std::optional<study::Spectrum> spectrum = study::MakeSpectrum(*data, request, session.sink());
    if (!spectrum) return;
    SignalId id = data->signals.Find(request.signal);
    fmt::print("{}", arguments.as_json ? study::SpectrumJson(*spectrum, request)
                                       : study::SpectrumText(*spectrum, request, data->signals[id].unit));
    outcome = Outcome::kDone;
  });
  return messages.Close(outcome);
}

}  // namespace mica::cli
