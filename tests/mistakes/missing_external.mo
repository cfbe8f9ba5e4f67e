// mica simulate
model MissingExternal
  function Weather
    input Real t;
    output Real y;
  external "C" y = mica_test_no_such_function(t);
  end Weather;
  Real y = Weather(time);
end MissingExternal;
