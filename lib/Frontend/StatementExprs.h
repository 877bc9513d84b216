// The expressions of a statement, not of the blocks inside it, to be read or
// changed: what it reads, assigns, and gives to procedures.
#ifndef LOOPYC_LIB_FRONTEND_STATEMENTEXPRS_H
#define LOOPYC_LIB_FRONTEND_STATEMENTEXPRS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Calls `onExpr` with each expression, those in subscripts of views, too, and
// null ones, and `onView` with each view.
template <typename S, typename OnExpr, typename OnView>
void forEachOwnExpr(S &statement, const OnExpr &onExpr, const OnView &onView) {
  auto view = [&](auto &v) {
    onView(v);
    for (auto &part : v.path)
      for (auto &subscript : part.subscripts) {
        onExpr(subscript.index);
        onExpr(subscript.first);
        onExpr(subscript.last);
        onExpr(subscript.stride);
        onExpr(subscript.size);
      }
    for (auto &bound : v.lowerBounds)
      onExpr(bound);
  };
  auto given = [&](auto &arguments) {
    for (auto &argument : arguments)
      if (auto *value = std::get_if<Expr>(&argument.value))
        onExpr(*value);
      else if (auto *passed = std::get_if<ArrayView>(&argument.value))
        view(*passed);
  };
  auto called = [&](auto &facts) {
    for (auto &reference : facts.references)
      given(reference.arguments);
  };
  called(statement.facts);
  match(statement.value, [&](auto &part) {
    using Part = std::remove_const_t<std::remove_reference_t<decltype(part)>>;
    if constexpr (std::is_same_v<Part, AssignmentStatement>) {
      onExpr(part.assignee);
      onExpr(part.value);
    } else if constexpr (std::is_same_v<Part, DoStatement>) {
      onExpr(part.first);
      onExpr(part.last);
      onExpr(part.variableStep);
      onExpr(part.stride);
    } else if constexpr (std::is_same_v<Part, IfStatement> ||
                         std::is_same_v<Part, WhereStatement>) {
      for (auto &branch : part.branches) {
        called(branch.facts);
        onExpr(branch.condition);
      }
    } else if constexpr (std::is_same_v<Part, ForallStatement>) {
      for (auto &index : part.indices) {
        onExpr(index.first);
        onExpr(index.last);
        onExpr(index.step);
      }
      called(part.body.facts);
      onExpr(part.body.condition);
    } else if constexpr (std::is_same_v<Part, SelectStatement>) {
      onExpr(part.selector);
    } else if constexpr (std::is_same_v<Part, GuardedStatement>) {
      onExpr(part.flag);
    } else if constexpr (std::is_same_v<Part, CallStatement>) {
      given(part.arguments);
    } else {
      static_assert(std::is_same_v<Part, LoopStatement> ||
                    std::is_same_v<Part, BlockStatement> ||
                    std::is_same_v<Part, JumpStatement> ||
                    std::is_same_v<Part, LabelStatement> ||
                    std::is_same_v<Part, HostStatement> ||
                    std::is_same_v<Part, RegionStatement>);
    }
  });
}

} // namespace frontend
} // namespace loopyc

#endif
