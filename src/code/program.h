// The lowered program: a small typed language between the block model and its two printers, LLVM IR (print_llvm.h) and
// C99 (print_c.h). A routine is a flat list of instructions; control flow is structured by markers (kIf … kElse …
// kEndIf, kLoop … kEndLoop). An instruction with a result is a register, named by its place in the list, assigned once.
// A register is used only after its instruction, inside the innermost block that holds it: what C's scopes ask for, and
// what makes every use dominated in LLVM. What changes is a local. Every routine takes the instance and its parameters
// and returns a status; a call of a routine passes a failure on by returning. Memory of arrays is cells of 8 bytes:
// double, int64_t (Integer, Boolean, enumerations), pointer.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"
#include "flat/model.h"

namespace mica::code {

struct RegTag;
using Reg = Id<RegTag>;
struct LocalTag;
using LocalId = Id<LocalTag>;
struct RoutineTag;
using RoutineId = Id<RoutineTag>;
struct SymbolTag;
using SymbolId = Id<SymbolTag>;

enum class Kind : std::uint8_t { kVoid, kReal, kInt, kBool, kText, kPointer };

enum class Code : std::uint8_t {
  // Constants: free of place, printed where they are used. imm: bits of the double, the integer, 0/1, index into texts
  // or tables.
  kReal,
  kInt,
  kBool,
  kText,
  kNull,
  kTable /* pointer to constant cells */,
  kRoutine /* pointer to code; imm: RoutineId */,
  kParameter,  // imm: which; free of place too
  kField,      // imm: InstanceField
  kLoadSlot,
  kStoreSlot,    // imm: index; b: SlotArray; store: a
  kSlotAddress,  // pointer to the slot
  kLoad,
  kStore,   // a: pointer, b: index (cells, from 0); store: c
  kOffset,  // a + b cells
  kGetLocal,
  kSetLocal,  // imm: LocalId; set: a
  kLocalAddress,
  // Arithmetic on reals or integers, by the kind of the operands.
  kAdd,
  kSub,
  kMul,
  kDiv /* reals */,
  kNeg,
  kNot,
  kAnd,
  kOr,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kSelect,  // a ? b : c
  kIntToReal,
  kRealToInt /* truncates */,
  kBoolToInt,
  kIntToBool,
  kBoolToReal,
  kRealToBool,
  kMath,            // imm: MathFunction; a, b
  kCheckNonZero,    // a; imm: site
  kCheckSubscript,  // 1 <= a <= b; imm: site
  kCheckSize,       // a == b; imm: site
  kCallRoutine,     // imm: RoutineId; args
  kCallPointer,     // a: code pointer; args; the closure is the first of them
  kCallSymbol,      // imm: SymbolId; args. A symbol that returns a status is checked like a routine.
  kIf,
  kElse,
  kEndIf,
  kLoop,
  kEndLoop,
  kBreak,
  kBreakUnless,  // a
  kReturn,       // imm: status
};

enum class InstanceField : std::uint8_t {
  kTime,
  kLambda,
  kInitial,
  kTerminal,
  kEvent,
  kSolvingHeld, /* as a Boolean: > 0 */
  kAtStart      /* initial(), and until the event iteration at the start has ended */
};
enum class SlotArray : std::uint8_t { kReals, kPre, kHeld, kNominal, kMin, kMax, kStrings, kPreStrings, kObjects };
enum class MathFunction : std::uint8_t {
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kSinh,
  kCosh,
  kTanh,
  kExp,
  kLog,
  kLog10,
  kSqrt,
  kAbs,
  kFloor,
  kCeil,
  kTrunc,
  kPow,
};
const char* MathName(MathFunction f);  // of the C library

struct Inst {
  Code code;
  Kind kind = Kind::kVoid;  // of the result
  Reg a, b, c;
  std::uint64_t imm = 0;
  std::uint32_t first_arg = 0, arg_count = 0;  // of calls: into Routine::args
};

struct Local {
  Kind kind;
  std::uint32_t count;  // cells; a scalar has 1
};

// How often a routine runs decides how much work its machine code is worth.
enum class Tier : std::uint8_t {
  kOnce,
  kHot /* sections of the dynamics */,
  kFunction /* functions of the model,
with loops of their own */
};

struct Routine {
  std::string name;
  Tier tier = Tier::kHot;
  std::vector<Kind> parameters;  // after the instance
  std::vector<Inst> insts;
  std::vector<Reg> args;
  std::vector<Local> locals;
  bool calls_external = false;  // itself or through what it calls (settled by Program::MarkExternal)
};

// How a foreign function takes and gives its values.
enum class Abi : std::uint8_t {
  kNothing,
  kInstance /* taken without an argument */,
  kDouble,
  kInt64,
  kInt32,
  kSize,
  kText,
  kPointer,
  kStatus
};

struct Symbol {
  std::string name;  // as linked
  Abi result = Abi::kNothing;
  std::vector<Abi> parameters;
  bool is_kernel = true;    // declared in runtime/kernels.h; otherwise an external function of the model
  std::string include;      // of an external function: text that declares it; empty: a prototype is made
  void* address = nullptr;  // of an external function, in this process
};

// A place in the model that a report of the running code names.
struct Site {
  std::string text;
  flat::Origin origin;
};

struct Table {
  Kind kind;
  std::vector<std::uint64_t> cells;  // bits of doubles, integers, indices into texts
};

struct SystemRoutines {
  RoutineId residual, jacobian, discrete;  // discrete may be invalid
};

struct Program {
  std::string name;
  IdVector<RoutineId, Routine> routines;
  IdVector<SymbolId, Symbol> symbols;
  std::vector<std::string> texts;
  std::vector<Table> tables;
  std::vector<Site> sites;
  // Entry points of MicaCode.
  RoutineId parameters, attributes, initial, derivatives, stage, outputs, event, crossings, time_events, samplers,
      delays, distributions, destroy;
  std::vector<SystemRoutines> systems;
  std::uint32_t real_count = 0, string_count = 0, object_count = 0, state_count = 0, held_count = 0, crossing_count = 0,
                delay_count = 0, sampler_count = 0, distribution_count = 0;

  // Settles Routine::calls_external over the graph of calls.
  void MarkExternal();
};

// The program as text, one instruction a line: for tests, and as the key of the object cache.
std::string RoutineText(const Routine& routine, const Program& program);

}  // namespace mica::code
