// Temporaries, and elements of them, that something reads and nothing sets:
// whatever was in memory would be in results.
#include "loopyc/KernelLanguage/Unset.h"

#include "Builder.h"
#include "ElementAccesses.h"

#include "loopyc/IR/SetNames.h"

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

// { subscripts : of some instance }, in arguments by value; nothing where a
// subscript is data.
static std::optional<Set> elementsOf(const Kernel &kernel,
                                     const ElementAccess &access) {
  Set values = access.domain;
  poly::Names kept;
  const auto &subscripts = access.reference.getIf<ArrayRef>()->subscripts;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    std::optional<PwAff> subscript = affineIn(kernel, subscripts[a]);
    if (!subscript)
      return std::nullopt;
    values = values.equate(subscriptName(a), *subscript);
    kept.push_back(subscriptName(a));
  }
  for (const std::string &name : values.names())
    if (VariablePtr var = kernel.findVariable(name); var && var->isValue())
      kept.push_back(name);
  return values.projectOnto(kept);
}

static std::string elementText(const std::string &array, size_t rank,
                               const poly::Point &point) {
  std::string list;
  for (size_t a = 0; a < rank; ++a) {
    auto it = point.find(subscriptName(a));
    list += (list.empty() ? "" : ", ") +
            std::to_string(it == point.end() ? 0 : it->second);
  }
  return array + "[" + list + "]";
}

// --- temporaries as a whole

static std::set<std::string> namesRead(const Kernel &kernel,
                                       const Instruction &insn) {
  std::set<std::string> names;
  std::set<std::string> inames(insn.inames.begin(), insn.inames.end());
  auto add = [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>())
        names.insert(array->name);
      if (const auto *scalar = node.getIf<VarRef>())
        names.insert(scalar->name);
      if (const auto *reduction = node.getIf<Reduction>())
        inames.insert(reduction->inames.begin(), reduction->inames.end());
      return true;
    });
  };
  for (const Predicate &predicate : insn.predicates)
    add(predicate);
  for (const Expr &read : insn.reads())
    add(read);
  for (const std::string &iname : inames)
    if (int d = kernel.domainOf(iname); d >= 0)
      for (const std::string &name : kernel.domains[d].params())
        names.insert(name);
  return names;
}

namespace {

struct UnsetTemporary {
  std::string name, reader;
  SourceRange range; // of the reader

  std::string str() const {
    return "reads temporary '" + name +
           "', which nothing sets; assign it before, or make it an argument";
  }
};

} // namespace

static std::vector<UnsetTemporary> unsetTemporaries(const Kernel &kernel) {
  std::set<std::string> open;
  for (const VariablePtr &temp : kernel.temporaries)
    if (!temp->isTable())
      open.insert(temp->name);
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &assigned : insn->assigneeNames())
      open.erase(assigned);
  std::vector<UnsetTemporary> found;
  if (open.empty())
    return found;
  const Kernel plain = withoutRules(kernel);
  for (const InstructionPtr &insn : plain.instructions)
    for (const std::string &name : namesRead(plain, *insn))
      if (open.erase(name))
        found.push_back({name, insn->id, insn->range});
  return found;
}

static bool isKernelText(const Origin &origin) {
  return origin.language &&
         origin.language->kind() == source::LanguageKind::Kernel;
}

void language::requireSetTemporaries(const Kernel &kernel) {
  if (!std::all_of(kernel.origins.begin(), kernel.origins.end(), isKernelText))
    return;
  for (const UnsetTemporary &unset : unsetTemporaries(kernel))
    throw UserError("'" + unset.reader + "' of kernel '" + kernel.name + "' " +
                        unset.str(),
                    unset.range);
}

// --- elements

static void warnOfElements(const Kernel &kernel,
                           const std::set<std::string> &known) {
  bool hasArrays = false;
  for (const VariablePtr &temp : kernel.temporaries)
    hasArrays = hasArrays || !temp->isScalar();
  if (!hasArrays)
    return;
  std::vector<ElementAccess> accesses = elementAccesses(kernel);
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->isScalar() || temp->isTable() || known.count(temp->name))
      continue;
    std::optional<Set> set = Set::empty();
    for (const ElementAccess &access : accesses)
      if (access.isWrite && set &&
          access.reference.getIf<ArrayRef>()->name == temp->name) {
        auto more = elementsOf(kernel, access);
        set = more ? std::optional(set->unite(*more)) : std::nullopt;
      }
    for (const ElementAccess &access : accesses) {
      if (access.isWrite || !set ||
          access.reference.getIf<ArrayRef>()->name != temp->name)
        continue;
      auto read = elementsOf(kernel, access);
      if (!read || read->isSubset(*set))
        continue;
      auto point = read->subtract(*set).sample();
      warn("unset",
           "'" + access.insn->id + "' reads " + access.reference.str() +
               ", of which " +
               elementText(temp->name, temp->axes.size(),
                           point.value_or(poly::Point())) +
               " is set by nothing; set all elements of '" + temp->name +
               "' that are read",
           access.insn->range);
      break;
    }
  }
}

void language::warnOfUnset(const Kernel &kernel) {
  std::set<std::string> known;
  for (const UnsetTemporary &unset : unsetTemporaries(kernel)) {
    warn("unset", "'" + unset.reader + "' " + unset.str(), unset.range);
    known.insert(unset.name);
  }
  warnOfElements(kernel, known);
}
