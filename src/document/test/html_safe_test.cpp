// What of a text in HTML reaches a page.
#include "document/html_safe.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

std::string Safe(std::string_view html) {
  return SafeHtml(html, [](std::string_view address) { return std::string(address); });
}

TEST(SafeHtml, KeepsText) {
  EXPECT_EQ(Safe("<p>A <b>bold</b> &amp; <i>slanted</i> word<br>x &lt; y</p>"),
            "<p>A <b>bold</b> &amp; <i>slanted</i> word<br>x &lt; y</p>");
  EXPECT_EQ(Safe("<table border=\"1\" cellpadding=2><tr><td align=\"right\" colspan='2'>1</td></tr></table>"),
            "<table border=\"1\" cellpadding=\"2\"><tr><td colspan=\"2\" align=\"right\">1</td></tr></table>");
  EXPECT_EQ(Safe("<a href=\"https://modelica.org/\" name=\"top\">M</a><a href='#top'>up</a>"),
            "<a name=\"top\" href=\"https://modelica.org/\">M</a><a href=\"#top\">up</a>");
  EXPECT_EQ(Safe("a < b & c > d"), "a &lt; b &amp; c &gt; d");
}

TEST(SafeHtml, LeavesOutWhatActs) {
  EXPECT_EQ(Safe("<p>x<script>alert('a<b')</script>y</p>"), "<p>xy</p>");
  EXPECT_EQ(Safe("<SCRIPT SRC=//evil.example/x.js></SCRIPT >z"), "z");
  EXPECT_EQ(Safe("<script>no end"), "");
  EXPECT_EQ(Safe("<img src=x onerror=alert(1)>"), "<img src=\"x\">");
  EXPECT_EQ(Safe("<p onclick='alert(1)' style='background: url(javascript:alert(1))'>t</p>"), "<p>t</p>");
  EXPECT_EQ(Safe("<iframe src='https://evil.example'>t</iframe>u"), "u");
  EXPECT_EQ(Safe("<base href='https://evil.example'><meta http-equiv='refresh' content='0;url=x'><link href='x'>t"),
            "t");
  EXPECT_EQ(Safe("<form action='https://evil.example'><input name=a></form>t"), "t");
  EXPECT_EQ(Safe("<svg><script>alert(1)</script></svg>t"), "t");
  EXPECT_EQ(Safe("<!-- <script> --><b>t</b><![CDATA[<script>]]>"), "<b>t</b>]]&gt;");
}

TEST(SafeHtml, LinksLeadToPagesAlone) {
  for (const char* address : {"javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)",
                              "java\tscript:alert(1)", "&#106;avascript:alert(1)", "&#x6A;avascript&#58;alert(1)",
                              "data:text/html,x", "vbscript:x", "//evil.example/x", "\\\\evil\\x"})
    EXPECT_EQ(Safe(std::string("<a href=\"") + address + "\">t</a>"), "<a>t</a>") << address;
  EXPECT_EQ(Safe("<img src=\"https://evil.example/pixel.gif\" alt=\"p\">"), "<img alt=\"p\">");
  EXPECT_EQ(Safe("<img src=\"file:////evil.example/share/pixel.gif\"><a href=\"file:///etc/passwd\">t</a>"),
            "<img><a>t</a>");
  EXPECT_EQ(Safe("<img src=\"//evil.example/pixel.gif\">"), "<img>");
  EXPECT_EQ(Safe("<img alt='\"><script>alert(1)</script>' src=x>"),
            "<img alt=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\" src=\"x\">");
}

TEST(SafeHtml, ClosesWhatItOpens) {
  EXPECT_EQ(Safe("<div><b>t"), "<div><b>t</b></div>");
  EXPECT_EQ(Safe("</div></body></html>t</table>"), "t");
  EXPECT_EQ(Safe("<b><i>t</b>u"), "<b><i>t</i></b>u");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<div>";
  EXPECT_LT(Safe(deep).size(), 5000u);
}

}  // namespace
}  // namespace mica
