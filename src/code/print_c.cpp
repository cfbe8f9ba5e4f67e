// C99 from the lowered program. One static function a routine; a register is a variable declared where it is assigned,
// a constant is written where it is used. Reals are printed in hexadecimal where decimal digits would not be exact.
#include "code/print_c.h"

#include <fmt/format.h>
#include <cmath>
#include <set>

namespace mica::code {

namespace {

const char* CType(Kind kind) {
  switch (kind) {
    case Kind::kReal:
      return "double";
    case Kind::kInt:
      return "int64_t";
    case Kind::kBool:
      return "int";
    case Kind::kText:
      return "const char*";
    case Kind::kPointer:
      return "void*";
    case Kind::kVoid:
      break;
  }
  return "void";
}

// What lies in a cell of this kind.
const char* CellType(Kind kind) { return kind == Kind::kBool ? "int64_t" : CType(kind); }

const char* CType(Abi abi) {
  switch (abi) {
    case Abi::kNothing:
      return "void";
    case Abi::kInstance:
      return "MicaInstance*";
    case Abi::kDouble:
      return "double";
    case Abi::kInt64:
      return "int64_t";
    case Abi::kInt32:
    case Abi::kStatus:
      return "int";
    case Abi::kSize:
      return "size_t";
    case Abi::kText:
      return "const char*";
    case Abi::kPointer:
      return "void*";
  }
  return "void";
}

}  // namespace

std::string CString(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += static_cast<char>(c);
    else if (c < 0x20 || c >= 0x7F || c == '?')
      out += fmt::format("\\{:03o}", c);
    else
      out += static_cast<char>(c);
  }
  return out + "\"";
}

std::string CReal(double x) {
  if (std::isnan(x)) return "NAN";
  if (std::isinf(x)) return x > 0 ? "INFINITY" : "(-INFINITY)";
  std::string text = fmt::format("{}", x);  // shortest that reads back as the same
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(x) ? "(" + text + ")" : text;
}

namespace {

std::string IntLiteral(std::int64_t x) {
  if (x == INT64_MIN) return "INT64_MIN";
  if (x >= -2147483647 && x <= 2147483647) return x < 0 ? fmt::format("({})", x) : fmt::format("{}", x);
  return fmt::format("INT64_C({})", x);
}

std::string Identifier(std::string_view name) {
  std::string out = "f_";
  for (char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out;
}

constexpr const char* kFields[] = {"m->time",          "m->lambda",
                                   "(m->initial > 0)", "(m->terminal != 0)",
                                   "(m->event != 0)",  "(m->solving_held > 0)",
                                   "(m->initial != 0)"};
constexpr const char* kSlots[] = {"reals", "pre", "held", "nominal", "min", "max", "strings", "pre_strings", "objects"};

class CPrinter {
 public:
  explicit CPrinter(const Program& program, const Reachable* reachable = nullptr,
                    std::string code_name = "mica_model_code")
      : program_(program), reachable_(reachable), code_name_(std::move(code_name)) {}

  std::string Run();

 private:
  std::string RoutineName(std::size_t r) const {
    return fmt::format("{}_{}", Identifier(program_.routines[RoutineId(r)].name), r);
  }
  std::string Head(std::size_t r) const;
  void PrintRoutine(std::size_t r);
  void PrintInst(std::size_t place);
  void PrintCall(std::size_t place, const Inst& inst);
  std::string Value(Reg r) const;
  std::string Pointer(Reg r) const { return fmt::format("((void*){})", Value(r)); }
  void Line(std::string text) {
    out_.append(static_cast<std::size_t>(indent_) * 2, ' ');
    out_ += text;
    out_ += '\n';
  }
  void Assign(std::size_t place, Kind kind, std::string value) {
    Line(fmt::format("{} v{} = {};", CType(kind), place, value));
  }
  void PrintSymbols();
  void PrintCode();

  bool prints(std::size_t routine) const { return !reachable_ || reachable_->routines[routine]; }

  const Program& program_;
  const Reachable* reachable_;
  std::string code_name_;
  const Routine* routine_ = nullptr;
  int indent_ = 1;
  std::string out_;
};

std::string CPrinter::Head(std::size_t r) const {
  std::string text = fmt::format("static int {}(MicaInstance* m", RoutineName(r));
  const auto& parameters = program_.routines[RoutineId(r)].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) text += fmt::format(", {} p{}", CType(parameters[i]), i);
  return text + ")";
}

std::string CPrinter::Value(Reg r) const {
  const Inst& inst = routine_->insts[r.index()];
  switch (inst.code) {
    case Code::kReal:
      return CReal(std::bit_cast<double>(inst.imm));
    case Code::kInt:
      return IntLiteral(static_cast<std::int64_t>(inst.imm));
    case Code::kBool:
      return inst.imm ? "1" : "0";
    case Code::kText:
      return CString(program_.texts[inst.imm]);
    case Code::kNull:
      return "((void*)0)";
    case Code::kTable:
      return fmt::format("((void*)t{})", inst.imm);
    case Code::kRoutine:
      return fmt::format("((void*){})", RoutineName(inst.imm));
    case Code::kParameter:
      return fmt::format("p{}", inst.imm);
    default:
      return fmt::format("v{}", r.index());
  }
}

void CPrinter::PrintCall(std::size_t place, const Inst& inst) {
  std::string args = "m";
  if (inst.code == Code::kCallSymbol) {
    const Symbol& symbol = program_.symbols[SymbolId(inst.imm)];
    args.clear();
    std::uint32_t next = 0;
    for (Abi abi : symbol.parameters) {
      std::string arg = abi == Abi::kInstance
                            ? "m"
                            : fmt::format("({}){}", CType(abi), Value(routine_->args[inst.first_arg + next++]));
      args += (args.empty() ? "" : ", ") + arg;
    }
    if (symbol.name.starts_with("mica_guarded")) {
      // Conversions between pointers to functions and to objects go through the type of the parameter.
      const Inst& target = routine_->insts[routine_->args[inst.first_arg].index()];
      args = fmt::format("m, {}{}", inst.arg_count > 1 ? "(int (*)(MicaInstance*, double*))" : "",
                         RoutineName(target.imm));
      for (std::uint32_t k = 1; k < inst.arg_count; ++k)
        args += fmt::format(", (double*){}", Value(routine_->args[inst.first_arg + k]));
    }
    std::string call = fmt::format("{}({})", symbol.name, args);
    if (symbol.result == Abi::kStatus)
      Line(fmt::format("status = {}; if (status) return status;", call));
    else if (inst.kind == Kind::kVoid)
      Line(call + ";");
    else
      Assign(place, inst.kind, fmt::format("({}){}", CType(inst.kind), call));
    return;
  }
  std::string types = "MicaInstance*";
  for (std::uint32_t k = 0; k < inst.arg_count; ++k) {
    Reg arg = routine_->args[inst.first_arg + k];
    args += fmt::format(", ({}){}", CType(routine_->insts[arg.index()].kind), Value(arg));
    types += fmt::format(", {}", CType(routine_->insts[arg.index()].kind));
  }
  std::string callee =
      inst.code == Code::kCallRoutine ? RoutineName(inst.imm) : fmt::format("((int (*)({})){})", types, Value(inst.a));
  Line(fmt::format("status = {}({}); if (status) return status;", callee, args));
}

void CPrinter::PrintInst(std::size_t place) {
  const Inst& inst = routine_->insts[place];
  auto a = [&] { return Value(inst.a); };
  auto b = [&] { return Value(inst.b); };
  auto c = [&] { return Value(inst.c); };
  auto binary = [&](const char* op) { Assign(place, inst.kind, fmt::format("{} {} {}", a(), op, b())); };
  auto wrapping = [&](const char* op) {
    if (inst.kind == Kind::kReal) return binary(op);
    Assign(place, inst.kind, fmt::format("(int64_t)((uint64_t){} {} (uint64_t){})", a(), op, b()));
  };
  switch (inst.code) {
    case Code::kReal:
    case Code::kInt:
    case Code::kBool:
    case Code::kText:
    case Code::kNull:
    case Code::kTable:
    case Code::kRoutine:
    case Code::kParameter:
      break;
    case Code::kField:
      Assign(place, inst.kind, kFields[inst.imm]);
      break;
    case Code::kLoadSlot:
      Assign(place, inst.kind, fmt::format("m->{}[{}]", kSlots[inst.b.index()], inst.imm));
      break;
    case Code::kStoreSlot:
      Line(fmt::format("m->{}[{}] = {};", kSlots[inst.b.index()], inst.imm, a()));
      break;
    case Code::kSlotAddress:
      Assign(place, inst.kind, fmt::format("(void*)(m->{} + {})", kSlots[inst.b.index()], inst.imm));
      break;
    case Code::kLoad:
      Assign(place, inst.kind,
             fmt::format("((const {0}*){1})[{2}]{3}", CellType(inst.kind), a(), b(),
                         inst.kind == Kind::kBool ? " != 0" : ""));
      break;
    case Code::kStore:
      Line(fmt::format("(({}*){})[{}] = {};", CellType(routine_->insts[inst.c.index()].kind), a(), b(), c()));
      break;
    case Code::kOffset:
      Assign(place, inst.kind, fmt::format("(void*)((char*){} + 8 * {})", a(), b()));
      break;
    case Code::kGetLocal:
      Assign(place, inst.kind, fmt::format("l{}", inst.imm));
      break;
    case Code::kSetLocal:
      Line(fmt::format("l{} = {};", inst.imm, a()));
      break;
    case Code::kLocalAddress:
      Assign(place, inst.kind, fmt::format("(void*){}l{}", routine_->locals[inst.imm].count > 1 ? "" : "&", inst.imm));
      break;
    case Code::kAdd:
      wrapping("+");
      break;
    case Code::kSub:
      wrapping("-");
      break;
    case Code::kMul:
      wrapping("*");
      break;
    case Code::kDiv:
      binary("/");
      break;
    case Code::kNeg:
      if (inst.kind == Kind::kReal)
        Assign(place, inst.kind, fmt::format("-{}", a()));
      else
        Assign(place, inst.kind, fmt::format("(int64_t)(0 - (uint64_t){})", a()));
      break;
    case Code::kNot:
      Assign(place, inst.kind, fmt::format("!{}", a()));
      break;
    case Code::kAnd:
      binary("&");
      break;
    case Code::kOr:
      binary("|");
      break;
    case Code::kLess:
      binary("<");
      break;
    case Code::kLessEqual:
      binary("<=");
      break;
    case Code::kEqual:
      binary("==");
      break;
    case Code::kNotEqual:
      binary("!=");
      break;
    case Code::kSelect:
      Assign(place, inst.kind, fmt::format("{} ? {} : {}", a(), b(), c()));
      break;
    case Code::kIntToReal:
    case Code::kBoolToReal:
      Assign(place, inst.kind, fmt::format("(double){}", a()));
      break;
    case Code::kRealToInt:
    case Code::kBoolToInt:
      Assign(place, inst.kind, fmt::format("(int64_t){}", a()));
      break;
    case Code::kIntToBool:
    case Code::kRealToBool:
      Assign(place, inst.kind, fmt::format("{} != 0", a()));
      break;
    case Code::kMath: {
      std::string second = inst.b.valid() ? ", " + b() : "";
      Assign(place, inst.kind, fmt::format("{}({}{})", MathName(static_cast<MathFunction>(inst.imm)), a(), second));
      break;
    }
    case Code::kCheckNonZero:
      Line(fmt::format("if ({} == 0) return mica_division_failed(m, {});", a(), inst.imm));
      break;
    case Code::kCheckSubscript:
      Line(
          fmt::format("if ({0} < 1 || {0} > {1}) return mica_subscript_failed(m, {2}, {0}, {1});", a(), b(), inst.imm));
      break;
    case Code::kCheckSize:
      Line(fmt::format("if ({0} != {1}) return mica_size_failed(m, {2}, {0}, {1});", a(), b(), inst.imm));
      break;
    case Code::kCallRoutine:
    case Code::kCallPointer:
    case Code::kCallSymbol:
      PrintCall(place, inst);
      break;
    case Code::kIf:
      Line(fmt::format("if ({}) {{", a()));
      ++indent_;
      break;
    case Code::kElse:
      --indent_;
      Line("} else {");
      ++indent_;
      break;
    case Code::kEndIf:
    case Code::kEndLoop:
      --indent_;
      Line("}");
      break;
    case Code::kLoop:
      Line("for (;;) {");
      ++indent_;
      break;
    case Code::kBreak:
      Line("break;");
      break;
    case Code::kBreakUnless:
      Line(fmt::format("if (!{}) break;", a()));
      break;
    case Code::kReturn:
      Line(fmt::format("return {};", inst.imm));
      break;
  }
}

void CPrinter::PrintRoutine(std::size_t r) {
  routine_ = &program_.routines[RoutineId(r)];
  out_ += "\n" + Head(r) + " {\n";
  bool has_calls = false;
  for (const Inst& inst : routine_->insts)
    has_calls |= inst.code == Code::kCallRoutine || inst.code == Code::kCallPointer ||
                 (inst.code == Code::kCallSymbol && program_.symbols[SymbolId(inst.imm)].result == Abi::kStatus);
  if (has_calls) Line("int status;");
  for (std::size_t i = 0; i < routine_->locals.size(); ++i) {
    const Local& local = routine_->locals[i];
    if (local.count > 1)
      Line(fmt::format("{} l{}[{}];", CellType(local.kind), i, local.count));
    else
      Line(fmt::format("{} l{} = 0;", CType(local.kind), i));
  }
  Line("(void)m;");
  for (std::size_t i = 0; i < routine_->parameters.size(); ++i) Line(fmt::format("(void)p{};", i));
  for (std::size_t i = 0; i < routine_->insts.size(); ++i) PrintInst(i);
  Line("return 0;");
  out_ += "}\n";
}

void CPrinter::PrintSymbols() {
  std::set<std::string> includes;
  for (std::size_t s = 0; s < program_.symbols.size(); ++s) {
    const Symbol& symbol = program_.symbols[SymbolId(s)];
    if (symbol.is_kernel || (reachable_ && !reachable_->symbols[s])) continue;
    if (!symbol.include.empty()) {
      if (includes.insert(symbol.include).second) out_ += symbol.include + "\n";
      continue;
    }
    std::string parameters;
    for (Abi abi : symbol.parameters) parameters += (parameters.empty() ? "" : ", ") + std::string(CType(abi));
    out_ +=
        fmt::format("extern {} {}({});\n", CType(symbol.result), symbol.name, parameters.empty() ? "void" : parameters);
  }
}

void CPrinter::PrintCode() {
  auto name = [&](RoutineId id) {
    return id.valid() && prints(id.index()) ? RoutineName(id.index()) : std::string("0");
  };
  // Entry points that fill an array take a void* in the lowered program; these give them their type.
  auto with_array = [&](RoutineId id) {
    if (!id.valid() || !prints(id.index())) return std::string("0");
    out_ +=
        fmt::format("static int {0}_entry(MicaInstance* m, double* values) {{ return {0}(m, values); }}\n", name(id));
    return name(id) + "_entry";
  };
  std::string systems;
  for (const SystemRoutines& system : program_.systems) {
    std::string residual = with_array(system.residual), jacobian = with_array(system.jacobian);
    systems += fmt::format("  {{{}, {}, {}}},\n", residual, jacobian, name(system.discrete));
  }
  std::string crossings = with_array(program_.crossings), time_events = with_array(program_.time_events),
              samplers = with_array(program_.samplers), delays = with_array(program_.delays),
              distributions = with_array(program_.distributions);
  out_ += "\nstatic const MicaSystemCode mica_systems[] = {\n" + systems + "  {0, 0, 0}\n};\n";
  out_ += fmt::format(
      "\n{}const MicaCode {} = {{\n  MICA_MODEL_CODE_VERSION,\n  {}, {}, {}, {}, {}, {}, {}, {}, {}, {},\n"
      "  {}, {}, {}, {}, {}, {}, {},\n  {}, {}, {}, {}, {}, {},\n  mica_systems\n}};\n",
      reachable_ ? "static " : "", code_name_, program_.real_count, program_.string_count, program_.object_count,
      program_.state_count, program_.held_count, program_.crossing_count, program_.systems.size(), program_.delay_count,
      program_.sampler_count, program_.distribution_count, name(program_.parameters), name(program_.attributes),
      name(program_.initial), name(program_.derivatives), name(program_.stage), name(program_.outputs),
      name(program_.event), crossings, time_events, samplers, delays, distributions, name(program_.destroy));
}

std::string CPrinter::Run() {
  out_ = fmt::format(
      "/* {}: model code. Made by Mica; see runtime/model_code.h for its interface. */\n#include "
      "\"runtime/kernels.h\"\n\n",
      program_.name);
  PrintSymbols();
  for (std::size_t t = 0; t < program_.tables.size(); ++t) {
    if (reachable_ && !reachable_->tables[t]) continue;
    const Table& table = program_.tables[t];
    out_ +=
        fmt::format("static {} t{}[] = {{",
                    table.kind == Kind::kText ? "const char* const" : fmt::format("const {}", CellType(table.kind)), t);
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      std::uint64_t cell = table.cells[i];
      out_ += i % 16 == 0 ? "\n  " : " ";
      out_ += table.kind == Kind::kReal   ? CReal(std::bit_cast<double>(cell))
              : table.kind == Kind::kText ? CString(program_.texts[cell])
                                          : IntLiteral(static_cast<std::int64_t>(cell));
      out_ += ",";
    }
    if (table.cells.empty()) out_ += "0";
    out_ += "};\n";
  }
  for (std::size_t r = 0; r < program_.routines.size(); ++r)
    if (prints(r)) out_ += Head(r) + ";\n";
  for (std::size_t r = 0; r < program_.routines.size(); ++r)
    if (prints(r)) PrintRoutine(r);
  PrintCode();
  return std::move(out_);
}

}  // namespace

std::string PrintC(const Program& program) { return CPrinter(program).Run(); }

std::string PrintFixedStepC(const Program& program, const Reachable& reachable, const std::string& code_name) {
  return CPrinter(program, &reachable, code_name).Run();
}

}  // namespace mica::code
