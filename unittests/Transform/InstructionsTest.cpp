#include "Helpers.h"

#include "loopyc/IR/NoSync.h"

using namespace loopyc;

TEST(Instructions, FindAndTag) {
  Kernel k = tagInstructions(triangle(), "prep", byId("load"));
  EXPECT_EQ(findInstructions(k, byId("load"))[0]->tags.count("prep"), 1u);
  EXPECT_TRUE(findInstructions(k, byId("none")).empty());
  EXPECT_MESSAGE("matches no instruction",
                 tagInstructions(k, "prep", byId("none")));
  EXPECT_MESSAGE("not a tag", tagInstructions(k, "a b"));
}

TEST(Instructions, DependenciesAndNosync) {
  Kernel k = addDependency(triangle(), byId("store"), byId("load"));
  verifyKernel(k);
  EXPECT_EQ(k.instructions[2]->dependsOn.count("load"), 1u);
  Remarks remarks;
  k = addNosync(k, {true, false}, byId("load"), byId("store"), true, false,
                &remarks);
  EXPECT_TRUE(noSyncOf(*k.instructions[2], "load").local);
  EXPECT_FALSE(noSyncOf(*k.instructions[2], "load").global);
  EXPECT_TRUE(noSyncOf(*k.instructions[0], "store").local);
  verifyKernel(k);
  k = addNosync(k, {false, true}, byId("load"), byId("store"));
  EXPECT_TRUE(noSyncOf(*k.instructions[2], "load").global);
  EXPECT_EQ(k.instructions[2]->noSyncWith,
            (std::map<std::string, NoSync>{{"load", {true, true}}}));
  EXPECT_EQ(remarks.size(), 1u);
  NoSync any{true, true};
  EXPECT_MESSAGE("the sink query", addNosync(k, any, {}, byId("none")));
  addNosync(k, any, {}, byId("none"), false, /*emptyOk=*/true);
}

TEST(AddBarrier, TakesItsPlaceInTheOrder) {
  BarrierOptions options;
  options.scope = BarrierScope::Local;
  Kernel k = addBarrier(triangle(), byId("load"), byId("update"), options);
  verifyKernel(k);
  expectSame(triangle(), k);
  ASSERT_EQ(k.instructions.size(), 4u);
  const Instruction &barrier = *k.instructions[1];
  EXPECT_EQ(instructionStr(barrier), "... lbarrier  {id=barrier, dep=load}");
  EXPECT_EQ(barrier.inames, (std::vector<std::string>{"i"}));
  EXPECT_EQ(barrier.time.size(), 3u);
  EXPECT_EQ(barrier.time[2].str(), "1");
  EXPECT_EQ(k.instructions[2]->time[2].str(), "2");
  EXPECT_EQ(k.instructions[3]->time[2].str(), "3");
}

TEST(AddBarrier, Errors) {
  EXPECT_MESSAGE("does not come before",
                 addBarrier(triangle(), byId("store"), byId("load")));
  EXPECT_MESSAGE("matches no instruction",
                 addBarrier(triangle(), byId("none"), byId("load")));
  EXPECT_MESSAGE("needs insn_before", addBarrier(triangle(), {}, {}));
}

TEST(ExpandRules, NestedRules) {
  Kernel k = rectangle();
  Type f64 = Type::real(8);
  Expr x = Expr::var("x", f64);
  k.rules.push_back(
      {"twice", {"x"}, Expr::binary(BinaryOp::Mul, Expr::real(2, f64), x)});
  k.rules.push_back(
      {"four",
       {"x"},
       Expr::rule("twice", {Expr::rule("twice", {x}, f64)}, f64)});
  Expr call = Expr::rule("four", {Expr::real(3, f64)}, f64);
  EXPECT_EQ(expandRules(k, call).str(), "2.0d0*(2.0d0*3.0d0)");
  k.rules.push_back({"loop", {}, Expr::rule("loop", {}, f64)});
  EXPECT_MESSAGE("uses itself", expandRules(k, Expr::rule("loop", {}, f64)));
}

// --- fusion

static Kernel part(const std::string &name, const std::string &target) {
  TestKernel k(name);
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("x", {"n"})
      .array("y", {"n"})
      .temporary("t")
      .insn("load", {"i"}, "t = x[i]", {0, "i", 0})
      .insn("store", {"i"}, target + "[i] = t + y[i]", {0, "i", 1});
  return k.kernel;
}

TEST(FuseKernels, OneAfterTheOther) {
  Kernel a = part("a", "x"), b = part("b", "y");
  Kernel k = fuseKernels({a, b}, {"_r", "_s"});
  verifyKernel(k);
  EXPECT_EQ(k.name, "a_and_b");
  EXPECT_EQ(k.domains.size(), 1u);
  EXPECT_EQ(k.arguments.size(), 3u);
  EXPECT_EQ(k.temporaries[0]->name, "t_r");
  EXPECT_EQ(k.temporaries[1]->name, "t_s");
  EXPECT_EQ(instructionStr(*k.instructions[3]),
            "y[i] = t_s + y[i]  {id=store_s}");
  EXPECT_EQ(k.instructions[3]->time[0].str(), "1");
  verify::Contents contents = contentsFor(k, 3);
  EXPECT_EQ(run(k, contents), 12);
}

TEST(FuseKernels, DataFlowSharesAndOrders) {
  Kernel a = part("a", "x"), b = part("b", "y");
  Kernel k = fuseKernels({a, b}, {"_r", "_s"}, {{"t", 1, 0}});
  verifyKernel(k);
  EXPECT_EQ(k.temporaries.size(), 1u);
  EXPECT_EQ(k.temporaries[0]->name, "t");
  EXPECT_EQ(k.name, "b_and_a");
  EXPECT_MESSAGE("circle", fuseKernels({a, b}, {}, {{"t", 1, 0}, {"t", 0, 1}}));
  EXPECT_MESSAGE("names kernel number 2",
                 fuseKernels({a, b}, {}, {{"t", 0, 2}}));
}

TEST(FuseKernels, WithoutSuffixesNamesStayUnique) {
  Kernel k = fuseKernels({part("a", "x"), part("b", "y"), part("c", "x")});
  verifyKernel(k);
  EXPECT_EQ(k.temporaries.size(), 3u);
  EXPECT_EQ(k.temporaries[0]->name, "t");
}

TEST(FuseKernels, Errors) {
  Kernel a = part("a", "x"), b = part("b", "y");
  Kernel longer = b;
  longer.domains[0] = poly::Set::parse("[n] -> { [i] : 0 <= i <= n }");
  EXPECT_MESSAGE("must have one domain", fuseKernels({a, longer}));
  Kernel single = b;
  auto y = std::make_shared<Variable>(*b.findVariable("y"));
  y->axes[0].extent = y->axes[0].extent + 1;
  single.setVariable(y);
  EXPECT_MESSAGE("declare 'y' differently", fuseKernels({a, single}));
  EXPECT_MESSAGE("one suffix for each", fuseKernels({a, b}, {"_r"}));
  EXPECT_MESSAGE("is tagged g.0 in one",
                 fuseKernels({tagInames(a, {{"i", tag("g.0")}}),
                              tagInames(b, {{"i", tag("l.0")}})}));
  EXPECT_MESSAGE("fixed in one kernel",
                 fuseKernels({fixParameters(a, {{"n", Expr::integer(4)}}),
                              renameIname(b, "i", "k")}));
}

// A condition that reads what is updated sees what others made of it meanwhile.
TEST(MakeAtomic, NeedsConditionsThatReadOtherThings) {
  TestKernel k("fill");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("ix", {"n"}, Type::integer(4))
      .array("h", {"n"}, Type::integer(4));
  k.insn("put", {"i"}, "h[ix[i]] = h[ix[i]] + 1", {0, "i", 0}, {"ix[i] > 0"});
  Kernel made = makeAtomic(k.kernel, "h");
  EXPECT_TRUE(made.instructions[0]->update()->atomic);
  EXPECT_FALSE(k.kernel.instructions[0]->update()->atomic);
  k.insn("top", {"i"}, "h[i] = h[i] + 1", {0, "i", 1}, {"h[i] < 5"});
  EXPECT_NE(messageOf([&] {
              makeAtomic(k.kernel, "h");
            }).find("'top' updates h[i] under a condition that reads it"),
            std::string::npos);
  EXPECT_TRUE(
      makeAtomic(k.kernel, "h", byId("put")).instructions[0]->update()->atomic);
}

TEST(MakeAtomic, RemarksOnRoundingWhereThereIsSome) {
  for (auto [type, operation, count] :
       {std::tuple(Type::integer(8), "h[0] + a[i]", 0),
        std::tuple(Type::real(4), "h[0] - a[i]", 1),
        std::tuple(Type::real(4), "max(h[0], a[i])", 0)}) {
    TestKernel k("sum");
    k.domain("[n] -> { [i] : 0 <= i < n }")
        .array("a", {"n"}, type)
        .array("h", {"1"}, type);
    k.insn("u", {"i"}, std::string("h[0] = ") + operation, {0, "i", 0});
    Remarks remarks;
    makeAtomic(k.kernel, "h", {}, &remarks);
    EXPECT_EQ(static_cast<int>(remarks.size()), count) << operation;
  }
}
