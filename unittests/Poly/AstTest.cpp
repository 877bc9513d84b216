// Generated loops and guards, run point by point, against the set that they
// were made from.
#include "loopyc/Poly/Ast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

int64_t evaluate(const AstExpr &e, const Point &at) {
  auto arg = [&](size_t i) { return evaluate(e.args[i], at); };
  auto all = [&](auto op) {
    int64_t result = arg(0);
    for (size_t i = 1; i < e.args.size(); ++i)
      result = op(result, arg(i));
    return result;
  };
  switch (e.op) {
  case AstOp::Integer:
    return e.value;
  case AstOp::Name:
    return at.at(e.name);
  case AstOp::Add:
    return arg(0) + arg(1);
  case AstOp::Sub:
    return arg(0) - arg(1);
  case AstOp::Mul:
    return arg(0) * arg(1);
  case AstOp::Neg:
    return -arg(0);
  case AstOp::Min:
    return all([](auto a, auto b) { return std::min(a, b); });
  case AstOp::Max:
    return all([](auto a, auto b) { return std::max(a, b); });
  case AstOp::FloorDiv:
    return floorDivide(arg(0), arg(1));
  case AstOp::ExactDiv:
  case AstOp::PosDiv:
    return arg(0) / arg(1);
  case AstOp::PosMod:
  case AstOp::ZeroMod:
    return arg(0) % arg(1);
  case AstOp::Select:
    return arg(0) ? arg(1) : arg(2);
  case AstOp::Eq:
    return arg(0) == arg(1);
  case AstOp::Le:
    return arg(0) <= arg(1);
  case AstOp::Lt:
    return arg(0) < arg(1);
  case AstOp::Ge:
    return arg(0) >= arg(1);
  case AstOp::Gt:
    return arg(0) > arg(1);
  case AstOp::And:
    return all([](auto a, auto b) { return a && b; });
  case AstOp::Or:
    return all([](auto a, auto b) { return a || b; });
  }
  return 0;
}

// Calls `visit` for each instance of a statement, in order.
void run(const std::vector<AstNode> &nodes, Point &at,
         const std::function<void(const Point &)> &visit) {
  for (const AstNode &node : nodes) {
    if (node.kind == AstNode::Kind::User)
      visit(at);
    if (node.kind == AstNode::Kind::If && evaluate(node.condition, at))
      run(node.children, at, visit);
    if (node.kind != AstNode::Kind::For)
      continue;
    at[node.iterator] = evaluate(node.init, at);
    while (node.degenerate || evaluate(node.condition, at)) {
      run(node.children, at, visit);
      if (node.degenerate || at[node.iterator] > 1000)
        break;
      at[node.iterator] += node.increment;
    }
    at.erase(node.iterator);
  }
}

const char *const facts = "0 <= l < 8 and 0 <= g and 8g < n";

// The values of i in the domain at each point of a box where the facts hold.
std::map<Point, std::vector<int64_t>> enumerate(const Set &domain) {
  std::map<Point, std::vector<int64_t>> result;
  for (int64_t g = 0; g < 3; ++g)
    for (int64_t l = 0; l < 8; l += 3)
      for (int64_t n = 8 * g + 1; n < 20; n += 1 + l % 2) {
        Point at{{"g", g}, {"l", l}, {"n", n}};
        std::vector<int64_t> &values = result[at];
        for (int64_t i = -2; i < 20; ++i) {
          Point point = at;
          point["i"] = i;
          if (domain.contains(point))
            values.push_back(i);
        }
      }
  return result;
}

Set parsed(const std::string &names, const std::string &conditions) {
  return Set::parse("[" + names + "] -> { : " + conditions + "}");
}

// The loop over i runs for these points, whatever order its domain and the
// facts have their names in; and the guard says where there are any.
void expectExact(const std::map<Point, std::vector<int64_t>> &points,
                 const Set &domain, const Set &context) {
  AstTree statement, loop;
  statement.statement = 0;
  statement.domain = domain;
  loop.loop = "i";
  loop.children = {statement};
  std::vector<AstNode> nodes = generateAst({loop}, context);
  AstExpr guard = toAst(domain.project({"i"}), context);
  for (const auto &[point, expected] : points) {
    Point at = point;
    EXPECT_EQ(evaluate(guard, at) != 0, !expected.empty());
    std::vector<int64_t> got;
    run(nodes, at, [&](const Point &p) { got.push_back(p.at("i")); });
    EXPECT_EQ(got, expected)
        << domain.str() << " in " << context.str() << ", at g=" << at["g"]
        << " l=" << at["l"] << " n=" << at["n"];
  }
}

// What a reversal, a shift or a stride by a parameter leaves of a loop that is
// split into groups and work-items.
const char *const domains[] = {
    "0 <= i < 8 and exists o : o = g + 1 + floor((-n)/8) and "
    "8 - n <= 8o + l <= 7",
    "0 <= i < 8 and exists o : o = g + floor(n/8) and n <= 8o + l < 2n",
    "0 <= i < 8 and exists o : o = g + floor((-2n)/3) and "
    "-2n <= 3o + l < 0",
    "0 <= i < 8 and (n + g) mod 3 <= l",
    "0 <= i < n and (n + 2l) mod 5 <= i and (g + n) mod 2 = 0",
    "(n + g) mod 4 <= i < 8 and i mod 3 = (n + l) mod 3",
};

TEST(Ast, LoopsMeanTheirDomainWhateverTheOrderOfNames) {
  const char *const orders[] = {"g, l, n", "g, n, l", "l, g, n",
                                "l, n, g", "n, g, l", "n, l, g"};
  for (const char *domain : domains) {
    auto points = enumerate(parsed("g, l, n, i", domain));
    for (const std::string order : orders)
      for (const char *contextOrder : {orders[0], orders[3], orders[4]})
        expectExact(points, parsed(order + ", i", domain),
                    parsed(contextOrder, facts));
  }
}

TEST(Ast, ALoopHasABoundThatHoldsForAllPieces) {
  // The hull of these pieces bounds i by a quotient of nothing.
  AstTree statement, loop;
  statement.statement = 0;
  statement.domain =
      Set::parse("[n, i] -> { : (i = 0 and n <= 2) or (n >= 3 and exists k, j "
                 ": 0 <= j < n and 0 <= 2k < n and 3i = 2j - 6k + n and i < n) "
                 "}");
  loop.loop = "i";
  loop.children = {statement};
  std::vector<AstNode> nodes = generateAst({loop}, Set::universe());
  for (int64_t n = 0; n < 12; ++n) {
    Point at{{"n", n}};
    std::vector<int64_t> expected, got;
    for (int64_t i = -20; i < 20; ++i)
      if (statement.domain.contains({{"n", n}, {"i", i}}))
        expected.push_back(i);
    run(nodes, at, [&](const Point &p) { got.push_back(p.at("i")); });
    EXPECT_EQ(got, expected) << "at n=" << n;
  }
}

TEST(Set, BoundsOfQuotientsBoundNothing) {
  Set quotients = Set::parse("{ [x] : exists e, f : x <= 3e and 2e <= f and "
                             "x mod 2 = 0 and 5f <= 4x + 7e }");
  EXPECT_FALSE(quotients.boundedAbove("x"));
  Set known = Set::parse("[n] -> { [x] : 0 <= x <= 3*floor(n/3) }");
  EXPECT_TRUE(known.boundedAbove("x"));
  EXPECT_TRUE(known.boundedBelow("x"));
}

} // namespace
