// Connections (specification chapter 9): connect-equations are collected as pairs of elements, joined to sets, and the sets become
// equations: potentials are equal, flows sum to zero. A flow that nothing is connected to is zero.
//
// The unit that is connected is a variable of a connector, one for each element of the connector arrays around it; an array inside a
// connector stays whole. Each flow has two faces: inside a component, seen from where the component is used, and outside, seen from the
// class that the connector belongs to; they are different members of sets and have opposite signs.
#pragma once

#include "flat/model.h"
#include "instance/typer.h"

namespace mica::flat {

// A loop around a connect-equation, with the values that its iterator takes.
struct Loop {
  Expr iterator;
  std::vector<Value> values;
};

class Connections {
 public:
  explicit Connections(instance::Elaboration& elaboration) : elaboration_(elaboration) {}

  struct End {
    instance::Component* connector = nullptr;
    std::vector<Expr> subscripts;  // one for each dimension of AllSizes(connector)
    bool is_outside = false;
    Span span;
  };
  // connect(a, b) for every combination of the loops and of the iterators of component arrays around it.
  void Connect(const End& a, const End& b, const std::vector<Loop>& loops, const Origin& origin);
  // The connector is part of the model: its flows are zero where nothing is connected from outside the component.
  void AddConnector(instance::Component* connector);
  // The equations of all sets.
  void AddEquations(std::vector<Equation>& into);

 private:
  struct Member {
    instance::Component* variable = nullptr;
    std::uint32_t element = 0;  // of the connector arrays around it, row-major
    bool is_outside = false;
    bool is_connected = false;
    Origin origin;              // of the last connect-equation that named it
  };
  std::uint32_t MemberOf(instance::Component* variable, std::uint32_t element, bool is_outside);
  std::uint32_t FindRoot(std::uint32_t member);
  void Join(std::uint32_t a, std::uint32_t b, const Origin& origin);
  void ConnectVariables(instance::Component* a, std::span<const std::int32_t> at_a, bool a_outside, instance::Component* b,
                        std::span<const std::int32_t> at_b, bool b_outside, const Origin& origin, Span span);
  // How many leading dimensions of the variable are of connector arrays: the rest stays whole.
  std::size_t ConnectedRank(instance::Component* variable);
  Expr Reference(const Member& member);
  bool Compatible(instance::Component* a, instance::Component* b, Span span);

  instance::Elaboration& elaboration_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> parents_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<instance::Component*> connectors_;
};

}  // namespace mica::flat
