// mica check --strict
package StrictRules
  model Icon
  end Icon;
  package Icons
    extends Icon;
    constant Real one = 1;
  end Icons;
  connector Old
    Real a;
    Real b;
    flow Real f;
  end Old;
  model Part
    parameter Real k = 1;
  end Part;
  model Holder
    replaceable Part part;
  end Holder;
  model Once
    extends Holder(redeclare Part part(k = 2));
  end Once;
  model Test
    extends Once(redeclare Part part(k = 3));
    Old old(a = 1, b = Icons.one);
    Part parts[2](k = 5);
    Real x = 1 if true;
    Real y = x;
  end Test;
end StrictRules;
model StrictTest
  extends StrictRules.Test;
end StrictTest;
