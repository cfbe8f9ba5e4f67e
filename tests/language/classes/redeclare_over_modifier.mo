// A redeclaration stands over what was said of the element further in, and its own modifiers do too (specification 7.2.3, 7.3).
// expect: a.cable.R at end = 5      the redeclaration's own
// expect: a.cable.L at end = 7      said further in, and kept: it modifies the constraining type too
// expect: a.k at end = 8            a value likewise
// expect: b.cable.R at end = 2      nothing said by the redeclaration
// expect: b.cable.X at end = 11
// expect: c.cable.R at end = 9      a modifier outside of the redeclaration wins over it
// expect: d.cable.R at end = 5      of two redeclarations the outer one
// expect: e.cable.R at end = 4
model RedeclareOverModifier
  record Cable
    parameter Real R = 1;
    parameter Real L = 3;
  end Cable;
  record Buried
    extends Cable;
    parameter Real X = 11;
  end Buried;
  function Standard
    output Cable c(R = 100, L = 100);
  algorithm
  end Standard;
  model Base
    replaceable parameter Cable cable;
    replaceable parameter Real k = 6;
  end Base;
  model Line
    extends Base(cable(R = 2, L = 7), k = 2);
  end Line;
  model Computed
    extends Base(cable = Standard());
  end Computed;
  model Twice
    extends Line(redeclare replaceable Buried cable(R = 33));
  end Twice;
  Line a(redeclare Cable cable(R = 5), redeclare parameter Real k = 8);
  Line b(redeclare Buried cable);
  Line c(redeclare Buried cable(R = 5), cable.R = 9);
  Twice d(redeclare Cable cable(R = 5));
  Computed e(redeclare Cable cable = Cable(4, 4));
end RedeclareOverModifier;
