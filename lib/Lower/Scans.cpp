#include "loopyc/Lower/Scans.h"

#include "FindScans.h"
#include "RealizeScan.h"
#include "SeparateLoops.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

// Is there a scalar at all that an instruction in parallel loops updates, and
// another one reads? Quickly, for most kernels have none.
static bool mayHaveScans(const Kernel &kernel) {
  std::set<std::string> updated;
  for (const InstructionPtr &insn : kernel.instructions) {
    bool isParallel = llvm::any_of(insn->inames, [&](const std::string &iname) {
      return kernel.tagOf(iname).nesting() == LoopNesting::Axis;
    });
    if (!isParallel)
      continue;
    for (const Expr &assignee : insn->assignees())
      if (const auto *scalar = assignee.getIf<VarRef>())
        if (llvm::any_of(insn->values(), [&](const Expr &value) {
              return mentions(value, scalar->name);
            }))
          updated.insert(scalar->name);
  }
  return !updated.empty();
}

static std::vector<Scan> firstAlike(const Kernel &separate) {
  std::vector<Scan> result;
  std::set<std::string> known;
  ScanFinder finder(separate);
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    if (std::optional<Scan> found = finder.find(i)) {
      bool isAlike =
          result.empty() ||
          (found->path(separate) == result.front().path(separate) &&
           found->depth == result.front().depth);
      if (isAlike && known.insert(found->variable).second)
        result.push_back(std::move(*found));
    }
  return result;
}

bool loopyc::hasScans(const Kernel &kernel) {
  return mayHaveScans(kernel) && !firstAlike(separateLoops(kernel)).empty();
}

std::set<std::string> loopyc::scannedVariables(const Kernel &kernel) {
  std::set<std::string> names;
  if (!mayHaveScans(kernel))
    return names;
  Kernel separate = separateLoops(kernel);
  ScanFinder finder(separate);
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    if (std::optional<Scan> found = finder.find(i))
      names.insert(found->variable);
  return names;
}

// Which results of real and complex numbers may be rounded otherwise.
static void addRemarks(Kernel &kernel, const std::vector<Scan> &scans,
                       const Kernel &original) {
  HistoryEntry entry;
  entry.transformation = "realize-scans";
  for (const Scan &scan : scans) {
    std::optional<ReductionOp> op = scan.composition.operation();
    bool rounds = !op || *op == ReductionOp::Add || *op == ReductionOp::Mul;
    const Instruction &insn = *kernel.instructions[scan.updates.front()];
    if (!rounds || !scan.type.isFloating() ||
        !original.findInstruction(insn.id))
      continue;
    std::string over = scan.group;
    for (const std::string &iname : scan.outer)
      over += (over.empty() ? "" : ", ") + iname;
    if (!scan.item.empty())
      over += (over.empty() ? "" : ", ") + scan.item;
    entry.remarks.push_back(
        std::string("reassociates the running ") +
        (op ? reductionName(*op) : "linear function") + " in " +
        scan.variable + " over " + over);
  }
  if (!entry.remarks.empty())
    kernel.history.push_back(std::move(entry));
}

Kernel loopyc::realizeScans(const Kernel &original) {
  Kernel kernel = separateLoops(original);
  while (true) {
    std::vector<Scan> scans = firstAlike(kernel);
    if (scans.empty())
      return kernel;
    addRemarks(kernel, scans, original);
    kernel = realizeTogether(kernel, scans);
  }
}

std::string loopyc::whyNoScan(const Kernel &kernel, const Instruction &insn) {
  Kernel separate = separateLoops(kernel);
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    if (separate.instructions[i]->id == insn.id)
      return ScanFinder(separate).whyNot(i);
  return "";
}
