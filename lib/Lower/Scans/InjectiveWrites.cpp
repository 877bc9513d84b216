#include "Scans/InjectiveWrites.h"

#include "Launches/HostTree.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;

// Do all updates add, or all subtract, a constant?
static bool isMonotone(const Kernel &kernel, const Scan &scan) {
  if (scan.composition.operation() != ReductionOp::Add ||
      !scan.type.isInteger())
    return false;
  bool grows = false, falls = false;
  for (size_t i : scan.updates) {
    int64_t sum = 0;
    for (const Expr &operand : operands(*kernel.instructions[i]->update())) {
      std::optional<int64_t> value = asInteger(fold(operand));
      if (!value)
        return false;
      sum += *value;
    }
    grows = grows || sum >= 0;
    falls = falls || sum <= 0;
  }
  return grows != falls;
}

// Is it c*s + d, of nothing else that changes in the scan's loops?
static bool tellsApart(const Kernel &kernel, const Scan &scan,
                       const Expr &subscript) {
  std::set<std::string> names, arrays;
  collectNames(subscript, names, arrays);
  for (const std::string &name : names) {
    VariablePtr var = kernel.findVariable(name);
    bool isKnown = name == scan.variable || (var && var->isValue()) ||
                   llvm::is_contained(scan.around, name);
    if (!isKnown)
      return false;
  }
  Expr next = substitute(
      subscript, {{scan.variable, Expr::var(scan.variable, scan.type) + 1}});
  auto here = toAffine(subscript), there = toAffine(next);
  if (!arrays.empty() || !here || !there)
    return false;
  std::optional<int64_t> step = (*there - *here).asConstant();
  return step && *step != 0;
}

static bool inSameLoops(const Instruction &a, const Instruction &b) {
  if (a.inames != b.inames || a.time.size() != b.time.size())
    return false;
  for (size_t i = 1; i < a.time.size(); i += 2)
    if (a.time[i] != b.time[i] || a.time[i - 1] != b.time[i - 1])
      return false;
  return true;
}

// Does the update run in each iteration in which the write does?
static bool runsWith(const Kernel &kernel, const Instruction &update,
                     const Instruction &write) {
  if (!inSameLoops(update, write))
    return false;
  std::set<std::string> names;
  for (const Predicate &condition : update.predicates) {
    if (!llvm::is_contained(write.predicates, condition))
      return false;
    collectNames(condition, names, names);
  }
  auto first = std::min(textPosition(update), textPosition(write));
  return llvm::none_of(kernel.instructions, [&](const InstructionPtr &other) {
    return llvm::any_of(names, [&](const std::string &name) {
      return other->assigns(name) && textPosition(*other) >= first &&
             textPosition(*other) <=
                 std::max(textPosition(update), textPosition(write));
    });
  });
}

std::vector<size_t> loopyc::injectiveWrites(const Kernel &kernel,
                                            const Scan &scan) {
  std::vector<size_t> result;
  // Of several scans, one after the other, each begins anew: they must be
  // launches of their own.
  if (!isMonotone(kernel, scan) || (!scan.around.empty() && scan.group.empty()))
    return result;
  for (size_t i : scan.users) {
    const Instruction &write = *kernel.instructions[i];
    const auto *assignment = std::get_if<Assignment>(&write.body);
    const auto *array =
        assignment ? assignment->assignee.getIf<ArrayRef>() : nullptr;
    if (!array || llvm::none_of(array->subscripts, [&](const Expr &subscript) {
          return tellsApart(kernel, scan, subscript);
        }))
      continue;
    if (llvm::any_of(scan.updates, [&](size_t update) {
          return runsWith(kernel, *kernel.instructions[update], write);
        }))
      result.push_back(i);
  }
  return result;
}

Kernel loopyc::assertInjective(const Kernel &kernel, const Scan &scan) {
  Kernel result = kernel;
  for (size_t i : injectiveWrites(kernel, scan)) {
    auto write = std::make_shared<Instruction>(*kernel.instructions[i]);
    assertNoSync(*write, write->id, {/*local=*/true, /*global=*/true});
    result.instructions[i] = std::move(write);
  }
  return result;
}
