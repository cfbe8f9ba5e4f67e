// Section 10.3.4: sum and product of operator records go by their + and *; these keep a count that fields alone would not.
// expect: total.value at end = 6
// expect: total.joined at end = 2
// expect: weighted.value at end = 14        1 + 4 + 9
// expect: power.value at end = 6
operator record Counted
  Real value;
  Real joined;
  encapsulated operator function '+'
    import Counted;
    input Counted a;
    input Counted b;
    output Counted c;
  algorithm
    c := Counted(a.value + b.value, a.joined + b.joined + 1);
  end '+';
  encapsulated operator function '*'
    import Counted;
    input Counted a;
    input Counted b;
    output Counted c;
  algorithm
    c := Counted(a.value*b.value, 0);
  end '*';
end Counted;
model SumOfRecords
  Counted c[3](value = {1, 2, 3}, each joined = 0);
  Counted total = sum(c);
  Counted weighted = sum(Counted(k*c[k].value, 0) for k in 1:3);
  Counted power = product(c[k] for k in 1:3);
end SumOfRecords;
