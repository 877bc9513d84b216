#include "Writers.h"

using namespace loopyc;
using namespace loopyc::check;

NameSet check::namesIn(const Expr &e) {
  NameSet names;
  collectNames(e, names, names);
  return names;
}

NameSet check::namesFlowing(const Instruction &insn, Flow flow) {
  NameSet names;
  for (const Expr &e : flow == Flow::Values ? insn.values() : insn.reads())
    names.merge(namesIn(e));
  if (flow == Flow::Everything)
    for (const Predicate &predicate : insn.predicates)
      names.merge(namesIn(predicate));
  return names;
}

Writers::Writers(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      byVariable[name].push_back(insn.get());
}

const std::vector<const Instruction *> &
Writers::of(const std::string &variable) const {
  static const std::vector<const Instruction *> none;
  auto found = byVariable.find(variable);
  return found == byVariable.end() ? none : found->second;
}

Expr Writers::onlyValue(const std::string &scalar) const {
  const auto &writers = of(scalar);
  if (writers.size() != 1 || writers.front()->values().size() != 1)
    return Expr();
  Expr value = writers.front()->values().front();
  return mentions(value, scalar) ? Expr() : value;
}

// More steps from one value to the next are seldom affine.
static constexpr int maxDepth = 8;

static Expr resolvedTo(const Expr &e, const Writers &writers, int depth) {
  return depth == 0 ? e : rewrite(e, [&](const Expr &node) {
    const auto *ref = node.getIf<VarRef>();
    Expr value = ref ? writers.onlyValue(ref->name) : Expr();
    return value ? resolvedTo(value, writers, depth - 1) : node;
  });
}

Expr Writers::resolved(const Expr &e) const {
  return resolvedTo(e, *this, maxDepth);
}

NameSet
Writers::sources(const NameSet &names, Flow flow,
                 const std::function<bool(const std::string &)> &follow) const {
  NameSet found = names;
  std::vector<std::string> work(names.begin(), names.end());
  while (!work.empty()) {
    std::string name = work.back();
    work.pop_back();
    if (follow && !follow(name))
      continue;
    for (const Instruction *insn : of(name))
      for (const std::string &source : namesFlowing(*insn, flow))
        if (found.insert(source).second)
          work.push_back(source);
  }
  return found;
}
