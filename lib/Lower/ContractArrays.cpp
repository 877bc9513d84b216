#include "ContractArrays.h"

#include "loopyc/Analysis/Definitions.h"
#include "loopyc/IR/Names.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;

namespace {

// The subscripts of a temporary, with the positions on hardware axes in place
// of inames: what two of its uses in one work-item have the same is one value.
class Uses {
public:
  Uses(const Kernel &kernel, const Placement &placement,
       std::set<std::string> names);

  // Along which of its axes does each iteration of the loops that are around
  // all uses meet one element?
  std::vector<bool> fixedAxes(const Variable &temp) const;

private:
  struct Found {
    std::vector<Expr> subscripts; // null: not one value
    std::set<std::string> loops;  // around all uses, in order
  };
  void add(const ArrayRef &use, const Substitution &positions,
           const std::set<std::string> &loops);
  bool isFixed(const Expr &subscript, const Found &found) const;

  std::set<std::string> parameters;
  std::map<std::string, Found> found;
};

} // namespace

static Substitution positionsIn(const Instruction &insn,
                                const Placement &placement) {
  Substitution result;
  for (const HardwareAxisUse &axis : placement.axes())
    if (std::string iname = placement.inameOn(insn, axis); !iname.empty())
      result.emplace(iname, Expr::axis(axis) + axis.offset.at(iname));
  return result;
}

Uses::Uses(const Kernel &kernel, const Placement &placement,
           std::set<std::string> names) {
  for (const std::string &name : sizeParameters(kernel))
    parameters.insert(name);
  for (const InstructionPtr &insn : kernel.instructions) {
    const Substitution positions = positionsIn(*insn, placement);
    std::set<std::string> loops;
    for (const std::string &iname : loopInames(kernel, *insn))
      if (kernel.tagOf(iname).isPlain())
        loops.insert(iname);
    mapExprs(insn, [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        if (const auto *array = node.getIf<ArrayRef>();
            array && names.count(array->name))
          add(*array, positions, loops);
        return true;
      });
      return e;
    });
  }
}

void Uses::add(const ArrayRef &use, const Substitution &positions,
               const std::set<std::string> &loops) {
  auto [at, isFirst] = found.try_emplace(use.name);
  Found &known = at->second;
  for (size_t a = 0; a < use.subscripts.size(); ++a) {
    Expr subscript = fold(substitute(use.subscripts[a], positions));
    if (isFirst)
      known.subscripts.push_back(subscript);
    else if (known.subscripts[a] && !(known.subscripts[a] == subscript))
      known.subscripts[a] = Expr();
  }
  if (isFirst)
    known.loops = loops;
  else
    std::erase_if(known.loops, [&](const std::string &iname) {
      return !loops.count(iname);
    });
}

// Of the loops around, at most one, each of whose iterations has another
// element: what one of them leaves behind, no other one asks for.
bool Uses::isFixed(const Expr &subscript, const Found &uses) const {
  if (!subscript)
    return false;
  std::set<std::string> names, arrays;
  collectNames(subscript, names, arrays);
  std::erase_if(names, [&](const std::string &name) {
    return parameters.count(name) > 0;
  });
  if (!arrays.empty() || names.size() > 1)
    return false;
  if (names.empty())
    return true;
  const std::string &iname = *names.begin();
  Substitution next{{iname, Expr::var(iname) + 1}};
  auto step = asInteger(fold(substitute(subscript, next) - subscript));
  return uses.loops.count(iname) && step && *step != 0;
}

std::vector<bool> Uses::fixedAxes(const Variable &temp) const {
  auto uses = found.find(temp.name);
  if (uses == found.end())
    return {};
  std::vector<bool> result;
  for (const Expr &subscript : uses->second.subscripts)
    result.push_back(isFixed(subscript, uses->second));
  return result;
}

static bool mayBeContracted(const Variable &temp) {
  return temp.isTemporary() && temp.space == AddressSpace::Auto &&
         !temp.isScalar() && temp.baseStorage.empty() &&
         llvm::all_of(temp.axes, [](const Axis &axis) {
           return std::holds_alternative<NestedAxis>(axis.tag);
         });
}

// In what order its axes stand then: those that keep their room first.
static std::vector<size_t> axisOrder(const std::vector<bool> &isFixed) {
  std::vector<size_t> order(isFixed.size());
  for (size_t a = 0; a < order.size(); ++a)
    order[a] = a;
  std::stable_partition(order.begin(), order.end(),
                        [&](size_t a) { return !isFixed[a]; });
  return order;
}

static Variable contracted(const Variable &temp,
                           const std::vector<bool> &isFixed) {
  Variable result = temp;
  result.axes.clear();
  for (size_t a : axisOrder(isFixed)) {
    Axis axis = temp.axes[a];
    if (isFixed[a]) {
      axis.tag = ReusedAxis{};
    } else {
      auto &own = std::get<NestedAxis>(axis.tag);
      const int level = own.level;
      for (size_t b = 0; b < temp.axes.size(); ++b)
        if (isFixed[b] && std::get<NestedAxis>(temp.axes[b].tag).level < level)
          --own.level;
    }
    result.axes.push_back(std::move(axis));
  }
  return result;
}

static InstructionPtr reordered(const InstructionPtr &insn,
                                const std::string &name,
                                const std::vector<size_t> &order) {
  return mapExprs(insn, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      if (!array || array->name != name)
        return node;
      std::vector<Expr> subscripts;
      for (size_t a : order)
        subscripts.push_back(array->subscripts[a]);
      return Expr::array(name, std::move(subscripts), node.type());
    });
  });
}

Kernel loopyc::contractArrays(Kernel kernel, const Placement &placement) {
  std::set<std::string> names;
  for (const VariablePtr &temp : kernel.temporaries)
    if (mayBeContracted(*temp))
      names.insert(temp->name);
  if (names.empty())
    return kernel;
  const Uses uses(kernel, placement, names);
  for (const std::string &name : names) {
    const Variable temp = *kernel.findVariable(name);
    const std::vector<bool> isFixed = uses.fixedAxes(temp);
    if (!llvm::is_contained(isFixed, true))
      continue;
    Variable made = contracted(temp, isFixed);
    if (storageBytes(made).value_or(INT64_MAX) > mostPrivateBytes)
      continue;
    const std::vector<size_t> order = axisOrder(isFixed);
    if (!llvm::is_sorted(order))
      for (InstructionPtr &insn : kernel.instructions)
        insn = reordered(insn, name, order);
    kernel.setVariable(std::make_shared<const Variable>(std::move(made)));
  }
  return kernel;
}
