#include "Helpers.h"

using namespace loopyc;

// Affine equations over the sample kernels' names.
static poly::Set where(const std::string &condition) {
  return poly::Set::parse("[n, i, j, k, u, v] -> { : " + condition + " }")
      .dropUnusedParams();
}

static SplitOptions within(const std::string &id) {
  SplitOptions options;
  options.within = byId(id);
  return options;
}

TEST(SplitIname, KeepsTheMeaning) {
  for (int64_t length : {1, 3, 4, 16}) {
    expectSame(triangle(), splitIname(triangle(), "i", length));
    expectSame(triangle(), splitIname(triangle(), "j", length));
    Kernel both = splitIname(splitIname(triangle(), "j", length), "i", 2);
    expectSame(triangle(), both);
    expectSame(triangle(), splitIname(both, "i_inner", 2));
  }
}

TEST(SplitIname, DomainsAndNames) {
  Kernel k = splitIname(triangle(), "i", 4);
  EXPECT_EQ(k.inames(), (std::vector<std::string>{"i_outer", "i_inner", "j"}));
  EXPECT_EQ(k.instructions[1]->inames,
            (std::vector<std::string>{"i_outer", "i_inner", "j"}));
  EXPECT_TRUE(k.domains[0].isEqual(poly::Set::parse(
      "[n] -> { [i_outer, i_inner] : 0 <= i_inner < 4 and 0 <= i_inner + "
      "4i_outer < n }")));
  EXPECT_EQ(instructionStr(*k.instructions[2]),
            "d[i_inner + 4*i_outer] = b[i_inner + 4*i_outer, i_inner + "
            "4*i_outer] + t  {id=store}");
}

TEST(SplitIname, WithinKeepsTheOldLoop) {
  Kernel k = splitIname(rectangle(), "j", 4, within("second"));
  EXPECT_TRUE(k.hasIname("j"));
  expectSame(rectangle(), k);
  // Several inames in one set: old and new stand side by side.
  Kernel merged = splitIname(rectangle(), "i", 4);
  expectSame(rectangle(), splitIname(merged, "i_inner", 2, within("first")));
}

TEST(SplitIname, TagsSlabsPriorities) {
  SplitOptions options;
  options.outerTag = tag("g.0");
  options.innerTag = tag("l.0");
  options.slabs = {0, 1};
  Kernel k =
      splitIname(prioritizeLoops(triangle(), {"i", "j"}), "i", 4, options);
  EXPECT_EQ(k.tagOf("i_outer").str(), "g.0");
  EXPECT_EQ(k.tagOf("i_inner").str(), "l.0");
  EXPECT_EQ(k.slabs.at("i_outer").after, 1);
  EXPECT_EQ(k.loopPriority[0],
            (std::vector<std::string>{"i_outer", "i_inner", "j"}));
}

TEST(SplitIname, Errors) {
  EXPECT_MESSAGE("has no iname 'k'; did you mean",
                 splitIname(triangle(), "k", 4));
  EXPECT_MESSAGE("must be positive", splitIname(triangle(), "i", 0));
  EXPECT_MESSAGE("already tagged g.0",
                 tagInames(tagInames(triangle(), {{"i", tag("g.0")}}),
                           {{"i", tag("l.0")}}));
  EXPECT_MESSAGE(
      "must be a plain loop",
      splitIname(tagInames(triangle(), {{"i", tag("g.0")}}), "i", 4));
  EXPECT_MESSAGE("selects no instruction",
                 splitIname(triangle(), "j", 4, within("load")));
  EXPECT_MESSAGE("duplicate 'j' for them first", {
    Kernel k = rectangle();
    k.domains[1] = poly::Set::parse("[i] -> { [j] : 0 <= j <= i }");
    splitIname(k, "i", 4, within("first"));
  });
  SplitOptions taken;
  taken.outerIname = "n";
  EXPECT_MESSAGE("already a name", splitIname(triangle(), "i", 4, taken));
}

TEST(ChunkIname, KeepsTheMeaning) {
  for (int64_t chunks : {1, 2, 3, 5, 8})
    expectSame(rectangle(), chunkIname(rectangle(), "i", chunks));
  expectSame(rectangle(), chunkIname(rectangle(), "j", 4));
}

TEST(ChunkIname, NeedsABox) {
  EXPECT_MESSAGE("must have one range", chunkIname(triangle(), "j", 2));
  EXPECT_MESSAGE("must have one range", chunkIname(triangle(), "i", 2));
}

TEST(JoinInames, KeepsTheMeaning) {
  expectSame(rectangle(), joinInames(rectangle(), {"i", "j"}));
  Kernel split = splitIname(rectangle(), "i", 4);
  expectSame(rectangle(), joinInames(split, {"i_outer", "i_inner", "j"}));
  expectSame(rectangle(), joinInames(split, {"i_inner", "j"}, "x", tag("unr"),
                                     byId("first")));
}

TEST(JoinInames, NameTagAndErrors) {
  Kernel k = joinInames(rectangle(), {"i", "j"}, "", tag("l.0"));
  EXPECT_EQ(k.inames(), (std::vector<std::string>{"i_and_j"}));
  EXPECT_EQ(k.tagOf("i_and_j").str(), "l.0");
  EXPECT_MESSAGE("needs constant bounds", joinInames(rectangle(), {"j", "i"}));
  EXPECT_MESSAGE("at least two", joinInames(rectangle(), {"j"}));
  EXPECT_MESSAGE("instruction 'load' is within some",
                 joinInames(triangle(), {"i", "j"}));
}

TEST(RenameIname, WholeKernel) {
  Kernel k =
      renameIname(tagInames(triangle(), {{"i", tag("g.0")}}), "i", "row");
  expectSame(triangle(), k);
  EXPECT_EQ(k.tagOf("row").str(), "g.0");
  EXPECT_FALSE(k.hasIname("i"));
  EXPECT_EQ(k.domains[1].str(), "[row] -> { [j] : 0 <= j <= row }");
}

TEST(RenameIname, PartByPartIntoOneLoop) {
  Kernel k = renameIname(rectangle(), "j", "jj", false, byId("first"));
  EXPECT_TRUE(k.hasIname("j"));
  expectSame(rectangle(), k);
  EXPECT_MESSAGE("exists already",
                 renameIname(k, "j", "jj", false, byId("second")));
  k = renameIname(k, "j", "jj", true, byId("second"));
  EXPECT_FALSE(k.hasIname("j"));
  EXPECT_EQ(k.domains.size(), 2u);
  expectSame(rectangle(), k);
}

TEST(RenameIname, Errors) {
  EXPECT_MESSAGE("must have the range of 'j'",
                 renameIname(triangle(), "j", "i", true));
  EXPECT_MESSAGE("already a name", renameIname(triangle(), "j", "n"));
}

TEST(DuplicateInames, KeepsTheMeaning) {
  Kernel k = duplicateInames(rectangle(), {"j"}, byId("second"));
  EXPECT_EQ(k.inames(), (std::vector<std::string>{"i", "j", "j_0"}));
  expectSame(rectangle(), k);
  k = duplicateInames(triangle(), {"i", "j"}, byId("update"), {}, "_u",
                      {{"j", tag("unr")}});
  EXPECT_EQ(k.inames(), (std::vector<std::string>{"i", "i_u", "j_u"}));
  EXPECT_EQ(k.tagOf("j_u").str(), "unr");
}

TEST(DuplicateInames, NestedDomains) {
  TestKernel t("two");
  t.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[i] -> { [j] : 0 <= j <= i }")
      .array("a", {"n", "n"})
      .array("b", {"n", "n"});
  t.insn("first", {"i", "j"}, "a[i, j] = i + j", {0, "i", 0, "j", 0})
      .insn("second", {"i", "j"}, "b[i, j] = i - j", {0, "i", 1, "j", 0});
  Kernel k = duplicateInames(t.kernel, {"i", "j"}, byId("second"), {"p", "q"});
  expectSame(t.kernel, k);
  EXPECT_MESSAGE("duplicate 'j' for them first",
                 duplicateInames(t.kernel, {"i"}, byId("second")));
  // One set with several dimensions, one of them duplicated.
  Kernel split = splitIname(t.kernel, "i", 3);
  expectSame(t.kernel,
             duplicateInames(split, {"i_inner", "j"}, byId("second")));
  expectSame(t.kernel, duplicateInames(split, {"i_outer", "i_inner", "j"},
                                       byId("first")));
}

TEST(DuplicateInames, Errors) {
  EXPECT_MESSAGE("one new iname for each",
                 duplicateInames(triangle(), {"i", "j"}, {}, {"x"}));
  EXPECT_MESSAGE(
      "which is not duplicated",
      duplicateInames(triangle(), {"j"}, {}, {}, "", {{"i", tag("unr")}}));
  EXPECT_MESSAGE("selects no instruction",
                 duplicateInames(triangle(), {"j"}, byId("load")));
}

TEST(AffineMapInames, KeepsTheMeaning) {
  expectSame(triangle(),
             affineMapInames(triangle(), {"i"}, {"k"}, where("k = i + 1")));
  expectSame(triangle(),
             affineMapInames(triangle(), {"i"}, {"k"}, where("k = n - i")));
  // a skewed and an exchanged nest: the order of execution is carried along
  expectSame(rectangle(), affineMapInames(rectangle(), {"i", "j"}, {"u", "v"},
                                          where("u = i + j and v = j")));
  expectSame(rectangle(),
             affineMapInames(rectangle(), {"j"}, {"k"}, where("k = 2j + 1")));
  Kernel split = affineMapInames(rectangle(), {"j"}, {"u", "v"},
                                 where("j = v + 4u and v mod 4 = v"));
  expectSame(rectangle(), split);
}

TEST(AffineMapInames, MustBeOneToOne) {
  EXPECT_MESSAGE(
      "do not determine the old",
      affineMapInames(rectangle(), {"i", "j"}, {"u"}, where("u = i + j")));
  EXPECT_MESSAGE("no integer point",
                 affineMapInames(rectangle(), {"j"}, {"u"}, where("2u = j")));
  EXPECT_MESSAGE(
      "do not determine the new",
      affineMapInames(rectangle(), {"j"}, {"u", "v"}, where("u = j")));
}

TEST(TagInames, GlobsAndErrors) {
  Kernel k = tagInames(splitIname(triangle(), "i", 4), {{"i_*", tag("unr")}});
  EXPECT_EQ(k.tagOf("i_outer").str(), "unr");
  EXPECT_EQ(k.tagOf("i_inner").str(), "unr");
  EXPECT_EQ(k.tagOf("j").str(), "None");
  k = tagInames(k, {{"i_outer", tag("g.0")}}, /*force=*/true);
  EXPECT_EQ(k.tagOf("i_outer").str(), "g.0");
  EXPECT_EQ(untagInames(k, {"i_*"}).inameTags.size(), 0u);
  EXPECT_MESSAGE("not unr", untagInames(k, {"i_outer"}, tag("unr")));
  EXPECT_MESSAGE("no iname that matches 'q'",
                 tagInames(k, {{"q", tag("unr")}}));
  tagInames(k, {{"q", tag("unr")}}, false, /*ignoreNonexistent=*/true);
}

TEST(PrioritizeLoops, Errors) {
  EXPECT_MESSAGE("listed twice", prioritizeLoops(triangle(), {"i", "i"}));
  EXPECT_MESSAGE("no iname 'x'", prioritizeLoops(triangle(), {"x"}));
}

TEST(Rules, AreCopiedWhereOnlySomeUsersChange) {
  Kernel k = rectangle();
  Expr i = Expr::var("i"), x = Expr::var("x", Type::integer());
  Expr value = Expr::cast(i + x, Type::real(8));
  k.rules.push_back({"f", {"x"}, value});
  Expr call = Expr::rule("f", {Expr::var("j")}, Type::real(8));
  for (InstructionPtr &insn : k.instructions) {
    auto copy = std::make_shared<Instruction>(*insn);
    copy->body = assign(insn->assignment().assignee, call);
    insn = copy;
  }
  verifyKernel(k);
  expectSame(k, splitIname(k, "i", 4));
  EXPECT_EQ(splitIname(k, "i", 4).rules.size(), 1u);
  Kernel part = splitIname(k, "i", 4, within("second"));
  EXPECT_EQ(part.rules.size(), 2u);
  expectSame(k, part);
}
