// mica_ways: reads models from the standard input, one JSON object a line {"text", "stop", "share", "shares"}, and
// answers each with a line of JSON: how its ways compare (ways.h). generated_models.py makes the models.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "ways.h"

namespace {

nlohmann::json Answer(const nlohmann::json& asked) {
  using namespace mica::fuzz;
  Comparison comparison = CompareWays(
      {asked["text"], asked["stop"], asked.value("share", std::size_t{0}), asked.value("shares", std::size_t{1})});
  nlohmann::json answer = {{"valid", comparison.is_valid}, {"message", comparison.message},
                           {"ways", comparison.ways},      {"variables", comparison.variables},
                           {"points", comparison.points},  {"events", comparison.events}};
  auto& list = answer["disagreements"] = nlohmann::json::array();
  for (const Disagreement& each : comparison.disagreements)
    list.push_back({{"way", each.way},
                    {"what", each.what},
                    {"variable", each.variable},
                    {"time", each.time},
                    {"value", each.value},
                    {"expected", each.expected},
                    {"difference", each.difference},
                    {"allowed", each.allowed},
                    {"message", each.message}});
  return answer;
}

}  // namespace

int main() {
  // What models print goes to the standard error.
  std::FILE* out = fdopen(dup(STDOUT_FILENO), "w");
  if (!out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 2;
  for (std::string line; std::getline(std::cin, line);) {
    std::string text =
        Answer(nlohmann::json::parse(line)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::fprintf(out, "%s\n", text.c_str());
    std::fflush(out);
  }
  return 0;
}
