// Errors of one run that hide no other: each concerns a place of its own.
#ifndef LOOPYC_SUPPORT_ERRORLIST_H
#define LOOPYC_SUPPORT_ERRORLIST_H

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace loopyc {

class ErrorList {
public:
  // Whether it threw no UserError; one that it threw is kept.
  template <typename Action> bool attempt(Action action) {
    try {
      action();
      return true;
    } catch (const UserError &error) {
      for (const Diagnostic &diagnostic : error.diagnostics())
        errors.push_back(diagnostic);
      return false;
    }
  }

  bool empty() const { return errors.empty(); }

  // Of one file: in the order of its lines.
  void throwIfAny() {
    if (errors.empty())
      return;
    std::stable_sort(errors.begin(), errors.end(),
                     [](const Diagnostic &a, const Diagnostic &b) {
                       return a.range.line < b.range.line;
                     });
    throw UserError(std::move(errors));
  }

private:
  std::vector<Diagnostic> errors;
};

} // namespace loopyc

#endif
