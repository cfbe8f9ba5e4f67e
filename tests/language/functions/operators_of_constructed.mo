// Operators of a record that no component has had before: both sides are constructor calls, and the operator is a group
// of functions with an import of its own.
// expect: z.re at end = -4
// expect: z.im at end = 7
// expect: w.re at end = 6
// options: --stop-time 1
operator record Pair
  Real re;
  Real im;
  encapsulated operator '*'
    import Pair;
    function multiply
      input Pair a;
      input Pair b;
      output Pair c;
    algorithm
      c := Pair(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
    function scale
      input Real k;
      input Pair b;
      output Pair c;
    algorithm
      c := Pair(k*b.re, k*b.im);
    end scale;
  end '*';
end Pair;
model OperatorsOfConstructed
  Pair z = Pair(1, 2*time)*Pair(2, 3);
  Pair w = 2*Pair(3, time);
end OperatorsOfConstructed;
