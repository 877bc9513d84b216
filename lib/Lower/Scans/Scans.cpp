#include "loopyc/Lower/Scans.h"

#include "KernelEdits.h"
#include "Launches/CutAtGlobalBarriers.h"
#include "Scans/FindScans.h"
#include "Scans/InjectiveWrites.h"
#include "Scans/JoinAxes.h"
#include "Scans/NestEditor.h"
#include "Scans/RealizeScan.h"
#include "Scans/RunningAccumulators.h"
#include "Scans/RunningElements.h"
#include "Scans/SeparateLoops.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::PwAff;

// Is there a variable at all that an instruction in parallel loops makes of
// itself? Quickly, for most kernels have none.
static bool mayHaveScans(const Kernel &kernel) {
  return llvm::any_of(kernel.instructions, [&](const InstructionPtr &insn) {
    return llvm::any_of(insn->inames,
                        [&](const std::string &iname) {
                          return kernel.tagOf(iname).nesting() ==
                                 LoopNesting::Axis;
                        }) &&
           llvm::any_of(insn->assigneeNames(), [&](const std::string &name) {
             return llvm::any_of(insn->values(), [&](const Expr &value) {
               return mentions(value, name);
             });
           });
  });
}

// What the instruction makes of an element of an array, made of a scalar.
static std::optional<Kernel> inScalar(const Kernel &kernel,
                                      const std::string &instruction) {
  if (auto running = withRunningElement(kernel, instruction))
    return running;
  return withRunningAccumulator(kernel, instruction);
}

// Running values in scalars, and each loop for itself. `elements`: the arrays
// whose elements were the running values.
static Kernel inSeparateLoops(const Kernel &original,
                              std::set<std::string> *elements) {
  Kernel kernel = original;
  for (const InstructionPtr &insn : original.instructions)
    if (std::optional<Kernel> changed = inScalar(kernel, insn->id)) {
      Kernel separate = separateLoops(*changed);
      if (!ScanFinder(separate).find(indexOf(separate, insn->id)))
        continue;
      kernel = std::move(*changed);
      if (elements)
        for (const std::string &name : insn->assigneeNames())
          elements->insert(name);
    }
  return separateLoops(kernel);
}

static size_t numberOfScans(const Kernel &separate) {
  ScanFinder finder(separate);
  size_t count = 0;
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    count += finder.find(i).has_value();
  return count;
}

// Where that makes scans of more, with one axis in the place of several.
static Kernel prepared(const Kernel &original,
                       std::set<std::string> *elements = nullptr) {
  std::optional<Kernel> joined = withJoinedAxes(original);
  bool isBetter =
      joined && numberOfScans(inSeparateLoops(*joined, nullptr)) >
                    numberOfScans(inSeparateLoops(original, nullptr));
  return inSeparateLoops(isBetter ? *joined : original, elements);
}

static std::vector<Scan> firstAlike(const Kernel &separate) {
  std::vector<Scan> result;
  std::set<std::string> known;
  ScanFinder finder(separate);
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    if (std::optional<Scan> found = finder.find(i)) {
      bool isAlike = result.empty() ||
                     (found->path(separate) == result.front().path(separate) &&
                      found->depth == result.front().depth);
      if (isAlike && known.insert(found->variable).second)
        result.push_back(std::move(*found));
    }
  return result;
}

bool loopyc::hasScans(const Kernel &kernel) {
  return mayHaveScans(kernel) && !firstAlike(prepared(kernel)).empty();
}

std::set<std::string> loopyc::scannedVariables(const Kernel &kernel) {
  std::set<std::string> names;
  if (!mayHaveScans(kernel))
    return names;
  Kernel separate = prepared(kernel, &names);
  ScanFinder finder(separate);
  for (size_t i = 0; i < separate.instructions.size(); ++i)
    if (std::optional<Scan> found = finder.find(i)) {
      names.insert(found->variable);
      for (size_t write : injectiveWrites(separate, *found))
        for (const std::string &name :
             separate.instructions[write]->assigneeNames())
          names.insert(name);
    }
  return names;
}

static const char *const lookBackRemark =
    "; each work-group starts from what those before it have left by then, so "
    "that it is rounded differently from run to run";

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
    for (const std::string &iname : {scan.inner, scan.item})
      if (!iname.empty())
        over += (over.empty() ? "" : ", ") + iname;
    entry.remarks.push_back(std::string("reassociates the running ") +
                            (op ? reductionName(*op) : "linear function") +
                            " in " + scan.variable + " over " + over +
                            (scan.looksBack ? lookBackRemark : ""));
  }
  if (!entry.remarks.empty())
    kernel.history.push_back(std::move(entry));
}

// The axes of work-groups on which what goes on around the scan is nowhere.
static std::set<int> openGroupAxes(const Kernel &kernel, const Scan &scan) {
  std::set<int> axes;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &iname : insn->inames)
      if (InameTag tag = kernel.tagOf(iname); tag.isGroup())
        axes.insert(tag.axis);
  for (const std::string &iname : scan.around)
    if (InameTag tag = kernel.tagOf(iname); tag.isGroup())
      axes.erase(tag.axis);
  return axes;
}

// One group makes the scan. What its work-items have of their own would be
// computed by those of all groups, from a variable that the one writes.
//   for i: ...  ->  for g = 0: for i: ...      on group g
static Kernel inOneGroup(const Kernel &kernel, const Scan &scan) {
  VariablePtr var = kernel.findVariable(scan.variable);
  bool isShared = !var->isTemporary() || var->space == AddressSpace::Global ||
                  hasGlobalBarriers(kernel);
  if (!scan.group.empty() || !isShared)
    return kernel;
  const ReferenceTime time = kernel.instructions[scan.updates.front()]->time;
  const size_t prefix = 2 * scan.depth + 1;
  NestEditor editor(kernel);
  for (int axis : openGroupAxes(kernel, scan)) {
    std::string base = scan.item + "_group";
    std::string iname =
        editor.addIname(base, PwAff::name(base).eq(PwAff::constant(0)),
                        {InameTagKind::Group, axis});
    for (const InstructionPtr &insn : editor.kernel().instructions) {
      if (insn->time.size() < prefix ||
          !std::equal(time.begin(), time.begin() + prefix, insn->time.begin()))
        continue;
      Instruction inside = *insn;
      inside.inames.push_back(iname);
      inside.time.insert(inside.time.begin() + prefix,
                         {Expr::var(iname), Expr::integer(0)});
      editor.replace(std::move(inside));
    }
  }
  return editor.take();
}

Kernel loopyc::realizeScans(const Kernel &original) {
  Kernel kernel = prepared(original);
  while (true) {
    std::vector<Scan> scans = firstAlike(kernel);
    if (scans.empty())
      return kernel;
    Kernel inGroup = inOneGroup(kernel, scans.front());
    if (inGroup.domains.size() != kernel.domains.size()) {
      kernel = std::move(inGroup);
      continue;
    }
    addRemarks(kernel, scans, original);
    for (const Scan &scan : scans)
      kernel = assertInjective(kernel, scan);
    kernel = realizeTogether(kernel, scans);
  }
}

std::string loopyc::whyNoScan(const Kernel &kernel, const Instruction &insn) {
  std::optional<Kernel> changed = inScalar(kernel, insn.id);
  Kernel separate = separateLoops(changed ? *changed : kernel);
  return ScanFinder(separate).whyNot(indexOf(separate, insn.id));
}
