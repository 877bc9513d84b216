#include "KnownWrites.h"

#include "DependenceScan.h"
#include "FallingFlags.h"
#include "IndexMaps.h"
#include "loopyc/IR/Negation.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Each doubles the cases that isl tells apart.
static constexpr size_t mostGuards = 8;

KnownWrites::KnownWrites(DependenceGraph &graph, int read)
    : graph(graph), kernel(graph.knl), read(read),
      reader(*kernel.instructions[graph.accs[read].instruction]),
      either(Set::universe()) {
  describeRead();
  auto into = graph.flowInto.find(read);
  if (into != graph.flowInto.end())
    for (int edge : into->second)
      list.push_back(writesOf(edge));
  sinks = sinks.intersect(either);
}

void KnownWrites::addName(const std::string &name) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

// --- the read

void KnownWrites::describeRead() {
  const AccessInfo &access = graph.accs[read];
  sinks = graph.sets.withData(access.instruction);
  for (const std::string &name : graph.sets.dataOf(access.instruction)) {
    addName(name);
    OrderLevel own{loopDepth(reader), false};
    if (auto value = valueSet(name, reader, nullptr, own))
      sinks = sinks.intersect(*value);
  }
  std::vector<Expr> conditions = reader.predicates;
  conditions.insert(conditions.end(), access.conditions.begin(),
                    access.conditions.end());
  for (const Expr &condition : conditions)
    if (!toCondition(condition))
      if (auto holds = guardSet(condition))
        sinks = sinks.intersect(*holds);
  VariablePtr var = kernel.findVariable(access.variable);
  location = access.location;
  for (size_t axis = 0; axis < var->axes.size(); ++axis) {
    if (location[axis] && graph.affine(location[axis]))
      continue;
    std::string element = auxiliaryName("element" + std::to_string(axis));
    PwAff at = PwAff::name(element);
    auto where = location[axis] ? toAffine(location[axis]) : std::nullopt;
    auto map =
        location[axis] ? mapReference(kernel, location[axis]) : std::nullopt;
    if (where) { // of scalars that are data
      sinks = sinks.intersect(at.eq(*where));
      for (const std::string &name : where->names())
        if (graph.sets.isData(name))
          addName(name);
    }
    if (map)
      sinks = sinks.intersect(withinBounds(*map, at));
    location[axis] = Expr::var(element, Type::integer(4));
    addName(element);
    // A dummy may be longer than it is declared.
    auto extent = var->isTemporary() && var->axes[axis].extent
                      ? graph.affine(var->axes[axis].extent)
                      : std::nullopt;
    if (extent)
      sinks =
          sinks.intersect(at.ge(PwAff::constant(0))).intersect(at.lt(*extent));
  }
  sinks = sinks.rename(primes(reader));
}

// --- conditions

// { data : it holds }; nullopt where there are too many to tell apart.
std::optional<Set> KnownWrites::guardSet(const Expr &guard) {
  auto value = [](size_t number) {
    return auxiliaryName("guard" + std::to_string(number));
  };
  for (size_t number = 0; number < guards.size(); ++number) {
    if (guards[number] == guard)
      return Set::universe().fix(value(number), 1);
    if (areOpposite(guards[number], guard))
      return Set::universe().fix(value(number), 0);
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

// The only assignment of a scalar, if it stands before its user in the same
// iteration, and happens whenever that runs; null if there is none.
const Instruction *KnownWrites::definition(const std::string &scalar,
                                           const Instruction &user) const {
  const Instruction *only = nullptr;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(scalar)) {
      if (only || insn->assignees().size() != 1)
        return nullptr;
      only = insn.get();
    }
  if (!only || !only->assignees().front().getIf<VarRef>() ||
      mentions(only->values().front(), scalar))
    return nullptr;
  int depth = loopDepth(*only);
  bool isBefore = samePath(*only, user, depth) &&
                  positionAt(*only, depth) < positionAt(user, depth);
  for (int d = 0; d < depth; ++d)
    isBefore = isBefore && loopAt(*only, d) == loopAt(user, d);
  for (const std::string &iname : only->inames)
    isBefore = isBefore && user.within(iname);
  for (const Expr &guard : only->predicates)
    isBefore =
        isBefore && std::find(user.predicates.begin(), user.predicates.end(),
                              guard) != user.predicates.end();
  return isBefore ? only : nullptr;
}

// { scalar ; data : it has the value that it is assigned } where the user runs,
// if that is the same at the read. `edge`: from the user; null if it is the
// reader.
std::optional<Set> KnownWrites::valueSet(const std::string &scalar,
                                         const Instruction &user,
                                         const DependenceEdge *edge,
                                         OrderLevel level) {
  const Instruction *assigned = definition(scalar, user);
  if (!assigned)
    return std::nullopt;
  Expr value = assigned->values().front();
  int depth = std::min(level.depth, loopDepth(*assigned));
  if (!graph.stable.between(*assigned, reader, depth, value))
    return std::nullopt;
  std::set<std::string> read, arrays;
  collectNames(value, read, arrays);
  if (auto known = toAffine(value)) {
    for (const std::string &name : read)
      if (graph.sets.isData(name))
        addName(name);
    return known->eq(PwAff::name(scalar));
  }
  Expr words = edge ? inReadersWords(value, *edge, level) : value;
  if (!words)
    return std::nullopt;
  auto at = std::find(values.begin(), values.end(), words);
  std::string name =
      auxiliaryName("value" + std::to_string(at - values.begin()));
  if (at == values.end())
    values.push_back(words);
  addName(name);
  return PwAff::name(name).eq(PwAff::name(scalar));
}

// What the write depends on, with the reader's inames in the place of its own,
// which loops in common or the element say: x(s) > 0, where w(s) is written, is
// x(r + 1) > 0 where w(r + 1) is read. Null if neither does.
Expr KnownWrites::inReadersWords(const Expr &e, const DependenceEdge &edge,
                                 OrderLevel level) {
  const Instruction &writer = *kernel.instructions[edge.source];
  std::set<std::string> shared, arrays;
  for (int d = 0; d < level.depth; ++d)
    if (Expr loop = loopAt(writer, d);
        loop == loopAt(reader, d) && graph.affine.isInjective(loop))
      collectNames(loop, shared, arrays);
  const std::vector<Expr> &written = graph.accs[edge.sourceAccess].location;
  Substitution words;
  for (const std::string &iname : writer.inames) {
    if (!mentions(e, iname) || (shared.count(iname) && reader.within(iname)))
      continue;
    for (size_t axis = 0; axis < written.size(); ++axis) {
      if (!written[axis] || !location[axis])
        continue;
      Expr offset = fold(written[axis] - Expr::var(iname));
      if (asInteger(offset)) {
        words[iname] = fold(location[axis] - offset);
        break;
      }
    }
    if (!words.count(iname))
      return Expr();
  }
  return fold(substitute(e, words));
}

// --- the writes

// Is it known when and where the write's instances are?
bool KnownWrites::isPlaced(const DependenceEdge &edge) {
  const Instruction &writer = *kernel.instructions[edge.source];
  if (!graph.hasAffineLocation(edge.sourceAccess))
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
    bool stable = isStable(predicate);
    isAll = isAll && stable;
    bool known =
        stable || heldBefore(kernel, writer, reader, level.depth, predicate);
    Expr guard = known ? inReadersWords(predicate, edge, level) : Expr();
    auto holds = guard ? guardSet(guard) : std::nullopt;
    if (!holds)
      return std::nullopt;
    runs = runs.intersect(*holds);
  }
  return runs;
}

Set KnownWrites::sameElement(const DependenceEdge &edge) {
  const std::vector<Expr> &written = graph.accs[edge.sourceAccess].location;
  Set result = Set::universe();
  for (size_t axis = 0; axis < written.size(); ++axis)
    if (written[axis] && location[axis])
      result =
          result.intersect(graph.equal(written[axis], location[axis], reader));
  return result;
}

KnownWrites::Writes KnownWrites::writesOf(int number) {
  const DependenceEdge &edge = graph.list[number];
  Writes result{number, Set::empty(), Set::empty()};
  Set same = sameElement(edge);
  bool isPlain = isPlaced(edge);
  for (OrderLevel level : edge.levels) {
    bool isAll = true;
    std::optional<Set> certainly = graph.sets.exact(edge.source)
                                       ? graph.sets.of(edge.source)
                                       : instancesAt(edge, level, isAll);
    auto pairs = [&](const Set &instances) {
      return instances.intersect(sinks).intersect(same).intersect(
          graph.orderAt(edge, level));
    };
    Set known = certainly ? pairs(*certainly) : Set::empty();
    result.possible = result.possible.unite(
        certainly && isAll ? known : pairs(graph.sets.of(edge.source)));
    if (isPlain && certainly)
      result.certain = result.certain.unite(known);
  }
  return result;
}
