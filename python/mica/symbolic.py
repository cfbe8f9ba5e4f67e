"""The equations of a model as SymPy expressions: eliminate, solve, transfer functions, and models from expressions.

>>> import mica
>>> m = mica.model('''model M parameter Real T = 2; parameter Real k = 3; input Real u; output Real y;
...   equation T*der(y) + y = k*u; end M;''')
>>> m.sympy().transfer("u", "y")
k/(T*s + 1)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sympy

if TYPE_CHECKING:
    from mica.model import Model

_NAME = re.compile(r"[A-Za-z_]\w*(?:\[[\d, ]+\])?(?:\.[A-Za-z_]\w*(?:\[[\d, ]+\])?)*|'[^']*'")
_FUNCTIONS = {
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "asin": sympy.asin, "acos": sympy.acos, "atan": sympy.atan,
    "atan2": sympy.atan2, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh, "exp": sympy.exp,
    "log": sympy.log, "log10": lambda x: sympy.log(x, 10), "sqrt": sympy.sqrt, "abs": sympy.Abs, "sign": sympy.sign,
    "max": sympy.Max, "min": sympy.Min, "noEvent": lambda x: x, "smooth": lambda order, x: x,
    "homotopy": lambda actual, simplified: actual,
}


class Symbols:
    """The flat equations as SymPy equations.

    `symbols` has a symbol for each variable and parameter by its name, `der` one for each derivative; `equations` are
    those that could be read, `others` the texts of those that could not (when-clauses, algorithms, whole arrays).
    """

    def __init__(self, model: Model) -> None:
        self.time = sympy.Symbol("time", real=True)
        self.s = sympy.Symbol("s")
        self.symbols: dict[str, sympy.Symbol] = {}
        self.der: dict[str, sympy.Symbol] = {}
        self.equations: list[sympy.Eq] = []
        self.others: list[str] = []
        self._variables: set[sympy.Symbol] = set()
        self._inputs: set[sympy.Symbol] = set()
        self.values: dict[sympy.Symbol, float] = {}
        for each in model.variables.values():
            if each.role == "derivative" or each.type == "String":
                continue
            symbol = self.symbols[each.name] = sympy.Symbol(each.name, real=True)
            if each.role == "parameter" or each.role == "constant" and each.alias_of == "" and each.settable:
                self.values[symbol] = each.value
            elif each.role == "input":
                self._inputs.add(symbol)
            else:
                self._variables.add(symbol)
        for equation in model.equations:
            if equation.initial:
                continue
            try:
                left, right = _sides(equation.text)
                self.equations.append(sympy.Eq(self.parse(left), self.parse(right), evaluate=False))
            except (ValueError, SyntaxError, TypeError, KeyError, AttributeError):
                self.others.append(equation.text)

    def __getitem__(self, name: str) -> sympy.Symbol:
        return self.symbols[name]

    def parse(self, text: str) -> sympy.Expr:
        """An expression of Modelica with the symbols of the model."""
        return _Parser(self, text).parse()

    @property
    def variables(self) -> list[sympy.Symbol]:
        """Symbols of all that the equations determine, inputs aside."""
        return [symbol for symbol in self.symbols.values() if symbol in self._variables]

    def derivative(self, name: str) -> sympy.Symbol:
        """The symbol of der(name)."""
        return self.der.setdefault(name, sympy.Symbol(f"der({name})", real=True))

    def _known(self) -> dict[sympy.Symbol, sympy.Expr]:
        """Variables that are given by parameters alone."""
        known: dict[sympy.Symbol, sympy.Expr] = {}
        free = self._variables | self._inputs | set(self.der.values())
        todo, changed = list(self.equations), True
        while changed:
            changed, rest = False, []
            for equation in todo:
                left, right = equation.lhs.subs(known), equation.rhs.subs(known)
                for a, b in ((left, right), (right, left)):
                    if a in self._variables and a not in known and not b.free_symbols & free and self.time not in b.free_symbols:
                        known[a], changed = b, True
                        break
                else:
                    rest.append(equation)
            todo = rest
        return known

    def residuals(self) -> list[sympy.Expr]:
        """left - right of each equation, what parameters alone determine put in."""
        known = self._known()
        made = [sympy.expand((each.lhs - each.rhs).subs(known)) for each in self.equations]
        return [each for each in made if each != 0]

    def eliminate(self, keep: Iterable[str]) -> list[sympy.Eq]:
        """Equations between the named variables, their derivatives and inputs alone, where the others occur linearly."""
        kept = {self.symbols[name] for name in keep} | self._inputs
        kept |= {self.derivative(name) for name in keep if name in self.der}
        rest = self.residuals()
        others = sorted({symbol for each in rest for symbol in each.free_symbols}
                        & (self._variables | set(self.der.values())) - kept, key=str)
        for symbol in others:
            # the equation that gives it most simply
            candidates = [each for each in rest if each.has(symbol) and sympy.degree(each, symbol) == 1]
            if not candidates:
                continue
            chosen = min(candidates, key=sympy.count_ops)
            solution = sympy.solve(chosen, symbol)[0]
            rest = [sympy.numer(sympy.together(each.subs(symbol, solution))) for each in rest if each is not chosen]
        return [sympy.Eq(sympy.expand(each), 0) for each in rest if sympy.expand(each) != 0]

    def transfer(self, input: str, output: str, values: Mapping[str, Any] | None = None) -> sympy.Expr:
        """The transfer function in `s`, of a model whose equations are linear.

        `values` puts numbers in the place of parameters.
        """
        s = self.s
        laplace = {symbol: s*self.symbols[name] for name, symbol in self.der.items()}
        numbers = {self.symbols[name]: sympy.sympify(value) for name, value in (values or {}).items()}
        system = [each.subs(laplace).subs(numbers) for each in self.residuals()]
        others = {symbol: 0 for symbol in self._inputs if symbol != self.symbols[input]}
        system = [each.subs(others) for each in system]
        unknowns = sorted({symbol for each in system for symbol in each.free_symbols} & self._variables, key=str)
        target = self.symbols[output]
        for each in system:
            if sympy.Poly(each, *unknowns, self.symbols[input]).total_degree() > 1:
                raise ValueError(f"the equation {each} = 0 is not linear: linearize the model first")
        solution = sympy.solve(system, unknowns, dict=True)
        if not solution or target not in solution[0]:
            raise ValueError(f"{output} does not follow from {input}")
        above, below = sympy.fraction(sympy.cancel(solution[0][target]/self.symbols[input]))
        return sympy.collect(sympy.expand(above), s)/sympy.collect(sympy.expand(below), s)

    def solve(self, *names: str) -> dict[sympy.Symbol, sympy.Expr]:
        """The named variables, or all, and the derivatives from the states: what SymPy can solve in closed form."""
        residuals = self.residuals()
        states = {self.symbols[name] for name in self.der if name in self.symbols}
        unknowns = [symbol for symbol in self.variables if symbol not in states] + list(self.der.values())
        unknowns = [symbol for symbol in unknowns if any(each.has(symbol) for each in residuals)]
        solutions = sympy.solve(residuals, unknowns, dict=True)
        if not solutions:
            raise ValueError("the equations have no solution in closed form")
        wanted = {self.symbols[name] for name in names}
        return {symbol: value for symbol, value in solutions[0].items() if not wanted or symbol in wanted}


def _sides(text: str) -> tuple[str, str]:
    text = text.strip().rstrip(";")
    if text.startswith(("when ", "if ", "for ", "assert")):
        raise ValueError(text)
    depth = 0
    for k, character in enumerate(text):
        depth += character in "([{"
        depth -= character in ")]}"
        if character == "=" and depth == 0 and text[k - 1] not in "<>=:" and text[k + 1] != "=":
            return text[:k], text[k + 1:]
    raise ValueError(text)


class _Parser:
    """Modelica's expressions by precedence climbing."""

    _TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?)|(" + _NAME.pattern + r")|(<=|>=|==|<>|\.?[-+*/^]|[(),<>]))")
    _BINARY = {"or": 1, "and": 2, "<": 4, "<=": 4, ">": 4, ">=": 4, "==": 4, "<>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "^": 8}

    def __init__(self, symbols: Symbols, text: str) -> None:
        self._symbols = symbols
        self._tokens: list[tuple[str, str]] = []
        place = 0
        text = text.strip()
        while place < len(text):
            found = self._TOKEN.match(text, place)
            if not found:
                raise ValueError(f"{text[place:]!r} is not an expression")
            kind = ("number", "name", "mark")[found.lastindex - 1]
            self._tokens.append((kind, found.group(found.lastindex)))
            place = found.end()
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self, expected: str = "") -> tuple[str, str]:
        if self._at >= len(self._tokens) or expected and self._peek() != expected:
            raise ValueError(f"{expected or 'an operand'} is missing")
        self._at += 1
        return self._tokens[self._at - 1]

    def parse(self) -> sympy.Expr:
        value = self._expression(0)
        if self._at != len(self._tokens):
            raise ValueError(f"{self._peek()!r} is left over")
        return value

    def _expression(self, least: int) -> Any:
        if self._peek() == "if":
            self._take()
            condition = self._expression(0)
            self._take("then")
            value = self._expression(0)
            if self._peek() == "elseif":
                self._tokens[self._at] = ("name", "if")
                other = self._expression(0)
            else:
                self._take("else")
                other = self._expression(0)
            return sympy.Piecewise((value, condition), (other, True))
        if self._peek() in ("-", "+"):
            mark = self._take()[1]
            value = self._expression(6)
            left = -value if mark == "-" else value
        elif self._peek() == "not":
            self._take()
            left = sympy.Not(self._expression(3))
        else:
            left = self._operand()
        while self._peek().lstrip(".") in self._BINARY and self._BINARY[self._peek().lstrip(".")] > least:
            mark = self._take()[1].lstrip(".")
            right = self._expression(self._BINARY[mark])
            left = self._apply(mark, left, right)
        return left

    @staticmethod
    def _apply(mark: str, left: Any, right: Any) -> Any:
        if mark == "+": return left + right
        if mark == "-": return left - right
        if mark == "*": return left*right
        if mark == "/": return left/right
        if mark == "^": return left**right
        return {"<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge, "==": sympy.Eq, "<>": sympy.Ne,
                "and": sympy.And, "or": sympy.Or}[mark](left, right)

    def _operand(self) -> Any:
        kind, text = self._take()
        if kind == "number":
            value = sympy.Float(text) if re.search(r"[.eE]", text) else sympy.Integer(text)
            return sympy.Integer(int(value)) if value == int(value) else sympy.nsimplify(text, rational=True)
        if text == "(":
            value = self._expression(0)
            self._take(")")
            return value
        if text in ("true", "false"):
            return sympy.true if text == "true" else sympy.false
        if text == "time":
            return self._symbols.time
        if self._peek() == "(" and kind == "name":
            self._take("(")
            arguments = []
            if text == "der":
                name = self._take()[1]
                self._take(")")
                if name not in self._symbols.symbols:
                    raise ValueError(f"{name} is an array")
                return self._symbols.derivative(name)
            while self._peek() != ")":
                arguments.append(self._expression(0))
                if self._peek() == ",":
                    self._take()
            self._take(")")
            return _FUNCTIONS[text](*arguments)
        return self._symbols.symbols[text]


def modelica_text(expression: Any) -> str:
    """An expression of SymPy as Modelica text.

    >>> x = sympy.Symbol("a.x")
    >>> modelica_text(sympy.sin(x)**2/3 + 1)
    'sin(a.x)^2/3 + 1'
    """
    expression = sympy.sympify(expression)
    if isinstance(expression, sympy.Piecewise):
        (value, condition), *others = expression.args
        rest = sympy.Piecewise(*others) if others else None
        if condition == sympy.true or rest is None:
            return modelica_text(value)
        return f"(if {modelica_text(condition)} then {modelica_text(value)} else {modelica_text(rest)})"
    text = sympy.sstr(expression, order="none" if expression.is_Relational else None)
    return text.replace("**", "^").replace("Abs(", "abs(").replace("Max(", "max(").replace("Min(", "min(")


def generate(name: str, equations: Iterable[sympy.Eq], parameters: Mapping[str, float] | None = None,
             starts: Mapping[str, float] | None = None, inputs: Iterable[str] = ()) -> str:
    """A Modelica model from equations of SymPy. Symbols `der(x)` are derivatives.

    >>> x, dx, k = sympy.symbols("x der(x) k")
    >>> text = generate("Decay", [sympy.Eq(dx, -k*x)], {"k": 2}, {"x": 1})
    >>> import mica
    >>> float(mica.model(text).simulate(stop_time=1)["x"][-1].round(3))
    0.135
    """
    equations, parameters, starts, inputs = list(equations), dict(parameters or {}), dict(starts or {}), list(inputs)
    names = {str(symbol) for each in equations for symbol in each.free_symbols}
    names |= {each[4:-1] for each in names if each.startswith("der(")}
    unknowns = sorted(each for each in names if not each.startswith("der(") and each not in parameters
                      and each not in inputs and each != "time")
    lines = [f"model {name}"]
    lines += [f"  parameter Real {key} = {value};" for key, value in parameters.items()]
    lines += [f"  input Real {each};" for each in inputs]
    lines += [f"  Real {each}" + (f"(start = {starts[each]}, fixed = true)" if each in starts else "") + ";"
              for each in unknowns]
    lines += ["equation"] + [f"  {modelica_text(each.lhs)} = {modelica_text(each.rhs)};" for each in equations]
    return "\n".join(lines + [f"end {name};"])
