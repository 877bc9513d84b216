#include "Helpers.h"

using namespace loopyc;

// --- parameters

static Kernel assumed(const Kernel &kernel, const std::string &condition) {
  return assume(kernel, poly::Set::parse("[n, i] -> { : " + condition + " }"));
}

TEST(Assume, AddsWithARemark) {
  Remarks remarks;
  poly::Set condition =
      poly::Set::parse("[n] -> { : n >= 1 and n mod 16 = 0 }");
  Kernel k = assume(triangle(), condition, "n as we like it", &remarks);
  EXPECT_EQ(remarks, (Remarks{"assumed n as we like it"}));
  EXPECT_TRUE(k.assumptions.isEqual(condition));
  assume(triangle(), condition, "", &remarks);
  EXPECT_EQ(remarks.back(), "assumed " + condition.flat().str());
  verifyKernel(k);
}

TEST(Assume, Errors) {
  EXPECT_MESSAGE("contradicts", assumed(assumed(triangle(), "n > 4"), "n < 3"));
  EXPECT_MESSAGE("'i' is no integer scalar", assumed(triangle(), "i > 4"));
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
  EXPECT_MESSAGE("contradict", fixParameters(assumed(scaled(), "n mod 16 = 0"),
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

using Tags = std::vector<AxisTagging>;

static AxisTagging level(int level) { return NestedAxis{level}; }
static const AxisTagging same = SameTag{}, cOrder = AxisOrder::C,
                         fortranOrder = AxisOrder::Fortran, vec = VectorAxis{},
                         sep = SeparateAxis{};

TEST(TagArrayAxes, Forms) {
  Kernel k = rectangle();
  auto with = [&](const Tags &tags) {
    return layout(tagArrayAxes(k, "a", tags), "a");
  };
  EXPECT_EQ(with({level(1), level(0)}), "N1,N0");
  EXPECT_EQ(with({cOrder}), "N1,N0");
  EXPECT_EQ(with({fortranOrder}), "N0,N1");
  EXPECT_EQ(with({cOrder, sep}), "N0,sep");
  EXPECT_EQ(with({same, sep}), "N0,sep");
  EXPECT_EQ(with({level(0), StrideAxis{Expr::var("n") * 2}}), "N0,stride:2*n");
  Kernel named = setArrayAxisNames(k, "a", {"row", "column"});
  std::map<std::string, AxisTagging> tags = {{"row", level(1)},
                                             {"1", level(0)}};
  EXPECT_EQ(layout(tagArrayAxes(named, "a", tags), "a"), "N1,N0");
}

TEST(TagArrayAxes, Errors) {
  Kernel k = rectangle();
  auto tagA = [&](const Tags &tags) { tagArrayAxes(k, "a", tags); };
  EXPECT_MESSAGE("N0 to N1, each once", tagA({level(0), level(0)}));
  EXPECT_MESSAGE("2 axes, but 1", tagA({level(0)}));
  EXPECT_MESSAGE("must have 2, 3, 4, 8 or 16 entries, but it has 6",
                 tagA({level(0), vec}));
  EXPECT_MESSAGE("constant extent", tagA({sep, level(0)}));
  EXPECT_MESSAGE("all follow one order", tagA({cOrder, fortranOrder}));
  EXPECT_MESSAGE("the alignment of 'N1:align:4194304' must be at most 2097152",
                 tagA({level(0), NestedAxis{1, 4194304}}));
  EXPECT_MESSAGE("no argument or temporary 'e'",
                 tagArrayAxes(k, "e", Tags{level(0), level(1)}));
  EXPECT_MESSAGE("but it is a scalar",
                 tagArrayAxes(triangle(), "t", Tags{level(0)}));
  std::map<std::string, AxisTagging> row = {{"row", level(0)}};
  EXPECT_MESSAGE("none is 'row'", tagArrayAxes(k, "a", row));
  EXPECT_MESSAGE("two axes are named", setArrayAxisNames(k, "a", {"r", "r"}));
}

TEST(SplitArrayAxis, SplitsSubscriptsAndLayout) {
  Kernel k = setArrayAxisNames(rectangle(), "a", {"row", "field"});
  Kernel f = splitArrayAxis(k, "a", "field", 2, AxisOrder::Fortran);
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

  Kernel c = splitArrayAxis(k, "a", "1", 4, AxisOrder::C,
                            /*autoSplitInames=*/false);
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
  EXPECT_MESSAGE("must be positive", splitArrayAxis(rectangle(), "a", "1", 0));
  EXPECT_MESSAGE("none is '2'", splitArrayAxis(rectangle(), "a", "2", 2));
}

TEST(Temporaries, AddressSpace) {
  Kernel k = setTemporaryAddressSpace(triangle(), {"t"}, AddressSpace::Local);
  EXPECT_EQ(k.findVariable("t")->space, AddressSpace::Local);
  EXPECT_MESSAGE("no temporary 'a'",
                 setTemporaryAddressSpace(k, {"a"}, AddressSpace::Local));
}
