// Enumerations with the same literals in the same order are type compatible (specification 6.7).
// expect: part.is_integral at end = true
// expect: y at end = 2
model SameLiterals
  type Kind = enumeration(P, PI, PID);
  type Simple = enumeration(P, PI, PID);
  model Part
    parameter Simple kind = Simple.P;
    Boolean is_integral = kind == Simple.PI;
  end Part;
  function number
    input Simple kind;
    output Integer n = Integer(kind);
  algorithm
  end number;
  parameter Kind kind = Kind.PI;
  Part part(kind = kind);
  Integer y = number(kind);
end SameLiterals;
