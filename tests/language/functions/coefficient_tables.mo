// Functions with tables of coefficients among their variables: one that nothing is assigned to, one whose rows are changed on the way, which must not show in
// the next call. The table is that of k^2 for k = 1 … 40.
// expect: kept at 0.5 = 400
// expect: changed at 0.5 = 1400
// expect: changed at end = 1400
// expect: nested at end = 23
// options: --stop-time 1
package Tables
  constant Real squares[40] = {1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784,
                               841, 900, 961, 1024, 1089, 1156, 1225, 1296, 1369, 1444, 1521, 1600};
end Tables;

function Kept
  input Integer k;
  output Real y;
protected
  Real table[:] = Tables.squares;
algorithm
  y := table[k];
end Kept;

function Changed
  input Integer k;
  output Real y;
protected
  Real table[40] = Tables.squares;
algorithm
  if k > 0 then
    table[k] := table[k] + 1000;
  end if;
  y := table[k];
end Changed;

model CoefficientTables
  // One element of nested constructors, chosen for each element of an array of components.
  model Item
    parameter Integer k;
    parameter Boolean is_large;
    Real y;
  equation
    if is_large then
      y = 10*k;
    else
      y = k;
    end if;
  end Item;
  Item item[2, 3](k = {{1, 2, 3}, {4, 5, 6}}, is_large = {{false, true, false}, {false, false, false}});
  Real kept = Kept(integer(time) + 20), changed = Changed(integer(time) + 20 - integer(time));
  Real nested = item[1, 2].y + item[1, 3].y;
end CoefficientTables;
