#include "Helpers.h"

using namespace loopyc;

// --- parameters

TEST(Assume, NotationsAndRemarks) {
  Remarks remarks;
  Kernel k = assume(triangle(), "n >= 1 and n mod 16 = 0", &remarks);
  EXPECT_EQ(remarks, (Remarks{"assumed n >= 1 and n mod 16 = 0"}));
  EXPECT_TRUE(k.assumptions.isEqual(
      poly::Set::parse("[n] -> { : n >= 1 and n mod 16 = 0 }")));
  EXPECT_TRUE(assume(triangle(), "n % 16 == 0 and N > 0")
                  .assumptions.isEqual(k.assumptions));
  EXPECT_TRUE(assume(triangle(), "exists e : n = 16e and n >= 1")
                  .assumptions.isEqual(k.assumptions));
  verifyKernel(k);
}

TEST(Assume, Errors) {
  EXPECT_MESSAGE("contradicts", assume(assume(triangle(), "n > 4"), "n < 3"));
  EXPECT_MESSAGE("'i' is no integer scalar", assume(triangle(), "i > 4"));
  EXPECT_MESSAGE("unknown name 'q'", assume(triangle(), "q > 4"));
  EXPECT_MESSAGE("not a condition", assume(triangle(), "n + 1"));
  EXPECT_MESSAGE("not affine", assume(triangle(), "n*n > 4"));
}

static Kernel scaled() {
  TestKernel k("scaled");
  k.value("gamma", Type::real(4))
      .domain("[n] -> { [i] : 0 <= i < n }")
      .array("x", {"n + 1"}, Type::real(4))
      .insn("s", {"i"}, "x[i + n - 1] = gamma*x[i]", {0, "i", 0});
  return k.kernel;
}

TEST(FixParameters, ReplacesEverywhere) {
  Kernel k =
      fixParameters(scaled(), {{"n", Expr::integer(8)},
                               {"gamma", Expr::real(1.4, Type::real(8))}});
  verifyKernel(k);
  EXPECT_EQ(k.arguments.size(), 1u);
  EXPECT_EQ(k.arguments[0]->axes[0].extent.str(), "9");
  EXPECT_EQ(k.domains[0].str(), "{ [i] : 0 <= i <= 7 }");
  EXPECT_EQ(instructionStr(*k.instructions[0]), "x[i + 7] = 1.4*x[i]  {id=s}");
  EXPECT_EQ(k.fixedParameters.at("gamma").type(), Type::real(4));
  EXPECT_EQ(k.fixedParameters.at("gamma").getIf<RealLit>()->value, 1.4);
  k = fixParameters(scaled(), {{"gamma", Expr::integer(1)}});
  EXPECT_EQ(instructionStr(*k.instructions[0]), "x[i + n - 1] = x[i]  {id=s}");
}

TEST(FixParameters, Errors) {
  EXPECT_MESSAGE(
      "cannot have the value 1.5",
      fixParameters(scaled(), {{"n", Expr::real(1.5, Type::real(4))}}));
  EXPECT_MESSAGE("but it is an array",
                 fixParameters(scaled(), {{"x", Expr::integer(1)}}));
  EXPECT_MESSAGE("no argument 'm'",
                 fixParameters(scaled(), {{"m", Expr::integer(1)}}));
  EXPECT_MESSAGE("contradict", fixParameters(assume(scaled(), "n mod 16 = 0"),
                                             {{"n", Expr::integer(8)}}));
  Kernel fixed = fixParameters(scaled(), {{"n", Expr::integer(8)}});
  EXPECT_MESSAGE("fixed already, to 8",
                 fixParameters(fixed, {{"n", Expr::integer(9)}}));
}

TEST(Arguments, RemoveRenameReorder) {
  Kernel k = scaled();
  Kernel more = TestKernel("x").value("unused").kernel;
  k.arguments.push_back(more.arguments[0]);
  k.assumptions = poly::Set::parse("[unused, n] -> { : unused = 2 and n > 0 }");
  Kernel less = removeUnusedArguments(k);
  verifyKernel(less);
  EXPECT_EQ(less.arguments.size(), 3u);

  Origin origin;
  origin.arguments = {"gamma", "n", "x", "unused"};
  k.origins.push_back(origin);
  Kernel renamed = renameArgument(renameArgument(k, "x", "field"), "n", "size");
  verifyKernel(renamed);
  EXPECT_EQ(renamed.origins[0].renamed.at("x"), "field");
  EXPECT_EQ(renamed.origins[0].renamed.at("n"), "size");
  EXPECT_EQ(instructionStr(*renamed.instructions[0]),
            "field[i + size - 1] = gamma*field[i]  {id=s}");
  EXPECT_MESSAGE("already a name", renameArgument(k, "x", "gamma"));

  Kernel order = setArgumentOrder(k, {"x", "n", "unused", "gamma"});
  EXPECT_EQ(order.arguments[0]->name, "x");
  EXPECT_EQ(order.arguments[3]->name, "gamma");
  EXPECT_MESSAGE("is missing", setArgumentOrder(k, {"x", "n"}));
  EXPECT_MESSAGE("listed twice", setArgumentOrder(k, {"x", "x"}));
}

TEST(Arguments, TypesAndOptions) {
  addDtypes(scaled(), {{"x", Type::real(4)}});
  EXPECT_MESSAGE("cannot become float64",
                 addDtypes(scaled(), {{"x", Type::real(8)}}));
  EXPECT_EQ(setOptions(scaled(), {{"write_code", "True"}})
                .options.values.at("write_code"),
            "True");
  EXPECT_MESSAGE("did you mean 'write_code'",
                 setOptions(scaled(), {{"write_cod", "True"}}));
}

// --- layout

static std::string layout(const Kernel &k, const std::string &name) {
  VariablePtr var = k.findVariable(name);
  std::string text;
  for (const Axis &axis : var->axes)
    text += (text.empty() ? "" : ",") + axisTagStr(axis.tag);
  return text;
}

TEST(TagArrayAxes, Forms) {
  Kernel k = rectangle();
  EXPECT_EQ(layout(tagArrayAxes(k, {"a"}, splitAxisTags("N1,N0")), "a"),
            "N1,N0");
  EXPECT_EQ(layout(tagArrayAxes(k, {"a"}, {std::string("c")}), "a"), "N1,N0");
  EXPECT_EQ(layout(tagArrayAxes(k, {"a"}, {std::string("F")}), "a"), "N0,N1");
  EXPECT_EQ(layout(tagArrayAxes(k, {"a"}, splitAxisTags("c,sep")), "a"),
            "N0,sep");
  EXPECT_EQ(
      layout(tagArrayAxes(k, {"a"}, splitAxisTags("N0, stride:2*n")), "a"),
      "N0,stride:2*n");
  Kernel named = setArrayAxisNames(k, {"a", "b"}, {"row", "column"});
  std::map<std::string, std::string> tags = {{"row", "N1"}, {"1", "N0"}};
  EXPECT_EQ(layout(tagArrayAxes(named, {"a"}, tags), "a"), "N1,N0");
}

TEST(TagArrayAxes, Errors) {
  Kernel k = rectangle();
  using List = std::vector<std::string>;
  EXPECT_MESSAGE("N0 to N1, each once",
                 tagArrayAxes(k, {"a"}, List{"N0", "N0"}));
  EXPECT_MESSAGE("2 axes, but 1", tagArrayAxes(k, {"a"}, List{"N0"}));
  EXPECT_MESSAGE("must have 2, 3, 4, 8 or 16 entries, but it has 6",
                 tagArrayAxes(k, {"a"}, List{"N0", "vec"}));
  EXPECT_MESSAGE("constant extent", tagArrayAxes(k, {"a"}, List{"sep", "N0"}));
  EXPECT_MESSAGE("not a tag", tagArrayAxes(k, {"a"}, List{"N0", "M1"}));
  EXPECT_MESSAGE("no argument or temporary 'e'",
                 tagArrayAxes(k, {"e"}, List{"N0", "N1"}));
  EXPECT_MESSAGE("but it is a scalar",
                 tagArrayAxes(triangle(), {"t"}, List{"N0"}));
  EXPECT_MESSAGE(
      "none is 'row'",
      (tagArrayAxes(k, {"a"},
                    std::map<std::string, std::string>{{"row", "N0"}})));
  EXPECT_MESSAGE("two axes are named", setArrayAxisNames(k, {"a"}, {"r", "r"}));
}

TEST(SplitArrayAxis, SplitsSubscriptsAndLayout) {
  Kernel k = setArrayAxisNames(rectangle(), {"a"}, {"row", "field"});
  Kernel f = splitArrayAxis(k, "a", "field", 2, "F");
  verifyKernel(f);
  VariablePtr a = f.findVariable("a");
  EXPECT_EQ(a->axes[1].name, "field_inner");
  EXPECT_EQ(a->axes[2].name, "field_outer");
  EXPECT_EQ(a->axes[2].extent.str(), "3");
  EXPECT_EQ(layout(f, "a"), "N0,N1,N2");
  EXPECT_EQ(a->declared.indices[1].str(), "i1 % 2");
  EXPECT_EQ(a->declared.indices[2].str(), "i1 // 2");
  EXPECT_EQ(instructionStr(*f.instructions[1]),
            "c[i, j_inner + 2*j_outer] = a[i, j_inner, j_outer]  {id=second}");

  Kernel c = splitArrayAxis(k, "a", "1", 4, "C", /*autoSplitInames=*/false);
  verifyKernel(c);
  EXPECT_EQ(layout(c, "a"), "N0,N2,N1");
  EXPECT_EQ(c.findVariable("a")->axes[1].extent.str(), "2");
  EXPECT_EQ(instructionStr(*c.instructions[1]),
            "c[i, j] = a[i, j // 4, j % 4]  {id=second}");
}

TEST(SplitArrayAxis, SimplifiesByRanges) {
  Kernel k = splitArrayAxis(splitIname(rectangle(), "j", 2), "b", "1", 4);
  EXPECT_EQ(
      instructionStr(*k.instructions[0]).substr(0, 40),
      std::string("a[i, j_inner + 2*j_outer] = b[i, (j_inner + 2*j_outer) "
                  "// 4, (j_inner + 2*j_outer) % 4]")
          .substr(0, 40));
  k = splitArrayAxis(splitIname(rectangle(), "j", 4), "b", "1", 4);
  EXPECT_NE(instructionStr(*k.instructions[0]).find("b[i, j_outer, j_inner]"),
            std::string::npos);
}

TEST(SplitArrayAxis, Errors) {
  EXPECT_MESSAGE("must be C or F",
                 splitArrayAxis(rectangle(), "a", "1", 2, "D"));
  EXPECT_MESSAGE("must be positive", splitArrayAxis(rectangle(), "a", "1", 0));
  EXPECT_MESSAGE("none is '2'", splitArrayAxis(rectangle(), "a", "2", 2));
}

TEST(Temporaries, AddressSpace) {
  Kernel k = setTemporaryAddressSpace(triangle(), {"t"}, "local");
  EXPECT_EQ(k.findVariable("t")->space, AddressSpace::Local);
  EXPECT_MESSAGE("no address space",
                 setTemporaryAddressSpace(k, {"t"}, "register"));
  EXPECT_MESSAGE("no temporary 'a'",
                 setTemporaryAddressSpace(k, {"a"}, "local"));
}
