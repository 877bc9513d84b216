#include "IndexValues.h"

#include "ScalarPaths.h"

#include "loopyc/Support/Integers.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Interval.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace loopyc;
using namespace loopyc::check;
using poly::PwAff;
using poly::Set;

namespace {

// So far do values go where any beyond an end is valid; those that begin rows
// of one array, further.
constexpr int64_t anySpan = 16, startsSpan = 64;

// So many values beyond an end are drawn with which a subscript leaves its
// array, where a condition keeps the statement from running then.
constexpr int64_t unusedSpan = 2;

// Any element's value, in sets.
const char *const ofAny = "value_of_all";

// An element of an integer array, under the name that it has in sets.
struct Element {
  Expr element;
  std::string name;

  const ArrayRef &ref() const { return *element.getIf<ArrayRef>(); }
};

struct Ends {
  std::optional<int64_t> low, high;
  // Those between which loops run that it bounds; of their own, if no access
  // says more.
  Interval runs = Interval::none();
  bool bounds = false, starts = false;
};

// For which values of an array's element is an access outside? `known`: as far
// as one element alone decides.
struct Unfit {
  Set values = Set::empty();
  bool known = true;
};

struct Use {
  std::string text;
  bool certain; // or one of several, for which nobody is asked
  bool known;   // or a guess
};

class Finder {
public:
  Finder(Bounds &bounds, const KernelObjects &objects, const Values &sizes,
         bool guarded)
      : bounds(bounds), kernel(bounds.subject()), objects(objects),
        writers(bounds.allWriters()), sizes(sizes), guarded(guarded) {
    for (const auto &[name, value] : sizes)
      numbers[name] = Expr::integer(value, Type::integer(8));
  }

  std::map<std::string, IndexRange> find() {
    for (size_t k = 0; k < kernel.instructions.size(); ++k)
      lookAtLoops(static_cast<int>(k));
    for (const AccessInfo &access : bounds.everyAccess())
      for (size_t a = 0; a < access.location.size(); ++a)
        if (access.location[a])
          lookAt(access, a);
    std::map<std::string, IndexRange> result;
    for (const auto &[array, found] : ends)
      result[array] = rangeOf(array, found);
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        if (int axis = chainAxis(name, *insn)) {
          const Object &array = *objects.find(chainOf(*insn));
          IndexRange &range = result[chainOf(*insn)];
          range.low = endOfChain(array, axis);
          range.high = std::max(range.low, range.high);
          range.chain = axis;
        }
    return result;
  }

private:
  [[noreturn]] void askForInit(const std::string &array,
                               const std::string &use) const {
    const Object *object = objects.find(array);
    throw UserError("--check cannot choose values for the integer array '" +
                        array + "' of kernel '" + kernel.name + "', which " +
                        use + "; give them with --init " + array +
                        "=EXPR, an expression in i0, i1, ... (zero-based "
                        "subscripts) and the parameters",
                    object ? object->dummy->range : SourceRange());
  }

  // Integer argument arrays that the expression reads, directly or through
  // what the kernel computes.
  NameSet integerSources(const Expr &e) const {
    NameSet found;
    for (const std::string &name : writers.sources(namesIn(e), Flow::Values)) {
      const Object *object = objects.find(name);
      if (object && object->isArray() && object->dummy->type.isAnyInteger())
        found.insert(name);
    }
    return found;
  }

  static std::string chainOf(const Instruction &insn) {
    return insn.values().front().getIf<ArrayRef>()->name;
  }

  // Before the first element.
  int64_t endOfChain(const Object &array, int axis) const {
    const Expr &lower = array.lowerBounds[axis - 1];
    auto first = lower ? asInteger(fold(substitute(lower, numbers)))
                       : std::optional<int64_t>();
    return first.value_or(1) - 1;
  }

  // p = next(p): along which axis of an open array, from 1; 0: it is no such
  // assignment of the scalar.
  int chainAxis(const std::string &name, const Instruction &insn) const {
    const std::vector<Expr> values = insn.values();
    const auto *next =
        values.size() == 1 ? values.front().getIf<ArrayRef>() : nullptr;
    VariablePtr variable = kernel.findVariable(name);
    if (!next || !isOpen(next->name) || !variable || !variable->isScalar())
      return 0;
    int axis = 0;
    for (size_t a = 0; a < next->subscripts.size(); ++a)
      if (mentions(next->subscripts[a], name))
        axis = axis ? -1 : static_cast<int>(a) + 1;
    return std::max(axis, 0);
  }

  // Its values are to be chosen: they are not those that the kernel computes.
  bool isOpen(const std::string &array) const {
    const Object *object = objects.find(array);
    return object && object->isArray() && !object->init &&
           object->dummy->type.isAnyInteger() && bounds.takesValues(*object);
  }

  // With a name for each element of an open array: equal ones share one.
  Expr withNames(const Expr &e, std::vector<Element> &elements) const {
    return substitute(named(writers.resolved(e), elements), numbers);
  }

  // What subscripts an element of another array says nothing about its value,
  // and stands in an access of its own.
  Expr named(const Expr &e, std::vector<Element> &elements) const {
    const auto *ref = e.getIf<ArrayRef>();
    if (ref && !isOpen(ref->name))
      return e;
    std::vector<Expr> parts = operands(e);
    if (parts.empty())
      return e;
    for (Expr &part : parts)
      part = named(part, elements);
    Expr node = withOperands(e, parts);
    return ref ? nameOf(node, elements) : node;
  }

  static Expr nameOf(const Expr &element, std::vector<Element> &elements) {
    // What is chosen fits an integer with a sign, too.
    Type type =
        element.type().isUnsigned() ? Type::integer(8) : element.type();
    for (const Element &known : elements)
      if (known.element == element)
        return Expr::var(known.name, type);
    elements.push_back({element, "element_" + std::to_string(elements.size())});
    return Expr::var(elements.back().name, type);
  }

  // Is it made of elements that the kernel computes? Which values of others go
  // with these the original will tell.
  bool holdsComputed(const Expr &e) const {
    bool found = false;
    walk(e, [&](const Expr &node) {
      const auto *ref = node.getIf<ArrayRef>();
      found |= ref && writers.assigns(ref->name);
      return !found;
    });
    return found;
  }

  // A scalar that bounds the instruction, as what is assigned to it wherever
  // that runs, under whatever conditions both stand:
  //   lo = 1;  if (active(i)) lo = ptr(i);  do k = lo, hi;  if (active(i)) ...
  Expr boundOf(const std::string &name, int instruction) const {
    Expr bound = Expr::var(name, kernel.findVariable(name)->type);
    if (!mentions(writers.resolved(bound), name))
      return bound;
    auto paths = pathsTo(bound, kernel, writers, instruction);
    return paths && paths->size() == 1 ? paths->front().value : bound;
  }

  // { instances, e : the data that bound them are what they are made of }
  Set instances(int instruction, std::vector<Element> &elements) {
    InstanceSets &sets = bounds.instanceSets();
    Set runs = sets.withData(instruction);
    for (const std::string &name : sets.dataOf(instruction)) {
      Expr value = withNames(boundOf(name, instruction), elements);
      auto affine = mentions(value, name) ? std::nullopt : toAffine(value);
      runs = affine ? runs.intersect(PwAff::name(name).eq(*affine))
                    : runs.project({name});
    }
    return atSizes(runs, sizes);
  }

  // { instances, e : the conditions around the access hold, and those that led
  // to its subscript }, as far as they are affine; none of those around where
  // one of them makes the access.
  Set guards(const AccessInfo &access, std::vector<Expr> conditions,
             std::vector<Element> elements) const {
    Set result = Set::universe();
    if (!guarded)
      return result;
    const auto &around = kernel.instructions[access.instruction]->predicates;
    if (std::none_of(around.begin(), around.end(), [&](const Expr &predicate) {
          return mentions(predicate, access.variable);
        }))
      conditions.insert(conditions.end(), around.begin(), around.end());
    return holding(conditions, elements);
  }

  // { e : the affine ones of the conditions hold }
  Set holding(const std::vector<Expr> &conditions,
              std::vector<Element> &elements) const {
    Set result = Set::universe();
    for (const Expr &condition : conditions)
      for (const Expr &part : conjuncts(condition))
        if (auto holds = toCondition(withNames(part, elements)))
          result = result.intersect(*holds);
    return result;
  }

  // { e : the subscript is made of these elements in another way }
  //   k = e;  if (k > m) k = k - m
  Set otherwise(const ScalarPath &path, const std::vector<ScalarPath> &all,
                const std::vector<Element> &elements) const {
    Set result = Set::empty();
    for (const ScalarPath &other : all) {
      std::vector<Element> own = elements, none;
      withNames(other.value, none);
      Set holds = holding(other.conditions, own);
      if (&other != &path && !none.empty() && own.size() == elements.size())
        result = result.unite(holds);
    }
    return result;
  }

  static std::vector<Expr> conjuncts(const Expr &condition) {
    const auto *both = condition.getIf<Binary>();
    if (!both || both->op != BinaryOp::And)
      return {condition};
    std::vector<Expr> parts = conjuncts(both->a);
    for (const Expr &part : conjuncts(both->b))
      parts.push_back(part);
    return parts;
  }

  // Without data, and with nothing but the elements.
  static Set onto(const Set &set, const std::vector<Element> &elements) {
    poly::Names names;
    for (const Element &element : elements)
      names.push_back(element.name);
    return set.projectOnto(names);
  }

  // The elements that bound the instruction's loops.
  void lookAtLoops(int instruction) {
    std::vector<Element> elements;
    if (bounds.instanceSets().dataOf(instruction).empty())
      return;
    for (const std::string &name : bounds.instanceSets().dataOf(instruction))
      requireKnown(name, instruction);
    Set runs = onto(instances(instruction, elements), elements);
    for (const Element &element : elements) {
      if (!runs.involves(element.name))
        continue;
      Ends &found = ends[element.ref().name];
      found.bounds = true;
      found.runs = found.runs.unite(intervalOf(element.name, runs));
      for (const Element &next : elements)
        found.starts = found.starts || isRow(element, next, runs);
    }
  }

  // Of a condition, rather than a loop's bounds?
  bool isInPredicate(const std::string &name, int instruction) const {
    const auto &all = kernel.instructions[instruction]->predicates;
    return std::any_of(all.begin(), all.end(), [&](const Expr &predicate) {
      return mentions(predicate, name);
    });
  }

  // Data that bound a loop, of which no affine function is known.
  void requireKnown(const std::string &name, int instruction) const {
    std::vector<Element> elements;
    Expr bound = Expr::var(name, kernel.findVariable(name)->type);
    if (auto paths = pathsTo(bound, kernel, writers, instruction);
        paths && isInPredicate(name, instruction) &&
        std::all_of(paths->begin(), paths->end(), [&](const ScalarPath &path) {
          return toAffine(withNames(path.value, elements)).has_value();
        }))
      return;
    Expr value = withNames(boundOf(name, instruction), elements);
    if (mentions(value, name) || !toAffine(value))
      for (const std::string &array : integerSources(bound))
        if (isOpen(array))
          askForInit(array, "bounds a loop");
  }

  // Does the loop run from the one to the other, which is further on?
  static bool isRow(const Element &from, const Element &to, const Set &runs) {
    if (from.ref().name != to.ref().name || from.name == to.name)
      return false;
    int64_t step = 0;
    for (size_t a = 0; a < from.ref().subscripts.size(); ++a) {
      auto difference =
          asInteger(fold(to.ref().subscripts[a] - from.ref().subscripts[a]));
      if (!difference)
        return false;
      step += *difference;
    }
    PwAff low = PwAff::name(from.name), high = PwAff::name(to.name);
    return step > 0 && runs.isDisjoint(low.gt(high)) &&
           !runs.isDisjoint(low.lt(high));
  }

  // What the subscript may stand for where it is not known: itself, but for a
  // scalar that is assigned several values, each of these, where that happens;
  // nothing where it is made of its own value. Which of them is anybody's
  // guess: `certain` is false then.
  std::vector<ScalarPath> possible(const Expr &subscript, bool &certain) const {
    Expr resolved = writers.resolved(subscript);
    certain = true;
    for (const std::string &name : namesIn(resolved)) {
      const auto &assignments = writers.of(name);
      VariablePtr variable = kernel.findVariable(name);
      if (assignments.size() < 2 || !variable || !variable->isScalar())
        continue;
      certain = false;
      std::vector<ScalarPath> result;
      for (const Instruction *insn : assignments) {
        std::vector<Expr> values = insn->values();
        if (values.size() != 1 ||
            (mentions(values.front(), name) && !chainAxis(name, *insn)))
          return {};
        result.push_back(
            {substitute(resolved, {{name, values.front()}}), insn->predicates});
      }
      return result;
    }
    return {{resolved, {}}};
  }

  void lookAt(const AccessInfo &access, size_t axis) {
    if (axis >= kernel.findVariable(access.variable)->axes.size())
      return; // reused ones are gone
    const Expr &subscript = access.location[axis];
    if (auto paths = pathsTo(subscript, kernel, writers, access.instruction)) {
      for (const ScalarPath &path : *paths)
        lookAt(access, axis, path, *paths, paths->size() == 1, true);
      return;
    }
    bool certain;
    for (const ScalarPath &path : possible(subscript, certain))
      lookAt(access, axis, path, {}, certain, certain);
  }

  // Whatever the elements are: iand(ix(i), 3) + 1
  bool isAlwaysInside(const AccessInfo &access, size_t axis,
                      const Expr &subscript) const {
    const Expr &extent =
        kernel.findVariable(access.variable)->axes[axis].extent;
    auto end = extent ? asInteger(fold(substitute(extent, numbers)))
                      : std::optional<int64_t>();
    Interval values = anyValues(subscript);
    return end && values.low && values.high && *values.low >= 0 &&
           *values.high < *end;
  }
  static Interval anyValues(const Expr &e) { return intervalOf(e, anyValues); }

  // Values for which the access leaves its array are no values. `all`: the ways
  // of which this is one.
  void lookAt(const AccessInfo &access, size_t axis, const ScalarPath &path,
              const std::vector<ScalarPath> &all, bool certain, bool known) {
    std::vector<Element> elements;
    Expr subscript = withNames(path.value, elements);
    bool isSubscript = !elements.empty();
    if (!isSubscript &&
        bounds.instanceSets().dataOf(access.instruction).empty())
      return;
    Set runs = instances(access.instruction, elements);
    if (elements.empty())
      return;
    Use use{isSubscript ? "is a subscript of '" + access.variable + "'"
                        : "bounds a loop over '" + access.variable + "'",
            certain, known};
    // Where no bound at which the loop runs would do, other data keep the
    // access from it.
    const bool maySkip =
        !certain || !bounds.instanceSets().exactWithData(access.instruction);
    auto place = toAffine(subscript);
    if (!place && isSubscript && !isAlwaysInside(access, axis, subscript))
      leaveOpen(elements);
    if (!place) {
      if (isSubscript && certain && !holdsComputed(subscript) &&
          !runs.isEmpty() && !isAlwaysInside(access, axis, subscript))
        askForInit(elements.front().ref().name, use.text);
      return;
    }
    const Set guarding = guards(access, path.conditions, elements);
    const Set elsewhere =
        guarded ? otherwise(path, all, elements) : Set::empty();
    auto excludeThose = [&](const Set &outside) {
      Set whatever =
          onto(runs.intersect(outside).subtract(elsewhere), elements);
      if (!isSubscript && maySkip && onto(runs, elements).isSubset(whatever))
        return;
      Set bad = onto(runs.intersect(outside).intersect(guarding), elements);
      exclude(bad, elements, use, 0);
      if (!whatever.isSubset(bad))
        exclude(whatever, elements, use, unusedSpan);
    };
    excludeThose(place->lt(PwAff::constant(0)));
    const Expr &extent =
        kernel.findVariable(access.variable)->axes[axis].extent;
    auto end = extent ? toAffine(substitute(extent, numbers)) : std::nullopt;
    if (end)
      excludeThose(place->ge(*end));
    else if (extent && isSubscript && certain)
      askForInit(elements.front().ref().name, use.text);
  }

  // The largest of the smallest of the elements' values, or the other way
  // round.
  static std::optional<int64_t>
  extreme(Set set, const std::vector<Element> &elements, bool isLowest) {
    PwAff value = PwAff::name(ofAny);
    for (const Element &element : elements) {
      PwAff other = PwAff::name(element.name);
      set = set.intersect(isLowest ? value.le(other) : value.ge(other));
    }
    Interval values = intervalOf(ofAny, set.projectOnto({ofAny}));
    return isLowest ? values.high : values.low;
  }

  // Of values that are bad on both sides, as those of abs(e) > n: between
  // which the good ones next to 1 lie.
  static std::pair<std::optional<int64_t>, std::optional<int64_t>>
  endsAround(const std::string &name, const Set &bad) {
    const PwAff value = PwAff::name(name), one = PwAff::constant(1);
    auto below = intervalOf(
        name, bad.intersect(value.lt(one)).projectOnto({name})).high;
    auto above = intervalOf(
        name, bad.intersect(value.ge(one)).projectOnto({name})).low;
    if (!below || !above || *above <= 1)
      return {};
    return {below, above};
  }

  // But for so many of them that are next to good ones.
  void exclude(const Set &bad, std::vector<Element> elements, const Use &use,
               int64_t butFor) {
    if (bad.isEmpty())
      return;
    elements.erase(std::remove_if(elements.begin(), elements.end(),
                                  [&](const Element &element) {
                                    return !bad.involves(element.name);
                                  }),
                   elements.end());
    if (elements.empty())
      return; // whatever they are
    if (elements.size() > 1)
      leaveOpen(elements);
    else if (butFor == 0)
      addUnfit(elements.front(), bad);
    auto lowest = extreme(bad, elements, true);
    auto highest = lowest ? std::nullopt : extreme(bad, elements, false);
    if (!lowest && !highest && elements.size() == 1 && butFor == 0)
      std::tie(lowest, highest) = endsAround(elements.front().name, bad);
    if (!lowest && !highest && use.certain && butFor == 0)
      askForInit(elements.front().ref().name, use.text);
    // A guess leaves out those that are no usual ones.
    if (lowest && !use.known)
      lowest = std::max(*lowest, IndexRange().low - 1);
    if (lowest)
      *lowest -= butFor;
    if (highest)
      *highest += butFor;
    if (lowest || highest)
      for (const Element &element : elements)
        narrow(element.ref().name, lowest, highest, use);
  }

  void leaveOpen(const std::vector<Element> &elements) {
    for (const Element &element : elements)
      unfit[element.ref().name].known = false;
  }

  void addUnfit(const Element &element, const Set &bad) {
    Set &values = unfit[element.ref().name].values;
    values = values.unite(
        bad.projectOnto({element.name}).rename({{element.name, ofAny}}));
  }

  // With a value, is its negative one valid, too?
  bool isMirrored(const std::string &array) const {
    static const char *const negative = "negative_value";
    auto found = unfit.find(array);
    if (found == unfit.end() || !found->second.known)
      return false;
    const Set &values = found->second.values;
    if (values.isEmpty())
      return false; // nothing says so
    PwAff opposite = -PwAff::name(negative);
    return values.intersect(PwAff::name(ofAny).eq(opposite))
        .projectOnto({negative})
        .rename({{negative, ofAny}})
        .isEqual(values);
  }

  // To values above the lowest one, and below the highest one.
  void narrow(const std::string &array, std::optional<int64_t> lowest,
              std::optional<int64_t> highest, const Use &use) {
    auto known = ends.find(array);
    Ends narrowed = known == ends.end() ? Ends() : known->second;
    if (lowest)
      narrowed.low = std::max(narrowed.low.value_or(*lowest + 1), *lowest + 1);
    if (highest)
      narrowed.high =
          std::min(narrowed.high.value_or(*highest - 1), *highest - 1);
    if (!narrowed.low || !narrowed.high || *narrowed.low <= *narrowed.high)
      ends[array] = narrowed;
    else if (use.certain)
      askForInit(array, use.text + " (no value is valid for all its uses)");
  }

  // Beyond the values for which a loop runs is one for which it does not. An
  // assumed-size array will be as large as it must.
  IndexRange rangeOf(const std::string &array, const Ends &found) const {
    auto low = found.low, high = found.high;
    if (found.bounds && !low && found.runs.low)
      low = integers::difference(*found.runs.low, 1);
    if (found.bounds && !high && found.runs.high)
      high = integers::sum(*found.runs.high, 1);
    int64_t span = found.starts ? startsSpan : anySpan;
    if (!low && !high)
      low = 1;
    if (!high)
      high = integers::sum(*low, span).value_or(*low);
    if (!low)
      low = integers::difference(*high, span).value_or(*high);
    if (*low > *high)
      askForInit(array, "bounds a loop (which no value makes run)");
    const bool mirrored = *low > 0 && !found.bounds && isMirrored(array);
    return {*low, *high, found.starts, /*chain=*/0, mirrored};
  }

  Bounds &bounds;
  const Kernel &kernel;
  const KernelObjects &objects;
  const Writers &writers;
  Values sizes;
  Substitution numbers;
  const bool guarded;
  std::map<std::string, Ends> ends;
  std::map<std::string, Unfit> unfit;
};

} // namespace

std::map<std::string, IndexRange>
check::indexRanges(Bounds &bounds, const KernelObjects &objects,
                   const Values &sizes, bool guarded) {
  return Finder(bounds, objects, sizes, guarded).find();
}
