#include "CFamily/LoopVariable.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::codegen;

Expr codegen::referenceTo(const LoopVariable &variable) {
  return match(
      variable, [](const std::string &iname) { return Expr::var(iname); },
      [](const GridAxis &axis) { return Expr::axis(axis); });
}

bool codegen::isReferenceTo(const Expr &e, const LoopVariable &variable) {
  return match(
      variable,
      [&](const std::string &iname) {
        const auto *ref = e.getIf<VarRef>();
        return ref && ref->name == iname;
      },
      [&](const GridAxis &axis) {
        const auto *ref = e.getIf<AxisRef>();
        return ref && ref->axis == axis;
      });
}

bool codegen::mentions(const Expr &e, const LoopVariable &variable) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    found = found || isReferenceTo(node, variable);
    return !found;
  });
  return found;
}

std::string codegen::str(const LoopVariable &variable) {
  return referenceTo(variable).str();
}

Expr codegen::withValues(const Expr &e, const LoopValues &values) {
  if (values.empty())
    return e;
  return fold(substituteReferences(e, [&](const Expr &node) -> const Expr * {
    for (const auto &[variable, value] : values)
      if (isReferenceTo(node, variable))
        return &value;
    return nullptr;
  }));
}
