// LLVM IR from the lowered program, instruction by instruction. Failing checks and calls branch to blocks that the
// routine shares (one a kind of failure, with phis for what the report needs), so that a check costs a compare and a
// branch and adds little to compile.
#include "code/llvm_module.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <cstddef>

#include "runtime/model_code.h"

namespace mica::code {

namespace {

constexpr std::size_t kFieldOffsets[] = {offsetof(MicaInstance, time),    offsetof(MicaInstance, lambda),
                                         offsetof(MicaInstance, initial), offsetof(MicaInstance, terminal),
                                         offsetof(MicaInstance, event),   offsetof(MicaInstance, solving_held),
                                         offsetof(MicaInstance, initial)};
constexpr std::size_t kSlotOffsets[] = {
    offsetof(MicaInstance, reals),   offsetof(MicaInstance, pre),         offsetof(MicaInstance, held),
    offsetof(MicaInstance, nominal), offsetof(MicaInstance, min),         offsetof(MicaInstance, max),
    offsetof(MicaInstance, strings), offsetof(MicaInstance, pre_strings), offsetof(MicaInstance, objects)};

class ModuleBuilder {
 public:
  ModuleBuilder(const Program& program, llvm::LLVMContext& context)
      : program_(program), context_(context), module_(std::make_unique<llvm::Module>("model", context)), ir_(context) {}

  void BuildRoutine(RoutineId id);
  std::unique_ptr<llvm::Module> Take() { return std::move(module_); }

 private:
  llvm::Type* TypeOf(Kind kind) {
    switch (kind) {
      case Kind::kReal:
        return ir_.getDoubleTy();
      case Kind::kInt:
        return ir_.getInt64Ty();
      case Kind::kBool:
        return ir_.getInt1Ty();
      case Kind::kVoid:
        return ir_.getVoidTy();
      default:
        return ir_.getPtrTy();
    }
  }
  llvm::Type* CellType(Kind kind) { return kind == Kind::kBool ? ir_.getInt64Ty() : TypeOf(kind); }
  llvm::Type* ArgType(Kind kind) { return kind == Kind::kBool ? ir_.getInt32Ty() : TypeOf(kind); }
  llvm::Type* TypeOf(Abi abi) {
    switch (abi) {
      case Abi::kNothing:
        return ir_.getVoidTy();
      case Abi::kDouble:
        return ir_.getDoubleTy();
      case Abi::kInt64:
      case Abi::kSize:
        return ir_.getInt64Ty();
      case Abi::kInt32:
      case Abi::kStatus:
        return ir_.getInt32Ty();
      default:
        return ir_.getPtrTy();
    }
  }
  // An int of a foreign function is passed as all of its register or stack slot: some declare size_t where the
  // specification says int, and the compiler of other tools, which sees that declaration, converts. Where slots are
  // packed (Apple's convention) it must be an int.
  llvm::Type* ParameterType(const Symbol& symbol, Abi abi) {
#if !defined(__APPLE__)
    if (!symbol.is_kernel && abi == Abi::kInt32) return ir_.getInt64Ty();
#endif
    return TypeOf(abi);
  }
  llvm::FunctionType* RoutineType(const Routine& routine) {
    std::vector<llvm::Type*> types{ir_.getPtrTy()};
    for (Kind kind : routine.parameters) types.push_back(ArgType(kind));
    return llvm::FunctionType::get(ir_.getInt32Ty(), types, false);
  }
  llvm::FunctionCallee Declare(RoutineId id) {
    return module_->getOrInsertFunction(LinkName(program_, id), RoutineType(program_.routines[id]));
  }
  llvm::FunctionCallee Declare(SymbolId id);
  llvm::BasicBlock* NewBlock(const char* name) { return llvm::BasicBlock::Create(context_, name, function_); }

  llvm::Value* Get(Reg r);
  llvm::Value* SlotBase(std::uint32_t array);
  llvm::Value* FieldPointer(std::size_t offset) {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0), offset);
  }
  llvm::Value* CellPointer(llvm::Value* base, llvm::Value* index) {
    return ir_.CreateGEP(ir_.getInt64Ty(), base, index);
  }
  llvm::Value* TextPointer(std::size_t text);
  llvm::Value* TablePointer(std::size_t table);
  llvm::Value* Math(const Inst& inst);
  llvm::Value* Compare(const Inst& inst);
  llvm::Value* ToArg(Reg r, llvm::Type* type);
  llvm::Value* Build(const Inst& inst);
  void BuildControl(const Inst& inst);
  llvm::Value* BuildCall(const Inst& inst);
  void PassOn(llvm::Value* status);
  // Branches to a shared block when `failed`.
  struct Failure {
    llvm::BasicBlock* block = nullptr;
    std::vector<llvm::PHINode*> phis;
  };
  void FailIf(llvm::Value* failed, Failure& failure, const char* kernel, std::initializer_list<llvm::Value*> details);

  const Program& program_;
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> ir_;
  std::vector<llvm::Value*> texts_, tables_;

  // Of the routine being built.
  const Routine* routine_ = nullptr;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  std::vector<llvm::Value*> values_;
  std::vector<llvm::AllocaInst*> locals_;
  llvm::Value* bases_[std::size(kSlotOffsets)] = {};
  struct Open {
    llvm::BasicBlock* other;  // else of an if, head of a loop
    llvm::BasicBlock* end;
    bool is_loop, has_else;
  };
  std::vector<Open> open_;
  Failure division_, subscript_, size_, status_;
};

llvm::FunctionCallee ModuleBuilder::Declare(SymbolId id) {
  const Symbol& symbol = program_.symbols[id];
  std::vector<llvm::Type*> types;
  for (Abi abi : symbol.parameters) types.push_back(ParameterType(symbol, abi));
  return module_->getOrInsertFunction(LinkName(program_, id),
                                      llvm::FunctionType::get(TypeOf(symbol.result), types, false));
}

llvm::Value* ModuleBuilder::TextPointer(std::size_t text) {
  if (texts_.size() <= text) texts_.resize(program_.texts.size());
  if (!texts_[text]) texts_[text] = ir_.CreateGlobalString(program_.texts[text], "text", 0, module_.get());
  return texts_[text];
}

llvm::Value* ModuleBuilder::TablePointer(std::size_t index) {
  if (tables_.size() <= index) tables_.resize(program_.tables.size());
  if (tables_[index]) return tables_[index];
  const Table& table = program_.tables[index];
  std::vector<llvm::Constant*> cells;
  for (std::uint64_t cell : table.cells) {
    if (table.kind == Kind::kReal)
      cells.push_back(llvm::ConstantFP::get(ir_.getDoubleTy(), std::bit_cast<double>(cell)));
    else if (table.kind == Kind::kText)
      cells.push_back(llvm::cast<llvm::Constant>(TextPointer(cell)));
    else
      cells.push_back(llvm::ConstantInt::get(ir_.getInt64Ty(), cell));
  }
  auto* type = llvm::ArrayType::get(CellType(table.kind), cells.size());
  return tables_[index] = new llvm::GlobalVariable(*module_, type, true, llvm::GlobalValue::PrivateLinkage,
                                                   llvm::ConstantArray::get(type, cells), "table");
}

llvm::Value* ModuleBuilder::Get(Reg r) {
  const Inst& inst = routine_->insts[r.index()];
  switch (inst.code) {
    case Code::kReal:
      return llvm::ConstantFP::get(ir_.getDoubleTy(), std::bit_cast<double>(inst.imm));
    case Code::kInt:
      return ir_.getInt64(inst.imm);
    case Code::kBool:
      return ir_.getInt1(inst.imm != 0);
    case Code::kText:
      return TextPointer(inst.imm);
    case Code::kNull:
      return llvm::ConstantPointerNull::get(ir_.getPtrTy());
    case Code::kTable:
      return TablePointer(inst.imm);
    case Code::kRoutine:
      return Declare(RoutineId(inst.imm)).getCallee();
    case Code::kParameter: {
      llvm::Value* arg = function_->getArg(static_cast<unsigned>(inst.imm) + 1);
      return inst.kind == Kind::kBool ? ir_.CreateICmpNE(arg, ir_.getInt32(0)) : arg;
    }
    default:
      Check(values_[r.index()] != nullptr, "a register is used before it is assigned");
      return values_[r.index()];
  }
}

llvm::Value* ModuleBuilder::SlotBase(std::uint32_t array) {
  if (!bases_[array]) {
    llvm::IRBuilder<> ir(entry_, entry_->begin());
    llvm::Value* place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), function_->getArg(0), kSlotOffsets[array]);
    bases_[array] = ir.CreateLoad(ir.getPtrTy(), place);
  }
  return bases_[array];
}

llvm::Value* ModuleBuilder::Math(const Inst& inst) {
  auto f = static_cast<MathFunction>(inst.imm);
  llvm::Intrinsic::ID intrinsic = f == MathFunction::kSqrt    ? llvm::Intrinsic::sqrt
                                  : f == MathFunction::kAbs   ? llvm::Intrinsic::fabs
                                  : f == MathFunction::kFloor ? llvm::Intrinsic::floor
                                  : f == MathFunction::kCeil  ? llvm::Intrinsic::ceil
                                  : f == MathFunction::kTrunc ? llvm::Intrinsic::trunc
                                                              : llvm::Intrinsic::not_intrinsic;
  if (intrinsic != llvm::Intrinsic::not_intrinsic) return ir_.CreateUnaryIntrinsic(intrinsic, Get(inst.a));
  llvm::Type* real = ir_.getDoubleTy();
  if (inst.b.valid())
    return ir_.CreateCall(module_->getOrInsertFunction(MathName(f), real, real, real), {Get(inst.a), Get(inst.b)});
  return ir_.CreateCall(module_->getOrInsertFunction(MathName(f), real, real), {Get(inst.a)});
}

llvm::Value* ModuleBuilder::Compare(const Inst& inst) {
  llvm::Value *a = Get(inst.a), *b = Get(inst.b);
  if (routine_->insts[inst.a.index()].kind == Kind::kReal) {
    switch (inst.code) {
      case Code::kLess:
        return ir_.CreateFCmpOLT(a, b);
      case Code::kLessEqual:
        return ir_.CreateFCmpOLE(a, b);
      case Code::kEqual:
        return ir_.CreateFCmpOEQ(a, b);
      default:
        return ir_.CreateFCmpUNE(a, b);
    }
  }
  switch (inst.code) {
    case Code::kLess:
      return ir_.CreateICmpSLT(a, b);
    case Code::kLessEqual:
      return ir_.CreateICmpSLE(a, b);
    case Code::kEqual:
      return ir_.CreateICmpEQ(a, b);
    default:
      return ir_.CreateICmpNE(a, b);
  }
}

llvm::Value* ModuleBuilder::ToArg(Reg r, llvm::Type* type) {
  llvm::Value* value = Get(r);
  if (value->getType() == type) return value;
  if (type->isDoubleTy()) return ir_.CreateSIToFP(value, type);
  return value->getType()->isIntegerTy(1) ? ir_.CreateZExt(value, type) : ir_.CreateSExtOrTrunc(value, type);
}

void ModuleBuilder::PassOn(llvm::Value* status) {
  llvm::BasicBlock* next = NewBlock("ok");
  if (!status_.block) {
    status_.block = NewBlock("failed");
    llvm::IRBuilder<> ir(status_.block);
    status_.phis = {ir.CreatePHI(ir.getInt32Ty(), 4)};
    ir.CreateRet(status_.phis[0]);
  }
  status_.phis[0]->addIncoming(status, ir_.GetInsertBlock());
  ir_.CreateCondBr(ir_.CreateICmpNE(status, ir_.getInt32(0)), status_.block, next);
  ir_.SetInsertPoint(next);
}

void ModuleBuilder::FailIf(llvm::Value* failed, Failure& failure, const char* kernel,
                           std::initializer_list<llvm::Value*> details) {
  llvm::BasicBlock* next = NewBlock("ok");
  if (!failure.block) {
    failure.block = NewBlock("failed");
    llvm::IRBuilder<> ir(failure.block);
    std::vector<llvm::Value*> args{function_->getArg(0)};
    std::vector<llvm::Type*> types{ir.getPtrTy()};
    for (llvm::Value* detail : details) {
      failure.phis.push_back(ir.CreatePHI(detail->getType(), 4));
      args.push_back(failure.phis.back());
      types.push_back(detail->getType());
    }
    ir.CreateRet(ir.CreateCall(
        module_->getOrInsertFunction(kernel, llvm::FunctionType::get(ir.getInt32Ty(), types, false)), args));
  }
  std::size_t k = 0;
  for (llvm::Value* detail : details) failure.phis[k++]->addIncoming(detail, ir_.GetInsertBlock());
  ir_.CreateCondBr(failed, failure.block, next);
  ir_.SetInsertPoint(next);
}

llvm::Value* ModuleBuilder::BuildCall(const Inst& inst) {
  std::vector<llvm::Value*> args;
  auto arg = [&](std::uint32_t k) { return routine_->args[inst.first_arg + k]; };
  if (inst.code == Code::kCallSymbol) {
    const Symbol& symbol = program_.symbols[SymbolId(inst.imm)];
    std::uint32_t next = 0;
    for (Abi abi : symbol.parameters)
      args.push_back(abi == Abi::kInstance ? function_->getArg(0) : ToArg(arg(next++), ParameterType(symbol, abi)));
    llvm::CallInst* call = ir_.CreateCall(Declare(SymbolId(inst.imm)), args);
    if (symbol.result == Abi::kStatus) {
      PassOn(call);
      return nullptr;
    }
    return symbol.result == Abi::kInt32 ? ir_.CreateSExt(call, ir_.getInt64Ty()) : call;
  }
  args.push_back(function_->getArg(0));
  std::vector<llvm::Type*> types{ir_.getPtrTy()};
  for (std::uint32_t k = 0; k < inst.arg_count; ++k) {
    types.push_back(ArgType(routine_->insts[arg(k).index()].kind));
    args.push_back(ToArg(arg(k), types.back()));
  }
  if (inst.code == Code::kCallRoutine)
    PassOn(ir_.CreateCall(Declare(RoutineId(inst.imm)), args));
  else
    PassOn(ir_.CreateCall(llvm::FunctionType::get(ir_.getInt32Ty(), types, false), Get(inst.a), args));
  return nullptr;
}

void ModuleBuilder::BuildControl(const Inst& inst) {
  switch (inst.code) {
    case Code::kIf: {
      llvm::BasicBlock *then = NewBlock("then"), *other = NewBlock("else"), *end = NewBlock("end");
      ir_.CreateCondBr(Get(inst.a), then, other);
      open_.push_back({other, end, false, false});
      ir_.SetInsertPoint(then);
      break;
    }
    case Code::kElse:
      ir_.CreateBr(open_.back().end);
      ir_.SetInsertPoint(open_.back().other);
      open_.back().has_else = true;
      break;
    case Code::kEndIf: {
      ir_.CreateBr(open_.back().end);
      if (!open_.back().has_else) {
        ir_.SetInsertPoint(open_.back().other);
        ir_.CreateBr(open_.back().end);
      }
      ir_.SetInsertPoint(open_.back().end);
      open_.pop_back();
      break;
    }
    case Code::kLoop: {
      llvm::BasicBlock *head = NewBlock("loop"), *end = NewBlock("end");
      ir_.CreateBr(head);
      open_.push_back({head, end, true, false});
      ir_.SetInsertPoint(head);
      break;
    }
    case Code::kEndLoop:
      ir_.CreateBr(open_.back().other);
      ir_.SetInsertPoint(open_.back().end);
      open_.pop_back();
      break;
    case Code::kBreak:
    case Code::kBreakUnless: {
      auto loop = open_.rbegin();
      while (loop != open_.rend() && !loop->is_loop) ++loop;
      Check(loop != open_.rend(), "a break outside a loop");
      llvm::BasicBlock* next = NewBlock("next");
      if (inst.code == Code::kBreak)
        ir_.CreateBr(loop->end);
      else
        ir_.CreateCondBr(Get(inst.a), next, loop->end);
      ir_.SetInsertPoint(next);
      break;
    }
    default:
      ir_.CreateRet(ir_.getInt32(static_cast<std::uint32_t>(inst.imm)));
      ir_.SetInsertPoint(NewBlock("dead"));
      break;
  }
}

llvm::Value* ModuleBuilder::Build(const Inst& inst) {
  auto a = [&] { return Get(inst.a); };
  auto b = [&] { return Get(inst.b); };
  bool real = inst.kind == Kind::kReal;
  switch (inst.code) {
    case Code::kReal:
    case Code::kInt:
    case Code::kBool:
    case Code::kText:
    case Code::kNull:
    case Code::kTable:
    case Code::kRoutine:
    case Code::kParameter:
      return nullptr;
    case Code::kField:
      if (real) return ir_.CreateLoad(ir_.getDoubleTy(), FieldPointer(kFieldOffsets[inst.imm]));
      return ir_.CreateICmp(inst.imm == static_cast<std::uint64_t>(InstanceField::kAtStart) ? llvm::CmpInst::ICMP_NE
                                                                                            : llvm::CmpInst::ICMP_SGT,
                            ir_.CreateLoad(ir_.getInt32Ty(), FieldPointer(kFieldOffsets[inst.imm])), ir_.getInt32(0));
    case Code::kLoadSlot:
      return ir_.CreateLoad(TypeOf(inst.kind), CellPointer(SlotBase(inst.b.index()), ir_.getInt64(inst.imm)));
    case Code::kStoreSlot:
      return ir_.CreateStore(a(), CellPointer(SlotBase(inst.b.index()), ir_.getInt64(inst.imm))), nullptr;
    case Code::kSlotAddress:
      return CellPointer(SlotBase(inst.b.index()), ir_.getInt64(inst.imm));
    case Code::kLoad: {
      llvm::Value* cell = ir_.CreateLoad(CellType(inst.kind), CellPointer(a(), b()));
      return inst.kind == Kind::kBool ? ir_.CreateICmpNE(cell, ir_.getInt64(0)) : cell;
    }
    case Code::kStore: {
      llvm::Value* value = Get(inst.c);
      if (value->getType()->isIntegerTy(1)) value = ir_.CreateZExt(value, ir_.getInt64Ty());
      ir_.CreateStore(value, CellPointer(a(), b()));
      return nullptr;
    }
    case Code::kOffset:
      return CellPointer(a(), b());
    case Code::kGetLocal:
      return ir_.CreateLoad(TypeOf(inst.kind), locals_[inst.imm]);
    case Code::kSetLocal:
      ir_.CreateStore(a(), locals_[inst.imm]);
      return nullptr;
    case Code::kLocalAddress:
      return locals_[inst.imm];
    case Code::kAdd:
      return real ? ir_.CreateFAdd(a(), b()) : ir_.CreateAdd(a(), b());
    case Code::kSub:
      return real ? ir_.CreateFSub(a(), b()) : ir_.CreateSub(a(), b());
    case Code::kMul:
      return real ? ir_.CreateFMul(a(), b()) : ir_.CreateMul(a(), b());
    case Code::kDiv:
      return ir_.CreateFDiv(a(), b());
    case Code::kNeg:
      return real ? ir_.CreateFNeg(a()) : ir_.CreateNeg(a());
    case Code::kNot:
      return ir_.CreateNot(a());
    case Code::kAnd:
      return ir_.CreateAnd(a(), b());
    case Code::kOr:
      return ir_.CreateOr(a(), b());
    case Code::kLess:
    case Code::kLessEqual:
    case Code::kEqual:
    case Code::kNotEqual:
      return Compare(inst);
    case Code::kSelect:
      return ir_.CreateSelect(a(), b(), Get(inst.c));
    case Code::kIntToReal:
      return ir_.CreateSIToFP(a(), ir_.getDoubleTy());
    case Code::kBoolToReal:
      return ir_.CreateUIToFP(a(), ir_.getDoubleTy());
    case Code::kRealToInt:
      return ir_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {ir_.getInt64Ty(), ir_.getDoubleTy()}, {a()});
    case Code::kBoolToInt:
      return ir_.CreateZExt(a(), ir_.getInt64Ty());
    case Code::kIntToBool:
      return ir_.CreateICmpNE(a(), ir_.getInt64(0));
    case Code::kRealToBool:
      return ir_.CreateFCmpUNE(a(), llvm::ConstantFP::get(ir_.getDoubleTy(), 0.0));
    case Code::kMath:
      return Math(inst);
    case Code::kCheckNonZero: {
      llvm::Value* value = a();
      llvm::Value* failed = value->getType()->isDoubleTy()
                                ? ir_.CreateFCmpOEQ(value, llvm::ConstantFP::get(ir_.getDoubleTy(), 0.0))
                                : ir_.CreateICmpEQ(value, ir_.getInt64(0));
      FailIf(failed, division_, "mica_division_failed", {ir_.getInt32(static_cast<std::uint32_t>(inst.imm))});
      return nullptr;
    }
    case Code::kCheckSubscript: {
      llvm::Value* failed = ir_.CreateICmpUGE(ir_.CreateSub(a(), ir_.getInt64(1)), b());
      FailIf(failed, subscript_, "mica_subscript_failed",
             {ir_.getInt32(static_cast<std::uint32_t>(inst.imm)), a(), b()});
      return nullptr;
    }
    case Code::kCheckSize:
      FailIf(ir_.CreateICmpNE(a(), b()), size_, "mica_size_failed",
             {ir_.getInt32(static_cast<std::uint32_t>(inst.imm)), a(), b()});
      return nullptr;
    case Code::kCallRoutine:
    case Code::kCallPointer:
    case Code::kCallSymbol:
      return BuildCall(inst);
    default:
      BuildControl(inst);
      return nullptr;
  }
}

void ModuleBuilder::BuildRoutine(RoutineId id) {
  routine_ = &program_.routines[id];
  function_ = llvm::cast<llvm::Function>(Declare(id).getCallee());
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  values_.assign(routine_->insts.size(), nullptr);
  std::fill(std::begin(bases_), std::end(bases_), nullptr);
  division_ = subscript_ = size_ = status_ = {};
  locals_.clear();
  entry_ = NewBlock("entry");
  ir_.SetInsertPoint(entry_);
  for (const Local& local : routine_->locals) {
    llvm::Type* type = local.count > 1 ? llvm::ArrayType::get(CellType(local.kind), local.count) : TypeOf(local.kind);
    locals_.push_back(ir_.CreateAlloca(type));
    if (local.count == 1) ir_.CreateStore(llvm::Constant::getNullValue(type), locals_.back());
  }
  llvm::BasicBlock* first = NewBlock("first");
  ir_.CreateBr(first);
  ir_.SetInsertPoint(first);
  for (std::size_t i = 0; i < routine_->insts.size(); ++i) values_[i] = Build(routine_->insts[i]);
  if (!ir_.GetInsertBlock()->getTerminator()) ir_.CreateRet(ir_.getInt32(0));
  Check(open_.empty(), "blocks of a routine are not closed");
}

}  // namespace

std::string LinkName(const Program& program, RoutineId routine) {
  return "mica." + std::to_string(routine.index()) + "." + program.routines[routine].name;
}

std::string LinkName(const Program& program, SymbolId id) {
  const Symbol& symbol = program.symbols[id];
  return symbol.is_kernel ? symbol.name : "external." + std::to_string(id.index()) + "." + symbol.name;
}

std::unique_ptr<llvm::Module> BuildModule(const Program& program, std::span<const RoutineId> routines,
                                          llvm::LLVMContext& context) {
  ModuleBuilder builder(program, context);
  for (RoutineId routine : routines) builder.BuildRoutine(routine);
  return builder.Take();
}

}  // namespace mica::code
