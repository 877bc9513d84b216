#include "Reductions/RealizeReduction.h"

#include "Reductions/PartialResult.h"
#include "Reductions/ReductionLanes.h"
#include "Reductions/ResultGuards.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Places = PartialResult::Places;

namespace {

// What becomes of one of the reductions.
struct Accumulator {
  std::unique_ptr<PartialResult> partial;
  std::vector<size_t> reductions; // that go into it, by index
  Places total;                   // what has been made so far, in the lanes
  bool atomic = false;            // groups update the variable as they finish
};

class Realizer {
public:
  Realizer(const Kernel &kernel,
           const std::vector<ParallelReduction> &reductions,
           const std::vector<std::string> &beside)
      : reductions(reductions), beside(beside), writer(kernel, {}),
        lanes(writer, reductions.front()) {}

  Kernel run();

private:
  void begin();
  Inames elementsInside() const;
  void addAccumulator(size_t reduction);
  void accumulate(Accumulator &of);
  void combineCopies();
  void combineItems();
  void halve(size_t axis, int64_t length);
  void updateAtomically();
  std::vector<Expr> iterateParts(Inames &inames, Inames &onItems);
  void combineGroups();
  void combineParts(const Inames &inames, const Inames &onItems,
                    const std::vector<Places> &parts);
  void finish();
  std::vector<Step> finished(const Accumulator &of,
                             const std::string &suffix);

  // One for each value.
  static std::vector<Step> initial(const Accumulator &of, const Places &places,
                                   const std::string &suffix);
  void store(const Accumulator &of, const Places &places,
             const std::string &suffix, const Inames &inames);
  void addBefore(const std::vector<Step> &steps, const Inames &inames,
                 const Accumulator &of);
  void addAfter(const std::vector<Step> &steps, const Inames &inames);

  const Kernel &kernel() const { return writer.kernel; }

  const std::vector<ParallelReduction> &reductions;
  const std::vector<std::string> &beside;
  StepWriter writer;
  ReductionLanes lanes;
  std::vector<Accumulator> accumulators;
  std::vector<std::string> setters; // ids, by reduction
  // In local memory: subscripts common to all, and arrays by accumulator.
  std::vector<Expr> itemSubscripts;
  std::vector<ReductionLanes::Arrays> itemArrays;
};

} // namespace

std::vector<Step> Realizer::initial(const Accumulator &of, const Places &places,
                                    const std::string &suffix) {
  std::vector<Step> steps;
  for (size_t i = 0; i < places.size(); ++i) {
    const PartialValue &value = of.partial->values[i];
    steps.push_back({value.id + suffix, places[i], value.neutral, {}});
  }
  return steps;
}

void Realizer::store(const Accumulator &of, const Places &places,
                     const std::string &suffix, const Inames &inames) {
  for (size_t i = 0; i < places.size(); ++i)
    writer.after(
        {of.partial->values[i].id + suffix, places[i], of.total[i], {}},
        inames);
}

void Realizer::addBefore(const std::vector<Step> &steps, const Inames &inames,
                         const Accumulator &of) {
  for (const Step &step : steps)
    writer.before(step, inames, of.partial->range);
}

void Realizer::addAfter(const std::vector<Step> &steps, const Inames &inames) {
  for (const Step &step : steps)
    writer.after(step, inames);
}

// --- partial results in registers

void Realizer::addAccumulator(size_t index) {
  const ParallelReduction &reduction = reductions[index];
  const Instruction &setter = *kernel().instructions[reduction.update];
  Accumulator made;
  made.partial = reduction.isMark     ? partialMark(kernel(), reduction)
                 : reduction.extremum ? partialExtremum(kernel(), reduction)
                 : reduction.own      ? partialOwn(kernel(), reduction)
                                      : partialUpdate(kernel(), reduction);
  made.partial->guards = resultGuards(kernel(), reduction, lanes.outer());
  made.partial->range = setter.range;
  made.atomic = across(kernel(), reduction) == AcrossGroups::Atomics;
  auto known = std::find_if(accumulators.begin(), accumulators.end(),
                            [&](const Accumulator &other) {
                              return other.partial->isSame(*made.partial);
                            });
  if (known == accumulators.end())
    known = accumulators.insert(known, std::move(made));
  known->reductions.push_back(index);
  known->partial->members.push_back(setter.id);
}

static bool isSequential(const Kernel &kernel, const std::string &iname) {
  return kernel.tagOf(iname) == InameTag{};
}

// Loops over elements that cannot stand around the nest, for a sequential loop
// of it does more than update them:
//
//   do c = 1, n
//     r = a(c)*b(c)                 not in the loop over m
//     do m = 1, 4
//       s(m) = s(m) + r*w(m, c)
Inames Realizer::elementsInside() const {
  const ParallelReduction &first = reductions.front();
  std::set<std::string> shared; // sequential loops of the nest
  for (const ParallelReduction &reduction : reductions) {
    if (reduction.extremum || reduction.isMark || reduction.own)
      return {};
    for (const std::string &iname :
         kernel().instructions[reduction.update]->inames)
      if (isSequential(kernel(), iname) &&
          !llvm::is_contained(first.around, iname) &&
          !llvm::is_contained(first.elements, iname))
        shared.insert(iname);
  }
  Inames result;
  for (const std::string &element : first.elements)
    if (isSequential(kernel(), element) &&
        asInteger(rangeOf(kernel(), element).count) &&
        llvm::any_of(kernel().instructions, [&](const InstructionPtr &insn) {
          return !insn->within(element) &&
                 llvm::any_of(shared, [&](const std::string &iname) {
                   return insn->within(iname);
                 });
        }))
      result.push_back(element);
  return result;
}

void Realizer::begin() {
  const Inames inside = elementsInside();
  std::vector<std::string> nest = beside;
  for (size_t i = 0; i < reductions.size(); ++i) {
    setters.push_back(kernel().instructions[reductions[i].update]->id);
    nest.push_back(setters.back());
    if (reductions[i].extremum)
      for (size_t member : reductions[i].extremum->members())
        nest.push_back(kernel().instructions[member]->id);
    if (reductions[i].own)
      for (size_t member : reductions[i].own->members())
        nest.push_back(kernel().instructions[member]->id);
    addAccumulator(i);
  }
  writer.beginNest(std::move(nest));
  lanes.keepInside(inside);
  lanes.groups = lanes.lanesOf(reductions.front().groups);
  lanes.items = lanes.lanesOf(reductions.front().items);
  lanes.inner = lanes.lanesOf(reductions.front().inner);
}

void Realizer::accumulate(Accumulator &of) {
  auto partial = lanes.registers(*of.partial, "_partial", lanes.inner);
  of.total =
      lanes.at(*of.partial, partial, lanes.positions(lanes.inner),
               lanes.positions(lanes.groups), lanes.positions(lanes.items));
  const Places empty =
      lanes.at(*of.partial, partial, lanes.positions(lanes.inner),
               lanes.positions(lanes.groups), lanes.positions(lanes.items),
               lanes.elementsBefore);
  addBefore(initial(of, empty, "_init"),
            lanes.outerBefore({&lanes.groups, &lanes.items, &lanes.inner}), of);
  for (size_t i : of.reductions) {
    const ParallelReduction &own = reductions[i];
    of.partial->reduceInto(
        writer, setters[i],
        lanes.at(*of.partial, partial, lanes.offsetsIn(own.inner),
                 lanes.offsetsIn(own.groups), lanes.offsetsIn(own.items),
                 lanes.elementsInNest));
  }
}

// What instances of ilp and vec inames have, in order.
void Realizer::combineCopies() {
  if (lanes.inner.empty())
    return;
  Substitution copies;
  Inames around = lanes.outerAnd({&lanes.groups, &lanes.items});
  Inames inside = around;
  for (const Lane &lane : lanes.inner) {
    std::string base = lane.iname + "_copy";
    std::string copy =
        writer.addIname(base, lane.range.offsets(base), {InameTagKind::Unroll});
    copies[lane.iname] = Expr::var(copy);
    inside.push_back(copy);
  }
  for (Accumulator &of : accumulators) {
    Places sum =
        lanes.at(*of.partial, lanes.registers(*of.partial, "_sum", {}), {},
                 lanes.positions(lanes.groups), lanes.positions(lanes.items));
    Places copied;
    for (const Expr &total : of.total)
      copied.push_back(substitute(total, copies));
    addAfter(initial(of, sum, "_copies_init"), around);
    addAfter(of.partial->combined(writer, sum, copied, "_copies"), inside);
    of.total = std::move(sum);
  }
}

// --- in a group, through local memory

void Realizer::combineItems() {
  if (lanes.items.empty())
    return;
  std::vector<Axis> axes;
  for (const Lane &lane : lanes.items)
    axes.push_back({lane.range.count, NestedAxis{0}, ""});
  itemSubscripts = lanes.positions(lanes.items);
  Inames sharers = lanes.sharers();
  for (const std::string &iname : sharers)
    axes.push_back({rangeOf(kernel(), iname).count, NestedAxis{0}, ""});
  for (const Expr &offset : lanes.offsetsIn(sharers))
    itemSubscripts.push_back(offset);
  itemArrays.clear();
  Inames inames = lanes.outerAnd({&lanes.groups, &lanes.items});
  for (Accumulator &of : accumulators) {
    itemArrays.push_back(
        lanes.temporaries(*of.partial, "_shared", AddressSpace::Local, axes));
    store(of, lanes.elementsOf(*of.partial, itemArrays.back(), itemSubscripts),
          "_store", inames);
  }
  for (size_t axis = lanes.items.size(); axis-- > 0;)
    halve(axis, lanes.items[axis].length());
  for (size_t i = 0; i < accumulators.size(); ++i)
    accumulators[i].total = lanes.elementsOf(*accumulators[i].partial,
                                             itemArrays[i], itemSubscripts);
}

// t[l] = t[l] + t[l + (length + 1)/2], until one is left.
void Realizer::halve(size_t axis, int64_t length) {
  while (length > 1) {
    int64_t half = (length + 1) / 2;
    const std::string &lane = lanes.items[axis].iname;
    std::string base = lane + "_" + std::to_string(half);
    PwAff at = PwAff::name(base);
    Set positions = at.ge(PwAff::constant(0))
                        .intersect(at.lt(PwAff::constant(length - half)));
    std::string step =
        writer.addIname(base, positions.withDims({base}), kernel().tagOf(lane));
    Inames inames = lanes.outerAnd({&lanes.groups});
    for (size_t i = 0; i < axis; ++i)
      inames.push_back(lanes.items[i].iname);
    inames.push_back(step);
    std::vector<Expr> near = itemSubscripts, far = itemSubscripts;
    near[axis] = Expr::var(step);
    far[axis] = Expr::var(step) + half;
    for (size_t i = 0; i < accumulators.size(); ++i) {
      const PartialResult &of = *accumulators[i].partial;
      for (Step made :
           of.combined(writer, lanes.elementsOf(of, itemArrays[i], near),
                       lanes.elementsOf(of, itemArrays[i], far),
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
  std::vector<Accumulator> others;
  for (Accumulator &of : accumulators) {
    if (!of.atomic) {
      others.push_back(std::move(of));
      continue;
    }
    for (const Step &step : finished(of, "_atomic")) {
      InstructionBody body = assign(step.assignee, step.value);
      std::get<Update>(body).atomic = true;
      std::string id = writer.after(step.id, std::move(body),
                                    lanes.outerAnd({&lanes.groups}),
                                    step.predicates, of.partial->range);
      writer.orderAfter(of.partial->members, id);
    }
  }
  accumulators = std::move(others);
}

// Those with the most groups, as far as is known, first.
static std::vector<size_t> byLength(const std::vector<Lane> &groups) {
  std::vector<int64_t> lengths;
  for (const Lane &lane : groups)
    lengths.push_back(
        lane.range.offsets("at").maxConst("at").value_or(INT64_MAX));
  std::vector<size_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return lengths[a] > lengths[b];
  });
  return order;
}

// Loops over the parts of all groups, as many at once as the group has
// work-items along an axis: these are put on `onItems`. The number of the part.
std::vector<Expr> Realizer::iterateParts(Inames &inames, Inames &onItems) {
  std::vector<Expr> part;
  const std::vector<size_t> order = byLength(lanes.groups);
  for (size_t i = 0; i < lanes.groups.size(); ++i) {
    std::string base = reductions.front().groups[i] + "_part";
    Set domain = lanes.groups[i].range.offsets(base);
    const size_t axis =
        std::find(order.begin(), order.end(), i) - order.begin();
    if (axis >= lanes.items.size()) {
      std::string iname = writer.addIname(base, domain, {});
      inames.push_back(iname);
      part.push_back(Expr::var(iname));
      continue;
    }
    int64_t length = lanes.items[axis].length();
    std::string chunk = kernel().freshName(base + "_outer");
    std::string item = kernel().freshName(base + "_inner");
    PwAff at = PwAff::name(item);
    Set both = domain.flat()
                   .equate(base, PwAff::name(chunk).scaled(length) + at)
                   .project({base})
                   .intersect(at.ge(PwAff::constant(0)))
                   .intersect(at.lt(PwAff::constant(length)));
    writer.kernel.domains.push_back(both.withDims({chunk, item}));
    writer.kernel.inameTags[item] = kernel().tagOf(lanes.items[axis].iname);
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
  Inames after = lanes.outer(), onItems;
  std::vector<Expr> read = iterateParts(after, onItems);
  std::vector<Expr> stored = lanes.positions(lanes.groups);
  std::vector<Axis> axes;
  for (const Lane &lane : lanes.groups)
    axes.push_back({lane.range.count, NestedAxis{0}, ""});
  for (const std::string &iname : lanes.elements)
    axes.push_back({rangeOf(kernel(), iname).count, NestedAxis{0}, ""});
  for (const Expr &offset : lanes.offsetsIn(lanes.elements)) {
    stored.push_back(offset);
    read.push_back(offset);
  }
  std::vector<Places> parts;
  for (Accumulator &of : accumulators) {
    auto arrays =
        lanes.temporaries(*of.partial, "_parts", AddressSpace::Global, axes);
    store(of, lanes.elementsOf(*of.partial, arrays, stored), "_part",
          lanes.outerAnd({&lanes.groups}));
    parts.push_back(lanes.elementsOf(*of.partial, arrays, read));
  }
  if (!writer.passBarrier(lanes.around))
    writer.after(accumulators.front().partial->values.front().id +
                     "_parts_barrier",
                 BarrierBody{BarrierScope::Global}, lanes.around);
  combineParts(after, onItems, parts);
}

void Realizer::combineParts(const Inames &inames, const Inames &onItems,
                            const std::vector<Places> &parts) {
  lanes.groups.clear();
  lanes.inner.clear();
  lanes.items = lanes.lanesOf(onItems);
  std::vector<std::string> nest;
  for (size_t i = 0; i < accumulators.size(); ++i) {
    Accumulator &of = accumulators[i];
    auto partial = lanes.registers(*of.partial, "_partial", {});
    of.total =
        lanes.at(*of.partial, partial, {}, {}, lanes.positions(lanes.items));
    Places mine =
        lanes.at(*of.partial, partial, {}, {}, lanes.offsetsIn(onItems));
    for (const Step &step :
         of.partial->combined(writer, mine, parts[i], "_total"))
      nest.push_back(writer.after(step, inames));
  }
  writer.beginNest(std::move(nest));
  for (Accumulator &of : accumulators)
    addBefore(initial(of, of.total, "_total_init"),
              lanes.outerAnd({&lanes.items}), of);
  combineItems();
}

std::vector<Step> Realizer::finished(const Accumulator &of,
                                     const std::string &suffix) {
  std::vector<Step> steps = of.partial->finished(writer, of.total, suffix);
  for (Step &step : steps) {
    step.assignee = substitute(step.assignee, lanes.behind());
    step.value = substitute(step.value, lanes.behind());
    for (Predicate &predicate : step.predicates)
      predicate = substitute(predicate, lanes.behind());
  }
  return steps;
}

void Realizer::finish() {
  for (const Accumulator &of : accumulators)
    for (const Step &step : finished(of, "_result"))
      writer.orderAfter(of.partial->members,
                        writer.after(step, lanes.outer(), of.partial->range));
}

Kernel Realizer::run() {
  begin();
  for (Accumulator &of : accumulators)
    accumulate(of);
  combineCopies();
  combineItems();
  if (!lanes.groups.empty()) {
    updateAtomically();
    combineGroups();
  }
  finish();
  return std::move(writer.kernel);
}

Kernel
loopyc::realizeTogether(const Kernel &kernel,
                        const std::vector<ParallelReduction> &reductions,
                        const std::vector<std::string> &beside) {
  return Realizer(kernel, reductions, beside).run();
}
