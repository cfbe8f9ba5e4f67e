// Section 4.5 and 7.2.5: a constant array of records whose fields have values through modifiers.
// expect: y at 0 = 12
// expect: n at 0 = 2
record Data
  Real mass;
  Real factor[2] = {1, 2};
  Integer kind = 1;
end Data;
package Base
  constant Data data[:];
  function Weight
    input Real x;
    output Real y = x*data[1].mass*data[2].factor[2];
  algorithm
  end Weight;
end Base;
package Water
  extends Base(data = water);
  constant Data water[2](each mass = 3, kind = {1, 2});
end Water;
model RecordArrayConstant
  package Medium = Water;
  Real y = Medium.Weight(2);
  Integer n = Medium.data[2].kind;
end RecordArrayConstant;
