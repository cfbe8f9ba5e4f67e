// Addresses as the specification writes them (13.5).
#include "library/resource_uri.h"

#include <gtest/gtest.h>

namespace mica::library {
namespace {

TEST(ResourceUri, BothFormsAndClasses) {
  auto uri = ParseResourceUri("modelica://A.B/Resources/C.jpg");
  ASSERT_TRUE(uri);
  EXPECT_EQ(uri->class_name, "A.B");
  EXPECT_EQ(uri->path, "/Resources/C.jpg");
  EXPECT_EQ(ParseResourceUri("Modelica:/A/C.jpg")->path, "/C.jpg");
  EXPECT_EQ(ParseResourceUri("modelica://A.B")->path, "");
  EXPECT_EQ(ParseResourceUri("modelica://A.%27b%3Ac%27#info")->class_name, "A.'b:c'");
  EXPECT_FALSE(ParseResourceUri("https://example.org/A"));
  EXPECT_FALSE(ParseResourceUri("/tmp/modelica:/A"));
}

TEST(ResourceUri, Files) {
  SourceMap sources;
  NameTable names;
  DiagnosticSink sink;
  ClassTree classes(sources, names, sink);
  classes.OpenText("/libraries/A.mo", "package A package B end B; end A;");
  EXPECT_EQ(ResourceFile("modelica://A/C.jpg", classes, names), "/libraries/C.jpg");
  // 'regardless of whether it is stored in the file of the package around it'
  EXPECT_EQ(ResourceFile("modelica:/A.B/C.jpg", classes, names), "/libraries/B/C.jpg");
  // 'shall end in a directory separator if and only if the URI path ends in the segment separator'
  EXPECT_EQ(ResourceFile("modelica://A/Resources/", classes, names), "/libraries/Resources/");
  EXPECT_EQ(ResourceFile("modelica://A/Resources", classes, names), "/libraries/Resources");
  EXPECT_EQ(ResourceFile("file:///a%20b", classes, names), "/a b");
  EXPECT_FALSE(ResourceFile("modelica://A", classes, names));
  EXPECT_FALSE(ResourceFile("modelica://Absent/C.jpg", classes, names));
  EXPECT_EQ(AbsoluteFile("/a/../b.txt", classes, names), "/b.txt");
  EXPECT_TRUE(AbsoluteFile("b.txt", classes, names)->ends_with("/b.txt"));
  EXPECT_FALSE(AbsoluteFile("modelica://Absent/C.jpg", classes, names));
}

}  // namespace
}  // namespace mica::library
