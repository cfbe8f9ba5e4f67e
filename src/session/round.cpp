#include "session/round.h"

#include <fmt/format.h>

#include "base/check.h"

namespace mica {

namespace {

std::string_view StartText(Round::Start start) {
  switch (start) {
    case Round::Start::kInstances:
      return "from the instances";
    case Round::Start::kBlocks:
      return "from the sorted equations";
    case Round::Start::kCode:
      return "from the code";
  }
  FailCheck("a round without a start");
}

// 'a, b and 3 more'
std::string AboutText(const Round& round) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < round.about.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + round.about[i];
  if (round.about.size() > kShown) text += fmt::format(" and {} more", round.about.size() - kShown);
  return text;
}

std::string ReasonText(const Round& round) {
  std::string about = AboutText(round);
  bool is_one = round.about.size() == 1;
  switch (round.reason) {
    case Round::Reason::kFirst:
      return "nothing was there";
    case Round::Reason::kKept:
      return "an earlier run kept the unchanged model";
    case Round::Reason::kOtherRequest:
      return "the request before this one needs the model otherwise";
    case Round::Reason::kElements:
      return fmt::format("elements of {} differ, so they are instantiated apart", about);
    case Round::Reason::kStructuralValues:
      if (round.about.empty()) return "values of the request before this one were part of the structure";
      return fmt::format("{} {} part of the structure", about, is_one ? "is" : "are");
    case Round::Reason::kDecidingValues:
      return fmt::format("{} change{} what sorting decided by {}", about, is_one ? "s" : "",
                         is_one ? "its value" : "their values");
    case Round::Reason::kImplicitStates:
      return round.about.empty() ? "a trial run shows that no state must be implicit"
                                 : fmt::format("a trial run shows which states are implicit: {}", about);
    case Round::Reason::kInitialization:
      return fmt::format("initialization failed, so it is iterated on {} too", about);
  }
  FailCheck("a round without a reason");
}

}  // namespace

std::string RoundText(const Round& round) { return fmt::format("{}: {}", StartText(round.start), ReasonText(round)); }

}  // namespace mica
