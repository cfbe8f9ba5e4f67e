// Damaged text: whatever it is, the parser returns a tree that is sound and prints as the text, and every pass goes
// through it. Random, with fixed seeds.
#include <chrono>
#include <random>

#include <gtest/gtest.h>

#include "parsed.h"
#include "syntax/format.h"
#include "syntax/print.h"
#include "syntax/verify.h"

namespace mica::syntax {
namespace {

const char* const kSample = R"(within A.B;
package P "text" // comment
  import A.{b, c}; import D = E.F; import G.*;
  replaceable partial model M<>X = N(redeclare each final package Q = R(x = {1, 2}), break connect(a, b)) constrainedby T;
  type E = enumeration(a "first", b);
  function f = der(g, x);
  redeclare model extends M(a.b(start = 1e-3) = 2) "d"
    extends B(final x[3] = 4, each y) annotation (Icon(graphics={Line(points={{-1,2},{3,4}})}));
    flow Real[:, 3] i[n](each start = 1, unit = "V\"x") = 2*-y^2 if not c and d or e <> 'q i' "text";
  protected
    inner outer parameter .A.T t, u = function h(a = 1);
  initial equation
    der(x) = if a then b elseif c then (d, , e) else {i for i in 1:2:n};
  equation
    connect(a.b[1], c) annotation (Line());
    for i in 1:n, j loop x[i, end] = [1, 2; 3, 4]; end for;
    if a then x = 1; elseif b then y = 2; else z = f(1, k = 2); end if;
    when {initial(), c} then reinit(x, 0); elsewhen d then terminate("m"); end when;
  algorithm
    (a, , b) := f(x); while a loop break; end while; /* block
    comment */ if a then return; end if;
    annotation (Documentation(info = "<html>
    text</html>"));
  end M;
  function g input Real x; output Real y; external "C" y = g_c(x, size(x, 1)) annotation (Library = "m"); end g;
end P;
)";

void ExpectSound(const std::string& text) {
  Parsed parsed(text);
  ASSERT_EQ(Verify(*parsed.tree), "") << text;
  ASSERT_EQ(Print(*parsed.tree), text);
  parsed.Dump();
  std::string formatted = Format(*parsed.tree);
  if (parsed.tree->has_errors())
    ASSERT_EQ(formatted, text);
  else
    ASSERT_EQ(Format(*Parsed(formatted).tree), formatted) << text;
}

// Runs `damage` until the time is over.
template <class F>
void RunFor(std::chrono::milliseconds time, F damage) {
  auto end = std::chrono::steady_clock::now() + time;
  std::mt19937 random(20021);
  while (std::chrono::steady_clock::now() < end && !testing::Test::HasFatalFailure()) ExpectSound(damage(random));
}

std::vector<std::string> SplitIntoTokens(const std::string& text) {
  Parsed parsed(text);
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < parsed.tree->tokens().size(); ++i) {
    pieces.push_back(std::string(parsed.tree->TriviaBefore(TokenId(i))) + std::string(parsed.tree->Text(TokenId(i))));
  }
  return pieces;
}

std::string Join(const std::vector<std::string>& pieces) {
  std::string out;
  for (const std::string& piece : pieces) out += piece;
  return out;
}

std::size_t Pick(std::mt19937& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

constexpr std::chrono::milliseconds kTime(400);

TEST(Fuzz, CutAtEveryByte) {
  std::string sample = kSample;
  for (std::size_t i = 0; i <= sample.size() && !HasFatalFailure(); ++i) ExpectSound(sample.substr(0, i));
  for (std::size_t i = 0; i <= sample.size() && !HasFatalFailure(); i += 3) ExpectSound(sample.substr(i));
}

TEST(Fuzz, TokensDroppedDoubledAndSwapped) {
  const std::vector<std::string> pieces = SplitIntoTokens(kSample);
  RunFor(kTime, [&](std::mt19937& random) {
    std::vector<std::string> damaged = pieces;
    for (std::size_t n = 1 + Pick(random, 4); n > 0; --n) {
      std::size_t at = Pick(random, damaged.size());
      switch (Pick(random, 4)) {
        case 0:
          damaged.erase(damaged.begin() + at);
          break;
        case 1:
          damaged.insert(damaged.begin() + at, pieces[Pick(random, pieces.size())]);
          break;
        case 2:
          std::swap(damaged[at], damaged[Pick(random, damaged.size())]);
          break;
        default:
          damaged[at] = pieces[Pick(random, pieces.size())];
          break;
      }
    }
    return Join(damaged);
  });
}

TEST(Fuzz, TokensInAnyOrder) {
  const std::vector<std::string> pieces = SplitIntoTokens(kSample);
  RunFor(kTime, [&](std::mt19937& random) {
    std::string text = "model M ";
    for (std::size_t n = Pick(random, 60); n > 0; --n) text += " " + pieces[Pick(random, pieces.size())];
    return text;
  });
}

TEST(Fuzz, BytesChanged) {
  RunFor(kTime, [&](std::mt19937& random) {
    std::string damaged = kSample;
    for (std::size_t n = 1 + Pick(random, 6); n > 0; --n) {
      damaged[Pick(random, damaged.size())] = static_cast<char>(Pick(random, 256));
    }
    return damaged;
  });
}

TEST(Fuzz, PrintableCharactersChanged) {
  RunFor(kTime, [&](std::mt19937& random) {
    std::string damaged = kSample;
    const std::string characters = "()[]{};,.:=+-*/^<>\"'\\\n \tae1#";
    for (std::size_t n = 1 + Pick(random, 6); n > 0; --n) {
      damaged[Pick(random, damaged.size())] = characters[Pick(random, characters.size())];
    }
    return damaged;
  });
}

TEST(Fuzz, RandomText) {
  RunFor(kTime, [&](std::mt19937& random) {
    std::string text;
    const std::string characters = "()[]{};,.:=+-*/^<>\"'\\\n \tab1e#";
    for (std::size_t n = Pick(random, 200); n > 0; --n) text += characters[Pick(random, characters.size())];
    return text;
  });
}

}  // namespace
}  // namespace mica::syntax
