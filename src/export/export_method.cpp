#include "export/export_method.h"

#include <fmt/format.h>

#include "run/integrators/state_pattern.h"

namespace mica {

ExportedMethod::ExportedMethod(run::Instance& instance, const run::RunPlan& plan) : instance_(instance) {
  using run::BoundedMethod;
  using run::MethodId;
  switch (plan.method->id) {
    case MethodId::kInlineEuler:
      method_ = BoundedMethod::kEuler;
      break;
    case MethodId::kInlineImplicitEuler:
      method_ = BoundedMethod::kImplicitEuler;
      break;
    case MethodId::kInlineRk2:
      method_ = BoundedMethod::kRungeKutta2;
      break;
    case MethodId::kInlineRk3:
      method_ = BoundedMethod::kRungeKutta3;
      break;
    case MethodId::kInlineRk4:
      method_ = BoundedMethod::kRungeKutta4;
      break;
    case MethodId::kInlineMixed:
      method_ = BoundedMethod::kMixedEuler;
      break;
    case MethodId::kInlineRos2:
      method_ = BoundedMethod::kRosenbrock2;
      break;
    case MethodId::kInlineRos3:
      method_ = BoundedMethod::kRosenbrock3;
      break;
    default:
      break;
  }
}

void ExportedMethod::Write(CLists& lists, MicaStepModel& counted) {
  const MicaModelTable& t = instance_.table();
  std::span<const std::uint32_t> bases = run::List(t, t.base_slots), slopes = run::List(t, t.slope_slots);
  if (method_->kind == MICA_STEP_MIXED)
    lists.Numbers("const uint8_t", "is_explicit", bases.size(),
                  [&](std::size_t i) { return bases[i] == instance_.state_slots()[i] ? "1" : "0"; });
  if (method_->kind != MICA_STEP_ROSENBROCK) return;
  std::optional<graph::CompressedRows> pattern;
  if (t.linearisation == MICA_NONE) pattern = run::OdePattern(t);
  rosenbrock_.emplace(instance_.state_slots().size(), !slopes.empty(), pattern ? &*pattern : nullptr);
  raw_rosenbrock_ = rosenbrock_->raw();
  counted.rosenbrock = &raw_rosenbrock_;
  if (!slopes.empty()) lists.Slots("slope_slots", slopes);
  WriteRosenbrock(lists);
}

void ExportedMethod::WriteRosenbrock(CLists& lists) {
  const MicaRosenbrockShape& raw = raw_rosenbrock_;
  if (!rosenbrock_->jacobian) {
    lists.text +=
        fmt::format("static const MicaRosenbrockShape rosenbrock = {{.states = {}, .has_tangent = 1}};\n", raw.states);
    return;
  }
  const run::SlopePattern& j = *rosenbrock_->jacobian;
  const run::MatrixShape& matrix = rosenbrock_->matrix;
  auto number = [](auto value) { return std::to_string(value); };
  auto list = [&](const std::string& name, std::span<const std::uint32_t> values) {
    lists.Slots("rosenbrock_" + name, values);
    return "rosenbrock_" + name;
  };
  std::string differences =
      Braces({number(raw.jacobian.size), number(raw.jacobian.entries), number(raw.jacobian.colors),
              list("rows", j.entry_row), list("columns", j.entry_column), list("color_begin", j.color_begin),
              list("color_column", j.color_column), list("entry_begin", j.entry_begin), list("entry", j.entry)});
  std::string row_begin = list("row_begin", j.row_begin);
  std::string shape = Braces({number(raw.matrix.size), number(raw.matrix.extended), number(raw.matrix.entries),
                              list("matrix_rows", matrix.rows), list("matrix_columns", matrix.columns),
                              matrix.order.empty() ? "0" : list("order", matrix.order), number(raw.matrix.lower_room),
                              number(raw.matrix.upper_room), number(raw.matrix.may_be_singular)});
  lists.text += fmt::format("static const MicaRosenbrockShape rosenbrock = {};\n",
                            Braces({number(raw.states), "0", differences, row_begin, shape}));
}

std::string ExportedMethod::Fields() const {
  constexpr const char* kNames[] = {"MICA_STEP_EXPLICIT", "MICA_STEP_IMPLICIT", "MICA_STEP_MIXED",
                                    "MICA_STEP_ROSENBROCK"};
  return fmt::format("{}, {}, {}, {}, {}", kNames[method_->kind], method_->stages,
                     method_->kind == MICA_STEP_MIXED ? "is_explicit" : "0", rosenbrock_ ? "&rosenbrock" : "0",
                     rosenbrock_ && !rosenbrock_->jacobian ? "slope_slots" : "0");
}

}  // namespace mica
