#include "InameMap.h"

#include "Names.h"
#include "Numbers.h"
#include "Reductions.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::Set;

static bool isWithinAny(const Instruction &insn,
                        const std::vector<std::string> &inames) {
  return std::any_of(inames.begin(), inames.end(),
                     [&](const std::string &i) { return insn.within(i); });
}

static bool containsAny(const std::set<std::string> &names,
                        const std::vector<std::string> &inames) {
  return std::any_of(inames.begin(), inames.end(),
                     [&](const std::string &i) { return names.count(i) > 0; });
}

static Names intersection(const Names &a, const Names &b) {
  Names result;
  for (const std::string &name : a)
    if (llvm::is_contained(b, name))
      result.push_back(name);
  return result;
}

static std::string quoted(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

std::vector<std::string> InameMap::news() const {
  std::vector<std::string> result;
  for (const std::string &old : olds)
    for (const std::string &name : places.at(old))
      result.push_back(name);
  return result;
}

bool Selection::any() const {
  return std::find(chosen.begin(), chosen.end(), true) != chosen.end();
}

Selection loopyc::select(const Kernel &kernel,
                         const std::vector<std::string> &inames,
                         const InstructionFilter &within) {
  Selection selection;
  ReducedInames reduced(kernel);
  for (const InstructionPtr &insn : kernel.instructions) {
    bool user =
        isWithinAny(*insn, inames) || containsAny(reduced(*insn), inames);
    bool chosen = user && (!within || within(kernel, *insn));
    selection.chosen.push_back(chosen);
    selection.complete = selection.complete && chosen == user;
  }
  return selection;
}

Selection loopyc::selectWithin(const Kernel &kernel,
                               const std::vector<std::string> &inames,
                               const InstructionFilter &within,
                               const char *transformation) {
  Selection selection = select(kernel, inames, within);
  if (within && !selection.any())
    throw UserError(std::string(transformation) +
                    ": 'within' selects no instruction of kernel '" +
                    kernel.name + "' within iname " + quoted(inames));
  return selection;
}

namespace {

class MapApplier {
public:
  MapApplier(const Kernel &kernel, const InameMap &map,
             const Selection &selection)
      : kernel(kernel), map(map), selection(selection) {}

  Kernel run() {
    if (map.coupled || (!selection.complete && olds().size() > 1 &&
                        anyDomainMixesOldsWithOthers())) {
      const Kernel apart = kernel;
      mergeDomains();
      requireSameInstances(apart);
    }
    rewriteDomains();
    rewriteInstructions();
    rewritePriorities();
    if (map.coupled)
      checkNumbers();
    if (selection.complete)
      for (const std::string &old : olds()) {
        kernel.inameTags.erase(old);
        kernel.slabs.erase(old);
      }
    rememberOlds();
    if (!selection.complete || map.existing)
      dropUnusedInames(kernel, olds());
    return std::move(kernel);
  }

private:
  const std::vector<std::string> &olds() const { return map.olds; }

  std::vector<std::string>
  replaced(const std::vector<std::string> &names) const {
    std::vector<std::string> result;
    for (const std::string &name : names) {
      auto place = map.places.find(name);
      const std::vector<std::string> own = {name};
      for (const std::string &n :
           place == map.places.end() ? own : place->second)
        if (!llvm::is_contained(result, n))
          result.push_back(n);
    }
    return result;
  }

  void checkNumbers() const {
    for (const auto &[old, value] : map.values)
      requireShortNumbers(value, std::string(map.transformation) + ": iname '" +
                                     old + "'");
    for (const std::string &iname : map.news())
      requireShortRange(kernel, iname, map.transformation);
  }

  void rememberOlds() {
    for (const std::string &name : map.news())
      kernel.formerInames.erase(name);
    if (!selection.complete)
      return;
    for (auto &[name, value] : kernel.formerInames)
      value = substitute(value, map.values);
    for (const auto &[old, value] : map.values)
      if (llvm::is_contained(olds(), old))
        kernel.formerInames[old] = value;
  }

  // --- domains

  bool anyDomainMixesOldsWithOthers() const {
    return std::any_of(
        kernel.domains.begin(), kernel.domains.end(), [&](const Set &domain) {
          Names dims = domain.dims(), own = intersection(dims, olds());
          return !own.empty() && own.size() < dims.size();
        });
  }

  // One domain in the place of all that have old inames as dimensions.
  void mergeDomains() {
    Set merged = Set::universe();
    Names dims;
    std::vector<Set> rest;
    size_t place = 0;
    for (const Set &domain : kernel.domains) {
      Names own = domain.dims();
      if (intersection(own, olds()).empty()) {
        rest.push_back(domain);
        continue;
      }
      if (dims.empty())
        place = rest.size();
      merged = merged.intersect(domain.flat());
      dims.insert(dims.end(), own.begin(), own.end());
    }
    rest.insert(rest.begin() + place, merged.withDims(dims));
    kernel.domains = std::move(rest);
  }

  // One domain is empty where one of its parts is: what is within the others
  // alone would not run there any more.
  void requireSameInstances(const Kernel &apart) const {
    const Set assumed = kernel.assumptions.flat();
    DomainIndex before(apart), after(kernel);
    std::set<std::vector<std::string>> seen;
    for (const InstructionPtr &insn : kernel.instructions) {
      if (!seen.insert(insn->inames).second)
        continue;
      Set all = before.instances(insn->inames).flat().intersect(assumed);
      if (!all.isSubset(after.instances(insn->inames).flat()))
        throw UserError(std::string(map.transformation) + ": '" + insn->id +
                            "' is not within all of " + quoted(olds()) +
                            ", and runs where one of these has no iteration; "
                            "change them one after the other, or say by "
                            "assume(knl, ...) that they have some",
                        insn->range);
    }
  }

  // { news, others : exists olds : domain and olds = f(news) }
  Set image(const Set &domain, const Set &relation) const {
    return domain.flat().intersect(relation).project(olds()).dropUnusedParams();
  }

  void rewriteDomains() {
    Set full = map.equations.intersect(map.bounds);
    std::vector<Set> result, added;
    for (const Set &domain : kernel.domains) {
      Names dims = domain.dims(), own = intersection(dims, olds());
      if (own.empty()) {
        bool bound = !intersection(domain.params(), olds()).empty();
        result.push_back(bound && ownersAreChosen(domain)
                             ? image(domain, map.equations).withDims(dims)
                             : domain);
        continue;
      }
      if (map.existing) {
        result.push_back(withoutMoved(domain, own));
        continue;
      }
      Set mapped = image(domain, full);
      if (selection.complete) {
        result.push_back(mapped.withDims(replaced(dims)));
      } else if (own.size() == dims.size()) {
        result.push_back(domain);
        added.push_back(mapped.withDims(replaced(dims)));
      } else {
        // Old and new side by side; each is free of the other.
        Names all = dims;
        for (const std::string &name : replaced(own))
          all.push_back(name);
        result.push_back(domain.flat().intersect(mapped).withDims(all));
      }
    }
    result.insert(result.end(), added.begin(), added.end());
    kernel.domains = std::move(result);
  }

  // The old inames among the dimensions are others, which have domains: what
  // they say of the rest, these say.
  Set withoutMoved(const Set &domain, const Names &own) const {
    Names others;
    for (const std::string &dim : domain.dims())
      if (!llvm::is_contained(own, dim))
        others.push_back(dim);
    if (others.empty())
      return domain;
    if (selection.complete)
      return image(domain, map.equations).withDims(others);
    Set apart = domain.flat().project(own).intersect(
        domain.flat().project(others));
    if (!apart.isSubset(domain.flat()))
      throw UserError(std::string(map.transformation) + ": the bounds of " +
                      quoted(others) + " depend on " + quoted(own) +
                      "; select all instructions within both");
    return domain;
  }

  // A domain whose bounds mention old inames: all its users must be changed,
  // or none.
  bool ownersAreChosen(const Set &domain) const {
    if (selection.complete)
      return true;
    Names dims = domain.dims();
    bool chosen = false, other = false;
    ReducedInames reduced(kernel);
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (isWithinAny(*kernel.instructions[i], dims) ||
          containsAny(reduced(*kernel.instructions[i]), dims))
        (selection.chosen[i] ? chosen : other) = true;
    if (chosen && other)
      throw UserError(std::string(map.transformation) + ": the range of " +
                      quoted(dims) + " depends on " +
                      quoted(intersection(domain.params(), olds())) +
                      ", but 'within' selects only a part of the "
                      "instructions in that loop; duplicate " +
                      quoted(dims) + " for them first");
    return chosen;
  }

  // --- instructions

  void rewriteInstructions() {
    findTimePlaces();
    checkReductions();
    RuleBook book(kernel);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *rule) {
      return substituteInames(e, freeIn(rule, map.values), map.places);
    });
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (selection.chosen[i])
        kernel.instructions[i] = rewritten(kernel.instructions[i], change);
    if (!kernel.rules.empty())
      book.finish();
  }

  // A reduction over one of several inames that become one would be over a part
  // of the new one; and what is new to a reduction must be so.
  void checkReductions() const {
    RuleExpander expand(kernel);
    ReducedInames reduced(kernel);
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (selection.chosen[i] &&
          containsAny(reduced(*kernel.instructions[i]), olds())) {
        InstructionPtr insn = expand(kernel.instructions[i]);
        std::vector<Expr> list = insn->reads();
        list.insert(list.end(), insn->predicates.begin(),
                    insn->predicates.end());
        for (const Expr &e : list)
          checkReductions(e, *insn);
      }
  }

  void checkReductions(const Expr &e, const Instruction &insn) const {
    walk(e, [&](const Expr &node) {
      const auto *reduction = node.getIf<Reduction>();
      if (!reduction)
        return true;
      Names own = intersection(reduction->inames, olds());
      if (own.empty())
        return true;
      if (map.coupled && own.size() < olds().size())
        refuse(node, insn,
               quoted(own) + ", but not over all of " + quoted(olds()));
      if (map.existing)
        for (const std::string &place : map.news())
          if (insn.within(place) ||
              llvm::is_contained(reduction->inames, place))
            refuse(node, insn,
                   quoted(own) + ", but '" + place + "' is taken there");
      return true;
    });
  }

  [[noreturn]] void refuse(const Expr &reduction, const Instruction &insn,
                           const std::string &why) const {
    throw UserError(std::string(map.transformation) + ": '" + insn.id +
                        "' has " + reduction.str() + ", a reduction over " +
                        why,
                    insn.range);
  }

  void requireDepth(const Instruction &insn) const {
    if (insn.inames.size() > mostLoops)
      throw UserError(std::string(map.transformation) + ": instruction '" +
                          insn.id + "' would be within " +
                          std::to_string(insn.inames.size()) +
                          " loops, of at most " + std::to_string(mostLoops) +
                          "; join inames, or split by one larger length",
                      insn.range);
  }

  InstructionPtr rewritten(const InstructionPtr &insn,
                           RuleRewriter &change) const {
    auto result = std::make_shared<Instruction>(*change(insn));
    result->inames = replaced(insn->inames);
    requireDepth(*result);
    result->time = mappedTime(insn->time);
    return result;
  }

  // The even components before `end`: the source position of the loop there.
  static std::vector<int64_t> positionsBefore(const ReferenceTime &time,
                                              size_t end) {
    std::vector<int64_t> positions;
    for (size_t i = 0; i < end && i < time.size(); i += 2)
      positions.push_back(asInteger(time[i]).value_or(0));
    return positions;
  }

  static const std::string *nameAt(const ReferenceTime &time, size_t i) {
    const auto *var = i < time.size() ? time[i].getIf<VarRef>() : nullptr;
    return var ? &var->name : nullptr;
  }

  // Loops, by source position, whose component may become several: all
  // instructions there are chosen and have the same old iname as component.
  void findTimePlaces() {
    if (map.timePlaces.empty())
      return;
    std::map<std::vector<int64_t>, bool> uniform;
    for (size_t k = 0; k < kernel.instructions.size(); ++k) {
      const ReferenceTime &time = kernel.instructions[k]->time;
      for (size_t i = 1; i < time.size(); i += 2) {
        const std::string *name = nameAt(time, i);
        bool fits = selection.chosen[k] && name && *name == olds().front();
        auto [it, isNew] = uniform.emplace(positionsBefore(time, i), fits);
        it->second = it->second && fits;
      }
    }
    for (const auto &[place, all] : uniform)
      if (all)
        timePlaces.insert(place);
  }

  ReferenceTime mappedTime(const ReferenceTime &time) const {
    ReferenceTime result;
    for (size_t i = 0; i < time.size(); ++i) {
      const std::string *name = nameAt(time, i);
      auto it = name ? map.timePlaces.find(*name) : map.timePlaces.end();
      if (it != map.timePlaces.end() &&
          timePlaces.count(positionsBefore(time, i)))
        result.insert(result.end(), it->second.begin(), it->second.end());
      else
        result.push_back(substitute(time[i], map.values));
    }
    return result;
  }

  void rewritePriorities() {
    std::vector<std::vector<std::string>> result;
    for (const auto &list : kernel.loopPriority) {
      std::vector<std::string> mapped = replaced(list);
      if (!selection.complete || mapped == list)
        result.push_back(list);
      if (mapped != list && (selection.complete || mapped.size() > 1))
        result.push_back(mapped);
    }
    std::vector<std::vector<std::string>> &lists = kernel.loopPriority;
    lists.clear();
    for (auto &list : result)
      if (std::find(lists.begin(), lists.end(), list) == lists.end())
        lists.push_back(std::move(list));
  }

  Kernel kernel;
  const InameMap &map;
  const Selection &selection;
  std::set<std::vector<int64_t>> timePlaces;
};

} // namespace

Kernel loopyc::applyInameMap(const Kernel &kernel, const InameMap &map,
                             const Selection &selection) {
  return MapApplier(kernel, map, selection).run();
}

static bool isUsed(const Kernel &kernel, const std::string &iname) {
  ReducedInames reduced(kernel);
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->within(iname) || reduced(*insn).count(iname))
      return true;
  for (const Set &domain : kernel.domains)
    if (llvm::is_contained(domain.params(), iname) && domain.involves(iname))
      return true;
  return false;
}

void loopyc::dropUnusedInames(Kernel &kernel,
                              const std::vector<std::string> &candidates) {
  for (const std::string &iname : candidates) {
    int index = kernel.domainOf(iname);
    if (index < 0 || isUsed(kernel, iname))
      continue;
    Set &domain = kernel.domains[index];
    if (domain.dims().size() == 1)
      kernel.domains.erase(kernel.domains.begin() + index);
    else
      domain = domain.project({iname});
    for (Set &other : kernel.domains)
      if (llvm::is_contained(other.params(), iname))
        other = other.dropUnusedParams();
    kernel.inameTags.erase(iname);
    kernel.slabs.erase(iname);
    for (auto &list : kernel.loopPriority)
      list.erase(std::remove(list.begin(), list.end(), iname), list.end());
  }
  auto isShort = [](const std::vector<std::string> &l) { return l.empty(); };
  auto &lists = kernel.loopPriority;
  lists.erase(std::remove_if(lists.begin(), lists.end(), isShort), lists.end());
}

std::string loopyc::newInameName(const Kernel &kernel, const std::string &given,
                                 const std::string &fallback,
                                 const char *transformation) {
  if (given.empty())
    return kernel.freshName(fallback);
  requireIdentifier(given, transformation);
  if (kernel.isNameTaken(given))
    throw UserError(std::string(transformation) + ": the new iname '" + given +
                    "' is already a name in kernel '" + kernel.name +
                    "'; choose another");
  return given;
}

void loopyc::setInameTag(Kernel &kernel, const std::string &iname,
                         const InameTag &tag) {
  if (tag.isPlain())
    kernel.inameTags.erase(iname);
  else
    kernel.inameTags[iname] = tag;
}

void loopyc::requirePlainLoop(const Kernel &kernel, const std::string &iname,
                              const char *transformation) {
  InameTag tag = kernel.tagOf(iname);
  if (!tag.isPlain())
    throw UserError(std::string(transformation) + ": iname '" + iname +
                    "' must be a plain loop, but it is tagged " + tag.str() +
                    "; tag the new inames instead");
}
