#include "OwnArrays.h"

#include "CertainDependences.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;
using poly::Set;

namespace {

class Believer {
public:
  Believer(const Kernel &kernel, const std::vector<OwnArrays> &loops)
      : kernel(kernel), loops(loops), graph(kernel) {}

  // Is there something to be believed of the loop's array, and nothing against
  // it?
  bool isAsked(const OwnArrays &loop, const std::string &array);

private:
  bool isOwnElsewhere(const Instruction &user, const std::string &array) const;
  bool mayBeCarried(const OwnArrays &loop, const DependenceEdge &edge);

  const Kernel &kernel;
  const std::vector<OwnArrays> &loops;
  DependenceGraph graph;
};

} // namespace

static bool isInside(const OwnArrays &loop, const Instruction &insn) {
  return std::all_of(
      loop.inames.begin(), loop.inames.end(),
      [&](const std::string &iname) { return insn.within(iname); });
}

bool Believer::isOwnElsewhere(const Instruction &user,
                              const std::string &array) const {
  return std::any_of(loops.begin(), loops.end(), [&](const OwnArrays &loop) {
    return loop.arrays.count(array) && isInside(loop, user);
  });
}

bool Believer::mayBeCarried(const OwnArrays &loop, const DependenceEdge &edge) {
  if (std::none_of(edge.levels.begin(), edge.levels.end(),
                   [&](OrderLevel level) {
                     return level.carried && level.depth < loop.depth;
                   }))
    return false;
  const auto prime = primes(*kernel.instructions[edge.sink]);
  Set differ = Set::empty();
  for (const std::string &iname : loop.inames)
    differ = differ.unite(PwAff::name(iname).ne(PwAff::name(prime.at(iname))));
  return !graph.relationAmong(edge, differ).isEmpty();
}

bool Believer::isAsked(const OwnArrays &loop, const std::string &array) {
  CertainDependences certain(graph, loop.inames);
  bool result = false;
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind) || certain.variable(edge) != array)
      continue;
    const Instruction &source = *kernel.instructions[edge.source],
                      &sink = *kernel.instructions[edge.sink];
    const bool from = isInside(loop, source), to = isInside(loop, sink);
    if (from && to) {
      if (certain.areCarried(edge))
        return false;
      result = result || mayBeCarried(loop, edge);
    } else if (from != to && !isOwnElsewhere(from ? sink : source, array) &&
               !graph.relation(edge).isEmpty()) {
      return false;
    }
  }
  return result;
}

static bool mentionsArray(const Instruction &insn, const std::string &array) {
  std::set<std::string> names;
  for (const auto &list : {insn.assignees(), insn.reads(), insn.predicates})
    for (const Expr &e : list)
      collectNames(e, names, names);
  return names.count(array) > 0;
}

static InstructionPtr renamed(const InstructionPtr &insn,
                              const std::string &array,
                              const std::string &fresh) {
  return mapExprs(insn, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      const auto *reference = node.getIf<ArrayRef>();
      return reference && reference->name == array
                 ? Expr::array(fresh, reference->subscripts, node.type())
                 : node;
    });
  });
}

// What the loop uses under a name of its own, if others use it, too.
static void giveToIterations(Kernel &kernel, const OwnArrays &loop,
                             const std::string &array) {
  Variable own = *kernel.findVariable(array);
  own.lifetimeLoops = loop.depth;
  const bool isShared = std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) {
        return !isInside(loop, *insn) && mentionsArray(*insn, array);
      });
  if (isShared) {
    own.name = kernel.freshName(array);
    for (InstructionPtr &insn : kernel.instructions)
      if (isInside(loop, *insn))
        insn = renamed(insn, array, own.name);
  }
  kernel.setVariable(std::make_shared<const Variable>(std::move(own)));
}

Kernel frontend::withOwnArrays(Kernel kernel,
                               const std::vector<OwnArrays> &loops) {
  if (std::all_of(loops.begin(), loops.end(),
                  [](const OwnArrays &loop) { return loop.arrays.empty(); }))
    return kernel;
  const Kernel given = kernel;
  Believer believer(given, loops);
  for (const OwnArrays &loop : loops) {
    HistoryEntry entry;
    entry.transformation = loop.construct;
    entry.scriptRange = loop.range;
    for (const std::string &array : loop.arrays) {
      if (!believer.isAsked(loop, array))
        continue;
      giveToIterations(kernel, loop, array);
      entry.remarks.push_back("assumed that each iteration of '" +
                              loop.construct + "' reads of '" + array +
                              "' what it has assigned itself");
    }
    if (!entry.remarks.empty())
      kernel.history.push_back(std::move(entry));
  }
  return kernel;
}
