// mica simulate
model ExternalCallsMissing
  function Weather
    input Real t;
    output Real y;
  external "C" y = mica_test_weather(t)
    annotation (Include = "double mica_test_sun(double t); double mica_test_weather(double t) { return t > 0.5 ? mica_test_sun(t) : t; }");
  end Weather;
  Real y = Weather(time);
end ExternalCallsMissing;
