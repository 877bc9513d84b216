#include "loopyc/Analysis/SameArrays.h"

#include "KernelFacts.h"
#include "TouchedElements.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;

// --- found by dependences

// A number that is read decides no subscript and no loop bound.
static bool isPlainNumbers(const Variable &variable) {
  return variable.kind == VariableKind::ArrayArg && !variable.isScalar() &&
         (variable.type.isReal() || variable.type.isComplex());
}

// Arrays that are only read, and of which a call may pass the written one.
static std::set<std::string> readersLike(const Kernel &kernel,
                                         const Variable &written) {
  std::set<std::string> result;
  for (const VariablePtr &other : kernel.arguments)
    if (isPlainNumbers(*other) && other->type == written.type &&
        other->axes.size() == written.axes.size() &&
        !isWritten(kernel, other->name))
      result.insert(other->name);
  return result;
}

namespace {

// Elements that one nest writes and a later one reads: what decides most pairs,
// and needs no dependences.
class LaterReads {
public:
  explicit LaterReads(const Kernel &kernel);
  // Does a nest certainly read by the one name what an earlier one has written
  // by the other, if both are one array?
  bool isRead(const std::string &written, const std::string &reader);

private:
  struct Touch {
    int64_t nest; // its place in the kernel
    int elements; // in `sets`
  };
  int numberOf(const poly::Set &elements);
  bool meet(int a, int b);

  std::map<std::string, std::vector<Touch>> writes, reads;
  std::vector<poly::Set> sets;
  std::map<std::string, int> numbers; // by text
  std::map<std::pair<int, int>, bool> met;
};

LaterReads::LaterReads(const Kernel &kernel) {
  InstanceSets instances(kernel);
  for (const AccessInfo &access : collectAccesses(kernel)) {
    const Instruction &insn = *kernel.instructions[access.instruction];
    auto nest = insn.time.empty() ? std::nullopt : asInteger(insn.time[0]);
    if (!nest || access.several || !access.conditions.empty() ||
        access.location.empty() || !instances.exact(access.instruction))
      continue;
    if (auto elements = touchedElements(
            access, instances.of(access.instruction), insn))
      (access.write ? writes : reads)[access.variable].push_back(
          {*nest, numberOf(*elements)});
  }
}

int LaterReads::numberOf(const poly::Set &elements) {
  auto [known, isNew] =
      numbers.try_emplace(elements.str(), static_cast<int>(sets.size()));
  if (isNew)
    sets.push_back(elements);
  return known->second;
}

bool LaterReads::meet(int a, int b) {
  auto [known, isNew] = met.try_emplace(std::minmax(a, b));
  if (isNew)
    known->second = !sets[a].isDisjoint(sets[b]);
  return known->second;
}

bool LaterReads::isRead(const std::string &written, const std::string &reader) {
  for (const Touch &write : writes[written])
    for (const Touch &read : reads[reader])
      if (write.nest < read.nest && meet(write.elements, read.elements))
        return true;
  return false;
}

} // namespace

// With all `readers` taken for the written array: those that read none of its
// new values.
static std::set<std::string> unaffected(const Kernel &kernel,
                                        const Variable &written,
                                        std::set<std::string> readers) {
  std::vector<std::string> names; // of the accesses, as the kernel has them
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    bool isReader = readers.count(access.variable);
    if (!isReader && access.variable != written.name)
      return false;
    names.push_back(access.variable);
    access.variable = written.name;
    return true;
  });
  for (const DependenceEdge &edge : graph.edges())
    if (edge.kind == DependenceKind::Flow &&
        readers.count(names[edge.sinkAccess]) &&
        !graph.conflicts(edge).isEmpty())
      readers.erase(names[edge.sinkAccess]);
  return readers;
}

std::vector<SameArrays> loopyc::findSameArrays(const Kernel &kernel) {
  std::vector<SameArrays> result;
  std::optional<LaterReads> later;
  for (const VariablePtr &written : kernel.arguments) {
    if (!isPlainNumbers(*written) || !isWritten(kernel, written->name))
      continue;
    std::set<std::string> readers = readersLike(kernel, *written);
    if (!readers.empty() && !later)
      later.emplace(kernel);
    for (auto reader = readers.begin(); reader != readers.end();)
      reader = later->isRead(written->name, *reader) ? readers.erase(reader)
                                                     : std::next(reader);
    if (!readers.empty())
      readers = unaffected(kernel, *written, std::move(readers));
    for (const std::string &reader : readers)
      result.push_back({written->name, reader});
  }
  return result;
}

void loopyc::renameInSameArrays(Kernel &kernel, const std::string &from,
                                const std::string &to) {
  for (SameArrays &pair : kernel.sameArrays)
    for (std::string *name : {&pair.written, &pair.read})
      if (*name == from)
        *name = to;
}

// --- asserted

// As a kernel's argument, or as Fortran names a component.
static VariablePtr arrayNamed(const Kernel &kernel, std::string name) {
  std::replace(name.begin(), name.end(), '%', '_');
  VariablePtr found = kernel.findVariable(name);
  for (const VariablePtr &argument : kernel.arguments)
    if (!found && equalButForCase(argument->name, name))
      found = argument;
  if (!found)
    found = kernel.requireVariable(name, "assume_no_alias");
  if (found->isTemporary() || found->isScalar())
    throw UserError("assume_no_alias: '" + found->name +
                        "' must be an array that is an argument of kernel '" +
                        kernel.name + "'; no call passes it otherwise",
                    found->range);
  return found;
}

Kernel loopyc::assumeNoAlias(const Kernel &kernel,
                             const std::vector<std::string> &variables,
                             std::vector<std::string> &remarks) {
  if (variables.size() < 2)
    throw UserError("assume_no_alias: name two arrays or more, as in \"a, b\"");
  Kernel result = kernel;
  std::vector<SameArrays> &pairs = result.sameArrays;
  for (size_t i = 0; i < variables.size(); ++i)
    for (size_t j = i + 1; j < variables.size(); ++j) {
      VariablePtr a = arrayNamed(kernel, variables[i]),
                  b = arrayNamed(kernel, variables[j]);
      bool writesA = isWritten(kernel, a->name),
           writesB = isWritten(kernel, b->name);
      if (a->name == b->name || (writesA && writesB))
        throw UserError(
            "assume_no_alias: kernel '" + kernel.name + "' " +
                (a->name == b->name
                     ? "knows '" + a->name + "' by one name"
                     : "writes both '" + a->name + "' and '" + b->name + "'") +
                ", but one of two arrays must only be read; give the procedure "
                "one argument in their place",
            a->range);
      if (!writesA && !writesB)
        continue; // a call may pass the same in any case
      SameArrays pair =
          writesA ? SameArrays{a->name, b->name} : SameArrays{b->name, a->name};
      if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end())
        pairs.push_back(pair);
      remarks.push_back("assumed that, where a call passes one array for '" +
                        pair.written + "' and '" + pair.read +
                        "', nothing reads by the one name what was written by "
                        "the other");
    }
  return result;
}
