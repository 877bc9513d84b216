#include "ContractArrays.h"

#include "ComputedScalars.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace loopyc;

namespace {

// The subscripts of a temporary, with the positions on hardware axes in place
// of inames.
class Uses {
public:
  Uses(const Kernel &kernel, const Placement &placement,
       std::set<std::string> names);

  // Along which of its axes does a work-item meet one element?
  std::vector<bool> fixedAxes(const Variable &temp) const;

private:
  void add(const ArrayRef &use, const Substitution &positions);
  bool isFixed(const Expr &subscript) const;

  std::set<std::string> parameters;
  // By array; null: not one value.
  std::map<std::string, std::vector<Expr>> found;
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
    mapExprs(insn, [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        if (const auto *array = node.getIf<ArrayRef>();
            array && names.count(array->name))
          add(*array, positions);
        return true;
      });
      return e;
    });
  }
}

void Uses::add(const ArrayRef &use, const Substitution &positions) {
  auto [at, isFirst] = found.try_emplace(use.name);
  std::vector<Expr> &known = at->second;
  for (size_t a = 0; a < use.subscripts.size(); ++a) {
    Expr subscript = fold(substitute(use.subscripts[a], positions));
    if (isFirst)
      known.push_back(subscript);
    else if (known[a] && !(known[a] == subscript))
      known[a] = Expr();
  }
}

bool Uses::isFixed(const Expr &subscript) const {
  if (!subscript)
    return false;
  std::set<std::string> names, arrays;
  collectNames(subscript, names, arrays);
  return arrays.empty() && llvm::all_of(names, [&](const std::string &name) {
           return parameters.count(name) > 0;
         });
}

std::vector<bool> Uses::fixedAxes(const Variable &temp) const {
  auto uses = found.find(temp.name);
  if (uses == found.end())
    return {};
  std::vector<bool> result;
  for (const Expr &subscript : uses->second)
    result.push_back(isFixed(subscript));
  return result;
}

static bool mayBeContracted(const Variable &temp) {
  return temp.isTemporary() && temp.space == AddressSpace::Auto &&
         !temp.isScalar() && temp.baseStorage.empty() &&
         llvm::all_of(temp.axes, [](const Axis &axis) {
           return std::holds_alternative<NestedAxis>(axis.tag);
         });
}

static Variable contracted(Variable temp, const std::vector<bool> &isFixed) {
  std::vector<int> levels; // of those that keep their room
  for (size_t a = 0; a < temp.axes.size(); ++a)
    if (!isFixed[a])
      levels.push_back(std::get<NestedAxis>(temp.axes[a].tag).level);
  llvm::sort(levels);
  for (size_t a = 0; a < temp.axes.size(); ++a) {
    if (isFixed[a]) {
      temp.axes[a].tag = ReusedAxis{};
      temp.axes[a].name = "axis " + std::to_string(a); // of no iname
      continue;
    }
    int &level = std::get<NestedAxis>(temp.axes[a].tag).level;
    level = static_cast<int>(llvm::lower_bound(levels, level) - levels.begin());
  }
  temp.declared = {};
  return temp;
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
    const Variable &temp = *kernel.findVariable(name);
    const std::vector<bool> isFixed = uses.fixedAxes(temp);
    if (!llvm::is_contained(isFixed, true))
      continue;
    Variable made = contracted(temp, isFixed);
    if (storageBytes(made).value_or(INT64_MAX) <= mostPrivateBytes)
      kernel.setVariable(std::make_shared<const Variable>(std::move(made)));
  }
  return kernel;
}
