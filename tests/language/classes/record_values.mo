// Sections 7.2.3, 7.3.2, 12.6 and 14.3: a value for a whole record wins over what its declaration said of fields; constraining clauses of
// redeclarations hold for later ones; constants without a value are arguments of the constructor; 'String' of an operator record.
// expect: h.x5.a at 0 = 33
// expect: f.b.x at 0 = 2
// expect: f.b.y at 0 = 3
// expect: r.in2 at 0 = 1984
// expect: same at 0 = true
record C1
  parameter Integer a;
end C1;
record C3
  parameter C1 x3;
  parameter C1 x5(a = 5);
end C3;
record C4
  extends C3(x3(a = 33), x5 = x3);
end C4;
model B
  Real x = 1;
  Real y = 1;
end B;
model D
  replaceable B b constrainedby B;
end D;
model E
  extends D(replaceable B b constrainedby B(x = 2, y = 3));
end E;
model F
  extends E(redeclare B b);
end F;
record Test
  Integer in1;
  constant Integer in2;
  constant Integer in3 = 42;
end Test;
operator record Number
  Integer n;
  encapsulated operator function 'String'
    import Number;
    input Number a;
    output String s;
  algorithm
    s := "no. " + String(a.n);
  end 'String';
end Number;
model RecordValues
  C4 h;
  F f;
  parameter Test r = Test(496, 1984);
  Number number = Number(7);
  Boolean same = String(number) == "no. 7";
end RecordValues;
