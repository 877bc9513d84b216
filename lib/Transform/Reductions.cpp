#include "Reductions.h"

#include "RuleBook.h"
#include "RuleExpander.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

static std::vector<Expr> readsOf(const Instruction &insn) {
  std::vector<Expr> list = insn.reads();
  list.insert(list.end(), insn.predicates.begin(), insn.predicates.end());
  return list;
}

ReducedInames::ReducedInames(const Kernel &kernel)
    : kernel(kernel),
      anyInRules(std::any_of(kernel.rules.begin(), kernel.rules.end(),
                             [](const SubstitutionRule &rule) {
                               return !reducedInames(rule.value).empty();
                             })) {}

std::set<std::string> ReducedInames::operator()(const Instruction &insn) {
  std::set<std::string> result;
  for (const Expr &e : readsOf(insn))
    add(e, result);
  return result;
}

void ReducedInames::add(const Expr &e, std::set<std::string> &result) {
  result.merge(loopyc::reducedInames(e));
  if (!anyInRules)
    return;
  for (const std::string &name : calledRules(e)) {
    auto [known, isNew] = ofRules.try_emplace(name);
    if (isNew)
      if (const SubstitutionRule *rule = kernel.findRule(name)) {
        std::set<std::string> own;
        add(rule->value, own);
        ofRules[name] = std::move(own);
      }
    const std::set<std::string> &own = ofRules[name];
    result.insert(own.begin(), own.end());
  }
}

static void requireApart(const Expr &e, const Instruction &insn,
                         std::set<std::string> &around) {
  walk(e, [&](const Expr &node) {
    const auto *reduction = node.getIf<Reduction>();
    if (!reduction)
      return true;
    std::set<std::string> inside = around;
    for (const std::string &iname : reduction->inames)
      if (!inside.insert(iname).second)
        throw UserError("instruction '" + insn.id + "' has " + node.str() +
                            ", a reduction over '" + iname +
                            "', and is within '" + iname +
                            "' already; duplicate the iname of one of the two "
                            "(duplicate_inames)",
                        insn.range);
    requireApart(reduction->value, insn, inside);
    return false;
  });
}

void loopyc::requireApart(const Instruction &insn) {
  std::set<std::string> around(insn.inames.begin(), insn.inames.end());
  for (const Expr &e : readsOf(insn))
    if (!reducedInames(e).empty())
      ::requireApart(e, insn, around);
}

// Rules that have reductions, directly or through others.
static std::set<std::string> reducingRules(const Kernel &kernel) {
  std::set<std::string> reducing;
  size_t known;
  do {
    known = reducing.size();
    for (const SubstitutionRule &rule : kernel.rules) {
      std::set<std::string> called = calledRules(rule.value);
      if (!reducedInames(rule.value).empty() ||
          std::any_of(called.begin(), called.end(), [&](const auto &name) {
            return reducing.count(name) > 0;
          }))
        reducing.insert(rule.name);
    }
  } while (reducing.size() > known);
  return reducing;
}

static Kernel withoutReducingRules(const Kernel &before,
                                   const ReductionLoops::Kept &kept) {
  std::set<std::string> expanded = reducingRules(before), stay;
  if (expanded.empty())
    return before;
  for (const std::string &name : kept.rules)
    expanded.erase(name);
  for (const SubstitutionRule &rule : before.rules)
    if (!expanded.count(rule.name))
      stay.insert(rule.name);
  Kernel result = before;
  RuleBook book(result);
  RuleExpander expand(before, stay);
  for (InstructionPtr &insn : result.instructions)
    if (!kept.instructions.count(insn->id))
      insn = expand(insn);
  book.finish();
  return result;
}

static bool isUsed(const std::string &rule, const Expr &e) {
  return calledRules(e).count(rule) > 0;
}

static bool isUsedInReduction(const std::string &rule, const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const auto *reduction = node.getIf<Reduction>();
    found = found || (reduction && isUsed(rule, reduction->value));
    return !found;
  });
  return found;
}

ReductionLoops::Kept ReductionLoops::besideUsesOf(const std::string &rule,
                                                  const Kernel &kernel) {
  Kept kept{{rule}, {}};
  RuleExpander expand(kernel, kept.rules);
  for (const SubstitutionRule &other : kernel.rules)
    if (other.name != rule && !isUsed(rule, expand.valueOf(other)))
      kept.rules.insert(other.name);
  for (const InstructionPtr &insn : kernel.instructions) {
    std::vector<Expr> reads = readsOf(*insn);
    if (std::none_of(reads.begin(), reads.end(), [&](const Expr &e) {
          return isUsedInReduction(rule, expand(e));
        }))
      kept.instructions.insert(insn->id);
  }
  return kept;
}

ReductionLoops::ReductionLoops(const Kernel &before, const Kept &kept)
    : before(before),
      kernel(realizeReductions(withoutReducingRules(before, kept), &origins,
                               kept.instructions)) {}

const Instruction *ReductionLoops::origin(const Instruction &made) const {
  auto known = origins.find(made.id);
  if (known == origins.end())
    return nullptr;
  for (const InstructionPtr &insn : before.instructions)
    if (insn->id == known->second)
      return insn.get();
  return nullptr;
}

InstructionFilter
ReductionLoops::including(const InstructionFilter &filter) const {
  if (!filter || origins.empty())
    return filter;
  return [this, filter](const Kernel &now, const Instruction &insn) {
    const Instruction *source = origin(insn);
    return filter(now, insn) || (source && filter(before, *source));
  };
}

RuleUseFilter ReductionLoops::including(const RuleUseFilter &filter) const {
  if (!filter || origins.empty())
    return filter;
  return [this, filter](const Kernel &now, const Instruction &insn,
                        const std::vector<const SubstitutionRule *> &stack) {
    const Instruction *source = origin(insn);
    return filter(now, insn, stack) ||
           (source && filter(before, *source, stack));
  };
}
