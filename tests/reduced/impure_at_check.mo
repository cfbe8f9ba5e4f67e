// Must be refused by check (exit code 1; specification 12.3: a function that is not impure calls an impure one), and must not run the command.
model ImpureAtCheck
  function f
    input Integer n;
    output Integer m;
  algorithm
    Modelica.Utilities.System.command("touch mica_was_here");
    m := n;
  end f;
  parameter Integer n = f(2);
  Real x[n] = ones(n);
end ImpureAtCheck;
