#include "Bounds.h"

#include "ScalarPaths.h"

#include "loopyc/Analysis/ExposedReads.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Interval.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace loopyc;
using namespace loopyc::check;
using poly::Names;
using poly::PwAff;
using poly::Set;

// What a variable may be, in sets of its values.
static const char *const anyValue = "any_value";

static PwAff constant(int64_t value) { return PwAff::constant(value); }

// { : value < 0 } and { : value >= extent }; nullopt where that is not affine.
struct Outside {
  Set below, beyond;

  Set either() const { return below.unite(beyond); }
};

static std::optional<Outside> outside(const Expr &value, const Expr &extent,
                                      const IsParameter &isParameter = {}) {
  auto v = toAffine(value, isParameter);
  if (!v)
    return std::nullopt;
  Outside result{v->lt(constant(0)), Set::empty()};
  if (extent) {
    auto e = toAffine(extent);
    if (!e)
      return std::nullopt;
    result.beyond = v->ge(*e);
  }
  return result;
}

// A value, with a name of its own for each part of which nothing but a range is
// known. { names : they are in their ranges }
struct Bounds::WithRanges {
  Expr value;
  Set ranges = Set::universe();
  Names names;
};

// What is left of a division by a size is less than that, whatever is divided,
// from 0 on. What the kernel keeps in lists and in variables that go on is one
// of the values that it assigns to them:
//   n = n + 1;  list(n) = i;  ...  a(list(k))
Bounds::WithRanges Bounds::withRanges(const Expr &value) {
  WithRanges result;
  result.value = fold(rewrite(value, [&](const Expr &node) {
    if (std::optional<Set> values = assignedValues(node)) {
      const std::string name =
          auxiliaryName("kept_" + std::to_string(result.names.size()));
      result.names.push_back(name);
      result.ranges =
          result.ranges.intersect(values->rename({{anyValue, name}}));
      return Expr::var(name, node.type());
    }
    const auto *rest = node.getIf<Binary>();
    if (!rest || (rest->op != BinaryOp::Rem && rest->op != BinaryOp::FloorMod))
      return node;
    auto divisor = toAffine(rest->b);
    if (!divisor || toAffine(node))
      return node;
    result.names.push_back(
        auxiliaryName("rest_" + std::to_string(result.names.size())));
    PwAff name = PwAff::name(result.names.back());
    result.ranges = result.ranges.intersect(name.ge(constant(0)))
                        .intersect(name.lt(*divisor));
    return Expr::var(result.names.back(), node.type());
  }));
  return result;
}

static bool hasDeclaredLayout(const Variable &array) {
  const DeclaredLayout &declared = array.declared;
  if (declared.indices.size() != array.axes.size() ||
      declared.extents.size() != array.axes.size())
    return declared.extents.empty();
  for (size_t a = 0; a < declared.indices.size(); ++a) {
    const auto *index = declared.indices[a].getIf<VarRef>();
    if (!index || index->name != "i" + std::to_string(a))
      return false;
  }
  return true;
}

// { : hidden extents and lower bounds have their declared values }, without
// the names that are no objects.
static Set declaredSizes(const KernelObjects &objects) {
  Set sizes = Set::universe();
  for (const Object &object : objects.objects)
    if (auto value = object.declared ? toAffine(object.declared) : std::nullopt)
      sizes = sizes.intersect(PwAff::name(object.name).eq(*value));
  Names others;
  for (const std::string &name : sizes.names())
    if (!objects.find(name))
      others.push_back(name);
  return sizes.project(others);
}

static Set withGiven(Set sizes, const KernelObjects &objects) {
  for (const Object &object : objects.objects)
    if (object.isSize() && object.value)
      sizes = sizes.fix(object.name, static_cast<int64_t>(*object.value));
  return sizes;
}

// { : a and b are the same element, and have different values }
static Set differing(const Object::Element &a, const Object::Element &b) {
  Set result = PwAff::name(a.name).ne(PwAff::name(b.name));
  for (size_t k = 0; k < a.position.size(); ++k)
    if (auto distance = toAffine(fold(a.position[k] - b.position[k])))
      result = result.intersect(distance->eq(constant(0)));
  return result;
}

// Arrays have the elements that are passed by value, each with one value.
static Set holdingElements(Set sizes, const KernelObjects &objects) {
  for (const Object &object : objects.objects) {
    const std::vector<Object::Element> &elements = object.elements;
    for (size_t e = 0; e < elements.size(); ++e) {
      const std::vector<Expr> &position = elements[e].position;
      for (size_t a = 0; a < position.size(); ++a)
        if (auto out = outside(position[a], object.extents[a]))
          sizes = sizes.subtract(out->either());
      for (size_t o = 0; o < e; ++o)
        sizes = sizes.subtract(differing(elements[e], elements[o]));
    }
  }
  return sizes;
}

Bounds::Bounds(const Kernel &kernel, const KernelObjects &objects)
    : kernel(kernel), objects(objects), accesses(collectAccesses(kernel)),
      instances(kernel), writers(kernel) {
  Set given =
      holdingElements(withGiven(kernel.assumptions.flat(), objects), objects);
  Set declared = given.intersect(declaredSizes(objects));
  findSizes(declared);
  // The variables have changed since the declarations.
  if (safe.isEmpty() || alwaysOutside)
    findSizes(given);
}

IsParameter Bounds::isKnown() const {
  return [this](const std::string &name) { return !writers.assigns(name); };
}

void Bounds::findSizes(const Set &allowed) {
  notAffine.clear();
  alwaysOutside = nullptr;
  hasChosen = false;
  safeParts = busyParts = 1;
  safe = allowed;
  std::set<std::string> seen;
  for (const AccessInfo &access : accesses) {
    std::string key =
        instances.key(access.instruction) + "|" + access.reference.str();
    if (instances.exact(access.instruction) && seen.insert(key).second)
      boundAccess(access);
  }
  busy = safe = safe.coalesce();
  for (const Object &object : objects.objects)
    for (const Expr &extent : object.extents)
      if (auto size = extent ? toAffine(extent) : std::nullopt) {
        Set some = busy.intersect(size->ge(constant(1)));
        if (!some.isEmpty())
          busy = some;
      }
  seen.clear();
  for (size_t k = 0; k < kernel.instructions.size(); ++k) {
    if (!seen.insert(instances.key(k)).second)
      continue;
    Set runs = busy.intersect(
        possibleInstances(k).project(Names(kernel.instructions[k]->inames)));
    if (!runs.isEmpty())
      busy = runs.coalesce();
  }
  for (const AccessInfo &access : accesses)
    if (!instances.exact(access.instruction) || isComputed(access))
      preferInside(access);
}

// Is a subscript made of scalars that the kernel computes, or of what is left
// of a division?
bool Bounds::isComputed(const AccessInfo &access) {
  for (const Expr &subscript : access.location)
    if (subscript && !withRanges(subscript).names.empty())
      return true;
    else if (subscript)
      for (const std::string &name : namesIn(subscript))
        if (VariablePtr variable = kernel.findVariable(name);
            variable && variable->isScalar() && writers.assigns(name))
          return true;
  return false;
}

bool Bounds::mayFail() {
  for (size_t k = 0; k < kernel.instructions.size(); ++k)
    if (!instances.exact(k))
      return true;
  for (const AccessInfo &access : accesses)
    for (const Expr &subscript : access.location)
      if (subscript && !toAffine(writers.resolved(subscript), isKnown()))
        return true;
  return !notAffine.empty();
}

bool Bounds::takesValues(const Object &object) {
  if (object.output || !writers.assigns(object.name))
    return !object.output;
  auto [it, isNew] = taken.try_emplace(object.name, true);
  if (isNew) {
    Kernel inside = kernel;
    inside.assumptions = inside.assumptions.intersect(busy);
    it->second = hasExposedReads(inside, object.name);
  }
  return it->second;
}

// What runs under a condition on data may run: if there are sizes at which it
// stays inside, too, these are better. An end of an axis that data alone keep,
// as in t(i, 1:kbot(i)), is no reason to leave the others; there, at least
// some instances are inside.
void Bounds::preferInside(const AccessInfo &access) {
  VariablePtr array = kernel.findVariable(access.variable);
  if (!array || array->isScalar())
    return;
  const Set runs =
      holding(access.conditions, possibleInstances(access.instruction));
  auto prefer = [&](const Set &sizes) {
    if (!sizes.isEmpty())
      busy = asFewParts(sizes, sizes, busyParts);
    return !sizes.isEmpty();
  };
  auto preferWithout = [&](const Set &bad) {
    const Set sizes = sizesOf(access.instruction, bad);
    return prefer(busy.subtract(sizes.simpleHull())) ||
           prefer(busy.subtract(sizes));
  };
  bool allInside = true;
  const auto misses = missesByEnd(access, *array, runs, Ends::Possible);
  for (const Set &bad : misses)
    allInside &= preferWithout(bad);
  if (!allInside) {
    Set good = runs;
    for (const Set &bad : misses)
      good = good.subtract(bad);
    prefer(busy.intersect(sizesOf(access.instruction, good)));
  }
  preferWithout(missesOfLayout(access, *array, runs));
}

// { sizes for which there are such instances, with some data }
Set Bounds::sizesOf(int instruction, const Set &some) const {
  Names others = kernel.instructions[instruction]->inames;
  for (const std::string &name : some.names())
    if (writers.assigns(name))
      others.push_back(name);
  return some.project(others);
}

// Conditions such as mod(i + j, 2) == color leave sets of sizes that are no
// intervals, and whose differences have ever more parts: where all sizes around
// them may as well be left out, they are.
void Bounds::exclude(const Set &bad, const Set &running) {
  if (bad.isEmpty())
    return;
  Set left = safe.subtract(bad.simpleHull());
  if (left.isDisjoint(running))
    left = safe.subtract(bad);
  safe = asFewParts(left, running, safeParts, &hasChosen);
}

// Each access may cut every part in several: of very many, not all are kept.
// `parts`: how many there were when pairs of them were last made one, which
// costs much; it is tried again when there are twice as many.
Set Bounds::asFewParts(Set sizes, const Set &running, size_t &parts,
                       bool *isChoice) const {
  constexpr size_t manyParts = 64;
  size_t count = poly::polyhedronCount(sizes);
  if (count <= 2 * parts)
    return sizes;
  if (count <= 4 * manyParts)
    sizes = sizes.coalesce();
  if (poly::polyhedronCount(sizes) > manyParts) {
    if (isChoice)
      *isChoice = true;
    sizes = withFewParts(sizes, running);
  }
  parts = poly::polyhedronCount(sizes);
  return sizes;
}

// Those are kept at which as few names as possible have the values of one
// point, where something runs.
Set Bounds::withFewParts(Set sizes, const Set &running) const {
  constexpr size_t fewParts = 16;
  Set some = sizes.intersect(running);
  auto point = (some.isEmpty() ? sizes : some).sample();
  while (point && !point->empty() &&
         poly::polyhedronCount(sizes) > fewParts) {
    Set fewest = sizes;
    std::string chosen = point->begin()->first;
    for (const auto &[name, value] : *point) {
      Set fixed = sizes.intersect(PwAff::name(name).eq(constant(value)).flat());
      if (poly::polyhedronCount(fixed) < poly::polyhedronCount(fewest)) {
        fewest = fixed;
        chosen = name;
      }
    }
    sizes = fewest;
    point->erase(chosen);
  }
  return sizes.coalesce();
}

void Bounds::boundAccess(const AccessInfo &access) {
  VariablePtr array = kernel.findVariable(access.variable);
  if (!array || array->isScalar())
    return;
  for (const Axis &axis : array->axes)
    if (axis.extent && !toAffine(axis.extent)) {
      notAffine.push_back(&access);
      break;
    }
  const Names inames = kernel.instructions[access.instruction]->inames;
  const Set &runs = instances.of(access.instruction);
  const Set bound = holding(access.conditions, runs);
  const Set running = runs.project(inames);
  std::vector<Set> bad = missesByEnd(access, *array, bound, Ends::Exact);
  bad.push_back(missesOfLayout(access, *array, bound));
  const Set some = safe.intersect(running);
  for (const Set &instances : bad)
    exclude(instances.project(inames), running);
  bool isCertain = std::all_of(
      access.conditions.begin(), access.conditions.end(),
      [](const Expr &condition) { return toCondition(condition).has_value(); });
  if (isCertain && !hasChosen && !some.isEmpty() && some.isDisjoint(safe) &&
      !alwaysOutside)
    alwaysOutside = &access;
}

void Bounds::requireSomeInside() const {
  if (!alwaysOutside)
    return;
  throw UserError("--check: kernel '" + kernel.name + "' accesses " +
                      alwaysOutside->reference.str() +
                      " outside its array for all sizes for which it accesses "
                      "it at all",
                  kernel.instructions[alwaysOutside->instruction]->range);
}

// { name == value, for each of the values that a choice has }; nullopt where
// one is not affine.
static std::optional<Set> oneOf(const std::string &name, const Expr &value,
                                const IsParameter &isParameter) {
  if (const auto *select = value.getIf<Select>()) {
    auto ifTrue = oneOf(name, select->ifTrue, isParameter),
         ifFalse = oneOf(name, select->ifFalse, isParameter);
    return ifTrue && ifFalse ? std::optional(ifTrue->unite(*ifFalse))
                             : std::nullopt;
  }
  auto affine = toAffine(value, isParameter);
  return affine ? std::optional(affine->eq(PwAff::name(name))) : std::nullopt;
}

// { name == value, for each that the scalar may have where the instruction
// runs }; nullopt where one is not affine.
std::optional<Set> Bounds::valuesOf(const std::string &scalar,
                                    int instruction) const {
  if (Expr value = writers.onlyValue(scalar))
    if (auto values = oneOf(scalar, value, isKnown()))
      return values;
  VariablePtr var = kernel.findVariable(scalar);
  auto paths =
      pathsTo(Expr::var(scalar, var->type), kernel, writers, instruction);
  if (!paths)
    return std::nullopt;
  Set result = Set::empty();
  for (const ScalarPath &path : *paths) {
    auto value = oneOf(scalar, path.value, isKnown());
    if (!value)
      return std::nullopt;
    result = result.unite(holding(path.conditions, *value));
  }
  return result;
}

// { instances that may run }, whatever bounds are chosen:
//   hi = merge(n, m, flag);   do i = 1, hi
Set Bounds::possibleInstances(int instruction) {
  Set runs = instances.withData(instruction);
  const std::vector<std::string> &data = instances.dataOf(instruction);
  for (const std::string &name : data)
    if (auto values = valuesOf(name, instruction))
      runs = runs.intersect(*values);
  return runs.project(Names(data.begin(), data.end()));
}

// { those of the instances at which the affine ones of the conditions hold }
Set Bounds::holding(const std::vector<Expr> &conditions, Set runs) const {
  for (const Expr &condition : conditions)
    if (auto holds = toCondition(condition))
      runs = runs.intersect(*holds);
  return runs;
}

// { anyValue : what the kernel assigns to the variable, as far as that is
// affine }; nullopt where nothing is.
std::optional<Set> Bounds::assignedValues(const Expr &reference) {
  const auto *element = reference.getIf<ArrayRef>();
  const auto *scalar = reference.getIf<VarRef>();
  if (!reference.type().isInteger() || (!element && !scalar))
    return std::nullopt;
  const std::string &variable = element ? element->name : scalar->name;
  if (!writers.assigns(variable))
    return std::nullopt;
  auto [known, isNew] = assigned.try_emplace(variable, Set::empty());
  if (isNew)
    known->second = valuesAssignedTo(variable, reference);
  if (known->second.isEmpty())
    return std::nullopt;
  return known->second;
}

Set Bounds::valuesAssignedTo(const std::string &variable,
                             const Expr &reference) {
  Set result = Set::empty();
  std::optional<Names> around; // all assignments but n = n + 1
  std::vector<size_t> steps;
  for (size_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction &insn = *kernel.instructions[k];
    const std::vector<Expr> values = insn.values();
    if (values.size() != 1 ||
        !llvm::is_contained(insn.assigneeNames(), variable))
      continue;
    if (asInteger(fold(values.front() - reference)) == 1) {
      steps.push_back(k);
      continue;
    }
    if (!around)
      around = insn.inames;
    llvm::erase_if(*around,
                   [&](const std::string &i) { return !insn.within(i); });
    if (auto value = toAffine(writers.resolved(values.front()), isKnown()))
      result = result.unite(possibleInstances(static_cast<int>(k))
                                .intersect(value->eq(PwAff::name(anyValue)))
                                .project(insn.inames));
  }
  for (size_t k : steps)
    result = counted(result, static_cast<int>(k), around.value_or(Names()));
  return result;
}

// From where a counter begins, in the loops `around`, as many more as the one
// loop in these has iterations.
Set Bounds::counted(const Set &begins, int step, const Names &around) {
  const Names &inames = kernel.instructions[step]->inames;
  Names inner;
  for (const std::string &iname : inames)
    if (!llvm::is_contained(around, iname))
      inner.push_back(iname);
  if (inner.size() != 1)
    return begins;
  const std::string first = auxiliaryName("first");
  const PwAff value = PwAff::name(anyValue), from = PwAff::name(first);
  return begins.rename({{anyValue, first}})
      .intersect(possibleInstances(step))
      .intersect(value.ge(from))
      .intersect(value.le(from + PwAff::name(inner.front()) + constant(1)))
      .project({first})
      .project(inames);
}

// { instances whose subscript is outside }, for each end of each axis where it
// is affine, whatever way has led to it; or may be. Axes that scripts do not
// see have one storage for all subscripts.
std::vector<Set> Bounds::missesByEnd(const AccessInfo &access,
                                     const Variable &array, const Set &runs,
                                     Ends known) {
  std::vector<Set> result;
  size_t rank = std::min(access.location.size(), array.visibleAxes());
  for (size_t a = 0; a < rank; ++a) {
    const Expr &subscript = access.location[a];
    if (!subscript)
      continue;
    auto paths = pathsTo(subscript, kernel, writers, access.instruction);
    if (!paths)
      paths = {{subscript, {}}};
    for (const ScalarPath &path : *paths) {
      WithRanges with;
      with.value = path.value;
      if (known == Ends::Possible)
        with = withRanges(path.value);
      if (auto out = outside(with.value, array.axes[a].extent)) {
        const Set some = holding(path.conditions, runs).intersect(with.ranges);
        for (const Set &end : {out->below, out->beyond})
          result.push_back(some.intersect(end).project(with.names));
      }
    }
  }
  return result;
}

// Padding of a changed layout is inside the current axes, but no element:
// those instances hit an element that some declared index leads to.
Set Bounds::missesOfLayout(const AccessInfo &access, const Variable &array,
                           const Set &runs) const {
  if (hasDeclaredLayout(array))
    return Set::empty();
  size_t rank = std::min(access.location.size(), array.axes.size());
  Set hits = runs;
  Names declaredIndices;
  Substitution names;
  for (size_t d = 0; d < array.declared.extents.size(); ++d) {
    std::string index = "declared_" + std::to_string(d);
    declaredIndices.push_back(index);
    names["i" + std::to_string(d)] = Expr::var(index);
    auto out = outside(Expr::var(index), array.declared.extents[d]);
    if (!out)
      return Set::empty();
    hits = hits.intersect(out->either().complement());
  }
  for (size_t a = 0; a < rank && a < array.declared.indices.size(); ++a) {
    auto at = access.location[a] ? toAffine(access.location[a]) : std::nullopt;
    auto from = toAffine(substitute(array.declared.indices[a], names));
    if (!at || !from)
      return Set::empty();
    hits = hits.intersect(at->eq(*from));
  }
  return runs.subtract(hits.project(declaredIndices));
}

// At those that the set mentions: it may be one of many, as may the sizes.
static Set atOwnSizes(Set set, const Values &sizes) {
  for (const auto &[name, value] : sizes)
    if (set.involves(name))
      set = set.fix(name, value);
  return set;
}

std::string Bounds::missAt(const Values &sizes) {
  Substitution values;
  for (const auto &[name, value] : sizes)
    if (VariablePtr size = kernel.findVariable(name))
      values[name] = Expr::integer(value, size->type);
  for (const AccessInfo *access : notAffine) {
    VariablePtr array = kernel.findVariable(access->variable);
    Set runs = atOwnSizes(instances.of(access->instruction), sizes);
    for (size_t a = 0; a < array->axes.size(); ++a) {
      auto extent = evaluate(array->axes[a].extent, sizes);
      if (!extent || !access->location[a])
        continue;
      auto out = outside(fold(substitute(access->location[a], values)),
                         Expr::integer(*extent), isKnown());
      if (out && !runs.isDisjoint(atOwnSizes(out->either(), sizes)))
        return access->reference.str();
    }
  }
  return "";
}

double Bounds::work(const Values &sizes) {
  std::map<std::string, double> instancesOf;
  double total = 0;
  for (size_t k = 0; k < kernel.instructions.size(); ++k) {
    auto [it, isNew] = instancesOf.try_emplace(instances.key(k), 1);
    if (isNew) {
      Set runs = atOwnSizes(instances.of(k), sizes);
      for (const std::string &iname : kernel.instructions[k]->inames) {
        if (auto count = intervalOf(iname, runs).count())
          it->second *= static_cast<double>(*count);
      }
    }
    total += it->second;
  }
  return total;
}
