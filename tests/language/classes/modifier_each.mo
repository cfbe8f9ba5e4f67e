// Section 7.2.5: each, array modifiers, and nested arrays of components.
// expect: a[1].p at start = 5
// expect: a[3].p at start = 5
// expect: a[2].v[1] at start = 20
// expect: a[2].v[2] at start = 21
// expect: g[2].a[1].p at start = 21
// expect: g[1].a[2].p at start = 12
// expect: g[2].a[2].s at 0 = 22.5
model A
  parameter Real p = 1;
  parameter Real v[2] = {1, 2};
  Real s = p + 0.5;
end A;
model Group
  A a[2];
end Group;
model ModifierEach
  A a[3](each p = 5, v = {{10, 11}, {20, 21}, {30, 31}});
  Group g[2](a(p = {{11, 12}, {21, 22}}));
end ModifierEach;
