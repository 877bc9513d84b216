#include "Scans/SeparateLoops.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Evaluate.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;

static Inames inamesIn(const Kernel &kernel, const Expr &component) {
  std::set<std::string> names;
  collectNames(component, names, names);
  Inames result;
  for (const std::string &name : names)
    if (kernel.hasIname(name))
      result.push_back(name);
  return result;
}

// Of c0 + c1*i + c2*j, the coefficient of an iname; as far as a difference of
// two values says.
static std::optional<int64_t> coefficientOf(const Expr &e,
                                            const std::string &iname) {
  poly::Point at;
  std::set<std::string> names;
  collectNames(e, names, names);
  for (const std::string &name : names)
    at[name] = 0;
  std::optional<int64_t> zero = evaluate(e, at);
  at[iname] = 1;
  std::optional<int64_t> one = evaluate(e, at);
  if (!zero || !one)
    return std::nullopt;
  return *one - *zero;
}

// Is the component's value larger wherever the inames come later, the first
// of them first?
//   { x, x' : x before x' and value(x) >= value(x') }  is empty
static bool isInOrder(const Kernel &kernel, const Expr &component,
                      const Inames &inames) {
  std::optional<PwAff> value = toAffine(component);
  if (!value)
    return false;
  const std::string at = auxiliaryName("at"), then = auxiliaryName("then");
  std::map<std::string, std::string> later = markedNames(inames, Mark::Prime);
  later[at] = then;
  Set points = DomainIndex(kernel)
                   .instances(inames)
                   .flat()
                   .intersect(kernel.assumptions)
                   .intersect(value->eq(PwAff::name(at)));
  Set pairs = points.intersect(points.rename(later))
                  .intersect(PwAff::name(at).ge(PwAff::name(then)));
  for (const std::string &iname : inames) {
    PwAff here = PwAff::name(iname), there = PwAff::name(primed(iname));
    if (!pairs.intersect(here.lt(there)).isEmpty())
      return false;
    pairs = pairs.intersect(here.eq(there));
  }
  return true;
}

static std::optional<Inames> separated(const Kernel &kernel,
                                       const Expr &component) {
  Inames inames = inamesIn(kernel, component);
  bool isParallel = llvm::any_of(inames, [&](const std::string &iname) {
    return kernel.tagOf(iname).nesting() == LoopNesting::Axis;
  });
  if (inames.size() < 2 || !isParallel)
    return std::nullopt;
  std::map<std::string, int64_t> coefficients;
  for (const std::string &iname : inames) {
    std::optional<int64_t> c = coefficientOf(component, iname);
    if (!c || *c <= 0)
      return std::nullopt;
    coefficients[iname] = *c;
  }
  // What has one value may come anywhere: work-items stay inside.
  DomainIndex index(kernel);
  auto runs = [&](const std::string &iname) {
    Set values = index.instances({iname}).flat().intersect(kernel.assumptions);
    std::optional<int64_t> least = values.minConst(iname);
    return !least || least != values.maxConst(iname);
  };
  llvm::stable_sort(inames, [&](const std::string &a, const std::string &b) {
    return std::pair(coefficients[a], runs(a)) >
           std::pair(coefficients[b], runs(b));
  });
  if (!isInOrder(kernel, component, inames))
    return std::nullopt;
  return inames;
}

static bool hasPrefix(const ReferenceTime &time, const ReferenceTime &prefix) {
  return time.size() > prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), time.begin());
}

Kernel loopyc::separateLoops(const Kernel &kernel) {
  Kernel result = kernel;
  std::set<std::string> tried; // a component's place in the text, with it
  for (size_t i = 0; i < result.instructions.size(); ++i)
    for (size_t c = 1; c < result.instructions[i]->time.size(); c += 2) {
      const ReferenceTime time = result.instructions[i]->time;
      const ReferenceTime prefix(time.begin(), time.begin() + c);
      std::string place = time[c].str();
      for (const Expr &before : prefix)
        place += " " + before.str();
      if (!tried.insert(place).second)
        continue;
      std::vector<size_t> same;
      bool isOneLoop = true;
      for (size_t k = 0; k < result.instructions.size(); ++k)
        if (const ReferenceTime &other = result.instructions[k]->time;
            hasPrefix(other, prefix)) {
          isOneLoop = isOneLoop && other[c] == time[c];
          same.push_back(k);
        }
      std::optional<Inames> inames;
      if (!isOneLoop || !(inames = separated(result, time[c])))
        continue;
      ReferenceTime loops;
      for (const std::string &iname : *inames) {
        loops.push_back(Expr::var(iname));
        loops.push_back(Expr::integer(0));
      }
      loops.pop_back();
      for (size_t k : same) {
        auto changed = std::make_shared<Instruction>(*result.instructions[k]);
        changed->time.erase(changed->time.begin() + c);
        changed->time.insert(changed->time.begin() + c, loops.begin(),
                             loops.end());
        result.instructions[k] = std::move(changed);
      }
    }
  return result;
}
