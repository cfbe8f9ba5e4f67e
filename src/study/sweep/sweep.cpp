#include "study/sweep/sweep.h"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <mutex>

#include "study/codes.h"

namespace mica::study {

namespace {

RunValues ValuesOf(const std::vector<Vary>& varied, const StudyPoint& point) {
  RunValues values;
  for (std::size_t i = 0; i < varied.size(); ++i) values.push_back({varied[i].name, point[i]});
  return values;
}

}  // namespace

Sweep RunSweep(Session& session, ModelRuns& runs, const SweepRequest& request) {
  Sweep sweep;
  sweep.outcome = Outcome::kCallWrong;
  std::vector<std::string> names;
  std::vector<Measure> measures;
  bool good = true;
  for (const std::string& text : request.measures) {
    std::optional<Measure> measure = Measure::Parse(text, names, session.sink());
    good = good && measure.has_value();
    if (measure) measures.push_back(std::move(*measure));
    sweep.measures.push_back(text);
  }
  std::optional<std::vector<StudyPoint>> points = MakePoints(request.design, session.sink());
  if (!good || !points) return sweep;
  for (const Vary& vary : request.design.varied) sweep.names.push_back(vary.name);

  // Variants first: the session is for one thread.
  std::size_t known = runs.variant_count();
  std::vector<std::size_t> variant_of(points->size());
  for (std::size_t i = 0; i < points->size(); ++i) {
    sweep.outcome = runs.Prepare(ValuesOf(request.design.varied, (*points)[i]), variant_of[i]);
    if (sweep.outcome != Outcome::kDone) return sweep;
    if (request.stop.stop_requested()) {
      sweep.outcome = Outcome::kCancelled;
      return sweep;
    }
  }
  sweep.variants = runs.variant_count() - known;
  sweep.rows.resize(points->size());
  auto begin = std::chrono::steady_clock::now();
  std::mutex mutex;
  std::size_t done = 0;
  bool ran = session.Guard("running a study", [&] {
    RunParallel(points->size(), request.jobs, request.stop, [&](std::size_t i) {
      SweepRow& row = sweep.rows[i];
      row.point = (*points)[i];
      thread_local Samples samples;
      RunEnd end = runs.Run(variant_of[i], ValuesOf(request.design.varied, row.point), names, samples, request.stop);
      if (end.outcome == run::Outcome::kCancelled) return;
      row.is_done = true;
      row.is_good = end.is_good();
      row.message = end.message;
      for (const Measure& measure : measures)
        row.measures.push_back(row.is_good ? measure.Evaluate(samples) : std::numeric_limits<double>::quiet_NaN());
      std::lock_guard lock(mutex);
      ++done;
      if (!row.is_good) ++sweep.failed;
      if (request.progress) request.progress(done, sweep.rows.size());
    });
  });
  sweep.run_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!ran) sweep.outcome = Outcome::kFault;
  if (ran && request.stop.stop_requested()) sweep.outcome = Outcome::kCancelled;
  if (sweep.outcome == Outcome::kDone && !sweep.rows.empty() && sweep.failed == sweep.rows.size()) {
    sweep.outcome = Outcome::kFailed;
    session.sink().Report(
        kEveryRunFailed, {},
        fmt::format("no run of the study came to its end; the first: {}", sweep.rows.front().message));
  }
  return sweep;
}

}  // namespace mica::study
