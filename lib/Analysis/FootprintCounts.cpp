#include "loopyc/Analysis/Counts.h"

#include "TouchedElements.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace loopyc;
using poly::Names;
using poly::PwQPolynomial;
using poly::Set;

bool ArrayFootprint::operator<(const ArrayFootprint &o) const {
  return std::tie(variable, store) < std::tie(o.variable, o.store);
}

static UserError notCounted(const AccessInfo &access, const std::string &why,
                            const Instruction &insn, const Kernel &kernel) {
  return UserError("the elements of '" + access.variable + "' that '" +
                       insn.id + "' of kernel '" + kernel.name +
                       "' accesses cannot be counted: subscript " + why,
                   insn.range);
}

static bool isCounted(const VariablePtr &var) {
  return var && !var->isValue() &&
         (var->space == AddressSpace::Global ||
          var->space == AddressSpace::Constant);
}

namespace {

// What is known of the elements of one array that are read, or written.
struct Touched {
  std::optional<Set> elements; // of affine subscripts, by subscriptName
  // Of others, once for those that are equal: how often they are accessed at
  // most; nullopt if that is not known.
  std::map<std::string, std::optional<PwQPolynomial>> accesses;
  std::string reference; // the first of these
};

class FootprintCounter {
public:
  FootprintCounter(const Kernel &kernel, FootprintForm form)
      : kernel(kernel), form(form), instances(kernel) {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        computed.insert(name);
  }

  Counts<ArrayFootprint>
  run(const std::function<bool(const Instruction &)> &filter) {
    collect(filter);
    for (const auto &[key, one] : touched)
      if (!unknown.count(key.variable))
        count(key, one);
    return std::move(counts);
  }

  Footprints elements() {
    collect({});
    Footprints result;
    result.unknown = std::move(counts.uncounted);
    for (const auto &[key, one] : touched)
      if (!unknown.count(key.variable))
        result.elements.emplace(
            key, withPlainNames(*one.elements,
                                *kernel.findVariable(key.variable)));
    return result;
  }

private:
  void collect(const std::function<bool(const Instruction &)> &filter) {
    for (const AccessInfo &access : collectAccesses(kernel)) {
      VariablePtr var = kernel.findVariable(access.variable);
      const Instruction &insn = *kernel.instructions[access.instruction];
      if (isCounted(var) && !unknown.count(access.variable) &&
          (!filter || filter(insn)))
        add(access, *var, insn);
    }
  }

  // [i0, i1], or i0_0 where that is a size.
  static Set withPlainNames(const Set &elements, const Variable &var) {
    poly::Names known = elements.names();
    FreshNames fresh({known.begin(), known.end()});
    std::map<std::string, std::string> names;
    poly::Names dims;
    for (size_t a = 0; a < var.axes.size(); ++a) {
      dims.push_back(fresh.fresh("i" + std::to_string(a)));
      names[subscriptName(a)] = dims.back();
    }
    return elements.flat().rename(names).withDims(dims);
  }

  void add(const AccessInfo &access, const Variable &var,
           const Instruction &insn) {
    const Set &running = instances.of(access.instruction);
    Touched &known =
        touched[{access.variable, access.write, var.type}];
    const std::string moving = computedSubscript(access);
    auto elements = moving.empty() ? touchedElements(access, running, insn)
                                   : std::nullopt;
    if (elements) {
      known.elements = known.elements
                           ? known.elements->unite(*elements).coalesce()
                           : *elements;
    } else if (form == FootprintForm::Exact) {
      unknown.insert(access.variable);
      counts.uncounted.push_back(
          notCounted(access,
                     moving.empty()
                         ? nonAffineSubscript(access) + " is not affine"
                         : moving + " has a value that the kernel computes",
                     insn, kernel));
    } else {
      addIndirect(access, running, insn, known);
    }
  }

  // The first subscript that mentions what the kernel assigns, as text: it is
  // no parameter, which has one value.
  std::string computedSubscript(const AccessInfo &access) const {
    for (const Expr &subscript : access.location) {
      std::set<std::string> names, arrays;
      if (subscript)
        collectNames(subscript, names, arrays);
      for (const std::string &name : names)
        if (computed.count(name))
          return subscript.str();
    }
    return "";
  }

  // Equal references are to the same elements, where nothing that they mention
  // changes: as many as those of their inames have values.
  void addIndirect(const AccessInfo &access, const Set &running,
                   const Instruction &insn, Touched &known) {
    const std::string reference = access.reference.str();
    if (known.reference.empty())
      known.reference = reference;
    std::set<std::string> names, arrays;
    bool isKnown = !access.several;
    for (const Expr &subscript : access.location) {
      if (subscript)
        collectNames(subscript, names, arrays);
      isKnown &= static_cast<bool>(subscript);
    }
    names.insert(arrays.begin(), arrays.end());
    bool isFixed = std::none_of(
        names.begin(), names.end(),
        [&](const std::string &name) { return computed.count(name) > 0; });
    const std::string where =
        isFixed ? instances.key(access.instruction) : insn.id;
    auto [entry, isNew] =
        known.accesses.try_emplace(reference + " of " + where);
    if (!isNew || !isKnown)
      return;
    Names own, others;
    for (const std::string &iname : insn.inames)
      (!isFixed || names.count(iname) ? own : others).push_back(iname);
    entry->second = cardinalityOf(running.project(others), own);
  }

  std::optional<PwQPolynomial> cardinalityOf(const Set &set,
                                             const Names &dims) const {
    if (form != FootprintForm::Bounds)
      try {
        return cardinality(set, dims);
      } catch (const UserError &) {
      }
    return poly::boxCardinality(set, dims);
  }

  static Names subscripts(const Variable &var) {
    Names dims;
    for (size_t a = 0; a < var.axes.size(); ++a)
      dims.push_back(subscriptName(a));
    return dims;
  }

  void count(const ArrayFootprint &key, const Touched &one) {
    const Variable &var = *kernel.findVariable(key.variable);
    if (form == FootprintForm::Exact || one.accesses.empty())
      try {
        if (form != FootprintForm::Bounds)
          return counts.add(key, cardinality(*one.elements, subscripts(var)));
      } catch (const UserError &error) {
        if (form == FootprintForm::Exact)
          return leave(key, error.what());
      }
    bound(key, one, var);
  }

  // The smaller one for large sizes.
  void bound(const ArrayFootprint &key, const Touched &one,
             const Variable &var) {
    std::optional<PwQPolynomial> all = allElements(var),
                                 some = atMost(one, var);
    if (!all && !some)
      return leave(key, "they have no bound in the sizes");
    bool byAll = !some || (all && (all->degree() < some->degree() ||
                                   (all->degree() == some->degree() &&
                                    one.accesses.size() > 1)));
    counts.add(key, byAll ? *all : *some);
    const std::string what =
        one.accesses.empty() ? "'" + key.variable + "'" : one.reference;
    counts.bounded.emplace(
        key, byAll ? what + " as if it were all elements of the array"
             : one.accesses.empty()
                 ? what + " as if it were all elements between the outermost"
                 : what + " as if it were another element each time");
  }

  std::optional<PwQPolynomial> atMost(const Touched &one,
                                      const Variable &var) const {
    PwQPolynomial sum;
    if (one.elements) {
      auto own = cardinalityOf(*one.elements, subscripts(var));
      if (!own)
        return std::nullopt;
      sum = *own;
    }
    for (const auto &[reference, times] : one.accesses) {
      if (!times)
        return std::nullopt;
      sum = sum + *times;
    }
    return sum;
  }

  static std::optional<PwQPolynomial> allElements(const Variable &var) {
    PwQPolynomial product = PwQPolynomial::constant(1);
    for (const Axis &axis : var.axes) {
      auto extent = axis.extent ? toAffine(axis.extent) : std::nullopt;
      if (!extent)
        return std::nullopt;
      product = product * PwQPolynomial::from(*extent);
    }
    return product;
  }

  void leave(const ArrayFootprint &key, const std::string &why) {
    counts.uncounted.push_back(
        UserError("the elements of '" + key.variable + "' that kernel '" +
                      kernel.name + "' accesses: " + why,
                  kernel.findVariable(key.variable)->range));
  }

  const Kernel &kernel;
  FootprintForm form;
  InstanceSets instances;
  std::set<std::string> computed, unknown;
  std::map<ArrayFootprint, Touched> touched;
  Counts<ArrayFootprint> counts;
};

} // namespace

Counts<ArrayFootprint> loopyc::footprintCounts(
    const Kernel &kernel,
    const std::function<bool(const Instruction &)> &filter,
    FootprintForm form) {
  return FootprintCounter(kernel, form).run(filter);
}

Footprints loopyc::footprintsOf(const Kernel &kernel) {
  return FootprintCounter(kernel, FootprintForm::Exact).elements();
}
