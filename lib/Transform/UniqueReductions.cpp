//   a = sum(k, x[k]);  b = sum(k, y[k])
//     ->  a = sum(k, x[k]);  b = sum(k_0, y[k_0])
//
//   [n] -> { [k] : 0 <= k < n }   is there for each
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Reductions.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Set;

using Inames = std::vector<std::string>;

static const char *const uniqueReductionsName = "make_reduction_inames_unique";

namespace {

class Uniquifier {
public:
  Uniquifier(const Kernel &kernel, const Inames &given) : result(kernel) {
    for (const std::string &iname : given)
      chosen.insert(resolveIname(kernel, iname, uniqueReductionsName));
    for (const InstructionPtr &insn : kernel.instructions)
      used.insert(insn->inames.begin(), insn->inames.end());
  }

  // What is left as it is comes first: it keeps its names.
  Kernel run(const InstructionFilter &within) {
    const Kernel before = result;
    auto isMeant = [&](const Instruction &insn) {
      return !within || within(before, insn);
    };
    for (const InstructionPtr &insn : before.instructions)
      if (!isMeant(*insn))
        mapExprs(insn, [&](const Expr &e) {
          for (const std::string &iname : reducedInames(e))
            used.insert(iname);
          return e;
        });
    for (SubstitutionRule &rule : result.rules) {
      around.clear();
      rule.value = unique(rule.value, {});
    }
    for (InstructionPtr &insn : result.instructions)
      if (isMeant(*insn)) {
        around = {insn->inames.begin(), insn->inames.end()};
        insn = mapExprs(insn, [&](const Expr &e) { return unique(e, {}); });
      }
    return std::move(result);
  }

private:
  using Renames = std::map<std::string, std::string>;

  // `renames` are of the reductions around.
  Expr unique(const Expr &e, const Renames &renames) {
    if (const auto *reduction = e.getIf<Reduction>())
      return uniqueReduction(e, *reduction, renames);
    std::vector<Expr> inside;
    for (const Expr &operand : operands(e))
      inside.push_back(unique(operand, renames));
    return withOperands(e, inside);
  }

  Expr uniqueReduction(const Expr &e, const Reduction &reduction,
                       const Renames &renames) {
    Renames own;
    for (const std::string &iname : reduction.inames) {
      bool isMeant = chosen.empty() || chosen.count(iname);
      if ((isMeant && used.count(iname)) || dependsOn(iname, renames))
        own[iname] = freshName(iname);
      used.insert(iname);
    }
    Renames all = renames;
    for (const auto &[from, to] : own)
      all[from] = to;
    addDomains(reduction, own, all);
    std::set<std::string> outside = around;
    Inames inames;
    Substitution values;
    for (const std::string &iname : reduction.inames) {
      auto it = own.find(iname);
      inames.push_back(it == own.end() ? iname : it->second);
      around.insert(iname);
      if (it != own.end())
        values[iname] = Expr::var(it->second);
    }
    Expr value = unique(reduction.value, all);
    around = std::move(outside);
    if (own.empty() && value.same(reduction.value))
      return e;
    return Expr::reduction(reduction.op, inames, substitute(value, values));
  }

  // Does its domain mention an iname around that gets another name?
  bool dependsOn(const std::string &iname, const Renames &renames) const {
    const Set &domain = result.domains[result.domainOf(iname)];
    return std::any_of(renames.begin(), renames.end(), [&](const auto &rename) {
      return domain.involves(rename.first);
    });
  }

  std::string freshName(const std::string &iname) {
    std::string candidate;
    for (int k = 0; candidate.empty() || result.isNameTaken(candidate) ||
                    used.count(candidate);
         ++k)
      candidate = iname + "_" + std::to_string(k);
    used.insert(candidate);
    return candidate;
  }

  // { new inames } of each domain that old ones are of: inames around it are
  // parameters, others are gone.
  void addDomains(const Reduction &reduction, const Renames &own,
                  const Renames &all) {
    std::map<int, Inames> byDomain;
    for (const auto &[from, to] : own)
      byDomain[result.domainOf(from)].push_back(from);
    for (const auto &[index, olds] : byDomain) {
      Set set = result.domains[index];
      poly::Names dims, others;
      for (const std::string &dim : set.dims()) {
        bool stays = std::find(reduction.inames.begin(), reduction.inames.end(),
                               dim) != reduction.inames.end();
        if (auto it = own.find(dim); it != own.end())
          dims.push_back(it->second);
        else if (!stays && !around.count(dim))
          others.push_back(dim);
      }
      set = set.flat().project(others).rename(all).dropUnusedParams();
      result.domains.push_back(set.withDims(dims));
      for (const std::string &old : olds)
        if (auto tag = result.inameTags.find(old);
            tag != result.inameTags.end())
          result.inameTags[own.at(old)] = tag->second;
    }
  }

  Kernel result;
  std::set<std::string> chosen, used, around;
};

} // namespace

Kernel loopyc::makeReductionInamesUnique(const Kernel &kernel,
                                         const Inames &inames,
                                         const InstructionFilter &within) {
  return Uniquifier(kernel, inames).run(within);
}
