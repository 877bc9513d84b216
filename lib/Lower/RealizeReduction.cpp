#include "RealizeReduction.h"

#include "PartialResult.h"
#include "ReductionRanges.h"
#include "ResultGuards.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;

namespace {

// In place of a reduced iname: the same positions, from 0.
struct Lane {
  std::string iname;
  InameRange range;
  Expr at() const { return Expr::var(iname); }
  int64_t length() const { return *asInteger(range.count); }
};

using Lanes = std::vector<Lane>;

// What becomes of one of the reductions.
struct Accumulator {
  std::unique_ptr<PartialResult> partial;
  std::vector<size_t> reductions; // that go into it, by index
  PartialResult::Places total;    // what has been made so far, in the lanes
  bool atomic = false;            // groups update the variable as they finish
};

class Realizer {
public:
  Realizer(const Kernel &kernel,
           const std::vector<ParallelReduction> &reductions)
      : reductions(reductions), around(reductions.front().around),
        elements(reductions.front().elements), writer(kernel, {}) {}

  Kernel run();

private:
  void begin();
  Lanes lanesOf(const Inames &inames);

  // Temporaries of work-items, one for each value of a partial result.
  using Registers = std::vector<std::string>;
  Registers registers(const Accumulator &of, const std::string &suffix,
                      bool withCopies);
  PartialResult::Places at(const Accumulator &of, const Registers &registers,
                           std::vector<Expr> copies,
                           const std::vector<Expr> &groupOffsets,
                           const std::vector<Expr> &itemOffsets) const;
  // Temporaries of those axes.
  std::vector<std::string> temporaries(const Accumulator &of,
                                       const std::string &suffix,
                                       AddressSpace space,
                                       const std::vector<Axis> &axes);
  static PartialResult::Places
  elementsOf(const Accumulator &of, const std::vector<std::string> &arrays,
             const std::vector<Expr> &subscripts);
  static std::vector<Expr> positions(const Lanes &lanes);
  std::vector<Expr> offsetsIn(const Inames &inames) const;

  void accumulate(Accumulator &of);
  void combineCopies();
  void combineItems();
  void halve(size_t axis, int64_t length);
  void updateAtomically();
  std::vector<Expr> iterateParts(Inames &inames, Inames &onItems);
  void combineGroups();
  void combineParts(const Inames &inames, const Inames &onItems,
                    const std::vector<PartialResult::Places> &parts);
  void finish();

  void initialise(const Accumulator &of, const PartialResult::Places &places,
                  const std::string &suffix, const Inames &inames, bool before);
  void store(const Accumulator &of, const PartialResult::Places &places,
             const std::string &suffix, const Inames &inames);
  void addAll(const std::vector<Step> &steps, const Inames &inames);

  const Kernel &kernel() const { return writer.kernel; }
  Inames outer() const; // around and elements
  static void appendLanes(Inames &list, const Lanes &lanes);
  // Loops around which are in one work-item at once, or on its group's others.
  Inames sharers() const;

  const std::vector<ParallelReduction> &reductions;
  const Inames around, elements; // common to all
  StepWriter writer;
  std::vector<Accumulator> accumulators;
  std::vector<std::string> setters; // ids, by reduction
  Lanes groups, items, inner;
  // In local memory: subscripts common to all, and arrays by accumulator.
  std::vector<Expr> itemSubscripts;
  std::vector<std::vector<std::string>> itemArrays;
};

} // namespace

// --- names and places

Inames Realizer::outer() const {
  Inames result = around;
  result.insert(result.end(), elements.begin(), elements.end());
  return result;
}

void Realizer::appendLanes(Inames &list, const Lanes &lanes) {
  for (const Lane &lane : lanes)
    list.push_back(lane.iname);
}

std::vector<Expr> Realizer::positions(const Lanes &lanes) {
  std::vector<Expr> result;
  for (const Lane &lane : lanes)
    result.push_back(lane.at());
  return result;
}

Inames Realizer::sharers() const {
  Inames result;
  for (const std::string &iname : outer())
    if (InameTag tag = kernel().tagOf(iname);
        tag.isLocal() || tag.isInnermost())
      result.push_back(iname);
  return result;
}

Lanes Realizer::lanesOf(const Inames &inames) {
  Lanes result;
  for (const std::string &iname : inames) {
    Lane lane;
    lane.range = rangeOf(kernel(), iname);
    std::string base = iname + "_lane";
    lane.iname =
        writer.addIname(base, lane.range.offsets(base), kernel().tagOf(iname));
    result.push_back(std::move(lane));
  }
  return result;
}

static Expr offsetIn(const InameRange &range, const std::string &iname) {
  return fold(Expr::var(iname) - range.low);
}

// One of the inames that are reduced over, from 0.
std::vector<Expr> Realizer::offsetsIn(const Inames &inames) const {
  std::vector<Expr> result;
  for (const std::string &iname : inames)
    result.push_back(offsetIn(rangeOf(kernel(), iname), iname));
  return result;
}

// t[copies; groups, items, elements]: in one work-item's registers but for the
// copies, whose number is constant.
Realizer::Registers Realizer::registers(const Accumulator &of,
                                        const std::string &suffix,
                                        bool withCopies) {
  std::vector<Axis> axes;
  if (withCopies)
    for (const Lane &lane : inner) {
      bool isVector = kernel().tagOf(lane.iname).isVector();
      axes.push_back({lane.range.count,
                      isVector ? AxisTag(VectorAxis{}) : NestedAxis{0}, ""});
    }
  for (const auto *lanes : {&groups, &items})
    for (const Lane &lane : *lanes)
      axes.push_back({Expr(), ReusedAxis{}, lane.iname});
  for (const std::string &iname : elements)
    axes.push_back({Expr(), ReusedAxis{}, iname});
  return temporaries(of, suffix, AddressSpace::Private, axes);
}

std::vector<std::string> Realizer::temporaries(const Accumulator &of,
                                               const std::string &suffix,
                                               AddressSpace space,
                                               const std::vector<Axis> &axes) {
  std::vector<std::string> result;
  for (const PartialValue &value : of.partial->values)
    result.push_back(writer.addTemporary(value.name + suffix, value.type, space,
                                         axes, of.partial->range));
  return result;
}

PartialResult::Places
Realizer::elementsOf(const Accumulator &of,
                     const std::vector<std::string> &arrays,
                     const std::vector<Expr> &subscripts) {
  PartialResult::Places result;
  for (size_t i = 0; i < arrays.size(); ++i) {
    Type type = of.partial->values[i].type;
    result.push_back(subscripts.empty()
                         ? Expr::var(arrays[i], type)
                         : Expr::array(arrays[i], subscripts, type));
  }
  return result;
}

PartialResult::Places Realizer::at(const Accumulator &of,
                                   const Registers &registers,
                                   std::vector<Expr> copies,
                                   const std::vector<Expr> &groupOffsets,
                                   const std::vector<Expr> &itemOffsets) const {
  std::vector<Expr> subscripts = std::move(copies);
  subscripts.insert(subscripts.end(), groupOffsets.begin(), groupOffsets.end());
  subscripts.insert(subscripts.end(), itemOffsets.begin(), itemOffsets.end());
  for (const std::string &iname : elements)
    subscripts.push_back(Expr::var(iname));
  return elementsOf(of, registers, subscripts);
}

// --- steps

void Realizer::addAll(const std::vector<Step> &steps, const Inames &inames) {
  for (const Step &step : steps)
    writer.after(step, inames);
}

void Realizer::initialise(const Accumulator &of,
                          const PartialResult::Places &places,
                          const std::string &suffix, const Inames &inames,
                          bool before) {
  for (size_t i = 0; i < places.size(); ++i) {
    const PartialValue &value = of.partial->values[i];
    Step step{value.id + suffix, places[i], value.neutral, {}};
    if (before)
      writer.before(step, inames, of.partial->range);
    else
      writer.after(step, inames);
  }
}

void Realizer::store(const Accumulator &of, const PartialResult::Places &places,
                     const std::string &suffix, const Inames &inames) {
  for (size_t i = 0; i < places.size(); ++i)
    writer.after(
        {of.partial->values[i].id + suffix, places[i], of.total[i], {}},
        inames);
}

// --- partial results in registers

void Realizer::begin() {
  std::vector<std::string> nest;
  for (size_t i = 0; i < reductions.size(); ++i) {
    const ParallelReduction &reduction = reductions[i];
    const Instruction &setter = *kernel().instructions[reduction.update];
    setters.push_back(setter.id);
    nest.push_back(setter.id);
    if (reduction.extremum)
      for (size_t member : reduction.extremum->members())
        nest.push_back(kernel().instructions[member]->id);
    Accumulator made;
    made.partial = reduction.extremum ? partialExtremum(kernel(), reduction)
                                      : partialUpdate(kernel(), reduction);
    made.partial->guards = resultGuards(kernel(), reduction, outer());
    made.partial->range = setter.range;
    made.atomic = across(kernel(), reduction) == AcrossGroups::Atomics;
    auto known = std::find_if(accumulators.begin(), accumulators.end(),
                              [&](const Accumulator &other) {
                                return other.partial->isSame(*made.partial);
                              });
    if (known == accumulators.end())
      known = accumulators.insert(known, std::move(made));
    known->reductions.push_back(i);
    known->partial->members.push_back(setter.id);
  }
  writer.beginNest(std::move(nest));
  groups = lanesOf(reductions.front().groups);
  items = lanesOf(reductions.front().items);
  inner = lanesOf(reductions.front().inner);
}

void Realizer::accumulate(Accumulator &of) {
  Registers partial = registers(of, "_partial", true);
  of.total =
      at(of, partial, positions(inner), positions(groups), positions(items));
  Inames inames = outer();
  appendLanes(inames, groups);
  appendLanes(inames, items);
  appendLanes(inames, inner);
  initialise(of, of.total, "_init", inames, true);
  for (size_t i : of.reductions) {
    const ParallelReduction &own = reductions[i];
    of.partial->reduceInto(writer, setters[i],
                           at(of, partial, offsetsIn(own.inner),
                              offsetsIn(own.groups), offsetsIn(own.items)));
  }
}

// What instances of ilp and vec inames have, in order.
void Realizer::combineCopies() {
  if (inner.empty())
    return;
  Substitution copies;
  Inames lanes = outer(), inside;
  appendLanes(lanes, groups);
  appendLanes(lanes, items);
  inside = lanes;
  for (const Lane &lane : inner) {
    std::string base = lane.iname + "_copy";
    std::string copy =
        writer.addIname(base, lane.range.offsets(base), {InameTagKind::Unroll});
    copies[lane.iname] = Expr::var(copy);
    inside.push_back(copy);
  }
  for (Accumulator &of : accumulators) {
    PartialResult::Places sum = at(of, registers(of, "_sum", false), {},
                                   positions(groups), positions(items));
    PartialResult::Places copied;
    for (const Expr &total : of.total)
      copied.push_back(substitute(total, copies));
    initialise(of, sum, "_copies_init", lanes, false);
    addAll(of.partial->combined(sum, copied, "_copies"), inside);
    of.total = std::move(sum);
  }
}

// --- in a group, through local memory

void Realizer::combineItems() {
  if (items.empty())
    return;
  Inames inames = outer();
  appendLanes(inames, groups);
  appendLanes(inames, items);
  std::vector<Axis> axes;
  itemSubscripts.clear();
  itemArrays.clear();
  for (const Lane &lane : items) {
    axes.push_back({lane.range.count, NestedAxis{0}, ""});
    itemSubscripts.push_back(lane.at());
  }
  for (const std::string &iname : sharers()) {
    InameRange range = rangeOf(kernel(), iname);
    axes.push_back({range.count, NestedAxis{0}, ""});
    itemSubscripts.push_back(offsetIn(range, iname));
  }
  for (Accumulator &of : accumulators) {
    itemArrays.push_back(temporaries(of, "_shared", AddressSpace::Local, axes));
    store(of, elementsOf(of, itemArrays.back(), itemSubscripts), "_store",
          inames);
  }
  for (size_t axis = items.size(); axis-- > 0;)
    halve(axis, items[axis].length());
  for (size_t i = 0; i < accumulators.size(); ++i)
    accumulators[i].total =
        elementsOf(accumulators[i], itemArrays[i], itemSubscripts);
}

// t[l] = t[l] + t[l + (length + 1)/2], until one is left.
void Realizer::halve(size_t axis, int64_t length) {
  while (length > 1) {
    int64_t half = (length + 1) / 2;
    std::string base = items[axis].iname + "_" + std::to_string(half);
    PwAff at = PwAff::name(base);
    Set positions = at.ge(PwAff::constant(0))
                        .intersect(at.lt(PwAff::constant(length - half)));
    std::string step = writer.addIname(base, positions.withDims({base}),
                                       kernel().tagOf(items[axis].iname));
    Inames inames = outer();
    appendLanes(inames, groups);
    for (size_t i = 0; i < axis; ++i)
      inames.push_back(items[i].iname);
    inames.push_back(step);
    std::vector<Expr> near = itemSubscripts, far = itemSubscripts;
    near[axis] = Expr::var(step);
    far[axis] = Expr::var(step) + half;
    for (size_t i = 0; i < accumulators.size(); ++i) {
      const Accumulator &of = accumulators[i];
      for (Step made : of.partial->combined(elementsOf(of, itemArrays[i], near),
                                            elementsOf(of, itemArrays[i], far),
                                            "_" + std::to_string(half))) {
        // Folded, so that it stays as it is where inames are replaced.
        made.value = fold(made.value);
        writer.after(made, inames);
      }
    }
    length = half;
  }
  itemSubscripts[axis] = Expr::integer(0);
}

// --- across groups

// Those that each group adds to the variable.
void Realizer::updateAtomically() {
  Inames inames = outer();
  appendLanes(inames, groups);
  std::vector<Accumulator> others;
  for (Accumulator &of : accumulators) {
    if (!of.atomic) {
      others.push_back(std::move(of));
      continue;
    }
    for (const Step &step : of.partial->finished(of.total, "_atomic")) {
      InstructionBody body = assign(step.assignee, step.value);
      std::get<Update>(body).atomic = true;
      writer.orderAfter(of.partial->members,
                        writer.after(step.id, std::move(body), inames,
                                     step.predicates, of.partial->range));
    }
  }
  accumulators = std::move(others);
}

// Loops over the parts of all groups, as many at once as the group has
// work-items along an axis: these are put on `onItems`. The number of the part.
std::vector<Expr> Realizer::iterateParts(Inames &inames, Inames &onItems) {
  std::vector<Expr> part;
  for (size_t i = 0; i < groups.size(); ++i) {
    std::string base = reductions.front().groups[i] + "_part";
    Set domain = groups[i].range.offsets(base);
    if (i >= items.size()) {
      std::string iname = writer.addIname(base, domain, {});
      inames.push_back(iname);
      part.push_back(Expr::var(iname));
      continue;
    }
    int64_t length = items[i].length();
    std::string chunk = kernel().freshName(base + "_outer");
    std::string item = kernel().freshName(base + "_inner");
    PwAff at = PwAff::name(item);
    Set both = domain.flat()
                   .equate(base, PwAff::name(chunk).scaled(length) + at)
                   .project({base})
                   .intersect(at.ge(PwAff::constant(0)))
                   .intersect(at.lt(PwAff::constant(length)));
    writer.kernel.domains.push_back(both.withDims({chunk, item}));
    writer.kernel.inameTags[item] = kernel().tagOf(items[i].iname);
    inames.push_back(chunk);
    inames.push_back(item);
    onItems.push_back(item);
    part.push_back(Expr::var(item) + Expr::var(chunk) * length);
  }
  return part;
}

// Through global memory: what groups leave is reduced again, by one of them.
void Realizer::combineGroups() {
  if (accumulators.empty())
    return;
  Inames inames = outer(), after = outer(), onItems;
  appendLanes(inames, groups);
  std::vector<Expr> read = iterateParts(after, onItems);
  std::vector<Axis> axes;
  std::vector<Expr> stored = positions(groups);
  for (const Lane &lane : groups)
    axes.push_back({lane.range.count, NestedAxis{0}, ""});
  for (const std::string &iname : elements) {
    InameRange range = rangeOf(kernel(), iname);
    axes.push_back({range.count, NestedAxis{0}, ""});
    stored.push_back(offsetIn(range, iname));
    read.push_back(stored.back());
  }
  std::vector<PartialResult::Places> parts;
  for (Accumulator &of : accumulators) {
    std::vector<std::string> arrays =
        temporaries(of, "_parts", AddressSpace::Global, axes);
    store(of, elementsOf(of, arrays, stored), "_part", inames);
    parts.push_back(elementsOf(of, arrays, read));
  }
  writer.after(accumulators.front().partial->values.front().id +
                   "_parts_barrier",
               BarrierBody{BarrierScope::Global}, around);
  combineParts(after, onItems, parts);
}

void Realizer::combineParts(const Inames &inames, const Inames &onItems,
                            const std::vector<PartialResult::Places> &parts) {
  groups.clear();
  inner.clear();
  items = lanesOf(onItems);
  Inames lanes = outer();
  appendLanes(lanes, items);
  std::vector<std::string> nest;
  for (size_t i = 0; i < accumulators.size(); ++i) {
    Accumulator &of = accumulators[i];
    Registers partial = registers(of, "_partial", false);
    of.total = at(of, partial, {}, {}, positions(items));
    for (const Step &step : of.partial->combined(
             at(of, partial, {}, {}, offsetsIn(onItems)), parts[i], "_total"))
      nest.push_back(writer.after(step, inames));
  }
  writer.beginNest(std::move(nest));
  for (Accumulator &of : accumulators)
    initialise(of, of.total, "_total_init", lanes, true);
  combineItems();
}

void Realizer::finish() {
  for (const Accumulator &of : accumulators)
    for (const Step &step : of.partial->finished(of.total, "_result"))
      writer.orderAfter(of.partial->members,
                        writer.after(step, outer(), of.partial->range));
}

Kernel Realizer::run() {
  begin();
  for (Accumulator &of : accumulators)
    accumulate(of);
  combineCopies();
  combineItems();
  if (!groups.empty()) {
    updateAtomically();
    combineGroups();
  }
  finish();
  return std::move(writer.kernel);
}

Kernel
loopyc::realizeTogether(const Kernel &kernel,
                        const std::vector<ParallelReduction> &reductions) {
  return Realizer(kernel, reductions).run();
}
