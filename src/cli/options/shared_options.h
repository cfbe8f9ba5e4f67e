// Options that several commands take, each in one place.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/arguments.h"

namespace mica::cli {

template <class Number>
CLI::Option* AddNumber(CLI::App& app, const std::string& name, std::optional<Number>& into,
                       const std::string& description, const char* type) {
  return app.add_option_function<Number>(
                name, [&into](const Number& value) { into = value; }, description)
      ->type_name(type);
}

// The class, and where it is.
void AddModel(CLI::App& app, Arguments& a);
void AddLibraries(CLI::App& app, Arguments& a);
// A library and its version, in one word or two.
void AddVersions(CLI::App& app, const std::string& name, std::vector<std::pair<std::string, std::string>>& into,
                 const char* description);
void AddStrictness(CLI::App& app, Arguments& a);
void AddStatistics(CLI::App& app, Arguments& a);
void AddJobs(CLI::App& app, Arguments& a);

// Values of parameters, inputs and start values.
void AddValues(CLI::App& app, Arguments& a);
void AddStartTime(CLI::App& app, Arguments& a);
// From when to when, and how exactly.
void AddTimes(CLI::App& app, Arguments& a);
// Times, and the rows of the result.
void AddOutputGrid(CLI::App& app, Arguments& a);
void AddInput(CLI::App& app, Arguments& a);
// What a plan is made from (session/plan.h).
void AddExperiment(CLI::App& app, Arguments& a);
// States of a mixed method, by name.
void AddPartition(CLI::App& app, Arguments& a);
// What a step of a method for real time may cost.
void AddBounds(CLI::App& app, Arguments& a);

// Of methods: their names, separated by commas.
std::string MethodNames();

}  // namespace mica::cli
