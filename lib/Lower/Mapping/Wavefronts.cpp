#include "Mapping/Wavefronts.h"

#include "Mapping/MappingAxes.h"
#include "Mapping/MappingScript.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Transform/Inames.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <vector>

using namespace loopyc;
using poly::PwAff;

namespace {

// t = inner + the sum of factors[k]*others[k], which are all around it.
struct Front {
  Band others;
  const LoopNest *inner;
  std::vector<int64_t> factors;

  PwAff time(bool isSink) const;
  std::string equation(const std::string &name) const;
};

} // namespace

PwAff Front::time(bool isSink) const {
  auto value = [&](const LoopNest *loop) {
    return PwAff::name(isSink ? primed(loop->iname) : loop->iname);
  };
  PwAff result = value(inner);
  for (size_t k = 0; k < others.size(); ++k)
    result = result + value(others[k]).scaled(factors[k]);
  return result;
}

// "t = i + j + 2*k"
std::string Front::equation(const std::string &name) const {
  std::string text = name + " = " + inner->iname;
  for (size_t k = others.size(); k-- > 0;)
    text += " + " +
            (factors[k] == 1 ? "" : std::to_string(factors[k]) + "*") +
            others[k]->iname;
  return text;
}

// The loop and those inside, as long as each is all of the one around.
static Band chainFrom(const LoopNest &loop, LoopFacts &facts) {
  Band chain;
  for (const LoopNest *at = &loop; facts.isPlain(*at) && !facts.isShort(*at);
       at = &at->loops.front()) {
    chain.push_back(at);
    if (at->loops.size() != 1 || !at->statements.empty())
      break;
  }
  return chain;
}

// Does all that the loop carries come from earlier fronts?
static bool isInOrder(const Front &front, const LoopNest &loop,
                      LoopFacts &facts) {
  return llvm::all_of(
      facts.carriedBy(loop), [&](const CarriedDependence &carried) {
        return carried.pairs.intersect(front.time(true).le(front.time(false)))
            .isEmpty();
      });
}

static constexpr int64_t mostFactor = 8;

// The smallest factors, from the inside out: what a loop carries, those around
// it do not move.
static bool findFactors(Front &front, LoopFacts &facts) {
  front.factors.assign(front.others.size(), 1);
  for (size_t k = front.others.size(); k-- > 0;)
    while (!isInOrder(front, *front.others[k], facts))
      if (++front.factors[k] > mostFactor)
        return false;
  return true;
}

// The calls that run them, tried on the kernel; none if it cannot be lowered.
static std::string callsOf(const Front &front, LoopFacts &facts) {
  const Kernel &kernel = facts.kernel();
  const std::string name = kernel.freshName("t");
  const std::string &inner = front.inner->iname;
  std::vector<std::string> order{name};
  for (const LoopNest *loop : front.others)
    order.push_back(loop->iname);
  std::string text = "affine_map_inames(knl, " + quoted(inner) + ", " +
                     quoted(name) + ", " + quoted(front.equation(name)) +
                     "); prioritize_loops(knl, " +
                     quoted(llvm::join(order, ",")) + ")";
  try {
    Kernel skewed = affineMapInames(
        kernel, {inner}, {name}, PwAff::name(name).eq(front.time(false)));
    MappingScript script(prioritizeLoops(skewed, order));
    for (const LoopMapping &mapping : onAxes(front.others, false, facts))
      script.map(mapping);
    DependenceMemo memo;
    script.insertGlobalBarriers(memo);
    lower(script.kernel());
    for (llvm::StringRef line : script.lines())
      text += "; " + line.substr(llvm::StringRef("knl = lp.").size()).str();
    return text;
  } catch (const UserError &) {
    return "";
  }
}

// What takes longer than a reader would wait for it is none.
static constexpr unsigned long mostOfWavefronts = 3000000;

std::string loopyc::wavefrontsOf(const LoopNest &loop, LoopFacts &facts) try {
  poly::OperationLimit limit(mostOfWavefronts);
  const Band chain = chainFrom(loop, facts);
  for (size_t first = 0; first + 1 < chain.size(); ++first)
    for (size_t last = chain.size() - 1; last > first; --last) {
      Front front{Band(chain.begin() + first, chain.begin() + last),
                  chain[last], {}};
      if (!findFactors(front, facts))
        continue;
      if (std::string calls = callsOf(front, facts); !calls.empty())
        return "run the wavefronts " +
               front.equation(facts.kernel().freshName("t")) +
               " one after the other: " + calls;
    }
  return "";
} catch (const poly::TooComplex &) {
  return "";
}
