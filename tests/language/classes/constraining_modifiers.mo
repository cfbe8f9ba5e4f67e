// Modifiers of the constraining type reach what is redeclared (specification 7.3.2): those of the constraining clause, without one those of the declaration.
// expect: a.p.m at end = 3           of the original short class
// expect: a.p.loss at end = 0        of the class that was chosen
// expect: b.p.m at end = 3           of the original, not of the redeclaration in between
// expect: b.p.n at end = 2           what that said of n is gone
// expect: c.s.m at end = 4           with a constraining clause only its modifiers are kept
// expect: d.p.m at end = 6           the declaration goes over the constraining clause
// expect: e.p.m at end = 5           and what modifies the class over both
// expect: f.fan.x at end = 20        the same redeclaration as by default
// expect: g.fan.x at end = 10        a type that has chosen already keeps its choice
// expect: h.l[1].y at end = 5        a value is spread over the array around
// expect: h.l[2].y at end = 6
// expect: h.l[2].c.S at end = 9      of two places, too
model ConstrainingModifiers
  model Pipe
    parameter Real m = 0;
    parameter Real n = 2;
  end Pipe;
  model Lossless
    extends Pipe;
    parameter Real loss = 0;
  end Lossless;
  model Long
    extends Pipe;
    parameter Real length = 1;
  end Long;
  model Connection
    replaceable model Mp = Pipe(final m = mc);
    parameter Real mc = 3;
    Mp p;
  end Connection;
  model A
    extends Connection(redeclare model Mp = Lossless);
  end A;
  model Between
    extends Connection(redeclare replaceable model Mp = Lossless(n = 30));
  end Between;
  model B
    extends Between(redeclare model Mp = Long);
  end B;
  model Source
    replaceable Long s(length = 7) constrainedby Pipe(m = 4);
  end Source;
  model C
    extends Source(redeclare Lossless s);
  end C;
  model D
    replaceable model Mp = Pipe(m = 6) constrainedby Pipe(m = 7);
    Mp p;
  end D;
  model E
    extends D(Mp(m = 5));
  end E;
  partial package Part
    constant Real n;
  end Part;
  package Ten
    extends Part(n = 10);
  end Ten;
  package Twenty
    extends Part(n = 20);
  end Twenty;
  model Fan
    replaceable package Medium = Part;
    parameter Real x = Medium.n;
  end Fan;
  model WithFan
    package Medium = Twenty;
    replaceable Fan fan(redeclare package Medium = Medium);
  end WithFan;
  model F
    extends WithFan(redeclare Fan fan(redeclare package Medium = Medium));
  end F;
  model TenFan
    extends Fan(redeclare package Medium = Ten);
  end TenFan;
  model G
    extends WithFan(redeclare TenFan fan);
  end G;
  record Data
    parameter Real R = 1;
    parameter Real S = 2;
  end Data;
  model Line
    replaceable parameter Data c = Data(R = 2);
    parameter Real y = c.R;
  end Line;
  model H
    parameter Data g[2] = {Data(R = 5, S = 8), Data(R = 6, S = 9)};
    Line l[2](redeclare Data c = g);
  end H;
  A a;
  B b;
  C c;
  D d;
  E e;
  F f;
  G g;
  H h;
end ConstrainingModifiers;
