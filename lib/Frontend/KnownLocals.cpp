#include "KnownLocals.h"

using namespace loopyc;
using namespace loopyc::frontend;

void KnownLocals::leaveBlock() {
  for (const std::string &name : blocks.back())
    locals.erase(name);
  blocks.pop_back();
}

void KnownLocals::note(const std::string &name, const Expr &value,
                       bool isAffine) {
  if (locals.emplace(name, Local{value, isAffine}).second && !blocks.empty())
    blocks.back().push_back(name);
}

Expr KnownLocals::withAffine(const Expr &e) const {
  if (locals.empty())
    return e;
  return rewrite(e, [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    auto known = var ? locals.find(var->name) : locals.end();
    return known != locals.end() && known->second.isAffine ? known->second.value
                                                           : node;
  });
}

Expr KnownLocals::valueOf(const Expr &e) const {
  const VarRef *var = e.getIf<VarRef>();
  auto known = var ? locals.find(var->name) : locals.end();
  return known == locals.end() || known->second.isAffine ? Expr()
                                                         : known->second.value;
}
