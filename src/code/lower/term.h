// What an expression is while it is lowered: a register, an array, or the parts of a record or tuple. An array is
// memory (a pointer to contiguous cells, row-major), a list of registers (small arrays of known size), or a rule that
// makes the element at given indices when it is asked for. Rules fuse: a + b * 2 is one loop over the elements, without
// temporaries. Sizes are registers; they are constants wherever the type knows them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "code/program.h"

namespace mica::code {

struct Array {
  enum class Form : std::uint8_t { kMemory, kList, kRule };
  using Rule = std::function<Reg(std::span<const Reg> indices)>;  // from 0

  Kind kind = Kind::kReal;
  std::vector<Reg> sizes;
  Form form = Form::kMemory;
  Reg data;
  std::vector<Reg> list;
  Rule rule;
  bool is_fresh = false;  // memory that nothing else refers to
};
using ArrayRef = std::shared_ptr<const Array>;

struct Term {
  Reg scalar;
  ArrayRef array;
  std::vector<Term> parts;  // of a record (an array of records is a record of arrays) or tuple
  bool has_parts = false;

  static Term Of(Reg value) { return {value, nullptr, {}, false}; }
  static Term Of(Array array) { return {{}, std::make_shared<const Array>(std::move(array)), {}, false}; }
  static Term Of(ArrayRef array) { return {{}, std::move(array), {}, false}; }
  static Term Of(std::vector<Term> parts) { return {{}, nullptr, std::move(parts), true}; }
};

// A variable of a function, or the place where branches leave a value: locals in the shape of a term.
struct Variable {
  Kind kind = Kind::kVoid;
  bool is_array = false;
  LocalId value;               // scalar; or data pointer of an array
  std::vector<LocalId> sizes;  // of an array whose sizes are not constant; else empty
  std::vector<Reg> constant_sizes;
  std::vector<LocalId> elements;      // of a small array kept in locals (joins only)
  bool is_resizable = false;          // has `:` sizes, set by assignment
  bool is_join = false;               // refers to memory rather than owning it
  std::shared_ptr<const Term> input;  // of an input: it is this
  std::vector<Variable> parts;
  bool has_parts = false;
};

}  // namespace mica::code
