#include "Reductions/IterationRank.h"

#include "Reductions/ReductionRanges.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Values/Affine.h"

#include <cstdint>
#include <limits>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// More, and the range is not found: its loops stay serial.
static constexpr unsigned long mostRangeOperations = 2000000;

// { [value] : value = loop, for the host's parameters }, flat
static std::optional<Set> valuesOf(const Kernel &kernel, const Expr &loop,
                                   const std::string &value,
                                   const Names &params) {
  std::set<std::string> names;
  collectNames(loop, names, names);
  std::vector<std::string> inames;
  for (const std::string &name : names)
    if (kernel.hasIname(name))
      inames.push_back(name);
  auto affine = toAffine(loop);
  if (!affine)
    return std::nullopt;
  Names kept = params;
  kept.push_back(value);
  return DomainIndex(kernel)
      .instances(inames)
      .flat()
      .intersect(kernel.assumptions)
      .equate(value, *affine)
      .projectOnto(kept);
}

std::optional<IterationRank::Digit>
IterationRank::digitOf(const Kernel &kernel, const Expr &loop,
                       const Names &params) {
  const std::string value = " value";
  auto values = valuesOf(kernel, loop, value, params);
  if (!values || !values->boundedBelow(value) || !values->boundedAbove(value))
    return std::nullopt;
  // Where there are iterations: nobody asks elsewhere.
  auto known = [&](const PwAff &number) {
    return typedNames(kernel, fromAffine(number.gist(number.domain()),
                                                 kernel.assumptions, type()));
  };
  PwAff low = values->minOf(value, params);
  PwAff high = values->maxOf(value, params);
  return Digit{loop, known(low), known(high - low + PwAff::constant(1))};
}

static bool isInt32(const Expr &loop) {
  return loop.type() == Type::integer(4);
}

std::optional<IterationRank> IterationRank::of(const Kernel &kernel,
                                               const std::vector<Expr> &loops,
                                               std::string &why) {
  Names params;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      params.push_back(arg->name);
  IterationRank rank;
  poly::OperationLimit limit(mostRangeOperations);
  for (const Expr &loop : loops) {
    if (rank.digits.empty()) {
      rank.digits.push_back({loop, {}, {}});
      continue;
    }
    std::optional<Digit> digit;
    try {
      digit = digitOf(kernel, loop, params);
    } catch (const poly::TooComplex &) {
      why = "the range of the loop over " + loop.str() +
            ", by which the order of equal values could be told, is too "
            "complex to be found";
      return std::nullopt;
    }
    // Two 32-bit numbers fit in the rank, whatever their ranges are.
    const bool isPair =
        loops.size() == 2 && isInt32(loops[0]) && isInt32(loops[1]);
    if (!digit && isPair)
      digit = Digit{loop, Expr::integer(std::numeric_limits<int32_t>::min(),
                                        type()),
                    Expr::integer(int64_t(1) << 32, type())};
    if (!digit) {
      why = "the loop over " + loop.str() +
            " has no bounds that the host knows, by which the order of "
            "equal values could be told";
      return std::nullopt;
    }
    rank.digits.push_back(std::move(*digit));
  }
  return rank;
}

static Expr wide(const Expr &e) { return Expr::cast(e, IterationRank::type()); }

Expr IterationRank::value() const {
  Expr result;
  for (const Digit &digit : digits)
    result = result
                 ? fold(result * digit.count + (wide(digit.loop) - digit.low))
                 : wide(digit.loop);
  return result ? result : Expr::integer(0, type());
}

Expr IterationRank::loopAt(size_t at, const Expr &rank) const {
  Expr rest = rank;
  for (size_t i = digits.size(); --i > at;)
    rest = Expr::binary(BinaryOp::FloorDiv, rest, digits[i].count, type());
  if (at > 0)
    rest = Expr::binary(BinaryOp::FloorMod, rest, digits[at].count, type()) +
           digits[at].low;
  return Expr::cast(rest, digits[at].loop.type());
}

Expr IterationRank::recovered(
    const Expr &e, const Expr &rank,
    const std::function<bool(const Expr &)> &fixed) const {
  if (!e.type().isInteger())
    return Expr();
  for (size_t i = 0; i < digits.size(); ++i) {
    const Expr &loop = digits[i].loop;
    if (loop.type() != e.type())
      continue;
    if (Expr rest = fold(e - loop); fixed(rest))
      return fold(loopAt(i, rank) + rest);
    if (Expr rest = fold(e + loop); fixed(rest))
      return fold(rest - loopAt(i, rank));
  }
  return Expr();
}

// { e, e' : the same element } is within { e = e' }
bool loopyc::areElementsApart(const Kernel &kernel, const Expr &reference,
                              const std::vector<std::string> &inames) {
  std::map<std::string, std::string> other;
  Substitution primed;
  Set equal = Set::universe();
  for (const std::string &iname : inames) {
    other[iname] = iname + " other";
    primed[iname] = Expr::var(other[iname]);
    equal = equal.intersect(PwAff::name(iname).eq(PwAff::name(other[iname])));
  }
  Set pairs = DomainIndex(kernel).instances(inames).flat();
  pairs = pairs.intersect(pairs.rename(other));
  for (const Expr &subscript : operands(reference)) {
    auto here = toAffine(subscript),
         there = toAffine(substitute(subscript, primed));
    if (here && there)
      pairs = pairs.intersect(here->eq(*there));
  }
  return pairs.isSubset(equal);
}
