// Streams (specification chapter 15): inStream and actualStream become expressions of the connected variables, and the
// stream variables of outside connectors get their equations, with the mixing rule of 15.2 regularised at zero flow.
//
// In a set of connected stream connectors each member contributes what flows out of its component. A member that can
// only take in (its flow has min >= 0; of an outside connector, max <= 0) contributes nothing. Where one contributor is
// left its value is taken as it is; else the mean, weighted by positiveMax of the flows, which stays above a small
// bound when all flows vanish.
#pragma once

#include <unordered_set>

#include "flat/connect/connections.h"

namespace mica::flat {

class Streams {
 public:
  Streams(instance::Elaboration& elaboration, Connections& connections)
      : elaboration_(elaboration), connections_(connections) {}

  // Equations of the stream variables of outside connectors.
  void AddEquations(std::vector<Equation>& into);
  // Replaces inStream and actualStream everywhere in the model.
  void ReplaceOperators(Model& model);

 private:
  struct Source {
    Expr flow, value;  // flow: positive out of the component, so into the mixing point
    double nominal;
  };
  Expr Replace(Expr e);
  void Replace(Equation& equation);
  void Replace(std::vector<Statement>& statements);
  Expr OperatorOf(Op op, Expr argument);
  // The value that flows into the component of this connector, which is the inside face of it.
  Expr InStream(instance::Component* variable, std::uint32_t element);
  Expr ActualStream(instance::Component* variable, std::uint32_t element);
  // The mean of all of the set but `left_out`; `own` where nothing else flows out.
  Expr Mix(std::span<const std::uint32_t> set, std::uint32_t left_out, Expr own);
  Expr StartOf(const Connections::Member& member, Expr own);
  Expr Mean(const std::vector<Source>& sources);
  instance::Component* FlowOf(instance::Component* variable);
  bool IsBounded(instance::Component* flow, instance::Attribute attribute, bool below);

  Expr Make(Op op, Expr a, Expr b);
  ExprPool& exprs() { return elaboration_.store().exprs; }
  Types& types() { return elaboration_.store().types; }

  instance::Elaboration& elaboration_;
  Connections& connections_;
  std::unordered_map<std::uint64_t, Expr> in_streams_;  // by variable and element
  std::unordered_map<std::uint64_t, Expr> of_arrays_;   // by operator and variable: all elements
  std::unordered_map<Expr, Expr> replaced_;
  std::unordered_set<Expr> holds_actual_;  // expressions as written that hold actualStream
};

}  // namespace mica::flat
