// Reductions mean the same before and after they are realized, and whatever
// becomes of their inames.
#include "Helpers.h"

#include <cmath>

using namespace loopyc;

// Equal arrays after a run, whatever temporaries there are.
static void expectEqual(const Kernel &before, const Kernel &after) {
  verifyKernel(after);
  for (int n : {1, 2, 5}) {
    verify::Contents a = contentsFor(before, n), b = a;
    run(before, a);
    run(after, b);
    for (const auto &[name, argument] : a.arguments)
      EXPECT_TRUE(argument.elements == b.arguments[name].elements)
          << name << ", n = " << n << "\n"
          << kernelStr(after);
  }
}

static TestKernel frame() {
  TestKernel k("reductions");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [k] : 0 <= k < n }")
      .domain("[n] -> { [q] : 0 <= q < n }")
      .domain("[k] -> { [l] : 0 <= l < k }")
      .domain("[i] -> { [m] : 0 <= m < i }")
      .array("a", {"n", "n"})
      .array("b", {"n"})
      .array("y", {"n"});
  return k;
}

static Kernel matrixVector() {
  TestKernel k = frame();
  k.insn("insn", {"i"}, "y[i] = 2*sum(k, a[i, k]*b[k]) + b[i]", {0, "i", 0});
  return k.kernel;
}

static Kernel kernelOf(const std::string &value,
                       const std::vector<std::string> &predicates = {}) {
  TestKernel k = frame();
  k.insn("insn", {"i"}, "y[i] = " + value, {0, "i", 0}, predicates);
  return k.kernel;
}

static std::vector<std::string> textOf(const Kernel &kernel) {
  std::vector<std::string> lines;
  for (const InstructionPtr &insn : kernel.instructions)
    lines.push_back(instructionStr(*insn));
  return lines;
}

using Lines = std::vector<std::string>;

// The interpreter's own meaning, in numbers.
TEST(Reduction, CombinesAllPoints) {
  auto valueAt = [](const std::string &text, int i) {
    Kernel kernel = kernelOf(text);
    verifyKernel(kernel);
    verify::Contents contents = contentsFor(kernel, 4);
    for (size_t e = 0; e < 4; ++e)
      contents.arguments["b"].elements[e] =
          verify::fraction(3 - static_cast<int>(e), 1);
    run(kernel, contents);
    return verify::valueStr(contents.arguments["y"].elements[i], Type::real(8));
  };
  EXPECT_EQ(valueAt("sum(k, b[k])", 0), "6");
  EXPECT_EQ(valueAt("product(k, b[k] + 1)", 0), "24");
  EXPECT_EQ(valueAt("min([k], b[k])", 0), "0");
  EXPECT_EQ(valueAt("max([k], b[k])", 0), "3");
  EXPECT_EQ(valueAt("sum([k, l], b[l])", 0), "14"); // 3 + (3 + 2) + (3 + 2 + 1)
  EXPECT_EQ(valueAt("if(all(k, b[k] >= 0), 1.0d0, 2.0d0)", 0), "1");
  EXPECT_EQ(valueAt("if(any(k, b[k] > 3), 1.0d0, 2.0d0)", 0), "2");
  // Over nothing.
  EXPECT_EQ(valueAt("sum(m, b[m])", 0), "0");
  EXPECT_EQ(valueAt("sum(m, b[m])", 2), "5");
  EXPECT_EQ(valueAt("product(m, b[m])", 0), "1");
  EXPECT_EQ(valueAt("if(all(m, b[m] < 0), 1.0d0, 2.0d0)", 0), "1");
  EXPECT_EQ(valueAt("if(any(m, b[m] >= 0), 1.0d0, 2.0d0)", 0), "2");
}

TEST(RealizeReductions, MakesALoopThatUpdatesATemporary) {
  Kernel after = realizeReductions(matrixVector());
  EXPECT_EQ(textOf(after),
            (Lines{"acc_k = 0.0d0  {id=insn_k_init}",
                   "acc_k = acc_k + a[i, k]*b[k]  {id=insn_k_update}",
                   "y[i] = 2.0d0*acc_k + b[i]  {id=insn}"}));
  EXPECT_EQ(after.instructions[1]->inames, (Lines{"i", "k"}));
  EXPECT_TRUE(after.instructions[1]->update());
  EXPECT_TRUE(after.findVariable("acc_k")->isTemporary());
  EXPECT_FALSE(hasReductions(after));
  EXPECT_TRUE(hasReductions(matrixVector()));
  expectEqual(matrixVector(), after);
}

TEST(RealizeReductions, KeepsTheMeaning) {
  for (const char *value :
       {"sum(k, a[i, k]) - product(k, a[k, i])", "sum([k, l], a[k, l]*b[i])",
        "sum(k, b[k]*sum(l, a[k, l]))",
        "min([k], a[i, k]) + max([k], a[k, i]*b[k])",
        "max([k], min([l], a[k, l]))", "if(any(k, a[i, k] > b[k]), b[i], 0)",
        "if(all(k, a[i, k] > b[k]), b[i], 0)", "b[i] + sum(m, b[m])",
        "sum(m, b[m]*y[m])"}) {
    Kernel before = kernelOf(value);
    verifyKernel(before);
    expectEqual(before, realizeReductions(before));
  }
}

// a[i, i + 1] of the last iteration is never read: neither before nor after.
TEST(RealizeReductions, ComputesOnlyWhatIsSelected) {
  Kernel before =
      kernelOf("if(i + 1 < n, sum(k, a[k, i + 1]), b[i])", {"b[i] > 3"});
  Kernel after = realizeReductions(before);
  EXPECT_EQ(textOf(after)[1],
            "if (b[i] > 3.0d0) and (i + 1 < n) acc_k = acc_k + a[k, i + 1]  "
            "{id=insn_k_update}");
  expectEqual(before, after);
}

TEST(RealizeReductions, InConditionsAndSubscripts) {
  Kernel before =
      kernelOf("b[i]", {"i > 0", "sum(k, a[i, k]) > 20", "b[i] > 3"});
  Kernel after = realizeReductions(before);
  EXPECT_EQ(textOf(after)[0], "if (i > 0) acc_k = 0.0d0  {id=insn_k_init}");
  expectEqual(before, after);
  Kernel indirect = kernelOf("b[sum(m, 1)]");
  expectEqual(indirect, realizeReductions(indirect));
}

// Instructions before and after stay there; several realized ones do too.
TEST(RealizeReductions, KeepsTheOrderAround) {
  TestKernel k = frame();
  k.insn("first", {"i"}, "b[i] = a[i, i]", {0, "i", 0})
      .insn("second", {"i"}, "y[i] = sum(m, b[m]) + sum(k, a[k, i])",
            {0, "i", 1})
      .insn("third", {"i"}, "b[i] = y[i]*product(m, b[m])", {0, "i", 2});
  verifyKernel(k.kernel);
  expectEqual(k.kernel, realizeReductions(k.kernel));
}

TEST(RealizeReductions, UpdatesStayUpdates) {
  TestKernel k = frame();
  k.insn("insn", {"i"}, "y[i] = y[i] + sum(k, a[i, k])", {0, "i", 0});
  Kernel after = realizeReductions(k.kernel);
  EXPECT_TRUE(after.instructions[2]->update());
  expectEqual(k.kernel, after);
}

// That work-items make a value together is another pass' matter.
TEST(RealizeReductions, LeavesTagsAsTheyAre) {
  for (const char *tag : {"l.0", "g.0", "l.auto"}) {
    Kernel kernel = matrixVector();
    kernel.inameTags["k"] = InameTag::parse(tag);
    expectEqual(kernel, realizeReductions(kernel));
  }
}

// --- split

static std::string valueIn(const Kernel &kernel) {
  return kernel.instructions[0]->assignment().value.str();
}

TEST(SplitReduction, PutsInamesInsideOrOutside) {
  Kernel kernel = kernelOf("2*sum([k, q], a[k, q]*b[i])");
  Kernel inward = splitReductionInward(kernel, {"q"});
  EXPECT_EQ(valueIn(inward), "2.0d0*sum(k, sum(q, a[k, q]*b[i]))");
  expectEqual(kernel, inward);
  Kernel outward = splitReductionOutward(kernel, {"q"});
  EXPECT_EQ(valueIn(outward), "2.0d0*sum(q, sum(k, a[k, q]*b[i]))");
  expectEqual(kernel, outward);
  Remarks remarks;
  splitReductionInward(kernel, {"k"}, {}, &remarks);
  EXPECT_EQ(remarks, Remarks{"reassociates reductions over 'k'"});
}

TEST(SplitReduction, WantsOtherInames) {
  EXPECT_MESSAGE("no reduction is over 'k' and another",
                 splitReductionInward(matrixVector(), {"k"}));
  EXPECT_MESSAGE("is over 'q'", splitReductionOutward(matrixVector(), {"q"}));
}

// --- inames

TEST(Reduction, FollowsItsInames) {
  Kernel before = matrixVector();
  Kernel split = splitIname(before, "k", 2);
  EXPECT_EQ(textOf(split)[0],
            "y[i] = 2.0d0*sum([k_outer, k_inner], a[i, k_inner + "
            "2*k_outer]*b[k_inner + 2*k_outer]) + b[i]  {id=insn}");
  EXPECT_FALSE(split.hasIname("k"));
  expectEqual(before, split);
  expectEqual(before, realizeReductions(split));
  expectEqual(before, splitIname(before, "i", 2));
  expectEqual(before, renameIname(before, "k", "kk", false));
  expectEqual(before, renameIname(before, "k", "q", true));
  Kernel copied = duplicateInames(before, {"k"}, {}, {"kk"});
  EXPECT_EQ(textOf(copied)[0],
            "y[i] = 2.0d0*sum(kk, a[i, kk]*b[kk]) + b[i]  {id=insn}");
  expectEqual(before, copied);
}

TEST(Reduction, WithinSelectsReducingInstructions) {
  TestKernel k = frame();
  k.insn("one", {"i"}, "y[i] = sum(k, a[i, k])", {0, "i", 0})
      .insn("two", {"i"}, "b[i] = sum(k, a[k, i])", {0, "i", 1});
  SplitOptions options;
  options.within = byId("two");
  Kernel split = splitIname(k.kernel, "k", 2, options);
  EXPECT_TRUE(split.hasIname("k"));
  expectEqual(k.kernel, split);
}

static Kernel partOf() {
  TestKernel k("part");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [p] : 0 <= p < 3 }")
      .array("c", {"3"})
      .array("y", {"n"});
  k.insn("insn", {"i"}, "y[i] = sum(p, c[p])", {0, "i", 0});
  return k.kernel;
}

TEST(Reduction, JoinsInamesThatItHasAll) {
  TestKernel k("join");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [p, q] : 0 <= p < 3 and 0 <= q < 4 }")
      .array("c", {"3", "4"})
      .array("y", {"n"});
  k.insn("insn", {"i"}, "y[i] = i*sum([p, q], c[p, q])", {0, "i", 0});
  Kernel joined = joinInames(k.kernel, {"p", "q"}, "r");
  EXPECT_TRUE(joined.hasIname("r"));
  expectEqual(k.kernel, joined);
  expectEqual(partOf(), chunkIname(partOf(), "p", 2));
  EXPECT_MESSAGE("a reduction over 'p', but not over all of",
                 joinInames(partOf(), {"i", "p"}, "r"));
}

TEST(Reduction, IsFollowedThroughRules) {
  TestKernel k = frame();
  k.rule("row", {"x"}, "sum(k, a[x, k])");
  k.insn("insn", {"i"}, "y[i] = row(i) + row(0)", {0, "i", 0});
  verifyKernel(k.kernel);
  Kernel split = splitIname(k.kernel, "k", 2);
  EXPECT_FALSE(split.hasIname("k"));
  expectEqual(k.kernel, split);
  expectEqual(k.kernel, expandRules(k.kernel));
  expectEqual(k.kernel, realizeReductions(expandRules(k.kernel)));
}

TEST(Reduction, CapturesNothing) {
  TestKernel k = frame();
  k.rule("row", {"x"}, "sum(k, a[x, k])");
  k.insn("insn", {"k"}, "y[k] = row(k)", {0, "k", 0});
  EXPECT_MESSAGE("which is not the 'k' of the reduction",
                 expandRules(k.kernel));
  TestKernel inside = frame();
  inside.rule("row", {"x"}, "sum(k, a[x, k])");
  inside.insn("insn", {"k"}, "y[k] = row(0)", {0, "k", 0});
  EXPECT_MESSAGE("is within 'k' already", expandRules(inside.kernel));
  EXPECT_MESSAGE("'k' is taken there",
                 renameIname(kernelOf("sum([k, q], a[q, k])"), "q", "k", true));
}

// What has `x` as its parameter.
static RuleTemplate templateOf(const Kernel &kernel, const std::string &text,
                               Type type) {
  auto resolve = [type, known = resolverOf(kernel)](const std::string &word) {
    ResolvedName x{ResolvedName::Scalar, type, 0, word};
    return word == "x" ? x : known(word);
  };
  return {{"x"}, parseExpr(text, resolve), text};
}

TEST(Reduction, IsMatchedByTemplates) {
  Kernel before = matrixVector();
  Kernel after = extractSubst(
      before, "dot",
      templateOf(before, "sum(k, a[x, k]*b[k])", Type::integer(4)));
  EXPECT_EQ(textOf(after)[0], "y[i] = 2.0d0*dot(i) + b[i]  {id=insn}");
  expectEqual(before, after);
  // The argument of a rule has no k.
  EXPECT_MESSAGE("no expression",
                 extractSubst(before, "dot",
                              templateOf(before, "sum(k, x*b[k])",
                                         Type::real(8))));
}

// A loop is made of it, of whose instructions those are meant that the one that
// had it is meant by.
TEST(Reduction, IsALoopWhereWhatItReadsIsStaged) {
  PrefetchOptions options;
  options.sweepInames = {"k"};
  options.within = [](const Kernel &, const Instruction &insn) {
    return insn.id == "insn";
  };
  Kernel after = addPrefetch(matrixVector(), {"a", {}}, options);
  bool isFound = false;
  for (const std::string &text : textOf(after))
    isFound |= text.find("a_fetch[k, i]") != std::string::npos &&
               text.find("id=insn_k_update") != std::string::npos;
  EXPECT_TRUE(isFound);
  EXPECT_FALSE(hasReductions(after));
  options.within = [](const Kernel &, const Instruction &insn) {
    return insn.id == "other";
  };
  EXPECT_MESSAGE("has no read of 'a'",
                 addPrefetch(matrixVector(), {"a", {}}, options));
}

TEST(Reduction, IsAValueOfARule) {
  TestKernel k = frame();
  k.temporary("t", {"n"});
  k.insn("first", {"i"}, "t[i] = sum(k, a[i, k]*b[k])", {0, "i", 0});
  k.insn("second", {"i"}, "y[i] = t[i]*b[i]", {0, "i", 1});
  const Kernel after = assignmentToSubst(k.kernel, "t", {});
  EXPECT_EQ(after.instructions.size(), 1u);
  EXPECT_EQ(after.findVariable("t"), nullptr);
  expectEqual(k.kernel, after);
}
