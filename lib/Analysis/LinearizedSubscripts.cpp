#include "LinearizedSubscripts.h"

#include "Definitions.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

// Where a difference of subscripts is zero.
class Zeros {
public:
  Zeros(const std::set<std::string> &inames,
        const std::set<Polynomial> &nonZero)
      : inames(inames), nonZero(nonZero) {}

  std::optional<Set> of(const Polynomial &difference) const;

private:
  using Coefficients = std::map<std::vector<std::string>, Polynomial>;
  // difference == inner + extent*outer
  struct Axes {
    Polynomial inner, outer;
  };
  static std::optional<Axes> split(const Coefficients &coefficients,
                                   const Polynomial &extent);
  Set along(const Polynomial &extent, const Axes &axes) const;

  const std::set<std::string> &inames;
  const std::set<Polynomial> &nonZero;
};

std::optional<Zeros::Axes> Zeros::split(const Coefficients &coefficients,
                                        const Polynomial &extent) {
  Axes result;
  for (const auto &[variable, coefficient] : coefficients) {
    Polynomial factor = variable.empty() ? Polynomial::constant(1)
                                         : Polynomial::name(variable.front());
    auto parts = coefficient.dividedBy(extent);
    auto outer = parts ? parts->first.times(factor) : std::nullopt;
    auto inner = parts ? parts->second.times(factor) : std::nullopt;
    outer = outer ? outer->plus(result.outer) : std::nullopt;
    inner = inner ? inner->plus(result.inner) : std::nullopt;
    if (!outer || !inner)
      return std::nullopt;
    result = {std::move(*inner), std::move(*outer)};
  }
  return result.inner.isAffine() ? std::optional(result) : std::nullopt;
}

// inner + extent*outer == 0 takes two zeros, if |inner| < |extent|.
Set Zeros::along(const Polynomial &extent, const Axes &axes) const {
  PwAff inner = axes.inner.affine(), width = extent.affine();
  PwAff zero = PwAff::constant(0);
  Set both = inner.eq(zero);
  if (std::optional<Set> outer = of(axes.outer))
    both = both.intersect(*outer);
  Set beyond =
      inner.ge(width).unite(inner.le(-width)).intersect(width.gt(zero));
  beyond = beyond.unite(
      inner.ge(-width).unite(inner.le(width)).intersect(width.lt(zero)));
  if (!nonZero.count(extent))
    beyond = beyond.unite(inner.eq(zero).intersect(width.eq(zero)));
  return both.unite(beyond);
}

std::optional<Set> Zeros::of(const Polynomial &difference) const {
  if (difference.isAffine())
    return difference.affine().eq(PwAff::constant(0));
  const Coefficients coefficients = difference.coefficients(inames);
  std::set<Polynomial> extents;
  for (const auto &[variables, coefficient] : coefficients) {
    if (variables.size() > 1)
      return std::nullopt;
    if (variables.size() == 1 && !coefficient.isConstant() &&
        coefficient.isAffine())
      extents.insert(coefficient.primitive());
  }
  std::optional<Set> result;
  for (const Polynomial &extent : extents)
    if (std::optional<Axes> axes = split(coefficients, extent)) {
      Set zeros = along(extent, *axes);
      result = result ? result->intersect(zeros) : zeros;
    }
  return result;
}

} // namespace

LinearizedSubscripts::LinearizedSubscripts(const Kernel &kernel)
    : kernel(kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      data.insert(name);
}

// With what scalars are that are assigned just before.
static Expr inValues(const Kernel &kernel, const std::set<std::string> &data,
                     const Expr &e, const Instruction &user) {
  return rewrite(e, [&](const Expr &node) {
    const auto *var = node.getIf<VarRef>();
    const Instruction *assigned =
        var && data.count(var->name) ? definitionBefore(kernel, var->name, user)
                                     : nullptr;
    return assigned
               ? Expr::cast(inValues(kernel, data, assigned->values().front(),
                                     *assigned),
                            node.type())
               : node;
  });
}

// What the instruction's bounds are divided by, as numbers of iterations are by
// the step: not zero where it runs.
static std::set<Polynomial> divisors(const Kernel &kernel,
                                     const std::set<std::string> &data,
                                     const Instruction &insn) {
  std::set<Polynomial> result;
  for (const std::string &iname : insn.inames)
    for (const std::string &bound :
         kernel.domains[kernel.domainOf(iname)].params()) {
      const Instruction *assigned =
          data.count(bound) ? definitionBefore(kernel, bound, insn) : nullptr;
      if (!assigned)
        continue;
      walk(assigned->values().front(), [&](const Expr &node) {
        const auto *quotient = node.getIf<Binary>();
        if (quotient && node.type().isInteger() &&
            (quotient->op == BinaryOp::Div ||
             quotient->op == BinaryOp::FloorDiv))
          if (auto by = Polynomial::of(
                  inValues(kernel, data, quotient->b, *assigned)))
            result.insert(by->primitive());
        return !node.getIf<Select>(); // one of whose values is not computed
      });
    }
  return result;
}

std::optional<Set>
LinearizedSubscripts::equal(const Expr &source, const Instruction &sourceInsn,
                            const Expr &sink,
                            const Instruction &sinkInsn) const {
  auto from = Polynomial::of(inValues(kernel, data, source, sourceInsn));
  auto to = Polynomial::of(
      primedExpr(inValues(kernel, data, sink, sinkInsn), sinkInsn));
  auto less = to ? to->times(Polynomial::constant(-1)) : std::nullopt;
  auto difference = from && less ? from->plus(*less) : std::nullopt;
  if (!difference)
    return std::nullopt;
  std::set<std::string> inames(sourceInsn.inames.begin(),
                               sourceInsn.inames.end());
  for (const auto &[name, marked] : primes(sinkInsn))
    inames.insert(marked);
  for (const std::string &name : difference->names())
    if (data.count(name) || (kernel.hasIname(name) && !inames.count(name)))
      return std::nullopt;
  return Zeros(inames, divisors(kernel, data, sinkInsn)).of(*difference);
}
