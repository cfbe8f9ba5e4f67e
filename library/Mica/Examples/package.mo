within Mica;
package Examples "Models to simulate as they are"
  extends Icons.Package;
  annotation (Documentation(info="<html>
<p>Most of them come from the papers in which the methods were first described; each says which. The trajectory of each is tested.</p>
</html>"));
end Examples;
