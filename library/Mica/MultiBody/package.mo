within Mica;
package MultiBody "Bodies in space: joints, bodies, chains"
  extends Icons.Package;

  record Orientation "How a frame is turned against the world"
    Real T[3, 3] "Turns a vector of the world into one of the frame";
    Units.AngularVelocity w[3] "Angular velocity of the frame against the world, seen from the frame";

    function equalityConstraint "Three numbers that are zero where two orientations are equal"
      extends Icons.Function;
      input Orientation R1;
      input Orientation R2;
      output Real residue[3];
    protected
      Real D[3, 3] = R2.T*transpose(R1.T) "Turns the first into the second";
    algorithm
      residue := {D[2, 3], D[3, 1], D[1, 2]};
      annotation (Inline=true);
    end equalityConstraint;
    annotation (Icon(graphics={Line(points={{0, 0}, {0, 80}}, color={95, 95, 95}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, 0}, {80, 0}}, color={95, 95, 95}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, 0}, {-50, -50}}, color={95, 95, 95}, arrow={Arrow.None, Arrow.Filled})}));
  end Orientation;

  connector Frame "Where bodies are joined"
    Units.Position r[3] "Place of its origin, in the world";
    Orientation R "How it is turned";
    flow Units.Force f[3] "Force into the component, seen from the frame";
    flow Units.Torque t[3] "Torque into the component, seen from the frame";
    annotation (Icon(graphics={Rectangle(extent={{-60, 100}, {60, -100}}, lineColor={95, 95, 95}, fillColor={200, 200, 200}, fillPattern=FillPattern.Solid)}));
  end Frame;
  annotation (Documentation(info="<html>
<p>A chain starts at a <a href=\"modelica://Mica.MultiBody.World\">World</a>, of which every model has one. Orientations are redundant; the language's operators for such connections decide where a loop of frames is cut.</p>
</html>"));
end MultiBody;
