#include "loopyc/Script/Match.h"

#include "../TestKernel.h"

#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::script;

namespace {

Kernel guardedKernel() {
  TestKernel k("axpy");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"}).temporary("t");
  k.insn("load", {"i"}, "t = 2*x[i]", {0, "i", 0});
  k.insn("store", {"i"}, "y[i] = t + y[i]", {0, "i", 1}, {"i < n"});
  auto load = std::make_shared<Instruction>(*k.kernel.instructions[0]);
  load->tags = {"local_prep"};
  k.kernel.instructions[0] = load;
  return k.kernel;
}

// The ids that the query selects, separated by blanks.
std::string selected(const std::string &query) {
  Kernel kernel = guardedKernel();
  Match match = Match::parse(query);
  std::string ids;
  for (const InstructionPtr &insn : kernel.instructions)
    if (match.matches(kernel, *insn))
      ids += (ids.empty() ? "" : " ") + insn->id;
  return ids;
}

std::string errorOfQuery(const std::string &query) {
  try {
    Match::parse(query);
  } catch (const UserError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Match, SelectsByEachKind) {
  EXPECT_EQ(selected("id:load"), "load");
  EXPECT_EQ(selected("tag:local_prep"), "load");
  EXPECT_EQ(selected("reads:x"), "load");
  EXPECT_EQ(selected("reads:t"), "store");
  EXPECT_EQ(selected("reads:n"), "store"); // in the guard
  EXPECT_EQ(selected("writes:y"), "store");
  EXPECT_EQ(selected("iname:i"), "load store");
  EXPECT_EQ(selected("in_kernel:axpy"), "load store");
  EXPECT_EQ(selected("in_kernel:dot"), "");
  EXPECT_EQ(selected(""), "load store");
}

TEST(Match, InamesAreNotRead) { EXPECT_EQ(selected("reads:i"), ""); }

TEST(Match, CaseDoesNotMatter) { EXPECT_EQ(selected("writes:Y"), "store"); }

TEST(Match, Globs) {
  EXPECT_EQ(selected("id:*o*"), "load store");
  EXPECT_EQ(selected("id:l???"), "load");
  EXPECT_EQ(selected("id:l??"), "");
  EXPECT_TRUE(globMatches("a*b*c", "aXXbYYbc"));
  EXPECT_FALSE(globMatches("a*b*c", "aXXbYYb"));
  EXPECT_TRUE(globMatches("*", ""));
}

TEST(Match, NotBindsTighterThanAndThanOr) {
  EXPECT_EQ(selected("not id:load and id:store or id:load"), "load store");
  EXPECT_EQ(selected("not (id:load or id:store)"), "");
  EXPECT_EQ(selected("id:load or id:store and not iname:i"), "load");
}

TEST(Match, ReadsSeeThroughRules) {
  Kernel kernel = guardedKernel();
  Expr x = parseExpr("x[0]", resolverOf(kernel));
  kernel.rules.push_back({"inner", {}, x});
  kernel.rules.push_back({"outer", {}, Expr::rule("inner", {}, x.type())});
  auto insn = std::make_shared<Instruction>(*kernel.instructions[1]);
  insn->body = assign(insn->assignment().assignee,
                      Expr::rule("outer", {}, x.type()));
  EXPECT_TRUE(Match::parse("reads:x").matches(kernel, *insn));
  EXPECT_TRUE(Match::parse("reads:inner").matches(kernel, *insn));
  EXPECT_FALSE(Match::parse("reads:t").matches(kernel, *insn));
}

TEST(Match, StrParsesBack) {
  std::string text = Match::parse("id:a and (tag:b or not reads:c)").str();
  EXPECT_EQ(text, "(id:a and (tag:b or not reads:c))");
  EXPECT_EQ(Match::parse(text).str(), text);
}

TEST(Match, ErrorsPointAtThePlace) {
  EXPECT_EQ(errorOfQuery("id:a and"),
            "match query: expected id:, tag:, reads:, writes:, iname:, "
            "in_kernel:, 'not' or '(', found the end\n"
            "  id:a and\n"
            "          ^");
  EXPECT_EQ(errorOfQuery("(id:a or tag:b"),
            "match query: expected ')', found the end\n"
            "  (id:a or tag:b\n"
            "                ^");
  EXPECT_EQ(errorOfQuery("tga:x"),
            "match query: expected one of id, tag, reads, writes, iname, "
            "in_kernel, found 'tga'; did you mean 'tag:'?\n"
            "  tga:x\n"
            "  ^");
  EXPECT_EQ(errorOfQuery("load"),
            "match query: expected id:, tag:, reads:, writes:, iname: or "
            "in_kernel:, found 'load'; for the instruction of that name write "
            "id:load\n"
            "  load\n"
            "  ^");
  EXPECT_EQ(errorOfQuery("id:a tag:b"),
            "match query: expected 'and', 'or' or the end of the query, found "
            "'tag'\n"
            "  id:a tag:b\n"
            "       ^");
  EXPECT_EQ(errorOfQuery("id:a & id:b"),
            "match query: expected a word, ':', '(' or ')', found '&'\n"
            "  id:a & id:b\n"
            "       ^");
}

TEST(StackMatch, FollowsThePathIntoRules) {
  Kernel kernel = guardedKernel();
  const Instruction &load = *kernel.instructions[0];
  Expr one = Expr::integer(1);
  SubstitutionRule f{"f", {}, one}, g{"g", {}, one};
  auto matches = [&](const std::string &query,
                     std::vector<const SubstitutionRule *> rules) {
    return StackMatch::parse(query).matches(kernel, load, rules);
  };
  EXPECT_TRUE(matches("id:load", {}));
  EXPECT_TRUE(matches("id:load", {&f, &g}));
  EXPECT_TRUE(matches("id:load > id:f", {&f}));
  EXPECT_FALSE(matches("id:load > id:f", {&f, &g}));
  EXPECT_TRUE(matches("id:load > id:f > ...", {&f, &g}));
  EXPECT_TRUE(matches("... > id:g", {&f, &g}));
  EXPECT_FALSE(matches("... > id:f", {&f, &g}));
  EXPECT_FALSE(matches("id:store > ...", {&f}));
  EXPECT_TRUE(StackMatch::parse("").isAll());
  EXPECT_FALSE(StackMatch::parse("... > id:g").isAll());
}

} // namespace
