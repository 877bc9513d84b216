#include "NestCosts.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/Counts.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Poly/OperationLimit.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::driver;
using poly::PwAff;
using poly::PwQPolynomial;
using poly::Set;

static void countOneIteration(Kernel &kernel) {
  const Kernel before = kernel;
  for (Set &domain : kernel.domains)
    for (const std::string &iname : domain.dims())
      if (isEndless(before, iname))
        domain = domain.intersect(PwAff::name(iname).eq(PwAff::constant(0)));
}

NestCounter::NestCounter(const Kernel &given) {
  try {
    kernel = preprocess(given);
    countOneIteration(kernel);
  } catch (const UserError &error) {
    whyNot = error.what();
  }
}

// The sizes for which all of the nest runs, which leaves counts one formula in
// most cases; any sizes where there are none.
static Set whereAllRuns(const Kernel &kernel,
                        const CountOptions &nest) {
  InstanceSets instances(kernel);
  Set result = kernel.assumptions;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    if (!nest.filter(insn))
      continue;
    Set sizes = instances.of(static_cast<int>(i)).project(insn.inames);
    Set both = result.intersect(sizes.flat());
    if (!both.isEmpty())
      result = std::move(both);
  }
  return result;
}

// Longer ones are read by nobody.
static constexpr size_t longestFormula = 120;

static bool isShort(const std::string &formula) {
  return formula.size() <= longestFormula;
}

static Set largeSizes(const PwQPolynomial &count, const Set &facts) {
  Set large = facts;
  for (const std::string &name : count.names())
    large = large.intersect(PwAff::name(name).ge(PwAff::constant(64)));
  return large.isEmpty() ? facts : large;
}

// Estimates are for problems of some size.
static std::optional<std::string> readable(const PwQPolynomial &count,
                                           const Set &facts) {
  PwQPolynomial simple = count.gist(facts);
  PwQPolynomial large = simple.gist(largeSizes(simple, facts));
  for (const PwQPolynomial *one : {&simple, &large})
    if (auto formula = one->formula(); formula && isShort(*formula))
      return formula;
  if (std::string cases = simple.str(); !large.formula() && isShort(cases))
    return cases;
  return std::nullopt;
}

static std::optional<std::string> readableTerms(const PwQPolynomial &count,
                                                const Set &facts) {
  auto terms = count.gist(largeSizes(count, facts)).leadingTerms();
  return terms && isShort(*terms) ? terms : std::nullopt;
}

namespace {

struct Quantity {
  PwQPolynomial count;
  bool isNothing = true; // none of it is counted
  bool isBound = false;  // some of it is estimated
  bool isPart = false;   // some of it is left out
};

// Counts are exact where that can be said in a line. What cannot be counted is
// left out with a remark.
class Totals {
public:
  Totals(const Kernel &kernel, const CountOptions &nest)
      : kernel(kernel), nest(nest), facts(whereAllRuns(kernel, nest)),
        exact(instanceCounts(kernel, 1)), bounds(instanceBounds(kernel)) {}

  NestCosts exactly() {
    bool isBound = false;
    auto exactOrBound = [&](const CountRequest &request) {
      try {
        return exact(request).gist(facts);
      } catch (const UserError &) {
        PwQPolynomial bound = bounds(request);
        isBound = true;
        return bound;
      }
    };
    auto done = operationCounts(kernel, exactOrBound, nest);
    auto touched =
        footprintCounts(kernel, nest.filter, FootprintForm::Estimates);
    for (const auto &[footprint, how] : touched.bounded)
      add(how, result.estimates);
    return of(done, isBound, touched);
  }

  // Where it takes too long to count.
  NestCosts atMost() {
    result.estimates = {"each statement and each array as if it were a box with "
                        "the bounds of the loops"};
    return of(operationCounts(kernel, bounds, nest), true,
              footprintCounts(kernel, nest.filter, FootprintForm::Bounds));
  }

private:
  NestCosts of(const Counts<Operation> &done, bool isBound,
               const Counts<ArrayFootprint> &touched) {
    note(done);
    note(touched);
    Quantity operations = sumOf(done);
    operations.isBound = isBound;
    result.operations = shown("operations", operations, [&] {
      return sumOf(operationCounts(kernel, bounds, nest));
    });
    std::optional<Counts<ArrayFootprint>> boxes;
    auto ofBytes = [&](const char *name, bool read, bool written) {
      return shown(name, bytes(touched, read, written), [&] {
        if (!boxes)
          boxes = footprintCounts(kernel, nest.filter, FootprintForm::Bounds);
        return bytes(*boxes, read, written);
      });
    };
    result.bytesRead = ofBytes("bytes read", true, false);
    result.bytesWritten = ofBytes("bytes written", false, true);
    result.bytes = ofBytes("bytes", true, true);
    return std::move(result);
  }

  static Quantity sumOf(const Counts<Operation> &counts) {
    Quantity sum;
    sum.isPart = !counts.uncounted.empty();
    for (const auto &[operation, times] : counts.values)
      if (operation.type.isFloating()) {
        sum.count = sum.count + times;
        sum.isNothing = false;
      }
    return sum;
  }

  // Simplified before they are added, or their cases multiply.
  Quantity bytes(const Counts<ArrayFootprint> &touched, bool read,
                 bool written) const {
    Quantity sum;
    sum.isPart = !touched.uncounted.empty();
    for (const auto &[footprint, elements] : touched.values)
      if (footprint.store ? written : read) {
        sum.count =
            sum.count + elements.gist(facts).scaled(footprint.type.bytes);
        sum.isNothing = false;
        sum.isBound |= touched.bounded.count(footprint) > 0;
      }
    return sum;
  }

  template <typename Bound>
  CostFormula shown(const char *name, const Quantity &quantity,
                    const Bound &bound) {
    using Precision = CostFormula::Precision;
    auto of = [&](Precision precision) {
      return quantity.isPart ? Precision::Partial : precision;
    };
    if (quantity.isNothing && quantity.isPart)
      return {};
    if (auto formula = readable(quantity.count, facts))
      return {*formula,
              of(quantity.isBound ? Precision::AtMost : Precision::Exact)};
    Quantity box = bound();
    if (!quantity.isPart && box.isPart)
      box.count = quantity.count; // there is none
    else if (auto formula = readable(box.count, facts))
      return {*formula, of(Precision::AtMost)};
    const PwQPolynomial *const all[] = {&quantity.count, &box.count};
    for (const PwQPolynomial *one : all)
      if (auto terms = readableTerms(*one, facts))
        return {*terms, of(Precision::About)};
    add("the " + std::string(name) + ": the formula has " +
            std::to_string(quantity.count.gist(facts).str().size()) +
            " characters",
        result.uncounted);
    return {};
  }

  static void add(const std::string &remark, std::vector<std::string> &list) {
    if (!llvm::is_contained(list, remark))
      list.push_back(remark);
  }
  template <typename Key> void note(const Counts<Key> &counts) {
    for (const std::string &remark : counts.remarks)
      add(remark, result.assumptions);
    for (const UserError &error : counts.uncounted)
      add(error.what(), result.uncounted);
  }

  const Kernel &kernel;
  const CountOptions &nest;
  const Set facts;
  const CountInstruction exact, bounds;
  NestCosts result;
};

} // namespace

NestCosts NestCounter::costs(const std::set<std::string> &ids) const {
  NestCosts nothing;
  nothing.uncounted = {whyNot};
  if (!whyNot.empty())
    return nothing;
  CountOptions nest;
  nest.granularity = CountGranularity::WorkItem;
  nest.withinSubscripts = false;
  nest.filter = [&](const Instruction &insn) { return ids.count(insn.id) > 0; };
  auto bounded = [&](auto count) {
    return poly::bounded(
        "counting", kernel.range,
        [&] { return (Totals(kernel, nest).*count)(); },
        poly::mostOperations / 10);
  };
  try {
    return bounded(&Totals::exactly);
  } catch (const UserError &) {
  }
  try {
    return bounded(&Totals::atMost);
  } catch (const UserError &error) {
    nothing.uncounted = {error.what()};
    return nothing;
  }
}
