// Machine code through LLVM, see machine_code.h. Few passes: promoting locals to registers, common subexpressions,
// simple control flow. The lowering has shared subexpressions already, so that the standard pipeline would cost ten
// times as much and gain little. Large programs and routines that run once get none.
#include "code/machine_code.h"

#include <fmt/format.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>

#include "base/cache_directory.h"
#include "base/kept_files.h"
#include "code/builder.h"
#include "code/codes.h"
#include "code/llvm_module.h"

namespace mica::code {

struct MachineCode::Engine {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<void*> addresses;
};

MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;

void* MachineCode::Address(RoutineId routine) const {
  return routine.valid() ? engine_->addresses[routine.index()] : nullptr;
}

namespace {

using Clock = std::chrono::steady_clock;
double Since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Seconds of this thread, whatever else the machine does.
double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / std::nano::den;
}

constexpr std::size_t kLargestModule = 12000;  // instructions
// The careful code generator makes code a quarter faster and takes six times as long: for 20 000 statements it would
// have to run 30 000 times to pay. So it serves what is small enough for nobody to notice.
constexpr std::size_t kMostCareful = 2000;  // instructions of all routines of a tier

void InitializeLlvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

struct Module {
  std::vector<RoutineId> routines;
  Tier tier = Tier::kHot;
  bool is_careful = false;
  std::string key;
  std::unique_ptr<llvm::MemoryBuffer> object;
  std::string error;
  double build = 0, optimize = 0, generate = 0;
  bool was_cached = false;
};

std::vector<Module> Partition(const Program& program) {
  std::vector<Module> modules;
  for (Tier tier : {Tier::kHot, Tier::kFunction, Tier::kOnce}) {
    std::size_t size = 0, all = 0;
    for (const Routine& routine : program.routines)
      if (routine.tier == tier) all += routine.insts.size();
    bool is_open = false;
    for (std::size_t r = 0; r < program.routines.size(); ++r) {
      const Routine& routine = program.routines[RoutineId(r)];
      if (routine.tier != tier) continue;
      if (!is_open || size > kLargestModule) {
        modules.emplace_back().tier = tier;
        modules.back().is_careful = tier != Tier::kOnce && all <= kMostCareful;
        size = 0;
        is_open = true;
      }
      modules.back().routines.push_back(RoutineId(r));
      size += routine.insts.size();
    }
  }
  return modules;
}

std::unique_ptr<llvm::TargetMachine> MakeTarget(bool quick, const std::string& cpu, std::string& error) {
  std::string triple = llvm::sys::getProcessTriple();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  std::string features;
  for (const auto& feature : cpu.empty() ? llvm::sys::getHostCPUFeatures() : llvm::StringMap<bool>())
    features +=
        fmt::format("{}{}{}", features.empty() ? "" : ",", feature.second ? "+" : "-", std::string(feature.first()));
  llvm::TargetOptions options;
  options.EnableFastISel = quick;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu.empty() ? std::string(llvm::sys::getHostCPUName()) : cpu, features, options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, quick ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Less, true));
  if (machine && quick) machine->setFastISel(true);
  return machine;
}

void Optimize(llvm::Module& module, llvm::TargetMachine* machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::PromotePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  manager.run(module, modules);
}

// Counted up when the same routines become other machine code: objects in the cache are those of a number.
constexpr int kTranslation = 2;

void Compile(const Program& program, Module& module, const MachineCodeOptions& options, const KeptFiles& cache) {
  module.key = fmt::format("{} LLVM {} {} {} {}\n", kTranslation, LLVM_VERSION_STRING,
                           options.cpu.empty() ? std::string(llvm::sys::getHostCPUName()) : options.cpu + " alone",
                           options.optimize, module.is_careful);
  for (RoutineId routine : module.routines)
    module.key += LinkName(program, routine) + "\n" + RoutineText(program.routines[routine], program);
  module.key = KeptFiles::Digest(module.key);
  if (options.use_cache) {
    if (std::optional<std::string> bytes = cache.Find(module.key)) {
      module.object = llvm::MemoryBuffer::getMemBufferCopy(*bytes, module.key);
      module.was_cached = true;
      return;
    }
  }
  double start = ThreadSeconds();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> ir = BuildModule(program, module.routines, context);
  std::unique_ptr<llvm::TargetMachine> machine =
      MakeTarget(!module.is_careful || !options.optimize, options.cpu, module.error);
  if (!machine) return;
  ir->setDataLayout(machine->createDataLayout());
  ir->setTargetTriple(machine->getTargetTriple().str());
  module.build = ThreadSeconds() - start;
  start = ThreadSeconds();
  if (options.optimize && module.is_careful) Optimize(*ir, machine.get());
  module.optimize = ThreadSeconds() - start;
  start = ThreadSeconds();
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    module.error = "this target cannot write object code";
    return;
  }
  passes.run(*ir);
  module.generate = ThreadSeconds() - start;
  if (options.use_cache) cache.Put(module.key, std::string_view(bytes.data(), bytes.size()));
  module.object = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), module.key, false);
}

std::vector<Module> CompileAll(const Program& program, const MachineCodeOptions& options) {
  InitializeLlvm();
  std::vector<Module> modules = Partition(program);
  KeptFiles cache(options.cache_directory.empty() ? CacheDirectory() + "/objects" : options.cache_directory, ".o");
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex thrown_mutex;
  auto work = [&] {
    try {
      for (std::size_t i; (i = next++) < modules.size();) Compile(program, modules[i], options, cache);
    } catch (...) {
      std::scoped_lock lock(thrown_mutex);
      thrown = std::current_exception();
    }
  };
  unsigned count = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count && i < modules.size(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
  return modules;
}

// Bytes and pointers by turns, packed, so that places stay what they are.
llvm::Constant* ImageInitializer(const DataImage& image, llvm::GlobalVariable*& global, llvm::Module& module,
                                 const std::string& name) {
  llvm::LLVMContext& context = module.getContext();
  std::vector<DataImage::Pointer> pointers = image.pointers;
  std::ranges::sort(pointers, {}, &DataImage::Pointer::at);
  std::vector<llvm::Constant*> parts;
  std::vector<llvm::Type*> types;
  llvm::Type *byte = llvm::Type::getInt8Ty(context), *pointer = llvm::PointerType::getUnqual(context);
  std::size_t at = 0;
  auto bytes_to = [&](std::size_t end) {
    if (end == at) return;
    llvm::StringRef text(image.bytes.data() + at, end - at);
    parts.push_back(llvm::ConstantDataArray::getString(context, text, false));
    types.push_back(parts.back()->getType());
    at = end;
  };
  for (const DataImage::Pointer& each : pointers) {
    bytes_to(each.at);
    parts.push_back(nullptr);
    types.push_back(pointer);
    at += sizeof(void*);
  }
  bytes_to(image.bytes.size());
  auto* type = llvm::StructType::get(context, types, true);
  global = new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::ExternalLinkage, nullptr, name);
  global->setAlignment(llvm::Align(16));
  std::size_t next = 0;
  for (llvm::Constant*& part : parts) {
    if (part) continue;
    const DataImage::Pointer& each = pointers[next++];
    if (!each.symbol.empty())
      part = llvm::cast<llvm::Constant>(
          module.getOrInsertFunction(each.symbol, llvm::FunctionType::get(llvm::Type::getVoidTy(context), false))
              .getCallee());
    else
      part = llvm::ConstantExpr::getGetElementPtr(byte, global,
                                                  llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), each.target));
  }
  return llvm::ConstantStruct::get(type, parts);
}

bool EmitObject(llvm::Module& module, llvm::TargetMachine& machine, llvm::SmallVector<char, 0>& bytes) {
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) return false;
  passes.run(module);
  return true;
}

}  // namespace

std::optional<std::vector<std::string>> MakeObjects(const Program& program, const MachineCodeOptions& options,
                                                    DiagnosticSink& sink) {
  std::vector<std::string> objects;
  for (const Module& module : CompileAll(program, options)) {
    if (!module.object) {
      sink.Report(kCompilerFailed, {},
                  fmt::format("no machine code could be made for {}: {}", program.name, module.error));
      return std::nullopt;
    }
    objects.emplace_back(module.object->getBufferStart(), module.object->getBufferSize());
  }
  return objects;
}

std::string MakeDataObject(const DataImage& image, const std::string& name) {
  InitializeLlvm();
  llvm::LLVMContext context;
  llvm::Module module(name, context);
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = MakeTarget(true, "x86-64", error);
  Check(machine != nullptr, "there is no target for data");
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  llvm::GlobalVariable* global = nullptr;
  llvm::Constant* value = ImageInitializer(image, global, module, name);
  global->setInitializer(value);
  llvm::SmallVector<char, 0> bytes;
  Check(EmitObject(module, *machine, bytes), "this target cannot write object code");
  return std::string(bytes.data(), bytes.size());
}

std::unique_ptr<MachineCode> MachineCode::Make(const Program& program, const MachineCodeOptions& options,
                                               DiagnosticSink& sink) {
  InitializeLlvm();
  std::unique_ptr<MachineCode> code(new MachineCode());
  code->engine_ = std::make_unique<Engine>();
  auto fail = [&](std::string why) {
    sink.Report(kCompilerFailed, {}, fmt::format("no machine code could be made for {}: {}", program.name, why));
    return nullptr;
  };
  std::vector<Module> modules = CompileAll(program, options);

  auto start = Clock::now();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit) return fail(llvm::toString(jit.takeError()));
  code->engine_->jit = std::move(*jit);
  llvm::orc::LLJIT& engine = *code->engine_->jit;
  llvm::orc::SymbolMap symbols;
  auto define = [&](const std::string& name, void* address) {
    symbols[engine.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                             llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  for (std::size_t i = 0; i < program.symbols.size(); ++i) {
    const Symbol& symbol = program.symbols[SymbolId(i)];
    void* address = symbol.is_kernel ? KernelAddress(symbol.name) : symbol.address;
    if (!address) return fail(fmt::format("the external function {} has no address", symbol.name));
    define(LinkName(program, SymbolId(i)), address);
  }
  for (const char* name : {"mica_division_failed", "mica_subscript_failed", "mica_size_failed"})
    define(name, KernelAddress(name));
  if (auto error = engine.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return fail(llvm::toString(std::move(error)));
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(engine.getDataLayout().getGlobalPrefix());
  if (!process) return fail(llvm::toString(process.takeError()));
  engine.getMainJITDylib().addGenerator(std::move(*process));
  for (Module& module : modules) {
    if (!module.object) return fail(module.error);
    code->timings_.build += module.build;
    code->timings_.optimize += module.optimize;
    code->timings_.generate += module.generate;
    code->timings_.cached += module.was_cached;
    code->timings_.bytes += module.object->getBufferSize();
    if (auto error = engine.addObjectFile(std::move(module.object))) return fail(llvm::toString(std::move(error)));
  }
  code->timings_.modules = modules.size();
  // One lookup for all, so that they are linked in one go.
  llvm::orc::SymbolLookupSet wanted;
  for (std::size_t r = 0; r < program.routines.size(); ++r)
    wanted.add(engine.mangleAndIntern(LinkName(program, RoutineId(r))));
  auto found =
      engine.getExecutionSession().lookup(llvm::orc::makeJITDylibSearchOrder(&engine.getMainJITDylib()), wanted);
  if (!found) return fail(llvm::toString(found.takeError()));
  for (std::size_t r = 0; r < program.routines.size(); ++r) {
    auto it = found->find(engine.mangleAndIntern(LinkName(program, RoutineId(r))));
    code->engine_->addresses.push_back(it->second.getAddress().toPtr<void*>());
  }
  code->timings_.link = Since(start);
  return code;
}

std::string PrintLlvm(const Program& program, bool optimized) {
  InitializeLlvm();
  std::string text;
  for (const Module& part : Partition(program)) {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module = BuildModule(program, part.routines, context);
    llvm::raw_string_ostream stream(text);
    if (llvm::verifyModule(*module, &stream)) FailCheck(fmt::format("LLVM does not accept the module: {}", text));
    if (optimized && part.is_careful) Optimize(*module, nullptr);
    module->print(stream, nullptr);
  }
  return text;
}

}  // namespace mica::code
