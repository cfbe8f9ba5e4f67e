// mica check
model ReinitOfAlgebraic
  Real x = time;
  Real y = 2*x;
equation
  when time > 0.5 then
    reinit(y, 0);
  end when;
end ReinitOfAlgebraic;
