// What the method of an exported model must know of the model (runtime/step/bounded_step.h, runtime/step/rosenbrock.h).
#pragma once

#include <optional>

#include "export/c_lists.h"
#include "run/experiment.h"
#include "run/integrators/bounded_step_integrator.h"
#include "runtime/step/fixed_step.h"

namespace mica {

class ExportedMethod {
 public:
  ExportedMethod(run::Instance& instance, const run::RunPlan& plan);

  // False: the runtime has no such method.
  bool is_known() const { return method_.has_value(); }
  // Arrays of the model, and what sizes of memory depend on, which leads into this.
  void Write(CLists& lists, MicaStepModel& counted);
  // Of MicaStepModel, from `method` to `slope_slots`.
  std::string Fields() const;

 private:
  void WriteRosenbrock(CLists& lists);

  run::Instance& instance_;
  std::optional<run::BoundedMethod> method_;
  std::optional<run::RosenbrockShape> rosenbrock_;
  MicaRosenbrockShape raw_rosenbrock_{};
};

}  // namespace mica
