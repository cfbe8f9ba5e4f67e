// The lowered program: text form and facts about its calls.
#include "code/program.h"

#include <fmt/format.h>

namespace mica::code {

namespace {

constexpr const char* kCodeNames[] = {
    "real",         "int",          "bool",         "text",          "null",
    "table",        "routine",      "parameter",    "field",         "load_slot",
    "store_slot",   "slot_address", "load",         "store",         "offset",
    "get",          "set",          "address",      "add",           "sub",
    "mul",          "div",          "neg",          "not",           "and",
    "or",           "less",         "less_equal",   "equal",         "not_equal",
    "select",       "int_to_real",  "real_to_int",  "bool_to_int",   "int_to_bool",
    "bool_to_real", "real_to_bool", "math",         "check_nonzero", "check_subscript",
    "check_size",   "call",         "call_pointer", "call_symbol",   "if",
    "else",         "end_if",       "loop",         "end_loop",      "break",
    "break_unless", "return"};
static_assert(std::size(kCodeNames) == static_cast<std::size_t>(Code::kReturn) + 1);

constexpr char kKindLetters[] = {'v', 'r', 'i', 'b', 't', 'p'};

}  // namespace

const char* MathName(MathFunction f) {
  static constexpr const char* kNames[] = {"sin",  "cos",   "tan",  "asin",  "acos", "atan",  "atan2",
                                           "sinh", "cosh",  "tanh", "exp",   "log",  "log10", "sqrt",
                                           "fabs", "floor", "ceil", "trunc", "pow"};
  return kNames[static_cast<std::size_t>(f)];
}

std::string RoutineText(const Routine& routine, const Program& program) {
  std::string out = fmt::format("routine {} tier {} (", routine.name, static_cast<int>(routine.tier));
  for (Kind kind : routine.parameters) out += kKindLetters[static_cast<int>(kind)];
  out += ")\n";
  for (std::size_t i = 0; i < routine.locals.size(); ++i)
    fmt::format_to(std::back_inserter(out), "  local {} {}[{}]\n", i,
                   kKindLetters[static_cast<int>(routine.locals[i].kind)], routine.locals[i].count);
  for (std::size_t i = 0; i < routine.insts.size(); ++i) {
    const Inst& inst = routine.insts[i];
    fmt::format_to(std::back_inserter(out), "  {}{} {}", kKindLetters[static_cast<int>(inst.kind)], i,
                   kCodeNames[static_cast<int>(inst.code)]);
    for (Reg operand : {inst.a, inst.b, inst.c})
      if (operand.valid()) fmt::format_to(std::back_inserter(out), " %{}", operand.index());
    switch (inst.code) {
      case Code::kReal:
        fmt::format_to(std::back_inserter(out), " {:x}", inst.imm);
        break;
      case Code::kText:
        fmt::format_to(std::back_inserter(out), " {:?}", program.texts[inst.imm]);
        break;
      case Code::kMath:
        fmt::format_to(std::back_inserter(out), " {}", MathName(static_cast<MathFunction>(inst.imm)));
        break;
      case Code::kCallRoutine:
      case Code::kRoutine:
        fmt::format_to(std::back_inserter(out), " {} {}", inst.imm, program.routines[RoutineId(inst.imm)].name);
        break;
      case Code::kCallSymbol:
        fmt::format_to(std::back_inserter(out), " {} {}", inst.imm, program.symbols[SymbolId(inst.imm)].name);
        break;
      case Code::kTable: {
        const Table& table = program.tables[inst.imm];
        for (std::uint64_t cell : table.cells)
          if (table.kind == Kind::kText)
            fmt::format_to(std::back_inserter(out), " {:?}", program.texts[cell]);
          else
            fmt::format_to(std::back_inserter(out), " {:x}", cell);
        break;
      }
      default:
        fmt::format_to(std::back_inserter(out), " {}", inst.imm);
        break;
    }
    for (std::uint32_t k = 0; k < inst.arg_count; ++k)
      fmt::format_to(std::back_inserter(out), " %{}", routine.args[inst.first_arg + k].index());
    out += '\n';
  }
  return out;
}

void Program::MarkExternal() {
  std::vector<std::vector<std::uint32_t>> callers(routines.size());
  std::vector<std::uint32_t> work;
  for (std::uint32_t r = 0; r < routines.size(); ++r) {
    for (const Inst& inst : routines[RoutineId(r)].insts) {
      if (inst.code == Code::kCallRoutine || inst.code == Code::kRoutine) callers[inst.imm].push_back(r);
      if (inst.code == Code::kCallSymbol && !symbols[SymbolId(inst.imm)].is_kernel)
        routines[RoutineId(r)].calls_external = true;
    }
    if (routines[RoutineId(r)].calls_external) work.push_back(r);
  }
  while (!work.empty()) {
    std::uint32_t r = work.back();
    work.pop_back();
    for (std::uint32_t caller : callers[r]) {
      if (routines[RoutineId(caller)].calls_external) continue;
      routines[RoutineId(caller)].calls_external = true;
      work.push_back(caller);
    }
  }
}

}  // namespace mica::code
