"""Valid models by a grammar: Model(seed).text. Every model has a unique solution for mathematical reasons, so that all ways to run it must give the same.

States decay towards bounded inputs, algebraic equations are monotonic or diagonally dominant in what they determine, constraints are between states whose derivatives are free, and events are those of
time, of relations with distance between their edges, or of signals that pass through their level with a slope. What is generated beside: records, functions, arrays and loops, components with connectors,
inheritance and redeclaration, conditional components, inner and outer, initial equations and algorithms.
"""
import random


class Model:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"G{seed}"
        self.declarations, self.equations, self.initial, self.algorithms, self.classes = [], [], [], [], []
        self.signals = ["time"]  # bounded values of about 1, that may be read
        self.smooth = []         # such of them that are differentiable
        self.booleans, self.integers = [], []
        self.count = 0
        self.stop = self.random.choice([1, 2, 3])
        self.helpers = set()
        pieces = [self.state, self.state, self.linear_loop, self.nonlinear_loop, self.hysteresis, self.sampled, self.bounce, self.switch, self.constraint, self.array_states, self.record, self.function_call,
                  self.circuit, self.chain, self.steady, self.limiter, self.oscillator, self.integer_counter, self.diode, self.algorithm, self.free_parameter, self.delayed, self.matrix_system, self.homotopy,
                  self.state_event_reset, self.implicit_state, self.enumeration, self.sub_model, self.inner_outer, self.flow_join, self.time_events, self.positive_root, self.stream_mix]
        self.state()
        for _ in range(self.random.randint(2, 6)):
            self.random.choice(pieces)()
        self.text = self.write()

    # Small parts of texts.
    def new(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def number(self, low, high):
        return repr(round(self.random.uniform(low, high), 3))

    def wave(self):
        return self.random.choice(["sin({}*time)", "cos({}*time)", "sin({}*time + 0.3)", "exp(-{}*time)", "tanh({}*time - 1)"]).format(self.number(0.5, 5))

    def leaf(self, smooth=False):
        known = self.smooth if smooth else self.signals
        return self.random.choice(known) if known and self.random.random() < 0.75 else self.random.choice([self.wave(), self.number(-1, 1)])

    def bounded(self, depth=2, smooth=False):
        """An expression between about -2 and 2, Lipschitz in what it reads."""
        if depth == 0:
            return self.leaf(smooth)
        a, b = self.bounded(depth - 1, smooth), self.bounded(depth - 1, smooth)
        forms = [f"sin({a})", f"0.5*({a} + {b})", f"0.5*({a} - {b})", f"tanh({a})*cos({b})", f"({a})/(1 + ({b})^2)", f"atan({a})", f"0.7*({a})", f"exp(-({a})^2)", f"sqrt(1 + ({a})^2) - 1", f"(-({a}))", f"1/(2 + sin({a}))",
                 f"noEvent(if {a} > {b} then {a} else {b})", f"smooth(0, noEvent(if {a} > 0 then tanh({a}) else 0.5*tanh({a})))", f"log(2 + tanh({a}))"]
        if not smooth:
            forms += [f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"(if {a} > {b} then {a} else {b})", f"semiLinear({a}, 0.5, 1)"]
            if self.booleans:
                forms += [f"(if {self.random.choice(self.booleans)} then {a} else {b})"]
            if self.integers:
                forms += [f"0.1*{self.random.choice(self.integers)}"]
        return self.random.choice(forms)

    def declare(self, text):
        self.declarations.append(text + ";")

    def equate(self, text):
        self.equations.append(text + ";")

    def need(self, name, text):
        if name not in self.helpers:
            self.helpers.add(name)
            self.classes.append(text)

    # Pieces.
    def state(self):
        x = self.new("x")
        rate = self.number(0.3, 4)
        self.declare(f"Real {x}(start = {self.number(-1, 1)}, fixed = true)")
        self.equate(f"der({x}) = -{rate}*{x} + {self.bounded()}")
        self.signals.append(x)
        self.smooth.append(x)

    def implicit_state(self):
        x = self.new("x")
        self.declare(f"Real {x}(start = {self.number(-1, 1)}, fixed = true)")
        self.equate(f"{self.number(1, 2)}*der({x}) + 0.3*sin(der({x})) + {self.number(0.5, 2)}*{x} = {self.bounded()}")
        self.signals.append(x)
        self.smooth.append(x)

    def linear_loop(self):
        n = self.random.randint(2, 5)
        names = [self.new("a") for _ in range(n)]
        for k, name in enumerate(names):
            self.declare(f"Real {name}")
            others = " + ".join(f"{self.number(-0.3, 0.3)}*{other}" for other in names if other != name and self.random.random() < 0.8) or "0"
            gain = self.random.choice([self.number(2, 4), f"(2 + cos({self.leaf()}))", f"(if {self.leaf()} > 0.1 then 2 else 3)"])
            terms = [f"{gain}*{name} + {others} = {self.bounded(1)}", f"{self.bounded(1)} - {others} = {gain}*{name}"]
            self.equate(self.random.choice(terms))
        self.signals += names

    def nonlinear_loop(self):
        y, z = self.new("n"), self.new("n")
        one = self.random.choice(["{y}^3 + {g}*{y}", "{g}*{y} + 0.8*sin({y})", "{g}*{y} + exp(0.5*{y})", "{g}*{y} + atan(3*{y})", "sinh({y}) + {g}*{y}", "{g}*{y} + abs({y})", "{g}*{y} + {y}*sqrt({y}^2 + 0.1)"])
        other = self.random.choice(["{g}*{z} + tanh({z})", "{z}^3 + {g}*{z}", "{g}*{z}"])
        self.declare(f"Real {y}")
        self.equate(one.format(y=y, g=self.number(1.2, 3)) + f" = {self.bounded()}" + (f" + 0.2*{z}" if self.random.random() < 0.6 else ""))
        self.declare(f"Real {z}")
        self.equate(other.format(z=z, g=self.number(1.2, 3)) + f" = {self.bounded(1)} + 0.2*{y}")
        self.signals += [y, z]

    def hysteresis(self):
        b, s = self.new("b"), self.new("w")
        self.declare(f"Boolean {b}(start = false, fixed = true)")
        self.declare(f"Real {s} = sin({self.number(2, 9)}*time + {self.number(0, 1)}) + 0.1*{self.leaf()}")
        self.equate(f"{b} = {s} > {self.number(0.2, 0.5)} or pre({b}) and {s} > {self.number(-0.5, -0.2)}")
        self.booleans.append(b)

    def sampled(self):
        d, clock = self.new("d"), self.number(0.05, 0.4)
        start = self.number(0.011, 0.3)
        self.declare(f"discrete Real {d}(start = {self.number(-1, 1)}, fixed = true)")
        body = [f"{d} = 0.5*pre({d}) + {self.bounded(1)};"]
        if self.random.random() < 0.4:
            e = self.new("d")
            self.declare(f"discrete Real {e}(start = 0, fixed = true)")
            body.append(f"{e} = pre({e})*0.3 + {d};")
            self.signals.append(e)
        self.equate(f"when sample({start}, {clock}) then\n    " + "\n    ".join(body) + "\n  end when")
        self.signals.append(d)

    def bounce(self):
        h, v = self.new("h"), self.new("v")
        self.declare(f"Real {h}(start = {self.number(0.5, 1.2)}, fixed = true)")
        self.declare(f"Real {v}(start = {self.number(-1, 1)}, fixed = true)")
        self.equations += [f"der({h}) = {v};", f"der({v}) = -{self.number(3, 9.81)} - 0.1*{v};", f"when {h} < 0 then\n    reinit({v}, -{self.number(0.85, 0.95)}*pre({v}));\n  end when;"]
        self.signals.append(h)

    def state_event_reset(self):
        x = self.new("r")
        self.declare(f"Real {x}(start = 0, fixed = true)")
        level = self.number(0.3, 0.9)
        self.equations += [f"der({x}) = {self.number(1, 3)} + 0.2*{self.leaf()};", f"when {x} > {level} then\n    reinit({x}, {x} - {level} - {self.number(0.1, 0.3)});\n  end when;"]
        self.signals.append(x)

    def switch(self):
        y = self.new("s")
        self.declare(f"Real {y}")
        a, b = self.bounded(1), self.bounded(1)
        level = self.number(0.1, 0.9)
        self.equations.append(f"if time > {level} then\n    {y} = {a};\n  elseif {self.leaf()} > {self.number(0.2, 0.6)} then\n    {y} = {b};\n  else\n    2*{y} = {self.bounded(1)};\n  end if;")
        self.signals.append(y)

    def constraint(self):
        """Two inertias joined firmly: one degree of freedom, by index reduction."""
        x, v, y, w, f = (self.new(stem) for stem in ("p", "q", "p", "q", "f"))
        gear = self.number(0.5, 2)
        fix = self.random.choice([x, y])
        for name in (x, y):
            self.declare(f"Real {name}" + (f"(start = {self.number(-0.5, 0.5)}, fixed = true)" if name == fix else ""))
        for name in (v, w):
            self.declare(f"Real {name}" + ("(start = 0, fixed = true)" if (name == v) == (fix == x) else ""))
        self.declare(f"Real {f}")
        link = self.random.choice([f"{y} = {gear}*{x}", f"{y} = {gear}*{x} + 0.1*sin({x})", f"{y} - {gear}*{x} = 0.2*sin(time)"])
        self.equations += [f"der({x}) = {v};", f"der({y}) = {w};", f"{self.number(1, 2)}*der({v}) = -{self.number(0.5, 2)}*{x} - 0.4*{v} - {gear}*{f} + {self.bounded(1)};",
                           f"{self.number(0.5, 1)}*der({w}) = {f} - 0.3*{w};", link + ";"]
        self.signals += [x, y]
        self.smooth.append(x)

    def oscillator(self):
        x, v = self.new("x"), self.new("x")
        self.declare(f"Real {x}(start = {self.number(-1, 1)}, fixed = true)")
        self.declare(f"Real {v}(start = {self.number(-1, 1)}, fixed = true)")
        self.equations += [f"der({x}) = {v};", f"der({v}) = -{self.number(1, 20)}*{x} - {self.number(0.1, 1)}*{v} + {self.bounded(1)};"]
        self.signals.append(x)
        self.smooth += [x, v]

    def array_states(self):
        n = self.random.randint(2, 6)
        u = self.new("u")
        edge = self.bounded(1)
        self.declare(f"Real {u}[{n}](each start = {self.number(0, 1)}, each fixed = true)")
        self.equations += [f"der({u}[1]) = {edge} - 2*{u}[1] + {u}[2];", f"for i in 2:{n - 1} loop\n    der({u}[i]) = {u}[i - 1] - 2*{u}[i] + {u}[i + 1];\n  end for;", f"der({u}[{n}]) = {u}[{n - 1}] - {self.number(1, 2)}*{u}[{n}];"]
        m = self.new("m")
        self.declare(f"Real {m} = {self.random.choice([f'sum({u})/{n}', f'max({u})', f'{u}*{u}/{n}', f'sum({{{u}[i]*i for i in 1:{n}}})/{n * n}', f'{u}[{n}:-1:1]*{u}/{n}'])}")
        self.signals += [f"{u}[1]", f"{u}[{n}]", m]

    def record(self):
        self.need("Pair", "record Pair\n    Real a;\n    Real b;\n  end Pair;")
        r = self.new("pair")
        self.declare(f"Pair {r}")
        if self.random.random() < 0.5:
            self.equations += [f"{r}.a = {self.bounded(1)};", f"3*{r}.b + 0.5*{r}.a = {self.bounded(1)};"]
        else:
            self.equations += [f"{r} = Pair({self.bounded(1)}, b = {self.bounded(1)});"]
        self.signals += [f"{r}.a", f"{r}.b"]

    def function_call(self):
        f, y = self.new("fun"), self.new("y")
        kind = self.random.randint(0, 3)
        if kind == 0:
            body = f"input Real u;\n    input Real w;\n    output Real y;\n  protected\n    Real t;\n  algorithm\n    t := {self.number(0.2, 1)}*u;\n    for i in 1:{self.random.randint(1, 4)} loop\n      t := 0.5*t + sin(w)/i;\n    end for;\n    y := t + 0.1*u*w;"
        elif kind == 1:
            body = "input Real u;\n    input Real w;\n    output Real y;\n  algorithm\n    if u > w then\n      y := tanh(u - w);\n    else\n      y := 0.5*(u - w);\n    end if;"
        elif kind == 2:
            body = f"input Real u;\n    input Real w;\n    output Real y;\n  protected\n    Real v[3];\n  algorithm\n    v := {{u, w, u*w}};\n    v[2] := v[1] + {self.number(0, 1)};\n    y := sum(v)/(1 + v*v);\n    annotation (Inline = {self.random.choice(['true', 'false'])});"
        else:
            body = "input Real u;\n    input Real w;\n    output Real y;\n  protected\n    Real z = u;\n    Integer k = 0;\n  algorithm\n    while k < 4 loop\n      z := z - (z + 0.2*sin(z) - w)/(1 + 0.2*cos(z));\n      k := k + 1;\n    end while;\n    y := z;"
        self.classes.append(f"function {f}\n    {body}\n  end {f};")
        self.declare(f"Real {y} = {f}({self.bounded(1)}, {self.bounded(1)})")
        self.signals.append(y)

    def circuit(self):
        self.need("Pin", "connector Pin\n    Real v;\n    flow Real i;\n  end Pin;")
        self.need("TwoPin", "partial model TwoPin\n    Pin p, n;\n    Real v = p.v - n.v;\n    Real i = p.i;\n  equation\n    p.i + n.i = 0;\n  end TwoPin;")
        self.need("Res", "model Res\n    extends TwoPin;\n    parameter Real R = 1;\n  equation\n    v = R*i;\n  end Res;")
        self.need("Cap", "model Cap\n    extends TwoPin(v(start = 0, fixed = true));\n    parameter Real C = 1;\n  equation\n    i = C*der(v);\n  end Cap;")
        self.need("Ind", "model Ind\n    extends TwoPin(i(start = 0, fixed = true));\n    parameter Real L = 1;\n  equation\n    v = L*der(i);\n  end Ind;")
        self.need("Source", "model Source\n    extends TwoPin;\n    input Real u;\n  equation\n    v = u;\n  end Source;")
        self.need("Ground", "model Ground\n    Pin p;\n  equation\n    p.v = 0;\n  end Ground;")
        s, g = self.new("src"), self.new("gnd")
        self.declare(f"Source {s}(u = {self.bounded(1)})")
        self.declare(f"Ground {g}")
        self.equations.append(f"connect({s}.n, {g}.p);")
        last = f"{s}.p"
        for _ in range(self.random.randint(1, 4)):
            r, c = self.new("res"), self.new("z")
            self.declare(f"Res {r}(R = {self.number(0.3, 2)})")
            kind = self.random.choice(["Cap", "Res", "Ind"])
            self.declare(f"{kind} {c}({dict(Cap='C', Res='R', Ind='L')[kind]} = {self.number(0.2, 2)})")
            self.equations += [f"connect({last}, {r}.p);", f"connect({r}.n, {c}.p);", f"connect({c}.n, {g}.p);"]
            last = f"{r}.n"
            self.signals.append(f"{c}.v" if kind == "Cap" else f"{c}.i")

    def flow_join(self):
        """Capacitors in parallel share a voltage: the index is 2."""
        self.need("Cap2", "model Cap2\n    Real v;\n    Real i;\n    parameter Real C = 1;\n  equation\n    C*der(v) = i;\n  end Cap2;")
        a, b = self.new("cap"), self.new("cap")
        self.declare(f"Cap2 {a}(C = {self.number(0.5, 2)}, v(start = {self.number(-1, 1)}, fixed = true))")
        self.declare(f"Cap2 {b}(C = {self.number(0.5, 2)})")
        self.equations += [f"{a}.v = {b}.v;", f"{a}.i + {b}.i = {self.bounded(1)} - {a}.v;"]
        self.signals.append(f"{a}.v")

    def chain(self):
        self.need("Lag", "model Lag\n    parameter Real T = 1;\n    input Real u;\n    output Real y(start = 0, fixed = true);\n  equation\n    T*der(y) = u - y;\n  end Lag;")
        n, c = self.random.randint(2, 4), self.new("lag")
        self.declare(f"Lag {c}[{n}](T = {{{', '.join(self.number(0.1, 1) for _ in range(n))}}})")
        self.equations += [f"{c}[1].u = {self.bounded(1)};", f"for i in 2:{n} loop\n    {c}[i].u = {c}[i - 1].y;\n  end for;"]
        self.signals.append(f"{c}[{n}].y")

    def sub_model(self):
        b, f, m, y = self.new("Base"), self.new("Law"), self.new("Whole"), self.new("whole")
        gain = self.number(0.5, 2)
        self.classes.append(f"partial model {b}\n    input Real u;\n    output Real y;\n  end {b};")
        self.classes.append(f"model {f}a\n    extends {b};\n    parameter Real k = {gain};\n  equation\n    y = k*u;\n  end {f}a;")
        self.classes.append(f"model {f}b\n    extends {f}a(k = {self.number(0.5, 2)});\n    Real x(start = {self.number(0, 1)}, fixed = true);\n  equation\n    der(x) = y - x;\n  end {f}b;")
        self.classes.append(f"model {m}\n    replaceable {f}a law(u = u) constrainedby {b}(u = u);\n    parameter Boolean has = true;\n    {f}a extra(u = u) if has;\n    input Real u;\n    output Real y = tanh(law.y);\n  end {m};")
        redeclared = f", redeclare {f}b law" if self.random.random() < 0.6 else ""
        self.declare(f"{m} {y}(u = {self.bounded(1)}, has = {self.random.choice(['true', 'false'])}{redeclared})")
        self.signals.append(f"{y}.y")

    def inner_outer(self):
        if "World" in self.helpers:
            return
        self.need("World", f"model World\n    parameter Real g = {self.number(0.5, 2)};\n    Real a = g*sin(time);\n  end World;")
        self.need("Part", "model Part\n    outer World world;\n    Real x(start = 0, fixed = true);\n  equation\n    der(x) = world.a - x;\n  end Part;")
        p = self.new("part")
        self.declare(f"inner World world(g = {self.number(0.5, 2)})")
        self.declare(f"Part {p}")
        self.signals += [f"{p}.x", "world.a"]

    def steady(self):
        x = self.new("x")
        self.declare(f"Real {x}")
        self.equate(f"der({x}) = {self.bounded(1)} - {self.number(0.5, 3)}*{x} - 0.1*{x}^3")
        self.initial.append(self.random.choice([f"der({x}) = 0;", f"{x} + 0.2*sin({x}) = {self.number(-1, 1)};"]))
        self.signals.append(x)
        self.smooth.append(x)

    def free_parameter(self):
        p, x = self.new("p"), self.new("x")
        value = self.number(0.5, 2)
        self.declare(f"parameter Real {p}(fixed = false, start = 1)")
        self.declare(f"Real {x}(start = {value}, fixed = true)")
        self.equate(f"der({x}) = {p} - {self.number(0.5, 2)}*{x} + 0.1*sin({self.number(1, 4)}*time)")
        self.initial.append(f"der({x}) = {self.number(-0.5, 0.5)};")
        self.signals.append(x)

    def limiter(self):
        y, u = self.new("lim"), self.new("w")
        high = self.number(0.3, 0.8)
        self.declare(f"Real {u} = {self.number(1, 2)}*sin({self.number(2, 8)}*time) + 0.2*{self.leaf()}")
        self.declare(f"Real {y} = {self.random.choice([f'if {u} > {high} then {high} elseif {u} < -{high} then -{high} else {u}', f'min(max({u}, -{high}), {high})', f'noEvent(if {u} > {high} then {high} else {u})', f'smooth(0, if {u} > {high} then {high} else {u})'])}")
        self.signals.append(y)

    def integer_counter(self):
        i, w = self.new("k"), self.new("w")
        self.declare(f"Integer {i}(start = 0, fixed = true)")
        self.declare(f"Real {w} = sin({self.number(4, 15)}*time + 0.2)")
        kind = self.random.randint(0, 2)
        if kind == 0:
            self.equate(f"when {w} > {self.number(0.1, 0.7)} then\n    {i} = pre({i}) + 1;\n  end when")
        elif kind == 1:
            self.equate(f"when {{{w} > {self.number(0.1, 0.7)}, {w} < -{self.number(0.1, 0.7)}}} then\n    {i} = mod(pre({i}) + 1, 3);\n  elsewhen time > {self.number(0.3, 0.9)} then\n    {i} = 5;\n  end when")
        else:
            self.algorithms.append(f"when {w} > {self.number(0.1, 0.7)} then\n    {i} := pre({i}) + 1;\n    if {i} > 3 then\n      {i} := 0;\n    end if;\n  end when;")
        self.integers.append(i)

    def time_events(self):
        y = self.new("t")
        form = self.random.choice([f"0.3*floor({self.number(1, 4)}*time + 0.37)", f"mod(time + 0.013, {self.number(0.2, 0.6)})", f"(if time < {self.number(0.2, 0.8)} then {self.bounded(1)} else {self.bounded(1)})",
                                   f"0.2*integer({self.number(1, 5)}*time + 0.21)", f"rem(1.3*time + 0.017, {self.number(0.2, 0.6)})", f"0.25*ceil({self.number(1, 3)}*time + 0.41)", f"0.2*div({self.number(1, 3)}*time + 0.31, 0.5)"])
        self.declare(f"Real {y} = {form}")
        self.signals.append(y)

    def diode(self):
        """An ideal diode in the parametric form, with a load: a relation inside of a linear system."""
        s, u, i, off, c = (self.new(stem) for stem in ("sd", "ud", "id", "off", "uc"))
        self.declare(f"Real {s}(start = 0)")
        self.declare(f"Real {u}")
        self.declare(f"Real {i}")
        self.declare(f"Boolean {off}(start = true)")
        self.declare(f"Real {c}(start = {self.number(0, 0.5)}, fixed = true)")
        ron, goff = self.random.choice([("1e-3", "1e-3"), ("1e-2", "1e-2"), ("0.1", "1e-4")])
        self.equations += [f"{off} = {s} < 0;", f"{u} = {s}*(if {off} then 1 else {ron});", f"{i} = {s}*(if {off} then {goff} else 1);", f"{self.number(0.8, 1.5)}*sin({self.number(3, 9)}*time + 0.1) = {self.number(0.2, 1)}*{i} + {u} + {c};",
                           f"{self.number(0.3, 1)}*der({c}) = {i} - {self.number(0.2, 1)}*{c};"]
        self.signals.append(c)

    def algorithm(self):
        y, z = self.new("y"), self.new("y")
        self.declare(f"Real {y}")
        self.declare(f"Real {z}")
        self.algorithms.append(f"{y} := {self.bounded(1)};\n  if {y} > {self.number(0, 0.5)} then\n    {z} := 0.5*{y} + {self.bounded(1)};\n  else\n    {z} := -{y};\n  end if;\n  {y} := {y} + 0.5*{z};")
        self.signals += [y, z]

    def delayed(self):
        y, w = self.new("del"), self.new("w")
        self.declare(f"Real {w} = sin({self.number(1, 4)}*time) + 0.3*{self.random.choice(self.smooth)}")
        self.declare(f"Real {y} = delay({w}, {self.number(0.2, 0.6)})")
        x = self.new("x")
        self.declare(f"Real {x}(start = 0, fixed = true)")
        self.equate(f"der({x}) = {y} - {x}")
        self.signals.append(x)

    def matrix_system(self):
        n, x = self.random.randint(2, 4), self.new("vec")
        rows = ", ".join("{" + ", ".join(self.number(2.5, 4) if r == c else self.number(-0.5, 0.5) for c in range(n)) + "}" for r in range(n))
        m = self.new("mat")
        self.declare(f"parameter Real {m}[{n}, {n}] = {{{rows}}}")
        self.declare(f"Real {x}[{n}]")
        right = ", ".join(self.bounded(1) for _ in range(n))
        self.equate(self.random.choice([f"{m}*{x} = {{{right}}}", f"{m}*{x} + 0.3*{{{x}[i]^3 for i in 1:{n}}} = {{{right}}}", f"transpose({m})*{x} = {{{right}}}"]))
        self.signals += [f"{x}[1]", f"{x}[{n}]"]

    def homotopy(self):
        y = self.new("y")
        self.declare(f"Real {y}")
        self.equate(f"homotopy({y}^3 + {y}, {self.number(1, 2)}*{y}) = {self.bounded(1)}")
        self.signals.append(y)

    def enumeration(self):
        self.need("Phase", "type Phase = enumeration(low, middle, high);")
        e, w, y = self.new("phase"), self.new("w"), self.new("y")
        self.declare(f"Phase {e}")
        self.declare(f"Real {w} = sin({self.number(2, 7)}*time + 0.1)")
        self.equate(f"{e} = if {w} > {self.number(0.3, 0.6)} then Phase.high elseif {w} > {self.number(-0.5, 0)} then Phase.middle else Phase.low")
        table = self.new("table")
        self.declare(f"parameter Real {table}[Phase] = {{{self.number(-1, 1)}, {self.number(-1, 1)}, {self.number(-1, 1)}}}")
        self.declare(f"Real {y} = {table}[{e}]")
        self.booleans.append(f"({e} == Phase.high)")
        self.signals.append(y)

    def positive_root(self):
        x = self.new("tank")
        self.declare(f"Real {x}(start = {self.number(0.5, 1.5)}, fixed = true)")
        self.equate(f"der({x}) = {self.number(0.3, 0.8)}*(1.2 + sin({self.leaf()})) - {self.number(0.2, 0.6)}*sqrt({x})")
        self.signals.append(x)
        self.smooth.append(x)

    def stream_mix(self):
        x, y, f = self.new("temp"), self.new("temp"), self.new("flow")
        self.declare(f"Real {f} = {self.number(0.5, 1.5)}*sin({self.number(2, 6)}*time + 0.2)")
        self.declare(f"Real {x}(start = {self.number(0, 1)}, fixed = true)")
        self.declare(f"Real {y}(start = {self.number(0, 1)}, fixed = true)")
        self.equations += [f"der({x}) = -semiLinear({f}, {x}, {y}) + {f}*{x} + {self.number(0, 0.4)} - 0.5*{x};", f"der({y}) = semiLinear({f}, {x}, {y}) - {f}*{y} - 0.5*{y};"]
        self.signals += [x, y]

    def write(self):
        head = "".join(f"  {text}\n" for text in self.classes + self.declarations)
        initial = "".join(f"  {text}\n" for text in self.initial)
        body = "".join(f"  {text}\n" for text in self.equations)
        algorithms = "".join(f"algorithm\n  {text}\n" for text in self.algorithms)
        return f"model {self.name}\n{head}" + (f"initial equation\n{initial}" if initial else "") + f"equation\n{body}{algorithms}end {self.name};\n"
