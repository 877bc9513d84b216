#include "Sizes.h"

#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::check;
using poly::Set;

namespace {

// Statement instances and array elements of one run, at most.
constexpr double workBudget = 2e7;
constexpr double storageBudget = 4e6;
// Of sizes for one run, but for larger ones.
constexpr size_t maxChoices = 6;

// Preferred values of a run, the first that fits; no two sizes equal if
// another fits. Lists get smaller until the budget is met.
using Preference = std::vector<int64_t>;
const std::vector<Preference> preferences[] = {
    {{17, 13, 23, 11, 19, 7, 29, 31, 37, 5, 41, 3, 48, 80, 112, 2, 1},
     {7, 5, 11, 3, 13, 17, 2, 4, 6, 8, 16, 1},
     {3, 5, 4, 2, 7, 6, 8, 1}},
    {{32, 48, 16, 24, 64, 20, 12, 40, 36, 28, 8, 6, 4, 2, 33, 35, 1},
     {8, 6, 4, 16, 10, 12, 2, 9, 5, 3, 1},
     {4, 2, 6, 3, 8, 5, 1}},
    {{5, 3, 7, 2, 11, 4, 9, 13, 6, 10, 16, 1},
     {5, 3, 4, 2, 7, 6, 8, 16, 1},
     {2, 3, 4, 5, 1}}};

// Of the numbers of times that something is repeated: rounding errors may grow
// from one to the next.
const Preference repetitions[] = {{5, 4, 3, 2, 1}, {4, 2, 3, 1}, {3, 2, 1}};

std::string valuesText(const Values &values) {
  std::string text;
  for (const auto &[name, value] : values)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

class Chooser {
public:
  Chooser(const Kernel &kernel, const KernelObjects &objects, Bounds &bounds,
          const Thresholds &thresholds)
      : kernel(kernel), objects(objects), bounds(bounds),
        thresholds(thresholds) {
    for (const Object &object : objects.objects)
      if (object.isSize() && object.value)
        given[object.name] = static_cast<int64_t>(*object.value);
      else if (object.isSize())
        open.push_back(object.name);
    // Facts on the kernel's other integer arguments, if a script made any.
    for (const VariablePtr &argument : kernel.arguments)
      if (argument->isValue() && argument->type.isInteger() &&
          !objects.find(argument->name))
        open.push_back(argument->name);
    for (const std::string &name : open)
      if (isSelector(name))
        selectors.push_back(name);
      else if (isRepetition(name))
        repeated.insert(name);
    findHidden();
  }

  std::vector<std::vector<Values>> choose(int runs) {
    requireGivenValid();
    std::vector<std::vector<Values>> result;
    for (int run = 0; run < runs; ++run) {
      const auto &lists = preferences[run % std::size(preferences)];
      this->run = run;
      result.push_back({chooseRun(lists)});
      addClose(lists, result.back());
      if (bounds.mayFail() || !extents.empty() || hasLocalArrays())
        addOthers(lists, result.back());
      addWithAllPresent(result.back());
    }
    return result;
  }

private:
  Set withGiven(const Set &set) const { return atSizes(set, given); }

  void requireGivenValid() {
    if (withGiven(kernel.assumptions).isEmpty())
      throw UserError("--check: " + valuesText(given) +
                      " violates the assumptions " + kernel.assumptions.str() +
                      " of kernel '" + kernel.name +
                      "'; choose other values with --param");
    Set safe = withGiven(bounds.safeSizes());
    // All branches cannot run at once.
    poly::Names choices = selectors;
    llvm::copy_if(
        open, std::back_inserter(choices),
        [&](const std::string &name) { return tellsPresence(name); });
    allowed = withGiven(bounds.busySizes()).project(choices).intersect(safe);
    if (allowed.isEmpty())
      allowed = safe;
    if (!allowed.isEmpty())
      return bounds.requireSomeInside();
    if (given.empty())
      throw UserError("--check: kernel '" + kernel.name +
                      "' accesses elements outside its arrays for all sizes "
                      "that its assumptions " +
                      kernel.assumptions.str() + " allow");
    throw UserError("--check: with " + valuesText(given) + ", kernel '" +
                    kernel.name +
                    "' would access elements outside its arrays; choose "
                    "other values with --param");
  }

  bool fitsBudget(const Values &sizes) {
    return bounds.work(sizes) <= workBudget && storage(sizes) <= storageBudget;
  }

  // Their elements may be set at some sizes only.
  bool hasLocalArrays() const {
    return llvm::any_of(kernel.temporaries, [](const VariablePtr &temp) {
      return !temp->isScalar();
    });
  }

  // Whatever is computed with sizes may suit only some that belong together.
  void addClose(const std::vector<Preference> &lists,
                std::vector<Values> &choices) {
    turn = tight;
    addChoice(choose(lists.front()), choices);
    turn = 0;
  }

  // The list from another beginning gives other sizes, in another order. Where
  // all of these are too small, others may not be.
  void addOthers(const std::vector<Preference> &lists,
                 std::vector<Values> &choices) {
    turn = roomy;
    addChoice(choose(lists.front()), choices);
    for (Preference list : lists)
      for (turn = 0; turn < turns && choices.size() < maxChoices; ++turn) {
        std::rotate(list.begin(), list.begin() + 1, list.end());
        addChoice(choose(list), choices);
      }
    turn = 0;
    for (const auto &larger : preferences)
      addChoice(choose(larger.front()), choices);
  }

  // The original may take for granted that what it does not ask for is there.
  void addWithAllPresent(std::vector<Values> &choices) {
    Values all = choices.front();
    for (const std::string &name : open)
      if (tellsPresence(name))
        all[name] = 1;
    if (!atSizes(allowed, all).isEmpty())
      addChoice(all, choices);
  }

  void addChoice(const Values &other, std::vector<Values> &choices) {
    if (bounds.missAt(other).empty() && fitsBudget(other) &&
        std::find(choices.begin(), choices.end(), other) == choices.end())
      choices.push_back(other);
  }

  Values chooseRun(const std::vector<Preference> &lists) {
    std::optional<Values> best;
    Values chosen;
    bool fits = false;
    for (turn = 0; turn < turns && !best; ++turn)
      for (const Preference &list : lists) {
        chosen = choose(list);
        if (fits || !bounds.missAt(chosen).empty())
          continue;
        best = chosen;
        fits = fitsBudget(chosen);
      }
    turn = 0;
    if (!best)
      throw UserError("--check: with " + valuesText(chosen) + ", kernel '" +
                      kernel.name + "' would access " + bounds.missAt(chosen) +
                      " outside its array; choose other values with --param");
    return *best;
  }

  Values choose(const Preference &list) {
    Values chosen = given;
    Set left = allowed;
    std::set<int64_t> used;
    for (const std::string &name : open) {
      const bool isSize =
          !tellsPresence(name) && !llvm::is_contained(selectors, name);
      std::optional<int64_t> value = declaredValue(left, name, chosen);
      if (!value && turn == tight && isSize && !everyLowerBound.count(name))
        value = tightSize(left, name);
      if (!value) {
        const Preference wanted = preferred(name, list);
        value = chooseValue(left, name, wanted,
                            isSize ? notAgain(name, wanted, used)
                                   : std::set<int64_t>());
      }
      if (isSize)
        used.insert(*value);
      chosen[name] = *value;
      if (left.involves(name))
        left = left.fix(name, *value).project({name});
    }
    return chosen;
  }

  // Sizes differ, but where few values are meant by what comes first: once all
  // of these are used, they are used again.
  std::set<int64_t> notAgain(const std::string &name, const Preference &wanted,
                             const std::set<int64_t> &used) const {
    const bool isLarge = turn == roomy && extents.count(name);
    const size_t few = isNearOne(name) ? 3 : isLarge ? 4 : 0;
    const bool allUsed =
        few > 0 && std::all_of(wanted.begin(),
                               wanted.begin() + static_cast<int>(few),
                               [&](int64_t v) { return used.count(v) != 0; });
    return allUsed ? std::set<int64_t>() : used;
  }

  bool isNearOne(const std::string &name) const {
    return lowerBounds.count(name) ||
           (turn == tight && everyLowerBound.count(name));
  }

  // Bounds of arrays that the declarations leave open, which the caller would
  // have made to suit. Where data say which elements are meant, the lower ones
  // are near 1.
  void findHidden() {
    std::set<std::string> hidden;
    for (const OriginCall &call : objects.calls)
      for (const HiddenArgument &argument : call.origin->hidden)
        if (argument.value.isBound())
          hidden.insert(argument.variable->name);
    for (const Object &object : objects.objects)
      for (size_t axis = 0; axis < object.extents.size(); ++axis) {
        const auto *extent = object.extents[axis].getIf<VarRef>();
        const auto *lower = object.lowerBounds[axis].getIf<VarRef>();
        if (extent && hidden.count(extent->name))
          extents.insert(extent->name);
        if (!lower || !hidden.count(lower->name))
          continue;
        everyLowerBound.insert(lower->name);
        if (isByData(object.name))
          lowerBounds.insert(lower->name);
      }
  }

  bool isByData(const std::string &array) const {
    const Writers &writers = bounds.allWriters();
    auto isKnown = [&](const std::string &name) {
      return !writers.assigns(name);
    };
    for (const AccessInfo &access : bounds.everyAccess())
      if (access.variable == array)
        for (const Expr &subscript : access.location)
          if (subscript && !toAffine(writers.resolved(subscript), isKnown))
            return true;
    return false;
  }

  // As large as those chosen before allow, or as small: the arrays of an
  // assignment are of one size, and what is declared elsewhere, as nm1 = n - 1,
  // reaches as far as it can.
  std::optional<int64_t> tightSize(const Set &left,
                                   const std::string &name) const {
    constexpr int64_t fewest = 4; // what is less may be so for its own sake
    auto least = left.minConst(name), most = left.maxConst(name);
    return most ? most : least && *least > fewest ? least : std::nullopt;
  }

  bool tellsPresence(const std::string &name) const {
    const Object *object = objects.find(name);
    return object && object->tellsPresence;
  }

  // All arguments are there in the first run and none in the second; others
  // have some.
  int64_t presence(const std::string &name) const {
    if (run < 2)
      return 1 - run;
    size_t number = 0;
    for (const std::string &other : open)
      if (other == name)
        break;
      else
        number += tellsPresence(other);
    const size_t bit = (run - 2) / 2, first = run % 2;
    return ((number >> bit) + first) % 2;
  }

  // Is it no size, but a choice between branches?
  bool isSelector(const std::string &name) const {
    if (tellsPresence(name))
      return false;
    auto compared = thresholds.find(name);
    if (compared == thresholds.end() ||
        std::all_of(compared->second.begin(), compared->second.end(),
                    [](const Threshold &one) { return one.isLimit; }))
      return false;
    for (const poly::Set &domain : kernel.domains)
      if (domain.involves(name))
        return false;
    return !isInArrays(name);
  }

  bool isInArrays(const std::string &name) const {
    for (const Object &object : objects.objects)
      for (const auto *list : {&object.extents, &object.lowerBounds})
        for (const Expr &e : *list)
          if (e && mentions(e, name))
            return true;
    for (const AccessInfo &access : bounds.everyAccess())
      for (const Expr &subscript : access.location)
        if (subscript && mentions(subscript, name))
          return true;
    return false;
  }

  // Does it bound loops that do the same with the same elements each time?
  bool isRepetition(const std::string &name) const {
    if (thresholds.count(name) || isInArrays(name))
      return false;
    poly::Names counters;
    for (const poly::Set &domain : kernel.domains)
      if (domain.involves(name))
        for (const std::string &iname : domain.dims())
          if (domain.involves(iname))
            counters.push_back(iname);
    return !counters.empty() &&
           llvm::none_of(counters, [&](const std::string &iname) {
             return isInArrays(iname) || decides(iname);
           });
  }

  // Does a condition, or the bounds of loops inside, depend on the iname?
  bool decides(const std::string &iname) const {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const Predicate &predicate : insn->predicates)
        if (mentions(predicate, iname))
          return true;
    for (const poly::Set &domain : kernel.domains)
      if (kernel.domainOf(iname) != &domain - kernel.domains.data() &&
          domain.involves(iname))
        return true;
    return false;
  }

  // What selects a branch has each value that it is compared with in turn, and
  // then those next to them.
  Preference preferred(const std::string &name, const Preference &list) const {
    if (tellsPresence(name))
      return {presence(name), 1 - presence(name)};
    if (repeated.count(name)) {
      Preference values = repetitions[run % std::size(repetitions)];
      values.insert(values.end(), list.begin(), list.end());
      return values;
    }
    if (isNearOne(name)) {
      Preference values{1, 0, -1};
      if (turn != tight)
        std::rotate(values.begin(),
                    values.begin() + (turn == roomy ? 1 + run % 2 : 0),
                    values.end());
      values.insert(values.end(), list.begin(), list.end());
      return values;
    }
    if (turn == roomy && extents.count(name)) {
      Preference values{40, 36, 24, 16};
      values.insert(values.end(), list.begin(), list.end());
      return values;
    }
    if (std::find(selectors.begin(), selectors.end(), name) == selectors.end())
      return list;
    Preference values;
    const Type type = objects.find(name)->dummy->type;
    for (int64_t step : {0, 1, -1})
      for (const Threshold &threshold : thresholds.at(name))
        if (int64_t value = static_cast<int64_t>(threshold.value) + step;
            holds(type, static_cast<double>(value)) &&
            std::find(values.begin(), values.end(), value) == values.end())
          values.push_back(value);
    std::rotate(values.begin(), values.begin() + offsetOf(name) % values.size(),
                values.end());
    values.insert(values.end(), list.begin(), list.end());
    return values;
  }

  // All choices in the first run are what makes branches run, as far as all
  // can; in others some are, and each has its own turn.
  size_t offsetOf(const std::string &selector) const {
    const size_t number =
        std::find(selectors.begin(), selectors.end(), selector) -
        selectors.begin();
    constexpr size_t offsets[][3] = {{0, 1, 2}, {0, 0, 1}, {0, 2, 0}};
    return offsets[number % 3][run % 3] + run / 3 + turn * (number + 1);
  }

  std::optional<int64_t> declaredValue(const Set &left, const std::string &name,
                                       const Values &chosen) const {
    const Object *object = objects.find(name);
    if (!object || !object->declared)
      return std::nullopt;
    auto value = evaluate(object->declared, chosen);
    return value && !left.fix(name, *value).isEmpty() ? value : std::nullopt;
  }

  int64_t chooseValue(const Set &left, const std::string &name,
                      const Preference &list, const std::set<int64_t> &used) {
    auto fits = [&](int64_t value) {
      return !left.involves(name) || !left.fix(name, value).isEmpty();
    };
    for (bool again : {false, true})
      for (int64_t value : list)
        if (used.count(value) == again && fits(value))
          return value;
    // Something that the lists do not hold: the smallest that is allowed, or
    // any.
    if (auto low = left.minConst(name))
      for (int64_t value = *low; value < *low + 4096; ++value)
        if (fits(value))
          return value;
    auto point = left.sample();
    auto value = point ? point->find(name) : poly::Point::iterator();
    return point && value != point->end() ? value->second : list.front();
  }

  double storage(const Values &sizes) {
    double total = 0;
    for (const Object &object : objects.objects) {
      double elements = 1;
      for (const Expr &extent : object.extents)
        if (auto value = evaluate(extent, sizes))
          elements *= std::max<double>(1, *value);
      total += elements;
    }
    return total;
  }

  const Kernel &kernel;
  const KernelObjects &objects;
  Bounds &bounds;
  const Thresholds &thresholds;
  poly::Names selectors;
  std::set<std::string> repeated;
  // Hidden ones; of the lower bounds, those of arrays where data say which
  // elements are meant.
  std::set<std::string> everyLowerBound, lowerBounds, extents;
  int run = 0;
  // Of the choices for one run: as preferred, then with sizes that are as close
  // as can be, then with large extents.
  int turn = 0;
  static constexpr int tight = 1, roomy = 2, turns = 3;
  Values given;
  std::vector<std::string> open;
  Set allowed;
};

} // namespace

std::vector<std::vector<Values>>
check::chooseSizes(const Kernel &kernel, const KernelObjects &objects,
                   Bounds &bounds, const Thresholds &thresholds, int runs) {
  return Chooser(kernel, objects, bounds, thresholds).choose(runs);
}
