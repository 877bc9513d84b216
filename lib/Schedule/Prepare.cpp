#include "Prepare.h"

#include "LoopTree.h"
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Set;

// The constant range of an iname; throws UserError that says what needs it.
static std::pair<int64_t, int64_t> constantRange(const Kernel &kernel,
                                                 const std::string &iname) {
  std::vector<std::string> around{iname};
  for (size_t i = 0; i < around.size(); ++i) {
    int d = kernel.domainOf(around[i]);
    if (d < 0)
      continue;
    for (const std::string &name : kernel.domains[d].names())
      if (kernel.hasIname(name) &&
          std::find(around.begin(), around.end(), name) == around.end())
        around.push_back(name);
  }
  Set range = domainOf(kernel, around).flat().intersect(kernel.assumptions);
  auto low = range.minConst(iname), high = range.maxConst(iname);
  if (!low || !high)
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                        "' is tagged " + kernel.tagOf(iname).str() +
                        ", but its range has no constant bound; split the "
                        "iname and tag the inner one, or fix or bound the "
                        "parameters it depends on",
                    kernel.range);
  return {*low, *high};
}

static void checkInames(const Kernel &kernel) {
  for (const std::string &iname : kernel.inames())
    if (kernel.tagOf(iname).meaning().constantRange)
      constantRange(kernel, iname);
}

static void checkInstructions(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions) {
    const auto *barrier = std::get_if<BarrierBody>(&insn->body);
    if (barrier && barrier->scope == BarrierScope::Global)
      throw UserError("kernel '" + kernel.name + "': '" + insn->id +
                          "' is a global barrier, which no device has inside "
                          "a kernel; write the parts as separate kernels",
                      insn->range);
  }
}

Kernel loopyc::prepareForScheduling(const Kernel &kernel) {
  Kernel result = lower(kernel);
  checkInstructions(result);
  checkInames(result);
  return result;
}

static bool uses(const Instruction &insn, const std::string &variable) {
  if (insn.assigneeName() == variable)
    return true;
  bool found = false;
  auto look = [&](const Expr &e) { found = found || mentions(e, variable); };
  for (const Expr &read : insn.reads())
    look(read);
  for (const Expr &predicate : insn.predicates)
    look(predicate);
  return found;
}

// Appends subscripts to every reference to the variable.
static InstructionPtr
withSubscripts(const InstructionPtr &insn, const std::string &variable,
               const std::vector<Expr> &extra) {
  return mapExprs(insn, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>();
          array && array->name == variable) {
        std::vector<Expr> subscripts = array->subscripts;
        subscripts.insert(subscripts.end(), extra.begin(), extra.end());
        return Expr::array(variable, std::move(subscripts), node.type());
      }
      if (const auto *var = node.getIf<VarRef>(); var && var->name == variable)
        return Expr::array(variable, extra, node.type());
      return node;
    });
  });
}

// Of the inames, those that tell the copies of the temporary apart.
static void keepReused(std::vector<std::string> &inames,
                       const Instruction &insn, const Variable &temp) {
  std::set<std::string> names, arrays;
  mapExprs(std::make_shared<const Instruction>(insn), [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>();
          array && array->name == temp.name)
        for (size_t a = temp.visibleAxes(); a < temp.axes.size(); ++a)
          collectNames(array->subscripts[a], names, arrays);
      return true;
    });
    return e;
  });
  inames.erase(std::remove_if(inames.begin(), inames.end(),
                              [&](const std::string &iname) {
                                return !names.count(iname);
                              }),
               inames.end());
}

AxisTag loopyc::outermostAxis(const Variable &var) {
  int level = 0;
  for (const Axis &axis : var.axes) {
    level += std::holds_alternative<NestedAxis>(axis.tag);
    if (std::holds_alternative<StrideAxis>(axis.tag))
      return StrideAxis{storageExtent(var)};
  }
  return NestedAxis{level};
}

// A loop is entered for all iterations of an ilp or vec iname at once.
static void requireNoLoopBound(const Kernel &kernel, const Variable &temp,
                               const std::string &iname) {
  for (const poly::Set &domain : kernel.domains)
    if (domain.involves(temp.name))
      throw UserError("kernel '" + kernel.name + "': the loop over '" +
                          domain.dims().back() + "' is bounded by '" +
                          temp.name + "', of which each iteration of '" +
                          iname + "' has a value of its own, so '" + iname +
                          "' cannot be tagged " + kernel.tagOf(iname).str(),
                      temp.range);
}

Kernel loopyc::expandInnerTemporaries(Kernel kernel) {
  bool any = false;
  for (const auto &[iname, tag] : kernel.inameTags)
    any = any || tag.isInnermost();
  if (!any)
    return kernel;
  std::vector<VariablePtr> temporaries = kernel.temporaries;
  for (const VariablePtr &temp : temporaries) {
    // Local memory is shared, but not by iterations that each have a value of
    // their own.
    bool reused = temp->visibleAxes() < temp->axes.size();
    if (temp->space != AddressSpace::Private && !reused)
      continue;
    std::vector<std::string> common;
    bool first = true;
    for (const InstructionPtr &insn : kernel.instructions) {
      if (!uses(*insn, temp->name))
        continue;
      std::vector<std::string> own = innerInames(kernel, *insn);
      if (temp->space != AddressSpace::Private)
        keepReused(own, *insn, *temp);
      if (first)
        common = own;
      common.erase(std::remove_if(common.begin(), common.end(),
                                  [&](const std::string &iname) {
                                    return std::find(own.begin(), own.end(),
                                                     iname) == own.end();
                                  }),
                   common.end());
      first = false;
    }
    if (common.empty())
      continue;
    requireNoLoopBound(kernel, *temp, common.front());
    Variable wide = *temp;
    std::vector<Expr> extra;
    for (const std::string &iname : common) {
      auto [low, high] = constantRange(kernel, iname);
      Axis axis;
      axis.extent = Expr::integer(high - low + 1);
      axis.name = iname;
      if (kernel.tagOf(iname).isVector())
        axis.tag = VectorAxis{};
      else
        axis.tag = outermostAxis(wide);
      wide.axes.push_back(axis);
      extra.push_back(Expr::var(iname) - low);
    }
    checkLayout(kernel, wide);
    kernel.setVariable(std::make_shared<const Variable>(wide));
    for (InstructionPtr &insn : kernel.instructions)
      insn = withSubscripts(insn, temp->name, extra);
  }
  return kernel;
}

// Bytes of local memory that the kernel declares.
static void checkLocalMemory(const Kernel &kernel, const DeviceLimits &limits) {
  std::map<std::string, int64_t> storage;
  std::string largest;
  int64_t largestBytes = 0;
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->space != AddressSpace::Local)
      continue;
    auto bytes = storageBytes(*temp);
    if (!bytes) // the launcher provides it, from global memory
      continue;
    std::string base =
        temp->baseStorage.empty() ? temp->name : "=" + temp->baseStorage;
    storage[base] = std::max(storage[base], *bytes);
    if (*bytes > largestBytes) {
      largestBytes = *bytes;
      largest = temp->name;
    }
  }
  int64_t total = 0;
  for (const auto &[base, bytes] : storage)
    total = llvm::checkedAdd(total, bytes).value_or(INT64_MAX);
  if (total > limits.localMemoryBytes)
    throw UserError(
        "kernel '" + kernel.name + "' needs " + std::to_string(total) +
            " bytes of local memory (the largest part: '" + largest + "', " +
            std::to_string(largestBytes) + " bytes), but " + limits.device +
            " has " + std::to_string(limits.localMemoryBytes) +
            "; use smaller tiles, or keep temporaries private",
        kernel.range);
}

static void checkWorkGroupSize(const Kernel &kernel, const Placement &placement,
                               const DeviceLimits &limits) {
  int64_t items = 1;
  for (const HardwareAxisUse &axis : placement.axes())
    if (axis.isLocal())
      items = llvm::checkedMul(items, asInteger(axis.size).value_or(1))
                  .value_or(INT64_MAX);
  if (items > limits.workGroupSize)
    throw UserError("kernel '" + kernel.name + "' asks for work-groups of " +
                        std::to_string(items) + " work-items, but " +
                        limits.device + " allows " +
                        std::to_string(limits.workGroupSize) +
                        "; split the inames tagged l.N into smaller parts",
                    kernel.range);
}

// Of the number of work-groups, a launcher checks what is not known here.
static void checkAxis(const Kernel &kernel, const HardwareAxisUse &axis,
                      const DeviceLimits &limits) {
  int64_t most = axis.isGroup() ? limits.workGroups[axis.number]
                                : limits.workItems[axis.number];
  int64_t size = asInteger(axis.size).value_or(0);
  if (size <= most)
    return;
  std::string what = axis.isGroup() ? "work-groups" : "work-items";
  throw UserError("kernel '" + kernel.name + "' asks for " +
                      std::to_string(size) + " " + what + " along axis " +
                      std::to_string(axis.number) + ", but " + limits.device +
                      " allows " + std::to_string(most) +
                      "; tag another iname with this axis, or split it",
                  kernel.range);
}

void loopyc::checkResources(const Kernel &kernel, const Placement &placement,
                            const DeviceLimits &limits) {
  checkLocalMemory(kernel, limits);
  checkWorkGroupSize(kernel, placement, limits);
  for (const HardwareAxisUse &axis : placement.axes())
    checkAxis(kernel, axis, limits);
}
