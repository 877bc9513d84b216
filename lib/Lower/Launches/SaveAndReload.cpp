//   t = a[i]            t = a[i]
//                       t_save_slot[lid, gid] = t     {id=t.save}
//   ... gbarrier   ->   ... gbarrier
//                       t = t_save_slot[lid, gid]     {id=t.reload}
//   b[i] = t            b[i] = t
//
// The slot has what t has, always: every write that a reloading read may see is
// saved. So it makes no difference which launch it was in.
#include "loopyc/Lower/SaveAndReload.h"

#include "Launches/HostTree.h"
#include "Launches/LaunchOrder.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/ReferenceOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;

namespace {

class Saver {
public:
  Saver(const Kernel &kernel, const std::string &name, DependenceMemo &memo)
      : kernel(kernel), memo(memo), tree(kernel),
        placement(kernel, computedAxisBounds(kernel)), graph(kernel, {}, &memo),
        temp(kernel.findVariable(name)) {}

  bool isNeeded();
  Kernel run();

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  bool isOfTemporary(const DependenceEdge &edge) const {
    return passesValue(edge.kind) && tree.isPlaced(edge.sink) &&
           graph.accesses()[edge.sourceAccess].variable == temp->name;
  }
  void findUses();
  std::vector<HardwareAxisUse> ownerAxes();
  Expr slotElement(const Expr &element, const Instruction &insn) const;
  void add(Kernel &result, const std::string &id, int besides, Expr assignee,
           Expr value, bool isReload) const;

  const Kernel &kernel;
  DependenceMemo &memo;
  HostTree tree;
  Placement placement;
  DependenceGraph graph;
  VariablePtr temp;
  std::set<int> saved, reloaded;     // instructions
  std::vector<HardwareAxisUse> axes; // that tell values apart
  std::string slot;
};

} // namespace

static std::set<std::string> crossing(const Kernel &kernel,
                                      DependenceMemo &memo) {
  return crossingTemporaries(kernel, HostTree(kernel), memo);
}

// Can global memory not simply hold it?
bool Saver::isNeeded() {
  if (temp->space == AddressSpace::Private ||
      temp->space == AddressSpace::Local)
    return true;
  try {
    checkLaunchOrder(kernel, tree, {temp->name}, memo);
    return false;
  } catch (const UserError &) {
    return true;
  }
}

void Saver::findUses() {
  for (const DependenceEdge &edge : graph.edges())
    if (isOfTemporary(edge) &&
        (!tree.place(edge.source).isOneLaunch(tree.place(edge.sink)) ||
         !tree.place(edge.source).loops.empty()) &&
        !graph.relation(edge).isEmpty())
      reloaded.insert(edge.sink);
  for (const DependenceEdge &edge : graph.edges())
    if (isOfTemporary(edge) && reloaded.count(edge.sink))
      saved.insert(edge.source);
}

// The axes on which each writer has a position: there a value must stay.
std::vector<HardwareAxisUse> Saver::ownerAxes() {
  std::vector<HardwareAxisUse> result;
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (axis.isLocal() && temp->space == AddressSpace::Local)
      continue;
    if (llvm::any_of(saved, [&](int i) {
          return placement.inameOn(insn(i), axis).empty();
        }))
      continue;
    for (const DependenceEdge &edge : graph.edges()) {
      if (!isOfTemporary(edge) || !reloaded.count(edge.sink))
        continue;
      std::string from = placement.inameOn(insn(edge.source), axis),
                  to = placement.inameOn(insn(edge.sink), axis);
      if (from != to || !graph.isPinned(edge, from))
        throw UserError(
            "save_and_reload_temporaries: the value of '" + temp->name +
                "' that '" + insn(edge.source).id +
                "' leaves is read on another work-item by '" +
                insn(edge.sink).id +
                "', so no slot for each work-item can keep it; give it an "
                "axis for the loop over '" +
                from + "'",
            insn(edge.sink).range);
    }
    result.push_back(axis);
  }
  // Work-items of a group lie side by side.
  llvm::stable_sort(result, [](const auto &a, const auto &b) {
    return a.isLocal() && b.isGroup();
  });
  return result;
}

// t -> t_save_slot[lid, gid], t[k] -> t_save_slot[lid, gid, k]
Expr Saver::slotElement(const Expr &element, const Instruction &where) const {
  std::vector<Expr> subscripts;
  for (const HardwareAxisUse &axis : axes)
    subscripts.push_back(placement.coordinate(kernel, where, axis));
  if (const auto *array = element.getIf<ArrayRef>())
    subscripts.insert(subscripts.end(), array->subscripts.begin(),
                      array->subscripts.end());
  return subscripts.empty()
             ? Expr::var(slot, element.type())
             : Expr::array(slot, std::move(subscripts), element.type());
}

static int indexOf(const Kernel &kernel, const std::string &id) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == id)
      return i;
  throw InternalError("save_and_reload_temporaries: '" + id + "' is gone");
}

void Saver::add(Kernel &result, const std::string &id, int besides,
                Expr assignee, Expr value, bool isReload) const {
  const Instruction &neighbour = insn(besides);
  int at = indexOf(result, neighbour.id);
  auto made = std::make_shared<Instruction>();
  made->id = result.freshInstructionId(id);
  made->body = assign(std::move(assignee), std::move(value));
  made->inames = neighbour.inames;
  if (llvm::none_of(neighbour.predicates, [&](const Expr &predicate) {
        return mentions(predicate, temp->name);
      }))
    made->predicates = neighbour.predicates;
  made->range = neighbour.range;
  made->time = isReload ? placeBefore(result, {at}, made->inames)
                        : placeAfter(result, {at}, made->inames);
  result.instructions.insert(
      result.instructions.begin() + at + (isReload ? 0 : 1), std::move(made));
}

// The elements of the temporary that the instruction reads.
static std::vector<Expr> readElements(const Instruction &insn,
                                      const std::string &name) {
  std::vector<Expr> found;
  auto look = [&](const Expr &root) {
    walk(root, [&](const Expr &e) {
      const auto *var = e.getIf<VarRef>();
      const auto *array = e.getIf<ArrayRef>();
      if (((var && var->name == name) || (array && array->name == name)) &&
          !llvm::is_contained(found, e))
        found.push_back(e);
      return true;
    });
  };
  for (const Expr &read : insn.reads())
    look(read);
  for (const Expr &predicate : insn.predicates)
    look(predicate);
  return found;
}

Kernel Saver::run() {
  findUses();
  axes = ownerAxes();
  Kernel result = kernel;
  slot = result.freshName(temp->name + "_save_slot");
  Variable memory = *temp;
  memory.name = slot;
  memory.space = AddressSpace::Global;
  memory.baseStorage.clear();
  memory.declared = {};
  memory.axes.clear();
  for (const HardwareAxisUse &axis : axes)
    memory.axes.push_back({axis.size, {}, ""});
  for (const Axis &axis : temp->axes)
    memory.axes.push_back({axis.extent, {}, axis.name});
  for (size_t a = 0; a < memory.axes.size(); ++a)
    memory.axes[a].tag = NestedAxis{static_cast<int>(a)};
  result.temporaries.push_back(
      std::make_shared<const Variable>(std::move(memory)));

  for (int i : saved)
    for (const Expr &element : insn(i).assignees())
      if (mentions(element, temp->name))
        add(result, temp->name + ".save", i, slotElement(element, insn(i)),
            element, /*isReload=*/false);
  for (int i : reloaded)
    for (const Expr &element : readElements(insn(i), temp->name))
      add(result, temp->name + ".reload", i, element,
          slotElement(element, insn(i)), /*isReload=*/true);
  return result;
}

Kernel
loopyc::saveAndReloadTemporaries(const Kernel &kernel,
                                 std::vector<std::string> &remarks) {
  Kernel result = inPlainInstructions(kernel);
  DependenceMemo memo;
  bool any = false;
  for (const std::string &name : crossing(result, memo)) {
    Saver saver(result, name, memo);
    if (!saver.isNeeded())
      continue;
    result = saver.run();
    remarks.push_back("'" + name + "' is saved in global memory for the "
                                   "launches behind a global barrier");
    any = true;
  }
  return any ? result : kernel;
}
