// External functions: found in the process, in text of an Include annotation, in C sources beside a library; arguments
// and results of every type; errors; external objects.
#include "code/foreign/external_library.h"

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "code/foreign/confined_space.h"
#include "code/foreign/external_caller.h"
#include "code/test/model_harness.h"

namespace mica::code {
namespace {

namespace fs = std::filesystem;
using structure::ScalarKind;
using structure::Step;

class ExternalTest : public testing::Test {
 protected:
  ExternalTest() {
    folder = fs::temp_directory_path() / ("mica-external-test-" + std::to_string(getpid()));
    fs::create_directories(folder / "Lib/Resources/C-Sources");
    options = TestOptions();
    options.external.cache_directory = (folder / "cache").string();
  }
  ~ExternalTest() override { fs::remove_all(folder); }

  struct Variable {
    const char* name;
    FunctionRole role;
    TypeId type;
  };
  // A function whose arguments are all of its variables in order, or those given.
  FunctionId Declare(const char* name, std::vector<Variable> variables, std::string include, bool returns,
                     const char* language = "C") {
    Function f;
    f.name = maker.names.Intern(name);
    f.is_external = true;
    f.external.language = language;
    f.external.name = name;
    if (!include.empty()) f.external.includes = {include};
    for (const Variable& variable : variables) {
      FunctionVariable v;
      v.name = maker.names.Intern(variable.name);
      v.role = variable.role;
      v.type = variable.type;
      f.input_count += variable.role == FunctionRole::kInput;
      f.output_count += variable.role == FunctionRole::kOutput;
      Expr local = maker.store.exprs.Local(f.variables.size(), variable.type);
      f.variables.push_back(v);
      if (returns && variable.role == FunctionRole::kOutput && !f.external.result.valid())
        f.external.result = local;
      else
        f.external.arguments.push_back(local);
    }
    return maker.store.functions.Add(f);
  }
  Expr Call(FunctionId f, std::vector<Expr> args, TypeId type) {
    return maker.store.exprs.Make(Op::kCall, type, args, f.index());
  }
  void CompileModel() {
    auto result = Compile(maker.model, maker.store, options, sink);
    ASSERT_TRUE(result.ok()) << Messages(sink);
    compiled = std::make_unique<CompiledModel>(std::move(*result));
    runner = std::make_unique<Runner>(compiled->code());
  }
  double at(Expr scalar) { return runner->m.reals[maker.slot(scalar)]; }
  void set(Expr scalar, double value) { runner->m.reals[maker.slot(scalar)] = value; }

  ModelMaker maker;
  Types& types = maker.store.types;
  fs::path folder;
  CompileOptions options;
  DiagnosticSink sink;
  std::unique_ptr<CompiledModel> compiled;
  std::unique_ptr<Runner> runner;
};

TEST_F(ExternalTest, FunctionOfTheProcess) {
  FunctionId f = Declare("hypot",
                         {{"x", FunctionRole::kInput, types.real()},
                          {"z", FunctionRole::kInput, types.real()},
                          {"y", FunctionRole::kOutput, types.real()}},
                         "", true);
  Expr x = maker.Real("x"), y = maker.Real("y");
  maker.model.dynamics = {maker.Assign(y, Call(f, {x, maker.Num(4)}, types.real()))};
  CompileModel();
  set(x, 3);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 5);
}

TEST_F(ExternalTest, EveryTypeOfArgument) {
  const char* text = R"(
    #include <stdio.h>
    #include "ModelicaUtilities.h"
    typedef struct { int b; double x; } R;
    static void all(double x, int n, int flag, const char* text, const int* k, size_t nk, const R* record,
                    double* y, int* m, const char** out, double* w, int* ok) {
      char* s = ModelicaAllocateString(40);
      sprintf(s, "%s/%d", text, n);
      *out = s;
      *y = x + record->x * record->b;
      *m = 0;
      for (size_t i = 0; i < nk; ++i) { *m += k[i]; w[i] = 10 * k[i]; }
      *ok = flag ? 7 : 0;
    })";
  TypeId ints = types.Array(types.integer(), kUnknownSize), reals = types.Array(types.real(), kUnknownSize);
  TypeId record = types.Record(
      types.AddRecord({maker.names.Intern("R"),
                       {{maker.names.Intern("b"), types.integer()}, {maker.names.Intern("x"), types.real()}}}));
  using enum FunctionRole;
  FunctionId f = Declare("all",
                         {{"x", kInput, types.real()},
                          {"n", kInput, types.integer()},
                          {"flag", kInput, types.boolean()},
                          {"text", kInput, types.string()},
                          {"k", kInput, ints},
                          {"r", kInput, record},
                          {"y", kOutput, types.real()},
                          {"m", kOutput, types.integer()},
                          {"out", kOutput, types.string()},
                          {"w", kOutput, reals},
                          {"ok", kOutput, types.boolean()}},
                         text, false);
  Function& function = maker.store.functions[f];
  Expr size = maker.store.exprs.Make(Op::kSize, types.integer(),
                                     {maker.store.exprs.Local(4, ints), maker.store.exprs.Integer(1)});
  function.external.arguments.insert(function.external.arguments.begin() + 5, size);
  function.variables[9].sizes = {size};
  function.external.include_directories = {MICA_SOURCE_DIR "/src/runtime/foreign"};
  ExprPool& pool = maker.store.exprs;
  Expr y = maker.Real("y"), m = maker.Scalar("m", types.integer()),
       out = maker.Scalar("out", types.string(), ScalarKind::kDiscrete), w1 = maker.Real("w1"), w2 = maker.Real("w2");
  Expr ok = maker.Scalar("ok", types.boolean()), x = maker.Real("x");
  TypeId parts[] = {types.real(), types.integer(), types.string(), types.Array(types.real(), 2), types.boolean()};
  Expr k = pool.Make(Op::kArray, types.Array(types.integer(), 2), {pool.Integer(3), pool.Integer(4)});
  Expr r = pool.Make(Op::kRecord, record, {pool.Integer(2), maker.Num(1.5)});
  Step call;
  call.kind = Step::Kind::kCall;
  call.value = Call(f, {x, pool.Integer(6), pool.Boolean(true), pool.String("abc"), k, r}, types.Tuple(parts));
  for (Expr target : {y, m, out, w1, w2, ok}) call.targets.push_back(pool.scalar(target));
  call.for_derivatives = true;
  maker.model.dynamics = {call};
  CompileModel();
  set(x, 0.5);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 3.5);
  EXPECT_EQ(at(m), 7);
  EXPECT_EQ(at(w1), 30);
  EXPECT_EQ(at(w2), 40);
  EXPECT_EQ(at(ok), 1);
  EXPECT_STREQ(runner->m.strings[maker.slot(out)], "abc/6");
}

// A is passed column by column, and numbers by reference.
TEST_F(ExternalTest, Fortran) {
  const char* text = R"(void trail_(const double* a, const int* n, double* y) { *y = a[1] * 100 + a[2] * 10 + *n; })";
  std::int32_t sizes[] = {2, 2};
  TypeId matrix = types.Array(types.real(), sizes);
  using enum FunctionRole;
  FunctionId f = Declare("trail", {{"A", kInput, matrix}, {"n", kInput, types.integer()}, {"y", kOutput, types.real()}},
                         text, false, "FORTRAN 77");
  ExprPool& pool = maker.store.exprs;
  TypeId row = types.Array(types.real(), 2);
  Expr a = pool.Make(Op::kArray, matrix,
                     {pool.Make(Op::kArray, row, {maker.Num(1), maker.Num(2)}),
                      pool.Make(Op::kArray, row, {maker.Num(3), maker.Num(4)})});
  Expr y = maker.Real("y");
  maker.model.dynamics = {maker.Assign(y, Call(f, {a, pool.Integer(5)}, types.real()))};
  CompileModel();
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 3 * 100 + 2 * 10 + 5);
}

TEST_F(ExternalTest, ErrorsOfForeignCodeFailTheSection) {
  const char* text = R"(#include "ModelicaUtilities.h"
    static double picky(double x) { ModelicaFormatMessage("x is %g\n", x); if (x > 1) ModelicaFormatError("%g is more than one", x); return x; })";
  FunctionId f = Declare(
      "picky", {{"x", FunctionRole::kInput, types.real()}, {"y", FunctionRole::kOutput, types.real()}}, text, true);
  maker.store.functions[f].external.include_directories = {MICA_SOURCE_DIR "/src/runtime/foreign"};
  Expr x = maker.Real("x"), y = maker.Real("y");
  maker.model.dynamics = {maker.Assign(y, Call(f, {x}, types.real()))};
  CompileModel();
  set(x, 0.5);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 0.5);
  set(x, 3);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_FAILED);
  ASSERT_EQ(runner->reports.size(), 1u);
  EXPECT_EQ(runner->reports[0].message, "3 is more than one");
  EXPECT_EQ(compiled->sites()[runner->reports[0].site].text, "picky");
  EXPECT_EQ(runner->messages, "x is 0.5\nx is 3\n");
}

TEST_F(ExternalTest, ObjectsLiveOnceFromSourcesBesideTheLibrary) {
  std::ofstream(folder / "Lib/Resources/C-Sources/counter.c") << R"(
    #include <stdlib.h>
    static int made = 0, gone = 0;
    void* counter_new(double start) { double* p = malloc(sizeof *p); *p = start; ++made; return p; }
    void counter_free(void* p) { free(p); ++gone; }
    double counter_next(void* p, double by) { return *(double*)p += by; }
    double counter_balance(double x) { return 100 * made + gone + x; })";
  using enum FunctionRole;
  ObjectId object = types.AddObject({maker.names.Intern("Counter"), {}, {}});
  TypeId type = types.ExternalObject(object);
  auto declare = [&](const char* name, std::vector<Variable> variables, bool returns) {
    FunctionId f = Declare(name, std::move(variables), "", returns);
    maker.store.functions[f].external.libraries = {"Counter"};
    maker.store.functions[f].external.resource_directory = (folder / "Lib").string();
    return f;
  };
  FunctionId make = declare("counter_new", {{"s", kInput, types.real()}, {"o", kOutput, type}}, true);
  FunctionId free = declare("counter_free", {{"o", kInput, type}}, false);
  FunctionId next =
      declare("counter_next", {{"o", kInput, type}, {"by", kInput, types.real()}, {"y", kOutput, types.real()}}, true);
  FunctionId balance = declare("counter_balance", {{"x", kInput, types.real()}, {"y", kOutput, types.real()}}, true);
  types.object(object).constructor = make;
  types.object(object).destructor = free;
  Expr counter = maker.Scalar("counter", type, ScalarKind::kObject), y = maker.Real("y"), z = maker.Real("z");
  maker.model.parameters = {maker.Assign(counter, Call(make, {maker.Num(10)}, type))};
  maker.model.dynamics = {maker.Assign(y, Call(next, {counter, maker.Num(2)}, types.real())),
                          maker.Assign(z, Call(balance, {maker.Num(0)}, types.real()))};
  CompileModel();
  EXPECT_EQ(runner->Run(compiled->code().parameters), MICA_OK);
  EXPECT_EQ(runner->Run(compiled->code().parameters), MICA_OK);  // makes no second one
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 12);
  EXPECT_EQ(at(z), 100);
  EXPECT_EQ(runner->Run(compiled->code().destroy), MICA_OK);
  EXPECT_EQ(runner->Run(compiled->code().destroy), MICA_OK);
  EXPECT_EQ(runner->m.objects[0], nullptr);
  runner->Run(compiled->code().parameters);
  runner->Run(compiled->code().derivatives);
  EXPECT_EQ(at(z), 201);
  runner->Run(compiled->code().destroy);
}

// The interpreter makes the same calls: arrays in and out, strings, errors, objects that are destructed when nothing
// holds them.
TEST_F(ExternalTest, CallsOfTheInterpreter) {
  const char* text = R"(
    #include <stdlib.h>
    #include "ModelicaUtilities.h"
    static int alive = 0;
    static void* thing_new(const char* name) { if (!*name) ModelicaError("no name"); ++alive; return malloc(8); }
    static void thing_free(void* thing) { --alive; free(thing); ModelicaError("too late"); }
    static int thing_count(const double* v, size_t n, double* twice) { for (size_t i = 0; i < n; ++i) twice[i] = 2 * v[i]; return alive; })";
  using enum FunctionRole;
  // One text for all, so that they share what it counts: found by a name that the text exports for each.
  std::string exported = std::string(text) +
                         "\nvoid* make(const char* n) { return thing_new(n); } void drop(void* t) { thing_free(t); }"
                         "int count(const double* v, size_t n, double* w) { return thing_count(v, n, w); }";
  std::ofstream(folder / "Lib/Resources/C-Sources/thing.c") << exported;
  fs::copy_file(MICA_SOURCE_DIR "/src/runtime/foreign/ModelicaUtilities.h",
                folder / "Lib/Resources/C-Sources/ModelicaUtilities.h", fs::copy_options::overwrite_existing);
  ObjectId object = types.AddObject({maker.names.Intern("Thing"), {}, {}});
  TypeId type = types.ExternalObject(object), open = types.Array(types.real(), kUnknownSize);
  auto declare = [&](const char* name, std::vector<Variable> variables, bool returns) {
    FunctionId f = Declare(name, std::move(variables), "", returns);
    maker.store.functions[f].external.libraries = {"Thing"};
    maker.store.functions[f].external.resource_directory = (folder / "Lib").string();
    return f;
  };
  FunctionId make = declare("make", {{"name", kInput, types.string()}, {"o", kOutput, type}}, true);
  types.object(object).destructor = declare("drop", {{"o", kInput, type}}, false);
  FunctionId count =
      declare("count", {{"v", kInput, open}, {"n", kOutput, types.integer()}, {"w", kOutput, open}}, true);
  Function& counts = maker.store.functions[count];
  Expr size = maker.store.exprs.Make(Op::kSize, types.integer(),
                                     {maker.store.exprs.Local(0, open), maker.store.exprs.Integer(1)});
  counts.external.arguments.insert(counts.external.arguments.begin() + 1, size);
  counts.variables[2].sizes = {size};
  class Foreign : public Environment {
   public:
    explicit Foreign(ExternalCaller& caller) : caller_(caller) {}
    bool CallExternal(const Function& f, std::span<ExternalArgument> arguments, Value* result,
                      std::string& message) override {
      return caller_.Call(f, arguments, result, message);
    }

   private:
    ExternalCaller& caller_;
  };
  // In this process, and in a confined one.
  for (std::shared_ptr<ForeignSpace> space : {OwnSpace(), std::shared_ptr<ForeignSpace>(new ConfinedSpace)}) {
    ExternalCaller caller(maker.store, std::make_shared<ExternalLibraries>(options.external, space));
    Foreign environment(caller);
    Evaluator evaluator(maker.store, environment);
    auto alive = [&] {
      auto outputs = evaluator.Call(count, {Value::RealArray({1, 2.5}, {2}, types)});
      EXPECT_TRUE(outputs) << evaluator.error().message;
      if (!outputs) return std::int64_t{-1};
      EXPECT_EQ((*outputs)[1].real(1), 5);
      return (*outputs)[0].integer();
    };
    EXPECT_EQ(alive(), 0);
    {
      auto made = evaluator.Call(make, {Value::String("x", types)});
      ASSERT_TRUE(made) << evaluator.error().message;
    }
    EXPECT_EQ(alive(), 0);  // gone with the value that held it, its error with it
    auto held = evaluator.Call(make, {Value::String("x", types)});
    EXPECT_EQ(alive(), 1);
    EXPECT_FALSE(evaluator.Call(make, {Value::String("", types)}));
    EXPECT_NE(evaluator.error().message.find("no name"), std::string::npos);
  }
}

// A loop at translation calls a function a thousand times: its sources are read for the first call alone, which shows
// when they are gone.
TEST_F(ExternalTest, AFunctionIsLookedForOnce) {
  std::ofstream(folder / "Lib/Resources/C-Sources/half.c") << "double half_of(double x) { return x/2; }";
  FunctionId f = Declare(
      "half_of", {{"x", FunctionRole::kInput, types.real()}, {"y", FunctionRole::kOutput, types.real()}}, "", true);
  ExternalCall& call = maker.store.functions[f].external;
  call.libraries = {"Half"};
  call.resource_directory = (folder / "Lib").string();
  ExternalLibraries libraries(options.external);
  std::string problem;
  void* address = libraries.Find(call, problem);
  ASSERT_NE(address, nullptr) << problem;
  fs::remove_all(folder / "Lib");
  EXPECT_EQ(libraries.Find(call, problem), address);
  call.name = "third_of";
  EXPECT_EQ(libraries.Find(call, problem), nullptr);
}

// A library that is not there, and a source that calls what it would define: found out before the run, not by the
// loader during it.
TEST_F(ExternalTest, LibrariesThatSourcesNeed) {
  std::ofstream(folder / "Lib/Resources/C-Sources/outer.c")
      << "double inner_of(double); double outer_of(double x) { return inner_of(x); }";
  FunctionId f = Declare(
      "outer_of", {{"x", FunctionRole::kInput, types.real()}, {"y", FunctionRole::kOutput, types.real()}}, "", true);
  ExternalCall call = maker.store.functions[f].external;
  call.libraries = {"Inner"};
  call.resource_directory = (folder / "Lib").string();
  fs::create_directories(folder / "Lib/Resources/Library/linux64");
  std::ofstream(folder / "Lib/Resources/Library/linux64/libInner.so")
      << "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
  std::string problem;
  EXPECT_EQ(ExternalLibraries(options.external).Find(call, problem), nullptr);
  EXPECT_NE(problem.find("Git LFS"), std::string::npos) << problem;
  EXPECT_NE(problem.find("calls inner_of, which Inner would define"), std::string::npos) << problem;
}

// A variable that functions of two sources share is one variable, although each function is compiled with the sources
// that it needs alone.
TEST_F(ExternalTest, SourcesThatShareAVariable) {
  std::ofstream(folder / "Lib/Resources/C-Sources/state.c") << "int shared_count = 0;";
  std::ofstream(folder / "Lib/Resources/C-Sources/up.c")
      << "extern int shared_count; int count_up(void) { return ++shared_count; }";
  std::ofstream(folder / "Lib/Resources/C-Sources/down.c")
      << "extern int shared_count; int count_down(void) { return --shared_count; }";
  ExternalLibraries libraries(options.external);
  auto find = [&](const char* name) {
    ExternalCall call;
    call.name = name;
    call.language = "C";
    call.resource_directory = (folder / "Lib").string();
    std::string problem;
    return reinterpret_cast<int (*)()>(libraries.Find(call, problem));
  };
  auto up = find("count_up"), down = find("count_down");
  ASSERT_NE(up, nullptr);
  ASSERT_NE(down, nullptr);
  up();
  EXPECT_EQ(up(), 2);
  EXPECT_EQ(down(), 1);
}

TEST_F(ExternalTest, WhatIsMissingIsSaid) {
  FunctionId f =
      Declare("no_such_function_anywhere",
              {{"x", FunctionRole::kInput, types.real()}, {"y", FunctionRole::kOutput, types.real()}}, "", true);
  Expr y = maker.Real("y");
  maker.model.dynamics = {maker.Assign(y, Call(f, {maker.Num(1)}, types.real()))};
  EXPECT_FALSE(Compile(maker.model, maker.store, options, sink).ok());
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].code.id(), "E8003");
  sink.Clear();
  maker.store.functions[f].external.includes = {"this is not C"};
  EXPECT_FALSE(Compile(maker.model, maker.store, options, sink).ok());
  ASSERT_EQ(sink.all().size(), 1u);
  ASSERT_EQ(sink.all()[0].notes.size(), 1u);
  EXPECT_NE(sink.all()[0].notes[0].message.find("error"), std::string::npos);
  sink.Clear();
  options.external.compiler = "no-such-compiler";
  EXPECT_FALSE(Compile(maker.model, maker.store, options, sink).ok());
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_NE(sink.all()[0].notes[0].message.find("no-such-compiler"), std::string::npos);
}

}  // namespace
}  // namespace mica::code
