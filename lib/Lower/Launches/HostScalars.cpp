#include "Launches/HostScalars.h"

#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace loopyc;

namespace {

class ScalarFinder {
public:
  explicit ScalarFinder(const Kernel &kernel) : kernel(kernel) {
    for (const VariablePtr &argument : kernel.arguments)
      if (argument->isValue())
        known.insert(argument->name);
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        ++writes[name];
  }

  std::vector<InstructionPtr> find() {
    std::vector<InstructionPtr> result;
    for (const InstructionPtr &insn : kernel.instructions)
      if (std::string name = scalarOf(*insn);
          !name.empty() && isOfHost(insn->values().front()) &&
          isReadLater(name, *insn)) {
        known.insert(name);
        result.push_back(insn);
      }
    return result.empty() ? result : needed(std::move(result));
  }

private:
  // The scalar that it sets, once and for all; "" if it does something else.
  std::string scalarOf(const Instruction &insn) const {
    if (!std::holds_alternative<Assignment>(insn.body) ||
        !insn.inames.empty() || !insn.predicates.empty() ||
        insn.time.size() != 1 || !asInteger(insn.time.front()))
      return "";
    const auto *target = insn.assignees().front().getIf<VarRef>();
    VariablePtr var = target ? kernel.findVariable(target->name) : nullptr;
    bool isPlain = var && var->isTemporary() && var->isScalar() &&
                   var->type.isInteger() && var->baseStorage.empty() &&
                   (var->space == AddressSpace::Auto ||
                    var->space == AddressSpace::Private ||
                    var->space == AddressSpace::Global);
    return isPlain && writes.at(var->name) == 1 ? var->name : "";
  }

  bool isOfHost(const Expr &value) const {
    std::set<std::string> names, arrays;
    collectNames(value, names, arrays);
    bool plain = true;
    walk(value, [&](const Expr &part) {
      plain = plain && part.type().isInteger() && !part.getIf<Call>();
      return plain;
    });
    return plain && arrays.empty() && !mayTrap(kernel, value) &&
           llvm::all_of(names, [&](const std::string &name) {
             return known.count(name);
           });
  }

  // Those that others read, directly or by way of these.
  std::vector<InstructionPtr> needed(std::vector<InstructionPtr> all) {
    std::set<std::string> names;
    auto add = [&](const std::set<std::string> &more) {
      names.insert(more.begin(), more.end());
    };
    for (const poly::Set &domain : kernel.domains)
      for (const std::string &param : domain.params())
        if (domain.involves(param))
          names.insert(param);
    for (const InstructionPtr &insn : kernel.instructions)
      if (!llvm::is_contained(all, insn))
        add(readBy(*insn));
    std::vector<InstructionPtr> result;
    for (const InstructionPtr &insn : llvm::reverse(all))
      if (names.count(insn->assigneeNames().front())) {
        add(readBy(*insn));
        result.insert(result.begin(), insn);
      }
    return result;
  }

  // Names that it mentions, its own variable too.
  const std::set<std::string> &readBy(const Instruction &insn) {
    auto [known, isNew] = mentioned.try_emplace(&insn);
    std::set<std::string> &names = known->second;
    if (!isNew)
      return names;
    for (const std::vector<Expr> &list :
         {insn.assignees(), insn.reads(), insn.predicates})
      for (const Expr &e : list)
        collectNames(e, names, names);
    return names;
  }

  // In the text, by all instructions and loops that read it?
  bool isReadLater(const std::string &name, const Instruction &set) {
    std::set<std::string> bounded; // inames
    for (const poly::Set &domain : kernel.domains)
      if (domain.involves(name))
        for (const std::string &iname : domain.dims())
          bounded.insert(iname);
    auto first = asInteger(set.time.front());
    return llvm::all_of(kernel.instructions, [&](const InstructionPtr &insn) {
      if (insn->id == set.id)
        return true;
      bool reads = llvm::any_of(insn->inames, [&](const std::string &iname) {
        return bounded.count(iname);
      });
      if (!reads && !readBy(*insn).count(name))
        return true;
      auto then =
          insn->time.empty() ? std::nullopt : asInteger(insn->time.front());
      return then && *then > *first;
    });
  }

  const Kernel &kernel;
  std::set<std::string> known; // to the host
  std::map<std::string, int> writes;
  std::map<const Instruction *, std::set<std::string>> mentioned;
};

} // namespace

Kernel loopyc::withExtentsInArguments(Kernel kernel) {
  Substitution values;
  for (const InstructionPtr &insn : hostScalars(kernel))
    values.emplace(insn->assigneeNames().front(),
                   substitute(insn->values().front(), values));
  if (values.empty())
    return kernel;
  for (VariablePtr &temp : kernel.temporaries) {
    if (temp->isScalar())
      continue;
    Variable changed = *temp;
    for (Axis &axis : changed.axes) {
      if (axis.extent)
        axis.extent = substitute(axis.extent, values);
      if (auto *strided = std::get_if<StrideAxis>(&axis.tag))
        strided->stride = substitute(strided->stride, values);
    }
    temp = std::make_shared<const Variable>(std::move(changed));
  }
  return kernel;
}

// Divisions may stand in loops without iterations, where nobody divides.
bool loopyc::mayTrap(const Kernel &kernel, const Expr &e) {
  auto isValue = [&](const std::string &name) {
    VariablePtr variable = kernel.findVariable(name);
    return variable && variable->isValue();
  };
  auto mayBeZero = [&](const Expr &divisor) {
    if (auto value = asInteger(divisor))
      return *value == 0;
    auto value = toAffine(divisor, isValue);
    return !value || !kernel.assumptions
                          .intersect(value->eq(poly::PwAff::constant(0)).flat())
                          .isEmpty();
  };
  bool result = false;
  walk(e, [&](const Expr &part) {
    // The function is the device's.
    result = result || part.getIf<ExternalCall>();
    const auto *binary = part.getIf<Binary>();
    if (binary && part.type().isInteger() &&
        (binary->op == BinaryOp::Div || binary->op == BinaryOp::FloorDiv ||
         binary->op == BinaryOp::FloorMod || binary->op == BinaryOp::Rem))
      result = result || mayBeZero(binary->b);
    return !result;
  });
  return result;
}

std::vector<InstructionPtr> loopyc::hostScalars(const Kernel &kernel) {
  return ScalarFinder(kernel).find();
}

std::set<std::string> loopyc::hostScalarNames(const Kernel &kernel) {
  std::set<std::string> names;
  for (const InstructionPtr &insn : hostScalars(kernel))
    for (const std::string &name : insn->assigneeNames())
      names.insert(name);
  return names;
}

bool loopyc::needsHostScalars(const Kernel &kernel) {
  const std::set<std::string> names = hostScalarNames(kernel);
  return llvm::any_of(kernel.inames(), [&](const std::string &iname) {
    return kernel.tagOf(iname).nesting() == LoopNesting::Axis &&
           llvm::any_of(names, [&](const std::string &name) {
             return kernel.domains[kernel.domainOf(iname)].involves(name);
           });
  });
}
