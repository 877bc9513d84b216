#include "../../lib/Transform/RuleBook.h"

#include "../TestKernel.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

using Lines = std::vector<std::string>;

// value(x) := a[x] + 1; outer(x) := 2*value(x);
// b[i] = value(i); c[i] = outer(i) + value(i + 1)
class RuleBookTest : public ::testing::Test {
protected:
  RuleBookTest() : k("rules") {
    k.domain("[n] -> { [i] : 0 <= i < n }");
    k.array("a", {"n + 2"}).array("b", {"n"}).array("c", {"n"});
    k.array("d", {"n + 2"});
    addRule("value", {"x"}, "a[x] + 1.0d0");
    addRule("outer", {"x"}, "2.0d0*value(x)");
    k.insn("first", {"i"}, "b[i] = value(i)", {0, "i", 0});
    k.insn("second", {"i"}, "c[i] = outer(i) + value(i + 1)", {0, "i", 1});
  }

  void addRule(const std::string &name, const Lines &parameters,
               const std::string &value) {
    NameResolver known = resolverOf(k.kernel);
    auto resolve = [&](const std::string &word) {
      for (const std::string &parameter : parameters)
        if (word == parameter)
          return std::optional<ResolvedName>(
              {ResolvedName::Scalar, Type::integer(4), 0, ""});
      return known(word);
    };
    k.kernel.rules.push_back({name, parameters, parseExpr(value, resolve)});
  }

  // Array a becomes d in the instructions chosen, rules included.
  void useD(const Lines &ids, const std::string &keep = "") {
    RuleBook book(k.kernel);
    RuleRewriter change(book, [](const Expr &e, const SubstitutionRule *) {
      return rewrite(e, [](const Expr &node) {
        const auto *array = node.getIf<ArrayRef>();
        return array && array->name == "a"
                   ? Expr::array("d", array->subscripts, node.type())
                   : node;
      });
    });
    if (!keep.empty())
      change.keep(keep);
    for (InstructionPtr &insn : k.kernel.instructions)
      for (const std::string &id : ids)
        if (insn->id == id)
          insn = change(insn);
    book.finish();
  }

  Lines rules() const {
    Lines lines;
    for (const SubstitutionRule &rule : k.kernel.rules) {
      std::string parameters;
      for (const std::string &parameter : rule.parameters)
        parameters += (parameters.empty() ? "" : ", ") + parameter;
      lines.push_back(rule.name + "(" + parameters +
                      ") := " + rule.value.str());
    }
    return lines;
  }

  std::string valueOf(size_t insn) const {
    return k.kernel.instructions[insn]->assignment().value.str();
  }

  TestKernel k;
};

TEST_F(RuleBookTest, NothingChangesNothing) {
  Lines before = rules();
  useD({});
  EXPECT_EQ(rules(), before);
}

TEST_F(RuleBookTest, OneUseGetsACopy) {
  useD({"first"});
  EXPECT_EQ(rules(), (Lines{"value(x) := a[x] + 1.0d0",
                            "outer(x) := 2.0d0*value(x)",
                            "value_0(x) := d[x] + 1.0d0"}));
  EXPECT_EQ(valueOf(0), "value_0(i)");
  EXPECT_EQ(valueOf(1), "outer(i) + value(i + 1)");
}

TEST_F(RuleBookTest, RulesThatUseTheCopyAreCopiedToo) {
  useD({"second"});
  EXPECT_EQ(rules(), (Lines{"value(x) := a[x] + 1.0d0",
                            "value_0(x) := d[x] + 1.0d0",
                            "outer(x) := 2.0d0*value_0(x)"}));
  EXPECT_EQ(valueOf(1), "outer(i) + value_0(i + 1)");
}

TEST_F(RuleBookTest, WithAllUsesTheCopyTakesTheName) {
  useD({"first", "second"});
  EXPECT_EQ(rules(), (Lines{"value(x) := d[x] + 1.0d0",
                            "outer(x) := 2.0d0*value(x)"}));
  EXPECT_EQ(valueOf(0), "value(i)");
  EXPECT_EQ(valueOf(1), "outer(i) + value(i + 1)");
}

TEST_F(RuleBookTest, LaterUsesFindTheCopy) {
  useD({"first"});
  useD({"second"});
  EXPECT_EQ(rules(), (Lines{"value_0(x) := d[x] + 1.0d0",
                            "outer(x) := 2.0d0*value_0(x)"}));
  EXPECT_EQ(valueOf(0), "value_0(i)");
  EXPECT_EQ(valueOf(1), "outer(i) + value_0(i + 1)");
}

TEST_F(RuleBookTest, AChangedRuleMergesWithOneOfItsContent) {
  addRule("other", {"x"}, "d[x] + 1.0d0");
  k.insn("third", {"i"}, "b[i] = other(i)", {0, "i", 2});
  useD({"first"});
  EXPECT_EQ(valueOf(0), "other(i)");
  EXPECT_EQ(rules().size(), 3u);
}

TEST_F(RuleBookTest, WhatIsKeptStays) {
  useD({"first", "second"}, "value");
  EXPECT_EQ(rules(), (Lines{"value(x) := a[x] + 1.0d0",
                            "outer(x) := 2.0d0*value(x)"}));
}

TEST_F(RuleBookTest, UnusedRulesDisappear) {
  addRule("unused", {}, "3.0d0");
  useD({});
  EXPECT_EQ(rules().size(), 2u);
}

TEST_F(RuleBookTest, ParametersAreNotTheKernelsNames) {
  SubstitutionRule rule{"r", {"i"}, Expr()};
  Expr e = parseExpr("a[i + n]", resolverOf(k.kernel));
  Substitution by{{"i", Expr::integer(1)}, {"n", Expr::integer(2)}};
  EXPECT_EQ(substituteFree(e, by, &rule).str(), "a[i + 2]");
  EXPECT_EQ(substituteFree(e, by, nullptr).str(), "a[3]");
}

TEST_F(RuleBookTest, RewriteReadsLeavesTheAssigneeItself) {
  InstructionPtr insn =
      rewriteReads(k.kernel.instructions[0], [](const Expr &e) {
        return substitute(e, {{"i", Expr::integer(0)}});
      });
  EXPECT_EQ(insn->assignment().assignee.str(), "b[0]");
  EXPECT_EQ(insn->assignment().value.str(), "value(0)");
}

} // namespace
