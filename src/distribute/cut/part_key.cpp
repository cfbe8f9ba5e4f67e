#include "distribute/cut/part_key.h"

#include <unordered_map>

#include "structure/scalar/epoch_map.h"

namespace mica::distribute {

namespace {

using structure::ScalarEquation;
using structure::ScalarModel;
using structure::Step;

class KeyWriter {
 public:
  KeyWriter(const ScalarModel& whole, const CutModel& cut, std::uint32_t part, const flat::Model& flat,
            const Store& store)
      : whole_(whole), part_(cut.parts[part]), flat_(flat), store_(store), delays_(DelaysOf(cut, part)) {}

  PartKey Run() {
    for (std::size_t i = 0; i < part_.scalars.size(); ++i) number_[part_.scalars[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t i = 0; i < delays_.numbers.size(); ++i)
      if (!delays_.numbers[i].is_sent)
        delay_number_[delays_.numbers[i].delay] = {static_cast<std::uint32_t>(i), delays_.numbers[i].is_received};
    for (ScalarId id : part_.scalars) PutScalar(id);
    for (structure::EquationId id : part_.equations) Put(whole_.equations[id]);
    Put('I');
    for (std::uint32_t i : part_.initial_equations) Put(whole_.initial_equations[i]);
    Put('P');
    for (std::uint32_t i : part_.parameter_equations) PutParameter(whole_.parameter_equations[i]);
    Put('C');
    for (std::uint32_t i : part_.parameter_checks) Put(whole_.parameter_checks[i]);
    Put('D');
    for (const PartDelays::Local& local : delays_.numbers) {
      const structure::Delay& delay = whole_.delays[local.delay];
      Put(static_cast<std::uint64_t>(local.is_received) + 2 * static_cast<std::uint64_t>(local.is_sent));
      if (!local.is_received) Put(delay.value);
      Put(delay.delay_time);
      Put(delay.delay_max);
    }
    Put('S');
    for (const structure::Sampler& sampler : whole_.samplers) {
      if (!number_.contains(sampler.flag)) continue;
      Put(number_.at(sampler.flag));
      Put(sampler.start);
      Put(sampler.interval);
    }
    return std::move(key_);
  }

 private:
  void Put(std::uint64_t word) { key_.text.append(reinterpret_cast<const char*>(&word), sizeof word); }
  void Put(std::uint32_t word) { Put(std::uint64_t{word}); }
  void Put(char mark) { Put(static_cast<std::uint64_t>(static_cast<unsigned char>(mark))); }
  void Put(std::string_view text) {
    Put(static_cast<std::uint64_t>(text.size()));
    key_.text.append(text);
  }
  void PutNumber(ScalarId id) { Put(id ? std::uint64_t{number_.at(id)} : std::uint64_t{UINT32_MAX}); }

  // Nodes in the order of first occurrence; one that was written before by its number.
  void Put(Expr e) {
    if (!e) return Put(std::uint64_t{0});
    const ExprPool& pool = store_.exprs;
    auto [place, is_new] = seen_.Insert(e.index(), ++count_);
    Put(std::uint64_t{1} + place);
    if (!is_new) return;
    const ExprNode node = pool[e];
    Put(static_cast<std::uint64_t>(node.op));
    Put(node.type.index());
    Put(node.arg_count);
    std::size_t first = 0;
    if (node.op == Op::kScalar) {
      PutNumber(pool.scalar(e));
    } else if (node.op == Op::kDelay) {
      auto [number, is_received] = delay_number_.at(static_cast<std::uint32_t>(node.payload));
      Put(number);
      first = is_received ? 1 : 0;
    } else if (node.op == Op::kSpatialDistribution) {
      // Distributions are numbered for the whole model: parts with one of them are translated one by one.
      Put(node.payload);
    } else {
      Put(node.payload);
    }
    for (std::size_t i = first; i < node.arg_count; ++i) Put(pool.arg(e, i));
  }

  void Put(const Statement& statement) {
    Put(static_cast<std::uint64_t>(statement.kind));
    Put(static_cast<std::uint64_t>(statement.targets.size()));
    for (Expr target : statement.targets) Put(target);
    Put(statement.value);
    Put(statement.iterator);
    Put(static_cast<std::uint64_t>(statement.branches.size()));
    for (const StatementBranch& branch : statement.branches) {
      Put(branch.condition);
      Put(static_cast<std::uint64_t>(branch.body.size()));
      for (const Statement& inner : branch.body) Put(inner);
    }
  }

  void Put(const Step& step) {
    Put(static_cast<std::uint64_t>(step.kind));
    Put(static_cast<std::uint64_t>(step.targets.size()));
    for (ScalarId target : step.targets) PutNumber(target);
    Put(step.value);
    Put(step.condition);
    Put(step.message);
    Put(static_cast<std::uint64_t>(step.level));
    Put(static_cast<std::uint64_t>(step.statements.size()));
    for (const Statement& statement : step.statements) Put(statement);
    Put(static_cast<std::uint64_t>(step.branches.size()));
    for (const Step::Branch& branch : step.branches) {
      Put(branch.trigger);
      Put(static_cast<std::uint64_t>(branch.steps.size()));
      for (const Step& inner : branch.steps) Put(inner);
    }
  }

  void Put(const ScalarEquation& equation) {
    Put('E');
    Put(equation.left);
    Put(equation.right);
    Put(equation.when_clock);
    // Clauses are numbered for the whole model.
    if (equation.when_clock)
      Put(static_cast<std::uint64_t>(clauses_.try_emplace(equation.when_clause, clauses_.size()).first->second));
    Put(equation.active);
    if (!equation.is_equality()) Put(whole_.steps[equation.step]);
  }

  void PutParameter(const ScalarEquation& equation) {
    const ExprPool& pool = store_.exprs;
    if (equation.is_equality() && pool.op(equation.right) == Op::kReal && IsSettable(pool.scalar(equation.left))) {
      Put('V');
      Put(number_.at(pool.scalar(equation.left)));
      key_.settings.push_back({number_.at(pool.scalar(equation.left)), pool.real(equation.right)});
      return;
    }
    Put(equation);
  }
  bool IsSettable(ScalarId id) const {
    const structure::Scalar& scalar = whole_.scalars[id];
    if (scalar.kind != structure::ScalarKind::kParameter || !scalar.source || whole_.facts[id].is_final) return false;
    return !flat_.variables[scalar.source].is_evaluated;
  }

  void PutScalar(ScalarId id) {
    const structure::Scalar& scalar = whole_.scalars[id];
    const structure::ScalarFacts& facts = whole_.facts[id];
    Put(scalar.type.index());
    Put(static_cast<std::uint64_t>(scalar.kind));
    Put(static_cast<std::uint64_t>(facts.variability));
    Put(static_cast<std::uint64_t>(facts.state_select));
    Put(static_cast<std::uint64_t>(scalar.fixed) + 2 * static_cast<std::uint64_t>(scalar.is_hidden) +
        4 * static_cast<std::uint64_t>(facts.fixed_given) + 8 * static_cast<std::uint64_t>(facts.is_when_assigned) +
        16 * static_cast<std::uint64_t>(facts.is_flow) + 32 * static_cast<std::uint64_t>(facts.is_final) +
        64 * static_cast<std::uint64_t>(facts.solved_initially) + 128 * static_cast<std::uint64_t>(facts.is_auxiliary));
    PutNumber(scalar.derivative);
    PutNumber(facts.derivative_of);
    for (Expr e : {scalar.value, scalar.start, scalar.nominal, scalar.min, scalar.max}) Put(e);
    if (!scalar.source) return;
    // What a result says of the variable.
    const flat::Variable& variable = flat_.variables[scalar.source];
    Put(variable.unit ? variable.unit.index() + 1 : 0);
    Put(variable.display_unit ? variable.display_unit.index() + 1 : 0);
    Put(std::string_view(variable.comment));
    Put(static_cast<std::uint64_t>(variable.is_evaluated) + 2 * static_cast<std::uint64_t>(variable.is_protected));
  }

  const ScalarModel& whole_;
  const Part& part_;
  const flat::Model& flat_;
  const Store& store_;
  PartDelays delays_;
  std::unordered_map<ScalarId, std::uint32_t> number_;
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, bool>> delay_number_;
  structure::EpochMap seen_;
  std::unordered_map<std::uint32_t, std::size_t> clauses_;
  std::uint32_t count_ = 0;
  PartKey key_;
};

}  // namespace

PartKey KeyOf(const ScalarModel& whole, const CutModel& cut, std::uint32_t part, const flat::Model& flat,
              const Store& store) {
  return KeyWriter(whole, cut, part, flat, store).Run();
}

}  // namespace mica::distribute
