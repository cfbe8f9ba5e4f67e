// Records with sizes that a function gives, as results, as protected variables and as elements of arrays.
// expect: a[2] at end = 7
// expect: total at end = 9
// expect: half at end = 1.5
// expect: chosen at end = 12
// expect: counted at end = 2
// expect: rows at end = 5
// expect: ends at end = 11
record Curve
  parameter Integer n;
  Real y[n];
  Real weight = 2*n;
end Curve;

function flat "n times the same value, the second one apart"
  input Integer n;
  input Real value;
  output Curve c(n = n);
algorithm
  c.y := fill(value, n);
  if value > 1 then
    c.y[2] := value + 5;
  end if;
end flat;

record Open
  parameter Real x[:];
  parameter Real y[size(x, 1)] = 0.5*x;
end Open;

function opened "Sizes from a modifier of the output"
  input Real p;
  output Open o(x = {1, 2, 3}, y = zeros(3));
algorithm
  if p > 1 then
    o.y[3] := p;
  else
    o.y := 0.7*ones(3);
  end if;
end opened;

record Pair
  parameter Real a = 1;
  parameter Real b = 3*a;
end Pair;

function choose "A protected record whose default follows from another field"
  input Real p;
  output Pair r;
protected
  Pair k(a = 4);
algorithm
  if p > k.a then
    r := k;
  else
    r := Pair(a = 2);
  end if;
end choose;

record Table
  parameter Integer rows = size(c, 1);
  parameter Real c[:, 2];
end Table;
record Filled
  extends Table(c = {{0, 0}, {1, 1}});
end Filled;
record Holder
  parameter Table t;
end Holder;
record FilledHolder
  extends Holder(t = Filled());
end FilledHolder;

model Records
  parameter Curve c = flat(3, 2);
  parameter Real a[3] = c.y;
  Real total = c.weight + c.n*time;
  parameter Real p = 2;
  parameter Open o = opened(p);
  Real half = o.y[3] - 0.5*o.x[1];
  parameter Real q = 6;
  parameter Pair r = choose(q);
  Real chosen = r.b;
  parameter Holder h = FilledHolder();
  Real counted = h.t.rows;
  parameter Open alike[2] = {Open({1, 2, 3}), Open({3, 4, 5}, {0, 0, 1})};
  parameter Real xs[:, :] = alike.x;
  Real rows = xs[2, 2] + alike[2].y[3];
  // Elements of different size are components of their own.
  parameter Open ragged[2] = {Open({1, 2}), Open({4, 5, 6})};
  Real ends = ragged[1].x[end] + ragged[2].x[end] + ragged[2].y[end];
end Records;
