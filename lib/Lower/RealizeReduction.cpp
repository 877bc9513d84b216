#include "RealizeReduction.h"

#include "ConstantRange.h"
#include "ReductionRanges.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/ReferenceOrder.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;

// With it, every value stays what it is, a zero of either sign included. min
// and max ignore NaN, as fmin and fmax do.
Expr loopyc::identity(ReductionOp op, Type type) {
  bool isExtremum = op == ReductionOp::Min || op == ReductionOp::Max;
  if (op == ReductionOp::Add && type.isReal())
    return Expr::real(-0.0, type);
  if (op == ReductionOp::Add && type.isComplex())
    return Expr::complex(-0.0, -0.0, type);
  if (isExtremum && type.isReal())
    return Expr::real(NAN, type);
  return neutralElement(op, type);
}

namespace {

// What becomes of one of the reductions.
struct Accumulator {
  std::string id;              // of its first update
  std::vector<size_t> members; // indices of its reductions
  Expr target;                 // s
  ReductionOp op{};
  Type type;
  std::vector<Predicate> guards; // of the result
  SourceRange range;
  Expr total; // what has been made so far, in the lanes
};

class Realizer {
public:
  Realizer(const Kernel &kernel,
           const std::vector<ParallelReduction> &reductions)
      : kernel(kernel), reductions(reductions), shape(reductions.front()) {}

  Kernel run();

private:
  // In place of a reduced iname: the same positions, from 0.
  struct Lane {
    std::string iname;
    InameRange range;
    Expr at() const { return Expr::var(iname); }
    int64_t length() const { return *asInteger(range.count); }
  };

  void begin();
  std::vector<Lane> lanesOf(const Inames &inames);
  std::string addIname(const std::string &base, const Set &domain,
                       InameTag tag);
  // Temporaries of work-items.
  struct Registers {
    std::string name;
    Type type;
  };
  Registers registers(const Accumulator &of, const std::string &suffix,
                      bool withCopies);
  Expr at(const Registers &registers, std::vector<Expr> copies,
          const std::vector<Expr> &groupOffsets,
          const std::vector<Expr> &itemOffsets) const;
  static std::vector<Expr> positions(const std::vector<Lane> &lanes);
  std::vector<Expr> offsetsIn(const Inames &inames) const;

  void accumulate(Accumulator &of);
  void combineCopies();
  void combineItems();
  void halve(size_t axis, int64_t length);
  void combineGroups();
  void finish();

  std::vector<Predicate> knownGuards(const ParallelReduction &reduction) const;
  std::vector<Predicate> guardsOf(const ParallelReduction &reduction) const;
  std::string temporary(const Accumulator &of, const std::string &suffix,
                        AddressSpace space, std::vector<Axis> axes);
  void addFirst(const Accumulator &of, const std::string &suffix,
                const Inames &inames, InstructionBody body);
  void add(const Accumulator &of, const std::string &suffix,
           const Inames &inames, InstructionBody body);
  void addResult(const Accumulator &of, const Inames &inames,
                 const Expr &total);
  void append(Instruction insn);
  void insert(size_t at, Instruction insn);
  size_t indexOf(const std::string &id) const;
  std::vector<int> placesOf(const std::vector<std::string> &ids) const;

  Inames outer() const; // around and elements
  static void appendLanes(Inames &list, const std::vector<Lane> &lanes);
  // Loops around which are in one work-item at once, or on its group's others.
  Inames sharers() const;

  Kernel kernel;
  const std::vector<ParallelReduction> &reductions;
  const ParallelReduction &shape; // common to all
  std::vector<Accumulator> accumulators;
  std::vector<std::string> updates; // ids, by reduction
  std::vector<Lane> groups, items, inner;
  std::vector<std::vector<Expr>> shared; // by accumulator: the subscripts
  std::vector<std::string> sharedNames;
  std::string last; // id of the instruction that new ones follow
};

} // namespace

// --- names and places

Inames Realizer::outer() const {
  Inames result = shape.around;
  result.insert(result.end(), shape.elements.begin(), shape.elements.end());
  return result;
}

void Realizer::appendLanes(Inames &list, const std::vector<Lane> &lanes) {
  for (const Lane &lane : lanes)
    list.push_back(lane.iname);
}

std::vector<Expr> Realizer::positions(const std::vector<Lane> &lanes) {
  std::vector<Expr> result;
  for (const Lane &lane : lanes)
    result.push_back(lane.at());
  return result;
}

Inames Realizer::sharers() const {
  Inames result;
  for (const std::string &iname : outer())
    if (InameTag tag = kernel.tagOf(iname); tag.isLocal() || tag.isInnermost())
      result.push_back(iname);
  return result;
}

size_t Realizer::indexOf(const std::string &id) const {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == id)
      return i;
  throw InternalError("realize-parallel-reductions: no instruction '" + id +
                      "'");
}

std::string Realizer::addIname(const std::string &base, const Set &domain,
                               InameTag tag) {
  std::string iname = kernel.freshName(base);
  Set own = domain.rename({{base, iname}});
  kernel.domains.push_back(own.withDims({iname}));
  if (!tag.isPlain())
    kernel.inameTags[iname] = tag;
  return iname;
}

std::vector<Realizer::Lane> Realizer::lanesOf(const Inames &inames) {
  std::vector<Lane> result;
  for (const std::string &iname : inames) {
    Lane lane;
    lane.range = rangeOf(kernel, iname);
    std::string base = iname + "_lane";
    lane.iname = addIname(base, lane.range.offsets(base), kernel.tagOf(iname));
    result.push_back(std::move(lane));
  }
  return result;
}

std::string Realizer::temporary(const Accumulator &of,
                                const std::string &suffix, AddressSpace space,
                                std::vector<Axis> axes) {
  const auto *array = of.target.getIf<ArrayRef>();
  Variable var;
  var.name = kernel.freshName(
      (array ? array->name : of.target.getIf<VarRef>()->name) + suffix);
  var.type = of.type;
  var.kind = VariableKind::Temporary;
  var.space = space;
  int level = 0;
  for (Axis &axis : axes)
    if (auto *nested = std::get_if<NestedAxis>(&axis.tag))
      nested->level = level++;
  var.axes = std::move(axes);
  var.range = of.range;
  kernel.temporaries.push_back(std::make_shared<const Variable>(var));
  return var.name;
}

void Realizer::insert(size_t at, Instruction insn) {
  kernel.instructions.insert(
      kernel.instructions.begin() + static_cast<int64_t>(at),
      std::make_shared<const Instruction>(std::move(insn)));
}

static Instruction made(const Kernel &kernel, const std::string &id,
                        const Inames &inames, InstructionBody body) {
  Instruction insn;
  insn.id = kernel.freshInstructionId(id);
  insn.inames = inames;
  insn.body = std::move(body);
  return insn;
}

std::vector<int> Realizer::placesOf(const std::vector<std::string> &ids) const {
  std::vector<int> result;
  for (const std::string &id : ids)
    result.push_back(static_cast<int>(indexOf(id)));
  return result;
}

// Before the region.
void Realizer::addFirst(const Accumulator &of, const std::string &suffix,
                        const Inames &inames, InstructionBody body) {
  Instruction insn = made(kernel, of.id + suffix, inames, std::move(body));
  insn.range = of.range;
  std::vector<int> after = placesOf(updates);
  insn.time = placeBefore(kernel, after, inames);
  insert(*std::min_element(after.begin(), after.end()), std::move(insn));
}

// After the region, and what was added there before.
void Realizer::append(Instruction insn) {
  std::vector<int> before =
      placesOf(last.empty() ? updates : std::vector<std::string>{last});
  insn.time = placeAfter(kernel, before, insn.inames);
  last = insn.id;
  insert(*std::max_element(before.begin(), before.end()) + 1, std::move(insn));
}

void Realizer::add(const Accumulator &of, const std::string &suffix,
                   const Inames &inames, InstructionBody body) {
  append(made(kernel, of.id + suffix, inames, std::move(body)));
}

// What is ordered by hand after the updates comes after the result.
void Realizer::addResult(const Accumulator &of, const Inames &inames,
                         const Expr &total) {
  Instruction insn =
      made(kernel, of.id + (groups.empty() ? "_result" : "_total"), inames,
           assign(of.target, reductionOf(of.op, of.target, total)));
  insn.predicates = of.guards;
  insn.range = of.range;
  for (InstructionPtr &other : kernel.instructions)
    for (size_t member : of.members)
      if (other->dependsOn.count(updates[member])) {
        auto later = std::make_shared<Instruction>(*other);
        later->dependsOn.insert(insn.id);
        other = std::move(later);
      }
  append(std::move(insn));
}

// --- partial results in registers

// Those that one sum has a value of: of loops outside, of nothing computed.
std::vector<Predicate>
Realizer::knownGuards(const ParallelReduction &reduction) const {
  std::set<std::string> inames, written;
  for (const std::string &name : outer())
    inames.insert(name);
  for (const InstructionPtr &other : kernel.instructions)
    for (const std::string &name : other->assigneeNames())
      written.insert(name);
  std::vector<Predicate> guards;
  for (const Predicate &guard :
       kernel.instructions[reduction.update]->predicates) {
    std::set<std::string> names;
    collectNames(guard, names, names);
    if (std::all_of(names.begin(), names.end(), [&](const std::string &name) {
          return !written.count(name) &&
                 (!kernel.hasIname(name) || inames.count(name));
        }))
      guards.push_back(guard);
  }
  return guards;
}

// Where the reduction has an instance: what it does not touch stays untouched.
// Of a scalar, a neutral element more makes no difference.
std::vector<Predicate>
Realizer::guardsOf(const ParallelReduction &reduction) const {
  if (kernel.instructions[reduction.update]->update()->assignee.getIf<VarRef>())
    return {};
  std::vector<Predicate> guards = knownGuards(reduction);
  poly::Names names = outer();
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      names.push_back(arg->name);
  Set all = DomainIndex(kernel).instances(outer()).flat().intersect(
      kernel.assumptions);
  for (const Predicate &guard : guards)
    if (std::optional<Set> condition = toCondition(guard))
      all = all.intersect(*condition);
  Set touched = InstanceSets(kernel)
                    .of(static_cast<int>(reduction.update))
                    .projectOnto(names);
  if (!all.isSubset(touched))
    guards.push_back(withParameterTypes(kernel, fromCondition(touched, all)));
  return guards;
}

void Realizer::begin() {
  for (size_t i = 0; i < reductions.size(); ++i) {
    const Instruction &insn = *kernel.instructions[reductions[i].update];
    const Update &update = *insn.update();
    updates.push_back(insn.id);
    Accumulator made{insn.id,
                     {i},
                     update.assignee,
                     update.op,
                     update.assignee.type(),
                     guardsOf(reductions[i]),
                     insn.range,
                     Expr()};
    auto known = std::find_if(accumulators.begin(), accumulators.end(),
                              [&](const Accumulator &other) {
                                return other.target == made.target &&
                                       other.guards == made.guards;
                              });
    if (known == accumulators.end())
      accumulators.push_back(std::move(made));
    else
      known->members.push_back(i);
  }
  groups = lanesOf(shape.groups);
  items = lanesOf(shape.items);
  inner = lanesOf(shape.inner);
}

static Expr offsetIn(const InameRange &range, const std::string &iname) {
  return fold(Expr::var(iname) - range.low);
}

// One of the inames that are reduced over, from 0.
std::vector<Expr> Realizer::offsetsIn(const Inames &inames) const {
  std::vector<Expr> result;
  for (const std::string &iname : inames)
    result.push_back(offsetIn(rangeOf(kernel, iname), iname));
  return result;
}

// t[copies; groups, items, elements]: in one work-item's registers but for the
// copies, whose number is constant.
Realizer::Registers Realizer::registers(const Accumulator &of,
                                        const std::string &suffix,
                                        bool withCopies) {
  std::vector<Axis> axes;
  if (withCopies)
    for (size_t i = 0; i < inner.size(); ++i) {
      bool isVector = kernel.tagOf(shape.inner[i]).isVector();
      axes.push_back({inner[i].range.count,
                      isVector ? AxisTag(VectorAxis{}) : NestedAxis{0}, ""});
    }
  for (const auto *lanes : {&groups, &items})
    for (const Lane &lane : *lanes)
      axes.push_back({Expr(), ReusedAxis{}, lane.iname});
  for (const std::string &iname : shape.elements)
    axes.push_back({Expr(), ReusedAxis{}, iname});
  return {temporary(of, suffix, AddressSpace::Private, std::move(axes)),
          of.type};
}

Expr Realizer::at(const Registers &registers, std::vector<Expr> copies,
                  const std::vector<Expr> &groupOffsets,
                  const std::vector<Expr> &itemOffsets) const {
  std::vector<Expr> subscripts = std::move(copies);
  subscripts.insert(subscripts.end(), groupOffsets.begin(), groupOffsets.end());
  subscripts.insert(subscripts.end(), itemOffsets.begin(), itemOffsets.end());
  for (const std::string &iname : shape.elements)
    subscripts.push_back(Expr::var(iname));
  return subscripts.empty() ? Expr::var(registers.name, registers.type)
                            : Expr::array(registers.name, std::move(subscripts),
                                          registers.type);
}

void Realizer::accumulate(Accumulator &of) {
  Registers partial = registers(of, "_partial", true);
  of.total = at(partial, positions(inner), positions(groups), positions(items));
  Inames inames = outer();
  appendLanes(inames, groups);
  appendLanes(inames, items);
  appendLanes(inames, inner);
  addFirst(of, "_init", inames, assign(of.total, identity(of.op, of.type)));
  for (size_t member : of.members) {
    const ParallelReduction &own = reductions[member];
    Expr mine = at(partial, offsetsIn(own.inner), offsetsIn(own.groups),
                   offsetsIn(own.items));
    size_t place = indexOf(updates[member]);
    auto insn = std::make_shared<Instruction>(*kernel.instructions[place]);
    insn->body =
        assign(mine, rewrite(insn->update()->value, [&](const Expr &e) {
                 return e == of.target ? mine : e;
               }));
    kernel.instructions[place] = std::move(insn);
  }
}

// What instances of ilp and vec inames have, in order.
void Realizer::combineCopies() {
  if (inner.empty())
    return;
  Substitution copies;
  Inames around = outer(), inside;
  appendLanes(around, groups);
  appendLanes(around, items);
  inside = around;
  for (const Lane &lane : inner) {
    std::string base = lane.iname + "_copy";
    std::string copy =
        addIname(base, lane.range.offsets(base), {InameTagKind::Unroll});
    copies[lane.iname] = Expr::var(copy);
    inside.push_back(copy);
  }
  for (Accumulator &of : accumulators) {
    Expr sum = at(registers(of, "_sum", false), {}, positions(groups),
                  positions(items));
    add(of, "_copies_init", around, assign(sum, identity(of.op, of.type)));
    add(of, "_copies", inside,
        assign(sum, reductionOf(of.op, sum, substitute(of.total, copies))));
    of.total = sum;
  }
}

// --- in a group, through local memory

void Realizer::combineItems() {
  if (items.empty())
    return;
  Inames inames = outer();
  appendLanes(inames, groups);
  appendLanes(inames, items);
  for (Accumulator &of : accumulators) {
    std::vector<Axis> axes;
    std::vector<Expr> subscripts;
    for (const Lane &lane : items) {
      axes.push_back({lane.range.count, NestedAxis{0}, ""});
      subscripts.push_back(lane.at());
    }
    for (const std::string &iname : sharers()) {
      InameRange range = rangeOf(kernel, iname);
      axes.push_back({range.count, NestedAxis{0}, ""});
      subscripts.push_back(offsetIn(range, iname));
    }
    std::string name =
        temporary(of, "_shared", AddressSpace::Local, std::move(axes));
    add(of, "_store", inames,
        assign(Expr::array(name, subscripts, of.type), of.total));
    shared.push_back(std::move(subscripts));
    sharedNames.push_back(name);
  }
  for (size_t axis = items.size(); axis-- > 0;)
    halve(axis, items[axis].length());
  for (size_t i = 0; i < accumulators.size(); ++i)
    accumulators[i].total =
        Expr::array(sharedNames[i], shared[i], accumulators[i].type);
}

// t[l] = t[l] + t[l + (length + 1)/2], until one is left.
void Realizer::halve(size_t axis, int64_t length) {
  while (length > 1) {
    int64_t half = (length + 1) / 2;
    std::string base = items[axis].iname + "_" + std::to_string(half);
    PwAff at = PwAff::name(base);
    Set positions = at.ge(PwAff::constant(0))
                        .intersect(at.lt(PwAff::constant(length - half)));
    std::string step = addIname(base, positions.withDims({base}),
                                kernel.tagOf(items[axis].iname));
    Inames inames = outer();
    appendLanes(inames, groups);
    for (size_t i = 0; i < axis; ++i)
      inames.push_back(items[i].iname);
    inames.push_back(step);
    for (size_t i = 0; i < accumulators.size(); ++i) {
      const Accumulator &of = accumulators[i];
      std::vector<Expr> near = shared[i], far = shared[i];
      near[axis] = Expr::var(step);
      far[axis] = Expr::var(step) + half;
      Expr element = Expr::array(sharedNames[i], near, of.type);
      Expr other = Expr::array(sharedNames[i], far, of.type);
      // Folded, so that it stays as it is where inames are replaced.
      add(of, "_" + std::to_string(half), inames,
          assign(element, fold(reductionOf(of.op, element, other))));
    }
    length = half;
  }
  for (std::vector<Expr> &subscripts : shared)
    subscripts[axis] = Expr::integer(0);
}

// --- across groups, through global memory

void Realizer::combineGroups() {
  if (groups.empty())
    return;
  Inames inames = outer(), after = outer();
  appendLanes(inames, groups);
  std::vector<Expr> part;
  for (size_t i = 0; i < groups.size(); ++i) {
    // As many at once as the group has work-items along an axis.
    std::string base = shape.groups[i] + "_part";
    Set domain = groups[i].range.offsets(base);
    if (i >= items.size()) {
      std::string iname = addIname(base, domain, {});
      after.push_back(iname);
      part.push_back(Expr::var(iname));
      continue;
    }
    int64_t length = items[i].length();
    std::string chunk = kernel.freshName(base + "_outer");
    std::string item = kernel.freshName(base + "_inner");
    PwAff at = PwAff::name(item);
    Set both = domain.flat()
                   .equate(base, PwAff::name(chunk).scaled(length) + at)
                   .project({base})
                   .intersect(at.ge(PwAff::constant(0)))
                   .intersect(at.lt(PwAff::constant(length)));
    kernel.domains.push_back(both.withDims({chunk, item}));
    kernel.inameTags[item] = kernel.tagOf(items[i].iname);
    after.push_back(chunk);
    after.push_back(item);
    part.push_back(Expr::var(item) + Expr::var(chunk) * length);
  }
  std::vector<Expr> parts;
  for (Accumulator &of : accumulators) {
    std::vector<Axis> axes;
    std::vector<Expr> stored, read = part;
    for (const Lane &lane : groups) {
      axes.push_back({lane.range.count, NestedAxis{0}, ""});
      stored.push_back(lane.at());
    }
    for (const std::string &iname : shape.elements) {
      InameRange range = rangeOf(kernel, iname);
      axes.push_back({range.count, NestedAxis{0}, ""});
      stored.push_back(offsetIn(range, iname));
      read.push_back(stored.back());
    }
    std::string name =
        temporary(of, "_parts", AddressSpace::Global, std::move(axes));
    add(of, "_part", inames,
        assign(Expr::array(name, stored, of.type), of.total));
    parts.push_back(Expr::array(name, read, of.type));
  }
  Inames around;
  for (const std::string &iname : shape.around)
    around.push_back(iname);
  add(accumulators.front(), "_parts_barrier", around,
      BarrierBody{BarrierScope::Global});
  for (size_t i = 0; i < accumulators.size(); ++i) {
    const Accumulator &of = accumulators[i];
    addResult(of, after, parts[i]);
  }
}

void Realizer::finish() {
  if (groups.empty())
    for (const Accumulator &of : accumulators)
      addResult(of, outer(), of.total);
}

Kernel Realizer::run() {
  begin();
  for (Accumulator &of : accumulators)
    accumulate(of);
  combineCopies();
  combineItems();
  combineGroups();
  finish();
  return std::move(kernel);
}

Kernel
loopyc::realizeTogether(const Kernel &kernel,
                        const std::vector<ParallelReduction> &reductions) {
  return Realizer(kernel, reductions).run();
}
