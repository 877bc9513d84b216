#include "Renaming.h"

#include "StatementExprs.h"

using namespace loopyc;
using namespace loopyc::frontend;

static Expr renamed(const Expr &e, const std::string &from,
                    const std::string &to) {
  if (!e)
    return e;
  return rewrite(e, [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    const ArrayRef *array = node.getIf<ArrayRef>();
    if (var && var->name == from)
      return Expr::var(to, node.type());
    if (array && array->name == from)
      return Expr::array(to, array->subscripts, node.type());
    return node;
  });
}

void frontend::rename(Block &block, const std::string &from,
                      const std::string &to,
                      const std::function<bool(const Statement &)> &enters) {
  for (Statement &statement : block) {
    forEachOwnExpr(
        statement, [&](Expr &e) { e = renamed(e, from, to); },
        [&](ArrayView &view) {
          if (view.path.front().name == from)
            view.path.front().name = to;
        });
    if (enters(statement))
      forEachBlock(statement,
                   [&](Block &inner) { rename(inner, from, to, enters); });
  }
}
