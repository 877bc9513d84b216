#include "loopyc/Transform/History.h"

#include "loopyc/Analysis/Layout.h"
#include "loopyc/IR/Images.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

using namespace loopyc;

static void verifyMade(const Kernel &kernel, const HistoryEntry &entry) {
  try {
    verifyKernel(kernel);
  } catch (const InternalError &error) {
    throw InternalError("after " + entry.transformation + "(" +
                        entry.arguments + "): " + error.what());
  }
}

static void checkChangedLayouts(const Kernel &before, const Kernel &after) {
  std::set<const Variable *> old;
  for (const auto *list : {&before.arguments, &before.temporaries})
    for (const VariablePtr &var : *list)
      old.insert(var.get());
  for (const auto *list : {&after.arguments, &after.temporaries})
    for (const VariablePtr &var : *list)
      if (!old.count(var.get()))
        checkLayout(after, *var);
}

Kernel loopyc::recorded(const Kernel &before, Kernel after,
                        HistoryEntry entry) {
  verifyMade(after, entry);
  checkChangedLayouts(before, after);
  requireImages(after);
  after.history.push_back(std::move(entry));
  return after;
}
