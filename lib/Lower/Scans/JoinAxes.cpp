#include "Scans/JoinAxes.h"

#include "Scans/SeparateLoops.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace loopyc;

using Inames = std::vector<std::string>;

// Runs of loops on work-items that are directly inside of each other, and were
// one loop of the source; from outer to inner.
static std::set<Inames> loopsOverAxes(const Kernel &kernel) {
  Kernel separate = separateLoops(kernel);
  std::set<Inames> result;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const ReferenceTime &before = kernel.instructions[i]->time;
    const ReferenceTime &after = separate.instructions[i]->time;
    Inames run;
    for (size_t c = 1; c <= after.size() + 1; c += 2) {
      const auto *iname = c < after.size() ? after[c].getIf<VarRef>() : nullptr;
      bool isItem = iname && kernel.tagOf(iname->name).isLocal();
      bool isSplit = isItem && llvm::none_of(before, [&](const Expr &e) {
                       return e == Expr::var(iname->name);
                     });
      if (isSplit) {
        run.push_back(iname->name);
        continue;
      }
      if (run.size() > 1)
        result.insert(run);
      run.clear();
    }
  }
  return result;
}

std::optional<Kernel> loopyc::withJoinedAxes(const Kernel &kernel) {
  std::set<int> axes;
  for (const auto &[iname, tag] : kernel.inameTags)
    if (tag.isLocal())
      axes.insert(tag.axis);
  if (axes.size() < 2)
    return std::nullopt;
  std::set<Inames> all = loopsOverAxes(kernel);
  if (all.empty())
    return std::nullopt;
  Kernel result = kernel;
  std::set<int> left; // axes
  try {
    for (const Inames &inames : all) {
      axes.clear();
      for (const std::string &iname : inames) {
        axes.insert(result.tagOf(iname).axis);
        result.inameTags.erase(iname);
      }
      left.insert(std::next(axes.begin()), axes.end());
      result =
          joinInames(result, inames, "", {InameTagKind::Local, *axes.begin()});
    }
  } catch (const UserError &) {
    return std::nullopt;
  }
  for (const auto &[iname, tag] : result.inameTags)
    if (tag.isLocal() && left.count(tag.axis))
      return std::nullopt;
  return result;
}
