within Mica.TwoPhase;
partial package Helmholtz "Fluid whose properties follow from an equation for the Helmholtz energy"
  extends Icons.Package;
  constant String name "Name of the fluid";
  constant Units.SpecificHeatCapacity R "Specific gas constant";
  constant Units.Temperature Tc "Critical temperature, with which temperatures are made dimensionless";
  constant Units.Density dc "Critical density, with which densities are made dimensionless";
  constant Units.Pressure pc "Critical pressure";
  constant Units.Temperature Tt "Temperature of the triple point";
  constant Real a1 "Ideal part: constant term, which decides where the entropy is zero";
  constant Real a2 "Ideal part: factor of tau, which decides where the enthalpy is zero";
  constant Real a3 "Ideal part: factor of log(tau)";
  constant Real an[:] "Ideal part: factors of the terms of Planck and Einstein";
  constant Real at[size(an, 1)] "Ideal part: exponents of the terms of Planck and Einstein";
  constant Real n[:] "Terms n*delta^d*tau^t*exp(-delta^l), without the last factor where l is zero";
  constant Real d[size(n, 1)] "Their powers of delta";
  constant Real t[size(n, 1)] "Their powers of tau";
  constant Integer l[size(n, 1)] "Their powers of delta in the exponent";
  constant Real gn[:] "Terms n*delta^d*tau^t*exp(-eta*(delta - epsilon)^2 - beta*(tau - gamma)^2)";
  constant Real gd[size(gn, 1)] "Their powers of delta";
  constant Real gt[size(gn, 1)] "Their powers of tau";
  constant Real geta[size(gn, 1)] "Their eta";
  constant Real gbeta[size(gn, 1)] "Their beta";
  constant Real ggamma[size(gn, 1)] "Their gamma";
  constant Real gepsilon[size(gn, 1)] "Their epsilon";
  constant Real cn[:] "Terms for the surroundings of the critical point: n*Delta^b*delta*psi";
  constant Real ca[size(cn, 1)] "Their a";
  constant Real cb[size(cn, 1)] "Their b";
  constant Real cbeta[size(cn, 1)] "Their beta";
  constant Real cA[size(cn, 1)] "Their A";
  constant Real cB[size(cn, 1)] "Their B";
  constant Real cC[size(cn, 1)] "Their C";
  constant Real cD[size(cn, 1)] "Their D";
  constant Real sp[:] "Start values of the vapour pressure: log(p/pc) = Tc/T*sum(sp*(1 - T/Tc)^spt)";
  constant Real spt[size(sp, 1)] "Their powers";
  constant Real sl[:] "Start values of the boiling liquid: log(d/dc) = sum(sl*(1 - T/Tc)^slt)";
  constant Real slt[size(sl, 1)] "Their powers";
  constant Real sv[:] "Start values of the dry vapour: log(d/dc) = sum(sv*(1 - T/Tc)^svt)";
  constant Real svt[size(sv, 1)] "Their powers";
  constant Real pg[:] "Start values above the critical pressure: pressures over the critical one";
  constant Real hg[:] "Start values above the critical pressure: enthalpies";
  constant Real Tg[size(pg, 1), size(hg, 1)] "Start values above the critical pressure: temperatures";
  constant Real dg[size(pg, 1), size(hg, 1)] "Start values above the critical pressure: densities";
  constant Real sg[size(pg, 1), size(hg, 1)] "Start values above the critical pressure: entropies";

  record State "A state of the fluid and its derivatives"
    Units.Pressure p "Pressure";
    Units.SpecificEnthalpy h "Specific enthalpy";
    Units.Density d "Density";
    Units.Temperature T "Temperature";
    Units.SpecificEntropy s "Specific entropy";
    Real x "Share of vapour: 0 in a liquid, 1 in a gas, above the critical pressure 1";
    Real ddp(unit="kg/(m3.Pa)") "Derivative of the density by the pressure at constant enthalpy";
    Real ddh(unit="kg2/(m3.J)") "Derivative of the density by the enthalpy at constant pressure";
    annotation (Icon(graphics={Rectangle(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{-80, 30}, {80, 30}}, color={0, 90, 190}), Line(points={{-80, -20}, {80, -20}}, color={0, 90, 190})}));
  end State;

  function ideal "Ideal part of the Helmholtz energy over R*T, without log(delta), and its derivatives by tau"
    extends Icons.Function;
    input Real tau;
    output Real a;
    output Real at_;
    output Real att;
  protected
    Real e;
  algorithm
    a := a1 + a2*tau + a3*log(tau);
    at_ := a2 + a3/tau;
    att := -a3/(tau*tau);
    for i in 1:size(an, 1) loop
      e := exp(-at[i]*tau);
      a := a + an[i]*log(1 - e);
      at_ := at_ + an[i]*at[i]*e/(1 - e);
      att := att - an[i]*at[i]*at[i]*e/((1 - e)*(1 - e));
    end for;
  end ideal;

  function residual "Residual part of the Helmholtz energy over R*T and its derivatives"
    extends Icons.Function;
    input Real delta;
    input Real tau;
    output Real r[6] "Value, by delta, by tau, by delta twice, by delta and tau, by tau twice";
  protected
    Real logd = log(delta);
    Real logt = log(tau);
    Real power[7] "Powers of delta";
    Real decay[7] "Their exponential functions";
    Real term;
    Real k "Logarithmic derivative by delta, times delta";
    Real m "Logarithmic derivative by tau, times tau";
    Real k2;
    Real x "delta - 1";
    Real y "tau - 1";
    Real q "x^2";
    Real theta;
    Real D;
    Real Dd;
    Real Ddd;
    Real psi;
    Real psid;
    Real psit;
    Real b;
    Real Db;
    Real Dbd;
    Real Dbdd;
    Real Dbt;
    Real Dbdt;
    Real Dbtt;
    constant Real far = 1e-20 "Critical terms that are multiplied with less are left out";
    constant Real tiny = 1e-14 "Distance of delta from 1 at which the critical terms are taken, where they have no value";
  algorithm
    power[1] := 1;
    decay[1] := 1;
    for i in 2:7 loop
      power[i] := power[i - 1]*delta;
      decay[i] := exp(-power[i]);
    end for;
    r := zeros(6);
    for i in 1:size(n, 1) loop
      term := n[i]*exp(d[i]*logd + t[i]*logt)*decay[l[i] + 1];
      k := d[i] - l[i]*power[l[i] + 1];
      k2 := k*(k - 1) - l[i]*l[i]*power[l[i] + 1];
      r[1] := r[1] + term;
      r[2] := r[2] + term*k;
      r[3] := r[3] + term*t[i];
      r[4] := r[4] + term*k2;
      r[5] := r[5] + term*k*t[i];
      r[6] := r[6] + term*t[i]*(t[i] - 1);
    end for;
    for i in 1:size(gn, 1) loop
      term := gn[i]*exp(gd[i]*logd + gt[i]*logt - geta[i]*(delta - gepsilon[i])^2 - gbeta[i]*(tau - ggamma[i])^2);
      k := gd[i] - 2*geta[i]*delta*(delta - gepsilon[i]);
      m := gt[i] - 2*gbeta[i]*tau*(tau - ggamma[i]);
      r[1] := r[1] + term;
      r[2] := r[2] + term*k;
      r[3] := r[3] + term*m;
      r[4] := r[4] + term*(k*k - gd[i] - 2*geta[i]*delta*delta);
      r[5] := r[5] + term*k*m;
      r[6] := r[6] + term*(m*m - gt[i] - 2*gbeta[i]*tau*tau);
    end for;
    x := if abs(delta - 1) < tiny then tiny else delta - 1;
    y := tau - 1;
    q := x*x;
    for i in 1:size(cn, 1) loop
      psi := exp(-cC[i]*q - cD[i]*y*y);
      if psi > far then
        theta := -y + cA[i]*q^(1/(2*cbeta[i]));
        D := theta*theta + cB[i]*q^ca[i];
        Dd := x*(cA[i]*theta*2/cbeta[i]*q^(1/(2*cbeta[i]) - 1) + 2*cB[i]*ca[i]*q^(ca[i] - 1));
        Ddd := Dd/x + q*(4*cB[i]*ca[i]*(ca[i] - 1)*q^(ca[i] - 2) + 2*(cA[i]/cbeta[i])^2*(q^(1/(2*cbeta[i]) - 1))^2 + cA[i]*theta*4/cbeta[i]*(1/(2*cbeta[i]) - 1)*q^(1/(2*cbeta[i]) - 2));
        psid := -2*cC[i]*x*psi;
        psit := -2*cD[i]*y*psi;
        b := cb[i];
        Db := D^b;
        Dbd := b*D^(b - 1)*Dd;
        Dbdd := b*(D^(b - 1)*Ddd + (b - 1)*D^(b - 2)*Dd*Dd);
        Dbt := -2*theta*b*D^(b - 1);
        Dbtt := 2*b*D^(b - 1) + 4*theta*theta*b*(b - 1)*D^(b - 2);
        Dbdt := -cA[i]*b*2/cbeta[i]*D^(b - 1)*x*q^(1/(2*cbeta[i]) - 1) - 2*theta*b*(b - 1)*D^(b - 2)*Dd;
        r[1] := r[1] + cn[i]*Db*delta*psi;
        r[2] := r[2] + cn[i]*delta*(Db*(psi + delta*psid) + Dbd*delta*psi);
        r[3] := r[3] + cn[i]*tau*delta*(Dbt*psi + Db*psit);
        r[4] := r[4] + cn[i]*delta*delta*(Db*(2*psid + delta*(2*cC[i]*q - 1)*2*cC[i]*psi) + 2*Dbd*(psi + delta*psid) + Dbdd*delta*psi);
        r[5] := r[5] + cn[i]*delta*tau*(Db*(psit + delta*4*cC[i]*cD[i]*x*y*psi) + delta*Dbd*psit + Dbt*(psi + delta*psid) + Dbdt*delta*psi);
        r[6] := r[6] + cn[i]*tau*tau*delta*(Dbtt*psi + 2*Dbt*psit + Db*(2*cD[i]*y*y - 1)*2*cD[i]*psi);
      end if;
    end for;
    annotation (Documentation(info="<html><p>The derivatives are multiplied with the powers of delta and tau that they are by: <code>r[5]</code> is delta*tau times the mixed derivative.</p></html>"));
  end residual;

  function density "Properties at a density and a temperature, as one phase"
    extends Icons.Function;
    input Units.Density rho;
    input Units.Temperature T;
    output Units.Pressure p;
    output Units.SpecificEnthalpy h;
    output Units.SpecificEntropy s;
    output Real pd "Derivative of the pressure by the density";
    output Real pT "Derivative of the pressure by the temperature";
    output Real hd "Derivative of the enthalpy by the density";
    output Real hT "Derivative of the enthalpy by the temperature";
  protected
    Real delta = rho/dc;
    Real tau = Tc/T;
    Real r[6];
    Real a;
    Real at_;
    Real att;
  algorithm
    r := residual(delta, tau);
    (a, at_, att) := ideal(tau);
    p := rho*R*T*(1 + r[2]);
    h := R*T*(1 + tau*at_ + r[3] + r[2]);
    s := R*(tau*at_ + r[3] - a - log(delta) - r[1]);
    pd := R*T*(1 + 2*r[2] + r[4]);
    pT := rho*R*(1 + r[2] - r[5]);
    hd := R*T/rho*(r[5] + r[2] + r[4]);
    hT := R*(1 + r[2] - r[5] - tau*tau*att - r[6]);
  end density;

  function saturation "Temperature and densities of both phases at a pressure below the critical one"
    extends Icons.Function;
    input Units.Pressure p;
    output Units.Temperature T;
    output Units.Density liquid;
    output Units.Density vapour;
  protected
    Real u "1 - T/Tc";
    Real f;
    Real fu;
    Real pl;
    Real hl;
    Real sl_;
    Real pld;
    Real plT;
    Real hld;
    Real hlT;
    Real pv;
    Real hv;
    Real sv_;
    Real pvd;
    Real pvT;
    Real hvd;
    Real hvT;
    Real dT;
    Real dl;
    Real dv;
    Real size_;
    Integer count = 0;
    constant Real small = 1e-10 "Relative change at which the iteration ends";
    constant Real near = 1 - 1e-7 "Part of the critical pressure above which both phases are taken as equal";
  algorithm
    // Start: the published approximations, inverted for the temperature.
    f := log(min(p/pc, near));
    u := f/(sp[1] + f);
    for i in 1:12 loop
      fu := 0;
      T := Tc*(1 - u);
      pl := 0;
      for j in 1:size(sp, 1) loop
        pl := pl + sp[j]*u^spt[j];
        fu := fu + sp[j]*spt[j]*u^(spt[j] - 1);
      end for;
      u := max(0.2*u, min(5*u, u - (pl/(1 - u) - f)/(fu/(1 - u) + pl/((1 - u)*(1 - u)))));
    end for;
    T := Tc*(1 - u);
    liquid := dc*exp(sum(sl[j]*u^slt[j] for j in 1:size(sl, 1)));
    vapour := dc*exp(sum(sv[j]*u^svt[j] for j in 1:size(sv, 1)));
    size_ := 1;
    // Newton: the pressures of both phases are p, and their Gibbs energies are equal.
    while size_ > small and count < 40 loop
      (pl, hl, sl_, pld, plT, hld, hlT) := density(liquid, T);
      (pv, hv, sv_, pvd, pvT, hvd, hvT) := density(vapour, T);
      // dg = v dp - s dT along each phase, so the temperature follows from the two equations alone.
      dT := ((hl - T*sl_) - (hv - T*sv_) + (p - pl)/liquid - (p - pv)/vapour)/(sl_ - sv_);
      dl := (p - pl - plT*dT)/pld;
      dv := (p - pv - pvT*dT)/pvd;
      f := max(1, max(abs(dl)/(0.2*liquid), max(abs(dv)/(0.3*vapour), abs(dT)/(0.02*T))));
      T := T + dT/f;
      liquid := liquid + dl/f;
      vapour := vapour + dv/f;
      size_ := max(abs(dT)/T, max(abs(dl)/liquid, abs(dv)/vapour));
      count := count + 1;
    end while;
    assert(count < 40 or p > 0.999*pc, "no saturation found at the pressure " + String(p) + " Pa");
  end saturation;

  function density_pT "Density at a pressure and a temperature, as liquid or as gas"
    extends Icons.Function;
    input Units.Pressure p;
    input Units.Temperature T;
    input Boolean liquid "Of two densities the larger";
    output Units.Density rho;
  protected
    Units.Density low;
    Units.Density high;
    Units.Density next;
    Real pp;
    Real h;
    Real s;
    Real pd;
    Real pT;
    Real hd;
    Real hT;
    Real change = 1;
    Integer count = 0;
    constant Real small = 1e-12 "Relative change at which the iteration ends";
  algorithm
    low := 0;
    high := 4*dc;
    rho := if liquid then (if T < Tc then min(high, 1.02*dc*exp(sum(sl[j]*(1 - T/Tc)^slt[j] for j in 1:size(sl, 1)))) else 1.5*dc) else min(p/(R*T), if T < Tc then dc*exp(sum(sv[j]*(1 - T/Tc)^svt[j] for j in 1:size(sv, 1))) else dc);
    while abs(change) > small*rho and count < 100 loop
      (pp, h, s, pd, pT, hd, hT) := density(rho, T);
      if pp < p then
        low := rho;
      else
        high := rho;
      end if;
      next := if pd > 0 then rho + (p - pp)/pd else -1;
      // Newton inside the bracket; beyond it, or where the pressure falls with the density, halves.
      if next <= low or next >= high then
        next := if liquid and pp < p and high > 3.9*dc then 1.1*rho else 0.5*(low + high);
      end if;
      change := next - rho;
      rho := next;
      count := count + 1;
    end while;
  end density_pT;

  function state_dT "State at a density and a temperature, as one phase"
    extends Icons.Function;
    input Units.Density rho;
    input Units.Temperature T;
    output State state;
  protected
    Real p;
    Real h;
    Real s;
    Real pd;
    Real pT;
    Real hd;
    Real hT;
    Real det;
  algorithm
    (p, h, s, pd, pT, hd, hT) := density(rho, T);
    det := pd*hT - pT*hd;
    state := State(p=p, h=h, d=rho, T=T, s=s, x=if rho > dc and p < pc then 0 else 1, ddp=hT/det, ddh=-pT/det);
  end state_dT;

  function state_pT "State at a pressure and a temperature"
    extends Icons.Function;
    input Units.Pressure p;
    input Units.Temperature T;
    output State state;
  protected
    Units.Temperature Ts;
    Units.Density dl;
    Units.Density dv;
  algorithm
    if p < pc then
      (Ts, dl, dv) := saturation(p);
      state := state_dT(density_pT(p, T, T < Ts), T);
    else
      state := state_dT(density_pT(p, T, T < Tc), T);
    end if;
  end state_pT;

  function twoPhase "State in the wet region, given its limits"
    extends Icons.Function;
    input Units.Pressure p;
    input Units.Temperature T;
    input Units.Density dl;
    input Units.Density dv;
    input Real x "Share of vapour";
    output State state;
  protected
    Real pl;
    Real hl;
    Real s_l;
    Real pld;
    Real plT;
    Real hld;
    Real hlT;
    Real pv;
    Real hv;
    Real s_v;
    Real pvd;
    Real pvT;
    Real hvd;
    Real hvT;
    Real Tp "Derivative of the temperature by the pressure";
    Real dlp;
    Real dvp;
    Real hlp;
    Real hvp;
    Real v;
    Real jump;
    Real xp;
    Real vp;
  algorithm
    (pl, hl, s_l, pld, plT, hld, hlT) := density(dl, T);
    (pv, hv, s_v, pvd, pvT, hvd, hvT) := density(dv, T);
    jump := 1/dv - 1/dl;
    Tp := T*jump/(hv - hl);
    dlp := (1 - plT*Tp)/pld;
    dvp := (1 - pvT*Tp)/pvd;
    hlp := hld*dlp + hlT*Tp;
    hvp := hvd*dvp + hvT*Tp;
    v := 1/dl + x*jump;
    xp := -(hlp + x*(hvp - hlp))/(hv - hl);
    vp := -(1 - x)*dlp/(dl*dl) - x*dvp/(dv*dv) + xp*jump;
    state := State(p=p, h=hl + x*(hv - hl), d=1/v, T=T, s=s_l + x*(s_v - s_l), x=x, ddp=-vp/(v*v), ddh=-jump/(hv - hl)/(v*v));
  end twoPhase;

  function state_px "State of boiling liquid, wet or dry vapour"
    extends Icons.Function;
    input Units.Pressure p;
    input Real x "Share of vapour";
    output State state;
  protected
    Units.Temperature T;
    Units.Density dl;
    Units.Density dv;
  algorithm
    (T, dl, dv) := saturation(p);
    state := twoPhase(p, T, dl, dv, x);
  end state_px;

  function search "State of one phase at a pressure with a given enthalpy or entropy"
    extends Icons.Function;
    input Units.Pressure p;
    input Real y "Enthalpy or entropy";
    input Boolean entropy "It is the entropy";
    input Units.Temperature T_start "Where the search starts";
    input Units.Temperature T_low "Lower limit";
    input Units.Temperature T_high "Upper limit";
    input Units.Density rho_start "Where the search starts";
    input Boolean liquid "Side of the saturation curve, below the critical pressure";
    output State state;
  protected
    Units.Temperature T = T_start;
    Units.Density rho = rho_start;
    Units.Temperature low = T_low;
    Units.Temperature high = T_high;
    Units.Temperature next;
    Real pp;
    Real h;
    Real s;
    Real pd;
    Real pT;
    Real hd;
    Real hT;
    Real det;
    Real dT;
    Real dd;
    Real yd;
    Real yT;
    Integer count = 0;
    Boolean done = false;
    constant Real small = 1e-11 "Relative change at which the search ends";
  algorithm
    // Newton for density and temperature together, as long as it makes modest steps.
    while not done and count < 30 loop
      (pp, h, s, pd, pT, hd, hT) := density(rho, T);
      // T ds = dh - dp/rho
      yd := if entropy then (hd - pd/rho)/T else hd;
      yT := if entropy then (hT - pT/rho)/T else hT;
      det := pd*yT - pT*yd;
      dd := ((p - pp)*yT - pT*(y - (if entropy then s else h)))/det;
      dT := (pd*(y - (if entropy then s else h)) - yd*(p - pp))/det;
      done := not (pd > 0) or abs(dd) > 0.3*rho or abs(dT) > 0.15*T;
      if done then
        count := 100;
      else
        rho := rho + dd;
        T := T + dT;
        done := abs(dd) < small*rho and abs(dT) < small*T;
        count := count + 1;
      end if;
    end while;
    // Otherwise for the temperature alone, inside a bracket, with the density that belongs to it.
    if count >= 30 or T < low - 0.1 or T > high + 0.1 then
      T := if T_start > low and T_start < high then T_start else 0.5*(low + high);
      count := 0;
      done := false;
      while not done and count < 100 loop
        rho := density_pT(p, T, if p < pc then liquid else T < Tc);
        (pp, h, s, pd, pT, hd, hT) := density(rho, T);
        yd := if entropy then (hd - pd/rho)/T else hd;
        yT := if entropy then (hT - pT/rho)/T else hT;
        dT := y - (if entropy then s else h);
        if dT > 0 then
          low := T;
        else
          high := T;
        end if;
        next := T + dT/(yT - yd*pT/pd);
        if not (next > low and next < high) then
          next := 0.5*(low + high);
        end if;
        done := abs(next - T) < small*T;
        T := next;
        count := count + 1;
      end while;
      rho := density_pT(p, T, if p < pc then liquid else T < Tc);
    end if;
    state := state_dT(rho, T);
  end search;

  function state_py "State at a pressure with a given enthalpy or entropy"
    extends Icons.Function;
    input Units.Pressure p;
    input Real y "Enthalpy or entropy";
    input Boolean entropy "It is the entropy";
    output State state;
  protected
    Units.Temperature T;
    Units.Density dl;
    Units.Density dv;
    Real pl;
    Real hl;
    Real s_l;
    Real pld;
    Real plT;
    Real hld;
    Real hlT;
    Real pv;
    Real hv;
    Real s_v;
    Real pvd;
    Real pvT;
    Real hvd;
    Real hvT;
    Real yl;
    Real yv;
    Real c;
    constant Units.Temperature T_top = 2000 "Highest temperature of a search";
  algorithm
    if p < pc then
      (T, dl, dv) := saturation(p);
      (pl, hl, s_l, pld, plT, hld, hlT) := density(dl, T);
      (pv, hv, s_v, pvd, pvT, hvd, hvT) := density(dv, T);
      yl := if entropy then s_l else hl;
      yv := if entropy then s_v else hv;
      if y < yl then
        c := (if entropy then 1/T else 1)*(hlT - hld*plT/pld);
        state := search(p, y, entropy, max(Tt, T + (y - yl)/c), 0.9*Tt, T, dl*(1 - min(0, (y - yl)/c)*min(0.002, plT/(pld*dl))), true);
      elseif y > yv then
        c := (if entropy then 1/T else 1)*min(hvT - hvd*pvT/pvd, 10*R);
        state := search(p, y, entropy, T + min(T, (y - yv)/c), T, T_top, dv*T/(T + min(T, (y - yv)/c)), false);
      else
        state := twoPhase(p, T, dl, dv, (y - yl)/(yv - yl));
      end if;
    else
      (T, dl) := startValues(p, y, entropy);
      state := search(p, y, entropy, T, 0.9*Tt, T_top, dl, false);
    end if;
  end state_py;

  function startValues "Rough temperature and density above the critical pressure"
    extends Icons.Function;
    input Units.Pressure p;
    input Real y "Enthalpy or entropy";
    input Boolean entropy "It is the entropy";
    output Units.Temperature T;
    output Units.Density rho;
  protected
    Integer i = 1 "Row of the table";
    Integer j = 1 "Column of the table";
    Real u "Place between the rows";
    Real v "Place between the columns";
    Real left;
    Real right;
  algorithm
    while i < size(pg, 1) - 1 and p > pc*pg[i + 1] loop
      i := i + 1;
    end while;
    u := max(0, min(1, (p/pc - pg[i])/(pg[i + 1] - pg[i])));
    left := if entropy then (1 - u)*sg[i, 1] + u*sg[i + 1, 1] else hg[1];
    right := if entropy then (1 - u)*sg[i, 2] + u*sg[i + 1, 2] else hg[2];
    while j < size(hg, 1) - 1 and y > right loop
      j := j + 1;
      left := right;
      right := if entropy then (1 - u)*sg[i, j + 1] + u*sg[i + 1, j + 1] else hg[j + 1];
    end while;
    v := max(0, min(1, (y - left)/(right - left)));
    T := (1 - u)*((1 - v)*Tg[i, j] + v*Tg[i, j + 1]) + u*((1 - v)*Tg[i + 1, j] + v*Tg[i + 1, j + 1]);
    rho := (1 - u)*((1 - v)*dg[i, j] + v*dg[i, j + 1]) + u*((1 - v)*dg[i + 1, j] + v*dg[i + 1, j + 1]);
  end startValues;

  function state_ph "State at a pressure and an enthalpy, over all regions"
    extends Icons.Function;
    input Units.Pressure p;
    input Units.SpecificEnthalpy h;
    output State state;
  algorithm
    state := state_py(p, h, false);
  end state_ph;

  function state_ps "State at a pressure and an entropy, over all regions"
    extends Icons.Function;
    input Units.Pressure p;
    input Units.SpecificEntropy s;
    output State state;
  algorithm
    state := state_py(p, s, true);
  end state_ps;
  annotation (Documentation(info="<html>
<p>The Helmholtz energy as a function of density and temperature is a sum of terms of three kinds; every other property is a derivative of it. The two phases at a pressure are where both have this
pressure and the same Gibbs energy. States by pressure and enthalpy or entropy are found by iteration; the functions return derivatives of the density, too, with which balances of mass are
written for pressure and enthalpy as states.</p>
</html>"));
end Helmholtz;
