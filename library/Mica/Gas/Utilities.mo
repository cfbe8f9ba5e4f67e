within Mica.Gas;
package Utilities "Functions that the media use"
  extends Icons.Package;

  function solve "Solution of a small system of linear equations"
    extends Icons.Function;
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Integer n = size(A, 1);
    Real B[size(A, 1), size(A, 1) + 1] = cat(2, A, matrix(b));
    Real row[size(A, 1) + 1];
    Real factor;
    Integer pivot;
  algorithm
    for k in 1:n loop
      pivot := k;
      for i in k + 1:n loop
        if abs(B[i, k]) > abs(B[pivot, k]) then
          pivot := i;
        end if;
      end for;
      row := B[pivot, :];
      B[pivot, :] := B[k, :];
      B[k, :] := row;
      for i in k + 1:n loop
        factor := B[i, k]/B[k, k];
        B[i, :] := B[i, :] - factor*B[k, :];
      end for;
    end for;
    for k in n:-1:1 loop
      x[k] := B[k, n + 1];
      for j in k + 1:n loop
        x[k] := x[k] - B[k, j]*x[j];
      end for;
      x[k] := x[k]/B[k, k];
    end for;
    annotation (Documentation(info="<html><p>Gauss's elimination with exchange of rows.</p></html>"));
  end solve;

  function minimizeGibbs "Amounts with the smallest Gibbs energy that have the given atoms"
    extends Icons.Function;
    input Real g[:] "Gibbs energies of the species at the reference pressure, divided by R*T";
    input Real logp "Logarithm of the pressure divided by the reference pressure";
    input Real atoms[size(g, 1), :] "Atoms of the elements in the species";
    input Real N_start[size(g, 1)] "Amounts that have the atoms";
    output Real N[size(g, 1)] "Amounts in equilibrium";
  protected
    Integer nS = size(g, 1);
    Integer nE = size(atoms, 2);
    Real b[size(atoms, 2)] = transpose(atoms)*N_start "Atoms that there are";
    Real n[size(g, 1)] "Amounts of the iteration";
    Real total "Their sum, as the iteration has it";
    Real mu[size(g, 1)] "Chemical potentials divided by R*T";
    Real A[size(atoms, 2) + 1, size(atoms, 2) + 1];
    Real rhs[size(atoms, 2) + 1];
    Real x[size(atoms, 2) + 1] "Potentials of the elements, and the change of log(total)";
    Real change[size(g, 1)] "Of the logarithms of the amounts";
    Real size_ "Largest change of what matters";
    Real lambda "Part of the step that is made";
    Integer count = 0;
    Boolean absent[size(atoms, 2)] "No atoms of this element";
    constant Real trace = 1e-8 "Mole fraction below which a species may change by any factor";
    constant Real largest = 2 "Largest change of a logarithm in one step; Gordon and McBride 1994, equation 3.1";
    constant Real small = 1e-13 "Change of the logarithms at which the iteration ends";
  algorithm
    total := sum(N_start);
    n := fill(total/nS, nS);
    for j in 1:nE loop
      absent[j] := b[j] <= 0;
      for i in 1:nS loop
        if absent[j] and atoms[i, j] > 0 then
          n[i] := 0;
        end if;
      end for;
    end for;
    size_ := 1;
    while size_ > small and count < 300 loop
      for i in 1:nS loop
        mu[i] := if n[i] > 0 then g[i] + logp + log(n[i]/total) else 0;
      end for;
      for j in 1:nE loop
        for k in 1:nE loop
          A[j, k] := sum(atoms[i, j]*atoms[i, k]*n[i] for i in 1:nS);
        end for;
        A[j, nE + 1] := sum(atoms[i, j]*n[i] for i in 1:nS);
        A[nE + 1, j] := A[j, nE + 1];
        rhs[j] := b[j] - A[j, nE + 1] + sum(atoms[i, j]*n[i]*mu[i] for i in 1:nS);
        if absent[j] then
          A[j, j] := 1;
          rhs[j] := 0;
        end if;
      end for;
      A[nE + 1, nE + 1] := sum(n) - total;
      rhs[nE + 1] := total - sum(n) + sum(n[i]*mu[i] for i in 1:nS);
      x := solve(A, rhs);
      size_ := abs(x[nE + 1]);
      lambda := 5*abs(x[nE + 1]);
      for i in 1:nS loop
        change[i] := x[nE + 1] + sum(atoms[i, j]*x[j] for j in 1:nE) - mu[i];
        if n[i] > trace*total then
          size_ := max(size_, abs(change[i])*n[i]/total);
          lambda := max(lambda, abs(change[i]));
        elseif change[i] > 0 then
          lambda := max(lambda, change[i]);
        end if;
      end for;
      lambda := if lambda > largest then largest/lambda else 1;
      for i in 1:nS loop
        n[i] := if n[i] > 0 then n[i]*exp(max(-50, lambda*change[i])) else 0;
      end for;
      total := total*exp(lambda*x[nE + 1]);
      count := count + 1;
    end while;
    assert(count < 300, "no chemical equilibrium found");
    N := n;
    annotation (Documentation(info="<html>
<p>The method of S. Gordon, B.J. McBride: <em>Computer Program for Calculation of Complex Chemical Equilibrium Compositions</em>, NASA RP-1311, 1994: Newton's iteration for the logarithms of the amounts,
in which only as many unknowns are left as there are elements, and one.</p>
</html>"));
  end minimizeGibbs;

  function flowFunction "Flow through a nozzle divided by A*p/sqrt(R*T)"
    extends Icons.Function;
    input Real r "Pressure behind divided by pressure in front, at most 1";
    input Real kappa "Ratio of the heat capacities";
    input Real small "Below this difference from 1 the flow is laminar";
    output Real psi;
  protected
    Real critical = (2/(kappa + 1))^(kappa/(kappa - 1));
    Real x = max(critical, min(r, 1 - small));
  algorithm
    psi := sqrt(2*kappa/(kappa - 1)*(x^(2/kappa) - x^((kappa + 1)/kappa)))*(if r > 1 - small then (1 - r)/small else 1);
  end flowFunction;
end Utilities;
