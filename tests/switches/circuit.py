"""Random circuits of ideal switches: as Modelica text, and solved independently.

A circuit is a list of elements between nodes; node 0 is ground. The reference shares nothing with the program under test: it steps by the implicit Euler method, which
for a passive circuit makes a linear complementarity problem with a P-matrix of each step once all switches leak a little (LEAK, or what the model has), and solves that by
Murty's least-index pivoting (Murty, Note on a Bard-type scheme, 1974), which comes to its end from any start. Two step sizes give an extrapolation to step
zero and an estimate of its error; circuits whose states jump (a switch that interrupts an inductor) show as an estimate that does not shrink.
"""
import math
import random

LEAK = 1e-8  # Siemens and Ohm; voltages and currents of the circuits are 1e-2 to 1e2

LIBRARY = """
  connector Pin Real v; flow Real i; end Pin;
  partial model Two Pin p, n; Real u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; end Two;
  model Resistor extends Two; parameter Real R; equation u = R*i; end Resistor;
  model Inductor extends Two(i(start = 0, fixed = true)); parameter Real L; equation L*der(i) = u; end Inductor;
  model Capacitor extends Two(u(start = 0, fixed = true)); parameter Real C; equation C*der(u) = i; end Capacitor;
  model Source extends Two; parameter Real V, f, phase; equation u = V*sin(2*3.141592653589793*f*time + phase); end Source;
  model Constant extends Two; parameter Real V; equation u = V; end Constant;
  model Diode extends Two; parameter Real Ron, Goff; Real s; Boolean off;
    equation off = s < 0; u = if off then s else Ron*s; i = if off then Goff*s else s; end Diode;
  model Bare extends Two; parameter Real Ron, Goff; Real s;
    equation u = if s < 0 then s else Ron*s; i = if s < 0 then Goff*s else s; end Bare;
  model Switch extends Two; parameter Real Ron, Goff, period, share, shift; Real s; Boolean closed = mod(time/period + shift, 1) < share;
    equation u = if closed then Ron*s else s; i = if closed then s else Goff*s; end Switch;
  model Thyristor extends Two; parameter Real Ron, Goff, period, share, shift; Real s; Boolean off(start = true, fixed = true), fire = mod(time/period + shift, 1) < share;
    equation off = s < 0 or pre(off) and not fire; u = if off then s else Ron*s; i = if off then Goff*s else s; end Thyristor;
  model GTO extends Two; parameter Real Ron, Goff, period, share, shift; Real s; Boolean off, fire = mod(time/period + shift, 1) < share;
    equation off = s < 0 or not fire; u = if off then s else Ron*s; i = if off then Goff*s else s; end GTO;
  model Ground Pin p; equation p.v = 0; end Ground;
"""
SWITCHES = ("Diode", "Bare", "Switch", "Thyristor", "GTO")


class Element:
    def __init__(self, kind, name, p, n, **values):
        self.kind, self.name, self.p, self.n, self.values = kind, name, p, n, values

    def __getattr__(self, name):
        try:
            return self.__dict__["values"][name]
        except KeyError:
            raise AttributeError(name)


class Circuit:
    def __init__(self, elements, nodes, stop):
        self.elements, self.nodes, self.stop = elements, nodes, stop

    def text(self, rng, leak=0.0, name="Circuit"):
        """Modelica text, declarations and connections in the order that the random numbers say."""
        declarations = ["Ground g;"]
        at_node = [[] for _ in range(self.nodes)]
        at_node[0].append("g.p")
        for e in self.elements:
            values = dict(e.values)
            if e.kind in SWITCHES:
                values.update(Ron=leak, Goff=leak)
            declarations.append("%s %s(%s);" % (e.kind, e.name, ", ".join("%s = %r" % item for item in values.items())))
            at_node[e.p].append(e.name + ".p")
            at_node[e.n].append(e.name + ".n")
        connections = []
        for pins in at_node:
            rng.shuffle(pins)
            for i in range(1, len(pins)):
                a, b = pins[rng.randrange(i)], pins[i]
                connections.append("connect(%s, %s);" % ((a, b) if rng.random() < 0.5 else (b, a)))
        rng.shuffle(declarations)
        rng.shuffle(connections)
        return "model %s%s  %s\nequation\n  %s\nend %s;\n" % (name, LIBRARY, "\n  ".join(declarations), "\n  ".join(connections), name)

    def states(self):
        return [e.name + (".i" if e.kind == "Inductor" else ".u") for e in self.elements if e.kind in ("Inductor", "Capacitor")]


def factor(a):
    """LU with row scaling and partial pivoting, in place."""
    n = len(a)
    scale = [1 / max(abs(x) for x in row) for row in a]
    rows = [[x * s for x in row] for row, s in zip(a, scale)]
    order = list(range(n))
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            raise ZeroDivisionError
        rows[k], rows[pivot] = rows[pivot], rows[k]
        order[k], order[pivot] = order[pivot], order[k]
        head = rows[k]
        for i in range(k + 1, n):
            row = rows[i]
            if row[k] == 0:
                continue
            share = row[k] / head[k]
            row[k] = share
            for j in range(k + 1, n):
                if head[j] != 0:
                    row[j] -= share * head[j]
    lower = [[(j, row[j]) for j in range(i) if row[j] != 0] for i, row in enumerate(rows)]
    upper = [[(j, row[j]) for j in range(i + 1, n) if row[j] != 0] for i, row in enumerate(rows)]
    return [(order[i], scale[order[i]], lower[i], upper[i], rows[i][i]) for i in range(n)]


def solve(factors, b):
    x = []
    for at, scale, lower, _, _ in factors:
        value = b[at] * scale
        for j, share in lower:
            value -= share * x[j]
        x.append(value)
    for i in range(len(x) - 1, -1, -1):
        _, _, _, upper, pivot = factors[i]
        value = x[i]
        for j, share in upper:
            value -= share * x[j]
        x[i] = value / pivot
    return x


class Reference:
    """Implicit Euler steps of one length; a complementarity problem in each."""

    def __init__(self, circuit, step, leak):
        self.c, self.h, self.leak = circuit, step, max(leak, LEAK)
        self.switches = [e for e in circuit.elements if e.kind in SWITCHES]
        # Unknown: potentials of nodes 1…, then the current of every element but resistors.
        self.column = {}
        for e in circuit.elements:
            if e.kind != "Resistor":
                self.column[e.name] = circuit.nodes - 1 + len(self.column)
        self.size = circuit.nodes - 1 + len(self.column)
        self.cache = {}

    def factors(self, conducts):
        if conducts not in self.cache:
            self.cache[conducts] = factor(self.matrix(dict(zip((e.name for e in self.switches), conducts))))
        return self.cache[conducts]

    def matrix(self, conducts):
        a = [[0.0] * self.size for _ in range(self.size)]

        def add(row, node, value):
            if node > 0:
                a[row][node - 1] += value
        for e in self.c.elements:
            if e.kind == "Resistor":
                for at, sign in ((e.p, 1), (e.n, -1)):
                    if at > 0:
                        add(at - 1, e.p, sign / e.R)
                        add(at - 1, e.n, -sign / e.R)
                continue
            k = self.column[e.name]
            if e.p > 0:
                a[e.p - 1][k] += 1
            if e.n > 0:
                a[e.n - 1][k] -= 1
            of_u, of_i = {"Inductor": lambda: (self.h / e.L, -1), "Capacitor": lambda: (1, -self.h / e.C), "Source": lambda: (1, 0), "Constant": lambda: (1, 0)}.get(
                e.kind, lambda: (1, -self.leak) if conducts[e.name] else (-self.leak, 1))()
            add(k, e.p, of_u)
            add(k, e.n, -of_u)
            a[k][k] += of_i
        return a

    def is_on(self, e, time):
        x = math.fmod(time / e.period + e.shift, 1)
        return x < e.share

    def run(self, points):
        state = {e.name: 0.0 for e in self.c.elements}
        conducts = {e.name: False for e in self.switches}
        rows = []
        steps = round(self.c.stop / self.h)
        for k in range(steps + 1):
            if k % (steps // points) == 0:
                rows.append([state[n.split(".")[0]] for n in self.c.states()])
            if k == steps:
                break
            time = (k + 1) * self.h
            b = [0.0] * self.size
            for e in self.c.elements:
                if e.kind == "Source":
                    b[self.column[e.name]] = e.V * math.sin(2 * math.pi * e.f * time + e.phase)
                elif e.kind == "Constant":
                    b[self.column[e.name]] = e.V
                elif e.kind == "Inductor":
                    b[self.column[e.name]] = -state[e.name]
                elif e.kind == "Capacitor":
                    b[self.column[e.name]] = state[e.name]
            # What control decides: a switch is open or closed, a thyristor that is off stays so without a pulse.
            fixed = {}
            for e in self.switches:
                if e.kind == "Switch":
                    fixed[e.name] = self.is_on(e, time)
                elif (e.kind == "GTO" and not self.is_on(e, time)) or (e.kind == "Thyristor" and not conducts[e.name] and not self.is_on(e, time)):
                    fixed[e.name] = False
            mode = {name: fixed.get(name, on) for name, on in conducts.items()}
            for _ in range(5000):
                x = solve(self.factors(tuple(mode[e.name] for e in self.switches)), b)
                for e in self.switches:
                    if e.name in fixed:
                        continue
                    u = (x[e.p - 1] if e.p > 0 else 0) - (x[e.n - 1] if e.n > 0 else 0)
                    s = x[self.column[e.name]] if mode[e.name] else u
                    if (s < -1e-9) if mode[e.name] else (s > 1e-9):
                        mode[e.name] = not mode[e.name]
                        break
                else:
                    break
            else:
                raise RuntimeError("no mode at time %g" % time)
            conducts = mode
            for e in self.c.elements:
                if e.kind == "Inductor":
                    state[e.name] = x[self.column[e.name]]
                elif e.kind == "Capacitor":
                    state[e.name] = (x[e.p - 1] if e.p > 0 else 0) - (x[e.n - 1] if e.n > 0 else 0)
        return rows


def reference(circuit, points, steps, leak=0.0):
    """Rows of states at equidistant points, and the estimated error of each."""
    coarse = Reference(circuit, circuit.stop / steps, leak).run(points)
    fine = Reference(circuit, circuit.stop / (2 * steps), leak).run(points)
    values = [[2 * f - c for f, c in zip(fr, cr)] for fr, cr in zip(fine, coarse)]
    errors = [[abs(f - c) for f, c in zip(fr, cr)] for fr, cr in zip(fine, coarse)]
    return values, errors


def log_uniform(rng, low, high):
    return float("%.3g" % math.exp(rng.uniform(math.log(low), math.log(high))))


def random_bridge(rng):
    """A three-phase bridge of thyristors, or with diodes below, on sources with inductance; its load is a resistor, with an inductor or a capacitor or none."""
    phases, angle, volts = [0.0, 2.0944, 4.1888], rng.choice([0.0, 20.0, 45.0, 75.0]), log_uniform(rng, 5, 20)
    source, inductance, share = log_uniform(rng, 0.2, 1), log_uniform(rng, 2e-3, 1e-2), rng.choice([0.2, 0.3])
    half = rng.random() < 0.3
    elements, middle, top, bottom = [], 0, 1, 2

    def fires(phase, degrees):
        # Just before a point of the grid of the reference: there its error is of first order in the step, which the extrapolation takes away.
        return dict(period=0.02, share=share, shift=(1 - round((30 + angle + degrees - math.degrees(phase)) / 360, 3) + 1e-7) % 1)
    for k, phase in enumerate(phases):
        inner, between, line = 3 + 3 * k, 4 + 3 * k, 5 + 3 * k
        elements.append(Element("Source", "s%d" % k, inner, middle, V=volts, f=50.0, phase=phase))
        elements.append(Element("Resistor", "r%d" % k, inner, between, R=source))
        elements.append(Element("Inductor", "l%d" % k, between, line, L=inductance))
        elements.append(Element("Thyristor", "up%d" % k, line, top, **fires(phase, 0)))
        elements.append(Element("Diode", "low%d" % k, bottom, line) if half else Element("Thyristor", "low%d" % k, bottom, line, **fires(phase, 180)))
    nodes = 3 + 3 * len(phases)
    load = rng.choice(["none", "Inductor", "Capacitor"])
    resistance = log_uniform(rng, 5, 50)
    if load == "Inductor":
        elements.append(Element("Inductor", "ll", top, nodes, L=log_uniform(rng, 1e-2, 1e-1)))
        elements.append(Element("Resistor", "rl", nodes, bottom, R=resistance))
        nodes += 1
    else:
        elements.append(Element("Resistor", "rl", top, bottom, R=resistance))
    if load == "Capacitor":
        elements.append(Element("Capacitor", "cl", top, bottom, C=log_uniform(rng, 1e-4, 1e-3)))
    return Circuit(elements, nodes, 0.04)


def random_circuit(rng):
    nodes = rng.randint(3, 6)
    elements = []

    def add(kind, p, n):
        name = "%s%d" % (kind[0].lower() if kind != "Switch" else "w", len(elements))
        values = {"Resistor": lambda: dict(R=log_uniform(rng, 1, 100)), "Inductor": lambda: dict(L=log_uniform(rng, 1e-3, 0.1)),
                  "Capacitor": lambda: dict(C=log_uniform(rng, 1e-5, 1e-3)), "Constant": lambda: dict(V=log_uniform(rng, 1, 20)),
                  "Source": lambda: dict(V=log_uniform(rng, 5, 20), f=50.0, phase=rng.choice([0.0, 0.5, 2.0944, 4.1888])), "Diode": dict, "Bare": dict}.get(
            kind, lambda: dict(period=rng.choice([0.01, 0.02, 0.004]), share=rng.choice([0.1, 0.3, 0.5]), shift=rng.choice([0.05, 0.33, 0.71])))()
        elements.append(Element(kind, name, p, n, **values))

    def impedance(p, n):
        add(rng.choice(["Resistor", "Resistor", "Inductor"]), p, n)

    # Sources with something in series, so that no ideal switch shorts one.
    outer = nodes
    for k in range(rng.randint(1, 3)):
        p, n = rng.sample(range(outer), 2)
        inner = nodes
        nodes += 1
        add(rng.choice(["Source", "Source", "Constant"]), inner, n)
        impedance(inner, p)
    for k in range(rng.randint(2, 7)):
        kind = rng.choice(["Diode", "Diode", "Diode", "Diode", "Bare", "Thyristor", "Switch", "GTO"])
        add(kind, *rng.sample(range(outer), 2))
    for k in range(rng.randint(1, 3)):
        add("Resistor", *rng.sample(range(outer), 2))
    for k in range(rng.randint(0, 2)):
        add("Inductor", *rng.sample(range(outer), 2))
    for k in range(rng.randint(0, 2)):
        add("Capacitor", *rng.sample(range(outer), 2))
    if not any(e.kind in ("Inductor", "Capacitor") for e in elements):
        add("Capacitor", *rng.sample(range(outer), 2))
    # Every node is reached: what is not gets a resistor to ground.
    reached = {0}
    grows = True
    while grows:
        grows = False
        for e in elements:
            if (e.p in reached) != (e.n in reached):
                reached |= {e.p, e.n}
                grows = True
        if not grows:
            for node in range(nodes):
                if node not in reached:
                    add("Resistor", node, 0)
                    grows = True
                    break
    return Circuit(elements, nodes, 0.04)
