// Lowers the body of a function: its variables in an order in which no binding or size uses a variable before it is
// there (the specification, 12.4.4), then its statements or its external call.
#include <algorithm>

#include "code/lower/lowering.h"

namespace mica::code {

std::vector<std::size_t> Lowering::OrderOfVariables() const {
  const auto& variables = function_->variables;
  std::vector<std::size_t> order;
  std::vector<char> state(variables.size(), 0);  // 1: being placed, 2: placed
  std::vector<std::vector<std::size_t>> needs(variables.size());
  for (std::size_t i = function_->input_count; i < variables.size(); ++i) {
    std::vector<Expr> stack;
    std::unordered_set<std::uint32_t> seen;
    if (variables[i].binding.valid()) stack.push_back(variables[i].binding);
    for (Expr size : variables[i].sizes)
      if (size.valid()) stack.push_back(size);
    while (!stack.empty()) {
      Expr e = stack.back();
      stack.pop_back();
      if (!seen.insert(e.index()).second) continue;
      if (pool_.op(e) == Op::kLocal && pool_.payload(e) >= function_->input_count) needs[i].push_back(pool_.payload(e));
      for (Expr arg : pool_.args(e)) stack.push_back(arg);
    }
  }
  for (std::size_t first = function_->input_count; first < variables.size(); ++first) {
    std::vector<std::pair<std::size_t, std::size_t>> work{{first, 0}};
    if (state[first] != 0) continue;
    state[first] = 1;
    while (!work.empty()) {
      auto& [at, next] = work.back();
      if (next < needs[at].size()) {
        std::size_t needed = needs[at][next++];
        if (state[needed] == 0) {
          state[needed] = 1;
          work.emplace_back(needed, 0);
        }
      } else {
        state[at] = 2;
        order.push_back(at);
        work.pop_back();
      }
    }
  }
  return order;
}

namespace {

// The variables that statements assign to, whole or in part.
void AddAssigned(std::span<const Statement> statements, const ExprPool& pool, std::vector<bool>& assigned) {
  for (const Statement& statement : statements) {
    for (Expr target : statement.targets) {
      while (target.valid() && (pool.op(target) == Op::kIndex || pool.op(target) == Op::kField))
        target = pool.arg(target, 0);
      if (target.valid() && pool.op(target) == Op::kLocal && pool.payload(target) < assigned.size())
        assigned[pool.payload(target)] = true;
    }
    for (const StatementBranch& branch : statement.branches) AddAssigned(branch.body, pool, assigned);
  }
}

// Whether the variable is its binding for good, an array of Reals that is constructed with these sizes.
bool StaysAsBound(const Function& function, std::size_t place, const ExprPool& pool, Types& types) {
  const FunctionVariable& variable = function.variables[place];
  if (variable.role == FunctionRole::kOutput || !variable.binding.valid() || function.is_external ||
      pool.op(variable.binding) != Op::kArray)
    return false;
  TypeId given_type = pool.type(variable.binding);
  if (types.kind(types.Element(variable.type)) != TypeKind::kReal ||
      types.kind(types.Element(given_type)) != TypeKind::kReal)
    return false;
  Sizes wanted = types.sizes(variable.type), given = types.sizes(given_type);
  if (wanted.size() != given.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    bool is_open = wanted[i] < 0 && (i >= variable.sizes.size() || !variable.sizes[i].valid() ||
                                     pool.op(variable.sizes[i]) == Op::kColon);
    if (given[i] < 0 || (wanted[i] != given[i] && !is_open)) return false;
  }
  std::vector<bool> assigned(function.variables.size(), false);
  AddAssigned(function.body, pool, assigned);
  return !assigned[place];
}

}  // namespace

void Lowering::DeclareVariable(std::size_t place) {
  const FunctionVariable& variable = function_->variables[place];
  // Coefficients of a fluid are variables of its functions, with thousands of literals for a value: such a variable is
  // the table itself, which is not copied in each call.
  if (StaysAsBound(*function_, place, pool_, types_) && IsLiteralTree(variable.binding)) {
    Term table = Lower(variable.binding);
    if (table.array && table.array->form == Array::Form::kMemory) {
      variables_[place].input = std::make_shared<const Term>(std::move(table));
      return;
    }
  }
  Sizes known = types_.sizes(variable.type);
  std::vector<Reg> sizes;
  bool is_resizable = false;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] >= 0) {
      sizes.push_back(b_.Int(known[i]));
      continue;
    }
    bool is_given = i < variable.sizes.size() && variable.sizes[i].valid() && pool_.op(variable.sizes[i]) != Op::kColon;
    is_resizable |= !is_given;
    sizes.push_back(is_given ? LowerScalar(variable.sizes[i], Kind::kInt) : b_.Int(0));
  }
  bool is_output = variable.role == FunctionRole::kOutput;
  variables_[place] = NewVariable(variable.type, sizes, is_resizable, is_output);
  if (!variable.binding.valid()) return;
  Term value = Lower(variable.binding);
  // A scalar binding holds for every element.
  if (value.scalar.valid() && variables_[place].is_array) {
    Reg scalar = value.scalar;
    value = Term::Of(MakeRule(variables_[place].kind, sizes, [scalar](std::span<const Reg>) { return scalar; }));
  }
  SetVariable(variables_[place], value, Site(variable.binding));
}

void Lowering::LowerFunctionBody() {
  const auto& variables = function_->variables;
  statement_origin_ = {};
  statement_origin_.span = function_->span;
  origin_ = &statement_origin_;
  variables_.resize(variables.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < function_->input_count; ++i)
    variables_[i].input = std::make_shared<const Term>(TakeParameter(variables[i].type, next));
  first_output_parameter_ = next;
  for (std::size_t place : OrderOfVariables()) {
    Scope scope(*this);
    DeclareVariable(place);
  }
  if (function_->is_external)
    LowerExternalCall();
  else
    LowerStatements(function_->body);
  Epilogue();
}

// Destructs external objects that the function made, and hands over its outputs.
void Lowering::Epilogue() {
  if (!function_) return;
  for (std::size_t i = function_->input_count + function_->output_count; i < function_->variables.size(); ++i) {
    TypeId type = function_->variables[i].type;
    if (types_.kind(type) != TypeKind::kExternalObject || !types_.is_scalar(type) ||
        !function_->variables[i].binding.valid())
      continue;
    if (pool_.op(function_->variables[i].binding) != Op::kCall) continue;
    Term object = GetVariable(variables_[i]);
    Call(types_.object(type).destructor, std::span(&object, 1), function_->span);
  }
  std::size_t next = first_output_parameter_;
  for (std::size_t i = 0; i < function_->output_count; ++i)
    StoreOutput(function_->output(i).type, GetVariable(variables_[function_->input_count + i]), next);
}

}  // namespace mica::code
