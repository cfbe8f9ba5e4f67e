// Study stage: measures. A measure is an expression over the signals of a run that gives one number:
//
//   max(x)  final(a.y) - initial(a.y)  integral((s - r)^2)  settle(y, 2 %)  at(x, 0.5)  max(abs(e))/mean(u)
//
// Arithmetic (+ - * / ^), relations (< <= > >= == !=, 1 where they hold), and the functions abs, sqrt, exp, log, log10,
// sin, cos, tan, atan, sign, min(a, b), max(a, b), if(c, a, b) work row by row. Reductions over the run: final,
// initial, max, min, mean, integral, rms, std, peak (largest magnitude), range, argmax, argmin (times), at(x, t),
// settle(x, band
// [, target]), overshoot(x [, target]), rise(x), crossing(x, level), duration(c). A name alone is its value at the end.
// `settle` and `overshoot` are relative to the height of the step, |target - initial|, with the final value as the
// target where none is given. What is not defined (a run that never settles) is not a number.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "study/measure/samples.h"

namespace mica::study {

class Measure {
 public:
  Measure(Measure&&) noexcept;
  Measure& operator=(Measure&&) noexcept;
  ~Measure();

  // E9501, with the place in the text: not a measure. Names of signals are added to `names`, where they are not yet;
  // the columns of the samples to be measured come in that order. Name `time` is the time itself and needs no column.
  static std::optional<Measure> Parse(std::string_view text, std::vector<std::string>& names, DiagnosticSink& sink);

  const std::string& text() const { return text_; }
  double Evaluate(const Samples& samples) const;

  struct Node;

 private:
  Measure(std::string text, std::unique_ptr<Node> root);

  std::string text_;
  std::unique_ptr<Node> root_;
};

}  // namespace mica::study
