#include "../TestKernel.h"
#include "loopyc/Analysis/Counts.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

using Lines = std::vector<std::string>;

CountOptions perItem() {
  CountOptions options;
  options.granularity = CountGranularity::WorkItem;
  options.withinSubscripts = false;
  return options;
}

Lines operations(const Kernel &kernel, const CountOptions &options) {
  Lines lines;
  auto counts = operationCounts(kernel, instanceCounts(kernel, 32), options);
  for (const auto &[operation, count] : counts.values)
    lines.push_back(operation.type.str() + " " + operation.kind + " " +
                    granularityName(operation.granularity) + ": " +
                    count.str());
  return lines;
}

std::string str(const Strides &strides) {
  std::string text;
  for (const auto &[axis, stride] : strides)
    text += " " + std::to_string(axis) + ":" + (stride.empty() ? "?" : stride);
  return text;
}

Lines accesses(const Kernel &kernel, const CountOptions &options = {}) {
  Lines lines;
  auto counts = accessCounts(kernel, instanceCounts(kernel, 32), options);
  for (const auto &[access, count] : counts.values)
    lines.push_back(std::string(addressSpaceName(access.space)) +
                    (access.store ? " store " : " load ") + access.variable +
                    (access.lanes > 1 ? "*" + std::to_string(access.lanes)
                                      : "") +
                    " lid" + str(access.lidStrides) + " gid" +
                    str(access.gidStrides) + " " +
                    granularityName(access.granularity) + ": " + count.str());
  return lines;
}

// c[i, j] = c[i, j] + a[i, k]*b[k, j], i and j in tiles.
TestKernel matrixProduct() {
  TestKernel k("product");
  k.domain("[m] -> { [io, ii] : 0 <= ii < 16 and 0 <= 16io + ii < m }")
      .domain("[n] -> { [jo, ji] : 0 <= ji < 8 and 0 <= 8jo + ji < n }")
      .domain("[l] -> { [k] : 0 <= k < l }")
      .array("a", {"m", "l"})
      .array("b", {"l", "n"})
      .array("c", {"m", "n"});
  k.insn("s", {"io", "ii", "jo", "ji", "k"},
         "c[16*io + ii, 8*jo + ji] = c[16*io + ii, 8*jo + ji] + "
         "a[16*io + ii, k]*b[k, 8*jo + ji]",
         {0, "jo", 0, "ji", 0, "io", 0, "ii", 0, "k", 0});
  k.tag("io", "g.0").tag("ii", "l.0").tag("jo", "g.1").tag("ji", "l.1");
  return k;
}

TEST(OperationCounts, TilesThatDoNotDivideCountAsTheLoopsTheyWere) {
  EXPECT_EQ(operations(matrixProduct().kernel, perItem()),
            (Lines{"float64 add workitem: [n, m, l] -> { n * m * l : n > 0 "
                   "and m > 0 and l > 0 }",
                   "float64 mul workitem: [n, m, l] -> { n * m * l : n > 0 "
                   "and m > 0 and l > 0 }"}));
}

TEST(OperationCounts, ASubGroupRunsWhatItsItemsRunTogether) {
  CountOptions options;
  options.withinSubscripts = false;
  auto kernel = matrixProduct().kernel;
  auto counts = operationCounts(kernel, instanceCounts(kernel, 32), options);
  const auto &add = *counts.values.begin();
  EXPECT_EQ(add.first.granularity, CountGranularity::SubGroup);
  // 3 times 2 groups of 4 sub-groups, 5 values of k.
  EXPECT_EQ(add.second.valueAt({{"m", 33}, {"n", 9}, {"l", 5}}), "120");
  options.granularity = CountGranularity::WorkGroup;
  counts = operationCounts(kernel, instanceCounts(kernel, 32), options);
  EXPECT_EQ(counts.values.begin()->second.valueAt(
                {{"m", 33}, {"n", 9}, {"l", 5}}),
            "30");
}

TEST(OperationCounts, KindsByOperatorAndFunction) {
  TestKernel k("kinds");
  k.domain("{ [i] : 0 <= i < 10 }").array("x", {"12"}).array("y", {"12"});
  k.insn("s", {"i"},
         "y[i] = max(x[i], x[i + 1], 2.0)/3.0 - exp(x[i])**2 + sqrt(-x[i])",
         {0, "i", 0});
  CountOptions all = perItem();
  all.withinSubscripts = true;
  EXPECT_EQ(operations(k.kernel, all),
            (Lines{"int32 add workitem: { 10 }", "float64 add workitem: { 10 }",
                   "float64 div workitem: { 10 }",
                   "float64 func:exp workitem: { 10 }",
                   "float64 func:sqrt workitem: { 10 }",
                   "float64 maxmin workitem: { 20 }",
                   "float64 pow workitem: { 10 }",
                   "float64 sub workitem: { 10 }"}));
}

TEST(OperationCounts, AffineGuardsRestrict) {
  TestKernel k("triangle");
  k.domain("[n] -> { [i, j] : 0 <= i < n and 0 <= j < n }")
      .array("x", {"n", "n"});
  k.insn("s", {"i", "j"}, "x[i, j] = x[i, j] + 1.0", {0, "i", 0, "j", 0},
         {"j <= i"});
  EXPECT_EQ(operations(k.kernel, perItem()),
            Lines{"float64 add workitem: [n] -> { (1/2 * n + 1/2 * n^2) : n > "
                  "0 }"});
}

TEST(OperationCounts, GuardsOnDataAreTakenToHold) {
  TestKernel k("guarded");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"});
  k.insn("s", {"i"}, "x[i] = x[i] + 1.0", {0, "i", 0}, {"x[i] > 0.0"});
  auto counts = operationCounts(k.kernel, instanceCounts(k.kernel, 32),
                                perItem());
  EXPECT_EQ(counts.values.begin()->second.str(), "[n] -> { n : n > 0 }");
  ASSERT_EQ(counts.remarks.size(), 1u);
  EXPECT_NE(counts.remarks[0].find("'s'"), std::string::npos);
  EXPECT_NE(counts.remarks[0].find("x[i] > 0"), std::string::npos);
}

TEST(OperationCounts, LoopsThatDataBoundHaveNoCount) {
  TestKernel k("rows");
  k.temporary("rowlength", {}, AddressSpace::Private, Type::integer(4));
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[rowlength] -> { [j] : 0 <= j < rowlength }")
      .array("x", {"n"})
      .array("length", {"n"}, Type::integer(4));
  k.insn("r", {"i"}, "rowlength = length[i]", {0, "i", 0});
  k.insn("s", {"i", "j"}, "x[i] = x[i] + 1.0", {0, "i", 1, "j", 0});
  auto counts = operationCounts(k.kernel, instanceCounts(k.kernel, 32),
                                perItem());
  EXPECT_TRUE(counts.values.empty());
  ASSERT_EQ(counts.uncounted.size(), 1u);
  std::string message = counts.uncounted[0].what();
  EXPECT_NE(message.find("'s'"), std::string::npos);
  EXPECT_NE(message.find("'rowlength'"), std::string::npos);
}

TEST(OperationCounts, SubGroupsNeedAConstantLocalAxis) {
  TestKernel k("wide");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"}).tag("i", "l.0");
  k.insn("s", {"i"}, "x[i] = x[i] + 1.0", {0, "i", 0});
  auto counts = operationCounts(k.kernel, instanceCounts(k.kernel, 32));
  EXPECT_EQ(counts.uncounted.size(), 1u);
  EXPECT_EQ(operations(k.kernel, perItem()).size(), 1u);
}

TEST(AccessCounts, StridesOnHardwareAxes) {
  std::string all = ": [n, m, l] -> { n * m * l : n > 0 and m > 0 and l > 0 }";
  auto kernel = matrixProduct().kernel;
  Lines lines = accesses(kernel);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "global load a lid 0:1 gid 0:16 workitem" + all);
  // Neighbours on axis 0 read the same element of b: once for 32 of them.
  EXPECT_EQ(lines[1].substr(0, lines[1].find(" [")),
            "global load b lid 1:l gid 1:8*l subgroup:");
  EXPECT_EQ(lines[2], "global load c lid 0:1 1:m gid 0:16 1:8*m workitem" +
                          all);
  EXPECT_EQ(lines[3], "global store c lid 0:1 1:m gid 0:16 1:8*m workitem" +
                          all);
}

TEST(AccessCounts, IndirectAccessHasNoStride) {
  TestKernel k("gather");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("x", {"n"})
      .array("at", {"n"}, Type::integer(4))
      .array("y", {"n"})
      .tag("i", "l.0");
  k.insn("s", {"i"}, "y[i] = x[at[i]]", {0, "i", 0});
  std::string n = " gid workitem: [n] -> { n : n > 0 }";
  EXPECT_EQ(accesses(k.kernel),
            (Lines{"global load at lid 0:1" + n, "global load x lid 0:?" + n,
                   "global store y lid 0:1" + n}));
}

TEST(AccessCounts, PrivateTemporariesAreNoMemory) {
  TestKernel k("staged");
  k.domain("{ [i] : 0 <= i < 8 }")
      .array("x", {"8"})
      .temporary("p", {}, AddressSpace::Private)
      .temporary("t", {"8"}, AddressSpace::Local)
      .tag("i", "l.0");
  k.insn("a", {"i"}, "p = x[i]", {0, "i", 0});
  k.insn("b", {"i"}, "t[i] = p", {0, "i", 1});
  EXPECT_EQ(accesses(k.kernel),
            (Lines{"local store t lid 0:1 gid workitem: { 8 }",
                   "global load x lid 0:1 gid workitem: { 8 }"}));
}

// x[v, i] of short vectors: component 1, and whole vectors by a vec iname.
TestKernel shortVectors(const std::string &component) {
  TestKernel k("vectors");
  k.domain("{ [i, v] : 0 <= i < 10 and 0 <= v < 4 }")
      .array("x", {"4", "10"})
      .array("y", {"4", "10"});
  Variable x = *k.kernel.findVariable("x");
  x.axes[0].tag = VectorAxis{};
  x.axes[1].tag = NestedAxis{0};
  k.kernel.setVariable(std::make_shared<const Variable>(x));
  k.insn("s", {"i", "v"}, "y[v, i] = x[" + component + ", i]",
         {0, "i", 0, "v", 0});
  k.tag("i", "l.0").tag("v", "vec");
  return k;
}

TEST(AccessCounts, OneComponentOfAShortVector) {
  EXPECT_EQ(accesses(shortVectors("1").kernel)[0],
            "global load x lid 0:4 gid workitem: { 40 }");
}

TEST(AccessCounts, AShortVectorAsAWhole) {
  Kernel kernel = shortVectors("v").kernel;
  EXPECT_EQ(accesses(kernel)[0],
            "global load x*4 lid 0:1 gid workitem: { 10 }");
  auto counts = accessCounts(kernel, instanceCounts(kernel, 32));
  EXPECT_EQ(counts.values.begin()->first.bytes(), 32);
}

TEST(FootprintCounts, EachElementOnce) {
  TestKernel k("stencil");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [t] : 0 <= t < 5 }")
      .array("x", {"n + 2"})
      .array("y", {"n"});
  k.insn("s", {"t", "i"}, "y[i] = x[i] + x[i + 1] + x[i + 2]",
         {0, "t", 0, "i", 0});
  auto counts = footprintCounts(k.kernel);
  ASSERT_EQ(counts.values.size(), 2u);
  auto x = counts.values.begin(), y = std::next(x);
  EXPECT_EQ(x->first.variable, "x");
  EXPECT_FALSE(x->first.store);
  EXPECT_EQ(x->second.valueAt({{"n", 1}}), "3");
  EXPECT_EQ(x->second.valueAt({{"n", 50}}), "52");
  EXPECT_TRUE(y->first.store);
  EXPECT_EQ(y->second.str(), "[n] -> { n : n > 0 }");
}

TEST(FootprintCounts, SubscriptsThatAreNotAffineAreReported) {
  TestKernel k("gather");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("x", {"n"})
      .array("at", {"n"}, Type::integer(4))
      .array("y", {"n"});
  k.insn("s", {"i"}, "y[i] = x[at[i]]", {0, "i", 0});
  auto counts = footprintCounts(k.kernel);
  EXPECT_EQ(counts.values.size(), 2u);
  ASSERT_EQ(counts.uncounted.size(), 1u);
  EXPECT_NE(std::string(counts.uncounted[0].what()).find("'x'"),
            std::string::npos);
}

} // namespace
