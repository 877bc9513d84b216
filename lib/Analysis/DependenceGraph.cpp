#include "loopyc/Analysis/DependenceGraph.h"

#include "DataValues.h"
#include "DependenceScan.h"
#include "IndexMaps.h"
#include "KnownWrites.h"
#include "LastWriters.h"
#include "LinearizedSubscripts.h"
#include "loopyc/Analysis/Definitions.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

std::map<std::string, std::string> loopyc::primes(const Instruction &insn) {
  return markedNames(insn.inames, Mark::Prime);
}

Expr loopyc::primedExpr(const Expr &e, const Instruction &insn) {
  return substitute(e, markedReferences(insn.inames, Mark::Prime));
}

// { x = y } of values of many pieces, by way of a name for the value: isl
// intersects sets much faster than pieces.
static Set equalValues(const PwAff &x, const PwAff &y) {
  std::string name = auxiliaryName("value");
  PwAff value = PwAff::name(name);
  return value.eq(x).intersect(value.eq(y)).project({name});
}

// source == sink, the sink's inames primed. Where both are the same injective
// expression, iname by iname: isl need not find that out.
Set DependenceGraph::equal(const Expr &source, const Expr &sink,
                           const Instruction &sinkInsn) {
  if (source == sink && affine.isInjective(source)) {
    std::set<std::string> names, arrays;
    collectNames(source, names, arrays);
    Set result = Set::universe();
    for (const std::string &name : names)
      if (sinkInsn.within(name))
        result =
            result.intersect(PwAff::name(name).eq(PwAff::name(primed(name))));
    return result;
  }
  auto x = affine(source);
  auto y = affine(primedExpr(sink, sinkInsn));
  if (!x || !y)
    return equalThroughMaps(source, x, sink, y, sinkInsn);
  return toAffine(source) && toAffine(sink) ? x->eq(*y) : equalValues(*x, *y);
}

// Where one of them is not affine: what is known of index arrays.
Set DependenceGraph::equalThroughMaps(const Expr &source,
                                      const std::optional<PwAff> &sourceValue,
                                      const Expr &sink,
                                      const std::optional<PwAff> &sinkValue,
                                      const Instruction &sinkInsn) {
  auto from = sourceValue ? std::nullopt : mapReference(knl, source);
  auto to = sinkValue ? std::nullopt : mapReference(knl, sink);
  if (from && sinkValue)
    return withinBounds(*from, *sinkValue);
  if (to && sourceValue)
    return withinBounds(*to, *sourceValue);
  Set result = Set::universe();
  if (!from || !to || from->reference->name != to->reference->name ||
      !from->facts->injective || from->offset != to->offset)
    return result;
  for (size_t axis = 0; axis < from->reference->subscripts.size(); ++axis)
    result = result.intersect(equal(from->reference->subscripts[axis],
                                    to->reference->subscripts[axis], sinkInsn));
  return result;
}

// `source location == sink location`, as far as it is known.
Set DependenceGraph::sameLocation(const DependenceEdge &edge) {
  const AccessInfo &source = accs[edge.sourceAccess];
  const AccessInfo &sink = accs[edge.sinkAccess];
  Set result = Set::universe();
  for (size_t axis = 0; axis < source.location.size(); ++axis) {
    if (!source.location[axis] || !sink.location[axis])
      continue;
    const Instruction &sinkInsn = *knl.instructions[edge.sink];
    const Expr &from = source.location[axis], &to = sink.location[axis];
    result = result.intersect(equal(from, to, sinkInsn));
    if (affine(from) && affine(primedExpr(to, sinkInsn)))
      continue;
    if (auto zeros = linearized->equal(from, *knl.instructions[edge.source], to,
                                       sinkInsn))
      result = result.intersect(*zeros);
  }
  return result;
}

bool DependenceGraph::hasAffineLocation(int access) {
  auto [known, isNew] = affineLocations.try_emplace(access);
  if (isNew)
    known->second =
        !accs[access].several &&
        std::all_of(
            accs[access].location.begin(), accs[access].location.end(),
            [&](const Expr &where) { return !where || affine(where); });
  return known->second;
}

// All that sets of accesses depend on beside their own words: see
// DependenceMemo.
static std::string surrounding(const Kernel &kernel) {
  std::string words = kernel.assumptions.str();
  for (const Set &domain : kernel.domains)
    words += "\n" + domain.str();
  std::set<std::string> written;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      written.insert(name);
  for (const std::string &name : written)
    words += "\n" + name;
  for (const auto &[name, value] : constantScalars(kernel))
    words += "\n" + name + " = " + value.str();
  return words;
}

DependenceGraph::DependenceGraph(const Kernel &kernel,
                                 const AccessFilter &filter,
                                 DependenceMemo *memo)
    : knl(kernel), affine(kernel), sets(kernel), stable(kernel),
      data(std::make_shared<DataValues>(kernel)),
      linearized(std::make_shared<LinearizedSubscripts>(kernel)),
      shared(memo ? memo->of(surrounding(kernel))
                  : std::make_shared<DependenceMemo::Sets>()) {
  if (std::set<std::string> products = linearized->products();
      !products.empty())
    setsWithProducts = std::make_shared<InstanceSets>(kernel, products);
  for (AccessInfo &access : collectAccesses(kernel))
    if (!filter || filter(access))
      accs.push_back(std::move(access));
  DependenceScan(*this).run();
  std::stable_sort(
      list.begin(), list.end(),
      [](const DependenceEdge &a, const DependenceEdge &b) {
        return std::tie(a.sink, a.source, a.sourceAccess, a.sinkAccess) <
               std::tie(b.sink, b.source, b.sourceAccess, b.sinkAccess);
      });
  for (size_t e = 0; e < list.size(); ++e)
    if (list[e].kind == DependenceKind::Flow)
      flowInto[list[e].sinkAccess].push_back(e);
}

// Loop iterations before `level` equal, at it as the level says.
Set DependenceGraph::orderAt(const DependenceEdge &edge, OrderLevel level) {
  const Instruction &source = *knl.instructions[edge.source];
  const Instruction &sink = *knl.instructions[edge.sink];
  Set result = Set::universe();
  for (int d = 0; d < level.depth; ++d)
    result = result.intersect(equal(loopAt(source, d), loopAt(sink, d), sink));
  if (!level.carried)
    return result;
  auto x = affine(loopAt(source, level.depth));
  auto y = affine(primedExpr(loopAt(sink, level.depth), sink));
  return x && y ? result.intersect(x->lt(*y)) : result;
}

// "" if no data say where the ends meet.
std::string DependenceGraph::valuesKey(const DependenceEdge &edge) {
  return data->key(sets, accs[edge.sourceAccess]) +
         data->key(sets, accs[edge.sinkAccess]);
}

Set DependenceGraph::orderedConflicts(const DependenceEdge &edge) {
  const Instruction &sink = *knl.instructions[edge.sink];
  InstanceSets &instances = setsWithProducts ? *setsWithProducts : sets;
  Set both = instances.of(edge.source)
                 .intersect(instances.of(edge.sink).rename(primes(sink)))
                 .intersect(sameLocation(edge));
  if (setsWithProducts) {
    const std::set<std::string> products = linearized->products();
    both = both.project({products.begin(), products.end()});
  }
  Set order = Set::empty();
  for (OrderLevel level : edge.levels)
    order = order.unite(orderAt(edge, level));
  both = both.intersect(order).coalesce();
  if (both.isEmpty())
    return both;
  Set meeting =
      data->meeting(sets, accs[edge.sourceAccess], accs[edge.sinkAccess]);
  return meeting.isUniverse() ? both : both.intersect(meeting).coalesce();
}

// In the iterations that the edge relates, does the source write any element
// at most once? Then its conflicts are its last writes.
bool DependenceGraph::writesOnce(const DependenceEdge &edge) {
  const Instruction &source = *knl.instructions[edge.source];
  if (!edge.levels[0].carried && loopDepth(source) == edge.levels[0].depth)
    return true;
  std::set<std::string> determined, arrays;
  for (const Expr &where : accs[edge.sourceAccess].location)
    if (where && affine.isInjective(where))
      collectNames(where, determined, arrays);
  for (const std::string &iname : source.inames)
    if (!determined.count(iname))
      return false;
  return true;
}

static std::string relationKey(const DependenceGraph &graph, InstanceSets &sets,
                               const DependenceEdge &edge) {
  std::string key = sets.key(edge.source) + "|" + sets.key(edge.sink) + "|";
  const Kernel &knl = graph.kernel();
  const auto &from = graph.accesses()[edge.sourceAccess].location;
  const auto &to = graph.accesses()[edge.sinkAccess].location;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (!from[axis] || !to[axis] ||
        (asInteger(from[axis]) && from[axis] == to[axis]))
      continue; // says nothing
    key += from[axis].str() + "=" + to[axis].str() + ",";
  }
  key += "|";
  for (int i : {edge.source, edge.sink}) {
    for (const Expr &time : knl.instructions[i]->time)
      if (!asInteger(time))
        key += time.str() + ",";
    key += "/";
  }
  for (OrderLevel level : edge.levels)
    key += (level.carried ? "c" : "i") + std::to_string(level.depth);
  return key;
}

std::set<std::string> DependenceGraph::pinnedNames(const DependenceEdge &edge) {
  const Instruction &source = *knl.instructions[edge.source];
  const Instruction &sink = *knl.instructions[edge.sink];
  std::set<std::string> result, arrays;
  auto note = [&](const Expr &from, const Expr &to) {
    if (from && to && from == to && affine.isInjective(from))
      collectNames(from, result, arrays);
  };
  const auto &from = accs[edge.sourceAccess].location;
  const auto &to = accs[edge.sinkAccess].location;
  for (size_t axis = 0; axis < from.size(); ++axis)
    note(from[axis], to[axis]);
  int common = edge.levels.front().depth;
  for (OrderLevel level : edge.levels)
    common = std::min(common, level.depth);
  for (int d = 0; d < common; ++d)
    note(loopAt(source, d), loopAt(sink, d));
  return result;
}

void DependenceGraph::addEdge(DependenceKind kind, bool ordered,
                              int sourceAccess, int sinkAccess,
                              DependenceEdge::Added added) {
  DependenceEdge edge;
  edge.kind = kind;
  edge.ordered = ordered;
  edge.source = accs[sourceAccess].instruction;
  edge.sink = accs[sinkAccess].instruction;
  edge.sourceAccess = sourceAccess;
  edge.sinkAccess = sinkAccess;
  edge.added = std::make_shared<const DependenceEdge::Added>(std::move(added));
  list.push_back(std::move(edge));
  pinned.clear(); // by address
}

bool DependenceGraph::isPinned(const DependenceEdge &edge,
                               const std::string &iname) {
  if (edge.identity)
    return true;
  if (edge.added)
    return edge.added->pinned.count(iname) > 0;
  auto [known, isNew] = pinned.try_emplace(&edge);
  if (isNew)
    known->second = pinnedNames(edge);
  return known->second.count(iname) > 0 &&
         knl.instructions[edge.source]->within(iname) &&
         knl.instructions[edge.sink]->within(iname);
}

// By inames of the source, those of the sink that have their values, as equal
// locations say.
const std::map<std::string, std::string> &
DependenceGraph::counterparts(const DependenceEdge &edge) {
  const std::vector<Expr> &from = accs[edge.sourceAccess].location;
  const std::vector<Expr> &to = accs[edge.sinkAccess].location;
  std::string key;
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] && to[axis])
      key += from[axis].str() + "=" + to[axis].str() + ",";
  auto [known, isNew] = ofLocations.try_emplace(std::move(key));
  if (isNew)
    for (size_t axis = 0; axis < from.size(); ++axis)
      if (from[axis] && to[axis])
        known->second.merge(affine.counterparts(from[axis], to[axis]));
  return known->second;
}

bool DependenceGraph::areEqual(const DependenceEdge &edge, const Expr &source,
                               const Expr &sink) {
  if (asInteger(source))
    return source == sink;
  std::set<std::string> names, arrays;
  collectNames(source, names, arrays);
  Substitution values;
  for (const std::string &name : names) {
    if (!knl.hasIname(name) || isPinned(edge, name))
      continue;
    if (edge.added)
      return false;
    const auto &others = counterparts(edge);
    auto other = others.find(name);
    if (other == others.end())
      return false;
    values[name] = Expr::var(other->second);
  }
  return arrays.empty() && substitute(source, values) == sink;
}

// i, i + 1: the iname.
static const std::string *offsetIname(const Expr &e) {
  if (const auto *var = e.getIf<VarRef>())
    return &var->name;
  const auto *sum = e.getIf<Binary>();
  bool shifts = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
                asInteger(sum->b);
  const auto *var = shifts ? sum->a.getIf<VarRef>() : nullptr;
  return var ? &var->name : nullptr;
}

// Two or more values, whatever other inames are.
bool DependenceGraph::isFree(const std::string &iname) const {
  int d = knl.domainOf(iname);
  if (d < 0 || knl.domains[d].dims().size() != 1)
    return false;
  for (const std::string &param : knl.domains[d].params())
    if (knl.domains[d].involves(param))
      return false;
  auto low = knl.domains[d].minConst(iname),
       high = knl.domains[d].maxConst(iname);
  return low && high && *low < *high;
}

bool DependenceGraph::plainlyDiffer(const DependenceEdge &edge,
                                    const Expr &sourceCoordinate,
                                    const Expr &sinkCoordinate) {
  const Instruction &source = *knl.instructions[edge.source];
  const Instruction &sink = *knl.instructions[edge.sink];
  const std::string *from = offsetIname(sourceCoordinate);
  const std::string *to = offsetIname(sinkCoordinate);
  if (!from || !to || !sink.predicates.empty() || !source.predicates.empty() ||
      !isFree(*to))
    return false;
  if (edge.added)
    return !edge.added->pinned.count(*to) && edge.ordered;
  // Some pairs exist: one body, and locations of plain inames.
  if (edge.levels.size() != 1 || edge.levels.front().carried)
    return false;
  const auto &here = accs[edge.sourceAccess].location;
  const auto &there = accs[edge.sinkAccess].location;
  for (size_t axis = 0; axis < here.size(); ++axis) {
    const Expr &x = here[axis], &y = there[axis];
    if (!x || !y || mentions(y, *to))
      return false;
    bool plain = x == y || (x.getIf<VarRef>() && y.getIf<VarRef>());
    if (!plain)
      return false;
  }
  for (int d = 0; d < edge.levels.front().depth; ++d)
    if (mentions(loopAt(sink, d), *to))
      return false;
  return true;
}

Set DependenceGraph::conflicts(const DependenceEdge &edge) {
  if (edge.added) {
    auto [made, isNew] =
        addedMemo.try_emplace(static_cast<int>(&edge - list.data()));
    if (isNew)
      made->second = edge.added->relation();
    return made->second;
  }
  const std::string values = valuesKey(edge);
  bool isByWords = values.empty() && !accs[edge.sourceAccess].several &&
                   !accs[edge.sinkAccess].several;
  auto [known, isNew] =
      (isByWords ? shared->conflicts : ownConflicts)
          .try_emplace(relationKey(*this, sets, edge) + values);
  if (isNew)
    known->second = orderedConflicts(edge);
  return known->second;
}

// The access that reads what the edge's sink, an update, goes on from; the
// sink's own for another one.
static int readOf(const DependenceGraph &graph, const DependenceEdge &edge) {
  const std::vector<AccessInfo> &all = graph.accesses();
  const AccessInfo &sink = all[edge.sinkAccess];
  if (!sink.write)
    return edge.sinkAccess;
  for (size_t a = 0; a < all.size(); ++a)
    if (all[a].instruction == edge.sink && !all[a].write &&
        all[a].variable == sink.variable && all[a].location == sink.location)
      return static_cast<int>(a);
  return edge.sinkAccess;
}

// Inside of the same outermost loop.
static bool shareLoop(const Instruction &a, const Instruction &b) {
  return !a.inames.empty() && !b.inames.empty() &&
         a.inames.front() == b.inames.front();
}

// May another write set anew what an update goes on from, so that it has no
// value of the update before? One in fewer loops sets elements of an array one
// by one: x = [a, b, c].
static bool
isUpdateOfSetValue(const DependenceGraph &graph, const DependenceEdge &edge,
                   const std::map<int, std::vector<int>> &flowInto) {
  if (edge.kind != DependenceKind::Update)
    return false;
  auto flows = flowInto.find(readOf(graph, edge));
  const Kernel &kernel = graph.kernel();
  const Instruction &update = *kernel.instructions[edge.source];
  const VariablePtr variable =
      kernel.findVariable(graph.accesses()[edge.sinkAccess].variable);
  auto setsAnew = [&](int flow) {
    const Instruction &source = *kernel.instructions[graph.edges()[flow].source];
    return loopDepth(source) >= loopDepth(update) ||
           (variable && !variable->isScalar() && shareLoop(source, update));
  };
  return flows != flowInto.end() &&
         std::any_of(flows->second.begin(), flows->second.end(), setsAnew);
}

Set DependenceGraph::relation(const DependenceEdge &edge) {
  const bool isData = !edge.added && !valuesKey(edge).empty();
  const bool isLone = edge.kind == DependenceKind::Flow &&
                      flowInto[edge.sinkAccess].size() == 1;
  const bool isOfOneLevel = isLone && edge.levels.size() == 1;
  bool unique = edge.added ||
                (edge.kind != DependenceKind::Flow &&
                 !isUpdateOfSetValue(*this, edge, flowInto)) ||
                (isLone && edge.identity) || (isOfOneLevel && writesOnce(edge));
  if (unique)
    return conflicts(edge);
  auto [known, isNew] =
      lastWriterMemo.try_emplace(static_cast<int>(&edge - list.data()));
  if (isNew)
    known->second = isOfOneLevel && LastWriters::writesEachOnce(*this, edge)
                        ? conflicts(edge)
                    : isData ? lastWriters(edge).intersect(conflicts(edge))
                             : lastWriters(edge);
  return known->second;
}

Set DependenceGraph::relationAmong(const DependenceEdge &edge,
                                   const Set &others) {
  Set pairs = conflicts(edge).intersect(others);
  return pairs.isEmpty() ? pairs : relation(edge).intersect(others);
}

const KnownWrites &DependenceGraph::writesBefore(int read) {
  auto [known, isNew] = knownWrites.try_emplace(read);
  if (isNew)
    known->second = std::make_shared<const KnownWrites>(*this, read);
  return *known->second;
}

// Of all writes that may be before a read, those that are the last.
Set DependenceGraph::lastWriters(const DependenceEdge &edge) {
  const int read = readOf(*this, edge);
  auto [known, isNew] = lastWritersOf.try_emplace(read);
  if (isNew)
    known->second = std::make_shared<LastWriters>(*this, read);
  return edge.kind == DependenceKind::Update
             ? known->second->among(edge, conflicts(edge))
             : known->second->of(edge);
}
