#include "export/export_histories.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "code/print_c.h"

namespace mica {

ExportedHistories::ExportedHistories(run::Instance& instance, const run::RunPlan& plan) : instance_(instance) {
  FindRooms(plan);
}

// Each step adds a point, and each event up to two: twice the steps of the longest delay, and some.
void ExportedHistories::FindRooms(const run::RunPlan& plan) {
  constexpr double kSome = 64;
  std::uint32_t count = instance_.table().delay_count;
  std::vector<double> values(3 * std::size_t{count});
  bool is_known = instance_.Delays(values) == run::Status::kOk;
  for (std::size_t i = 0; i < count; ++i) {
    double points = 2 * std::ceil(std::max(values[3 * i + 1], values[3 * i + 2]) / plan.step) + kSome;
    rooms_.push_back(is_known && points >= kSome && points <= kMostDelayPoints ? static_cast<std::uint32_t>(points)
                                                                               : 0);
  }
}

bool ExportedHistories::fits() const { return std::ranges::find(rooms_, 0u) == rooms_.end(); }

void ExportedHistories::WriteDelays(CLists& lists) {
  const MicaDelays& now = instance_.delays().raw();
  std::vector<std::string> delays, points;
  std::vector<double> jumps;
  for (std::uint32_t i = 0; i < now.count; ++i) {
    MicaDelay d = now.delays[i];
    for (std::uint32_t k = 0; k < d.count; ++k) {
      const MicaDelayPoint& point = d.points[(d.first + k) % d.room];
      points.push_back(
          fmt::format("{{{}, {}, {}}}", code::CReal(point.time), code::CReal(point.value), point.is_break));
    }
    for (std::uint32_t k = 0; k < d.jump_count; ++k) jumps.push_back(d.jumps[(d.jump_first + k) % d.jump_room]);
    d.room = d.jump_room = rooms_[i] + d.count;
    delays.push_back(fmt::format("{{0, 0, 0, {}, {}, 0, {}, {}, {}, {}, {}, {}}}", d.count, d.room, d.jump_count,
                                 d.jump_room, code::CReal(d.scale), code::CReal(d.delay), code::CReal(d.delay_slope),
                                 code::CReal(d.delay_time)));
    delays_.push_back(d);
  }
  lists.Items("const MicaDelay", "start_delays", delays, "{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}");
  lists.Items("const MicaDelayPoint", "delay_points", points, "{0, 0, 0}");
  lists.Reals("delay_jumps", jumps);
}

// How many points a line has depends on how slowly it moves: there is room for many.
void ExportedHistories::WriteLines(CLists& lists) {
  constexpr std::uint32_t kRoom = 4096;
  std::vector<std::string> lines;
  std::vector<double> values;
  for (MicaDistribution d : instance_.distributions().raw()) {
    d.room = kRoom + d.count;
    lines.push_back(fmt::format("{{0, 0, 0, {}, {}, 0, {}}}", d.count, d.room, code::CReal(d.x)));
    for (const double* part : {d.at, d.value}) values.insert(values.end(), part + d.first, part + d.first + d.count);
    lines_.push_back(d);
  }
  lists.Items("const MicaDistribution", "start_distributions", lines, "{0, 0, 0, 0, 0, 0, 0}");
  lists.Reals("distribution_values", values);
  lists.Slots("distribution_points", run::List(instance_.table(), instance_.table().distribution_points));
}

void ExportedHistories::WriteSets(CLists& lists) {
  const MicaModelTable& t = instance_.table();
  std::vector<std::string> sets;
  for (std::uint32_t i = 0; i < t.state_sets_count; ++i) {
    const run::SelectionShape& shape = shapes_.emplace_back(t, t.state_sets[i]);
    std::string own = fmt::format("set{}_", i);
    auto slots = [&](const std::string& name, std::span<const std::uint32_t> values) {
      lists.Slots(own + name, values);
      return own + name;
    };
    lists.Reals(own + "signs", shape.signs);
    lists.Numbers("const int32_t", own + "kind", shape.kind.size(),
                  [&](std::size_t k) { return std::to_string(shape.kind[k]); });
    lists.Numbers("const uint8_t", own + "starts", shape.starts_as_state.size(),
                  [&](std::size_t k) { return std::to_string(shape.starts_as_state[k]); });
    std::vector<std::string> terms;
    for (const MicaSelectionTerm& term : shape.terms)
      terms.push_back(fmt::format("{{{}, {}, {}u}}", code::CReal(term.number), term.column, term.slot));
    lists.Items("const MicaSelectionTerm", own + "terms", terms, "{0, 0, 0}");
    sets_.push_back(shape.raw());
    sets.push_back(
        Braces({std::to_string(shape.slots.size()), std::to_string(shape.forced), std::to_string(shape.eliminated),
                std::to_string(shape.constraints), slots("slots", shape.slots), own + "signs", own + "kind",
                own + "starts", slots("places", shape.places), slots("choice", shape.choice),
                slots("row_begin", shape.row_begin), own + "terms"}));
  }
  if (!sets.empty()) lists.Items("const MicaSelectionSet", "state_sets", sets, "");
}

void ExportedHistories::Write(CLists& lists, MicaStepModel& counted) {
  WriteDelays(lists);
  WriteLines(lists);
  WriteSets(lists);
  counted.delays = delays_.data();
  counted.distributions = lines_.data();
  counted.distribution_points = run::List(instance_.table(), instance_.table().distribution_points).data();
  counted.sets = sets_.data();
  counted.set_count = static_cast<std::uint32_t>(sets_.size());
}

std::string ExportedHistories::Fields() const {
  return fmt::format(
      "start_delays, delay_points, delay_jumps, {}, start_distributions, distribution_values, distribution_points, {}, "
      "{}",
      code::CReal(instance_.delays().raw().restart_time), sets_.size(), sets_.empty() ? "0" : "state_sets");
}

}  // namespace mica
