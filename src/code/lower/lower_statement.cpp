// Lowers statements of functions and of algorithms of models (the specification, chapter 11).
#include <algorithm>
#include <array>

#include "code/lower/lowering.h"
#include "runtime/model_code.h"

namespace mica::code {

bool Lowering::Mentions(Expr e, Expr what) const {
  std::vector<Expr> stack{e};
  std::unordered_set<std::uint32_t> seen;
  while (!stack.empty()) {
    Expr at = stack.back();
    stack.pop_back();
    if (at == what) return true;
    if (at < what) continue;  // arguments have smaller handles
    for (Expr arg : pool_.args(at))
      if (seen.insert(arg.index()).second) stack.push_back(arg);
  }
  return false;
}

// The literals of AssertionLevel have the numbers of the reports that they make.
static_assert(MICA_REPORT_WARNING == 1 && MICA_REPORT_ERROR == 2);

void Lowering::LowerAssert(Expr condition, Expr message, Expr level, int fixed_level) {
  Reg holds = LowerScalar(condition, Kind::kBool);
  if (b_.BoolConstant(holds) == true) return;
  b_.If(b_.Not(holds));
  {
    Scope scope(*this);
    ++depth_;
    Reg text = message.valid() ? LowerScalar(message, Kind::kText) : b_.Text("assertion failed");
    Reg kind = level.valid() ? LowerScalar(level, Kind::kInt) : b_.Int(fixed_level);
    b_.Kernel("mica_report", {kind, b_.Int(Site(condition)), text});
    --depth_;
  }
  b_.EndIf();
}

void Lowering::AssignLeaf(const Variable& variable, const std::vector<Selector>& selectors, const Term& value,
                          std::uint32_t site) {
  Term whole = GetVariable(variable);
  Check(whole.array && selectors.size() == whole.array->sizes.size(), "an assignment to an element of another rank");
  const Array& array = *whole.array;
  std::vector<Reg> free_sizes, fixed(selectors.size());
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    switch (selectors[i].kind) {
      case Selector::Kind::kAll:
        free_sizes.push_back(array.sizes[i]);
        break;
      case Selector::Kind::kFixed:
        b_.CheckSubscript(selectors[i].fixed, array.sizes[i], site);
        fixed[i] = b_.Sub(selectors[i].fixed, b_.Int(1));
        break;
      case Selector::Kind::kVector:
        free_sizes.push_back(selectors[i].vector->sizes[0]);
        break;
    }
  }
  if (free_sizes.empty()) {
    return b_.Store(array.data, LinearIndex(array.sizes, fixed), b_.Convert(value.scalar, variable.kind));
  }
  Check(value.array != nullptr, "a slice is assigned a scalar");
  for (std::size_t i = 0; i < free_sizes.size(); ++i) b_.CheckSize(free_sizes[i], value.array->sizes[i], site);
  ForEach(value.array->sizes, [&](std::span<const Reg> at) {
    std::vector<Reg> indices = fixed;
    std::size_t next = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (selectors[i].kind == Selector::Kind::kAll) indices[i] = at[next++];
      if (selectors[i].kind == Selector::Kind::kVector) {
        Reg subscript = b_.Convert(At(*selectors[i].vector, at.subspan(next++, 1)), Kind::kInt);
        b_.CheckSubscript(subscript, array.sizes[i], site);
        indices[i] = b_.Sub(subscript, b_.Int(1));
      }
    }
    b_.Store(array.data, LinearIndex(array.sizes, indices), b_.Convert(At(*value.array, at), variable.kind));
  });
}

void Lowering::AssignParts(const Variable& variable, const std::vector<Selector>& selectors, const Term& value,
                           std::uint32_t site) {
  if (variable.has_parts) {
    for (std::size_t i = 0; i < variable.parts.size(); ++i)
      AssignParts(variable.parts[i], selectors, value.parts[i], site);
    return;
  }
  bool is_whole =
      std::all_of(selectors.begin(), selectors.end(), [](const Selector& s) { return s.kind == Selector::Kind::kAll; });
  if (is_whole) return SetVariable(variable, value, site);
  std::vector<Selector> all = selectors;
  std::size_t rank = variable.constant_sizes.empty() ? variable.sizes.size() : variable.constant_sizes.size();
  all.resize(std::max(all.size(), rank));
  AssignLeaf(variable, all, value, site);
}

// A target of an algorithm of a model: scalars, one by one or by subscripts that may not be known.
void Lowering::AssignSlots(Expr target, const Term& value) {
  switch (pool_.op(target)) {
    case Op::kScalar:
      return WriteScalar(pool_.scalar(target), value.scalar);
    case Op::kRecord:
      for (std::size_t i = 0; i < pool_[target].arg_count; ++i) AssignSlots(pool_.arg(target, i), value.parts[i]);
      return;
    case Op::kArray: {
      Term settled = Settle(value);
      constexpr bool kNoColon[] = {false};
      for (std::size_t i = 0; i < pool_[target].arg_count; ++i) {
        Term at = Term::Of(b_.Int(static_cast<std::int64_t>(i) + 1));
        AssignSlots(pool_.arg(target, i), SubscriptTerm(settled, std::span(&at, 1), kNoColon, 0));
      }
      return;
    }
    default:
      break;
  }
  Check(pool_.op(target) == Op::kIndex && pool_.op(pool_.arg(target, 0)) == Op::kArray, "a target that is no variable");
  Expr base = pool_.arg(target, 0);
  std::vector<Expr> leaves;
  std::function<void(Expr)> gather = [&](Expr e) {
    if (pool_.op(e) != Op::kArray)
      leaves.push_back(e);
    else
      for (Expr arg : pool_.args(e)) gather(arg);
  };
  gather(base);
  Sizes known = types_.sizes(pool_.type(base));
  std::vector<Reg> sizes;
  for (std::int32_t size : known) sizes.push_back(b_.Int(size));
  std::uint32_t site = Site(target);
  std::vector<Selector> selectors(sizes.size());
  for (std::size_t i = 0; i + 1 < pool_[target].arg_count; ++i) {
    Expr subscript = pool_.arg(target, i + 1);
    if (pool_.op(subscript) == Op::kColon) continue;
    Term term = Lower(subscript);
    if (term.array)
      selectors[i] = {Selector::Kind::kVector, {}, ToMemory(term.array)};
    else
      selectors[i] = {Selector::Kind::kFixed, b_.Convert(term.scalar, Kind::kInt), nullptr};
  }
  // The storage can be indexed if the scalars lie one after the other.
  bool is_contiguous = true;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const structure::Scalar& scalar = c_.model->scalars[pool_.scalar(leaves[i])];
    const structure::Scalar& first = c_.model->scalars[pool_.scalar(leaves[0])];
    is_contiguous &= !scalar.alias_of.valid() && scalar.slot == first.slot + i && c_.KindOf(scalar.type) != Kind::kText;
  }
  auto store = [&](std::span<const Reg> indices, Reg element) {
    Reg place = LinearIndex(sizes, indices);
    if (auto constant = b_.IntConstant(place);
        constant && *constant >= 0 && *constant < static_cast<std::int64_t>(leaves.size()))
      return WriteScalar(pool_.scalar(leaves[static_cast<std::size_t>(*constant)]), element);
    if (is_contiguous) {
      Reg data = b_.SlotAddress(SlotArray::kReals, c_.model->scalars[pool_.scalar(leaves[0])].slot);
      return b_.Store(data, place, b_.Convert(element, Kind::kReal));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      b_.If(b_.Compare(Code::kEqual, place, b_.Int(static_cast<std::int64_t>(i))));
      WriteScalar(pool_.scalar(leaves[i]), element);
      b_.EndIf();
    }
  };
  std::vector<Reg> free_sizes, fixed(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (selectors[i].kind == Selector::Kind::kFixed) {
      b_.CheckSubscript(selectors[i].fixed, sizes[i], site);
      fixed[i] = b_.Sub(selectors[i].fixed, b_.Int(1));
    } else {
      free_sizes.push_back(selectors[i].kind == Selector::Kind::kAll ? sizes[i] : selectors[i].vector->sizes[0]);
    }
  }
  if (free_sizes.empty()) return store(fixed, value.scalar);
  ArrayRef settled = ToMemory(value.array);
  ForEach(free_sizes, [&](std::span<const Reg> at) {
    std::vector<Reg> indices = fixed;
    std::size_t next = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (selectors[i].kind == Selector::Kind::kAll) indices[i] = at[next++];
      if (selectors[i].kind == Selector::Kind::kVector) {
        Reg subscript = b_.Convert(At(*selectors[i].vector, at.subspan(next++, 1)), Kind::kInt);
        b_.CheckSubscript(subscript, sizes[i], site);
        indices[i] = b_.Sub(subscript, b_.Int(1));
      }
    }
    store(indices, At(*settled, at));
  });
}

void Lowering::Assign(Expr target, const Term& value, Expr source) {
  // The variable under subscripts and fields.
  Expr root = target;
  while (pool_.op(root) == Op::kIndex || pool_.op(root) == Op::kField) root = pool_.arg(root, 0);
  bool is_slots = pool_.op(root) != Op::kLocal;
  Term term = value;
  // What is assigned may read what is overwritten: storage of the model, or the variable itself.
  if ((term.array || term.has_parts) && (is_slots || (source.valid() && Mentions(source, root)))) {
    std::function<Term(const Term&)> copy = [&](const Term& from) -> Term {
      if (from.array) return Term::Of(CopyOf(from.array));
      if (!from.has_parts) return from;
      std::vector<Term> parts;
      for (const Term& part : from.parts) parts.push_back(copy(part));
      return Term::Of(std::move(parts));
    };
    term = copy(term);
  }
  if (is_slots) return AssignSlots(target, term);
  std::uint32_t site = Site(target);
  std::vector<Expr> path;
  for (Expr e = target; e != root; e = pool_.arg(e, 0)) path.push_back(e);
  std::reverse(path.begin(), path.end());
  const Variable* variable = &variables_[pool_.payload(root)];
  Check(!variable->input, "an input is assigned");
  std::vector<Selector> selectors(types_.rank(pool_.type(root)));
  TypeId type = types_.Element(pool_.type(root));
  for (Expr step : path) {
    if (pool_.op(step) == Op::kField) {
      TypeId field = types_.record(type).fields[pool_.payload(step)].type;
      selectors.resize(selectors.size() + types_.rank(field));
      type = types_.Element(field);
      variable = &variable->parts[pool_.payload(step)];
      continue;
    }
    // Subscripts apply to the dimensions that are still free, in order.
    std::size_t dimension = 0;
    for (std::size_t i = 1; i < pool_[step].arg_count; ++i) {
      while (dimension < selectors.size() && selectors[dimension].kind == Selector::Kind::kFixed) ++dimension;
      Check(dimension < selectors.size(), "more subscripts than dimensions");
      Selector& selector = selectors[dimension++];
      Expr subscript = pool_.arg(step, i);
      if (pool_.op(subscript) == Op::kColon) continue;
      Term lowered = Lower(subscript);
      if (selector.kind == Selector::Kind::kVector) {
        Check(lowered.scalar.valid(), "a slice of a slice is assigned");
        Reg place = b_.Convert(lowered.scalar, Kind::kInt);
        b_.CheckSubscript(place, selector.vector->sizes[0], site);
        selector = {Selector::Kind::kFixed, At(*selector.vector, std::array{b_.Sub(place, b_.Int(1))}), nullptr};
      } else if (lowered.array) {
        selector = {Selector::Kind::kVector, {}, ToMemory(lowered.array)};
      } else {
        Reg place = b_.Convert(lowered.scalar, Kind::kInt);
        if (b_.kind(lowered.scalar) == Kind::kBool) place = b_.Add(place, b_.Int(1));
        selector = {Selector::Kind::kFixed, place, nullptr};
      }
    }
  }
  AssignParts(*variable, selectors, term, site);
}

// Memory that no assignment changes.
ArrayRef Lowering::CopyOf(const ArrayRef& from) {
  if (from->is_fresh) return from;
  if (from->form == Array::Form::kList) return ToMemory(from);
  Array fresh;
  fresh.kind = from->kind;
  fresh.sizes = from->sizes;
  fresh.data = AllocateCells(Count(fresh.sizes), fresh.kind);
  fresh.is_fresh = true;
  CopyInto(fresh.data, *from);
  return std::make_shared<const Array>(std::move(fresh));
}

void Lowering::LowerFor(const Statement& statement) {
  ArrayRef values;
  {
    Scope scope(*this);
    values = Lower(statement.value).array;
    Check(values != nullptr, "a for-statement runs over an array");
    if (pool_.op(statement.value) != Op::kRange) values = CopyOf(values);
  }
  ++loop_depth_;
  Repeat(values->sizes[0], [&](Reg k) {
    Remember(statement.iterator, Term::Of(At(*values, std::array{k})));
    LowerStatements(statement.branches[0].body);
  });
  --loop_depth_;
}

void Lowering::LowerStatements(std::span<const Statement> statements) {
  for (const Statement& statement : statements) {
    // Scratch memory of one round of a loop is given back when nothing can refer to it any more: only numbers were
    // assigned.
    bool gives_back = loop_depth_ > 0 && statement.kind == Statement::Kind::kAssign;
    if (gives_back) {
      Expr root = statement.targets[0];
      while (pool_.op(root) == Op::kIndex || pool_.op(root) == Op::kField) root = pool_.arg(root, 0);
      TypeId type = pool_.type(statement.targets[0]);
      gives_back = types_.is_numeric(type) &&
                   (pool_.op(root) != Op::kLocal || !variables_[pool_.payload(root)].is_resizable) &&
                   (!types_.is_scalar(type) || !types_.is_scalar(pool_.type(statement.value)) ||
                    pool_[statement.value].arg_count > 0);
      if (pool_.op(root) == Op::kLocal && variables_[pool_.payload(root)].has_parts) gives_back = false;
    }
    std::size_t before = b_.size();
    Reg mark;
    if (gives_back) mark = b_.Kernel("mica_scratch_mark", {});
    {
      Scope scope(*this);
      LowerStatement(statement);
    }
    if (!gives_back) continue;
    if (UsesScratch(before))
      b_.Kernel("mica_scratch_release", {mark});
    else
      b_.Erase(mark);
  }
}

bool Lowering::UsesScratch(std::size_t from) const {
  const Routine& routine = c_.program.routines[b_.routine()];
  for (std::size_t i = from; i < routine.insts.size(); ++i) {
    Code code = routine.insts[i].code;
    if (code == Code::kCallRoutine || code == Code::kCallPointer) return true;
    if (code != Code::kCallSymbol) continue;
    const Symbol& symbol = c_.program.symbols[SymbolId(routine.insts[i].imm)];
    if (symbol.name == "mica_scratch" || symbol.result == Abi::kText) return true;
  }
  return false;
}

void Lowering::LowerStatement(const Statement& statement) {
  if (statement.span.valid()) {
    statement_origin_ = Origin();
    statement_origin_.span = statement.span;
    origin_ = &statement_origin_;
  }
  switch (statement.kind) {
    case Statement::Kind::kAssign:
      return Assign(statement.targets[0], Lower(statement.value), statement.value);
    case Statement::Kind::kTupleAssign: {
      Term result = Lower(statement.value);
      if (!result.has_parts) result = Term::Of(std::vector<Term>{result});
      for (std::size_t i = 0; i < statement.targets.size(); ++i)
        if (statement.targets[i].valid()) Assign(statement.targets[i], result.parts[i], statement.value);
      return;
    }
    case Statement::Kind::kCall:
      Lower(statement.value);
      return;
    case Statement::Kind::kWhen:
    case Statement::Kind::kIf: {
      std::size_t open = 0;
      bool decided = false;
      for (const StatementBranch& branch : statement.branches) {
        if (branch.condition.valid()) {
          // What the condition read is not what the branch reads: its statements change variables.
          Reg condition;
          {
            Scope scope(*this);
            condition = LowerScalar(branch.condition, Kind::kBool);
          }
          if (b_.BoolConstant(condition) == false) continue;
          if (b_.BoolConstant(condition) == true) {
            ++depth_;
            LowerStatements(branch.body);
            --depth_;
            decided = true;
          } else {
            b_.If(condition);
            ++open;
            ++depth_;
            LowerStatements(branch.body);
            --depth_;
            b_.Else();
          }
        } else {
          ++depth_;
          LowerStatements(branch.body);
          --depth_;
        }
        if (decided) break;
      }
      for (; open > 0; --open) b_.EndIf();
      return;
    }
    case Statement::Kind::kFor:
      return LowerFor(statement);
    case Statement::Kind::kWhile: {
      b_.Loop();
      ++loop_depth_;
      ++depth_;
      {
        Scope scope(*this);
        b_.BreakUnless(LowerScalar(statement.branches[0].condition, Kind::kBool));
      }
      LowerStatements(statement.branches[0].body);
      --depth_;
      --loop_depth_;
      b_.EndLoop();
      return;
    }
    case Statement::Kind::kBreak:
      return b_.Break();
    case Statement::Kind::kReturn:
      Epilogue();
      return b_.Return();
    case Statement::Kind::kAssert: {
      auto part = [&](std::size_t i) { return i < statement.targets.size() ? statement.targets[i] : Expr(); };
      return LowerAssert(part(0), part(1), part(2));
    }
    case Statement::Kind::kTerminate:
      b_.Kernel("mica_report", {b_.Int(MICA_REPORT_TERMINATE), b_.Int(Site(statement.value)),
                                LowerScalar(statement.value, Kind::kText)});
      return;
    case Statement::Kind::kReinit:
      Check(pool_.op(statement.targets[0]) == Op::kScalar, "reinit of what is no scalar");
      return Reinit(pool_.scalar(statement.targets[0]), LowerScalar(statement.value, Kind::kReal));
  }
}

}  // namespace mica::code
