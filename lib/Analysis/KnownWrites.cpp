#include "KnownWrites.h"

#include "CompactedLists.h"
#include "loopyc/Analysis/Definitions.h"
#include "DependenceScan.h"
#include "loopyc/Analysis/FallingFlags.h"
#include "IndexMaps.h"
#include "loopyc/IR/Negation.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Each doubles the cases that isl tells apart.
static constexpr size_t mostGuards = 16;

KnownWrites::KnownWrites(DependenceGraph &graph, int read)
    : graph(graph), kernel(graph.knl), read(read),
      reader(*kernel.instructions[graph.accs[read].instruction]),
      either(Set::universe()) {
  describeRead();
  std::vector<Writer> writers = writersInto();
  unwritten = sinks = sinks.intersect(either);
  auto isLater = [](const Writer &a, const Writer &b) {
    return a.level.isLaterThan(b.level);
  };
  std::stable_sort(writers.begin(), writers.end(), isLater);
  const std::vector<FilledPart> parts =
      writers.empty() || location.size() != 1
          ? std::vector<FilledPart>()
          : filledBefore(kernel, graph.stable, graph.accs[read].variable,
                         reader);
  for (auto first = writers.begin();
       first != writers.end() && !unwritten.isEmpty();) {
    removeFilled(parts, first->level.depth);
    auto end = std::upper_bound(first, writers.end(), *first, isLater);
    addWritesOf({first, end});
    first = end;
  }
  removeFilled(parts, -1);
}

// What an iteration of more loops than these has filled itself.
void KnownWrites::removeFilled(const std::vector<FilledPart> &parts,
                               int depth) {
  if (parts.empty())
    return;
  auto at = graph.affine(location.front());
  if (!at)
    at = toAffine(location.front());
  for (const FilledPart &part : parts) {
    if (!at || part.depth <= depth)
      continue;
    addName(part.counter);
    unwritten = unwritten.subtract(
        at->ge(PwAff::constant(part.first))
            .intersect(at->lt(PwAff::name(part.counter) +
                              PwAff::constant(part.shift)))
            .rename(primes(reader)));
  }
}

void KnownWrites::addName(const std::string &name) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

// --- the read

// Data, by the value that they have there.
void KnownWrites::nameAtRead(const std::string &name) {
  if (!graph.sets.isData(name))
    return;
  addName(name);
  OrderLevel own{loopDepth(reader), false};
  if (auto value = valueSet(name, reader, nullptr, own))
    sinks = sinks.intersect(*value);
}

void KnownWrites::describeRead() {
  const AccessInfo &access = graph.accs[read];
  sinks = graph.sets.withData(access.instruction);
  for (const std::string &name : graph.sets.dataOf(access.instruction))
    nameAtRead(name);
  std::vector<Expr> conditions = reader.predicates;
  conditions.insert(conditions.end(), access.conditions.begin(),
                    access.conditions.end());
  for (const Expr &condition : conditions)
    if (!toCondition(condition))
      if (auto holds = guardSet({condition}))
        sinks = sinks.intersect(*holds);
  for (const Expr &condition : access.conditions)
    if (auto holds = toCondition(condition)) {
      sinks = sinks.intersect(*holds);
      for (const std::string &name : holds->names())
        nameAtRead(name);
    }
  VariablePtr var = kernel.findVariable(access.variable);
  location = access.location;
  // No read is outside of the array. But a dummy may be longer than it is
  // declared.
  auto isInside = [&](const PwAff &at, size_t axis) {
    auto extent = var->isTemporary() && var->axes[axis].extent
                      ? graph.affine(var->axes[axis].extent)
                      : std::nullopt;
    return extent ? at.ge(PwAff::constant(0)).intersect(at.lt(*extent))
                  : Set::universe();
  };
  for (size_t axis = 0; axis < var->axes.size(); ++axis) {
    if (auto at = location[axis] ? graph.affine(location[axis])
                                 : std::nullopt) {
      sinks = sinks.intersect(isInside(*at, axis));
      continue;
    }
    std::string element = auxiliaryName("element" + std::to_string(axis));
    PwAff at = PwAff::name(element);
    auto where = location[axis] ? toAffine(location[axis]) : std::nullopt;
    auto map =
        location[axis] ? mapReference(kernel, location[axis]) : std::nullopt;
    if (where) { // of scalars that are data
      sinks = sinks.intersect(at.eq(*where));
      for (const std::string &name : where->names())
        nameAtRead(name);
    }
    if (map)
      sinks = sinks.intersect(withinBounds(*map, at));
    location[axis] = Expr::var(element, Type::integer(4));
    addName(element);
    sinks = sinks.intersect(isInside(at, axis));
  }
  sinks = sinks.rename(primes(reader));
}

// --- conditions

// Have conditions that read the same one value? Those of the read do; others
// where they stand in one iteration, with nothing in between that changes it:
//   if (c) w(s) = ...;  else w(s) = ...;  c = ...
bool KnownWrites::areOfOneMoment(const Guard &a, const Guard &b) const {
  if (!a.at || !b.at)
    return !a.at && !b.at;
  const int depth = loopDepth(*a.at);
  if (loopDepth(*b.at) != depth || !samePath(*a.at, *b.at, depth) ||
      a.at->inames != b.at->inames || a.iteration != b.iteration)
    return false;
  for (int d = 0; d < depth; ++d)
    if (loopAt(*a.at, d) != loopAt(*b.at, d))
      return false;
  return graph.stable.between(*a.at, *b.at, depth, a.condition);
}

// { data : it holds }; nullopt where there are too many to tell apart.
std::optional<Set> KnownWrites::guardSet(const Guard &guard) {
  auto value = [](size_t number) {
    return auxiliaryName("guard" + std::to_string(number));
  };
  for (size_t number = 0; number < guards.size(); ++number) {
    const Guard &known = guards[number];
    bool isSame = known.condition == guard.condition;
    if ((!isSame && !areOpposite(known.condition, guard.condition)) ||
        !areOfOneMoment(known, guard))
      continue;
    return Set::universe().fix(value(number), isSame ? 1 : 0);
  }
  if (guards.size() >= mostGuards)
    return std::nullopt;
  std::string name = value(guards.size());
  guards.push_back(guard);
  addName(name);
  PwAff known = PwAff::name(name);
  either = either.intersect(known.ge(PwAff::constant(0)))
               .intersect(known.le(PwAff::constant(1)));
  return Set::universe().fix(name, 1);
}

// --- scalars

// What the scalar is assigned before the user runs, in data, if that is the
// same at the read; else null. `edge`: from the user; null if it is the reader.
Expr KnownWrites::valueOf(const std::string &scalar, const Instruction &user,
                          const DependenceEdge *edge, OrderLevel level) {
  const Instruction *assigned = definitionBefore(kernel, scalar, user);
  if (!assigned)
    return Expr();
  Expr value = assigned->values().front();
  int depth = std::min(level.depth, loopDepth(*assigned));
  if (!graph.stable.between(*assigned, reader, depth, value))
    return Expr();
  std::set<std::string> read, arrays;
  collectNames(value, read, arrays);
  if (toAffine(value)) {
    for (const std::string &name : read)
      if (graph.sets.isData(name))
        addName(name);
    return value;
  }
  Expr words = edge ? readersWords(*edge, level)(value) : value;
  if (!words)
    return Expr();
  auto at = std::find(values.begin(), values.end(), words);
  std::string name =
      auxiliaryName("value" + std::to_string(at - values.begin()));
  if (at == values.end())
    values.push_back(words);
  addName(name);
  return Expr::var(name, value.type());
}

// { scalar ; data : it has that value }
std::optional<Set> KnownWrites::valueSet(const std::string &scalar,
                                         const Instruction &user,
                                         const DependenceEdge *edge,
                                         OrderLevel level) {
  const Expr value = valueOf(scalar, user, edge, level);
  return value ? std::optional(toAffine(value)->eq(PwAff::name(scalar)))
               : std::nullopt;
}

ReadersWords KnownWrites::readersWords(const DependenceEdge &edge,
                                       OrderLevel level) {
  return ReadersWords(graph.affine, *kernel.instructions[edge.source],
                      graph.accs[edge.sourceAccess].location, reader, location,
                      level.depth);
}

// nullopt if the reader has no words for it. `isAll`: see instancesAt.
std::optional<KnownWrites::Guard>
KnownWrites::guardOf(const Expr &predicate, const DependenceEdge &edge,
                     OrderLevel level, bool &isAll) {
  const Instruction &writer = *kernel.instructions[edge.source];
  const ReadersWords words = readersWords(edge, level);
  Guard guard{words(predicate)};
  if (!guard.condition)
    return std::nullopt;
  if (graph.stable.between(writer, reader, level.depth, predicate))
    return guard;
  if (heldBefore(kernel, writer, reader, level.depth, predicate)) {
    isAll = false;
    return guard;
  }
  auto iteration = words.iteration();
  if (!iteration)
    return std::nullopt;
  guard.at = &writer;
  guard.iteration = std::move(*iteration);
  return guard;
}

// --- the writes

// A subscript of the write as a function of inames and of data, which have the
// values then that they have at the read; nullopt if it is none.
std::optional<PwAff> KnownWrites::placeOf(const Expr &written,
                                          const DependenceEdge &edge,
                                          OrderLevel level) {
  if (auto at = graph.affine(written))
    return at;
  const Instruction &writer = *kernel.instructions[edge.source];
  auto at = toAffine(written);
  if (!at)
    return std::nullopt;
  std::map<std::string, Expr> assigned;
  for (const std::string &name : at->names()) {
    if (!graph.sets.isData(name))
      continue;
    if (Expr value = valueOf(name, writer, &edge, level)) {
      assigned.emplace(name, std::move(value));
      continue;
    }
    if (!graph.stable.between(writer, reader, level.depth,
                              Expr::var(name, Type::integer(4))))
      return std::nullopt;
    addName(name);
  }
  return assigned.empty() ? at : toAffine(substitute(written, assigned));
}

// Is it known when and where the write's instances are?
bool KnownWrites::isPlaced(const DependenceEdge &edge, OrderLevel level) {
  const Instruction &writer = *kernel.instructions[edge.source];
  const AccessInfo &access = graph.accs[edge.sourceAccess];
  if (access.several ||
      !std::all_of(access.location.begin(), access.location.end(),
                   [&](const Expr &where) {
                     return !where || placeOf(where, edge, level);
                   }))
    return false;
  for (int d = 0; d < loopDepth(writer); ++d)
    if (!graph.affine(loopAt(writer, d)))
      return false;
  return true;
}

// { source ; data : it runs }, as the data are at the read; nullopt where they
// may be others then. `isAll` becomes false where it may run elsewhere, too: a
// flag that holds at the read has held before.
std::optional<Set> KnownWrites::instancesAt(const DependenceEdge &edge,
                                            OrderLevel level, bool &isAll) {
  const Instruction &writer = *kernel.instructions[edge.source];
  auto isStable = [&](const Expr &value) {
    return graph.stable.between(writer, reader, level.depth, value);
  };
  Set runs = graph.sets.withData(edge.source);
  for (const std::string &name : graph.sets.dataOf(edge.source)) {
    if (auto value = valueSet(name, writer, &edge, level)) {
      runs = runs.intersect(*value).project({name});
      continue;
    }
    if (!isStable(Expr::var(name, Type::integer(4))))
      return std::nullopt;
    addName(name);
  }
  for (const Expr &predicate : writer.predicates) {
    if (toCondition(predicate))
      continue;
    auto first = firstInstances(writer, predicate);
    auto guard = guardOf(predicate, edge, level, isAll);
    auto holds = guard ? guardSet(*guard) : std::nullopt;
    if (!holds && !first)
      return std::nullopt;
    isAll = isAll && holds;
    runs = runs.intersect(!first  ? *holds
                          : holds ? first->unite(*holds)
                                  : *first);
  }
  return runs;
}

// { writer : the predicate holds there, for it is a flag that was set before }
std::optional<Set> KnownWrites::firstInstances(const Instruction &writer,
                                               const Expr &predicate) {
  auto set = setBefore(kernel, writer, predicate);
  if (!set)
    return std::nullopt;
  for (const Expr &guard : set->by->predicates) {
    const auto &own = writer.predicates;
    bool held = std::find(own.begin(), own.end(), guard) != own.end() &&
                (graph.stable.between(*set->by, writer, set->depth, guard) ||
                 heldBefore(kernel, *set->by, writer, set->depth, guard));
    if (!held)
      return std::nullopt;
  }
  Set result = Set::universe();
  for (int d : set->loops) {
    const Expr loop = loopAt(writer, d);
    const auto *iname = loop.getIf<VarRef>();
    int domain = iname ? kernel.domainOf(iname->name) : -1;
    auto low = domain < 0 ? std::nullopt
                          : kernel.domains[domain].minConst(iname->name);
    if (!low)
      return std::nullopt;
    result = result.fix(iname->name, *low);
  }
  return result;
}

Set KnownWrites::sameElement(const DependenceEdge &edge, OrderLevel level) {
  const std::vector<Expr> &written = graph.accs[edge.sourceAccess].location;
  Set result = Set::universe();
  for (size_t axis = 0; axis < written.size(); ++axis) {
    if (!written[axis] || !location[axis])
      continue;
    result =
        result.intersect(graph.equal(written[axis], location[axis], reader));
    auto there = toAffine(primedExpr(location[axis], reader));
    if (auto at = graph.affine(written[axis])
                      ? std::nullopt
                      : placeOf(written[axis], edge, level);
        at && there)
      result = result.intersect(at->eq(*there));
  }
  return result;
}

std::vector<KnownWrites::Writer> KnownWrites::writersInto() {
  std::vector<Writer> result;
  auto into = graph.flowInto.find(read);
  if (into == graph.flowInto.end())
    return result;
  for (int number : into->second) {
    const DependenceEdge &edge = graph.list[number];
    for (OrderLevel level : edge.levels) {
      Writer writer{number, level, std::nullopt, true};
      writer.certainly = graph.sets.exact(edge.source)
                             ? graph.sets.of(edge.source)
                             : instancesAt(edge, level, writer.isAll);
      result.push_back(std::move(writer));
    }
  }
  return result;
}

void KnownWrites::addWritesOf(const std::vector<Writer> &level) {
  Set written = Set::empty();
  for (const Writer &writer : level) {
    list.push_back(writesOf(writer));
    const int source = graph.list[writer.edge].source;
    if (const Set &certain = list.back().certain; !certain.isEmpty())
      written = written.unite(
          certain.project(kernel.instructions[source]->inames));
  }
  unwritten = unwritten.subtract(written).coalesce();
}

KnownWrites::Writes KnownWrites::writesOf(const Writer &writer) {
  const DependenceEdge &edge = graph.list[writer.edge];
  Set ordered =
      sameElement(edge, writer.level)
          .intersect(graph.orderAt(edge, writer.level));
  auto pairs = [&](const Set &instances) {
    return instances.intersect(unwritten).intersect(ordered);
  };
  Writes result{writer.edge, writer.level, Set::empty(), Set::empty()};
  Set known = writer.certainly ? pairs(*writer.certainly) : Set::empty();
  const bool areAll = writer.certainly && writer.isAll;
  result.possible = areAll ? known : pairs(graph.sets.of(edge.source));
  if (isPlaced(edge, writer.level)) {
    result.certain = std::move(known);
    result.areCertain = areAll;
  }
  return result;
}
