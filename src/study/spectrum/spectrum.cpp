#include "study/spectrum/spectrum.h"

#include <fftw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "study/codes.h"

namespace mica::study {

namespace {

struct NamedWindow {
  std::string_view name;
  Window window;
  std::vector<double> cosines;  // w(k) = sum of (-1)^i a_i cos(2 π i k/N)
  std::size_t half_width;       // bins to each side that a sine spreads over
};

const NamedWindow kWindows[] = {
    {"rectangle", Window::kRectangle, {1}, 1},
    {"hann", Window::kHann, {0.5, 0.5}, 2},
    {"hamming", Window::kHamming, {0.54, 0.46}, 2},
    {"blackman", Window::kBlackman, {0.42, 0.5, 0.08}, 3},
    // D'Antona & Ferrero, Digital Signal Processing for Measurement Systems, 2006, p. 72.
    {"flattop", Window::kFlatTop, {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}, 5},
};

const NamedWindow& Find(Window window) { return *std::ranges::find(kWindows, window, &NamedWindow::window); }

std::vector<double> Weights(Window window, std::size_t count) {
  std::vector<double> weights(count, 0);
  const std::vector<double>& cosines = Find(window).cosines;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < cosines.size(); ++i)
      weights[k] += (i % 2 == 0 ? 1 : -1) * cosines[i] *
                    std::cos(2 * M_PI * static_cast<double>(i * k) / static_cast<double>(count));
  return weights;
}

// Planning is not for several threads at once.
std::mutex planning;

std::vector<std::complex<double>> Transform(std::vector<double> samples) {
  std::vector<std::complex<double>> bins(samples.size() / 2 + 1);
  auto* out = reinterpret_cast<fftw_complex*>(bins.data());
  std::unique_lock lock(planning);
  fftw_plan plan = fftw_plan_dft_r2c_1d(static_cast<int>(samples.size()), samples.data(), out, FFTW_ESTIMATE);
  lock.unlock();
  fftw_execute(plan);
  lock.lock();
  fftw_destroy_plan(plan);
  return bins;
}

// The interval that most rows have: the median of those between rows of different times.
double UsualInterval(const std::vector<double>& times) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (times[i] > times[i - 1]) intervals.push_back(times[i] - times[i - 1]);
  if (intervals.empty()) return 0;
  auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  return *middle;
}

std::vector<Peak> PeaksOf(const Spectrum& spectrum) {
  std::vector<Peak> peaks;
  const std::vector<double>& a = spectrum.amplitude;
  for (std::size_t k = 1; k < a.size(); ++k) {
    bool is_top = a[k] > a[k - 1] && (k + 1 == a.size() || a[k] >= a[k + 1]);
    if (is_top) peaks.push_back({spectrum.frequency[k], a[k], spectrum.phase[k]});
  }
  std::ranges::stable_sort(peaks, std::greater(), &Peak::amplitude);
  return peaks;
}

// The energy of a line: all bins that the window spreads it over.
double LineEnergy(const Spectrum& spectrum, double frequency, std::size_t half_width) {
  auto count = static_cast<std::int64_t>(spectrum.amplitude.size());
  auto centre =
      static_cast<std::int64_t>(std::llround(frequency * spectrum.sample * static_cast<double>(spectrum.points)));
  double energy = 0;
  for (std::int64_t k = centre - static_cast<std::int64_t>(half_width);
       k <= centre + static_cast<std::int64_t>(half_width); ++k)
    if (k > 0 && k < count) energy += std::pow(spectrum.amplitude[static_cast<std::size_t>(k)], 2);
  return energy;
}

std::optional<double> Distortion(const Spectrum& spectrum, const SpectrumRequest& request) {
  if (spectrum.peaks.empty()) return std::nullopt;
  double fundamental = request.fundamental.value_or(spectrum.peaks[0].frequency);
  double highest = spectrum.frequency.back();
  if (!(fundamental > 0) || 2 * fundamental > highest) return std::nullopt;
  std::size_t width = Find(request.window).half_width;
  double first = LineEnergy(spectrum, fundamental, width), rest = 0;
  for (std::size_t n = 2; n <= request.harmonics && static_cast<double>(n) * fundamental <= highest; ++n)
    rest += LineEnergy(spectrum, static_cast<double>(n) * fundamental, width);
  return first > 0 ? std::optional(std::sqrt(rest / first)) : std::nullopt;
}

}  // namespace

std::vector<std::string_view> WindowNames() {
  std::vector<std::string_view> names;
  for (const NamedWindow& each : kWindows) names.push_back(each.name);
  return names;
}

std::optional<Window> FindWindow(std::string_view name, DiagnosticSink& sink) {
  auto found = std::ranges::find(kWindows, name, &NamedWindow::name);
  if (found != std::end(kWindows)) return found->window;
  sink.Report(kWrongWindow, {}, fmt::format("there is no window '{}'", name)).hint =
      fmt::format("there are {}", fmt::join(WindowNames(), ", "));
  return std::nullopt;
}

std::optional<Spectrum> MakeSpectrum(const Trajectory& result, const SpectrumRequest& request, DiagnosticSink& sink) {
  SignalId id = result.signals.Find(request.signal);
  if (!id.valid()) {
    Diagnostic& error = sink.Report(kNoSuchSignal, {}, fmt::format("the result has no variable '{}'", request.signal));
    std::string_view nearest = result.signals.Nearest(request.signal);
    if (!nearest.empty()) error.hint = fmt::format("did you mean '{}'?", nearest);
    return std::nullopt;
  }
  Spectrum spectrum;
  double first = result.time.empty() ? 0 : result.time.front(), last = result.time.empty() ? 0 : result.time.back();
  first = std::max(first, request.from.value_or(first));
  last = std::min(last, request.to.value_or(last));
  spectrum.start = first;
  spectrum.sample = request.sample.value_or(UsualInterval(result.time));
  // Rounding must not cost the last sample.
  constexpr double kRounding = 1e-6;
  double intervals = spectrum.sample > 0 ? std::floor((last - first) / spectrum.sample + kRounding) : -1;
  // More than memory has room for is a mistake in the interval.
  constexpr double kMost = 1e9;
  if (!(intervals + 1 >= static_cast<double>(kLeastSamples)) || intervals > kMost) {
    sink.Report(kTooFewSamples, {},
                fmt::format("samples every {} s from {} to {} s are fewer than {}, or far too many", spectrum.sample,
                            first, last, kLeastSamples));
    return std::nullopt;
  }
  std::size_t count = static_cast<std::size_t>(intervals) + 1;
  if (request.points && *request.points >= kLeastSamples) count = std::min(count, *request.points);
  spectrum.points = count;

  SignalView view = result.View(id);
  std::vector<double> samples(count);
  for (std::size_t k = 0; k < count; ++k) {
    TimeBracket place = Bracket(result.time, first + static_cast<double>(k) * spectrum.sample);
    samples[k] = view[place.before] + place.share * (view[place.after] - view[place.before]);
    spectrum.mean += samples[k] / static_cast<double>(count);
  }
  if (request.keeps_mean) spectrum.mean = 0;
  std::vector<double> weights = Weights(request.window, count);
  double weight = 0;
  for (std::size_t k = 0; k < count; ++k) {
    samples[k] = weights[k] * (samples[k] - spectrum.mean);
    weight += weights[k];
  }
  std::vector<std::complex<double>> bins = Transform(std::move(samples));
  for (std::size_t k = 0; k < bins.size(); ++k) {
    bool is_single = k == 0 || 2 * k == count;  // its own mirror image
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(count) * spectrum.sample));
    spectrum.amplitude.push_back((is_single ? 1 : 2) * std::abs(bins[k]) / weight);
    spectrum.phase.push_back(std::arg(bins[k]));
  }
  spectrum.peaks = PeaksOf(spectrum);
  spectrum.distortion = Distortion(spectrum, request);
  return spectrum;
}

std::string SpectrumText(const Spectrum& spectrum, const SpectrumRequest& request, const std::string& unit) {
  std::string text = fmt::format("{}: {} samples every {:.6g} s from {:.6g} s, bins of {:.6g} Hz\n", request.signal,
                                 spectrum.points, spectrum.sample, spectrum.start, spectrum.frequency[1]);
  if (!request.keeps_mean) text += fmt::format("mean {:.6g} (left out)\n", spectrum.mean);
  text += fmt::format("\n{:>16} {:>16} {:>12}\n", "frequency, Hz", unit.empty() ? "amplitude" : "amplitude, " + unit,
                      "phase, rad");
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < spectrum.peaks.size() && i < kShown; ++i)
    text += fmt::format("{:>16.6g} {:>16.6g} {:>12.4f}\n", spectrum.peaks[i].frequency, spectrum.peaks[i].amplitude,
                        spectrum.peaks[i].phase);
  if (spectrum.distortion)
    text += fmt::format("\nharmonic distortion {:.4g} % of {:.6g} Hz\n", 100 * *spectrum.distortion,
                        request.fundamental.value_or(spectrum.peaks[0].frequency));
  return text;
}

std::string SpectrumJson(const Spectrum& spectrum, const SpectrumRequest& request) {
  nlohmann::ordered_json json;
  json["signal"] = request.signal;
  json["points"] = spectrum.points;
  json["sample"] = spectrum.sample;
  json["start"] = spectrum.start;
  json["mean"] = spectrum.mean;
  nlohmann::ordered_json peaks = nlohmann::ordered_json::array();
  for (const Peak& peak : spectrum.peaks)
    peaks.push_back({{"frequency", peak.frequency}, {"amplitude", peak.amplitude}, {"phase", peak.phase}});
  json["peaks"] = std::move(peaks);
  if (spectrum.distortion) json["distortion"] = *spectrum.distortion;
  json["frequency"] = spectrum.frequency;
  json["amplitude"] = spectrum.amplitude;
  json["phase"] = spectrum.phase;
  return json.dump(1) + "\n";
}

}  // namespace mica::study
