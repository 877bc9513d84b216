#include "loopyc/Lower/PrivatizeUpdates.h"

#include "ConstantRange.h"
#include "Reductions/ReductionRanges.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/ReferenceOrder.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;

static const char *const name = "privatize_updates";

namespace {

class UpdateCopies {
public:
  UpdateCopies(const Kernel &kernel, VariablePtr var, const Inames &inames,
               const PrivateUpdates &options)
      : kernel(kernel), var(std::move(var)), inames(inames), options(options) {}

  Kernel run(Remarks *remarks);

private:
  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &where) const;
  void findUpdates();
  void requireNoOtherUse(const AccessInfo &access) const;
  void chooseMemory();
  bool isOnGroups(const std::string &iname) const {
    return kernel.tagOf(iname).isGroup();
  }

  std::string addIname(const std::string &base, const Set &domain,
                       InameTag tag);
  // Loops over something: their inames, and the subscripts that they make.
  struct Loops {
    Inames inames;
    std::vector<Expr> at;
  };
  Loops lanes(bool onAxes);
  Loops elements(const std::string &suffix, bool onGroups);
  std::string temporary(const std::string &suffix, AddressSpace space,
                        bool reuse);
  Expr element(const std::string &array, const Loops &elements,
               const Loops &lanes) const;
  Expr target(const Loops &elements) const;

  void redirectUpdates();
  void addInit();
  void addSum();
  void addStore(const std::string &parts);
  void append(const std::string &suffix, Inames loops, InstructionBody body);
  std::vector<int> places() const;

  Kernel kernel;
  const VariablePtr var;
  const Inames &inames;
  const PrivateUpdates &options;
  std::vector<std::string> updates; // ids
  ReductionOp op{};
  Inames outer;          // loops around all of it
  Inames items;          // l.* inames of the updates that share a copy
  bool isShared = false; // by other work-items
  AddressSpace space = AddressSpace::Global;
  std::string copy;
  std::string last; // id of the instruction that new ones follow
};

} // namespace

void UpdateCopies::refuse(const std::string &what,
                          const SourceRange &where) const {
  throw UserError(std::string(name) + ": " + what,
                  where.known() ? where : var->range);
}

// --- what is there

// Whatever else touches the variable while the copies hold parts of it.
void UpdateCopies::requireNoOtherUse(const AccessInfo &access) const {
  const Instruction &insn = *kernel.instructions[access.instruction];
  const Update *update = insn.update();
  if (!update || !access.update)
    refuse("'" + insn.id + "' " + (access.write ? "writes " : "reads ") +
               access.reference.str() +
               " in the same loops, and is no update by one operation: copies "
               "of '" +
               var->name + "' have no value there",
           insn.range);
  if (update->op != op)
    refuse("'" + insn.id + "' updates '" + var->name +
               "' by another operation than '" + updates.front() +
               "': copies are of one",
           insn.range);
}

void UpdateCopies::findUpdates() {
  std::vector<AccessInfo> accesses = collectAccesses(kernel);
  auto isWithin = [&](const Instruction &insn) {
    return std::all_of(
        inames.begin(), inames.end(),
        [&](const std::string &iname) { return insn.within(iname); });
  };
  for (const AccessInfo &access : accesses) {
    const Instruction &insn = *kernel.instructions[access.instruction];
    if (access.variable != var->name || !isWithin(insn))
      continue;
    if (updates.empty() && insn.update() && access.update)
      op = insn.update()->op;
    if (access.write && insn.update())
      updates.push_back(insn.id);
  }
  if (updates.empty())
    refuse("nothing within the inames updates '" + var->name +
               "' by one operation, " + var->name + " = " + var->name +
               " op expression",
           var->range);
  for (const AccessInfo &access : accesses)
    if (access.variable == var->name &&
        isWithin(*kernel.instructions[access.instruction]))
      requireNoOtherUse(access);
  // Loops that are around those of the copies, of all updates.
  const Instruction &first = **kernel.findInstruction(updates.front());
  for (const std::string &iname : first.inames) {
    if (std::find(inames.begin(), inames.end(), iname) != inames.end())
      break;
    outer.push_back(iname);
  }
  for (const std::string &id : updates) {
    const Instruction &insn = **kernel.findInstruction(id);
    for (const std::string &iname : outer)
      if (!insn.within(iname))
        refuse("'" + insn.id + "' is not in the loop over '" + iname +
                   "', and '" + first.id +
                   "' is, outside of those that get "
                   "copies; privatise one of them at a time",
               insn.range);
    for (const std::string &iname : insn.inames) {
      InameTag tag = kernel.tagOf(iname);
      bool isGiven =
          std::find(inames.begin(), inames.end(), iname) != inames.end();
      bool isOuter =
          std::find(outer.begin(), outer.end(), iname) != outer.end();
      if (isGiven || !tag.gridAxis())
        continue;
      if (tag.isGroup())
        refuse("'" + iname +
                   "' is on work-groups, too, which would share "
                   "copies; name it beside the other inames",
               insn.range);
      isShared = true;
      if (!isOuter &&
          std::find(items.begin(), items.end(), iname) == items.end())
        items.push_back(iname);
    }
  }
  for (const Axis &axis : var->axes)
    if (!axis.extent)
      refuse("the extent of '" + var->name +
                 "' is not known; declare it with "
                 "all of its bounds",
             var->range);
}

void UpdateCopies::chooseMemory() {
  bool onGroups =
      std::all_of(inames.begin(), inames.end(),
                  [&](const std::string &iname) { return isOnGroups(iname); });
  space = options.space.value_or(onGroups ? AddressSpace::Local
                                          : AddressSpace::Global);
  if (space != AddressSpace::Local && space != AddressSpace::Global)
    refuse("copies are in local or in global memory", var->range);
  if (!options.space && space == AddressSpace::Local && !storageBytes(*var))
    space = AddressSpace::Global;
  std::string obstacle = obstacleToAtomic(op, var->type);
  bool needsAtomics = isShared || options.across == AcrossGroups::Atomics;
  if (needsAtomics && !obstacle.empty())
    refuse("'" + var->name + "' " + obstacle +
               (isShared ? "; name all parallel inames, so that no work-items "
                           "share a copy, and finish in steps "
                           "(across=\"steps\")"
                         : "; finish in steps (across=\"steps\")"),
           var->range);
}

// --- loops and temporaries

std::string UpdateCopies::addIname(const std::string &base, const Set &domain,
                                   InameTag tag) {
  std::string iname = kernel.freshName(base);
  kernel.domains.push_back(
      domain.flat().rename({{base, iname}}).withDims({iname}));
  if (!tag.isPlain())
    kernel.inameTags[iname] = tag;
  return iname;
}

// Over the copies, from 0: on the axes of the inames, or one after the other.
UpdateCopies::Loops UpdateCopies::lanes(bool onAxes) {
  Loops result;
  for (const std::string &iname : inames) {
    std::string base = iname + "_copy";
    std::string made = addIname(base, rangeOf(kernel, iname).offsets(base),
                                onAxes ? kernel.tagOf(iname) : InameTag());
    result.inames.push_back(made);
    result.at.push_back(Expr::var(made));
  }
  return result;
}

// Over the elements: as many at once as there are work-items along an axis.
UpdateCopies::Loops UpdateCopies::elements(const std::string &suffix,
                                           bool onGroups) {
  Loops result;
  for (size_t axis = 0; axis < var->axes.size(); ++axis) {
    std::string base = var->name + suffix;
    if (var->axes.size() > 1)
      base += "_" + std::to_string(axis);
    auto extent = toAffine(var->axes[axis].extent);
    if (!extent)
      refuse("the extent " + var->axes[axis].extent.str() + " of '" +
                 var->name + "' is not affine in the kernel's parameters",
             var->range);
    PwAff at = PwAff::name(base);
    Set domain = at.ge(PwAff::constant(0)).intersect(at.lt(*extent));
    if (axis >= items.size()) {
      std::string iname = addIname(base, domain, {});
      result.inames.push_back(iname);
      result.at.push_back(Expr::var(iname));
      continue;
    }
    auto [low, high] = constantRange(kernel, items[axis]);
    int64_t length = high - low + 1;
    std::string chunk = kernel.freshName(base + "_outer");
    std::string item = kernel.freshName(base + "_inner");
    PwAff inner = PwAff::name(item);
    kernel.domains.push_back(
        domain.equate(base, PwAff::name(chunk).scaled(length) + inner)
            .project({base})
            .intersect(inner.ge(PwAff::constant(0)))
            .intersect(inner.lt(PwAff::constant(length)))
            .withDims({chunk, item}));
    InameTag tag = kernel.tagOf(items[axis]);
    kernel.inameTags[item] = tag;
    if (onGroups)
      kernel.inameTags[chunk] = {InameTagKind::Group, tag.axis};
    result.inames.push_back(chunk);
    result.inames.push_back(item);
    result.at.push_back(Expr::var(item) + Expr::var(chunk) * length);
  }
  return result;
}

// The variable's shape, with an axis for each iname. `reuse`: no storage for
// those on work-groups, of which each has its own memory.
std::string UpdateCopies::temporary(const std::string &suffix,
                                    AddressSpace memory, bool reuse) {
  Variable made;
  made.name = kernel.freshName(var->name + suffix);
  made.type = var->type;
  made.kind = VariableKind::Temporary;
  made.space = memory;
  made.range = var->range;
  int level = 0;
  for (const Axis &axis : var->axes)
    made.axes.push_back({axis.extent, NestedAxis{level++}, axis.name});
  std::vector<Axis> reused;
  for (const std::string &iname : inames)
    if (reuse && isOnGroups(iname))
      reused.push_back({Expr(), ReusedAxis{}, iname});
    else
      made.axes.push_back(
          {rangeOf(kernel, iname).count, NestedAxis{level++}, ""});
  made.axes.insert(made.axes.end(), reused.begin(), reused.end());
  kernel.temporaries.push_back(std::make_shared<const Variable>(made));
  return made.name;
}

Expr UpdateCopies::element(const std::string &array, const Loops &elements,
                           const Loops &lanes) const {
  const Variable &made = *kernel.findVariable(array);
  std::vector<Expr> subscripts = elements.at, reused;
  bool areReused = made.visibleAxes() < made.axes.size();
  for (size_t i = 0; i < inames.size(); ++i)
    (areReused && isOnGroups(inames[i]) ? reused : subscripts)
        .push_back(lanes.at[i]);
  subscripts.insert(subscripts.end(), reused.begin(), reused.end());
  return Expr::array(array, std::move(subscripts), var->type);
}

Expr UpdateCopies::target(const Loops &elements) const {
  return elements.at.empty() ? Expr::var(var->name, var->type)
                             : Expr::array(var->name, elements.at, var->type);
}

// --- instructions

std::vector<int> UpdateCopies::places() const {
  std::vector<int> result;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    const std::string &id = kernel.instructions[i]->id;
    if (last.empty()
            ? std::find(updates.begin(), updates.end(), id) != updates.end()
            : id == last)
      result.push_back(static_cast<int>(i));
  }
  return result;
}

void UpdateCopies::append(const std::string &suffix, Inames loops,
                          InstructionBody body) {
  auto insn = std::make_shared<Instruction>();
  insn->id = kernel.freshInstructionId(updates.front() + suffix);
  insn->inames = outer;
  insn->inames.insert(insn->inames.end(), loops.begin(), loops.end());
  insn->body = std::move(body);
  insn->range = (*kernel.findInstruction(updates.front()))->range;
  std::vector<int> before = places();
  insn->time = placeAfter(kernel, before, insn->inames);
  last = insn->id;
  kernel.instructions.insert(
      kernel.instructions.begin() +
          *std::max_element(before.begin(), before.end()) + 1,
      std::move(insn));
}

static Inames both(Inames a, const Inames &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

static InstructionBody made(InstructionBody body, bool atomic) {
  if (auto *update = std::get_if<Update>(&body))
    update->atomic = atomic;
  return body;
}

void UpdateCopies::addInit() {
  Loops copies = lanes(true), all = elements("_init", false);
  auto insn = std::make_shared<Instruction>();
  insn->id = kernel.freshInstructionId(updates.front() + "_init");
  insn->inames = both(both(outer, copies.inames), all.inames);
  insn->body =
      assign(element(copy, all, copies), neutralElement(op, var->type));
  insn->range = (*kernel.findInstruction(updates.front()))->range;
  std::vector<int> after = places();
  insn->time = placeBefore(kernel, after, insn->inames);
  kernel.instructions.insert(kernel.instructions.begin() +
                                 *std::min_element(after.begin(), after.end()),
                             std::move(insn));
}

void UpdateCopies::redirectUpdates() {
  Loops own;
  for (const std::string &iname : inames)
    own.at.push_back(fold(Expr::var(iname) - rangeOf(kernel, iname).low));
  for (InstructionPtr &insn : kernel.instructions) {
    if (std::find(updates.begin(), updates.end(), insn->id) == updates.end())
      continue;
    const Update &update = *insn->update();
    Loops at;
    if (const auto *array = update.assignee.getIf<ArrayRef>())
      at.at = array->subscripts;
    Expr mine = element(copy, at, own);
    auto changed = std::make_shared<Instruction>(*insn);
    changed->body =
        made(assign(mine, rewrite(update.value,
                                  [&](const Expr &e) {
                                    return e == update.assignee ? mine : e;
                                  })),
             isShared);
    insn = std::move(changed);
  }
}

void UpdateCopies::addStore(const std::string &parts) {
  Loops copies = lanes(true), all = elements("_part", false);
  append("_part", both(copies.inames, all.inames),
         assign(element(parts, all, copies), element(copy, all, copies)));
}

void UpdateCopies::addSum() {
  if (options.across == AcrossGroups::Atomics) {
    Loops copies = lanes(true), all = elements("_sum", false);
    bool meets = std::any_of(
        inames.begin(), inames.end(), [&](const std::string &iname) {
          return kernel.tagOf(iname).gridAxis().has_value();
        });
    Expr total = target(all);
    append(
        "_sum", both(copies.inames, all.inames),
        made(assign(total, reductionOf(op, total, element(copy, all, copies))),
             meets));
    return;
  }
  std::string parts = copy;
  if (space == AddressSpace::Local) {
    parts = temporary("_parts", AddressSpace::Global, false);
    addStore(parts);
  }
  append("_barrier", {}, BarrierBody{BarrierScope::Global});
  bool onGroups =
      std::any_of(inames.begin(), inames.end(),
                  [&](const std::string &iname) { return isOnGroups(iname); });
  Loops all = elements("_sum", onGroups), copies = lanes(false);
  Expr total = target(all);
  append("_sum", both(all.inames, copies.inames),
         assign(total, reductionOf(op, total, element(parts, all, copies))));
}

Kernel UpdateCopies::run(Remarks *remarks) {
  findUpdates();
  chooseMemory();
  copy = temporary("_copy", space, space == AddressSpace::Local);
  addInit();
  redirectUpdates();
  addSum();
  bool rounds = var->type.isFloating() &&
                (op == ReductionOp::Add || op == ReductionOp::Mul);
  if (rounds && remarks)
    remarks->push_back(
        std::string("reassociates the ") + reductionName(op) + " in '" +
        var->name + "': each copy is summed up for itself" +
        (isShared || options.across == AcrossGroups::Atomics
             ? ", by atomic updates, which are rounded differently from run "
               "to run"
             : ""));
  return std::move(kernel);
}

Kernel loopyc::privatizeUpdates(const Kernel &kernel,
                                const std::string &variable,
                                const Inames &inames,
                                const PrivateUpdates &options,
                                Remarks *remarks) {
  VariablePtr var = resolveVariable(kernel, variable, name);
  Inames own;
  for (const std::string &iname : inames)
    own.push_back(resolveIname(kernel, iname, name));
  if (own.empty())
    throw UserError(std::string(name) +
                    ": name the inames whose values get copies");
  return UpdateCopies(kernel, var, own, options).run(remarks);
}
