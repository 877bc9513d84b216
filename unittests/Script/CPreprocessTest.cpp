#include "loopyc/Script/ScriptRunner.h"

#include "../TestKernel.h"
#include "TestHost.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::script;

namespace {

// What lp.c_preprocess makes of `source`; an error's text begins "error ".
std::string preprocessed(const std::string &source,
                         const std::string &arguments = "") {
  std::string seen;
  ScriptOptions options;
  options.fileName = "x.f90";
  options.source = source;
  options.scripts.push_back(
      {"RESULT = lp.parse_fortran(lp.c_preprocess(SOURCE" + arguments + "))",
       "script.py"});
  TestHost host;
  host.parse = [&](const SourceText &parsed) {
    seen = parsed.text;
    TranslationUnit unit;
    TestKernel k("k");
    k.domain("{ [i] : 0 <= i < 4 }").array("a", {"4"});
    k.insn("insn", {"i"}, "a[i] = 0.0", {0, "i", 0});
    unit.kernels.push_back(k.kernel);
    return unit;
  };
  try {
    runScript(options, host);
  } catch (const UserError &error) {
    return "error " + std::to_string(error.diagnostics()[0].range.line) + ": " +
           error.what();
  }
  return seen;
}

TEST(CPreprocess, KeepsLineNumbers) {
  EXPECT_EQ(preprocessed("#define N \\\n  8\nx(N) = N + NN\n"),
            "\n\nx(8) = 8 + NN\n");
}

TEST(CPreprocess, Conditionals) {
  std::string source = "#if defined(A) && B > 1\nyes\n#elif B == 1\none\n"
                       "#else\nno\n#endif\n";
  EXPECT_EQ(preprocessed(source, ", ['A', 'B=2']"), "\nyes\n\n\n\n\n\n");
  EXPECT_EQ(preprocessed(source, ", {'B': 1}"), "\n\n\none\n\n\n\n");
  EXPECT_EQ(preprocessed(source), "\n\n\n\n\nno\n\n");
  EXPECT_EQ(preprocessed("#ifdef A\n#if 1\na\n#endif\n#else\nb\n#endif"),
            "\n\n\n\n\nb\n");
}

TEST(CPreprocess, MacrosWithParameters) {
  EXPECT_EQ(
      preprocessed("#define AT(i, j) q(i, k, j)\ny = AT(a(1, 2), AT(1,2))"),
      "\ny = q(a(1, 2), k, q(1, k, 2))");
  EXPECT_EQ(preprocessed("#define f f(1)\nx = f"), "\nx = f(1)");
}

TEST(CPreprocess, LeavesCommentsAndStringsAlone) {
  EXPECT_EQ(preprocessed("#define N 8\nx = 'N' // \"N\" ! N\n!$omp N"),
            "\nx = 'N' // \"N\" ! N\n!$omp N");
}

TEST(CPreprocess, ExpandsDirectives) {
  EXPECT_EQ(preprocessed("#define N 8\n!$loopy update host: h(N)"),
            "\n!$loopy update host: h(8)");
}

TEST(CPreprocess, OtherEncodingsComeThrough) {
  EXPECT_EQ(preprocessed("! na\xefve\nx = 1"), "! na\xefve\nx = 1");
}

TEST(CPreprocess, Errors) {
  EXPECT_EQ(preprocessed("x\n#if 1\n"),
            "error 2: c_preprocess: this #if has no #endif");
  EXPECT_EQ(preprocessed("#else\n"),
            "error 1: c_preprocess: #else without #if");
  EXPECT_EQ(preprocessed("#error stop here\n"),
            "error 1: c_preprocess: #error stop here");
  EXPECT_EQ(preprocessed("#if 1 +\n#endif\n"),
            "error 1: c_preprocess: expected a number or a name in #if 1 +, "
            "found the end");
  EXPECT_EQ(preprocessed("#include \"none.h\"\n"),
            "error 1: c_preprocess: #include file 'none.h' is not found");
  EXPECT_EQ(preprocessed("#definf A\n"),
            "error 1: c_preprocess: unknown directive #definf");
}

} // namespace
