// Must: run, with at most a warning about ChemFlow (9 potentials, 8 flows): cv.T = 1741.29 +-0.05 K and cv.N[3] = 1.96423e-3 +-1e-6 mol at 5 ms (scipy BDF, rtol 1e-9), O and H kept to 1e-12, cv.U to 1e-8.
model Ignition
  connector ChemFlow
    parameter Integer n=1, nc=7; parameter String MediumType="ideal";
    Real T[n]; Real p[n]; Real conc[n,nc];
    flow Real rZ[n,nc]; flow Real q[n];
  end ChemFlow;
  model BaseObject
    parameter Integer n=1, nc=7, nr=1;
    ChemFlow r(n=n, nc=nc);
    Real reacRate[n,nr];
    parameter Real compHf[nc] = zeros(nc);
    parameter Real stoich[nr,nc] = zeros(nr,nc);
  equation
    for i in 1:n loop r.rZ[i,:] = -transpose(stoich)*reacRate[i,:]; end for;
  end BaseObject;
  model Basic "Arrhenius, forward rates"
    extends BaseObject;
    parameter Real A0[nr], b[nr], Ea[nr]; parameter Real order[nr,nc] "reactant orders";
    constant Real R = 8.314462618;
  equation
    for i in 1:n loop
      for j in 1:nr loop
        reacRate[i,j] = V*A0[j]*r.T[i]^b[j]*exp(-Ea[j]/(R*r.T[i]))*product(if order[j,k] == 0 then 1 else (if order[j,k] == 1 then max(r.conc[i,k],0) else max(r.conc[i,k],0)^2) for k in 1:nc);
      end for;
      r.q[i] = 0;
    end for;
  protected
    parameter Real V = 1e-3;
  end Basic;
  model GasCV "closed rigid adiabatic volume, N and T states, constant cv per species, heat of formation in u"
    parameter Integer nc=7; parameter Real V=1e-3; parameter Real T0=1200, N0[nc]; parameter Real cv[nc], Hf[nc]; constant Real R=8.314462618;
    Real N[nc](start=N0, each fixed=true, each nominal=1e-6), T(start=T0, fixed=true), p, U; ChemFlow c(n=1, nc=nc); Real Q;
  equation
    c.T[1] = T; c.p[1] = p; c.conc[1,:] = N/V; p*V = sum(N)*R*T;
    der(N) = c.rZ[1,:];
    U = sum(N[i]*(Hf[i] + cv[i]*(T - 298.15)) for i in 1:nc);
    sum(N[i]*cv[i] for i in 1:nc)*der(T) = Q + c.q[1] - sum(der(N[i])*(Hf[i] + cv[i]*(T - 298.15)) for i in 1:nc);
  end GasCV;
    // O2 H2 H2O O H OH Ar ; rates in mol, m3, s
    GasCV cv(T0=1400, N0={0.006,0.006,0,1e-9,1e-9,0,0.02}, cv={26,22,35,12.5,12.5,22,12.5}, Hf={0,0,-241826-0,249180,217998,38987,0});
    Basic reac(n=1, nc=7, nr=8,
      A0={2.65e10, 1.3e7, 3.87e-2, 4.52e2, 2.16e2, 2.97, 6.4e5, 1.2e5},
      b={-0.6707, 0, 2.7, 1.6, 1.51, 2.02, -1, -1}, Ea={71300, 0, 26192, 77080, 14351, 56066, 0, 0},
      stoich=[-1,0,0,1,-1,1,0; 1,0,0,-1,1,-1,0; 0,-1,0,-1,1,1,0; 0,1,-1,0,-1,1,0; 0,-1,1,0,1,-1,0; 0,0,-1,-1,0,2,0; 0,1,0,0,-2,0,0; 1,0,0,-2,0,0,0],
      order=[1,0,0,0,1,0,0; 0,0,0,1,0,1,0; 0,1,0,1,0,0,0; 0,0,1,0,1,0,0; 0,1,0,0,0,1,0; 0,0,1,1,0,0,0; 0,0,0,0,2,0,1; 0,0,0,2,0,0,1]);
    Real O = 2*cv.N[1] + cv.N[3] + cv.N[4] + cv.N[6], H = 2*cv.N[2] + 2*cv.N[3] + cv.N[5] + cv.N[6];
  equation
    cv.Q = 0; connect(cv.c, reac.r);
    annotation(experiment(StopTime=5e-3, Tolerance=1e-8));
end Ignition;
