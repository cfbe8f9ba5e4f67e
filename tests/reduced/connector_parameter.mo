// Must: be refused, or stopped by an assertion, with a message that names FuelNames and both values.
model ConnectorParameter
  connector MassConnector parameter Integer n; parameter String FuelNames; Real m[n]; flow Real mdot[n]; end MassConnector;
  model CV parameter Integer n = 2; parameter String names = "ispnt|ioctn"; MassConnector cv(n=n, FuelNames=names); Real m[n](each start=1, each fixed=true); equation cv.m = m; der(m) = cv.mdot; end CV;
  model Flow parameter Integer n = 2; parameter String names = "ispnt|ioctn"; MassConnector a(n=n, FuelNames=names), b(n=n, FuelNames=names); equation a.mdot = 0.1*(a.m - b.m); a.mdot + b.mdot = zeros(n); end Flow;
  CV c1, c2(names="ispnt|tolun"); Flow f;
equation
  connect(c1.cv, f.a); connect(f.b, c2.cv);
end ConnectorParameter;
