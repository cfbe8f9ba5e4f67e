// Run stage: words that only the model's text has, for messages. Whoever has the text offers them
// (session/keep/block_model_words.h); a run without them says less. They are asked for when something is wrong, and
// cost nothing before.
//
// Scalars, systems and relations are numbers in the model table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "runtime/model_code.h"

namespace mica::run {

// Which steps compute a variable.
enum class Section : std::uint8_t { kParameters, kDynamics };

// The step that computes a variable.
struct StepWords {
  enum class Kind : std::uint8_t { kAssign, kSolve, kAlgorithm, kOther };
  Kind kind = Kind::kOther;
  Span span;
  std::string component;  // "component a.b: ", or ""
  std::string value;      // of kAssign: the right side
};

class ModelWords {
 public:
  virtual ~ModelWords() = default;

  // The step of a section that computes a scalar; nothing: none does.
  virtual std::optional<StepWords> StepOf(std::uint32_t scalar, Section section) const = 0;
  // Why that step gives a value that is not finite, with the present values of the instance: the expression that left
  // its domain. Nothing: that cannot be determined.
  virtual std::optional<DiagnosticNote> ExplainValue(std::uint32_t scalar, Section section,
                                                     const MicaInstance& now) const = 0;
  // Of the first inner step or residual of a system that cannot be evaluated.
  virtual std::optional<DiagnosticNote> ExplainSystem(std::uint32_t system, const MicaInstance& now) const = 0;
  // The left (0) or right (1) side of a relation.
  virtual std::string SideText(std::uint32_t relation, int side) const = 0;
  // Where a scalar is declared, and where its value stands.
  virtual Span DeclarationOf(std::uint32_t scalar) const = 0;
  virtual Span BindingOf(std::uint32_t scalar) const = 0;
  // The functions of the model that call themselves, separated by commas.
  virtual std::string RecursiveFunctions() const = 0;
};

}  // namespace mica::run
