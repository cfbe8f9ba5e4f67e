// A linear system whose matrix is known at the start only (parameters with fixed = false), and of rank one but for its second diagonal: after one step of elimination most factors are
// differences of products that cancel. None of them is divided by. With M[i,j] = 1 + (if i + j == n + 1 then i else 0) and s = sum(x), row i says s + i*x[n+1-i] = b[i]; so
// x[n+1-i] = (b[i] - s)/i and s*(1 + sum(1/i)) = sum(b[i]/i). With b[i] = i*(1 + time) it is s = n*(1 + time)/(1 + sum(1/i)).
model RankOneFoundInitially
  parameter Integer n = 6;
  parameter Real u[n] = fill(1, n);
  final parameter Real M[n, n](each fixed = false);
  Real x[n], s = sum(x);
initial equation
  for i in 1:n loop
    for j in 1:n loop
      M[i, j] = u[i]*u[j] + (if i + j == n + 1 then i else 0);
    end for;
  end for;
equation
  for i in 1:n loop
    M[i, :]*x = i*(1 + time);
  end for;
  // expect: s at 0 = 1.739130435
  // expect: x[6] at 0 = -0.739130435
  // expect: x[1] at 1 = 1.420289855
  // options: --stop-time 1 --intervals 1
end RankOneFoundInitially;
