#include "Bounds.h"

#include "loopyc/Support/Integers.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Interval.h"

#include <set>

using namespace loopyc;
using namespace loopyc::check;
using poly::Names;
using poly::PwAff;
using poly::Set;

static PwAff constant(int64_t value) { return PwAff::constant(value); }

// { : value < 0 or value >= extent }; nullopt where that is not affine.
static std::optional<Set> outside(const Expr &value, const Expr &extent) {
  auto v = toAffine(value);
  if (!v)
    return std::nullopt;
  Set result = v->lt(constant(0));
  if (extent) {
    auto e = toAffine(extent);
    if (!e)
      return std::nullopt;
    result = result.unite(v->ge(*e));
  }
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

Bounds::Bounds(const Kernel &kernel, const KernelObjects &objects)
    : kernel(kernel), objects(objects), accesses(collectAccesses(kernel)),
      instances(kernel) {
  Set given = withGiven(kernel.assumptions.flat(), objects);
  Set declared = given.intersect(declaredSizes(objects));
  findSizes(declared);
  if (safe.isEmpty()) // the variables have changed since the declarations
    findSizes(given);
}

void Bounds::findSizes(const Set &allowed) {
  notAffine.clear();
  safe = allowed;
  std::set<std::string> seen;
  for (const AccessInfo &access : accesses) {
    std::string key =
        instances.key(access.instruction) + "|" + access.reference.str();
    if (instances.exact(access.instruction) && seen.insert(key).second)
      boundAccess(access);
  }
  busy = safe;
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
        instances.of(k).project(Names(kernel.instructions[k]->inames)));
    if (!runs.isEmpty())
      busy = runs.coalesce();
  }
  for (const AccessInfo &access : accesses)
    if (!instances.exact(access.instruction))
      preferInside(access);
}

bool Bounds::mayFail() {
  for (size_t k = 0; k < kernel.instructions.size(); ++k)
    if (!instances.exact(k))
      return true;
  for (const AccessInfo &access : accesses)
    for (const Expr &subscript : access.location)
      if (subscript && !toAffine(subscript))
        return true;
  return !notAffine.empty();
}

// What runs under a condition on data may run: if there are sizes at which it
// stays inside, too, these are better.
void Bounds::preferInside(const AccessInfo &access) {
  VariablePtr array = kernel.findVariable(access.variable);
  if (!array || array->isScalar())
    return;
  const auto &inames = kernel.instructions[access.instruction]->inames;
  Set inside = busy.subtract(misses(access, *array).project(Names(inames)));
  if (!inside.isEmpty())
    busy = inside.coalesce();
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
  const auto &inames = kernel.instructions[access.instruction]->inames;
  Set bad = misses(access, *array).project(Names(inames));
  if (!bad.isEmpty())
    safe = safe.subtract(bad).coalesce();
}

// { instances that access no element of the declared array }
Set Bounds::misses(const AccessInfo &access, const Variable &array) {
  Set runs = instances.of(access.instruction);
  for (const Expr &condition : access.conditions)
    if (auto holds = toCondition(condition))
      runs = runs.intersect(*holds);
  Set bad = Set::empty();
  size_t rank = std::min(access.location.size(), array.axes.size());
  for (size_t a = 0; a < rank; ++a)
    if (access.location[a])
      if (auto out = outside(access.location[a], array.axes[a].extent))
        bad = bad.unite(runs.intersect(*out));
  if (hasDeclaredLayout(array))
    return bad;
  // Padding of a changed layout is inside the current axes, but no element:
  // those instances hit an element that some declared index leads to.
  Set hits = runs;
  Names declaredIndices;
  Substitution names;
  for (size_t d = 0; d < array.declared.extents.size(); ++d) {
    std::string index = "declared_" + std::to_string(d);
    declaredIndices.push_back(index);
    names["i" + std::to_string(d)] = Expr::var(index);
    auto out = outside(Expr::var(index), array.declared.extents[d]);
    if (!out)
      return bad;
    hits = hits.intersect(out->complement());
  }
  for (size_t a = 0; a < rank && a < array.declared.indices.size(); ++a) {
    auto at = access.location[a] ? toAffine(access.location[a]) : std::nullopt;
    auto from = toAffine(substitute(array.declared.indices[a], names));
    if (!at || !from)
      return bad;
    hits = hits.intersect(at->eq(*from));
  }
  return bad.unite(runs.subtract(hits.project(declaredIndices)));
}

static Set fixed(Set set, const Values &sizes) {
  for (const auto &[name, value] : sizes)
    set = set.fix(name, value);
  return set;
}

std::string Bounds::missAt(const Values &sizes) {
  for (const AccessInfo *access : notAffine) {
    VariablePtr array = kernel.findVariable(access->variable);
    Set runs = fixed(instances.of(access->instruction), sizes);
    for (size_t a = 0; a < array->axes.size(); ++a) {
      auto extent = evaluate(array->axes[a].extent, sizes);
      if (!extent || !access->location[a])
        continue;
      auto out = outside(access->location[a], Expr::integer(*extent));
      if (out && !runs.isDisjoint(fixed(*out, sizes)))
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
      Set runs = fixed(instances.of(k), sizes);
      for (const std::string &iname : kernel.instructions[k]->inames) {
        if (auto count = intervalOf(iname, runs).count())
          it->second *= static_cast<double>(*count);
      }
    }
    total += it->second;
  }
  return total;
}

// --- arrays of subscripts

[[noreturn]] static void askForInit(const std::string &array,
                                    const std::string &use) {
  throw UserError("--check cannot choose values for the integer array '" +
                  array + "', which " + use + "; give them with --init " +
                  array +
                  "=EXPR, an expression in i0, i1, ... (zero-based "
                  "subscripts) and the parameters");
}

// So far do values go where any beyond an end is valid.
static constexpr int64_t anySpan = 16;

// The value of scalar temporaries that are assigned once, in their place.
Expr Bounds::resolve(const Expr &e, int depth) const {
  if (depth > 8)
    return e;
  return rewrite(e, [&](const Expr &node) -> Expr {
    const auto *ref = node.getIf<VarRef>();
    if (!ref)
      return node;
    Expr value;
    for (const InstructionPtr &insn : kernel.instructions) {
      if (!insn->assigns(ref->name))
        continue;
      std::vector<Expr> values = insn->values();
      if (value || values.size() != 1)
        return node;
      value = values.front();
    }
    return value ? resolve(value, depth + 1) : node;
  });
}

// Integer argument arrays that the expression reads, directly or through what
// the kernel computes.
static std::set<std::string> integerSources(const Kernel &kernel,
                                            const KernelObjects &objects,
                                            const Expr &e) {
  std::set<std::string> names, found;
  std::vector<Expr> work{e};
  while (!work.empty()) {
    Expr next = work.back();
    work.pop_back();
    std::set<std::string> used, arrays;
    collectNames(next, used, arrays);
    used.insert(arrays.begin(), arrays.end());
    for (const std::string &name : used) {
      if (!names.insert(name).second)
        continue;
      const Object *object = objects.find(name);
      if (object && object->isArray() && object->dummy->type.isInteger())
        found.insert(name);
      for (const InstructionPtr &insn : kernel.instructions)
        if (insn->assigns(name))
          for (const Expr &value : insn->values())
            work.push_back(value);
    }
  }
  return found;
}

void Bounds::requireNoDataInBounds() {
  std::set<std::string> names;
  for (const Set &domain : kernel.domains)
    for (const std::string &name : domain.params())
      names.insert(name);
  for (const std::string &name : names)
    if (!kernel.hasIname(name))
      for (const std::string &array :
           integerSources(kernel, objects, Expr::var(name)))
        if (!objects.find(array)->init)
          askForInit(array, "bounds a loop");
}

void Bounds::narrow(const AccessInfo &access, const Values &sizes,
                    std::map<std::string, Range> &ranges) {
  VariablePtr target = kernel.findVariable(access.variable);
  for (size_t a = 0; a < access.location.size(); ++a) {
    if (!access.location[a] || a >= target->axes.size()) // reused ones are gone
      continue;
    Expr subscript = resolve(access.location[a]);
    for (const std::string &array :
         integerSources(kernel, objects, subscript)) {
      if (objects.find(array)->init)
        continue;
      std::string use = "is a subscript of '" + access.variable + "'";
      Expr plain = rewrite(subscript, [&](const Expr &node) {
        const auto *ref = node.getIf<ArrayRef>();
        return ref && ref->name == array ? Expr::var("array_value") : node;
      });
      auto out = mentions(plain, "array_value")
                     ? outside(plain, target->axes[a].extent)
                     : std::nullopt;
      if (!out)
        askForInit(array, use);
      Set bad = fixed(instances.of(access.instruction).intersect(*out), sizes)
                    .projectOnto({"array_value"});
      if (bad.isEmpty())
        continue;
      Set good = bad.complement();
      auto [low, high] = intervalOf("array_value", good);
      if (!low && !high)
        askForInit(array, use);
      // An assumed-size array will be as large as it must.
      if (!high)
        high = integers::sum(*low, anySpan).value_or(*low);
      if (!low)
        low = integers::difference(*high, anySpan).value_or(*high);
      auto [it, isNew] = ranges.try_emplace(array, Range{*low, *high});
      it->second.low = std::max(it->second.low, *low);
      it->second.high = std::min(it->second.high, *high);
      if (it->second.low > it->second.high)
        askForInit(array, use + " (no value is valid for all its uses)");
    }
  }
}

std::map<std::string, Bounds::Range> Bounds::valueRanges(const Values &sizes) {
  requireNoDataInBounds();
  std::map<std::string, Range> ranges;
  for (const AccessInfo &access : accesses)
    narrow(access, sizes, ranges);
  return ranges;
}
