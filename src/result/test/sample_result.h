// A small result for the tests of writers and readers: parameters, constants, continuous and discrete signals, aliases
// of both signs, an event with two rows, names that need quoting, a value that is no number.
#pragma once

#include <limits>
#include <vector>

#include "result/memory_writer.h"
#include "result/result_writer.h"

namespace mica {

struct SampleResult {
  SignalTable signals;
  std::vector<double> constants{0.1, 9.81};
  std::vector<double> times{0, 0.5, 0.5, 1};
  std::vector<std::vector<double>> rows{{1, 0}, {1.0 / 3, 0}, {-1.5, 1}, {0, 1}};

  SampleResult() {
    signals.Add({.name = "p",
                 .description = "A parameter",
                 .unit = "K",
                 .display_unit = "degC",
                 .kind = SignalKind::kParameter});
    SignalId x = signals.Add({.name = "x", .description = "Position", .unit = "m"});
    signals.Add({.name = "g", .unit = "m/s2", .kind = SignalKind::kConstant});
    SignalId on = signals.Add({.name = "on", .kind = SignalKind::kDiscrete, .type = SignalType::kBoolean});
    signals.AddAlias({.name = "a[1,2]", .description = "Minus the position", .unit = "m"}, x, true);
    signals.AddAlias({.name = "sub.on"}, on);
  }

  bool WriteTo(ResultWriter& writer) const {
    if (!writer.Begin(signals, constants, 0, 1)) return false;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (!writer.Append(times[i], rows[i])) return false;
    return writer.Finish();
  }
};

}  // namespace mica
