// A kernel with global barriers becomes several: each is an ordinary kernel,
// for which the loops of the host and the values that other launches leave are
// arguments.
#include "Launches/CutAtGlobalBarriers.h"

#include "Launches/HostConditions.h"
#include "Launches/HostScalars.h"
#include "Launches/HostTree.h"
#include "Launches/LanesInMemory.h"
#include "Launches/LaunchOrder.h"
#include "Launches/StoppedLoops.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::Set;

bool loopyc::hasGlobalBarriers(const Kernel &kernel) {
  return llvm::any_of(kernel.instructions, [](const InstructionPtr &insn) {
    return isGlobalBarrier(*insn);
  });
}

namespace {

class Cutter {
public:
  Cutter(const Kernel &kernel, std::set<std::string> crossing)
      : kernel(kernel), crossing(std::move(crossing)) {
    for (const InstructionPtr &insn : hostScalars(kernel)) {
      const std::string name = insn->assigneeNames().front();
      hostValues.emplace(name, substitute(insn->values().front(), hostValues));
      Variable ofHost = *kernel.findVariable(name);
      ofHost.space = AddressSpace::Private;
      computed.push_back({std::make_shared<const Variable>(ofHost), insn});
      byHost.insert(name);
    }
  }

  // The whole, with what the host computes before all else.
  std::vector<HostStep> cut(const std::vector<HostNode> &body);
  std::vector<HostStep> cut(const std::vector<HostNode> &body,
                            std::vector<HostLoop> around);
  // The temporaries that the host reads between them.
  const std::set<std::string> &hostReads() const { return readByHost; }
  LaunchSequence take(std::vector<HostStep> steps);

private:
  void addReadBacks(const std::set<std::string> &names,
                    std::vector<HostStep> &steps);
  HostLoop openLoop(const std::string &iname,
                    const std::vector<HostLoop> &around,
                    std::vector<HostStep> &steps);
  Kernel launch(const std::vector<int> &instructions,
                const std::vector<HostLoop> &around,
                std::vector<HostStep> &steps);
  std::set<std::string> usedInames(const Kernel &part) const;
  bool isComputed(const std::string &name) const;
  std::set<std::string> divisorsOf(const std::string &bound) const;
  bool doesSomething(const std::vector<int> &instructions) const;
  bool isOfHost(int instruction) const;

  const Kernel &kernel;
  std::set<std::string> crossing; // temporaries in the device's memory
  std::vector<ComputeStep> computed;
  std::set<std::string> byHost; // their variables
  Substitution hostValues;      // in arguments
  std::set<std::string> readByHost;
  std::vector<Kernel> launches;
};

} // namespace

// A scalar that some instruction of a launch gives a value.
bool Cutter::isComputed(const std::string &name) const {
  VariablePtr var = kernel.findVariable(name);
  return var && !var->isValue() && !byHost.count(name);
}

bool Cutter::isOfHost(int instruction) const {
  const std::string &id = kernel.instructions[instruction]->id;
  return llvm::any_of(computed, [&](const ComputeStep &step) {
    return step.instruction->id == id;
  });
}

void Cutter::addReadBacks(const std::set<std::string> &names,
                          std::vector<HostStep> &steps) {
  for (const std::string &name : names) {
    VariablePtr variable = kernel.findVariable(name);
    if (variable->isTemporary())
      readByHost.insert(name);
    steps.emplace_back().value = ReadBackStep{std::move(variable)};
  }
}

HostLoop Cutter::openLoop(const std::string &iname,
                          const std::vector<HostLoop> &around,
                          std::vector<HostStep> &steps) {
  std::vector<std::string> inames;
  for (const HostLoop &loop : around)
    inames.push_back(loop.iname);
  inames.push_back(iname);
  HostLoop result;
  result.iname = iname;
  result.range = DomainIndex(kernel).instances(inames).flat();
  std::set<std::string> computed;
  for (const std::string &name : result.range.names())
    if (result.range.involves(name) && isComputed(name))
      computed.insert(name);
  addReadBacks(computed, steps);
  return result;
}

// Those of its instructions, and those that their bounds mention.
std::set<std::string> Cutter::usedInames(const Kernel &part) const {
  std::vector<std::string> work;
  for (const InstructionPtr &insn : part.instructions)
    llvm::append_range(work, insn->inames);
  std::set<std::string> used;
  while (!work.empty()) {
    std::string iname = work.back();
    work.pop_back();
    if (!kernel.hasIname(iname) || !used.insert(iname).second)
      continue;
    const Set &domain = kernel.domains[kernel.domainOf(iname)];
    for (const std::string &name : domain.params())
      if (domain.involves(name))
        work.push_back(name);
  }
  return used;
}

static const Type inameArgument = Type::integer(4);

// An iname of the host is an argument, whatever integer the source has for it.
static InstructionPtr
withArgumentsForInames(const InstructionPtr &insn,
                       const std::vector<HostLoop> &around) {
  Expr value;
  auto argument = [&](const Expr &e) -> const Expr * {
    const auto *name = e.getIf<VarRef>();
    if (!name || name->mark != Mark::None || e.type() == inameArgument ||
        llvm::none_of(around, [&](const HostLoop &loop) {
          return loop.iname == name->name;
        }))
      return nullptr;
    value = Expr::cast(Expr::var(name->name, inameArgument), e.type());
    return &value;
  };
  return mapExprs(insn, [&](const Expr &e) {
    return substituteReferences(e, argument);
  });
}


static InstructionPtr
within(const InstructionPtr &insn, const std::vector<HostLoop> &around,
       const std::set<std::string> &ids) {
  Instruction result = *insn;
  llvm::erase_if(result.inames, [&](const std::string &iname) {
    return llvm::any_of(around, [&](const HostLoop &loop) {
      return loop.iname == iname;
    });
  });
  for (const std::string &id : insn->dependsOn)
    if (!ids.count(id))
      result.dependsOn.erase(id);
  for (const auto &[id, noSync] : insn->noSyncWith)
    if (!ids.count(id))
      result.noSyncWith.erase(id);
  return withArgumentsForInames(
      std::make_shared<const Instruction>(std::move(result)), around);
}

// Every name that stands in the kernel's instructions and domains, and in
// extents of variables that do.
static std::set<std::string> namesIn(const Kernel &part,
                                     const Kernel &whole) {
  std::set<std::string> names;
  for (const InstructionPtr &insn : part.instructions) {
    mapExprs(insn, [&](const Expr &e) {
      collectNames(e, names, names);
      return e;
    }, /*timeToo=*/true);
  }
  for (const Set &set : part.domains)
    for (const std::string &name : set.names())
      if (set.involves(name))
        names.insert(name);
  for (size_t before = 0; before != names.size();) {
    before = names.size();
    for (const std::string &name : std::set<std::string>(names))
      if (VariablePtr var = whole.findVariable(name))
        for (const Axis &axis : var->axes)
          if (axis.extent)
            collectNames(axis.extent, names, names);
  }
  return names;
}

static VariablePtr asArgument(const VariablePtr &temp) {
  Variable result = *temp;
  result.kind = VariableKind::ArrayArg;
  result.space = AddressSpace::Global;
  result.intent = Intent::InOut;
  return std::make_shared<const Variable>(std::move(result));
}

static Variable valueArgument(const std::string &name, Type type,
                              const SourceRange &range) {
  Variable result;
  result.name = name;
  result.type = type;
  result.kind = VariableKind::ValueArg;
  result.intent = Intent::In;
  result.range = range;
  return result;
}

static VariablePtr asValue(const Variable &temp, const Expr &hostValue) {
  Variable result = valueArgument(temp.name, temp.type, temp.range);
  result.hostValue = hostValue;
  return std::make_shared<const Variable>(std::move(result));
}

// Where a loop of the host is bounded by inames of the launch, it runs for all
// of their values, and the launch for those that have the iteration:
//   do i (on an axis): do j = 1, i (the host's)
static void restrictByHostLoop(Kernel &part, const Set &hostDomain,
                               const std::set<std::string> &ofHost,
                               const std::set<std::string> &used) {
  Names others; // of other launches
  for (const std::string &iname : hostDomain.dims())
    if (!used.count(iname) && !ofHost.count(iname))
      others.push_back(iname);
  const Set here = hostDomain.flat().project(others);
  for (Set &domain : llvm::reverse(part.domains)) {
    const Names dims = domain.dims();
    if (llvm::none_of(dims, [&](const std::string &iname) {
          return used.count(iname) && here.involves(iname);
        }))
      continue;
    domain = domain.flat().intersect(here).withDims(dims);
    return;
  }
}

// Scalars that the bound was divided by, before all launches that have it: as a
// number of iterations is by the step. They are not zero.
std::set<std::string> Cutter::divisorsOf(const std::string &bound) const {
  auto onlyAssignment = [&](const std::string &name) {
    const Instruction *found = nullptr;
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->assigns(name)) {
        if (found || !insn->inames.empty() || !insn->predicates.empty() ||
            insn->time.size() != 1)
          return static_cast<const Instruction *>(nullptr);
        found = insn.get();
      }
    return found;
  };
  std::set<std::string> result;
  const Instruction *assigned = onlyAssignment(bound);
  if (!assigned)
    return result;
  walk(assigned->values().front(), [&](const Expr &node) {
    const auto *quotient = node.getIf<Binary>();
    if (quotient && quotient->op == BinaryOp::Div && node.type().isInteger()) {
      const auto *cast = quotient->b.getIf<Cast>();
      const auto *by = (cast ? cast->a : quotient->b).getIf<VarRef>();
      if (by && onlyAssignment(by->name) &&
          kernel.findVariable(by->name)->type.isInteger())
        result.insert(by->name);
    }
    return !node.getIf<Select>();
  });
  return result;
}

Kernel Cutter::launch(const std::vector<int> &instructions,
                      const std::vector<HostLoop> &around,
                      std::vector<HostStep> &steps) {
  Kernel part = kernel;
  if (!launches.empty())
    part.name += "_" + std::to_string(launches.size() - 1);
  std::set<std::string> ids, assigned;
  for (int i : instructions) {
    if (isOfHost(i))
      continue;
    const Instruction &insn = *kernel.instructions[i];
    ids.insert(insn.id);
    for (const std::string &name : insn.assigneeNames())
      assigned.insert(name);
  }
  part.instructions.clear();
  for (int i : instructions)
    if (!isOfHost(i))
      part.instructions.push_back(
          ::within(kernel.instructions[i], around, ids));

  // What the host's loops say of their inames is known in the launch.
  std::set<std::string> ofHost;
  for (const HostLoop &loop : around) {
    ofHost.insert(loop.iname);
    if (!isEndless(kernel, loop.iname)) // which says nothing
      part.assumptions = part.assumptions.flat().intersect(loop.range);
  }
  std::set<std::string> used = usedInames(part);
  part.domains.clear();
  for (const Set &domain : kernel.domains) {
    Names kept, gone;
    for (const std::string &iname : domain.dims())
      if (!ofHost.count(iname))
        (used.count(iname) ? kept : gone).push_back(iname);
    if (!kept.empty())
      part.domains.push_back(domain.flat().project(gone).withDims(kept));
  }
  for (const Set &domain : kernel.domains)
    if (llvm::any_of(domain.dims(), [&](const std::string &iname) {
          return ofHost.count(iname) > 0;
        }))
      restrictByHostLoop(part, domain, ofHost, used);
  auto isGone = [&](const std::string &iname) {
    return !used.count(iname) || ofHost.count(iname);
  };
  for (const std::string &iname : kernel.inames())
    if (isGone(iname)) {
      part.inameTags.erase(iname);
      part.slabs.erase(iname);
    }
  for (std::vector<std::string> &order : part.loopPriority)
    llvm::erase_if(order, isGone);
  llvm::erase_if(part.loopPriority, [](const auto &order) {
    return order.size() < 2;
  });

  // The host must know how many work-groups there are.
  std::set<std::string> readBack = computedAxisBounds(part);
  for (const std::string &name : assigned)
    readBack.erase(name);
  for (const std::string &name : byHost)
    readBack.erase(name);
  const std::set<std::string> names = namesIn(part, kernel);
  std::set<std::string> known = readBack;
  known.insert(byHost.begin(), byHost.end());
  for (const std::string &bound : known)
    if (names.count(bound))
      for (const std::string &by : divisorsOf(bound)) {
        if (assigned.count(by) || !names.count(by))
          continue;
        if (isComputed(by))
          readBack.insert(by);
        part.assumptions = part.assumptions.flat().intersect(
            poly::PwAff::name(by).ne(poly::PwAff::constant(0)));
      }
  addReadBacks(readBack, steps);

  for (const auto &[name, value] : hostValues)
    if (auto words = names.count(name) ? toAffine(value) : std::nullopt)
      part.assumptions = part.assumptions.flat().intersect(
          words->eq(poly::PwAff::name(name)).flat());
  Names unknown;
  for (const std::string &name : part.assumptions.names())
    if (!names.count(name) || (isComputed(name) && !readBack.count(name)))
      unknown.push_back(name);
  part.assumptions = part.assumptions.flat().project(unknown);
  part.arguments.clear();
  part.temporaries.clear();
  auto add = [&](const VariablePtr &var, bool isArgument) {
    if (!names.count(var->name))
      return;
    if (readBack.count(var->name) || byHost.count(var->name))
      part.arguments.push_back(
          asValue(*var, hostValues.count(var->name)
                            ? hostValues.at(var->name)
                            : Expr()));
    else if (isArgument)
      part.arguments.push_back(var->isTemporary() ? asArgument(var) : var);
    else
      part.temporaries.push_back(var);
  };
  for (const VariablePtr &argument : kernel.arguments)
    add(argument, true);
  for (const VariablePtr &temp : kernel.temporaries)
    add(temp, temp->isTemporary() && crossing.count(temp->name) > 0);
  for (const HostLoop &loop : around)
    if (names.count(loop.iname))
      part.arguments.push_back(std::make_shared<const Variable>(
          valueArgument(loop.iname, inameArgument, kernel.range)));
  return part;
}

bool Cutter::doesSomething(const std::vector<int> &instructions) const {
  return llvm::any_of(instructions, [&](int i) {
    return !kernel.instructions[i]->assignees().empty() && !isOfHost(i);
  });
}

std::vector<HostStep> Cutter::cut(const std::vector<HostNode> &body) {
  std::vector<HostStep> steps = cut(body, {});
  if (steps.empty()) // nothing asks for what the host would compute
    return steps;
  std::vector<HostStep> result;
  for (const ComputeStep &step : computed)
    result.emplace_back().value = step;
  llvm::move(steps, std::back_inserter(result));
  return result;
}

std::vector<HostStep> Cutter::cut(const std::vector<HostNode> &body,
                                  std::vector<HostLoop> around) {
  std::vector<HostStep> steps;
  for (const HostNode &node : body) {
    if (!node.iname.empty()) {
      std::vector<HostStep> made;
      HostLoop loop = openLoop(node.iname, around, made);
      if (loop.range.isEmpty())
        continue;
      std::vector<HostLoop> inside = around;
      inside.push_back(loop);
      loop.body = cut(node.children, inside);
      if (loop.body.empty())
        continue;
      made.emplace_back().value = std::move(loop);
      llvm::move(made, std::back_inserter(steps));
    } else if (doesSomething(node.instructions)) {
      Kernel part = launch(node.instructions, around, steps);
      steps.emplace_back().value =
          LaunchStep{static_cast<int>(launches.size())};
      launches.push_back(std::move(part));
    }
  }
  return steps;
}

// Of a kernel that computes nothing.
static Kernel withoutGlobalBarriers(Kernel kernel) {
  llvm::erase_if(kernel.instructions, [](const InstructionPtr &insn) {
    return isGlobalBarrier(*insn);
  });
  return kernel;
}

LaunchSequence Cutter::take(std::vector<HostStep> steps) {
  LaunchSequence result;
  bool isOne = steps.size() == 1 &&
               std::holds_alternative<LaunchStep>(steps.front().value);
  result.launches = std::move(launches);
  if (result.launches.empty())
    result.launches.push_back(withoutGlobalBarriers(kernel));
  if (isOne || steps.empty())
    return result;
  result.host.steps =
      stopLoops(underConditions(std::move(steps), result.launches, kernel),
                result.launches, kernel);
  result.whole = kernel;
  for (const VariablePtr &temp : kernel.temporaries)
    if (crossing.count(temp->name)) {
      Variable global = *temp;
      global.space = AddressSpace::Global;
      result.host.temporaries.push_back(
          std::make_shared<const Variable>(std::move(global)));
    }
  return result;
}

LaunchSequence loopyc::cutAtGlobalBarriers(const Kernel &original) {
  Kernel kernel = withExtentsInArguments(original);
  HostTree tree(kernel);
  std::optional<DependenceMemo> memo(std::in_place);
  std::set<std::string> crossing = crossingTemporaries(kernel, tree, *memo);
  if (std::optional<Kernel> moved = lanesInMemory(kernel, crossing)) {
    kernel = withExtentsInArguments(*moved);
    memo.emplace();
  }
  for (const std::string &name : hostScalarNames(kernel))
    crossing.erase(name);
  while (true) {
    Cutter cutter(kernel, crossing);
    std::vector<HostStep> steps = cutter.cut(tree.body());
    // A value that the host reads leaves its launch, also where no instance
    // of the loop that it bounds does anything.
    size_t before = crossing.size();
    crossing.insert(cutter.hostReads().begin(), cutter.hostReads().end());
    if (crossing.size() != before)
      continue;
    checkLaunchOrder(kernel, tree, crossing, *memo);
    return cutter.take(std::move(steps));
  }
}
