// One SIGTERM (timeout 5 mica simulate...) must end it, one Ctrl-C must at least say what it waits for.
model EndlessLoop "A while-loop without an end"
  function f
    input Real x;
    output Real r;
  algorithm
    r := x;
    while r > 0 loop
      r := r + 1;
    end while;
  end f;
  Real k = f(time + 1);
end EndlessLoop;
