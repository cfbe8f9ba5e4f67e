// Builds one routine of the lowered program: appends instructions, folds what is constant, and keeps constants unique.
// Folding of reals is that of the machine (round to nearest), so results do not depend on what happened to be constant.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "code/program.h"

namespace mica::code {

class Builder {
 public:
  Builder(Program& program, RoutineId routine) : program_(program), routine_(routine) {}

  Program& program() { return program_; }
  RoutineId routine() const { return routine_; }
  Kind kind(Reg r) const { return body().insts[r.index()].kind; }
  std::size_t size() const { return body().insts.size(); }

  Reg Real(double value) { return Constant(Code::kReal, Kind::kReal, std::bit_cast<std::uint64_t>(value)); }
  Reg Int(std::int64_t value) { return Constant(Code::kInt, Kind::kInt, static_cast<std::uint64_t>(value)); }
  Reg Bool(bool value) { return Constant(Code::kBool, Kind::kBool, value); }
  Reg Text(std::string_view text);
  Reg Null() { return Constant(Code::kNull, Kind::kPointer, 0); }
  Reg Zero(Kind kind);
  Reg TablePointer(Table table);
  Reg CodePointer(RoutineId routine) { return Constant(Code::kRoutine, Kind::kPointer, routine.index()); }
  Reg Parameter(std::size_t place) { return Constant(Code::kParameter, body().parameters[place], place); }
  std::optional<std::int64_t> IntConstant(Reg r) const;
  std::optional<double> RealConstant(Reg r) const;
  std::optional<bool> BoolConstant(Reg r) const;
  bool IsConstant(Reg r) const { return body().insts[r.index()].code <= Code::kText; }

  Reg Field(InstanceField field);
  Reg LoadSlot(SlotArray array, std::uint32_t index);
  void StoreSlot(SlotArray array, std::uint32_t index, Reg value);
  Reg SlotAddress(SlotArray array, std::uint32_t index);
  Reg Load(Kind kind, Reg pointer, Reg index) { return Append({Code::kLoad, kind, pointer, index}); }
  void Store(Reg pointer, Reg index, Reg value) { Append({Code::kStore, Kind::kVoid, pointer, index, value}); }
  Reg Offset(Reg pointer, Reg cells);
  LocalId NewLocal(Kind kind, std::uint32_t count = 1);
  Reg Get(LocalId local);
  void Set(LocalId local, Reg value);
  Reg Address(LocalId local) { return Append({Code::kLocalAddress, Kind::kPointer, {}, {}, {}, local.index()}); }

  // Operands of one kind, reals or integers; integers are made real where the other is real.
  Reg Arithmetic(Code code, Reg a, Reg b);
  Reg Add(Reg a, Reg b) { return Arithmetic(Code::kAdd, a, b); }
  Reg Sub(Reg a, Reg b) { return Arithmetic(Code::kSub, a, b); }
  Reg Mul(Reg a, Reg b) { return Arithmetic(Code::kMul, a, b); }
  Reg Neg(Reg a);
  Reg Not(Reg a);
  Reg And(Reg a, Reg b);
  Reg Or(Reg a, Reg b);
  Reg Compare(Code code, Reg a, Reg b);  // kLess, kLessEqual, kEqual, kNotEqual of numbers or Booleans
  Reg Select(Reg condition, Reg a, Reg b);
  Reg Convert(Reg value, Kind kind);
  Reg Math(MathFunction f, Reg a, Reg b = {});
  void CheckNonZero(Reg value, std::uint32_t site);
  void CheckSubscript(Reg subscript, Reg size, std::uint32_t site);
  void CheckSize(Reg a, Reg b, std::uint32_t site);

  void CallRoutine(RoutineId routine, std::span<const Reg> args);
  void CallPointer(Reg code, std::span<const Reg> args);
  Reg CallSymbol(SymbolId symbol, std::span<const Reg> args);
  // A kernel by its name in kernel_table.cpp.
  Reg Kernel(std::string_view name, std::initializer_list<Reg> args) {
    return Kernel(name, std::span<const Reg>(args.begin(), args.size()));
  }
  Reg Kernel(std::string_view name, std::span<const Reg> args);

  void If(Reg condition) { Append({Code::kIf, Kind::kVoid, condition}); }
  void Else() { Append({Code::kElse}); }
  void EndIf() { Append({Code::kEndIf}); }
  void Loop() { Append({Code::kLoop}); }
  void EndLoop() { Append({Code::kEndLoop}); }
  void Break() { Append({Code::kBreak}); }
  void BreakUnless(Reg condition) { Append({Code::kBreakUnless, Kind::kVoid, condition}); }
  // Makes an instruction without effect of a call whose result nothing uses.
  void Erase(Reg r) { body().insts[r.index()] = {Code::kNull, Kind::kPointer}; }
  void Return(int status = 0) { Append({Code::kReturn, Kind::kVoid, {}, {}, {}, static_cast<std::uint64_t>(status)}); }

 private:
  Routine& body() { return program_.routines[routine_]; }
  const Routine& body() const { return program_.routines[routine_]; }
  const Inst& inst(Reg r) const { return body().insts[r.index()]; }
  Reg Append(Inst inst);
  Reg Constant(Code code, Kind kind, std::uint64_t imm);

  Program& program_;
  RoutineId routine_;
  std::unordered_map<std::uint64_t, Reg> constants_[8];  // by code
};

// The kernel with this name, added to the program when it is first used.
SymbolId KernelSymbol(Program& program, std::string_view name);
// The kernel that does what the C function `name` of a library does, when that takes and gives these; else "".
std::string_view KernelForExternal(std::string_view name, std::span<const Abi> parameters, bool has_result);
// Whether objects that this C function makes are a kernel's.
bool IsKernelConstructor(std::string_view name);
// Its address in this process, for the JIT.
void* KernelAddress(std::string_view name);

}  // namespace mica::code
