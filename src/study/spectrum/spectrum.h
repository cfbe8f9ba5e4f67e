// Study stage: the spectrum of a signal of a result, by the fast Fourier transform (FFTW).
//
// The signal is read at N equally spaced times, linear between its rows; its mean may be left out, and a window weighs
// it. Amplitudes are those of the sines that it is made of: 2 |X(k)| / sum(w) for 0 < k < N/2, half of that at both
// ends. Phases are those of cosines from the first sample. Frequencies are k / (N h).
// Harmonic distortion: root of the sum of squares of the amplitudes at 2, 3, … times the fundamental, over that of the
// fundamental, each the root of the sum of squares of its peak's bins, divided by the window's gain of noise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "result/trajectory.h"

namespace mica::study {

enum class Window : std::uint8_t { kRectangle, kHann, kHamming, kBlackman, kFlatTop };
// E9530: there is no such window.
std::optional<Window> FindWindow(std::string_view name, DiagnosticSink& sink);
std::vector<std::string_view> WindowNames();

struct SpectrumRequest {
  std::string signal;
  std::optional<double> sample;       // interval of the samples, s; absent: the shortest that most rows have
  std::optional<double> from, to;     // part of the result; absent: all of it
  std::optional<std::size_t> points;  // as many samples from the start; absent: all that fit
  Window window = Window::kRectangle;
  bool keeps_mean = false;
  std::optional<double> fundamental;  // Hz, of the distortion; absent: the largest peak
  std::size_t harmonics = 10;
};

struct Peak {
  double frequency = 0, amplitude = 0, phase = 0;  // Hz; unit of the signal; rad
};

struct Spectrum {
  double sample = 0, start = 0;
  std::size_t points = 0;
  std::vector<double> frequency, amplitude, phase;
  std::vector<Peak> peaks;           // local maxima, largest first; in bins
  std::optional<double> distortion;  // where there is a fundamental with a second harmonic below half the sampling rate
  double mean = 0;                   // that was left out
};

// E9531: no such signal; E9532: a part or an interval that leaves fewer than kLeastSamples samples.
std::optional<Spectrum> MakeSpectrum(const Trajectory& result, const SpectrumRequest& request, DiagnosticSink& sink);
inline constexpr std::size_t kLeastSamples = 8;

std::string SpectrumText(const Spectrum& spectrum, const SpectrumRequest& request, const std::string& unit);
std::string SpectrumJson(const Spectrum& spectrum, const SpectrumRequest& request);

}  // namespace mica::study
