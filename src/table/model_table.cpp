#include "table/model_table.h"

#include <algorithm>

#include "expression/text.h"
#include "structure/modes/mode_variables.h"
#include "structure/stage/linearise_dynamics.h"
#include "table/crossing_formulas.h"
#include "table/ode_pattern.h"
#include "table/side_formulas.h"
#include "table/side_scales.h"
#include "table/table_maker.h"

namespace mica::table {

using structure::BlockModel;
using structure::Held;
using structure::Scalar;
using structure::ScalarKind;
using structure::Step;

ModelTable::ModelTable(const BlockModel& model, const Store& store, const flat::Model* flat,
                       std::span<const Site> sites, const TableOptions& options) {
  TableMaker(model, store, flat, *this).Make(sites, options);
}

std::uint32_t TableMaker::NewText(std::string_view text) {
  if (text.empty()) return 0;
  auto place = static_cast<std::uint32_t>(made_.texts_.size());
  made_.texts_.insert(made_.texts_.end(), text.begin(), text.end());
  made_.texts_.push_back('\0');
  return place;
}

std::uint32_t TableMaker::Text(std::string_view text) {
  auto [found, is_new] = texts_.try_emplace(std::string(text), 0);
  if (is_new) found->second = NewText(text);
  return found->second;
}

std::uint32_t TableMaker::Origin(const flat::Origin& origin) {
  std::string path;
  for (const flat::PathPart& part : origin.component) {
    if (!path.empty()) path += '.';
    path += store.names.text(part.name);
  }
  made_.origins_.push_back({origin.span.file.index(), origin.span.begin, origin.span.end, Text(path)});
  return static_cast<std::uint32_t>(made_.origins_.size() - 1);
}

std::uint32_t TableMaker::TypeOf(const Scalar& scalar) const {
  if (!scalar.type.valid()) return MICA_TYPE_NONE;
  switch (store.types.kind(scalar.type)) {
    case TypeKind::kReal:
      return MICA_TYPE_REAL;
    case TypeKind::kInteger:
      return MICA_TYPE_INTEGER;
    case TypeKind::kBoolean:
      return MICA_TYPE_BOOLEAN;
    case TypeKind::kEnumeration:
      return MICA_TYPE_ENUMERATION;
    case TypeKind::kString:
      return MICA_TYPE_STRING;
    default:
      return MICA_TYPE_OTHER;
  }
}

namespace {

class ScalarNames : public ReferenceNames {
 public:
  explicit ScalarNames(const BlockModel& model) : model_(model) {}
  std::string Scalar(ScalarId id) const override {
    return model_.scalars.contains(id) ? model_.scalars[id].name : ReferenceNames::Scalar(id);
  }

 private:
  const BlockModel& model_;
};

std::uint32_t KindOf(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::kConstant:
      return MICA_KIND_CONSTANT;
    case ScalarKind::kParameter:
      return MICA_KIND_PARAMETER;
    case ScalarKind::kInput:
      return MICA_KIND_INPUT;
    case ScalarKind::kState:
      return MICA_KIND_STATE;
    case ScalarKind::kDerivative:
      return MICA_KIND_DERIVATIVE;
    case ScalarKind::kAlgebraic:
      return MICA_KIND_ALGEBRAIC;
    case ScalarKind::kDiscrete:
      return MICA_KIND_DISCRETE;
    case ScalarKind::kTimeFlag:
      return MICA_KIND_TIME_FLAG;
    case ScalarKind::kObject:
      return MICA_KIND_OBJECT;
  }
  return MICA_KIND_ALGEBRAIC;
}

// Of a literal but a String.
bool LiteralValue(const Store& store, Expr e, double& value) {
  switch (store.exprs.op(e)) {
    case Op::kReal:
      value = store.exprs.real(e);
      return true;
    case Op::kInteger:
    case Op::kEnumLiteral:
      value = static_cast<double>(store.exprs.integer(e));
      return true;
    case Op::kBoolean:
      value = store.exprs.boolean(e) ? 1 : 0;
      return true;
    default:
      return false;
  }
}

std::string_view StringLiteral(const Store& store, Expr e) {
  return e.valid() && store.exprs.op(e) == Op::kString ? store.exprs.string(e) : std::string_view();
}

// What the steps compute, in order; a scalar that several steps compute comes several times.
void AddComputed(const BlockModel& model, std::span<const Step> steps, std::vector<ScalarId>& found) {
  auto add = [&](ScalarId id) {
    if (id.valid()) found.push_back(id);
  };
  for (const Step& step : steps) {
    for (const Step::Branch& branch : step.branches) AddComputed(model, branch.steps, found);
    if (step.kind == Step::Kind::kSolve && step.system.valid()) {
      const structure::System& system = model.systems[step.system];
      for (ScalarId unknown : system.unknowns) add(unknown);
      AddComputed(model, system.inner, found);
      AddComputed(model, system.discrete, found);
    }
    if (step.kind != Step::Kind::kReinit)
      for (ScalarId target : step.targets) add(target);
  }
}

}  // namespace

std::string TableMaker::ModelText(Expr e) const {
  if (!e.valid()) return "?";
  constexpr std::size_t kLongest = 200;
  return ExprText(e, store, ScalarNames(model), kLongest);
}

void TableMaker::AddScalar(const Scalar& scalar, ScalarId id, bool is_initial) {
  MicaScalar made{};
  made.name = NewText(scalar.name);
  made.slot = SlotOf(id);
  made.owner = OwnerOf(id).index();
  made.sign = scalar.alias_of.valid() ? scalar.alias_sign : 1;
  made.derivative = scalar.derivative.index();
  made.kind = KindOf(scalar.kind);
  made.type = TypeOf(scalar);
  made.enumeration = MICA_NONE;
  auto flag = [&](bool is_set, std::uint32_t bit) {
    if (is_set) made.flags |= bit;
  };
  flag(scalar.is_hidden, MICA_SCALAR_HIDDEN);
  flag(scalar.fixed, MICA_SCALAR_FIXED);
  flag(scalar.start.valid(), MICA_SCALAR_HAS_START);
  flag(is_initial, MICA_SCALAR_INITIAL);
  if (scalar.value.valid()) {
    made.flags |= MICA_SCALAR_HAS_BINDING;
    bool is_string = made.type == MICA_TYPE_STRING && store.exprs.op(scalar.value) == Op::kString;
    if (is_string) made.text = NewText(store.exprs.string(scalar.value));
    flag(is_string || (made.type != MICA_TYPE_STRING && LiteralValue(store, scalar.value, made.value)),
         MICA_SCALAR_HAS_VALUE);
  }
  if (made.type == MICA_TYPE_ENUMERATION) {
    auto [found, is_new] =
        enumerations_.try_emplace(scalar.type.index(), static_cast<std::uint32_t>(made_.enumerations_.size()));
    if (is_new)
      made_.enumerations_.push_back(Each(store.types.enumeration(scalar.type).literals,
                                         [&](Name literal) { return Text(store.names.text(literal)); }));
    made.enumeration = found->second;
  }
  if (flat && scalar.source.valid() && flat->variables.contains(scalar.source)) {
    const flat::Variable& source = flat->variables[scalar.source];
    made.flags |= MICA_SCALAR_DECLARED;
    flag(source.variability == flat::Variability::kConstant, MICA_SCALAR_DECLARED_CONSTANT);
    flag(source.variability <= flat::Variability::kParameter, MICA_SCALAR_DECLARED_PARAMETER);
    flag(source.is_final, MICA_SCALAR_FINAL);
    flag(source.is_evaluated, MICA_SCALAR_EVALUATED);
    // A derivative has the source of its state, but neither its unit nor its words.
    if (scalar.kind != ScalarKind::kDerivative) {
      flag(source.causality == flat::Causality::kOutput, MICA_SCALAR_OUTPUT);
      made.description = Text(source.comment);
      made.unit = Text(StringLiteral(store, source.unit));
      made.display_unit = Text(StringLiteral(store, source.display_unit));
    }
  }
  made_.scalars_.push_back(made);
}

void TableMaker::AddScalars() {
  std::vector<bool> is_initial(model.scalars.size(), false);
  for (const Step& step : model.initial)
    for (ScalarId target : step.targets)
      if (target.valid()) is_initial[target.index()] = true;
  made_.scalars_.reserve(model.scalars.size());
  std::vector<ScalarId> discrete;
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const Scalar& scalar = model.scalars[ScalarId(i)];
    AddScalar(scalar, ScalarId(i), is_initial[i]);
    if (!scalar.alias_of.valid() && (scalar.kind == ScalarKind::kDiscrete || scalar.kind == ScalarKind::kTimeFlag))
      discrete.push_back(ScalarId(i));
  }
  head().discrete_scalars = Scalars(discrete);
}

// Watched by whether the value still is what it was (pass hold-relations): whatever it is, it is no relation of two
// sides.
static bool IsHeldAsWhole(const Held& held, const ExprPool& pool) {
  if (held.crossings.size() != 1 || pool.op(held.crossings[0]) != Op::kIf) return false;
  Expr is_same = pool.arg(held.crossings[0], 0);
  return pool.op(is_same) == Op::kEqual && pool.op(pool.arg(is_same, 1)) == Op::kHeld;
}

void TableMaker::AddRelations() {
  SideFormulas sides(*this);
  SideScales scales(*this, sides);
  std::vector<std::vector<std::uint32_t>> conditions = FindReinitConditions(model, store);
  std::uint32_t crossing = 0;
  for (std::size_t i = 0; i < model.held.size(); ++i) {
    const Held& held = model.held[structure::HeldId(i)];
    MicaRelation made{};
    made.text = NewText(ModelText(held.value));
    made.origin = Origin(held.origin);
    made.crossings = {crossing, static_cast<std::uint32_t>(held.crossings.size())};
    crossing += made.crossings.count;
    made.left = made.right = made.scale = MICA_NONE;
    made.conditions = List(conditions[i]);
    if (held.in_system) made.flags |= MICA_RELATION_IN_SYSTEM;
    if (held.time_event.valid()) made.flags |= MICA_RELATION_TIME_EVENT;
    if (held.value.valid() && !IsHeldAsWhole(held, store.exprs)) {
      const ExprPool& pool = store.exprs;
      Op op = pool.op(held.value);
      if (made.crossings.count == 1)
        made.true_side = op == Op::kGreater || op == Op::kGreaterEqual ? 1
                         : op == Op::kLess || op == Op::kLessEqual     ? -1
                                                                       : 0;
      auto of_initial = [&](Expr e) { return pool.op(e) == Op::kIf && pool.op(pool.arg(e, 0)) == Op::kInitial; };
      if (op == Op::kIf &&
          (of_initial(held.value) || of_initial(pool.arg(held.value, 1)) || of_initial(pool.arg(held.value, 2))))
        made.flags |= MICA_RELATION_OTHER_AT_START;
      if (pool.args(held.value).size() == 2) {
        made.left = sides.Of(pool.arg(held.value, 0));
        made.right = sides.Of(pool.arg(held.value, 1));
        if (IsRelation(op) && made.crossings.count == 1)
          made.scale = scales.Of(pool.arg(held.value, 0), pool.arg(held.value, 1));
        if (pool.is_literal(pool.arg(held.value, 0))) made.flags |= MICA_RELATION_LITERAL_LEFT;
        if (pool.is_literal(pool.arg(held.value, 1))) made.flags |= MICA_RELATION_LITERAL_RIGHT;
      }
    }
    made_.relations_.push_back(made);
  }
  AddCrossingFormulas(*this);
  for (const structure::ModeVariable& variable : structure::FindModeVariables(model, store))
    made_.mode_variables_.push_back(
        {variable.held.index(), variable.scalar.index(), Text(structure::ModeVariableText(variable, model, store))});
}

void TableMaker::AddSystems(const TableOptions& options) {
  for (std::size_t i = 0; i < model.systems.size(); ++i)
    made_.systems_.push_back(DescribeSystem(structure::SystemId(i), *this, options));
  const structure::System* linearisation = structure::FindLinearisation(model);
  head().linearisation = linearisation ? static_cast<std::uint32_t>(model.systems.size() - 1) : MICA_NONE;
  head().gain_slot = SlotOf(model.stage_gain);
  head().steps_gain_slot = SlotOf(model.steps_gain);
  head().steps_time_slot = SlotOf(model.steps_time);
}

MicaRange TableMaker::Rows(const std::vector<structure::StateSet::Row>& rows) {
  MicaRange range{static_cast<std::uint32_t>(made_.set_rows_.size()), static_cast<std::uint32_t>(rows.size())};
  for (const structure::StateSet::Row& row : rows) {
    made_.set_rows_.push_back(
        {static_cast<std::uint32_t>(made_.terms_.size()), static_cast<std::uint32_t>(row.terms.size())});
    for (const structure::StateSet::Term& term : row.terms)
      made_.terms_.push_back({term.number, term.column, term.factor.index()});
  }
  return range;
}

void TableMaker::AddStateSets() {
  for (const structure::StateSet& set : model.state_sets) {
    MicaStateSet made{};
    made.variables = Scalars(set.variables);
    made.wish = List(set.wish);
    made.starts_as_state = List(set.starts_as_state);
    made.places = Scalars(set.places);
    made.states = Scalars(set.states);
    made.choice = Scalars(set.choice);
    made.forced = set.forced;
    made.eliminated = Rows(set.eliminated);
    made.constraints = Rows(set.constraints);
    made_.state_sets_.push_back(made);
  }
}

// What the sections of the model say: orders, lists by state, parts that a run must know of.
void TableMaker::AddSections() {
  MicaModelTable& t = head();
  t.states = Scalars(model.states);
  t.state_slots = Slots(model.states);
  t.derivative_slots = Each(model.states, [&](ScalarId state) { return SlotOf(model.scalars[state].derivative); });
  t.base_slots = Slots(model.stage_bases);
  t.slope_slots = Slots(model.stage_slopes);
  t.inlined = Scalars(model.inlined);
  t.implicit_states =
      Each(model.partition.states, [](const structure::StateMethod& state) { return state.is_implicit ? 1 : 0; });
  std::vector<ScalarId> computed, of_parameters, objects, unknowns;
  AddComputed(model, model.dynamics, computed);
  AddComputed(model, model.parameters, of_parameters);
  for (const Step& step : model.parameters)
    if (!step.targets.empty() && step.targets[0].valid() && model.scalars[step.targets[0]].kind == ScalarKind::kObject)
      objects.push_back(step.targets[0]);
  for (const Step& step : model.initial)
    if (step.kind == Step::Kind::kSolve)
      unknowns.insert(unknowns.end(), model.systems[step.system].unknowns.begin(),
                      model.systems[step.system].unknowns.end());
  std::vector<std::uint32_t> solved;
  for (const Step& step : model.dynamics)
    if (step.kind == Step::Kind::kSolve) solved.push_back(step.system.index());
  t.computed = Scalars(computed);
  t.computed_parameters = Scalars(of_parameters);
  t.objects = Scalars(objects);
  t.initial_unknowns = Slots(unknowns);
  t.solved_systems = List(solved);
  t.used_starts = Scalars(model.initialization.activated_starts);
  t.delay_bounds = List(FindDelayReads(model, store));
  t.distribution_points =
      Each(model.distributions, [](const structure::Distribution& distribution) { return distribution.points.size(); });
  t.homotopy = FindHomotopy(model, store);
  if (!model.when_terminal.empty()) t.flags |= MICA_MODEL_HAS_TERMINAL;
  if (!model.stage.empty()) t.flags |= MICA_MODEL_HAS_STAGE;
  if (model.experiment.has_stop_time) t.flags |= MICA_MODEL_HAS_STOP_TIME;
  t.start_time = model.experiment.start_time;
  t.stop_time = model.experiment.stop_time;
  t.tolerance = model.experiment.tolerance;
  t.interval = model.experiment.interval;
  for (const structure::Sampler& sampler : model.samplers)
    made_.samplers_.push_back(
        {sampler.first, sampler.step, sampler.denominator, SlotOf(sampler.flag), Origin(sampler.origin)});
}

void TableMaker::AddPattern() {
  std::optional<graph::CompressedRows> pattern = OdePattern(model, store);
  if (!pattern) return;
  head().flags |= MICA_MODEL_HAS_PATTERN;
  std::vector<graph::Index> starts, columns;
  for (graph::Index row = 0; row < pattern->row_count(); ++row) {
    starts.push_back(pattern->row_begin(row));
    columns.insert(columns.end(), pattern->row(row).begin(), pattern->row(row).end());
  }
  starts.push_back(pattern->entry_count());
  head().pattern_starts = List(starts);
  head().pattern_columns = List(columns);
}

void TableMaker::Make(std::span<const Site> sites, const TableOptions& options) {
  MicaModelTable& t = head();
  t.version = MICA_MODEL_TABLE_VERSION;
  t.name = NewText(model.name);
  t.real_count = model.real_slots;
  t.string_count = model.string_slots;
  t.object_count = model.object_slots;
  t.delay_count = static_cast<std::uint32_t>(model.delays.size());
  AddSystems(options);
  if (!options.systems_only) {
    AddScalars();
    AddRelations();
    AddStateSets();
    AddSections();
    AddPattern();
    for (const Site& site : sites) made_.sites_.push_back({NewText(site.text), Origin(site.origin)});
  }
#define MICA_TABLE_PLACE(type, name)                                 \
  t.name##_count = static_cast<std::uint32_t>(made_.name##_.size()); \
  t.name = made_.name##_.data();
  MICA_TABLE_ARRAYS(MICA_TABLE_PLACE)
#undef MICA_TABLE_PLACE
}

}  // namespace mica::table
