package DistributedChain "Chains of stiff cells with events of their own, joined by lines"
  model Cell "A ladder of 20 capacitors that a relay charges in the middle"
    parameter Real speed = 1 "Of the relay's current";
    parameter Real R = 50 "Between neighbours";
    final parameter Real C[20] = {if k == 10 then 2e-5 else 1e-6*10^(-mod(k, 4)/2) for k in 1:20};
    Mica.Electrical.Pin a, b;
    Real v[20](each start=0, each fixed=true);
    Boolean on(start=true, fixed=true);
  protected
    Real i[21] "From one capacitor to the next";
  equation
    a.i = i[1];
    b.i = -i[21];
    R*i[1] = a.v - v[1];
    R*i[21] = v[20] - b.v;
    for k in 2:20 loop
      R*i[k] = v[k - 1] - v[k];
    end for;
    for k in 1:20 loop
      C[k]*der(v[k]) = i[k] - i[k + 1] - v[k]/1e3 + (if k == 10 and on then 0.02*speed else 0);
    end for;
    on = if pre(on) then v[10] < 1 else v[10] < 0.5;
  end Cell;

  model Chain "N cells"
    parameter Integer N = 10 "Number of cells";
    Cell c[N](speed={1 + 0.2*mod(k*0.618, 1) for k in 1:N});
    Mica.Tlm.ElectricalLine l[N - 1](each T=1e-3, each Zc=50);
  equation
    for k in 1:N - 1 loop
      connect(c[k].b, l[k].a);
      connect(l[k].b, c[k + 1].a);
    end for;
    annotation (experiment(StopTime=0.02, Interval=0.001, Tolerance=1e-6));
  end Chain;

  model FastAndSlow "One fast part and nine slow ones"
    parameter Integer N = 9;
    model Fast "An oscillator of 200 kHz that a limit keeps going"
      Mica.Electrical.Pin b;
      Real x(start=1, fixed=true), y(start=0, fixed=true);
    equation
      der(x) = 1.2566e6*(y + 0.2*x*(1 - x^2 - y^2));
      der(y) = 1.2566e6*(-x + 0.2*y*(1 - x^2 - y^2));
      b.v = 0.1*x + 50*b.i;
    end Fast;
    model Slow "40 masses of heat in a row, driven by the voltage of the line"
      Mica.Electrical.Pin a, b;
      Real T[40](each start=0, each fixed=true);
    equation
      a.v = 50*a.i;
      b.v = 50*b.i + 0.5*a.v;
      for k in 1:40 loop
        der(T[k]) = 100*((if k == 1 then 10*a.v else T[k - 1]) - 2*T[k] + (if k == 40 then 0 else T[k + 1])) - 0.1*T[k]^3;
      end for;
    end Slow;
    Fast fast;
    Slow slow[N];
    Mica.Tlm.ElectricalLine l[N](each T=1e-3, each Zc=50);
  equation
    connect(fast.b, l[1].a);
    for k in 1:N loop
      connect(l[k].b, slow[k].a);
    end for;
    for k in 1:N - 1 loop
      connect(slow[k].b, l[k + 1].a);
    end for;
    annotation (experiment(StopTime=0.05, Interval=0.001, Tolerance=1e-6));
  end FastAndSlow;
end DistributedChain;
