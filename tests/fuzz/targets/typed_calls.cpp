// Calls of what the language predefines, with any arguments at any place: they are accepted or refused.
#include "instance/builtin/builtin_table.h"
#include "session_input.h"

namespace {

using mica::fuzz::Choices;

const char* const kValues[] = {"r",
                               "time",
                               "2.5",
                               "-1",
                               "0",
                               "3",
                               "2147483647",
                               "i",
                               "p",
                               "b",
                               "true",
                               "s",
                               "\"text\"",
                               "e",
                               "E.b",
                               "v",
                               "{1, 2, 3}",
                               "m",
                               "[1, 2; 3, 4]",
                               "w",
                               "zeros(0)",
                               "fill(1, 0, 3)",
                               "c",
                               "Clock(0.1)",
                               "rec",
                               "R(1, 2)",
                               "f",
                               "function f()",
                               "sub",
                               "sub.x",
                               "der(r)",
                               "time > 0.5",
                               "{true, false}",
                               "{E.a, E.b}",
                               "{\"a\", \"b\"}",
                               "1:3",
                               "r + v",
                               "nothing",
                               "-v",
                               "not b",
                               "if b then r else 2",
                               "sum(v)",
                               "v[1]",
                               "m[1, :]",
                               "{}",
                               "1e308",
                               "E",
                               "R"};
const char* const kPlaces[] = {"Real y = @;",
                               "Real y = 2*@;",
                               "Boolean y = @;",
                               "Real y[:] = @;",
                               "Real y = sum(@);",
                               "parameter Integer q = @;",
                               "Real z = v[@];",
                               "Real a[@];",
                               "Sub d if @;",
                               "String t = @;",
                               "function g input Real r; input Integer i; input Real v[3]; output Real y; algorithm y "
                               ":= @; end g; Real k = g(r, i, v);",
                               "Real t; algorithm t := @;",
                               "algorithm @;",
                               "algorithm when b then @; end when;",
                               "equation @;",
                               "equation when b then @; end when;",
                               "Real y(start = @) = 1;",
                               "Real y; equation y = if @ then 1 else 2;",
                               "Real y; equation for k in @ loop y = k; end for;"};

std::string Call(Choices& choices, int depth) {
  auto names = mica::instance::BuiltinNames();
  std::string_view name = names[choices.Pick(names.size())];
  std::vector<std::string_view> parameters = {"x", "nonsense"};
  for (const mica::instance::Builtin& row : mica::instance::FindBuiltin(name))
    for (std::size_t i = 0; i < row.parameter_count(); ++i) parameters.push_back(row.parameters[i].name);
  std::string text = std::string(name) + "(";
  std::size_t count = choices.Pick(8), wish = choices.Pick(4);
  if (wish == 0 && parameters.size() > 2) count = parameters.size() - 2;  // as many as it takes
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    if (choices.Pick(6) == 5) text += std::string(parameters[choices.Pick(parameters.size())]) + " = ";
    text += depth < 3 && choices.Pick(5) == 4 ? Call(choices, depth + 1) : choices.Of(kValues);
  }
  if (choices.Pick(20) == 19) text += std::string(" for k in ") + choices.Of(kValues);
  return text + ")";
}

constexpr const char* kHead = R"(model Calls
  type E = enumeration(a, b);
  record R Real x = 1; Real y = 2; end R;
  function f input Real x = 1; output Real y = 2*x; algorithm end f;
  model Sub Real x = 1; end Sub;
  Sub sub;
  Real r(start = 1, fixed = true) = time;
  Integer i = if time > 0.5 then 2 else 1;
  parameter Integer p = 2;
  Boolean b = time > 0.2;
  String s = "s";
  E e = E.a;
  Real v[3] = {time, 2, 3};
  Real m[2, 2] = [time, 2; 3, 4];
  Real w[0];
  Clock c = Clock(0.1);
  R rec;
)";

}  // namespace

MICA_FUZZ_TARGET(typed_calls) {
  Choices choices(data, size);
  std::string place = choices.Of(kPlaces), call = Call(choices, 0);
  for (std::size_t at = place.find('@'); at != std::string::npos; at = place.find('@', at + call.size()))
    place.replace(at, 1, call);
  mica::fuzz::CheckText(kHead + place + "\nend Calls;\n");
  return 0;
}
