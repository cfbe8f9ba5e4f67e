within Mica;
package Papers "Systems of papers about Modelica, with the numbers that they print"
  extends Icons.Package;
  annotation (Documentation(info="<html>
<p>One package for each paper. What a paper prints and what these models give stands in <code>docs/papers.md</code>.</p>
</html>"));
end Papers;
