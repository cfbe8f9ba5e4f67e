// Chapter 11: for, while, if, break, return, local arrays sized by inputs, recursion.
// expect: s at 0 = 5050
// expect: c at 0 = 111                    Collatz from 27
// expect: f at 0 = 55
// expect: first at 0 = 3
// expect: n at 0 = 3
// expect: sorted[1] at 0 = 1
// expect: sorted[4] at 0 = 9
function SumTo
  input Integer n;
  output Integer s = 0;
algorithm
  for i in 1:n loop
    s := s + i;
  end for;
end SumTo;
function Collatz
  input Integer start;
  output Integer steps = 0;
protected
  Integer n = start;
algorithm
  while n <> 1 loop
    n := if mod(n, 2) == 0 then div(n, 2) else 3*n + 1;
    steps := steps + 1;
  end while;
end Collatz;
function Fibonacci
  input Integer n;
  output Integer y;
algorithm
  y := if n <= 2 then 1 else Fibonacci(n - 1) + Fibonacci(n - 2);
end Fibonacci;
function FirstLarger
  input Real x[:];
  input Real limit;
  output Integer place = 0;
algorithm
  for i in 1:size(x, 1) loop
    if x[i] > limit then
      place := i;
      break;
    end if;
  end for;
end FirstLarger;
function Count
  input Real x[:];
  output Integer n;
algorithm
  n := size(x, 1);
  return;
  n := -1;
end Count;
function Sort
  input Real x[:];
  output Real y[size(x, 1)] = x;
protected
  Real held;
algorithm
  for i in 1:size(x, 1) loop
    for j in 1:size(x, 1) - i loop
      if y[j] > y[j + 1] then
        held := y[j];
        y[j] := y[j + 1];
        y[j + 1] := held;
      end if;
    end for;
  end for;
end Sort;
model Statements
  Integer s = SumTo(100), c = Collatz(27), f = Fibonacci(10);
  Integer first = FirstLarger({1, 5, 9}, 6), n = Count({1, 2, 3});
  Real sorted[4] = Sort({9, 1, 4, 2 + time});
end Statements;
