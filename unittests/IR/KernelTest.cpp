#include "../TestKernel.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace loopyc;

static Kernel copyKernel() {
  TestKernel k("copy");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[i] -> { [j] : 0 <= j <= i }")
      .array("a", {"n", "n"})
      .array("b", {"n", "n"})
      .temporary("t");
  k.insn("first", {"i", "j"}, "b[i, j] = 2*a[i, j]", {0, "i", 0, "j", 0})
      .insn("second", {"i"}, "t = a[i, 0]", {0, "i", 1}, {"i > 0"});
  return k.kernel;
}

template <typename F> static std::string messageOf(F f) {
  try {
    f();
  } catch (const std::exception &e) {
    return e.what();
  }
  return "";
}

TEST(Kernel, PrintsAllSections) {
  Kernel kernel = copyKernel();
  kernel.inameTags["i"] = InameTag::parse("g.0");
  std::string line(75, '-');
  line += "\n";
  EXPECT_EQ(kernelStr(kernel),
            line + "KERNEL: copy\n" + line +
                "ARGUMENTS:\n"
                "n: ValueArg, type: int32\n"
                "a: type: float64, shape: (n, n), dim_tags: (N0:stride:1, "
                "N1:stride:n) inout aspace: global\n"
                "b: type: float64, shape: (n, n), dim_tags: (N0:stride:1, "
                "N1:stride:n) inout aspace: global\n" +
                line +
                "TEMPORARIES:\n"
                "t: type: float64, shape: () inout aspace: auto\n" +
                line +
                "DOMAINS:\n"
                "[n] -> { [i] : 0 <= i < n }\n"
                "[i] -> { [j] : 0 <= j <= i }\n" +
                line +
                "INAME IMPLEMENTATION TAGS:\n"
                "i: g.0\n"
                "j: None\n" +
                line +
                "INSTRUCTIONS:\n"
                "for i\n"
                "  for j\n"
                "    b[i, j] = 2.0d0*a[i, j]  {id=first}\n"
                "  end j\n"
                "  if i > 0\n"
                "    t = a[i, 0]  {id=second}\n"
                "  end if\n"
                "end i\n" +
                line);
}

TEST(Kernel, DomainOfSeveralInames) {
  Kernel kernel = copyKernel();
  poly::Set both = domainOf(kernel, {"i", "j"});
  EXPECT_TRUE(
      both.isEqual(poly::Set::parse("[n] -> { [i, j] : 0 <= j <= i < n }")));
  EXPECT_EQ(both.dims(), (poly::Names{"i", "j"}));
  EXPECT_TRUE(domainOf(kernel, {"j"})
                  .isEqual(poly::Set::parse("[i] -> { [j] : 0 <= j <= i }")));
}

TEST(Kernel, FreshNamesAreFree) {
  Kernel kernel = copyKernel();
  EXPECT_EQ(kernel.freshName("c"), "c");
  EXPECT_EQ(kernel.freshName("i"), "i_0");
  EXPECT_EQ(kernel.freshName("n"), "n_0");
  EXPECT_EQ(kernel.freshInstructionId("first"), "first_0");
  EXPECT_TRUE(kernel.isNameTaken("t"));
}

TEST(Kernel, UnknownNamesGetSuggestions) {
  Kernel kernel = copyKernel();
  EXPECT_EQ(messageOf([&] { kernel.requireIname("I", "split_iname"); }),
            "split_iname: kernel 'copy' has no iname 'I'; did you mean 'i' or "
            "'j'?");
  EXPECT_EQ(messageOf([&] { kernel.requireVariable("q", "f"); }),
            "f: kernel 'copy' has no argument or temporary 'q'; did you mean "
            "'a' or 'b' or 'n'?");
  EXPECT_EQ(suggestion("stuff", {"i"}), "; there is only i");
  EXPECT_EQ(suggestion("stuff", {}), "; there is none");
}

TEST(Verifier, AcceptsAGoodKernel) { verifyKernel(copyKernel()); }

// As affine_map_inames leaves it, and a part of the kernel has no "shift".
TEST(Verifier, AcceptsParametersThatConstrainNothing) {
  Kernel kernel = copyKernel();
  for (poly::Set &domain : kernel.domains)
    domain = domain.intersect(poly::Set::parse("[shift] -> { : }"));
  ASSERT_NE(kernel.domains[0].str().find("shift"), std::string::npos);
  verifyKernel(kernel);
  kernel.domains[0] = kernel.domains[0].intersect(
      poly::Set::parse("[shift] -> { : shift > 0 }"));
  EXPECT_THROW(verifyKernel(kernel), InternalError);
}

template <typename F> static std::string broken(F change) {
  Kernel kernel = copyKernel();
  Instruction insn = *kernel.instructions[0];
  change(kernel, insn);
  kernel.instructions[0] = std::make_shared<const Instruction>(insn);
  return messageOf([&] { verifyKernel(kernel); });
}

TEST(Verifier, FindsWhatIsBroken) {
  using K = Kernel;
  using I = Instruction;
  auto expect = [](const std::string &message, const char *part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(broken([](K &, I &i) { i.inames.push_back("q"); }), "no iname");
  expect(broken([](K &, I &i) { i.inames = {"i"}; }), "not within");
  expect(broken([](K &, I &i) { i.id = "second"; }), "have id 'second'");
  expect(broken([](K &, I &i) { i.dependsOn = {"x"}; }), "does not exist");
  expect(broken([](K &, I &i) { i.time[0] = Expr::var("i"); }),
         "not a literal");
  expect(broken([](K &, I &i) { i.predicates = {Expr::integer(1)}; }),
         "not logical");
  expect(broken([](K &k, I &) { k.removeVariable("a"); }), "'a' is unknown");
  expect(broken([](K &k, I &) { k.domains.push_back(k.domains[0]); }),
         "two domains");
  expect(broken([](K &k, I &) { k.inameTags["z"] = InameTag(); }), "no iname");
  expect(broken([](K &, I &i) {
           i.body = assign(i.assignment().assignee, Expr::integer(0));
         }),
         "of type int32 is assigned");
  expect(broken([](K &, I &i) {
           i.body =
               assign(i.assignment().assignee,
                      Expr::array("a", {Expr::var("i")}, Type::real(8)));
         }),
         "subscripts");
  expect(broken([](K &, I &i) {
           Expr value = i.assignment().value;
           i.body = assign(i.assignment().assignee,
                               Expr::binary(BinaryOp::Add, value,
                                            Expr::real(1, Type::real(4)),
                                            value.type()));
         }),
         "operand");
}

TEST(Verifier, ReductionsBindOtherInames) {
  auto message = [](const std::string &value, Type type = Type::real(8)) {
    TestKernel k("k");
    k.domain("[n] -> { [i] : 0 <= i < n }")
        .domain("[n] -> { [k, l] : 0 <= k < n and 0 <= l < k }")
        .array("a", {"n", "n"})
        .array("z", {"n"}, Type::complex(16))
        .array("y", {"n"}, type);
    k.insn("insn", {"i"}, "y[i] = " + value, {0, "i", 0});
    return messageOf([&] { verifyKernel(k.kernel); });
  };
  auto expect = [](const std::string &text, const char *part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(message("sum(k, a[i, k])"), "");
  EXPECT_EQ(message("sum(k, sum(l, a[k, l]))*a[i, i]"), "");
  EXPECT_EQ(message("sum(k, a[i, k]) + product(k, a[k, i])"), "");
  expect(message("sum(i, a[i, i])"), "over 'i', which it is within already");
  expect(message("sum(k, max([k], a[i, k]))"),
         "over 'k', which it is within already");
  expect(message("sum(k, a[i, k]) + a[i, k]"), "mentions iname 'k'");
  expect(message("min([k], z[k])", Type::complex(16)), "unfitting type");
}

// --- arrays

static Variable array(const std::vector<std::string> &tags) {
  Variable var;
  var.name = "q";
  var.type = Type::real(4);
  var.kind = VariableKind::ArrayArg;
  const char *names[] = {"n", "m", "k"};
  for (size_t a = 0; a < tags.size(); ++a) {
    Axis axis;
    axis.extent = Expr::var(names[a]);
    if (tags[a] == "vec") {
      axis.tag = VectorAxis{};
      axis.extent = Expr::integer(4);
    } else if (tags[a] == "sep") {
      axis.tag = SeparateAxis{};
    } else {
      axis.tag = NestedAxis{tags[a][1] - '0'};
    }
    var.axes.push_back(axis);
  }
  return var;
}

static std::string strides(const Variable &var) {
  std::string text;
  for (const Expr &stride : axisStrides(var))
    text += (text.empty() ? "" : ", ") + (stride ? stride.str() : "-");
  return text;
}

TEST(Array, StridesFollowTheLevels) {
  EXPECT_EQ(strides(array({"N0", "N1", "N2"})), "1, n, m*n");
  EXPECT_EQ(strides(array({"N2", "N0", "N1"})), "k*m, 1, m");
  EXPECT_EQ(strides(array({"N1", "vec", "N0"})), "k, -, 1");
  EXPECT_EQ(strides(array({"N0", "sep", "N1"})), "1, -, n");
  EXPECT_EQ(vectorLength(array({"N1", "vec", "N0"})), 4);
  EXPECT_EQ(vectorLength(array({"N0"})), 1);
  EXPECT_EQ(storageExtent(array({"N1", "vec", "N0"})).str(), "k*n");
}

TEST(Array, ExplicitStrides) {
  Variable var = array({"N0"});
  var.axes[0].tag = StrideAxis{Expr::integer(3)};
  EXPECT_EQ(strides(var), "3");
  EXPECT_EQ(storageExtent(var).str(), "3*n - 2");
}

TEST(Array, BadLayoutsAreErrors) {
  EXPECT_NE(messageOf([] {
              axisStrides(array({"N0", "N2"}));
            }).find("N0 to N1, each once, but axis 1 is tagged N2"),
            std::string::npos);
  EXPECT_NE(messageOf([] {
              axisStrides(array({"N0", "N0"}));
            }).find("each once"),
            std::string::npos);
  Variable odd = array({"vec"});
  odd.axes[0].extent = Expr::integer(5);
  EXPECT_NE(messageOf([&] {
              vectorLength(odd);
            }).find("must have 2, 3, 4, 8 or 16 entries, but it has 5"),
            std::string::npos);
  Variable unknown = array({"N0", "N1"});
  unknown.axes[0].extent = Expr();
  EXPECT_NE(messageOf([&] { axisStrides(unknown); }).find("slowest"),
            std::string::npos);
}

TEST(Tags, ParseAndPrint) {
  for (const char *text : {"ord", "unr", "unr_hint", "g.0", "l.2", "l.auto",
                           "ilp", "ilp.seq", "vec", "None"})
    EXPECT_EQ(InameTag::parse(text).str(), text);
  EXPECT_EQ(InameTag::parse("for").str(), "None");
  EXPECT_EQ(InameTag::parse("ilp.unr").str(), "ilp");
  EXPECT_NE(messageOf([] { InameTag::parse("g.7"); }).find("no hardware axis"),
            std::string::npos);
  EXPECT_NE(messageOf([] { InameTag::parse("wg"); }).find("not an iname tag"),
            std::string::npos);
}

static VariablePtr namedArray(int number) {
  Variable var;
  var.name = "a" + std::to_string(number);
  return std::make_shared<const Variable>(std::move(var));
}

// Among many variables an index finds them, which lists do not know of.
TEST(Kernel, FindsVariablesInListsThatChanged) {
  Kernel kernel;
  for (int k = 0; k < 30; ++k)
    (k % 2 ? kernel.arguments : kernel.temporaries).push_back(namedArray(k));
  ASSERT_TRUE(kernel.findVariable("a7"));
  std::swap(kernel.arguments, kernel.temporaries);
  std::reverse(kernel.arguments.begin(), kernel.arguments.end());
  kernel.temporaries.pop_back(); // a29
  Kernel copy = kernel;
  copy.removeVariable("a4");
  copy.temporaries.front() = namedArray(100); // was a1
  for (int k = 0; k < 29; ++k) {
    std::string name = "a" + std::to_string(k);
    ASSERT_TRUE(kernel.findVariable(name)) << name;
    EXPECT_EQ(kernel.findVariable(name)->name, name);
    EXPECT_EQ(copy.findVariable(name) != nullptr, k != 4 && k != 1) << name;
  }
  EXPECT_FALSE(kernel.findVariable("a29"));
  EXPECT_TRUE(copy.findVariable("a100"));
}
