// Lowers steps of a block model. Every scalar that a step computes is stored at once; later steps of the same routine
// use the register.
#include <algorithm>
#include <utility>

#include "code/lower/lowering.h"
#include "runtime/model_code.h"

namespace mica::code {

using structure::Scalar;
using structure::ScalarKind;
using structure::Step;

Reg Lowering::ReadScalar(ScalarId id, bool is_pre) {
  const Scalar& scalar = c_.model->scalars[id];
  if (scalar.alias_of.valid()) {
    Reg value = ReadScalar(scalar.alias_of, is_pre);
    if (scalar.alias_sign >= 0) return value;
    return b_.kind(value) == Kind::kBool ? b_.Not(value) : b_.Neg(value);
  }
  Kind kind = c_.KindOf(scalar.type);
  if (scalar.kind == ScalarKind::kConstant && scalar.value.valid() && pool_.is_literal(scalar.value))
    return b_.Convert(LiteralReg(scalar.value), kind);
  if (kind == Kind::kPointer) return b_.LoadSlot(SlotArray::kObjects, scalar.slot);
  if (kind == Kind::kText) return b_.LoadSlot(is_pre ? SlotArray::kPreStrings : SlotArray::kStrings, scalar.slot);
  if (!is_pre)
    if (auto it = scalars_.find(id.index()); it != scalars_.end()) return it->second;
  return b_.Convert(b_.LoadSlot(is_pre ? SlotArray::kPre : SlotArray::kReals, scalar.slot), kind);
}

void Lowering::WriteScalar(ScalarId id, Reg value) {
  const Scalar& scalar = c_.model->scalars[id];
  if (scalar.alias_of.valid()) {
    if (scalar.alias_sign < 0) value = b_.kind(value) == Kind::kBool ? b_.Not(value) : b_.Neg(value);
    return WriteScalar(scalar.alias_of, value);
  }
  Kind kind = c_.KindOf(scalar.type);
  value = b_.Convert(value, kind);
  scalars_.erase(id.index());
  if (kind == Kind::kPointer) return b_.StoreSlot(SlotArray::kObjects, scalar.slot, value);
  if (kind == Kind::kText) return b_.StoreSlot(SlotArray::kStrings, scalar.slot, b_.Kernel("mica_keep", {value}));
  b_.StoreSlot(SlotArray::kReals, scalar.slot, value);
  if (depth_ == 0 && keeps_scalars_) scalars_[id.index()] = value;
}

void Lowering::Reinit(ScalarId id, Reg value) {
  const Scalar& scalar = c_.model->scalars[id];
  if (scalar.alias_of.valid()) return Reinit(scalar.alias_of, scalar.alias_sign < 0 ? b_.Neg(value) : value);
  const auto& states = c_.model->states;
  auto place = std::find(states.begin(), states.end(), id);
  Check(place != states.end(), "reinit of what is no state");
  b_.Kernel("mica_reinit", {b_.Int(place - states.begin()), value});
}

void Lowering::LowerSteps(std::span<const Step> steps) {
  for (const Step& step : steps) LowerStep(step);
}

namespace {

void GatherTargets(const Step& step, std::vector<ScalarId>& targets) {
  for (ScalarId target : step.targets)
    if (target.valid() && step.kind != Step::Kind::kReinit) targets.push_back(target);
  for (const Step::Branch& branch : step.branches)
    for (const Step& inner : branch.steps) GatherTargets(inner, targets);
}

// Whatever happens in the steps: not under a further trigger or condition.
bool IsAssigned(ScalarId id, std::span<const Step> steps) {
  return std::ranges::any_of(steps, [&](const Step& step) {
    return (step.kind == Step::Kind::kAssign || step.kind == Step::Kind::kCall) && !step.condition.valid() &&
           std::ranges::find(step.targets, id) != step.targets.end();
  });
}

}  // namespace

void Lowering::KeepPre(ScalarId id) {
  const Scalar& scalar = c_.model->scalars[id];
  if (scalar.alias_of.valid()) return KeepPre(scalar.alias_of);
  Kind kind = c_.KindOf(scalar.type);
  if (kind == Kind::kPointer) return;
  if (kind == Kind::kText)
    return b_.StoreSlot(SlotArray::kStrings, scalar.slot, b_.LoadSlot(SlotArray::kPreStrings, scalar.slot));
  b_.StoreSlot(SlotArray::kReals, scalar.slot, b_.LoadSlot(SlotArray::kPre, scalar.slot));
  scalars_.erase(id.index());
}

// What no branch assigns keeps its pre value. It takes that value there and not before: in a loop of discrete
// equations, triggers and values read what the last iteration gave.
void Lowering::LowerWhen(const Step& step) {
  std::vector<ScalarId> targets;
  GatherTargets(step, targets);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  std::erase_if(targets, [&](ScalarId id) { return c_.model->scalars[id].kind != ScalarKind::kDiscrete; });
  ++depth_;
  std::size_t open = 0;
  for (const Step::Branch& branch : step.branches) {
    Scope scope(*this);
    b_.If(LowerScalar(branch.trigger, Kind::kBool));
    ++open;
    {
      Scope inside(*this);
      for (ScalarId target : targets)
        if (!IsAssigned(target, branch.steps)) KeepPre(target);
      LowerSteps(branch.steps);
    }
    b_.Else();
  }
  for (ScalarId target : targets) KeepPre(target);
  for (; open > 0; --open) b_.EndIf();
  --depth_;
}

void Lowering::LowerAlgorithm(const Step& step) {
  // Statements read and write the storage itself.
  std::vector<ScalarId> targets;
  GatherTargets(step, targets);
  for (ScalarId target : targets) {
    const Scalar& scalar = c_.model->scalars[target];
    if (scalar.alias_of.valid()) continue;
    if (scalar.kind == ScalarKind::kDiscrete) {
      KeepPre(target);
    } else if (scalar.start.valid() && scalar.kind != ScalarKind::kState) {
      Scope scope(*this);
      Term start = Lower(scalar.start);
      if (start.scalar.valid()) WriteScalar(target, start.scalar);
    }
    scalars_.erase(target.index());
  }
  bool before = std::exchange(keeps_scalars_, false);
  ++depth_;
  {
    Scope scope(*this);
    LowerStatements(step.statements);
  }
  --depth_;
  keeps_scalars_ = before;
  origin_ = &step.origin;
}

// An object is made once, however often the section runs.
void Lowering::ConstructObject(const Step& step) {
  b_.If(b_.Compare(Code::kEqual, ReadScalar(step.targets[0]), b_.Null()));
  {
    Scope scope(*this);
    WriteScalar(step.targets[0], Lower(step.value).scalar);
  }
  b_.EndIf();
}

// a/b or -(a/b); where both are zero, the value that the target has.
Term Lowering::QuotientOrKept(const Step& step) {
  bool is_negative = pool_.op(step.value) == Op::kNeg;
  Expr quotient = is_negative ? pool_.arg(step.value, 0) : step.value;
  if (pool_.op(quotient) != Op::kDiv) return Lower(step.value);  // simplified since
  Reg a = LowerScalar(pool_.arg(quotient, 0), Kind::kReal), b = LowerScalar(pool_.arg(quotient, 1), Kind::kReal);
  if (is_negative) a = b_.Neg(a);
  ScalarId target = step.targets[0];
  Reg is_zero = b_.Compare(Code::kEqual, b, b_.Real(0));
  b_.If(is_zero);
  b_.Kernel("mica_left_open", {b_.Int(Site(step.value)), a, b_.Text(c_.model->scalars[target].name)});
  b_.EndIf();
  return Term::Of(
      b_.Select(is_zero, ReadScalar(target), b_.Arithmetic(Code::kDiv, a, b_.Select(is_zero, b_.Real(1), b))));
}

void Lowering::LowerStep(const Step& step) {
  origin_ = &step.origin;
  switch (step.kind) {
    case Step::Kind::kAssign: {
      if (types_.kind(c_.model->scalars[step.targets[0]].type) == TypeKind::kExternalObject)
        return ConstructObject(step);
      Term value = step.keeps_if_open ? QuotientOrKept(step) : Lower(step.value);
      Check(value.scalar.valid(), "a scalar is assigned an array");
      WriteScalar(step.targets[0], value.scalar);
      // A held relation may have read it before it was computed: what was made of the old value must not serve on.
      bool was_read = std::any_of(memo_.begin(), memo_.end(), [&](const auto& entry) {
        Expr e(entry.first);
        return pool_.op(e) == Op::kScalar && pool_.scalar(e) == step.targets[0];
      });
      if (was_read) memo_.clear();
      return;
    }
    case Step::Kind::kCall: {
      Term result = Lower(step.value);
      std::size_t next = 0;
      std::function<void(const Term&)> store = [&](const Term& term) {
        if (term.has_parts) {
          for (const Term& part : term.parts) store(part);
        } else if (term.scalar.valid()) {
          if (next < step.targets.size() && step.targets[next].valid()) WriteScalar(step.targets[next], term.scalar);
          ++next;
        } else {
          auto count = StaticCount(term.array->sizes);
          if (!count) {
            // A size that the function decides: the model's declaration decides how many are wanted.
            count = static_cast<std::int64_t>(step.targets.size() - next);
            b_.CheckSize(Count(term.array->sizes), b_.Int(*count), Site(step.value));
          }
          ArrayRef memory = Settle(term.array);
          Array flat = *memory;
          flat.sizes = {b_.Int(*count)};
          for (std::int64_t i = 0; i < *count; ++i, ++next) {
            if (next >= step.targets.size() || !step.targets[next].valid()) continue;
            Reg at = b_.Int(i);
            WriteScalar(step.targets[next], At(flat, std::span(&at, 1)));
          }
        }
      };
      return store(result);
    }
    case Step::Kind::kAlgorithm:
      return LowerAlgorithm(step);
    case Step::Kind::kSolve:
      b_.Kernel("mica_solve", {b_.Int(step.system.index())});
      return;
    case Step::Kind::kWhen:
      return LowerWhen(step);
    case Step::Kind::kReinit:
      return Reinit(step.targets[0], LowerScalar(step.value, Kind::kReal));
    case Step::Kind::kAssert:
      return LowerAssert(step.condition, step.message, step.value, step.level);
    case Step::Kind::kTerminate:
    case Step::Kind::kEffect: {
      // Where the step stands under a condition, it has one.
      Scope scope(*this);
      if (step.condition.valid()) b_.If(LowerScalar(step.condition, Kind::kBool));
      LowerEffect(step);
      if (step.condition.valid()) b_.EndIf();
      return;
    }
  }
}

void Lowering::LowerEffect(const Step& step) {
  Scope scope(*this);
  ++depth_;
  if (step.kind == Step::Kind::kEffect)
    Lower(step.value);
  else
    b_.Kernel("mica_report",
              {b_.Int(MICA_REPORT_TERMINATE), b_.Int(Site(step.value)), LowerScalar(step.value, Kind::kText)});
  --depth_;
}

}  // namespace mica::code
