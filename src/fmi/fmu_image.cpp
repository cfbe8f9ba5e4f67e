#include "fmi/fmu_image.h"

#include <fmt/format.h>

#include <cstddef>
#include <deque>
#include <optional>

#include "fmi/image_builder.h"
#include "graph/compressed_rows.h"
#include "run/integrators/bounded_step_integrator.h"
#include "run/integrators/rosenbrock_shape.h"
#include "run/integrators/state_pattern.h"
#include "run/systems/mixed_system.h"
#include "run/systems/solver_shape.h"
#include "run/systems/state_selection.h"

extern "C" {
#include "runtime/fmu/fmu.h"
}

namespace mica::fmi {

namespace {

std::optional<run::BoundedMethod> MethodOf(const run::RunPlan& plan) {
  using run::BoundedMethod;
  using run::MethodId;
  switch (plan.method->id) {
    case MethodId::kInlineEuler:
      return BoundedMethod::kEuler;
    case MethodId::kInlineImplicitEuler:
      return BoundedMethod::kImplicitEuler;
    case MethodId::kInlineRk2:
      return BoundedMethod::kRungeKutta2;
    case MethodId::kInlineRk3:
      return BoundedMethod::kRungeKutta3;
    case MethodId::kInlineRk4:
      return BoundedMethod::kRungeKutta4;
    default:
      return std::nullopt;
  }
}

class Maker {
 public:
  explicit Maker(const FmuImageRequest& request)
      : r_(request), instance_(request.instance), t_(request.instance.table()) {}

  code::DataImage Run() {
    MicaFmuModel model{};
    model.tolerance = r_.plan.tolerance;
    model.has_foreign_state = r_.has_foreign_state ? 1 : 0;
    model.method = r_.plan.method->id == run::MethodId::kCvode ? MICA_FMU_CVODE : MICA_FMU_FIXED_STEP;
    std::size_t at = image_.AddOne(model);  // the first: the image has its name
    image_.Point(at + offsetof(MicaFmuModel, token), image_.AddText(r_.token));
    image_.Point(at + offsetof(MicaFmuModel, step), StepModel());
    image_.Point(at + offsetof(MicaFmuModel, table), Table());
    image_.Point(at + offsetof(MicaFmuModel, reals), image_.Add(r_.reals));
    image_.Point(at + offsetof(MicaFmuModel, pre), image_.Add(r_.pre));
    image_.Point(at + offsetof(MicaFmuModel, setting), image_.Add(r_.variables.setting));
    image_.Point(at + offsetof(MicaFmuModel, needs), image_.Add(r_.variables.needs));
    if (t_.states.count > 0) image_.Point(at + offsetof(MicaFmuModel, newton), Newton());
    return image_.image();
  }

 private:
  std::size_t Code() {
    const code::Program& p = r_.program;
    MicaCode code = instance_.code();
    code.systems = nullptr;
    std::size_t at = image_.AddOne(code);
    auto routine = [&](std::size_t field, code::RoutineId id) {
      image_.Null(field);
      if (id.valid()) image_.PointTo(field, code::LinkName(p, id));
    };
    routine(at + offsetof(MicaCode, parameters), p.parameters);
    routine(at + offsetof(MicaCode, attributes), p.attributes);
    routine(at + offsetof(MicaCode, initial), p.initial);
    routine(at + offsetof(MicaCode, derivatives), p.derivatives);
    routine(at + offsetof(MicaCode, stage), p.stage);
    routine(at + offsetof(MicaCode, outputs), p.outputs);
    routine(at + offsetof(MicaCode, event), p.event);
    routine(at + offsetof(MicaCode, crossings), p.crossings);
    routine(at + offsetof(MicaCode, time_events), p.time_events);
    routine(at + offsetof(MicaCode, samplers), p.samplers);
    routine(at + offsetof(MicaCode, delays), p.delays);
    routine(at + offsetof(MicaCode, distributions), p.distributions);
    routine(at + offsetof(MicaCode, destroy), p.destroy);
    std::vector<MicaSystemCode> none(p.systems.size());
    std::size_t systems = image_.Add(none);
    for (std::size_t k = 0; k < p.systems.size(); ++k) {
      std::size_t one = systems + k * sizeof(MicaSystemCode);
      routine(one + offsetof(MicaSystemCode, residual), p.systems[k].residual);
      routine(one + offsetof(MicaSystemCode, jacobian), p.systems[k].jacobian);
      routine(one + offsetof(MicaSystemCode, discrete), p.systems[k].discrete);
    }
    image_.Point(at + offsetof(MicaCode, systems), systems);
    return at;
  }

  std::size_t Table() {
    MicaModelTable table = t_;
    std::size_t at = image_.AddOne(table);
#define MICA_TABLE_LIST(type, name) \
  image_.Point(at + offsetof(MicaModelTable, name), image_.Add(std::span<const type>(t_.name, t_.name##_count)));
    MICA_TABLE_ARRAYS(MICA_TABLE_LIST)
#undef MICA_TABLE_LIST
    return at;
  }

  void Matrix(std::size_t at, const run::MatrixShape& shape) {
    image_.List<std::uint32_t>(at + offsetof(MicaLinearShape, rows), shape.rows);
    image_.List<std::uint32_t>(at + offsetof(MicaLinearShape, columns), shape.columns);
    image_.List<std::uint32_t>(at + offsetof(MicaLinearShape, order), shape.order);
  }

  std::size_t Newton() {
    std::optional<graph::CompressedRows> pattern = run::OdePattern(t_);
    run::RosenbrockShape shape(t_.states.count, false, pattern ? &*pattern : nullptr);
    MicaRosenbrockShape raw = shape.raw();
    std::size_t at = image_.AddOne(raw), j = at + offsetof(MicaRosenbrockShape, jacobian);
    const run::SlopePattern& p = *shape.jacobian;
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, rows), p.entry_row);
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, columns), p.entry_column);
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, color_begin), p.color_begin);
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, color_column), p.color_column);
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, entry_begin), p.entry_begin);
    image_.List<std::uint32_t>(j + offsetof(MicaDifferences, entry), p.entry);
    image_.List<std::uint32_t>(at + offsetof(MicaRosenbrockShape, row_begin), p.row_begin);
    Matrix(at + offsetof(MicaRosenbrockShape, matrix), shape.matrix);
    return at;
  }

  std::size_t Systems() {
    std::vector<MicaStepSystem> systems;
    std::deque<run::SolverShape> shapes;
    std::deque<run::MixedShape> mixed;
    for (std::uint32_t k = 0; k < t_.systems_count; ++k) {
      bool is_used = k != t_.linearisation;
      shapes.push_back(is_used ? run::DescribeSolver(t_, k) : run::SolverShape());
      mixed.push_back(is_used ? run::DescribeMixed(instance_, k) : run::MixedShape());
      systems.push_back({is_used ? 1 : 0, shapes.back().raw(), mixed.back().raw(), nullptr});
    }
    std::size_t first = image_.Add(systems);
    for (std::uint32_t k = 0; k < t_.systems_count; ++k) {
      std::size_t at = first + k * sizeof(MicaStepSystem), s = at + offsetof(MicaStepSystem, shape),
                  m = at + offsetof(MicaStepSystem, mixed);
      const run::SolverShape& shape = shapes[k];
      Matrix(s + offsetof(MicaSolverShape, matrix), shape.matrix);
      image_.List(s + offsetof(MicaSolverShape, unknowns), shape.unknowns);
      image_.List<std::uint32_t>(s + offsetof(MicaSolverShape, color_begin), shape.color_begin);
      image_.List<std::uint32_t>(s + offsetof(MicaSolverShape, color_column), shape.color_column);
      image_.List(s + offsetof(MicaSolverShape, slopes), shape.slopes.pairs);
      image_.List(s + offsetof(MicaSolverShape, switch_held), shape.switch_held);
      image_.List(s + offsetof(MicaSolverShape, switch_slots), shape.switch_slots);
      image_.List(m + offsetof(MicaMixedShape, held), mixed[k].held);
      image_.List(m + offsetof(MicaMixedShape, discrete), mixed[k].discrete);
      image_.List(m + offsetof(MicaMixedShape, solution), mixed[k].solution);
      image_.List(m + offsetof(MicaMixedShape, unknowns), mixed[k].unknowns);
      image_.List<std::uint32_t>(m + offsetof(MicaMixedShape, inlined), mixed[k].inlined);
      std::span<const double> starts;
      if (systems[k].is_used) starts = instance_.system_host()->starts(k);
      std::vector<double> padded(starts.begin(), starts.end());
      padded.resize(std::max<std::size_t>(padded.size(), shape.unknowns.size()));
      image_.Point(at + offsetof(MicaStepSystem, starts), image_.Add(padded));
    }
    return first;
  }

  std::size_t Sets() {
    std::vector<MicaSelectionSet> sets;
    std::deque<run::SelectionShape> shapes;
    for (std::uint32_t i = 0; i < t_.state_sets_count; ++i)
      sets.push_back(shapes.emplace_back(t_, t_.state_sets[i]).raw());
    std::size_t first = image_.Add(sets);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      std::size_t at = first + i * sizeof(MicaSelectionSet);
      const run::SelectionShape& s = shapes[i];
      image_.Point(at + offsetof(MicaSelectionSet, slots), image_.Add(s.slots));
      image_.Point(at + offsetof(MicaSelectionSet, signs), image_.Add(s.signs));
      image_.Point(at + offsetof(MicaSelectionSet, kind), image_.Add(s.kind));
      image_.Point(at + offsetof(MicaSelectionSet, starts_as_state), image_.Add(s.starts_as_state));
      image_.Point(at + offsetof(MicaSelectionSet, places), image_.Add(s.places));
      image_.Point(at + offsetof(MicaSelectionSet, choice), image_.Add(s.choice));
      image_.Point(at + offsetof(MicaSelectionSet, row_begin), image_.Add(s.row_begin));
      image_.Point(at + offsetof(MicaSelectionSet, terms), image_.Add(s.terms));
    }
    return first;
  }

  // Histories begin empty, and grow.
  std::size_t Delays() {
    constexpr std::uint32_t kRoom = 64, kJumps = 8;
    std::vector<MicaDelay> delays(t_.delay_count);
    for (MicaDelay& d : delays) {
      d.room = kRoom;
      d.jump_room = kJumps;
    }
    return image_.Add(delays);
  }
  std::size_t Distributions() {
    constexpr std::uint32_t kRoom = 8192;
    std::vector<MicaDistribution> lines(t_.distribution_points.count);
    for (MicaDistribution& d : lines) d.room = kRoom;
    return image_.Add(lines);
  }

  void Relations(std::size_t at) {
    std::vector<std::uint32_t> crossing_held, sides, scales;
    std::vector<std::uint8_t> is_side;
    std::vector<std::int32_t> true_sides;
    for (std::uint32_t h = 0; h < t_.relations_count; ++h) {
      const MicaRelation& relation = t_.relations[h];
      for (std::uint32_t k = 0; k < relation.crossings.count; ++k) {
        crossing_held.push_back(h);
        is_side.push_back(relation.crossings.count == 1 ? 1 : 0);
        true_sides.push_back(relation.true_side);
      }
      scales.push_back(relation.scale);
      sides.push_back(relation.left);
      sides.push_back(relation.right);
    }
    image_.Point(at + offsetof(MicaStepModel, crossing_held), image_.Add(crossing_held));
    image_.Point(at + offsetof(MicaStepModel, crossing_is_side), image_.Add(is_side));
    image_.Point(at + offsetof(MicaStepModel, true_sides), image_.Add(true_sides));
    image_.Point(at + offsetof(MicaStepModel, side_nodes), image_.Add(sides));
    image_.Point(at + offsetof(MicaStepModel, scale_nodes), image_.Add(scales));
    MicaModelTable formulas{};
    formulas.nodes_count = t_.nodes_count;
    std::size_t place = image_.AddOne(formulas);
    image_.Point(place + offsetof(MicaModelTable, nodes),
                 image_.Add(std::span<const MicaNode>(t_.nodes, t_.nodes_count)));
    image_.Point(at + offsetof(MicaStepModel, formulas), place);
  }

  void Places(std::size_t at) {
    const MicaPlaces& p = instance_.places();
    auto list = [&](std::size_t field, const std::uint32_t* items, std::uint32_t count) {
      image_.List(at + field, std::span<const std::uint32_t>(items, count));
    };
    list(offsetof(MicaPlaces, states), p.states, p.state_count);
    list(offsetof(MicaPlaces, derivatives), p.derivatives, p.state_count);
    list(offsetof(MicaPlaces, bases), p.bases, p.bases ? p.state_count : 0);
    list(offsetof(MicaPlaces, discrete), p.discrete, p.discrete_count);
    list(offsetof(MicaPlaces, discrete_strings), p.discrete_strings, p.discrete_string_count);
    list(offsetof(MicaPlaces, inlined), p.inlined, p.inlined_count);
  }

  std::size_t Texts(const std::vector<std::string>& texts) {
    std::vector<const char*> none(texts.size());
    std::size_t first = image_.Add(none);
    for (std::size_t i = 0; i < texts.size(); ++i) image_.Point(first + i * sizeof(char*), image_.AddText(texts[i]));
    return first;
  }

  std::vector<std::string> Sites() const {
    std::vector<std::string> sites;
    for (const code::Site& site : r_.program.sites) {
      std::string path;
      for (const flat::PathPart& part : site.origin.component)
        path += fmt::format("{}{}", path.empty() ? "" : ".", r_.store.names.text(part.name));
      sites.push_back((path.empty() ? "" : fmt::format("component {}: ", path)) + site.text.substr(0, 200));
    }
    return sites;
  }

  std::size_t StepModel() {
    const run::RunPlan& plan = r_.plan;
    MicaStepModel model{};
    std::size_t reals = instance_.reals().size();
    model.places = instance_.places();
    if (std::optional<run::BoundedMethod> method = MethodOf(plan)) {
      model.method = method->kind;
      model.stages = method->stages;
    }
    constexpr int kMostNewton = 200;  // of one solution, all attempts together: then the step is too long
    model.start = plan.start;
    model.stop = plan.stop;
    model.step = plan.step > 0 ? plan.step : plan.interval;
    model.look_ahead = MICA_HANDLER_LOOK_AHEAD * (plan.stop > plan.start ? plan.stop - plan.start : 1);
    model.max_newton = kMostNewton;
    model.max_passes = MICA_EVENT_MOST_PASSES;
    model.max_modes = plan.limits.mode_trials;
    model.newton_tolerance = plan.limits.newton_tolerance;
    model.set_count = t_.state_sets_count;
    std::vector<std::string> sites = Sites();
    model.site_count = static_cast<std::uint32_t>(sites.size());
    model.delay_restart_time = plan.start;
    std::size_t at = image_.AddOne(model);
    auto point = [&](std::size_t field, std::size_t place) { image_.Point(at + field, place); };
    auto values = [&](std::span<const double> items) {
      Check(items.size() == reals, "values of all variables");
      return image_.Add(items);
    };
    point(offsetof(MicaStepModel, name), image_.AddText(run::Text(t_, t_.name)));
    point(offsetof(MicaStepModel, code), Code());
    Places(at + offsetof(MicaStepModel, places));
    point(offsetof(MicaStepModel, reals), values(instance_.reals()));
    point(offsetof(MicaStepModel, pre), values(instance_.pre()));
    point(offsetof(MicaStepModel, held), image_.Add(std::span<const double>(instance_.held())));
    point(offsetof(MicaStepModel, nominal), values(instance_.nominal()));
    point(offsetof(MicaStepModel, min), values(instance_.min()));
    point(offsetof(MicaStepModel, max), values(instance_.max()));
    point(offsetof(MicaStepModel, strings), Texts(r_.strings));
    point(offsetof(MicaStepModel, systems), Systems());
    std::vector<MicaTicker> tickers;
    for (const MicaSampler& s : std::span(t_.samplers, t_.samplers_count))
      tickers.push_back({0, 1, s.first, s.step, s.denominator, 0, s.flag, 0});
    point(offsetof(MicaStepModel, samplers), image_.Add(tickers));
    Relations(at);
    point(offsetof(MicaStepModel, delays), Delays());
    point(offsetof(MicaStepModel, distributions), Distributions());
    point(offsetof(MicaStepModel, distribution_points), image_.Add(run::List(t_, t_.distribution_points)));
    point(offsetof(MicaStepModel, sets), Sets());
    point(offsetof(MicaStepModel, sites), Texts(sites));
    return at;
  }

  const FmuImageRequest& r_;
  run::Instance& instance_;
  const MicaModelTable& t_;
  ImageBuilder image_;
};

}  // namespace

bool HasFmuMethod(const run::RunPlan& plan) {
  return plan.method->id == run::MethodId::kCvode || MethodOf(plan).has_value();
}

code::DataImage MakeFmuImage(const FmuImageRequest& request) { return Maker(request).Run(); }

}  // namespace mica::fmi
