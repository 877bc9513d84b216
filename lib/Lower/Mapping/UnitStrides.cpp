#include "Mapping/UnitStrides.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <utility>

using namespace loopyc;

// The axis along which neighbours lie side by side; -1 if there is none.
static int unitAxis(const Variable &array) {
  try {
    std::vector<Expr> strides = axisStrides(array);
    for (size_t axis = 0; axis < strides.size(); ++axis)
      if (strides[axis] && asInteger(strides[axis]) == 1)
        return static_cast<int>(axis);
  } catch (const UserError &) {
    // A needed extent is unknown.
  }
  return -1;
}

// By how much the subscript grows with the iname, if by a number.
static std::optional<int64_t> stepOf(const Expr &subscript,
                                     const std::string &iname) {
  Substitution next{{iname, Expr::var(iname) + 1}};
  return asInteger(fold(substitute(subscript, next) - subscript));
}

static bool hasUnitStride(const ArrayRef &reference, int unit,
                          const std::string &iname) {
  for (int axis = 0; axis < static_cast<int>(reference.subscripts.size());
       ++axis) {
    const Expr &subscript = reference.subscripts[axis];
    if (axis != unit && mentions(subscript, iname))
      return false;
  }
  auto step = stepOf(reference.subscripts[unit], iname);
  return step && (*step == 1 || *step == -1);
}

namespace {

class Weights {
public:
  explicit Weights(const Kernel &kernel, std::set<std::string> rows = {})
      : kernel(kernel), rows(std::move(rows)) {}

  void addStores(const Instruction &insn) {
    for (const Expr &assignee : insn.assignees())
      if (const auto *array = assignee.getIf<ArrayRef>())
        addReference(*array, insn);
  }

  void add(const Instruction &insn) {
    auto addExpr = [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        if (const auto *array = node.getIf<ArrayRef>())
          addReference(*array, insn);
        return true;
      });
    };
    for (const Expr &assignee : insn.assignees())
      addExpr(assignee);
    for (const Expr &value : insn.values())
      addExpr(value);
    for (const Predicate &predicate : insn.predicates)
      addExpr(predicate);
  }

  int64_t of(const std::string &iname) const {
    auto known = bytes.find(iname);
    return known == bytes.end() ? 0 : known->second;
  }

private:
  void addReference(const ArrayRef &reference, const Instruction &insn) {
    VariablePtr var = kernel.findVariable(reference.name);
    if (!var || var->isTemporary() || var->isScalar())
      return;
    auto [axis, isNew] = unitAxes.try_emplace(var->name, -1);
    if (isNew)
      axis->second = unitAxis(*var);
    if (axis->second < 0 || !isOfRows(reference))
      return;
    for (const std::string &iname : insn.inames)
      if (hasUnitStride(reference, axis->second, iname))
        bytes[iname] += var->type.bytes;
  }

  bool isOfRows(const ArrayRef &reference) const {
    bool found = rows.empty();
    for (const Expr &subscript : reference.subscripts)
      for (const std::string &iname : rows)
        found |= mentions(subscript, iname);
    return found;
  }

  const Kernel &kernel;
  const std::set<std::string> rows;
  std::map<std::string, int> unitAxes;  // by array
  std::map<std::string, int64_t> bytes; // by iname
};

} // namespace

int64_t loopyc::unitStrideBytes(const Kernel &kernel, const LoopNest &nest,
                                const std::string &iname,
                                const std::set<std::string> &rows) {
  Weights weights(kernel, rows);
  for (int i : nest.instructions)
    weights.add(*kernel.instructions[i]);
  return weights.of(iname);
}

int64_t loopyc::unitStrideStores(const Kernel &kernel, const LoopNest &nest,
                                 const std::string &iname) {
  Weights weights(kernel);
  for (int i : nest.instructions)
    weights.addStores(*kernel.instructions[i]);
  return weights.of(iname);
}

// Is it read from an array, or from a scalar that was?
static bool isData(const Kernel &kernel, const LoopNest &nest,
                   const Expr &subscript) {
  bool found = false;
  walk(subscript, [&](const Expr &node) {
    found |= node.getIf<ArrayRef>() != nullptr;
    if (const auto *name = node.getIf<VarRef>())
      for (int i : nest.instructions)
        found |= kernel.instructions[i]->assigns(name->name);
    return !found;
  });
  return found;
}

bool loopyc::findsRowsByData(const Kernel &kernel,
                             const std::vector<const LoopNest *> &band,
                             const std::string &row, const std::string &item) {
  const LoopNest &nest = *band.front();
  constexpr size_t mostStatements = 6;
  if (nest.instructions.size() > mostStatements)
    return false;
  bool found = false;
  for (int i : nest.instructions) {
    const Instruction &insn = *kernel.instructions[i];
    const bool hasLoops = llvm::any_of(insn.inames, [&](const auto &iname) {
      return llvm::none_of(band, [&](const LoopNest *loop) {
        return llvm::is_contained(loop->path(), iname);
      });
    });
    if (hasLoops || !llvm::is_contained(insn.inames, row))
      return false;
    for (const Expr &value : insn.values())
      walk(value, [&](const Expr &node) {
        if (const auto *array = node.getIf<ArrayRef>())
          found |= llvm::any_of(array->subscripts, [&](const Expr &subscript) {
            return !mentions(subscript, item) &&
                   isData(kernel, nest, subscript);
          });
        return !found;
      });
  }
  return found;
}

std::vector<std::string> loopyc::arraysAcross(const Kernel &kernel,
                                              const LoopNest &nest,
                                              const std::string &along,
                                              const std::string &across) {
  const std::set<int> inside(nest.instructions.begin(),
                             nest.instructions.end());
  std::set<std::string> found, others;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[i];
    auto look = [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        const auto *array = node.getIf<ArrayRef>();
        VariablePtr var = array ? kernel.findVariable(array->name) : nullptr;
        if (!var || var->isTemporary() || insn.assigns(array->name))
          return true;
        const int unit = unitAxis(*var);
        const bool isAcross = inside.count(static_cast<int>(i)) && unit >= 0 &&
                              hasUnitStride(*array, unit, across) &&
                              mentions(node, along);
        (isAcross ? found : others).insert(array->name);
        return true;
      });
    };
    for (const Expr &read : insn.reads())
      look(read);
    for (const Predicate &predicate : insn.predicates)
      look(predicate);
    for (const std::string &name : insn.assigneeNames())
      others.insert(name);
  }
  std::vector<std::string> result;
  for (const std::string &name : found)
    if (!others.count(name))
      result.push_back(name);
  return result;
}

const LoopNest *
loopyc::mostUnitStrides(const Kernel &kernel,
                        const std::vector<const LoopNest *> &loops) {
  Weights weights(kernel);
  for (int i : loops.front()->instructions)
    weights.add(*kernel.instructions[i]);
  const LoopNest *best = loops.front();
  for (const LoopNest *loop : loops)
    if (weights.of(loop->iname) >= weights.of(best->iname))
      best = loop;
  return best;
}
