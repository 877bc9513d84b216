#include "../TestKernel.h"

#include "loopyc/Support/Diagnostic.h"

#include "gtest/gtest.h"

using namespace loopyc;

static InstructionBody bodyOf(const std::string &text) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("x", {"n"})
      .temporary("s");
  k.insn("insn", {"i"}, text, {0, "i", 0});
  return k.kernel.instructions[0]->body;
}

// The operation and the other operands; "" if it is no update.
static std::string updateStr(const std::string &text) {
  InstructionBody body = bodyOf(text);
  const auto *update = std::get_if<Update>(&body);
  if (!update)
    return "";
  std::string result = reductionName(update->op);
  for (const Expr &operand : operands(*update))
    result += " " + operand.str();
  return result;
}

TEST(Update, IsFoundWhereTheBodyIsMade) {
  EXPECT_EQ(updateStr("s = s + a[i]"), "sum a[i]");
  EXPECT_EQ(updateStr("s = a[i] + s"), "sum a[i]");
  EXPECT_EQ(updateStr("s = s - a[i]"), "sum -a[i]");
  EXPECT_EQ(updateStr("s = a[i] + s - x[i]"), "sum a[i] -x[i]");
  EXPECT_EQ(updateStr("x[i] = x[i]*a[i]"), "product a[i]");
  EXPECT_EQ(updateStr("s = max(a[i], s)"), "max a[i]");
}

// Whatever is combined is an update again, of the same operation.
TEST(Update, IsWhatIsCombined) {
  for (int i = 0; i <= static_cast<int>(ReductionOp::Ieor); ++i) {
    auto op = static_cast<ReductionOp>(i);
    Type type = isLogical(op)   ? Type::logical(4)
                : isBitwise(op) ? Type::integer(4)
                                : Type::real(8);
    Expr s = Expr::var("s", type), x = Expr::var("x", type);
    for (const Expr &value : {reductionOf(op, s, x), reductionOf(op, x, s)}) {
      InstructionBody body = assign(s, value);
      const auto *update = std::get_if<Update>(&body);
      ASSERT_TRUE(update) << value.str();
      EXPECT_EQ(update->op, op) << value.str();
      EXPECT_EQ(operands(*update), std::vector<Expr>{x}) << value.str();
    }
    InstructionBody none = assign(s, reductionOf(op, s, s));
    EXPECT_FALSE(std::get_if<Update>(&none)) << reductionName(op);
  }
}

TEST(Update, OfBitsIsOneToo) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"}, Type::integer(4))
      .array("h", {"n"}, Type::integer(4));
  k.insn("all", {"i"}, "h[i] = iand(h[i], a[i])", {0, "i", 0});
  k.insn("any", {"i"}, "h[i] = ior(a[i], h[i])", {0, "i", 1});
  k.insn("odd", {"i"}, "h[i] = ieor(h[i], a[i])", {0, "i", 2});
  k.insn("none", {"i"}, "h[i] = ieor(h[i], h[i])", {0, "i", 3});
  const auto &insns = k.kernel.instructions;
  EXPECT_EQ(insns[0]->update()->op, ReductionOp::Iand);
  EXPECT_EQ(insns[1]->update()->op, ReductionOp::Ior);
  EXPECT_EQ(insns[2]->update()->op, ReductionOp::Ieor);
  EXPECT_FALSE(insns[3]->update());
}

TEST(Update, StaysAtomicWhileItIsOneByTheSameOperation) {
  InstructionBody body = bodyOf("x[i] = x[i] + a[i]");
  std::get<Update>(body).atomic = true;
  auto atomic = [&](const std::string &text) {
    InstructionBody other = bodyOf(text);
    const auto &parts = std::get<Update>(other);
    InstructionBody made = assignLike(body, parts.assignee, parts.value);
    return std::get<Update>(made).atomic;
  };
  EXPECT_TRUE(atomic("x[2*i] = x[2*i] - 3.0"));
  EXPECT_FALSE(atomic("x[i] = x[i]*a[i]"));
  InstructionBody plain = bodyOf("x[i] = x[i] + a[i]");
  const auto &parts = std::get<Update>(plain);
  InstructionBody same = assignLike(plain, parts.assignee, parts.value);
  EXPECT_FALSE(std::get<Update>(same).atomic);
}

TEST(Update, KeepsItsValueAsItIsWritten) {
  InstructionBody body = bodyOf("s = a[i] + s - x[i]");
  EXPECT_EQ(std::get<Update>(body).value.str(), "a[i] + s - x[i]");
}

TEST(Update, IsNoneWhereTheVariableIsReadBesides) {
  EXPECT_EQ(updateStr("s = a[i] - s"), "");
  EXPECT_EQ(updateStr("s = s + s"), "");
  EXPECT_EQ(updateStr("x[i] = x[i] + x[0]"), "");
  EXPECT_EQ(updateStr("s = s*2.0 + a[i]"), "");
  EXPECT_EQ(updateStr("s = max(s, s, a[i])"), "");
  EXPECT_EQ(updateStr("s = s"), "");
}

TEST(Instruction, RewritingFindsOutAnew) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).temporary("s");
  k.insn("insn", {"i"}, "s = s + a[i]", {0, "i", 0});
  InstructionPtr insn = k.kernel.instructions[0];
  InstructionPtr same = mapExprs(insn, [](const Expr &e) { return e; });
  EXPECT_EQ(same, insn);
  InstructionPtr mapped = mapExprs(insn, [](const Expr &e) {
    return rewrite(e, [](const Expr &node) {
      return node.getIf<ArrayRef>() ? Expr::var("s", node.type()) : node;
    });
  });
  EXPECT_FALSE(mapped->update());
  EXPECT_EQ(mapped->assignment().value.str(), "s + s");
}

TEST(Instruction, ABarrierAssignsNothing) {
  Instruction barrier;
  barrier.id = "wait";
  barrier.body = BarrierBody{};
  EXPECT_TRUE(barrier.assignees().empty());
  EXPECT_TRUE(barrier.reads().empty());
  EXPECT_TRUE(barrier.assigneeNames().empty());
  EXPECT_THROW(barrier.assignment(), InternalError);
}

// [s, x[i]] = sincos(2*a[i])
static Kernel callKernel() {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("x", {"n"})
      .temporary("s");
  k.call("insn", {"i"}, Routine::SinCos, {"s", "x[i]"}, {"2*a[i]"},
         {0, "i", 0});
  return k.kernel;
}

TEST(Call, HasAValueForEachAssignee) {
  Kernel kernel = callKernel();
  verifyKernel(kernel);
  InstructionPtr insn = kernel.instructions[0];
  EXPECT_EQ(instructionStr(*insn), "[s, x[i]] = sincos(2.0d0*a[i])  {id=insn}");
  EXPECT_EQ(insn->assigneeNames(), (std::vector<std::string>{"s", "x"}));
  EXPECT_TRUE(insn->assigns("x"));
  EXPECT_FALSE(insn->assigns("a"));
  ASSERT_EQ(insn->values().size(), 2u);
  EXPECT_EQ(insn->values()[0].str(), "sin(2.0d0*a[i])");
  EXPECT_EQ(insn->values()[1].str(), "cos(2.0d0*a[i])");
  // What it evaluates: the argument once, and a subscript.
  ASSERT_EQ(insn->reads().size(), 2u);
  EXPECT_EQ(insn->reads()[0].str(), "2.0d0*a[i]");
  EXPECT_EQ(insn->reads()[1].str(), "i");
  EXPECT_THROW(insn->assignment(), InternalError);
}

TEST(Call, IsRewritten) {
  InstructionPtr insn = callKernel().instructions[0];
  auto same = [](const Expr &e) { return e; };
  EXPECT_EQ(mapExprs(insn, same), insn);
  InstructionPtr mapped = mapExprs(insn, [](const Expr &e) {
    return substitute(e, {{"i", Expr::var("j")}});
  });
  EXPECT_EQ(instructionStr(*mapped),
            "[s, x[j]] = sincos(2.0d0*a[j])  {id=insn}");
}

TEST(Call, IsVerified) {
  auto message = [](const std::vector<std::string> &assignees,
                    const std::vector<std::string> &arguments) {
    TestKernel k("k");
    k.domain("[n] -> { [i] : 0 <= i < n }")
        .array("x", {"n"})
        .array("y", {"n"})
        .temporary("s")
        .temporary("single", {}, AddressSpace::Auto, Type::real(4));
    k.call("insn", {"i"}, Routine::SinCos, assignees, arguments, {0, "i", 0});
    try {
      verifyKernel(k.kernel);
    } catch (const InternalError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  auto expect = [](const std::string &text, const char *part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(message({"s", "x[i]"}, {"y[i]"}), "");
  expect(message({"s"}, {"y[i]"}), "has 2 results, but 1 are assigned");
  expect(message({"s", "x[i]"}, {"y[i]", "s"}), "takes 1 arguments, not 2");
  expect(message({"s", "x[i]"}, {"i"}), "takes real(4) or real(8)");
  expect(message({"s", "single"}, {"y[i]"}), "is assigned to single");
  expect(message({"x[i]", "x[i + 1]"}, {"y[i]"}), "in two of the assignees");
  expect(message({"s", "n"}, {"y[i]"}), "cannot be written");
}

TEST(Tags, SpellingsParseBack) {
  for (const char *text : {"None", "ord", "unr", "unr_hint", "g.0", "g.2",
                           "l.1", "l.auto", "ilp", "ilp.seq", "vec"})
    EXPECT_EQ(InameTag::parse(text).str(), text);
  EXPECT_EQ(InameTag::parse("ilp.unr").str(), "ilp");
  EXPECT_TRUE(InameTag::parse("for").isPlain());
  EXPECT_THROW(InameTag::parse("g.3"), UserError);
  EXPECT_THROW(InameTag::parse("l"), UserError);
  EXPECT_TRUE(InameTag::parse("vec").meaning().constantRange);
  EXPECT_EQ(InameTag::parse("ilp.seq").code(), LoopCode::Loop);
  EXPECT_TRUE(InameTag::parse("ilp.seq").isInnermost());
}
