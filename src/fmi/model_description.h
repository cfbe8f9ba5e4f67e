// FMI: modelDescription.xml of an FMU, versions 2.0.5 (section 2.2) and 3.0.2 (section 2.4).
#pragma once

#include <string>

#include "flat/model.h"
#include "fmi/fmu_variables.h"
#include "run/experiment.h"

namespace mica::fmi {

struct DescriptionRequest {
  run::Instance& instance;
  const FmuVariables& variables;
  const run::RunPlan& plan;
  const std::vector<double>& reals;         // parameters and start values
  const std::vector<std::string>& strings;  // likewise, by slot
  std::vector<std::string> quantities;      // by scalar; empty: none
  std::string identifier, token, description, tool;
  int version = 3;
  bool has_model_exchange = true, has_cosimulation = true, has_foreign_state = false;
};

std::string DescribeModel(const DescriptionRequest& request);

}  // namespace mica::fmi
