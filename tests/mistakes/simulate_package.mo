// mica simulate
package SimulatePackage
  constant Real x = 1;
end SimulatePackage;
