model RobotArm "The mechanics of the robot of the Standard Library, led along a path by springs and dampers at its axes"
  Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.Utilities.MechanicalStructure mechanics(animation = false);
  Modelica.Mechanics.Rotational.Sources.Position path[6](each exact = true);
  Modelica.Mechanics.Rotational.Components.SpringDamper drive[6](c = {8e4, 8e4, 5e4, 5e3, 5e3, 2e3}, d = {2000, 2000, 1000, 50, 50, 20});
equation
  for i in 1:6 loop
    path[i].phi_ref = (0.4 + 0.1*i)*(1 - cos(2*time))/2;
    connect(path[i].flange, drive[i].flange_a);
  end for;
  connect(drive[1].flange_b, mechanics.axis1);
  connect(drive[2].flange_b, mechanics.axis2);
  connect(drive[3].flange_b, mechanics.axis3);
  connect(drive[4].flange_b, mechanics.axis4);
  connect(drive[5].flange_b, mechanics.axis5);
  connect(drive[6].flange_b, mechanics.axis6);
end RobotArm;
