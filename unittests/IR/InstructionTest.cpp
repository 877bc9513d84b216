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
  const char *names[] = {"add", "mul", "min", "max", "and", "or"};
  std::string result = names[static_cast<int>(update->op)];
  for (const Expr &operand : operands(*update))
    result += " " + operand.str();
  return result;
}

TEST(Update, IsFoundWhereTheBodyIsMade) {
  EXPECT_EQ(updateStr("s = s + a[i]"), "add a[i]");
  EXPECT_EQ(updateStr("s = a[i] + s"), "add a[i]");
  EXPECT_EQ(updateStr("s = s - a[i]"), "add -a[i]");
  EXPECT_EQ(updateStr("s = a[i] + s - x[i]"), "add a[i] -x[i]");
  EXPECT_EQ(updateStr("x[i] = x[i]*a[i]"), "mul a[i]");
  EXPECT_EQ(updateStr("s = max(a[i], s)"), "max a[i]");
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
  EXPECT_EQ(barrier.assigneeName(), "");
  EXPECT_THROW(barrier.assignment(), InternalError);
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
