//   sum((i, k), a[i, k])  ->  sum(i, sum(k, a[i, k]))
#include "RuleBook.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Reductions.h"

#include <algorithm>
#include <set>

using namespace loopyc;

using Inames = std::vector<std::string>;

namespace {

class Splitter {
public:
  Splitter(const Kernel &kernel, const Inames &given, bool inward,
           const char *name)
      : kernel(kernel), inward(inward), name(name) {
    for (const std::string &iname : given)
      chosen.insert(resolveIname(kernel, iname, name));
  }

  Kernel run(const InstructionFilter &within, Remarks *remarks) {
    Kernel result = kernel;
    RuleBook book(result);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return rewrite(e, [&](const Expr &node) { return split(node); });
    });
    for (InstructionPtr &insn : result.instructions)
      if (!within || within(kernel, *insn))
        insn = change(insn);
    book.finish();
    if (count == 0)
      throw UserError(std::string(name) + ": no reduction is over " + listed() +
                      " and another iname; print(knl) shows what there are");
    if (rounds && remarks)
      remarks->push_back("reassociates reductions over " + listed());
    return result;
  }

private:
  Expr split(const Expr &e) {
    const auto *reduction = e.getIf<Reduction>();
    if (!reduction)
      return e;
    Inames some, others;
    for (const std::string &iname : reduction->inames)
      (chosen.count(iname) ? some : others).push_back(iname);
    if (some.size() < chosen.size() || others.empty())
      return e;
    ++count;
    rounds = rounds || e.type().isReal() || e.type().isComplex();
    const Inames &outer = inward ? others : some;
    const Inames &inner = inward ? some : others;
    return Expr::reduction(
        reduction->op, outer,
        Expr::reduction(reduction->op, inner, reduction->value));
  }

  std::string listed() const {
    std::string text;
    for (const std::string &iname : chosen)
      text += (text.empty() ? "'" : ", '") + iname + "'";
    return text;
  }

  const Kernel &kernel;
  const bool inward;
  const char *name;
  std::set<std::string> chosen;
  int count = 0;
  bool rounds = false;
};

} // namespace

Kernel loopyc::splitReductionInward(const Kernel &kernel, const Inames &inames,
                                    const InstructionFilter &within,
                                    Remarks *remarks) {
  return Splitter(kernel, inames, true, "split_reduction_inward")
      .run(within, remarks);
}

Kernel loopyc::splitReductionOutward(const Kernel &kernel, const Inames &inames,
                                     const InstructionFilter &within,
                                     Remarks *remarks) {
  return Splitter(kernel, inames, false, "split_reduction_outward")
      .run(within, remarks);
}
