#include "loopyc/Lower/ParallelReductions.h"

#include "FindReductions.h"
#include "RealizeReduction.h"
#include "ReductionRanges.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

// May they go through the steps together?
static bool isAlike(const Kernel &kernel, const ParallelReduction &a,
                    const ParallelReduction &b) {
  auto alike = [&](const std::vector<std::string> &x,
                   const std::vector<std::string> &y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](const std::string &i, const std::string &j) {
                        if (i == j)
                          return true;
                        InameRange here = rangeOf(kernel, i),
                                   there = rangeOf(kernel, j);
                        return kernel.tagOf(i) == kernel.tagOf(j) &&
                               here.offsets(" ").isEqual(there.offsets(" "));
                      });
  };
  return a.path(kernel) == b.path(kernel) && a.around == b.around &&
         a.elements == b.elements && alike(a.groups, b.groups) &&
         alike(a.items, b.items) && alike(a.inner, b.inner);
}

static std::vector<ParallelReduction> firstAlike(const Kernel &kernel) {
  std::vector<ParallelReduction> result;
  ReductionFinder finder(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (auto found = finder.find(i))
      if (result.empty() || isAlike(kernel, result.front(), *found))
        result.push_back(std::move(*found));
  return result;
}

static void requireSteps(const Kernel &kernel,
                         const ParallelReduction &reduction) {
  const Instruction &insn = *kernel.instructions[reduction.update];
  const std::string name = insn.assigneeNames().front();
  auto across = kernel.reductionsAcross.find(name);
  if (!reduction.groups.empty() && across != kernel.reductionsAcross.end() &&
      across->second == AcrossGroups::Atomics)
    throw UserError(
        "kernel '" + kernel.name + "': the reduction of '" + name +
            "' is to be finished by atomic updates (set_reduction), which "
            "is not done yet; write across=\"steps\"",
        insn.range);
}

// Which results of real and complex numbers may be rounded otherwise than by
// the updates of the original.
static void addRemarks(Kernel &kernel,
                       const std::vector<ParallelReduction> &reductions,
                       const Kernel &original) {
  HistoryEntry entry;
  entry.transformation = "realize-parallel-reductions";
  for (const ParallelReduction &reduction : reductions) {
    const Instruction &insn = *kernel.instructions[reduction.update];
    const Update &update = *insn.update();
    if (!original.findInstruction(insn.id))
      continue;
    Type type = update.assignee.type();
    bool rounds =
        (type.isReal() || type.isComplex()) &&
        (update.op == ReductionOp::Add || update.op == ReductionOp::Mul);
    if (!rounds)
      continue;
    std::string over;
    for (const auto *inames :
         {&reduction.groups, &reduction.items, &reduction.inner})
      for (const std::string &iname : *inames)
        over += (over.empty() ? "" : ", ") + iname;
    entry.remarks.push_back(std::string("reassociates the ") +
                            reductionName(update.op) + " in " +
                            update.assignee.str() + " over " + over);
  }
  if (!entry.remarks.empty())
    kernel.history.push_back(std::move(entry));
}

bool loopyc::hasParallelReductions(const Kernel &kernel) {
  return !firstAlike(kernel).empty();
}

std::set<std::string> loopyc::parallelAccumulators(const Kernel &kernel) {
  std::set<std::string> names;
  ReductionFinder finder(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (finder.find(i))
      for (const std::string &name : kernel.instructions[i]->assigneeNames())
        names.insert(name);
  return names;
}

Kernel loopyc::realizeParallelReductions(const Kernel &original) {
  Kernel kernel = original;
  while (true) {
    std::vector<ParallelReduction> reductions = firstAlike(kernel);
    if (reductions.empty())
      return kernel;
    for (const ParallelReduction &reduction : reductions)
      requireSteps(kernel, reduction);
    addRemarks(kernel, reductions, original);
    kernel = realizeTogether(kernel, reductions);
  }
}

std::string loopyc::whyNoReduction(const Kernel &kernel,
                                   const Instruction &insn) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == insn.id)
      return ReductionFinder(kernel).whyNot(i);
  return "";
}
