// Must: SpiceOp.circuitAnalysis_OP with --set SOLVE_STATIC=0, 1, 2, 3 and --stop-time 100 ends by terminate at 0.1, 1.1, 1.2, 2.3 with V1.iDC = -2, V1.vDC = 3, R1.n.vDC = 1 and total = 6. PowerDisipation has a flow variable only and is connected from an outside connector to an outer one.
package SpiceOp
  connector Pin
    Real vDC; Real vTran; Real vAC_Re; Real vAC_Im;
    flow Real iDC; flow Real iTran; flow Real iAC_Re; flow Real iAC_Im;
  end Pin;
  connector PowerDisipation flow Real disipatedPower; end PowerDisipation;
  partial model Analysis
    inner Boolean ctrl_DC(start=false, fixed=true), ctrl_log_DC(start=false, fixed=true), ctrl_IS_inhibit(start=false, fixed=true), ctrl_IS_TranOP(start=false, fixed=true), ctrl_RBREAK_Tran2DC(start=false, fixed=true), ctrl_CBREAK_resetTran(start=false, fixed=true), ctrl_Tran(start=false, fixed=true), ctrl_AC(start=false, fixed=true), ctrl_log_AC(start=false, fixed=true);
    inner Integer ctrl_OP_mode(start=0, fixed=true), ctrl_OP_value(start=0, fixed=true);
    inner Real scaleGMIN(start=1), freq;
    inner parameter Real TIME_SCALE = 1;
    inner parameter Integer LOG_RESULTS = 0;
  end Analysis;
  partial model Part
    outer Boolean ctrl_DC, ctrl_log_DC, ctrl_IS_inhibit, ctrl_IS_TranOP, ctrl_RBREAK_Tran2DC, ctrl_CBREAK_resetTran, ctrl_Tran, ctrl_AC, ctrl_log_AC;
    outer Integer ctrl_OP_mode, ctrl_OP_value;
    outer Real scaleGMIN, freq;
    outer parameter Real TIME_SCALE;
    outer parameter Integer LOG_RESULTS;
  end Part;
  partial model TwoPin
    Pin p "(+) node"; Pin n "(-) node";
    Real vDC, iDC, vTran, iTran, vAC_Re, vAC_Im, iAC_Re, iAC_Im;
  equation
    vDC = p.vDC - n.vDC; vTran = p.vTran - n.vTran; vAC_Re = p.vAC_Re - n.vAC_Re; vAC_Im = p.vAC_Im - n.vAC_Im;
    iTran = p.iTran; 0 = p.iTran + n.iTran; iAC_Re = p.iAC_Re; 0 = p.iAC_Re + n.iAC_Re; iAC_Im = p.iAC_Im; 0 = p.iAC_Im + n.iAC_Im;
  end TwoPin;
  model Ground Pin p; equation p.vDC = 0; p.vTran = 0; p.vAC_Re = 0; p.vAC_Im = 0; end Ground;
  model Rbreak
    extends TwoPin; extends Part;
    parameter Real R = 1; constant Real R_EPS = 0.0002;
    Real ip, in_; discrete Real vDCclampP(start=0, fixed=true), vDCclampN(start=0, fixed=true);
  equation
    when ctrl_RBREAK_Tran2DC then vDCclampP = p.vTran; vDCclampN = n.vTran; end when;
    ip = if ctrl_RBREAK_Tran2DC then (p.vDC - vDCclampP)/R_EPS else 0;
    in_ = if ctrl_RBREAK_Tran2DC then (n.vDC - vDCclampN)/R_EPS else 0;
    R*iDC = vDC; p.iDC = iDC + ip; n.iDC = -iDC + in_;
    R*iTran = vTran; R*iAC_Re = vAC_Re; R*iAC_Im = vAC_Im;
  end Rbreak;
  model Cbreak
    extends TwoPin(vTran(start=0, fixed=true)); extends Part;
    parameter Real C = 0.1; Real w = 2*3.14159265358979*freq;
  equation
    when ctrl_CBREAK_resetTran then reinit(vTran, 0); end when;
    iDC = 0; p.iDC = 0; n.iDC = 0;
    C*der(vTran) = iTran;
    iAC_Re = -w*C*vAC_Im; iAC_Im = w*C*vAC_Re;
  end Cbreak;
  model VSource
    extends TwoPin; extends Part;
    parameter Real DC_VALUE = 0, AC_MAG = 0, AC_PHASE = 0;
    outer PowerDisipation TotalPowerDisipation; PowerDisipation powerDisipation;
    discrete Real pd(start=0, fixed=true);
    Real target, dc; discrete Real t0(start=0, fixed=true);
  equation
    when {ctrl_DC, ctrl_IS_TranOP} then t0 = time; end when;
    target = if ctrl_OP_value == 0 then DC_VALUE else 0;
    dc = if ctrl_OP_mode == 0 then target else min(target*(time - t0)/TIME_SCALE, target);
    0 = if ctrl_IS_inhibit then iDC else vDC - (if ctrl_DC then dc else 0);
    p.iDC = iDC; n.iDC = -iDC;
    vTran = if ctrl_Tran then 0 else if ctrl_IS_TranOP then dc else 0;
    vAC_Re = if ctrl_AC then AC_MAG*cos(AC_PHASE*3.14159265358979/180) else 0;
    vAC_Im = if ctrl_AC then AC_MAG*sin(AC_PHASE*3.14159265358979/180) else 0;
    when ctrl_log_DC then pd = vDC*(-iDC); end when;
    powerDisipation.disipatedPower = pd;
    connect(powerDisipation, TotalPowerDisipation);
  end VSource;
  model NULL end NULL;
  partial model BiasPointCalculation
    extends Analysis;
    parameter Integer TIME_SLOT = 10; parameter Integer SOLVE_STATIC = 0;
    parameter Real CLOCK = TIME_SLOT*TIME_SCALE/100;
    inner PowerDisipation TotalPowerDisipation;
    replaceable model Circuit = NULL;
    extends Circuit;
    Real total; 
    Boolean biasPointCalculated(start=false, fixed=true);
    parameter Real tLog = if SOLVE_STATIC == 0 then 1e-10 else if SOLVE_STATIC == 1 then TIME_SCALE else if SOLVE_STATIC == 2 then 11*CLOCK else 2*TIME_SCALE + 2*CLOCK;
  equation
    total + TotalPowerDisipation.disipatedPower = 0;
    ctrl_DC = if SOLVE_STATIC == 3 then time >= 2*TIME_SCALE else true;
    ctrl_OP_mode = if SOLVE_STATIC == 1 then 1 else if SOLVE_STATIC == 3 and time < 2*TIME_SCALE then 1 else 0;
    ctrl_OP_value = 0;
    ctrl_IS_TranOP = SOLVE_STATIC == 3 and time < 2*TIME_SCALE + CLOCK;
    ctrl_IS_inhibit = SOLVE_STATIC == 3 and time >= 2*TIME_SCALE and time < 2*TIME_SCALE + CLOCK;
    ctrl_RBREAK_Tran2DC = ctrl_IS_inhibit;
    ctrl_CBREAK_resetTran = false;
    ctrl_Tran = false;
    scaleGMIN = if SOLVE_STATIC == 2 then max(1, 10.0^(10 - floor(time/CLOCK + 1e-9))) else 1;
    ctrl_log_DC = time >= tLog;
    biasPointCalculated = time >= tLog;
  end BiasPointCalculation;
  model OP
    extends BiasPointCalculation;
  equation
    ctrl_AC = false; ctrl_log_AC = false; freq = 0;
    when time >= tLog + CLOCK - (if SOLVE_STATIC == 0 then 1e-10 else 0) then terminate("OP finished"); end when;
  end OP;
  model AC
    extends BiasPointCalculation;
    parameter Real F0 = 0.01, F1 = 100; parameter Integer perDecade = 10;
    parameter Real tEnd = tLog + CLOCK + 2*CLOCK*perDecade*log10(F1/F0);
  equation
    ctrl_AC = time >= tLog; ctrl_log_AC = ctrl_AC and mod(time - tLog, 2*CLOCK) < CLOCK;
    freq = if ctrl_AC then F0*10^((time - tLog)/(2*CLOCK*perDecade)) else F0;
    when time >= tEnd then terminate("AC finished"); end when;
  end AC;
  model my_circuit
    VSource V1(DC_VALUE=3, AC_MAG=10, AC_PHASE=45); Rbreak R1(R=1), R2(R=0.5); Cbreak C1(C=0.1); Ground g;
  equation
    connect(V1.p, R1.p); connect(R1.n, R2.p); connect(R1.n, C1.p); connect(R2.n, g.p); connect(C1.n, g.p); connect(V1.n, g.p);
  end my_circuit;
  model circuitAnalysis_OP = OP(redeclare model Circuit = my_circuit);
  model circuitAnalysis_AC = AC(redeclare model Circuit = my_circuit);
end SpiceOp;
