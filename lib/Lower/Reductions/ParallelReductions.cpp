#include "loopyc/Lower/ParallelReductions.h"

#include "Launches/HostScalars.h"
#include "Reductions/FindReductions.h"
#include "Reductions/RealizeReduction.h"
#include "Reductions/ReductionRanges.h"
#include "loopyc/IR/Atomics.h"
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

// `beside`: gets the ids of what reduces otherwise in the same region.
static std::vector<ParallelReduction>
firstAlike(const Kernel &kernel, std::vector<std::string> *beside = nullptr) {
  std::vector<ParallelReduction> result;
  ReductionFinder finder(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (auto found = finder.find(i)) {
      if (result.empty() || isAlike(kernel, result.front(), *found))
        result.push_back(std::move(*found));
      else if (beside && result.front().path(kernel) == found->path(kernel))
        beside->push_back(kernel.instructions[i]->id);
    }
  return result;
}

// Can it be finished as set_reduction says?
static void requireAcross(const Kernel &kernel,
                          const ParallelReduction &reduction) {
  AcrossGroups how = across(kernel, reduction);
  if (reduction.groups.empty() || how == AcrossGroups::Steps)
    return;
  const Instruction &insn = *kernel.instructions[reduction.update];
  const std::string name = insn.assigneeNames().front();
  if (how == AcrossGroups::LookBack)
    throw UserError("kernel '" + kernel.name + "': '" + name +
                        "' is to be handed on by look-back (set_reduction), "
                        "but nothing reads it in the loops that update it, so "
                        "that it is a reduction and no scan; leave it to "
                        "across=\"steps\"",
                    insn.range);
  std::string obstacle =
      reduction.isMark ? "is set, and not updated by an operation"
      : reduction.own
          ? "is reduced by '" + reduction.own->operation +
                "', an operation of the script's, which no device has as an "
                "atomic one"
      : reduction.extremum
          ? "is an extremum found by comparison, which no device updates "
            "atomically together with its place; without a place, write it "
            "as min or max"
          : obstacleToAtomic(insn.update()->op, insn.update()->assignee.type());
  if (!obstacle.empty())
    throw UserError("kernel '" + kernel.name + "': the reduction of '" + name +
                        "' is to be finished by atomic updates "
                        "(set_reduction), but '" +
                        name + "' " + obstacle +
                        "; or leave it to across=\"steps\"",
                    insn.range);
}

static std::string inamesOf(const ParallelReduction &reduction) {
  std::string over;
  for (const auto *inames :
       {&reduction.groups, &reduction.items, &reduction.inner})
    for (const std::string &iname : *inames)
      over += (over.empty() ? "" : ", ") + iname;
  return over;
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
    if (reduction.own && original.findInstruction(insn.id))
      entry.remarks.push_back(
          "combines by '" + reduction.own->operation + "' over " +
          inamesOf(reduction) +
          " in another order, for the script says that it is associative and "
          "commutative");
    if (!original.findInstruction(insn.id) || !insn.update())
      continue;
    const Update &update = *insn.update();
    Type type = update.assignee.type();
    bool rounds =
        (type.isReal() || type.isComplex()) &&
        (update.op == ReductionOp::Add || update.op == ReductionOp::Mul);
    if (!rounds)
      continue;
    bool isAtomic = !reduction.groups.empty() &&
                    across(kernel, reduction) == AcrossGroups::Atomics;
    entry.remarks.push_back(
        std::string("reassociates the ") + reductionName(update.op) + " in " +
        update.assignee.str() + " over " + inamesOf(reduction) +
        (isAtomic ? "; work-groups finish in any order, so that it is rounded "
                    "differently from run to run"
                  : ""));
  }
  if (!entry.remarks.empty())
    kernel.history.push_back(std::move(entry));
}

bool loopyc::hasParallelReductions(const Kernel &kernel) {
  return !firstAlike(kernel).empty();
}

static bool isAtomic(const Kernel &kernel, const ParallelReduction &reduction) {
  return !reduction.groups.empty() && !reduction.extremum &&
         !reduction.isMark && !reduction.own &&
         across(kernel, reduction) == AcrossGroups::Atomics;
}

std::set<std::string> loopyc::parallelAccumulators(const Kernel &kernel) {
  std::set<std::string> names;
  ReductionFinder finder(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    auto found = finder.find(i);
    if (!found || isAtomic(kernel, *found))
      continue;
    names.insert(kernel.instructions[i]->assigneeNames().front());
    if (found->extremum)
      for (size_t place : found->extremum->places)
        names.insert(kernel.instructions[place]->assigneeNames().front());
    if (found->own)
      for (size_t keep : found->own->keeps)
        names.insert(kernel.instructions[keep]->assigneeNames().front());
  }
  return names;
}

std::set<std::string> loopyc::atomicReductions(const Kernel &kernel) {
  std::set<std::string> ids;
  ReductionFinder finder(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (auto found = finder.find(i); found && isAtomic(kernel, *found))
      ids.insert(kernel.instructions[i]->id);
  return ids;
}

Kernel loopyc::realizeParallelReductions(const Kernel &original) {
  Kernel kernel = original;
  while (true) {
    std::vector<std::string> beside;
    std::vector<ParallelReduction> reductions = firstAlike(kernel, &beside);
    if (reductions.empty())
      return withExtentsInArguments(std::move(kernel));
    for (const ParallelReduction &reduction : reductions)
      requireAcross(kernel, reduction);
    addRemarks(kernel, reductions, original);
    kernel = realizeTogether(kernel, reductions, beside);
  }
}

std::string loopyc::whyNoReduction(const Kernel &kernel,
                                   const Instruction &insn) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == insn.id)
      return ReductionFinder(kernel).whyNot(i);
  return "";
}
