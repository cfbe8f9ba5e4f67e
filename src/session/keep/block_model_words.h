// The words of a model that a run asks for when something is wrong (run/model_words.h), from its block model and its
// expressions.
//
// Why a value is not finite: compiled code computes without checks (a square root of -1 is nan); the step that computed
// it is evaluated again by the interpreter, over the present values of the instance. The interpreter knows the domains
// of functions, so it stops at the expression that left its domain: sqrt, log, asin, acos, a power, also inside
// functions. Held relations are taken as their operands have them now. What needs the runtime (delay, external objects)
// cannot be explained.
#pragma once

#include "flat/model.h"
#include "run/model_words.h"
#include "structure/block_model.h"

namespace mica {

class BlockModelWords final : public run::ModelWords {
 public:
  // `flat` may be null: there are no declarations then.
  BlockModelWords(const structure::BlockModel& model, const Store& store, const flat::Model* flat)
      : model_(model), store_(store), flat_(flat) {}

  std::optional<run::StepWords> StepOf(std::uint32_t scalar, run::Section section) const override;
  std::optional<DiagnosticNote> ExplainValue(std::uint32_t scalar, run::Section section,
                                             const MicaInstance& now) const override;
  std::optional<DiagnosticNote> ExplainSystem(std::uint32_t system, const MicaInstance& now) const override;
  std::string SideText(std::uint32_t relation, int side) const override;
  Span DeclarationOf(std::uint32_t scalar) const override;
  Span BindingOf(std::uint32_t scalar) const override;
  std::string RecursiveFunctions() const override;

 private:
  class Explainer;
  // Inside systems and when-clauses too; null: none does.
  const structure::Step* FindStep(std::span<const structure::Step> steps, ScalarId wanted) const;
  const structure::Step* FindStep(std::uint32_t scalar, run::Section section) const;
  const flat::Variable* SourceOf(std::uint32_t scalar) const;
  // The Modelica text of an expression, shortened to what fits in a message.
  std::string ModelText(Expr e) const;

  const structure::BlockModel& model_;
  const Store& store_;
  const flat::Model* flat_;
};

}  // namespace mica
