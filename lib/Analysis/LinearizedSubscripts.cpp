#include "LinearizedSubscripts.h"

#include "loopyc/Analysis/Definitions.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// Where n*n is p, n*n + 2*n + 1 is p + 2*n + 1.
static std::optional<PwAff>
withNames(Polynomial value, const std::map<Polynomial, std::string> &names) {
  auto whole = names.find(value);
  if (whole != names.end())
    return PwAff::name(whole->second);
  Polynomial named;
  for (const auto &[product, name] : names) {
    if (value.isAffine())
      break;
    auto parts = value.dividedBy(product);
    if (!parts || !parts->first.isConstant())
      continue;
    auto times = parts->first.times(Polynomial::name(name));
    auto sum = times ? named.plus(*times) : std::nullopt;
    if (!sum)
      return std::nullopt;
    named = std::move(*sum);
    value = std::move(parts->second);
  }
  auto sum = value.isAffine() ? named.plus(value) : std::nullopt;
  return sum ? std::optional(sum->affine()) : std::nullopt;
}

namespace {

// Where a difference of subscripts is zero.
class Zeros {
public:
  // `names`: of products, what has their value.
  Zeros(const std::set<std::string> &inames,
        const std::set<Polynomial> &nonZero,
        const std::map<Polynomial, std::string> &names)
      : inames(inames), nonZero(nonZero), names(names) {}

  std::optional<Set> of(const Polynomial &difference) const;

private:
  using Coefficients = std::map<std::vector<std::string>, Polynomial>;
  // difference == inner + extent*outer
  struct Axes {
    Polynomial inner, outer;
  };
  static std::optional<Axes> split(const Coefficients &coefficients,
                                   const Polynomial &extent);
  std::optional<Set> along(const Polynomial &extent, const Axes &axes) const;

  const std::set<std::string> &inames;
  const std::set<Polynomial> &nonZero;
  const std::map<Polynomial, std::string> &names;
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
  return result;
}

// inner + extent*outer == 0 takes two zeros, if |inner| < |extent|.
std::optional<Set> Zeros::along(const Polynomial &extent,
                                const Axes &axes) const {
  auto within = withNames(axes.inner, names),
       extentInNames = withNames(extent, names);
  if (!within || !extentInNames)
    return std::nullopt;
  const PwAff &inner = *within, &width = *extentInNames;
  PwAff zero = PwAff::constant(0);
  Set both = inner.eq(zero);
  if (std::optional<Set> outer = of(axes.outer))
    both = both.intersect(*outer);
  Set beyond =
      inner.ge(width).unite(inner.le(-width)).intersect(width.gt(zero));
  beyond = beyond.unite(
      inner.ge(-width).unite(inner.le(width)).intersect(width.lt(zero)));
  if (!nonZero.count(extent.primitive()))
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
    if (variables.size() != 1 || coefficient.isConstant())
      continue;
    extents.insert(coefficient.primitive());
    extents.insert(coefficient); // 2*n: of 2*i + 2*n*j + 1, too
  }
  std::optional<Set> result;
  for (const Polynomial &extent : extents)
    if (std::optional<Axes> axes = split(coefficients, extent))
      if (std::optional<Set> zeros = along(extent, *axes))
        result = result ? result->intersect(*zeros) : *zeros;
  return result;
}

} // namespace

// The integer divisors that are certainly computed with it.
static void forEachDivisor(const Expr &e,
                           const std::function<void(const Expr &)> &visit) {
  walk(e, [&](const Expr &node) {
    const auto *quotient = node.getIf<Binary>();
    if (quotient && node.type().isInteger() &&
        (quotient->op == BinaryOp::Div || quotient->op == BinaryOp::FloorDiv))
      visit(quotient->b);
    return !node.getIf<Select>(); // one of whose values is not computed
  });
}

// The scalars that what bounds loops is divided by.
static std::set<std::string> stepsOf(const Kernel &kernel) {
  std::set<std::string> bounds, result;
  for (const Set &domain : kernel.domains)
    for (const std::string &param : domain.params())
      bounds.insert(param);
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (bounds.count(name))
        for (const Expr &value : insn->values())
          forEachDivisor(
              value, [&](const Expr &by) { collectNames(by, result, result); });
  return result;
}

LinearizedSubscripts::LinearizedSubscripts(const Kernel &kernel)
    : kernel(kernel), steps(stepsOf(kernel)) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      data.insert(name);
  std::set<std::string> inLoops;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames()) {
      VariablePtr variable = kernel.findVariable(name);
      if (!variable || !variable->isScalar() ||
          !variable->baseStorage.empty() || !insn->inames.empty() ||
          loopDepth(*insn) > 0)
        inLoops.insert(name);
      else
        settled[name] = std::max(settled[name], positionAt(*insn, 0));
    }
  for (const std::string &name : inLoops)
    settled.erase(name);
  std::set<std::string> bounds;
  for (const Set &domain : kernel.domains)
    for (const std::string &name : domain.params())
      bounds.insert(name);
  for (const auto &[name, words] : constantScalars(kernel)) {
    auto value = bounds.count(name) ? Polynomial::of(words) : std::nullopt;
    if (!value || value->isAffine())
      continue;
    if (auto other = withNames(*value, constants))
      related = related.intersect(other->eq(PwAff::name(name)));
    else
      constants.emplace(*value, name);
  }
}

std::set<std::string> LinearizedSubscripts::products() const {
  std::set<std::string> result;
  for (const auto &[value, name] : constants)
    if (data.count(name))
      result.insert(name);
  for (const std::string &name : related.names())
    if (data.count(name))
      result.insert(name);
  return result;
}

// With what scalars are that are assigned just before, or by the host.
std::optional<Polynomial>
LinearizedSubscripts::valueOf(const Expr &e, const Instruction &user) const {
  return Polynomial::of(e, [&](const VarRef &variable) {
    const Instruction *assigned =
        data.count(variable.name)
            ? definitionBefore(kernel, variable.name, user)
            : nullptr;
    if (VariablePtr argument = kernel.findVariable(variable.name);
        argument && argument->hostValue)
      return valueOf(argument->hostValue, user);
    if (!assigned)
      return std::optional(Polynomial::name(variable.str()));
    auto found = known.find(assigned);
    if (found == known.end())
      found = known.emplace(assigned, valueFrom(*assigned)).first;
    if (found->second && isKnownAlike(*found->second, user))
      return found->second;
    // What it was assigned may have changed, but not what it is itself.
    const Polynomial own = Polynomial::name(variable.str());
    return isKnownAlike(own, user) ? std::optional(own) : found->second;
  });
}

std::optional<Polynomial>
LinearizedSubscripts::valueFrom(const Instruction &assigned) const {
  auto value = valueOf(assigned.values().front(), assigned);
  if ((value && !isOfData(*value)) ||
      !steps.count(assigned.assigneeNames().front()))
    return value;
  const std::string name = auxiliaryName(assigned.id);
  values[name] = &assigned;
  return Polynomial::name(name);
}

// What the instruction's bounds are divided by, as numbers of iterations are by
// the step: not zero where it runs.
std::set<Polynomial>
LinearizedSubscripts::divisors(const Instruction &insn) const {
  std::set<Polynomial> result;
  for (const std::string &iname : insn.inames)
    for (const std::string &bound :
         kernel.domains[kernel.domainOf(iname)].params()) {
      const Instruction *assigned =
          data.count(bound) ? definitionBefore(kernel, bound, insn) : nullptr;
      if (!assigned)
        continue;
      forEachDivisor(assigned->values().front(), [&](const Expr &divisor) {
        if (auto by = valueOf(divisor, *assigned))
          result.insert(by->primitive());
      });
    }
  return result;
}

// Of what the kernel computes, which may have another value at each instance.
bool LinearizedSubscripts::isOfData(const Polynomial &value) const {
  const std::set<std::string> names = value.names();
  return std::any_of(names.begin(), names.end(),
                     [&](const auto &name) { return data.count(name) > 0; });
}

// Do all instances of the user find one value of what the kernel computes?
bool LinearizedSubscripts::isKnownAlike(const Polynomial &value,
                                        const Instruction &user) const {
  const std::set<std::string> names = value.names();
  return std::all_of(names.begin(), names.end(), [&](const auto &name) {
    if (!data.count(name))
      return true;
    auto last = settled.find(name);
    return last != settled.end() && last->second < positionAt(user, 0);
  });
}

// Where both mention a value that an assignment gives a scalar in each
// iteration of loops around it: { i -> i' : these are different iterations }.
Set LinearizedSubscripts::differentValues(
    const Polynomial &from, const Polynomial &to,
    const std::map<std::string, std::string> &marks) const {
  Set result = Set::empty();
  const std::set<std::string> names = to.names();
  for (const std::string &name : from.names())
    if (auto value = values.find(name);
        value != values.end() && names.count(name))
      for (const std::string &iname : value->second->inames)
        result =
            result.unite(PwAff::name(iname).ne(PwAff::name(marks.at(iname))));
  return result;
}

std::optional<Set>
LinearizedSubscripts::equal(const Expr &source, const Instruction &sourceInsn,
                            const Expr &sink,
                            const Instruction &sinkInsn) const {
  auto from = valueOf(source, sourceInsn), to = valueOf(sink, sinkInsn);
  if (!from || !to || !isKnownAlike(*from, sourceInsn) ||
      !isKnownAlike(*to, sinkInsn))
    return std::nullopt;
  const std::map<std::string, std::string> marks = primes(sinkInsn);
  auto less = to->renamed(marks).times(Polynomial::constant(-1));
  auto difference = less ? from->plus(*less) : std::nullopt;
  if (!difference || isOfData(*difference))
    return std::nullopt;
  std::set<std::string> inames(sourceInsn.inames.begin(),
                               sourceInsn.inames.end());
  for (const auto &[name, marked] : marks)
    inames.insert(marked);
  for (const std::string &name : difference->names())
    if (kernel.hasIname(name) && !inames.count(name))
      return std::nullopt;
  auto zeros = Zeros(inames, divisors(sinkInsn), constants).of(*difference);
  if (zeros)
    zeros = zeros->intersect(related);
  if (!zeros || values.empty())
    return zeros;
  std::vector<std::string> names;
  for (const auto &[name, assigned] : values)
    names.push_back(name);
  return zeros->project(names).unite(differentValues(*from, *to, marks));
}
