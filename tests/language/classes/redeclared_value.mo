// Section 7.3.2: without a constraining clause the modifiers of the original declaration, its value with them, hold for what redeclares it.
// expect: m.data[2,1].r at 0 = 3
// expect: m.data[1,2].r at 0 = 2
// expect: m.k at 0 = 5
// expect: n.k at 0 = 7
// expect: sizes.x[2,3] at 0 = 1
record Data
  parameter Real r = 1;
end Data;
record More
  extends Data;
  parameter Real s = 0;
end More;
partial model Base
  parameter Integer n = 2;
  replaceable parameter Data first(r = 2);
  replaceable parameter Data second(r = 3);
  replaceable parameter Data data[n, n] = {{if i == j then first else if i > j then second else first for j in 1:n} for i in 1:n};
  replaceable parameter Real k = 5;
end Base;
model Filled
  extends Base(redeclare parameter Data first, redeclare parameter Data second, redeclare parameter Data data);
end Filled;
model Sized
  Real x[:, :] = ones(size(x, 1), size(x, 2));
end Sized;
model RedeclaredValue
  Filled m(redeclare parameter Real k);
  Filled n(redeclare parameter Real k = 7);
  Sized sizes(redeclare Real x[2, 3]);
end RedeclaredValue;
