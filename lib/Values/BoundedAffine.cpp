#include "loopyc/Values/BoundedAffine.h"

#include "loopyc/Support/Integers.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <vector>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// Beyond this, pieces cost more than exactness is worth.
static const int64_t mostValues = 64;

BoundedAffine::BoundedAffine(const Kernel &kernel)
    : kernel(kernel), index(kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      data.insert(name);
}

bool BoundedAffine::mentionsData(const Expr &e) const {
  std::set<std::string> names, arrays;
  collectNames(e, names, arrays);
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return data.count(name) > 0;
  });
}

std::vector<std::string> BoundedAffine::inamesIn(const Expr &e) const {
  std::set<std::string> names, arrays;
  collectNames(e, names, arrays);
  std::vector<std::string> inames;
  for (const std::string &name : names)
    if (index.hasIname(name))
      inames.push_back(name);
  return inames;
}

Interval BoundedAffine::rangeOf(const std::string &iname) {
  auto [known, isNew] = ranges.try_emplace(iname);
  if (!isNew)
    return known->second;
  int d = index.of(iname);
  if (d >= 0)
    known->second = intervalOf(iname, kernel.domains[d]);
  return known->second;
}

Expr BoundedAffine::multipliedIname(const Expr &e) {
  Expr found;
  walk(e, [&](const Expr &node) {
    const auto *product = node.getIf<Binary>();
    if (!found && product && product->op == BinaryOp::Mul)
      for (const Expr &factor : {product->a, product->b})
        if (const auto *var = factor.getIf<VarRef>(); var && !found)
          if (auto count = rangeOf(var->name).count();
              count && *count <= mostValues)
            found = factor;
    return !found;
  });
  return found;
}

// e as a sum of integer multiples of inames and of affine values that mention
// none of them (a rule's value may, in its definition); false if it is anything
// else, or a multiple does not fit.
bool BoundedAffine::linearTerms(const Expr &e, std::optional<int64_t> factor,
                                std::map<std::string, int64_t> &terms) const {
  if (!factor)
    return false;
  if (inamesIn(e).empty())
    return toAffine(e).has_value();
  if (const auto *var = e.getIf<VarRef>()) {
    auto sum = integers::sum(terms[var->name], *factor);
    terms[var->name] = sum.value_or(0);
    return sum.has_value();
  }
  auto opposite = integers::negated(*factor);
  if (const auto *unary = e.getIf<Unary>())
    return unary->op == UnaryOp::Neg && linearTerms(unary->a, opposite, terms);
  const auto *binary = e.getIf<Binary>();
  if (!binary)
    return false;
  if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub)
    return linearTerms(binary->a, factor, terms) &&
           linearTerms(binary->b,
                       binary->op == BinaryOp::Add ? factor : opposite, terms);
  if (binary->op != BinaryOp::Mul)
    return false;
  if (auto scale = asInteger(binary->a))
    return linearTerms(binary->b, integers::product(*factor, *scale), terms);
  if (auto scale = asInteger(binary->b))
    return linearTerms(binary->a, integers::product(*factor, *scale), terms);
  return false;
}

// The inames of such a sum, the smallest factors first.
std::optional<std::vector<BoundedAffine::Digit>>
BoundedAffine::digitsOf(const Expr &e) const {
  std::map<std::string, int64_t> terms;
  if (!linearTerms(e, 1, terms))
    return std::nullopt;
  std::vector<Digit> digits;
  for (const auto &[name, factor] : terms) {
    auto size = integers::magnitude(factor);
    if (!size)
      return std::nullopt;
    digits.push_back({*size, name});
  }
  std::sort(digits.begin(), digits.end());
  return digits;
}

// A number in mixed radix: each coefficient exceeds what all smaller terms
// together can vary by.
bool BoundedAffine::isMixedRadix(const Expr &e) {
  auto digits = digitsOf(e);
  if (!digits)
    return false;
  Interval sum = Interval::of(0); // of all smaller terms
  for (const auto &[factor, name] : *digits) {
    auto values = sum.count();
    if (!values || factor < *values)
      return false;
    sum = apply(BinaryOp::Add, sum,
                apply(BinaryOp::Mul, Interval::of(factor), rangeOf(name)));
  }
  return true;
}

// Chunks in a row: the values for each value v of an iname begin at s(v), end
// before s(v + 1), and s does not fall.
bool BoundedAffine::isRowOfChunks(const Expr &e, const std::string &chunk) {
  std::vector<std::string> inames = inamesIn(e);
  Set domain = index.instances(inames).flat().intersect(kernel.assumptions);
  Set some = domain.project(inames);
  Substitution first; // of each chunk
  for (const std::string &iname : inames)
    if (iname != chunk) {
      auto low = domain.minConst(iname);
      if (!low)
        return false;
      first[iname] = Expr::integer(*low);
    }
  auto [low, high] = rangeOf(chunk);
  std::optional<PwAff> before, startBefore;
  Set domainBefore;
  for (int64_t v = *low; v <= *high; ++v) {
    Expr inChunk = fold(substitute(e, {{chunk, Expr::integer(v)}}));
    auto value = toAffine(inChunk);
    auto start = toAffine(fold(substitute(inChunk, first)));
    if (!value || !start || !isMixedRadix(inChunk))
      return false;
    Set own = domain.fix(chunk, v);
    if (!own.intersect(value->lt(*start)).isEmpty())
      return false;
    if (before && !(domainBefore.intersect(before->ge(*start)).isEmpty() &&
                    some.intersect(startBefore->gt(*start)).isEmpty()))
      return false;
    before = value;
    startBefore = start;
    domainBefore = own;
  }
  return true;
}

bool BoundedAffine::isInjective(const Expr &e) {
  if (!e)
    return false;
  auto [known, isNew] = injective.try_emplace(e.str(), false);
  if (!isNew)
    return known->second;
  std::set<std::string> names, arrays;
  collectNames(e, names, arrays);
  if (!arrays.empty() || mentionsData(e))
    return false;
  Expr chunk = multipliedIname(e);
  bool result = isMixedRadix(e) ||
                (chunk && isRowOfChunks(e, chunk.getIf<VarRef>()->name));
  return injective[e.str()] = result;
}

// With these inames for its own.
static Expr renamed(const Expr &e,
                    const std::map<std::string, std::string> &names) {
  Substitution values;
  for (const auto &[name, other] : names)
    values[name] = Expr::var(other, Type::integer(4));
  return substitute(e, values);
}

std::map<std::string, std::string>
BoundedAffine::counterparts(const Expr &a, const Expr &b) {
  if (!isInjective(a) || !isInjective(b) || !isMixedRadix(a) ||
      !isMixedRadix(b))
    return {};
  auto digits = digitsOf(a), others = digitsOf(b);
  if (!digits || !others || digits->size() != others->size())
    return {};
  std::map<std::string, std::string> result, itself;
  for (size_t i = 0; i < digits->size(); ++i) {
    const auto &[factor, name] = (*digits)[i];
    const auto &[otherFactor, other] = (*others)[i];
    const bool isLast = i + 1 == digits->size();
    if (factor != otherFactor || (i > 0 && factor == (*digits)[i - 1].first))
      return {};
    const Interval own = rangeOf(name), its = rangeOf(other);
    if (!isLast && (own.low != its.low || own.high != its.high))
      return {};
    result[name] = other;
    itself[other] = other;
  }
  // Nor may anything else differ, and be it a sign. Types of inames may.
  return renamed(a, result) == renamed(b, itself)
             ? result
             : std::map<std::string, std::string>();
}

static Expr withValue(const Expr &e, const VarRef &name, int64_t value) {
  Expr literal = Expr::integer(value);
  return fold(substituteReferences(e, [&](const Expr &node) {
    const auto *var = node.getIf<VarRef>();
    bool isIt = var && var->name == name.name && var->mark == name.mark;
    return isIt ? &literal : nullptr;
  }));
}

std::optional<PwAff> BoundedAffine::operator()(const Expr &e) {
  if (auto value = toAffine(e))
    return mentionsData(e) ? std::nullopt : value;
  Expr iname = e ? multipliedIname(e) : Expr();
  if (!iname)
    return std::nullopt;
  const VarRef &ref = *iname.getIf<VarRef>();
  auto [low, high] = rangeOf(ref.name);
  PwAff at = PwAff::name(ref.str());
  std::optional<PwAff> result;
  for (int64_t value = *low; value <= *high; ++value) {
    auto piece = (*this)(withValue(e, ref, value));
    if (!piece)
      return std::nullopt;
    result = result ? PwAff::select(at.eq(PwAff::constant(value)), *piece,
                                    *result)
                    : *piece;
  }
  return result;
}
