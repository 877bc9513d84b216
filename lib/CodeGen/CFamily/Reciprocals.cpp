// fast_math="reciprocal": x/y as x*(1/y) where compilers find 1/y computed
// already: y is a literal, the same in all iterations of the loop around, or
// the divisor of another quotient of the same statements. And withFastMath,
// which calls this.
#include "CFamily/FastMath.h"
#include "CFamily/FastMathPasses.h"
#include "CFamily/References.h"
#include "loopyc/IR/FastMath.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// The loop around a statement: what changes with its iterations.
struct Around {
  std::vector<LoopVariable> variables; // none: there is no loop
  std::set<std::string> assigned;
};

// Quotients by one divisor in statements that leave it as it is.
struct Sharing {
  Expr divisor;
  std::vector<Predicate> predicates;
  std::vector<Expr> references;
  std::vector<size_t> statements;
  int count = 0;
  bool isOpen = true;
};

} // namespace

static const Binary *quotientOf(const Expr &e) {
  const auto *b = e.getIf<Binary>();
  return b && b->op == BinaryOp::Div && e.type().isReal() ? b : nullptr;
}

// 1/c, as a number of the type; null if that is no normal number.
static Expr reciprocalOf(double constant, Type type) {
  double value = type.bytes == 4 ? 1.0f / static_cast<float>(constant)
                                 : 1.0 / constant;
  double least = type.bytes == 4 ? 1.17549435e-38 : 2.2250738585072014e-308;
  return std::isfinite(value) && std::fabs(value) >= least
             ? Expr::real(value, type)
             : Expr();
}

static bool isInvariant(const Expr &divisor, const Around &around) {
  if (around.variables.empty())
    return false;
  bool varies = false;
  walk(divisor, [&](const Expr &node) {
    for (const LoopVariable &variable : around.variables)
      varies = varies || isReferenceTo(node, variable);
    const auto *var = node.getIf<VarRef>();
    const auto *element = node.getIf<ArrayRef>();
    const std::string *name =
        var ? &var->name : element ? &element->name : nullptr;
    varies = varies || (name && around.assigned.count(*name));
    return !varies;
  });
  return !varies;
}

static std::vector<Sharing> sharingIn(const Block &block) {
  std::vector<Sharing> all;
  auto add = [&](const Expr &divisor, const std::vector<Predicate> &predicates,
                 size_t statement) {
    for (Sharing &each : all)
      if (each.isOpen && each.divisor == divisor &&
          each.predicates == predicates) {
        ++each.count;
        each.statements.push_back(statement);
        return;
      }
    all.push_back({divisor, predicates, referencesIn({divisor}), {statement}, 1,
                   true});
  };
  for (size_t k = 0; k < block.size(); ++k) {
    const auto *execute = std::get_if<Execute>(&block[k].value);
    if (!execute) {
      for (Sharing &each : all)
        each.isOpen = false;
      continue;
    }
    for (const Expr &value : execute->insn->values())
      walk(value, [&](const Expr &node) {
        if (const Binary *quotient = quotientOf(node))
          add(withValues(quotient->b, execute->values),
              execute->insn->predicates, k);
        return true;
      });
    for (const Expr &assignee : assigneesOf(*execute))
      for (Sharing &each : all)
        each.isOpen = each.isOpen && !mayMeet(each.references, assignee);
  }
  return all;
}

static bool isShared(const std::vector<Sharing> &all, const Expr &divisor,
                     size_t statement) {
  return std::any_of(all.begin(), all.end(), [&](const Sharing &each) {
    return each.count > 1 && each.divisor == divisor &&
           std::count(each.statements.begin(), each.statements.end(),
                      statement);
  });
}

static void multiply(Block &block, const Around &around);

static void multiplyInLoop(Loop &loop, const Around &around) {
  Around inside;
  if (loop.degenerate)
    inside = around;
  else
    inside.assigned = assignedIn(loop.body);
  if (!loop.degenerate || !around.variables.empty())
    inside.variables.push_back(loop.variable);
  multiply(loop.body, inside);
}

static void multiply(Block &block, const Around &around) {
  std::vector<Sharing> sharing = sharingIn(block);
  for (size_t k = 0; k < block.size(); ++k)
    match(
        block[k].value, [&](Loop &loop) { multiplyInLoop(loop, around); },
        [&](Guard &guard) { multiply(guard.body, around); },
        [&](Execute &execute) {
          auto byReciprocal = [&](const Expr &node) {
            const Binary *quotient = quotientOf(node);
            if (!quotient || constantOf(quotient->a) == 1 ||
                constantOf(quotient->b) == 1)
              return node;
            Type type = node.type();
            Expr one;
            if (auto constant = constantOf(quotient->b)) {
              one = reciprocalOf(*constant, type);
            } else {
              Expr divisor = withValues(quotient->b, execute.values);
              if (isInvariant(divisor, around) || isShared(sharing, divisor, k))
                one = Expr::binary(BinaryOp::Div, Expr::real(1, type),
                                   quotient->b, type);
            }
            return one ? Expr::binary(BinaryOp::Mul, quotient->a, one, type)
                       : node;
          };
          execute.insn = mapExprs(execute.insn, [&](const Expr &e) {
            return rewrite(e, byReciprocal);
          });
        },
        [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
}

void codegen::multiplyByReciprocals(Block &block) { multiply(block, {}); }

Block codegen::withFastMath(Block block, const KernelData &data) {
  FastMath fast = fastMathOf(data.scheduled.kernel);
  bool hasRoots = data.dialect.hasReciprocalRoots();
  if (fast.rsqrt && hasRoots)
    putRootsIntoProducts(block, data);
  if (fast.reciprocal)
    multiplyByReciprocals(block);
  return block;
}
