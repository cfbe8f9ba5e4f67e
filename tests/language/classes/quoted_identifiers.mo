// Section 2.3.1: quoted identifiers are names like others; escapes inside them are kept.
// expect: 'x + y' at 0 = 3
// expect: z at 0 = 6
model 'Quoted identifiers'
  Real 'x + y' = 3;
  parameter Real 'end' = 2;
  Real z = 'x + y'*'end';
end 'Quoted identifiers';
