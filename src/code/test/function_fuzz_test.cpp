// Random functions: what the machine code computes is what the interpreter of src/expression computes. The two share
// nothing but the expressions, so that a difference is a fault of one of them.
#include <dlfcn.h>
#include <unistd.h>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "code/compile.h"
#include "code/print_c.h"
#include "code/test/model_harness.h"
#include "expression/evaluate.h"
#include "expression/text.h"

namespace mica::code {
namespace {

using structure::Step;

// Vectors come in two lengths: that of the input v (not known when the function is compiled) and 3; matrices are 3 by
// 3.
class FunctionMaker {
 public:
  FunctionMaker(Store& store, unsigned seed) : s_(store), p_(store.exprs), t_(store.types), random_(seed) {
    real_ = t_.real(), integer_ = t_.integer(), boolean_ = t_.boolean();
    open_ = t_.Array(real_, kUnknownSize);
    three_ = t_.Array(real_, 3);
    std::int32_t nine[] = {3, 3};
    matrix_ = t_.Array(real_, nine);
  }

  FunctionId Make() {
    Function f;
    f.name = s_.names.Intern("f");
    auto add = [&](const char* name, FunctionRole role, TypeId type, Expr size = {}) {
      FunctionVariable variable;
      variable.name = s_.names.Intern(name);
      variable.role = role;
      variable.type = type;
      if (size.valid()) variable.sizes = {size};
      f.variables.push_back(variable);
      Expr local = p_.Local(f.variables.size() - 1, type);
      return local;
    };
    a_ = add("a", FunctionRole::kInput, real_);
    b_ = add("b", FunctionRole::kInput, real_);
    n_ = add("n", FunctionRole::kInput, integer_);
    q_ = add("q", FunctionRole::kInput, boolean_);
    v_ = add("v", FunctionRole::kInput, open_, p_.Colon());
    size_ = p_.Make(Op::kSize, integer_, {v_, p_.Integer(1)});
    y_ = add("y", FunctionRole::kOutput, real_);
    m_ = add("m", FunctionRole::kOutput, integer_);
    w_ = add("w", FunctionRole::kOutput, open_, size_);
    s_local_ = add("s", FunctionRole::kProtected, real_);
    x_ = add("x", FunctionRole::kProtected, three_);
    c_ = add("c", FunctionRole::kProtected, matrix_);
    u_ = add("u", FunctionRole::kProtected, open_, p_.Colon());
    f.input_count = 5;
    f.output_count = 3;
    auto start = [&](std::size_t place, Expr value) { f.variables[place].binding = value; };
    start(5, p_.Real(0));
    start(6, p_.Integer(1));
    start(7, v_);
    start(8, a_);
    start(9, p_.Make(Op::kFill, three_, {b_, p_.Integer(3)}));
    start(10, p_.Make(Op::kIdentity, matrix_, {p_.Integer(3)}));
    start(11, v_);
    f.body = Statements(3, 6);
    return s_.functions.Add(std::move(f));
  }

 private:
  int Pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  double Number() { return std::round(std::uniform_real_distribution<double>(-4, 4)(random_) * 4) / 4; }

  Expr RealExpr(int d) {
    if (d <= 0 || Pick(8) == 0) {
      switch (Pick(6)) {
        case 0:
          return p_.Real(Number());
        case 1:
          return a_;
        case 2:
          return b_;
        case 3:
          return s_local_;
        case 4:
          return y_;
        default:
          return iterators_.empty() ? a_ : p_.Make(Op::kToReal, real_, {iterators_.back()});
      }
    }
    switch (Pick(22)) {
      case 0:
      case 1:
        return p_.Make(Op::kAdd, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 2:
        return p_.Make(Op::kSub, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 3:
      case 4:
        return p_.Make(Op::kMul, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 5:
        return p_.Make(Op::kDiv, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 6:
        return p_.Make(Op::kIf, real_, {BoolExpr(d - 1), RealExpr(d - 1), RealExpr(d - 1)});
      case 7:
        return p_.Make(Pick(2) ? Op::kSin : Op::kAtan, real_, {RealExpr(d - 1)});
      case 8:
        return p_.Make(Pick(2) ? Op::kMin : Op::kMax, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 9:
        return p_.Make(Op::kPow, real_, {RealExpr(d - 1), p_.Integer(Pick(5))});
      case 10:
        return p_.Make(Pick(2) ? Op::kAbs : Op::kNeg, real_, {RealExpr(d - 1)});
      case 11:
        return p_.Make(Pick(3) ? Op::kSumOf : Op::kMaxOf, real_, {Pick(2) ? OpenExpr(d - 1) : ThreeExpr(d - 1)});
      case 12:
        return p_.Make(Op::kMatMul, real_, {ThreeExpr(d - 1), ThreeExpr(d - 1)});
      case 13: {
        Expr sub[] = {IntExpr(d - 1)};
        return p_.Index(Pick(2) ? v_ : w_, sub);
      }
      case 14: {
        Expr sub[] = {p_.Integer(1 + Pick(3)), IntExpr(d - 2)};
        return p_.Index(c_, sub);
      }
      case 15: {
        Expr sub[] = {p_.Integer(1 + Pick(3))};
        return p_.Index(ThreeExpr(d - 1), sub);
      }
      case 16:
        return Reduction(d - 1);
      case 17:
        return p_.Make(Op::kToReal, real_, {IntExpr(d - 1)});
      case 18:
        return p_.Make(Pick(2) ? Op::kFloor : Op::kCeil, real_, {RealExpr(d - 1)});
      case 19:
        return p_.Make(Pick(2) ? Op::kMod : Op::kDivide, real_, {RealExpr(d - 1), RealExpr(d - 1)});
      case 20:
        return p_.Make(Op::kSumOf, real_, {MatrixExpr(d - 1)});
      default:
        return p_.Make(Op::kSemiLinear, real_, {RealExpr(d - 1), RealExpr(d - 1), RealExpr(d - 1)});
    }
  }

  Expr IntExpr(int d) {
    if (d <= 0 || Pick(4) == 0) {
      switch (Pick(4)) {
        case 0:
          return p_.Integer(1 + Pick(4));
        case 1:
          return n_;
        case 2:
          return m_;
        default:
          return iterators_.empty() ? size_ : iterators_.back();
      }
    }
    switch (Pick(8)) {
      case 0:
        return p_.Make(Op::kAdd, integer_, {IntExpr(d - 1), IntExpr(d - 1)});
      case 1:
        return p_.Make(Op::kSub, integer_, {IntExpr(d - 1), IntExpr(d - 1)});
      case 2:
        return p_.Make(Op::kMod, integer_, {IntExpr(d - 1), p_.Integer(3)});
      case 3:
        return p_.Make(Pick(2) ? Op::kDivide : Op::kRem, integer_, {IntExpr(d - 1), IntExpr(d - 1)});
      case 4:
        return p_.Make(Op::kIf, integer_, {BoolExpr(d - 1), IntExpr(d - 1), IntExpr(d - 1)});
      case 5:
        return p_.Make(Op::kIntegerOf, integer_, {RealExpr(d - 1)});
      case 6:
        return p_.Make(Pick(2) ? Op::kAbs : Op::kSign, integer_, {IntExpr(d - 1)});
      default:
        return p_.Make(Pick(2) ? Op::kMin : Op::kMax, integer_, {IntExpr(d - 1), IntExpr(d - 1)});
    }
  }

  Expr BoolExpr(int d) {
    if (d <= 0) return Pick(2) ? q_ : p_.Boolean(Pick(2));
    switch (Pick(5)) {
      case 0:
        return p_.Make(Op::kNot, boolean_, {BoolExpr(d - 1)});
      case 1:
        return p_.Make(Pick(2) ? Op::kAnd : Op::kOr, boolean_, {BoolExpr(d - 1), BoolExpr(d - 1)});
      case 2:
        return p_.Make(Pick(2) ? Op::kEqual : Op::kGreaterEqual, boolean_, {IntExpr(d - 1), IntExpr(d - 1)});
      default:
        return p_.Make(Pick(2) ? Op::kLess : Op::kGreater, boolean_, {RealExpr(d - 1), RealExpr(d - 1)});
    }
  }

  Expr OpenExpr(int d) {
    if (d <= 0) return Pick(2) ? v_ : w_;
    switch (Pick(9)) {
      case 0:
        return p_.Make(Op::kAdd, open_, {OpenExpr(d - 1), OpenExpr(d - 1)});
      case 1:
        return p_.Make(Op::kMul, open_, {RealExpr(d - 1), OpenExpr(d - 1)});
      case 2:
        return p_.Make(Op::kDiv, open_, {OpenExpr(d - 1), RealExpr(d - 1)});
      case 3:
        return p_.Make(Op::kFill, open_, {RealExpr(d - 1), size_});
      case 4:
        return p_.Make(Op::kIf, open_, {BoolExpr(d - 1), OpenExpr(d - 1), OpenExpr(d - 1)});
      case 5:
        return p_.Make(Op::kSin, open_, {OpenExpr(d - 1)});
      case 6: {  // backwards
        TypeId range_type = t_.Array(integer_, kUnknownSize);
        Expr range = p_.Make(Op::kRange, range_type, {size_, p_.Integer(-1), p_.Integer(1)});
        Expr sub[] = {range};
        return p_.Index(OpenExpr(d - 1), sub);
      }
      case 7:
        return Comprehension(d - 1);
      default:
        return p_.Make(Op::kNeg, open_, {OpenExpr(d - 1)});
    }
  }

  Expr ThreeExpr(int d) {
    if (d <= 0) return Pick(3) ? x_ : p_.Make(Op::kArray, three_, {a_, b_, p_.Real(Number())});
    switch (Pick(9)) {
      case 0:
        return p_.Make(Op::kAdd, three_, {ThreeExpr(d - 1), ThreeExpr(d - 1)});
      case 1:
        return p_.Make(Op::kMul, three_, {ThreeExpr(d - 1), RealExpr(d - 1)});
      case 2:
        return p_.Make(Op::kCross, three_, {ThreeExpr(d - 1), ThreeExpr(d - 1)});
      case 3:
        return p_.Make(Op::kMatMul, three_, {MatrixExpr(d - 1), ThreeExpr(d - 1)});
      case 4: {
        Expr sub[] = {p_.Integer(1 + Pick(3)), p_.Colon()};
        return p_.Index(MatrixExpr(d - 1), sub);
      }
      case 5: {
        Expr sub[] = {p_.Colon(), p_.Integer(1 + Pick(3))};
        return p_.Index(MatrixExpr(d - 1), sub);
      }
      case 6:
        return p_.Make(Op::kLinspace, three_, {RealExpr(d - 1), RealExpr(d - 1), p_.Integer(3)});
      case 7:
        return p_.Make(Op::kIf, three_, {BoolExpr(d - 1), ThreeExpr(d - 1), ThreeExpr(d - 1)});
      default:
        return p_.Make(Op::kArray, three_, {RealExpr(d - 1), RealExpr(d - 1), RealExpr(d - 1)});
    }
  }

  Expr MatrixExpr(int d) {
    if (d <= 0) return c_;
    switch (Pick(8)) {
      case 0:
        return p_.Make(Op::kSkew, matrix_, {ThreeExpr(d - 1)});
      case 1:
        return p_.Make(Op::kTranspose, matrix_, {MatrixExpr(d - 1)});
      case 2:
        return p_.Make(Op::kMatMul, matrix_, {MatrixExpr(d - 1), MatrixExpr(d - 1)});
      case 3:
        return p_.Make(Op::kOuterProduct, matrix_, {ThreeExpr(d - 1), ThreeExpr(d - 1)});
      case 4:
        return p_.Make(Op::kDiagonal, matrix_, {ThreeExpr(d - 1)});
      case 5:
        return p_.Make(Op::kSymmetric, matrix_, {MatrixExpr(d - 1)});
      case 6:
        return p_.Make(Op::kArray, matrix_, {ThreeExpr(d - 1), ThreeExpr(d - 1), ThreeExpr(d - 1)});
      default:
        return p_.Make(Op::kMatPow, matrix_, {MatrixExpr(d - 1), p_.Integer(Pick(3))});
    }
  }

  Expr Range() { return p_.Make(Op::kRange, t_.Array(integer_, kUnknownSize), {p_.Integer(1), p_.Integer(1), size_}); }

  Expr Reduction(int d) {
    Expr iterator = p_.NewIterator(s_.names.Intern("i"), integer_);
    iterators_.push_back(iterator);
    Expr body = RealExpr(d - 1);
    iterators_.pop_back();
    Op op[] = {Op::kSumFor, Op::kProductFor, Op::kMinFor, Op::kMaxFor};
    return p_.Make(op[Pick(4)], real_, {body, iterator, Range()});
  }

  Expr Comprehension(int d) {
    Expr iterator = p_.NewIterator(s_.names.Intern("i"), integer_);
    iterators_.push_back(iterator);
    Expr body = RealExpr(d - 1);
    iterators_.pop_back();
    return p_.Make(Op::kArrayFor, open_, {body, iterator, Range()});
  }

  Statement Assign(Expr target, Expr value) {
    Statement statement;
    statement.targets = {target};
    statement.value = value;
    return statement;
  }

  std::vector<Statement> Statements(int depth, int count) {
    std::vector<Statement> all;
    for (int i = 0; i < count; ++i) all.push_back(One(depth));
    return all;
  }

  Statement One(int depth) {
    int d = 3;
    switch (depth > 0 ? Pick(14) : Pick(10)) {
      case 0:
        return Assign(y_, RealExpr(d));
      case 1:
        return Assign(s_local_, RealExpr(d));
      case 2:
        return Assign(
            m_, p_.Make(Op::kAdd, integer_, {p_.Make(Op::kMod, integer_, {IntExpr(d), p_.Integer(4)}), p_.Integer(1)}));
      case 3:
        return Assign(w_, OpenExpr(d));
      case 4:
        return Assign(x_, ThreeExpr(d));
      case 5:
        return Assign(c_, MatrixExpr(2));
      case 6: {
        Expr sub[] = {IntExpr(1)};
        return Assign(p_.Index(w_, sub), RealExpr(d));
      }
      case 7: {
        Expr sub[] = {p_.Integer(1 + Pick(3)), p_.Colon()};
        return Assign(p_.Index(c_, sub), ThreeExpr(d));
      }
      case 8: {  // a vector that grows
        if (!iterators_.empty())
          return Assign(s_local_, p_.Make(Op::kToReal, real_, {p_.Make(Op::kSize, integer_, {u_, p_.Integer(1)})}));
        return Assign(u_, p_.Make(Op::kCat, open_, {p_.Integer(1), u_, ThreeExpr(1)}));
      }
      case 9:
        return Assign(y_, p_.Make(Op::kAdd, real_, {y_, p_.Make(Op::kSumOf, real_, {u_})}));
      case 10:
      case 11: {
        Statement statement;
        statement.kind = Statement::Kind::kIf;
        statement.branches.push_back({BoolExpr(d), Statements(depth - 1, 2)});
        if (Pick(2)) statement.branches.push_back({BoolExpr(d), Statements(depth - 1, 1)});
        if (Pick(2)) statement.branches.push_back({Expr(), Statements(depth - 1, 1)});
        return statement;
      }
      case 12: {
        Statement statement;
        statement.kind = Statement::Kind::kFor;
        statement.iterator = p_.NewIterator(s_.names.Intern("k"), integer_);
        statement.value = Range();
        iterators_.push_back(statement.iterator);
        std::vector<Statement> body = Statements(depth - 1, 2);
        if (Pick(3) == 0) {
          Statement leave, guard;
          leave.kind = Pick(2) ? Statement::Kind::kBreak : Statement::Kind::kReturn;
          guard.kind = Statement::Kind::kIf;
          guard.branches.push_back({BoolExpr(2), {leave}});
          body.push_back(guard);
        }
        iterators_.pop_back();
        statement.branches.push_back({Expr(), std::move(body)});
        return statement;
      }
      default: {
        Statement statement;
        statement.kind = Statement::Kind::kAssert;
        statement.targets = {p_.Make(Op::kLess, boolean_, {RealExpr(1), p_.Real(1e6)}), p_.String("too large"),
                             p_.Integer(2)};
        return statement;
      }
    }
  }

  Store& s_;
  ExprPool& p_;
  Types& t_;
  std::mt19937 random_;
  TypeId real_, integer_, boolean_, open_, three_, matrix_;
  Expr a_, b_, n_, q_, v_, size_, y_, m_, w_, s_local_, x_, c_, u_;
  std::vector<Expr> iterators_;
};

bool Same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b || std::abs(a) > 1e300;
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

struct Case {
  ModelMaker maker;
  FunctionId function;
  std::vector<Expr> outputs;  // y, m, w1 … w4
  Expr a, b, n, q;
  std::vector<Expr> v;
};

std::unique_ptr<Case> MakeCase(unsigned seed) {
  auto made = std::make_unique<Case>();
  ModelMaker& maker = made->maker;
  made->function = FunctionMaker(maker.store, seed).Make();
  Types& types = maker.store.types;
  made->a = maker.Real("a"), made->b = maker.Real("b");
  made->n = maker.Scalar("n", types.integer());
  made->q = maker.Scalar("q", types.boolean());
  for (int i = 0; i < 4; ++i) made->v.push_back(maker.Real("v" + std::to_string(i)));
  made->outputs = {maker.Real("y"), maker.Scalar("m", types.integer())};
  for (int i = 0; i < 4; ++i) made->outputs.push_back(maker.Real("w" + std::to_string(i)));
  Expr vector = maker.store.exprs.Make(Op::kArray, types.Array(types.real(), 4), made->v);
  TypeId parts[] = {types.real(), types.integer(), types.Array(types.real(), kUnknownSize)};
  Step call;
  call.kind = Step::Kind::kCall;
  call.value = maker.store.exprs.Make(Op::kCall, types.Tuple(parts), {made->a, made->b, made->n, made->q, vector},
                                      made->function.index());
  for (Expr output : made->outputs) call.targets.push_back(maker.store.exprs.scalar(output));
  call.for_derivatives = true;
  maker.model.dynamics = {call};
  return made;
}

TEST(FunctionFuzz, AgreesWithTheInterpreter) {
  int agreed = 0, failed = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    std::unique_ptr<Case> made = MakeCase(seed);
    ModelMaker& maker = made->maker;
    DiagnosticSink sink;
    CompileOptions options = TestOptions();
    options.machine.optimize = seed % 2 == 0;
    auto compiled = Compile(maker.model, maker.store, options, sink);
    ASSERT_TRUE(compiled.ok()) << Messages(sink);
    std::mt19937 random(seed);
    for (int round = 0; round < 8; ++round) {
      Runner runner(compiled->code());
      auto number = [&] { return std::round(std::uniform_real_distribution<double>(-3, 3)(random) * 8) / 8; };
      double a = number(), b = number();
      int n = std::uniform_int_distribution<int>(1, 4)(random), q = static_cast<int>(random() % 2);
      Value::Reals v{number(), number(), number(), number()};
      runner.m.reals[maker.slot(made->a)] = a;
      runner.m.reals[maker.slot(made->b)] = b;
      runner.m.reals[maker.slot(made->n)] = n;
      runner.m.reals[maker.slot(made->q)] = q;
      for (std::size_t i = 0; i < 4; ++i) runner.m.reals[maker.slot(made->v[i])] = v[i];
      int status = runner.Run(compiled->code().derivatives);
      const Types& types = maker.store.types;
      Environment nothing;
      Evaluator evaluator(maker.store, nothing);
      auto expected =
          evaluator.Call(made->function, {Value::Real(a, types), Value::Real(b, types), Value::Integer(n, types),
                                          Value::Boolean(q, types), Value::RealArray(v, {4}, types)});
      if (!expected || status != MICA_OK) {
        // The interpreter also stops at Integers that overflow and at domains of functions.
        if (expected) {
          FAIL() << "seed " << seed
                 << ": only the code failed: " << (runner.reports.empty() ? "" : runner.reports[0].message) << " at "
                 << (runner.reports.empty() ? "" : compiled->sites()[runner.reports[0].site].text) << "\n"
                 << FunctionText(made->function, maker.store);
        }
        if (status == MICA_OK) {
          EXPECT_TRUE(evaluator.error().message.find("fit") != std::string::npos ||
                      evaluator.error().message.find("number") != std::string::npos)
              << "seed " << seed << ": only the interpreter failed: " << evaluator.error().message << "\n"
              << FunctionText(made->function, maker.store);
        }
        ++failed;
        continue;
      }
      std::vector<double> wanted{(*expected)[0].real(), (*expected)[1].real()};
      for (std::size_t i = 0; i < 4; ++i) wanted.push_back((*expected)[2].real(i));
      for (std::size_t i = 0; i < wanted.size(); ++i)
        ASSERT_TRUE(Same(runner.m.reals[maker.slot(made->outputs[i])], wanted[i]))
            << "seed " << seed << " output " << i << ": " << runner.m.reals[maker.slot(made->outputs[i])]
            << " instead of " << wanted[i] << "\n"
            << FunctionText(made->function, maker.store);
      ++agreed;
    }
  }
  printf("%d agreed, %d failed alike\n", agreed, failed);
  EXPECT_GT(agreed, 300);
}

// The C text of the same models, compiled by the system's compiler where there is one.
TEST(FunctionFuzz, CAgreesWithMachineCode) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("mica-c-test-" + std::to_string(getpid()));
  fs::create_directories(folder);
  for (unsigned seed : {2u, 16u, 31u, 77u, 105u}) {
    std::unique_ptr<Case> made = MakeCase(seed);
    ModelMaker& maker = made->maker;
    DiagnosticSink sink;
    auto compiled = Compile(maker.model, maker.store, TestOptions(), sink);
    ASSERT_TRUE(compiled.ok()) << Messages(sink);
    std::string stem = (folder / std::to_string(seed)).string();
    std::ofstream(stem + ".c") << ShowC(maker.model, maker.store, TestOptions(), sink);
    std::string command =
        "cc -std=c99 -pedantic-errors -Wno-pedantic -O1 -ffp-contract=off -shared -fPIC -I" MICA_SOURCE_DIR "/src -o " +
        stem + ".so " + stem + ".c > " + stem + ".log 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0)
        << std::string(std::istreambuf_iterator<char>(std::ifstream(stem + ".log").rdbuf()), {});
    void* handle = dlopen((stem + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    auto* code = static_cast<const MicaCode*>(dlsym(handle, "mica_model_code"));
    ASSERT_NE(code, nullptr);
    EXPECT_EQ(code->real_count, compiled->code().real_count);
    std::mt19937 random(seed);
    for (int round = 0; round < 8; ++round) {
      Runner machine(compiled->code()), c(*code);
      for (std::size_t i = 0; i < code->real_count; ++i)
        machine.m.reals[i] = c.m.reals[i] = std::round(std::uniform_real_distribution<double>(1, 3)(random));
      int status = machine.Run(compiled->code().derivatives);
      EXPECT_EQ(c.Run(code->derivatives), status);
      ASSERT_EQ(c.reports.size(), machine.reports.size());
      for (std::size_t i = 0; i < c.reports.size(); ++i) EXPECT_EQ(c.reports[i].site, machine.reports[i].site);
      for (std::size_t i = 0; i < code->real_count; ++i)
        EXPECT_TRUE(Same(machine.m.reals[i], c.m.reals[i])) << "seed " << seed << " slot " << i;
    }
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace mica::code
