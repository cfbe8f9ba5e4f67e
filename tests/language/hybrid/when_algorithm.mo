// Section 11.2.7: when in an algorithm, with several statements and a loop.
// expect: n at 1 = 4
// expect: s at 1 = 30                     1 + 4 + 9 + 16
// expect: v[2] at 1 = 8
// options: --interval 0.1
model WhenAlgorithm
  Integer n(start = 0, fixed = true), s(start = 0, fixed = true);
  discrete Real v[2](each start = 0, each fixed = true);
algorithm
  when sample(0.05, 0.25) then
    n := n + 1;
    s := s + n*n;
    for i in 1:2 loop
      v[i] := i*n;
    end for;
  end when;
end WhenAlgorithm;
