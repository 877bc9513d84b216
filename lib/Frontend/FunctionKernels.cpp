#include "FunctionKernels.h"

#include "ElementMentions.h"
#include "HostCode.h"
#include "StatementExprs.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// How often something is done: a number, or as often as data say.
class Times {
public:
  static Times byData() { return Times(limit + 1); }
  explicit Times(int64_t number = 1)
      : number(std::clamp<int64_t>(number, 0, limit + 1)) {}

  Times operator*(Times o) const { return Times(number * o.number); }
  // Those of an element of eight points in each of three directions are few.
  bool areMany() const { return number > limit; }

private:
  static constexpr int64_t limit = 8 * 8 * 8;
  int64_t number;
};

Times between(const Expr &first, const Expr &last, int64_t step) {
  std::optional<int64_t> from, to;
  if (first)
    from = asInteger(first);
  if (last)
    to = asInteger(last);
  return from && to && step ? Times((*to - *from + step) / step)
                            : Times::byData();
}

// Are many elements of arrays read or written?
class ManyElements {
public:
  explicit ManyElements(const Procedure &procedure) : procedure(procedure) {}

  bool in(const Block &block, Times times = Times()) const {
    return std::any_of(block.begin(), block.end(), [&](const Statement &one) {
      return in(one, times);
    });
  }

private:
  bool in(const Statement &statement, Times times) const {
    if (times.areMany() && mentionsElements(statement))
      return true;
    for (const ArrayOperand &operand : statement.facts.arrays)
      if (const auto *section =
              std::get_if<ArrayOperand::Section>(&operand.form))
        if ((times * elementsOf(*section)).areMany())
          return true;
    Times inside = times;
    if (const auto *loop = std::get_if<DoStatement>(&statement.value))
      inside = times * between(loop->first, loop->last, loop->step);
    bool found = false;
    forEachBlock(statement, [&](const Block &block) {
      found = found || in(block, inside);
    });
    return found;
  }

  Times elementsOf(const ArrayOperand::Section &section) const {
    const Variable *variable = nullptr;
    for (const Variable &one : procedure.variables)
      if (one.name == section.variable)
        variable = &one;
    if (!variable)
      return Times::byData();
    Times result;
    for (size_t k = 0; k < variable->axes.size(); ++k) {
      const Subscript *subscript =
          k < section.subscripts.size() ? &section.subscripts[k] : nullptr;
      if (subscript && subscript->kind == Subscript::Kind::Element)
        continue;
      const bool isPart = subscript && (subscript->first || subscript->last);
      const Expr &extent = variable->axes[k].extent;
      result = result *
               (isPart ? between(subscript->first, subscript->last, 1)
                       : between(Expr::integer(1), extent, 1));
    }
    return result;
  }

  const Procedure &procedure;
};

// Procedures that kernels call in loops, directly or not.
class CalledInLoops {
public:
  explicit CalledInLoops(const Program &program)
      : program(program), called(program.procedures.size()),
        visited(program.procedures.size()) {
    HostCode hostCode(program);
    for (size_t p = 0; p < program.procedures.size(); ++p)
      if (program.procedures[p].isKernel() && !hostCode.inKernel(p))
        visit(program.procedures[p].body, false);
  }

  bool has(size_t procedure) const { return called[procedure]; }

private:
  void visit(const Block &block, bool inLoop) {
    for (const Statement &statement : block) {
      visit(statement.facts, inLoop);
      if (const auto *call = std::get_if<CallStatement>(&statement.value))
        visit(call->callee, inLoop);
      if (const auto *conditional = std::get_if<IfStatement>(&statement.value))
        for (const Branch &branch : conditional->branches)
          visit(branch.facts, inLoop);
      const bool isLoop =
          std::holds_alternative<DoStatement>(statement.value) ||
          std::holds_alternative<LoopStatement>(statement.value) ||
          std::holds_alternative<ForallStatement>(statement.value) ||
          std::holds_alternative<WhereStatement>(statement.value);
      forEachBlock(statement, [&](const Block &inside) {
        visit(inside, inLoop || isLoop);
      });
    }
  }

  void visit(const Facts &facts, bool inLoop) {
    for (const FunctionReference &reference : facts.references)
      visit(reference.callee, inLoop || reference.rank > 0);
    for (const ArrayOperand &operand : facts.arrays)
      if (const auto *result = std::get_if<ArrayOperand::Result>(&operand.form))
        visit(result->callee, inLoop);
  }

  void visit(const Callee &callee, bool inLoop) {
    if (!callee.procedure)
      return;
    const size_t number = *callee.procedure;
    std::vector<bool> &known = inLoop ? called : visited;
    if (known[number])
      return;
    known[number] = true;
    visit(program.procedures[number].body, inLoop);
  }

  const Program &program;
  std::vector<bool> called, visited; // in loops; otherwise
};

} // namespace

// Of one that is no region yet, what its variables are may not be known.
static bool mayGoThroughArrays(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Statement &one) {
    bool found =
        !one.facts.arrays.empty() ||
        std::holds_alternative<DoStatement>(one.value) ||
        (std::holds_alternative<AssignmentStatement>(one.value) &&
         !one.facts.obstacles.empty());
    forEachBlock(one, [&](const Block &inside) {
      found = found || mayGoThroughArrays(inside);
    });
    return found;
  });
}

std::vector<bool> frontend::mayBeFunctionKernels(const Program &program) {
  std::vector<bool> result(program.procedures.size());
  std::optional<CalledInLoops> inLoops;
  for (size_t p = 0; p < program.procedures.size(); ++p) {
    const Procedure &procedure = program.procedures[p];
    if (procedure.kind != Procedure::Kind::Function || procedure.isPure ||
        procedure.isElsewhere || procedure.hasRegions ||
        !procedure.isAnalysed || !mayGoThroughArrays(procedure.body))
      continue;
    if (!inLoops)
      inLoops.emplace(program);
    result[p] = !inLoops->has(p);
  }
  return result;
}

bool frontend::goesThroughArrays(const Procedure &region) {
  return ManyElements(region).in(region.body);
}
