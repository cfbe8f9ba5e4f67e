within Mica.Gas;
package Species "Data of species"
  extends Icons.Package;

  record Data "One species"
    String name "Its formula";
    Units.MolarMass M "Molar mass";
    Real atoms[5] "Atoms of C, H, O, N, Ar";
    Real low[7] "NASA polynomial from 200 to 1000 K: heat capacity over R in powers of T, then the constants of enthalpy and entropy";
    Real high[7] "The same from 1000 to 3500 K and more";
    annotation (Icon(graphics={Rectangle(extent={{-80, 80}, {80, -80}}, lineColor={0, 140, 140}, fillColor={230, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-80, 30}, {80, 30}}, color={0, 140, 140}), Line(points={{-80, -20}, {80, -20}}, color={0, 140, 140})}));
  end Data;

  constant Data O(name="O", M=0.0159994, atoms={0, 0, 1, 0, 0}, low={3.1682671, -0.00327931884, 6.64306396e-06, -6.12806624e-09, 2.11265971e-12, 29122.2592, 2.05193346}, high={2.56942078, -8.59741137e-05, 4.19484589e-08, -1.00177799e-11, 1.22833691e-15, 29217.5791, 4.78433864}) "Atomic oxygen";
  constant Data O2(name="O2", M=0.0319988, atoms={0, 0, 2, 0, 0}, low={3.78245636, -0.00299673416, 9.84730201e-06, -9.68129509e-09, 3.24372837e-12, -1063.94356, 3.65767573}, high={3.28253784, 0.00148308754, -7.57966669e-07, 2.09470555e-10, -2.16717794e-14, -1088.45772, 5.45323129}) "Oxygen";
  constant Data H(name="H", M=0.00100794, atoms={0, 1, 0, 0, 0}, low={2.5, 7.05332819e-13, -1.99591964e-15, 2.30081632e-18, -9.27732332e-22, 25473.6599, -0.446682853}, high={2.50000001, -2.30842973e-11, 1.61561948e-14, -4.73515235e-18, 4.98197357e-22, 25473.6599, -0.446682914}) "Atomic hydrogen";
  constant Data H2(name="H2", M=0.00201588, atoms={0, 2, 0, 0, 0}, low={2.34433112, 0.00798052075, -1.9478151e-05, 2.01572094e-08, -7.37611761e-12, -917.935173, 0.683010238}, high={3.3372792, -4.94024731e-05, 4.99456778e-07, -1.79566394e-10, 2.00255376e-14, -950.158922, -3.20502331}) "Hydrogen";
  constant Data OH(name="OH", M=0.01700734, atoms={0, 1, 1, 0, 0}, low={3.99201543, -0.00240131752, 4.61793841e-06, -3.88113333e-09, 1.3641147e-12, 3615.08056, -0.103925458}, high={3.09288767, 0.000548429716, 1.26505228e-07, -8.79461556e-11, 1.17412376e-14, 3858.657, 4.4766961}) "Hydroxyl";
  constant Data H2O(name="H2O", M=0.01801528, atoms={0, 2, 1, 0, 0}, low={4.19864056, -0.0020364341, 6.52040211e-06, -5.48797062e-09, 1.77197817e-12, -30293.7267, -0.849032208}, high={3.03399249, 0.00217691804, -1.64072518e-07, -9.7041987e-11, 1.68200992e-14, -30004.2971, 4.9667701}) "Water vapour";
  constant Data N2(name="N2", M=0.0280134, atoms={0, 0, 0, 2, 0}, low={3.298677, 0.0014082404, -3.963222e-06, 5.641515e-09, -2.444854e-12, -1020.8999, 3.950372}, high={2.92664, 0.0014879768, -5.68476e-07, 1.0097038e-10, -6.753351e-15, -922.7977, 5.980528}) "Nitrogen";
  constant Data Ar(name="Ar", M=0.039948, atoms={0, 0, 0, 0, 1}, low={2.5, 0.0, 0.0, 0.0, 0.0, -745.375, 4.366}, high={2.5, 0.0, 0.0, 0.0, 0.0, -745.375, 4.366}) "Argon";
  constant Data CO(name="CO", M=0.0280101, atoms={1, 0, 1, 0, 0}, low={3.57953347, -0.00061035368, 1.01681433e-06, 9.07005884e-10, -9.04424499e-13, -14344.086, 3.50840928}, high={2.71518561, 0.00206252743, -9.98825771e-07, 2.30053008e-10, -2.03647716e-14, -14151.8724, 7.81868772}) "Carbon monoxide";
  constant Data CO2(name="CO2", M=0.0440095, atoms={1, 0, 2, 0, 0}, low={2.35677352, 0.00898459677, -7.12356269e-06, 2.45919022e-09, -1.43699548e-13, -48371.9697, 9.90105222}, high={3.85746029, 0.00441437026, -2.21481404e-06, 5.23490188e-10, -4.72084164e-14, -48759.166, 2.27163806}) "Carbon dioxide";
  constant Data CH4(name="CH4", M=0.01604246, atoms={1, 4, 0, 0, 0}, low={5.14987613, -0.0136709788, 4.91800599e-05, -4.84743026e-08, 1.66693956e-11, -10246.6476, -4.64130376}, high={0.074851495, 0.0133909467, -5.73285809e-06, 1.22292535e-09, -1.0181523e-13, -9468.34459, 18.437318}) "Methane";
  constant Data NO(name="NO", M=0.0300061, atoms={0, 0, 1, 1, 0}, low={4.2184763, -0.004638976, 1.1041022e-05, -9.3361354e-09, 2.803577e-12, 9844.623, 2.2808464}, high={3.2606056, 0.0011911043, -4.2917048e-07, 6.9457669e-11, -4.0336099e-15, 9920.9746, 6.3693027}) "Nitric oxide";
  constant Data N(name="N", M=0.0140067, atoms={0, 0, 0, 1, 0}, low={2.5, 0.0, 0.0, 0.0, 0.0, 56104.637, 4.1939087}, high={2.4159429, 0.00017489065, -1.1902369e-07, 3.0226245e-11, -2.0360982e-15, 56133.773, 4.6496096}) "Atomic nitrogen";
  annotation (Documentation(info="<html>
<p>Polynomials of seven coefficients as they are published with the mechanism GRI-Mech 3.0 (G.P. Smith and others, 1999), most of them from B.J. McBride, S. Gordon, M.A. Reno: <em>Coefficients for
Calculating Thermodynamic and Transport Properties of Individual Species</em>, NASA TM-4513, 1993. Enthalpies include those of formation; the entropies are those at 101325 Pa.</p>
</html>"));
end Species;
