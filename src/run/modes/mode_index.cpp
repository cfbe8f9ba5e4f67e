#include "run/modes/mode_index.h"

#include <fmt/format.h>
#include <algorithm>
#include <sstream>

#include "run/table_view.h"

namespace mica::run {

namespace {

constexpr const char* kHeading = "modes 1";
constexpr std::size_t kMostModes = 10'000;

template <class Number>
bool ReadList(std::istream& in, std::vector<Number>& list, std::size_t most) {
  std::size_t count = 0;
  if (!(in >> count) || count > most) return false;
  list.resize(count);
  for (Number& each : list)
    if (!(in >> each)) return false;
  return true;
}

}  // namespace

std::string ModeKey(const MicaModelTable& t) {
  std::string key =
      std::string(Text(t, t.name)) + ((t.flags & MICA_MODEL_HAS_STAGE) == 0 ? "" : "\nfor an implicit method");
  for (std::uint32_t is_implicit : List(t, t.implicit_states)) key += is_implicit != 0 ? 'i' : 'e';
  for (const MicaModeVariable& variable : std::span(t.mode_variables, t.mode_variables_count))
    key += fmt::format("\n{}", Text(t, variable.text));
  return key;
}

ModeIndex::ModeIndex(std::string directory, const std::string& key, std::size_t width)
    : kept_(std::move(directory), ".modes"), key_(KeptFiles::Digest(key)), width_(width) {
  Load(kept_.Find(key_).value_or(""));
}

void ModeIndex::Load(const std::string& text) {
  std::istringstream file(text);
  std::string line;
  if (!std::getline(file, line) || line != kHeading) return;
  while (std::getline(file, line) && modes_.size() < kMostModes) {
    std::istringstream in(line);
    RememberedMode mode;
    int code = 0;
    constexpr std::size_t kMostSystems = 1000;
    if (!ReadList(in, mode.values, width_) || mode.values.size() != width_ ||
        !(in >> mode.steps >> mode.visits >> code) || code < 0 || code > 3 ||
        !ReadList(in, mode.linear, kMostSystems) || !ReadList(in, mode.nonlinear, kMostSystems)) {
      modes_.clear();
      return;
    }
    mode.code = static_cast<ModeCodeState>(code);
    modes_.push_back(std::move(mode));
  }
}

void ModeIndex::Add(const RememberedMode& mode) {
  auto found = std::find_if(modes_.begin(), modes_.end(),
                            [&](const RememberedMode& known) { return known.values == mode.values; });
  if (found == modes_.end()) {
    if (modes_.size() < kMostModes) modes_.push_back(mode);
    return;
  }
  found->steps += mode.steps;
  found->visits += mode.visits;
  if (mode.code != ModeCodeState::kReady && mode.code != ModeCodeState::kRefused) return;
  found->code = mode.code;
  found->linear = mode.linear;
  found->nonlinear = mode.nonlinear;
}

void ModeIndex::Save() const {
  if (modes_.empty()) return;
  std::vector<const RememberedMode*> order;
  for (const RememberedMode& mode : modes_) order.push_back(&mode);
  std::stable_sort(order.begin(), order.end(),
                   [](const RememberedMode* a, const RememberedMode* b) { return a->steps > b->steps; });
  std::ostringstream text;
  text << kHeading << '\n';
  for (const RememberedMode* mode : order) {
    text << mode->values.size();
    for (std::int32_t value : mode->values) text << ' ' << value;
    text << ' ' << mode->steps << ' ' << mode->visits << ' ' << static_cast<int>(mode->code);
    for (const auto* sizes : {&mode->linear, &mode->nonlinear}) {
      text << ' ' << sizes->size();
      for (std::int64_t size : *sizes) text << ' ' << size;
    }
    text << '\n';
  }
  kept_.Put(key_, text.str());
}

}  // namespace mica::run
