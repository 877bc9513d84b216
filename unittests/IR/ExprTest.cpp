#include "loopyc/IR/Expr.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/IR/IntegerSum.h"
#include "loopyc/Support/Diagnostic.h"

#include "gtest/gtest.h"

using namespace loopyc;

// i, j, k, n, m are integers; p, q inames; x, y real(8); s real(4); a(i),
// b(i, j) real(8); idx(i) integer; f(x) a rule.
static std::optional<ResolvedName> resolve(const std::string &name) {
  using R = ResolvedName;
  if (std::string("ijknm").find(name) != std::string::npos && name.size() == 1)
    return R{R::Scalar, Type::integer(), 0, ""};
  if (name == "p" || name == "q")
    return R{R::Iname, Type::integer(), 0, ""};
  if (name == "x" || name == "y")
    return R{R::Scalar, Type::real(8), 0, ""};
  if (name == "s")
    return R{R::Scalar, Type::real(4), 0, ""};
  if (name == "a")
    return R{R::Array, Type::real(8), 1, ""};
  if (name == "b")
    return R{R::Array, Type::real(8), 2, ""};
  if (name == "idx")
    return R{R::Array, Type::integer(), 1, ""};
  if (name == "f")
    return R{R::Rule, Type::real(8), 1, ""};
  return std::nullopt;
}

static Expr parse(const std::string &text) { return parseExpr(text, resolve); }
static std::string folded(const std::string &text) {
  return fold(parse(text)).str();
}

TEST(Expr, PrintsWhatWasParsed) {
  for (const char *text : {"2*i + j",
                           "a[i + 1]",
                           "b[i, j]",
                           "x - (y - x)",
                           "x - y - x",
                           "x / (y*x)",
                           "x**y**x",
                           "(x**y)**x",
                           "-x + y",
                           "(-x)*y",
                           "i // 4",
                           "i % 4",
                           "mod(i, 4)",
                           "i < n and not j == 2",
                           "i < n or j < m and k > 0",
                           "if(i < n, x, y)",
                           "sqrt(abs(x))",
                           "min(i, j, 3)",
                           "float64(i)",
                           "f(x + y)",
                           "x**2",
                           "(x + y)*x",
                           "i*(j + k)",
                           "idx[idx[i]]",
                           "-(x + y)",
                           "x - (-y)",
                           "atan2(x, y)",
                           "float32(x)"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST(Expr, PrintingKeepsTheTree) {
  Expr i = Expr::var("i"), j = Expr::var("j"), k = Expr::var("k");
  auto add = [](Expr a, Expr b) { return Expr::binary(BinaryOp::Add, a, b); };
  EXPECT_EQ(add(i, add(j, k)).str(), "i + (j + k)");
  EXPECT_EQ(parse(add(i, add(j, k)).str()), add(i, add(j, k)));
  EXPECT_EQ(add(add(i, j), k).str(), "i + j + k");
}

TEST(Reduction, PrintsWhatWasParsed) {
  for (const char *text :
       {"sum(p, a[p]*x)", "product([p, q], b[p, q])", "min([p], a[p])",
        "max([p, q], b[p, q])", "all(p, a[p] > x)", "any([p, q], p < q)",
        "2.0d0*sum(p, a[p]) + sum(q, a[q])", "sum(p, sum(q, b[p, q]))"}) {
    EXPECT_EQ(parse(text).str(), text);
    EXPECT_EQ(parse(parse(text).str()), parse(text));
  }
  EXPECT_EQ(parse("sum((p, q), b[p, q])").str(), "sum([p, q], b[p, q])");
  EXPECT_EQ(parse("sum([p,], a[p])").str(), "sum(p, a[p])");
  EXPECT_EQ(parse("min((p, q), b[p, q])").str(), "min([p, q], b[p, q])");
  EXPECT_EQ(parse("max((p,), a[p])").str(), "max([p], a[p])");
  EXPECT_EQ(parse("reduce(max, p, a[p])").str(), "max([p], a[p])");
  EXPECT_EQ(parse("reduce(sum, [p, q], p*q)").str(), "sum([p, q], p*q)");
  EXPECT_EQ(parse("sum(p, s)").type(), Type::real(4));
}

// min and max of numbers stay what they are.
TEST(Reduction, IsNoIntrinsic) {
  for (const char *text : {"max(p, 0)", "min(p, q)", "max((p), q)",
                           "max((p + 1), q)", "min((p*q), q, 3)"})
    EXPECT_TRUE(parse(text).getIf<Call>()) << text;
  EXPECT_TRUE(parse("max([p], q)").getIf<Reduction>());
}

TEST(Reduction, BindsItsInames) {
  Expr e = parse("sum(p, b[p, q]*x) + p");
  std::set<std::string> vars, arrays;
  collectNames(e, vars, arrays);
  EXPECT_EQ(vars, (std::set<std::string>{"p", "q", "x"}));
  EXPECT_EQ(arrays, (std::set<std::string>{"b"}));
  Expr sum = parse("sum(p, b[p, q]*x)");
  EXPECT_FALSE(mentions(sum, "p"));
  EXPECT_TRUE(mentions(sum, "q"));
  EXPECT_TRUE(mentions(sum, "b"));
  EXPECT_EQ(reducedInames(e), (std::set<std::string>{"p"}));
}

TEST(Reduction, SubstitutionLeavesWhatIsBound) {
  Expr e = parse("sum(p, b[p, q]) + p");
  Expr two = Expr::integer(2);
  EXPECT_EQ(substitute(e, {{"p", two}, {"q", two}}).str(),
            "sum(p, b[p, 2]) + float64(2)");
  EXPECT_TRUE(substitute(e, {{"j", two}}).same(e));
  // sum(p, b[p, p]) would mean something else.
  EXPECT_THROW(substitute(e, {{"q", Expr::var("p")}}), UserError);
  // Nothing is captured where the name is not used inside.
  Expr apart = parse("sum(p, a[p]) + x*q");
  EXPECT_EQ(substitute(apart, {{"q", Expr::var("p")}}).str(),
            "sum(p, a[p]) + x*float64(p)");
}

TEST(Reduction, InamesMoveWhereTheyAreBound) {
  Expr e = parse("sum([p, q], b[p, q])");
  Expr p = Expr::var("p_inner") + Expr::var("p_outer") * 4;
  EXPECT_EQ(
      substituteInames(e, {{"p", p}}, {{"p", {"p_outer", "p_inner"}}}).str(),
      "sum([p_outer, p_inner, q], b[p_inner + 4*p_outer, q])");
  Expr joined = Expr::var("r");
  EXPECT_EQ(substituteInames(
                e, {{"p", floorDiv(joined, 4)}, {"q", floorMod(joined, 4)}},
                {{"p", {"r"}}, {"q", {"r"}}})
                .str(),
            "sum(r, b[r // 4, r % 4])");
  EXPECT_TRUE(substituteInames(e, {{"i", p}}, {{"i", {"j"}}}).same(e));
}

TEST(Reduction, ComparesAndFoldsInside) {
  EXPECT_EQ(parse("sum(p, a[p])"), parse("sum([p], a[p])"));
  EXPECT_NE(parse("sum(p, a[p])"), parse("product(p, a[p])"));
  EXPECT_NE(parse("sum([p, q], i)"), parse("sum([q, p], i)"));
  EXPECT_EQ(folded("sum(p, a[p + 1 - 1])"), "sum(p, a[p])");
}

TEST(Expr, RealsRoundTrip) {
  Type f32 = Type::real(4), f64 = Type::real(8);
  EXPECT_EQ(Expr::real(1.4, f64).str(), "1.4d0");
  EXPECT_EQ(Expr::real(1.4, f32).str(), "1.4");
  EXPECT_EQ(Expr::real(static_cast<double>(1.4f), f32).str(), "1.4");
  EXPECT_EQ(Expr::real(1e-30, f64).str(), "1.0d-30");
  EXPECT_EQ(Expr::real(2, f32).str(), "2.0");
  EXPECT_EQ(Expr::real(0.1 + 0.2, f64).str(), "0.30000000000000004d0");
  for (double value : {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.123})
    EXPECT_EQ(parse(Expr::real(value, f64).str()).getIf<RealLit>()->value,
              value);
}

TEST(Expr, ConversionsAreExplicit) {
  EXPECT_EQ(parse("i*x").str(), "float64(i)*x");
  EXPECT_EQ(parse("2*x").str(), "2.0d0*x");
  EXPECT_EQ(parse("1.5*s").str(), "1.5*s");
  EXPECT_EQ(parse("1.5*s").type(), Type::real(4));
  EXPECT_EQ(parse("0.1*s").getIf<Binary>()->a.getIf<RealLit>()->value, 0.1);
  EXPECT_EQ(parse("s*x").str(), "float64(s)*x");
  EXPECT_EQ(parse("1.5d0*s").type(), Type::real(8));
  EXPECT_EQ(parse("x**2").getIf<Binary>()->b.type(), Type::integer());
  EXPECT_EQ(parseExpr("0", resolve, Type::real(4)),
            Expr::real(0, Type::real(4)));
  EXPECT_EQ(parse("0 <= i < n").str(), "0 <= i and i < n");
}

TEST(Expr, IntrinsicsOfBitsAndNumbersKeepTypes) {
  EXPECT_EQ(parse("popcnt(i)").type(), Type::integer());
  EXPECT_EQ(parse("leadz(idx[i]) + trailz(k)").type(), Type::integer());
  EXPECT_EQ(parse("exponent(s)").type(), Type::integer());
  EXPECT_EQ(parse("fraction(x)").type(), Type::real(8));
  EXPECT_EQ(parse("nearest(s, s)").type(), Type::real(4));
  EXPECT_EQ(parse("isnan(s)").type(), Type::logical(4));
  Expr scaled = parse("scale(s, i)"); // the number of places is no number of s's
  EXPECT_EQ(scaled.type(), Type::real(4));
  EXPECT_EQ(scaled.str(), "scale(s, i)");
  EXPECT_EQ(parse(scaled.str()), scaled);
}

TEST(Expr, ParseErrorsNameThePlace) {
  auto message = [](const char *text) -> std::string {
    try {
      parse(text);
    } catch (const UserError &e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message("i + ").find("expected an operand at column 5"),
            std::string::npos);
  EXPECT_NE(message("i + z").find("unknown name 'z'"), std::string::npos);
  EXPECT_NE(message("b[i]").find("takes 2 operands, not 1"), std::string::npos);
  EXPECT_NE(message("a[x]").find("not an integer"), std::string::npos);
  EXPECT_NE(message("i and j").find("not a condition"), std::string::npos);
  EXPECT_NE(message("(i").find("expected ')'"), std::string::npos);
  EXPECT_NE(message("i j").find("expected an operator"), std::string::npos);
  EXPECT_NE(message("foo(i)").find("unknown function 'foo'"),
            std::string::npos);
  EXPECT_NE(message("sum(z, x)").find("'z' is no iname"), std::string::npos);
  EXPECT_NE(message("sum(i, x)").find("reduction over 'i' cannot stand here"),
            std::string::npos);
  EXPECT_NE(message("reduce(mean, p, x)").find("'mean' is no operation"),
            std::string::npos);
  EXPECT_NE(message("sum(p)").find("expected ','"), std::string::npos);
  EXPECT_NE(message("all(p, x)").find("not a condition"), std::string::npos);
}

TEST(Fold, SumsAreCanonical) {
  EXPECT_EQ(folded("i + 3 - i"), "3");
  EXPECT_EQ(folded("j + i"), "i + j");
  EXPECT_EQ(folded("2*(i + j) - i"), "i + 2*j");
  EXPECT_EQ(folded("n - 1 - (n - 1)"), "0");
  EXPECT_EQ(folded("(i + 1)*n"), "i*n + n");
  EXPECT_EQ(folded("n*i - i*n"), "0");
  EXPECT_EQ(folded("1 - i"), "-i + 1");
  EXPECT_EQ(folded("-(i - 3)"), "-i + 3");
  EXPECT_EQ(folded("0*i"), "0");
}

TEST(Fold, QuotientsTakeMultiplesOut) {
  EXPECT_EQ(folded("(4*i + 8) // 4"), "i + 2");
  EXPECT_EQ(folded("(4*i + j) // 4"), "i + j // 4");
  EXPECT_EQ(folded("(4*i + j + 5) % 4"), "(j + 1) % 4");
  EXPECT_EQ(folded("(-3) // 2"), "-2");
  EXPECT_EQ(folded("(-3) % 2"), "1");
  EXPECT_EQ(folded("mod(-3, 2)"), "-1");
  EXPECT_EQ(folded("(-3) / 2"), "-1");
  EXPECT_EQ(folded("(4*i) / 4"), "i");
  EXPECT_EQ(folded("(4*i + 1) / 4"), "(4*i + 1) / 4");
  EXPECT_EQ(folded("i // 1"), "i");
  EXPECT_EQ(folded("i % 1"), "0");
}

// A divisor is not zero.
TEST(Fold, QuotientsTakeMultiplesOfProductsOut) {
  EXPECT_EQ(folded("(i*n) / n"), "i");
  EXPECT_EQ(folded("(i*n + n) / n"), "i + 1");
  EXPECT_EQ(folded("(1 + i*n - 1) / n + 1"), "i + 1");
  EXPECT_EQ(folded("(6*i*n*j) / (2*n*i)"), "3*j");
  EXPECT_EQ(folded("mod(i*n - n, n)"), "0");
  // A quotient that is cut off may change its sign with what is left.
  EXPECT_EQ(folded("(i*n + 1) / n"), "(i*n + 1) / n");
  EXPECT_EQ(folded("(i*n + j) // n"), "i + j // n");
  EXPECT_EQ(folded("(i*n + j) % n"), "j % n");
  EXPECT_EQ(folded("(3*n) / (2*n)"), "3*n / (2*n)");
  EXPECT_EQ(folded("(i*n) / (n + 1)"), "i*n / (n + 1)");
}

TEST(Fold, ReachesEverySubtree) {
  EXPECT_EQ(folded("a[i + 2 - 1]*1"), "a[i + 1]");
  EXPECT_EQ(folded("if(1 < 2, x, y)"), "x");
  EXPECT_EQ(folded("i < n and 2 == 2"), "i < n");
  EXPECT_EQ(folded("min(i, 3, 2, i)"), "min(i, 2)");
  EXPECT_EQ(folded("2**10"), "1024");
  EXPECT_EQ(folded("x / 1"), "x");
  EXPECT_EQ(folded("float64(2)*x"), "2.0d0*x");
}

TEST(Fold, NumbersBeyond64BitsStayExpressions) {
  const int64_t large = INT64_C(4000000000000000000);
  Expr four = Expr::integer(large), n = Expr::var("n");
  for (const Expr &e :
       {Expr::binary(BinaryOp::Mul, four, four),
        Expr::binary(BinaryOp::Add, Expr::binary(BinaryOp::Add, four, four),
                     four),
        Expr::binary(BinaryOp::Mul, four, Expr::binary(BinaryOp::Mul, four, n)),
        Expr::integer(INT64_MIN)}) {
    EXPECT_EQ(fold(e).str(), e.str());
    EXPECT_EQ(asInteger(four * four), std::nullopt);
  }
  EXPECT_EQ(asInteger(four + four), 2 * large);
}

// Operators answer at once where they can: as folding does.
TEST(Fold, OperatorsAgreeWithFolding) {
  const std::vector<Expr> leaves = {Expr::var("i"), Expr::var("n"),
                                    Expr::integer(0), Expr::integer(1),
                                    Expr::integer(-3)};
  for (const Expr &a : leaves)
    for (const Expr &b : leaves) {
      EXPECT_EQ((a + b).str(), fold(Expr::binary(BinaryOp::Add, a, b)).str());
      EXPECT_EQ((a - b).str(), fold(Expr::binary(BinaryOp::Sub, a, b)).str());
      EXPECT_EQ((a * b).str(), fold(Expr::binary(BinaryOp::Mul, a, b)).str());
    }
  Expr wide = Expr::var("l", Type::integer(8));
  EXPECT_EQ((wide + 0).type(), Type::integer(8));
  EXPECT_EQ((Expr::var("i") + Expr::integer(0, Type::integer(8))).type(),
            Type::integer(8));
}

TEST(Fold, DifferencesThatAreNumbers) {
  auto difference = [](const char *a, const char *b) {
    return constantDifference(parse(a), parse(b));
  };
  EXPECT_EQ(difference("i + 3*(n - 1)", "3*n + i"), -3);
  EXPECT_EQ(difference("i", "i"), 0);
  EXPECT_EQ(difference("i", "j"), std::nullopt);
  EXPECT_EQ(difference("2*i", "i"), std::nullopt);
  Expr large = Expr::integer(INT64_C(9000000000000000000));
  EXPECT_EQ(constantDifference(large, Expr::integer(-INT64_C(1) << 62)),
            std::nullopt);
}

TEST(Fold, UnchangedTreesKeepTheirHandle) {
  Expr e = parse("a[i + 1]*x + b[i, j]");
  EXPECT_TRUE(fold(e).same(e));
  EXPECT_TRUE(substitute(e, {{"k", Expr::integer(1)}}).same(e));
  EXPECT_TRUE(rewrite(e, [](const Expr &n) { return n; }).same(e));
}

TEST(Substitute, FoldsAroundTheReplacement) {
  Substitution split = {{"i", Expr::var("ii") + Expr::var("io") * 16}};
  EXPECT_EQ(substitute(parse("a[i - 1] + x"), split).str(),
            "a[ii + 16*io - 1] + x");
  EXPECT_EQ(substitute(parse("i + n"), {{"n", Expr::integer(3)}}).str(),
            "i + 3");
}

TEST(Substitute, KeepsTheNamesType) {
  Expr wide = Expr::var("n", Type::integer(8));
  Expr sum = Expr::binary(BinaryOp::Add, wide, Expr::integer(1, wide.type()));
  Expr result = substitute(sum, {{"n", Expr::integer(4)}});
  EXPECT_EQ(result.type(), Type::integer(8));
  result = substitute(sum, {{"n", Expr::var("i")}});
  EXPECT_EQ(result.str(), "int64(i) + 1");
}

TEST(Type, NamesAndPromotion) {
  for (Type t :
       {Type::integer(8), Type::real(4), Type::complex(16), Type::logical(1)})
    EXPECT_EQ(Type::parse(t.str()), t);
  EXPECT_EQ(Type::complex(16).fortran(), "complex(8)");
  EXPECT_EQ(promote(Type::integer(8), Type::real(4)), Type::real(4));
  EXPECT_EQ(promote(Type::complex(8), Type::real(8)), Type::complex(16));
  EXPECT_FALSE(Type::parse("float"));
}
