#include "DataValues.h"

#include "loopyc/Analysis/Definitions.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// Each pair of values doubles or triples the cases that isl tells apart.
static constexpr size_t mostEntries = 6;
// Of an expression in values. One that scalars add up step by step doubles with
// each of them.
static constexpr size_t mostNodes = 1000;

DataValues::DataValues(const Kernel &kernel) : kernel(kernel), stable(kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      written.insert(name);
}

// --- one access

// Turns what an instruction reads into names of values.
class DataValues::Reader {
public:
  Reader(const DataValues &values, const Instruction &insn, bool isSink,
         End &end)
      : values(values), insn(insn), isSink(isSink), end(end) {}

  // nullopt if it is no quasi-affine function of inames and values.
  std::optional<PwAff> operator()(const Expr &e) {
    return affine(inValues(e, insn));
  }

private:
  std::optional<PwAff> affine(const Expr &e) const {
    return toAffine(isSink ? primedExpr(e, insn) : e);
  }
  Expr fresh() {
    std::string name = auxiliaryName((isSink ? "sink" : "source") +
                                     std::to_string(end.names.size()));
    end.names.push_back(name);
    return Expr::var(name, Type::integer(4));
  }
  // Of which nothing is known.
  Expr unknown() {
    ++unknowns;
    return fresh();
  }
  Expr inValues(const Expr &e, const Instruction &user);
  Expr valueOf(const ArrayRef &reference);
  Expr valueOf(const VarRef &scalar);

  struct Assigned {
    Expr value;
    bool isKnown = true;
  };
  const Assigned &valueOf(const Instruction &assigned);

  const DataValues &values;
  const Instruction &insn;
  const bool isSink;
  End &end;
  std::map<const Instruction *, Assigned> known; // of scalars
  size_t unknowns = 0;
};

Expr DataValues::Reader::valueOf(const ArrayRef &reference) {
  if (values.written.count(reference.name))
    return unknown();
  Expr value = fresh();
  Entry entry{reference.name, end.names.back(), {}};
  for (const Expr &subscript : reference.subscripts) {
    auto at = affine(subscript);
    if (!at) {
      ++unknowns;
      return value;
    }
    entry.element.push_back(std::move(*at));
  }
  end.entries.push_back(std::move(entry));
  return value;
}

Expr DataValues::Reader::inValues(const Expr &e, const Instruction &user) {
  return rewrite(e, [&](const Expr &node) {
    if (!node.type().isInteger())
      return node;
    if (const auto *array = node.getIf<ArrayRef>())
      return valueOf(*array);
    const auto *var = node.getIf<VarRef>();
    if (!var || !values.written.count(var->name))
      return node;
    const Instruction *assigned =
        definitionBefore(values.kernel, var->name, user);
    const bool isOwn = &user == &insn;
    if (!assigned)
      return isOwn ? valueOf(*var) : unknown();
    const Assigned &found = valueOf(*assigned);
    if (found.isKnown)
      return found.value;
    if (isOwn)
      return valueOf(*var);
    ++unknowns;
    return found.value;
  });
}

// Of a scalar where the access is made.
Expr DataValues::Reader::valueOf(const VarRef &scalar) {
  auto known = end.scalars.find(scalar.name);
  if (known != end.scalars.end())
    return Expr::var(known->second, Type::integer(4));
  Expr value = fresh();
  end.scalars.emplace(scalar.name, end.names.back());
  return value;
}

const DataValues::Reader::Assigned &
DataValues::Reader::valueOf(const Instruction &assigned) {
  auto [found, isNew] = known.try_emplace(&assigned);
  Assigned &result = found->second;
  if (!isNew)
    return result;
  const size_t before = unknowns;
  result.value = inValues(assigned.values().front(), assigned);
  size_t nodes = 0;
  walk(result.value, [&](const Expr &) { return ++nodes <= mostNodes; });
  if (nodes > mostNodes)
    result.value = unknown();
  result.isKnown = unknowns == before;
  unknowns = before;
  return result;
}

const DataValues::End &DataValues::describe(InstanceSets &sets,
                                            const AccessInfo &access,
                                            bool isSink) const {
  auto [found, isNew] = ends.try_emplace(
      {access.instruction, access.reference.str(), isSink});
  if (isNew)
    found->second = described(sets, access, isSink);
  return found->second;
}

DataValues::End DataValues::described(InstanceSets &sets,
                                      const AccessInfo &access,
                                      bool isSink) const {
  const Instruction &insn = *kernel.instructions[access.instruction];
  End end;
  Reader read(*this, insn, isSink, end);
  end.runs = sets.withData(access.instruction);
  if (isSink)
    end.runs = end.runs.rename(primes(insn));
  for (const std::string &name : sets.dataOf(access.instruction)) {
    if (auto value = read(Expr::var(name, Type::integer(4))))
      end.runs = end.runs.intersect(value->eq(PwAff::name(name)));
    end.runs = end.runs.project({name});
  }
  for (const Expr &where : access.location)
    end.location.push_back(where ? read(where) : std::nullopt);
  for (const Entry &entry : end.entries) {
    VariablePtr var = kernel.findVariable(entry.array);
    if (!var->map)
      continue;
    PwAff value = PwAff::name(entry.name);
    if (auto low = var->map->lower ? toAffine(var->map->lower) : std::nullopt)
      end.runs = end.runs.intersect(value.ge(*low));
    if (auto high = var->map->upper ? toAffine(var->map->upper) : std::nullopt)
      end.runs = end.runs.intersect(value.le(*high));
  }
  return end;
}

bool DataValues::dependsOnData(InstanceSets &sets,
                               const AccessInfo &access) const {
  if (access.several)
    return false;
  auto isData = [&](const Expr &where) {
    bool found = false;
    if (where)
      walk(where, [&](const Expr &node) {
        const auto *var = node.getIf<VarRef>();
        found = found || node.getIf<ArrayRef>() ||
                (var && written.count(var->name));
        return !found;
      });
    return found;
  };
  return !sets.dataOf(access.instruction).empty() ||
         std::any_of(access.location.begin(), access.location.end(), isData);
}

std::string DataValues::key(InstanceSets &sets,
                            const AccessInfo &access) const {
  return dependsOnData(sets, access)
             ? "|" + kernel.instructions[access.instruction]->id
             : "";
}

// --- two of them

// { values : what is known of elements of one array }
Set DataValues::relate(const Entry &a, const Entry &b) const {
  const auto &map = kernel.findVariable(a.array)->map;
  const bool differ = map && map->injective;
  PwAff x = PwAff::name(a.name), y = PwAff::name(b.name);
  Set same = x.eq(y), other = Set::empty();
  for (size_t axis = 0; axis < a.element.size(); ++axis) {
    const PwAff &i = a.element[axis], &j = b.element[axis];
    same = same.intersect(i.eq(j));
    if (map && map->increasing) { // along its only axis
      auto distance = [&](const PwAff &d) {
        return map->strictlyIncreasing ? d : PwAff::constant(0);
      };
      other = i.lt(j).intersect((y - x).ge(distance(j - i)));
      other = other.unite(j.lt(i).intersect((x - y).ge(distance(i - j))));
    } else {
      other = other.unite(i.ne(j));
    }
  }
  if (differ)
    other = other.intersect(x.ne(y));
  return same.unite(other);
}

// { values : in iterations of the outer loops between which nothing assigns a
// scalar, it has one value }
Set DataValues::sameScalars(const End &from, const Instruction &source,
                            const End &to, const Instruction &sink) const {
  Set result = Set::universe();
  for (const auto &[scalar, name] : from.scalars) {
    auto there = to.scalars.find(scalar);
    if (there == to.scalars.end())
      continue;
    const Expr value = Expr::var(scalar, Type::integer(4));
    Set differ = Set::empty(); // iterations
    for (int depth = 0; samePath(source, sink, depth); ++depth) {
      if (stable.between(source, sink, depth, value)) {
        Set same = PwAff::name(name).eq(PwAff::name(there->second));
        result = result.intersect(same.unite(differ));
        break;
      }
      if (depth == std::min(loopDepth(source), loopDepth(sink)))
        break;
      auto i = toAffine(loopAt(source, depth)),
           j = toAffine(primedExpr(loopAt(sink, depth), sink));
      if (!i || !j)
        break;
      differ = differ.unite(i->ne(*j));
    }
  }
  return result;
}

Set DataValues::meeting(InstanceSets &sets, const AccessInfo &source,
                        const AccessInfo &sink) const {
  if (!dependsOnData(sets, source) && !dependsOnData(sets, sink))
    return Set::universe();
  const End &from = describe(sets, source, false),
            &to = describe(sets, sink, true);
  Set result = from.runs.intersect(to.runs);
  for (size_t axis = 0; axis < from.location.size(); ++axis)
    if (from.location[axis] && to.location[axis])
      result = result.intersect(from.location[axis]->eq(*to.location[axis]));
  std::vector<Entry> entries = from.entries;
  entries.insert(entries.end(), to.entries.begin(), to.entries.end());
  if (entries.size() <= mostEntries)
    for (size_t a = 0; a < entries.size(); ++a)
      for (size_t b = a + 1; b < entries.size(); ++b)
        if (entries[a].array == entries[b].array)
          result = result.intersect(relate(entries[a], entries[b]));
  result = result.intersect(
      sameScalars(from, *kernel.instructions[source.instruction], to,
                  *kernel.instructions[sink.instruction]));
  poly::Names names = from.names;
  names.insert(names.end(), to.names.begin(), to.names.end());
  return result.project(names);
}
