// Section 3.7.3: the functions of mathematics.
// expect: y[1] at 0 = 0.4794255386
// expect: y[2] at 0 = 0.8775825619
// expect: y[3] at 0 = 0.5463024898
// expect: y[4] at 0 = 0.5235987756
// expect: y[5] at 0 = 1.0471975512
// expect: y[6] at 0 = 0.4636476090
// expect: y[7] at 0 = 2.3561944902
// expect: y[8] at 0 = 0.5210953055
// expect: y[9] at 0 = 1.1276259652
// expect: y[10] at 0 = 0.4621171573
// expect: y[11] at 0 = 1.6487212707
// expect: y[12] at 0 = -0.6931471806
// expect: y[13] at 0 = -0.3010299957
// expect: y[14] at 0 = 0.7071067812
// expect: i[1] at 0 = -4
// expect: i[2] at 0 = -3
// expect: i[3] at 0 = -3
// expect: i[4] at 0 = 2
// expect: i[5] at 0 = -1
// expect: r[1] at 0 = 0.5
// expect: r[2] at 0 = 1.5
model ElementaryFunctions
  parameter Real x = 0.5;
  Real y[14] = {sin(x), cos(x), tan(x), asin(x), acos(x), atan(x), atan2(1, -1), sinh(x), cosh(x), tanh(x), exp(x), log(x), log10(x), sqrt(x)};
  Integer i[5] = {integer(-3.5), div(-7, 2), integer(ceil(-3.5)), mod(-7, 3), rem(-7, 3)};
  Real r[2] = {abs(-x), max(x, 1.5)};
end ElementaryFunctions;
