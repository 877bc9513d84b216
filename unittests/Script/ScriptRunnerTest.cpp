// Runs scripts with a front end that knows two kernels, axpy and scale.
#include "loopyc/Script/ScriptRunner.h"

#include "../TestKernel.h"
#include "TestHost.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace loopyc;
using namespace loopyc::script;

namespace {

Kernel axpyKernel() {
  TestKernel k("axpy");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.value("a", Type::real(8)).array("x", {"n"}).array("y", {"n"});
  k.insn("insn", {"i"}, "y[i] = y[i] + a*x[i]", {0, "i", 0});
  return k.kernel;
}

Kernel scaleKernel() {
  TestKernel k("scale");
  k.domain("[m] -> { [k] : 0 <= k < m }");
  k.array("z", {"m"});
  k.insn("insn", {"k"}, "z[k] = 2*z[k]", {0, "k", 0});
  return k.kernel;
}

ScriptOptions optionsFor(const std::string &script) {
  ScriptOptions options;
  options.fileName = "dir/axpy.f90";
  options.source = "";
  std::string line;
  for (char c : script + "\n")
    if (c == '\n') {
      options.source += "! " + line + "\n";
      line.clear();
    } else {
      line += c;
    }
  options.scripts.push_back({script, options.fileName});
  return options;
}

TestHost twoKernels() {
  TestHost host;
  host.parse = [](const SourceText &) {
    TranslationUnit unit;
    unit.kernels = {axpyKernel(), scaleKernel()};
    return unit;
  };
  return host;
}

ScriptResult resultOf(const ScriptOptions &options) {
  TestHost host = twoKernels();
  return runScript(options, host);
}

std::vector<Kernel> run(const std::string &script) {
  return resultOf(optionsFor(script)).kernels;
}

UserError errorOf(const ScriptOptions &options, TestHost host = twoKernels()) {
  try {
    runScript(options, host);
  } catch (const UserError &error) {
    return error;
  }
  return UserError("no error");
}

UserError errorOf(const std::string &script) {
  return errorOf(optionsFor(script));
}

// "line:column-endColumn: message"
std::string located(const UserError &error) {
  const Diagnostic &d = error.diagnostics().front();
  return std::to_string(d.range.line) + ":" + std::to_string(d.range.column) +
         "-" + std::to_string(d.range.endColumn) + ": " + d.message;
}

const char *const parse = "t = lp.parse_fortran(SOURCE, FILENAME)\n";

TEST(ScriptRunner, ReturnsKernelsUnitsAndLists) {
  EXPECT_EQ(run(std::string(parse) + "RESULT = t").size(), 2u);
  EXPECT_EQ(run(std::string(parse) + "RESULT = t['axpy']").size(), 1u);
  EXPECT_EQ(run(std::string(parse) + "RESULT = [t['axpy'], t['SCALE']]").size(),
            2u);
  EXPECT_EQ(run(std::string(parse) + "a, b = t\nRESULT = (b, a)")[0].name,
            "scale");
}

TEST(ScriptRunner, RecordsWhatWasApplied) {
  Kernel k = run(std::string(parse) +
                 "a = t['axpy']\n"
                 "a = lp.split_iname(a, 'i', 16, inner_tag='l.0')\n"
                 "RESULT = a")[0];
  EXPECT_EQ(k.inames(), (std::vector<std::string>{"i_outer", "i_inner"}));
  ASSERT_EQ(k.history.size(), 1u);
  EXPECT_EQ(k.history[0].transformation, "split_iname");
  EXPECT_EQ(k.history[0].arguments, "'i', 16, inner_tag='l.0'");
  EXPECT_EQ(k.history[0].scriptRange.line, 3);
  EXPECT_EQ(k.history[0].scriptRange.column, 7); // "! a = lp..."
}

TEST(ScriptRunner, AppliesToTheKernelsThatHaveTheName) {
  std::vector<Kernel> kernels = run(
      std::string(parse) + "t = lp.split_iname(t, 'i', 4)\n"
                           "RESULT = lp.tag_inames(t, 'i_inner:l.0,k:g.0')");
  EXPECT_EQ(kernels[0].tagOf("i_inner").str(), "l.0");
  EXPECT_EQ(kernels[0].history.size(), 2u);
  EXPECT_EQ(kernels[1].tagOf("k").str(), "g.0");
  EXPECT_EQ(kernels[1].history.size(), 1u);
}

TEST(ScriptRunner, UnknownNamesAreErrorsAtTheScriptsLine) {
  UserError error = errorOf(std::string(parse) +
                            "a = lp.split_iname(t['axpy'], 'ii', 16)\n"
                            "RESULT = a");
  EXPECT_EQ(error.diagnostics().front().range.str(), "dir/axpy.f90:2:7");
  EXPECT_NE(std::string(error.what()).find("axpy"), std::string::npos);
  EXPECT_NE(std::string(error.what()).find("'ii'"), std::string::npos);
  // In a unit, a name that no kernel has.
  EXPECT_NE(std::string(errorOf(std::string(parse) +
                                "t = lp.tag_inames(t, 'i:g.0, zz:l.0')")
                            .what())
                .find("zz"),
            std::string::npos);
}

TEST(ScriptRunner, PythonErrorsAreLocated) {
  EXPECT_EQ(located(errorOf("x = 1\ny = x + undefined\n")),
            "2:11-19: script: NameError: name 'undefined' is not defined");
  EXPECT_EQ(located(errorOf("x = (1,\n")),
            "1:7-7: script: SyntaxError: '(' was never closed");
  EXPECT_EQ(located(errorOf("import sys\nsys.exit('no')\n")),
            "2:3-16: script: it gave up with sys.exit('no')");
  EXPECT_EQ(located(errorOf("def f():\n  raise ValueError('bad')\nf()\n")),
            "2:5-27: script: ValueError: bad");
  EXPECT_EQ(located(errorOf("x = 1\n")),
            "1:3-7: the script sets no RESULT; end it with RESULT = KERNEL, or "
            "a list of kernels");
  EXPECT_EQ(located(errorOf("RESULT = 5\n")),
            "1:3-12: RESULT must be a kernel, a translation unit or a list of "
            "these, found 5 (int)");
}

TEST(ScriptRunner, UnknownAndMissingFunctions) {
  EXPECT_EQ(located(errorOf("lp.split_inames(1)")),
            "1:3-17: script: AttributeError: module 'loopy' has no "
            "'split_inames'; did you mean 'split_iname' or 'join_inames'?");
  EXPECT_NE(std::string(errorOf("lp.CacheMode()").what())
                .find("lp.CacheMode is not in this loopyc"),
            std::string::npos);
}

TEST(ScriptRunner, WrongArgumentsAreTypeErrors) {
  std::string prefix = std::string(parse) + "k = t['axpy']\n";
  auto message = [&](const std::string &line) {
    return std::string(errorOf(prefix + line).what());
  };
  EXPECT_EQ(message("lp.split_iname(k, 'i', 'x')"),
            "script: TypeError: split_iname: argument 'inner_length' must be "
            "an integer, found 'x' (str)");
  EXPECT_NE(message("lp.split_iname(k, 'i')").find("needs its argument "
                                                   "'inner_length'"),
            std::string::npos);
  EXPECT_NE(message("lp.split_iname(k, 'i', 4, outer='j')")
                .find("has no argument 'outer'"),
            std::string::npos);
  EXPECT_NE(message("lp.assume(5, 'n >= 1')")
                .find("must be a kernel or a translation unit, found 5 (int)"),
            std::string::npos);
}

TEST(ScriptRunner, AQueryThatSelectsNothingIsAnError) {
  UserError error = errorOf(std::string(parse) +
                            "lp.tag_instructions(t, 'x', within='reads:q')");
  EXPECT_NE(std::string(error.what()).find("matches no instruction"),
            std::string::npos);
}

TEST(ScriptRunner, ScriptsMayCatchLoopyErrors) {
  EXPECT_EQ(run(std::string(parse) +
                "try:\n"
                "  lp.split_iname(t, 'zz', 4)\n"
                "  raise RuntimeError('accepted')\n"
                "except lp.LoopyError as e:\n"
                "  assert 'zz' in str(e)\n"
                "RESULT = t")
                .size(),
            2u);
}

TEST(ScriptRunner, VariablesAreLiteralsOrStrings) {
  ScriptOptions options = optionsFor(
      "assert (Nq, x, s, t, z) == (8, -1.5, 'ab', (1, 'b'), 1+2j)\n"
      "assert d == {'a': [True, None]}\n" +
      std::string(parse).replace(0, 1, "t") + "RESULT = t");
  options.variables = {{"Nq", "8"},        {"x", "-1.5"},
                       {"s", "ab"},        {"t", "(1, 'b')"},
                       {"z", "1+2j"},      {"d", "{'a': [True, None]}"}};
  EXPECT_EQ(resultOf(options).kernels.size(), 2u);
}

TEST(ScriptRunner, FixParametersAndDtypes) {
  Kernel k = run(std::string(parse) +
                 "k = lp.add_dtypes(t['axpy'], {'x,y': np.float64})\n"
                 "RESULT = lp.fix_parameters(k, N=16, a=2)")[0];
  EXPECT_EQ(k.fixedParameters.size(), 2u);
  EXPECT_EQ(k.arguments.size(), 2u);
}

TEST(ScriptRunner, ModuleFacadesOfTheSeeds) {
  EXPECT_EQ(run("from loopy import *\n"
                "import loopy.match as m\n"
                "import loopy.options\n"
                "loopy.options.ALLOW_TERMINAL_COLORS = False\n"
                "from loopy.version import LOOPY_USE_LANGUAGE_VERSION_2018_2\n"
                "import numpy\n"
                "assert numpy.dtype('float32').itemsize == 4\n"
                "a, s = parse_fortran(SOURCE, FILENAME,\n"
                "                     auto_dependencies=False)\n"
                "a = set_loop_priority(a, 'i')\n"
                "found = find_instructions(a, m.Writes('y') & ~m.Tagged('q'))\n"
                "assert [i.assignee_name for i in found] == ['y']\n"
                "assert found[0].within_inames == {'i'}\n"
                "a = tag_instructions(a, 'u', within=m.Or(m.Reads('x'),\n"
                "                                         m.Id('none')))\n"
                "assert a.insns[0].tags == {'u'}\n"
                "assert a.temporary_variables == {}\n"
                "assert [x.name for x in a.args] == ['n', 'a', 'x', 'y']\n"
                "assert isinstance(a.arg_dict['x'], GlobalArg)\n"
                "assert a.arg_dict['x'].dtype == np.float64\n"
                "assert 'axpy' in str(a)\n"
                "RESULT = [a, s]")
                .size(),
            2u);
}

TEST(ScriptRunner, ImportsFromBesideTheSource) {
  namespace fs = std::filesystem;
  std::string pattern = (fs::temp_directory_path() / "loopyc-XXXXXX").string();
  fs::path dir = mkdtemp(pattern.data());
  std::ofstream(dir / "helper.py") << "def tile(k):\n"
                                      "  return 1/0 if k is None else k\n";
  ScriptOptions options = optionsFor(std::string(parse) +
                                     "import helper\n"
                                     "RESULT = helper.tile(t)");
  options.fileName = (dir / "axpy.f90").string();
  options.scripts[0].fileName = options.fileName;
  ScriptResult result = resultOf(options);
  EXPECT_EQ(result.importedFiles,
            std::vector<std::string>{(dir / "helper.py").string()});

  options.scripts[0].text = "import helper\nhelper.tile(None)\n";
  UserError error = errorOf(options);
  EXPECT_EQ(error.diagnostics().front().range.line, 2);
  ASSERT_EQ(error.diagnostics().front().notes.size(), 1u);
  EXPECT_EQ(error.diagnostics().front().notes[0].range.line, 2);
  EXPECT_FALSE(fs::exists(dir / "__pycache__"));
  fs::remove_all(dir);
}

TEST(ScriptRunner, TellsOfEachTransformation) {
  ScriptOptions options = optionsFor(std::string(parse) +
                                     "t = lp.assume(t['axpy'], 'n >= 1')\n"
                                     "RESULT = lp.fuse_kernels([t])");
  TestHost host = twoKernels();
  runScript(options, host);
  EXPECT_EQ(host.applied, "assume(axpy) fuse_kernels(axpy) ");
}

TEST(ScriptRunner, SaysWhySubroutinesAreMissing) {
  ScriptOptions options = optionsFor(std::string(parse) + "a, b, c = t\n");
  TestHost host = twoKernels();
  UserError reason("DO WHILE is not supported");
  host.refused = {{"solve", false, reason.diagnostics().front()}};
  UserError error = errorOf(options, host);
  ASSERT_EQ(error.diagnostics().front().notes.size(), 1u);
  EXPECT_EQ(error.diagnostics().front().notes[0].message,
            "subroutine 'solve' was not translated: DO WHILE is not supported");
}

TEST(ScriptReference, ListsEveryFunction) {
  std::string text = scriptReference();
  for (const char *name : {"parse_fortran", "split_iname", "fuse_kernels",
                           "tag_array_axes", "add_nosync"})
    EXPECT_NE(text.find("### `" + std::string(name) + "`"), std::string::npos)
        << name;
}

} // namespace
