// A proof that what the language leaves unordered may be so: each dependence of
// the reference order (lib/Analysis) is one that the language asks for.
//
// Loops open once (Order.cpp), so all inames that two instructions share are
// loops around both, and a dependence is one of two:
//
//   between equal iterations of all of these: ordered where the sink depends on
//     the source, directly or through others (seed 001, rule 2);
//   between different iterations of one: by nothing, for loops have no order.
//
// The loop of an argmin has one, for its results are one instruction's; of a
// kernel that is made anew, the one in which its iterations ran before.
//
// Updates by one operation may be exchanged. Of a temporary that each iteration
// sets before it reads it, each iteration has its own.
#include "Builder.h"

#include "ElementAccesses.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Analysis/ReferenceTimes.h"
#include "loopyc/IR/Negation.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Glob.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

namespace {

class ConflictFinder {
public:
  ConflictFinder(const Building &building, const Kernel &withoutRules)
      : building(building), kernel(withoutRules), graph(kernel),
        affine(kernel) {
    for (size_t i = 0; i < building.statements.size(); ++i)
      statementOf[building.statements[i].id] = i;
    findCommonLoops();
  }

  // The first that there is, of those that say most.
  void run() {
    std::vector<Candidate> candidates;
    for (const DependenceEdge &edge : graph.edges()) {
      if (!edge.ordered || isAsserted(edge))
        continue;
      for (const OrderLevel &level : edge.levels)
        if (!isAskedFor(edge, level))
          candidates.push_back({&edge, level});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const Candidate &a, const Candidate &b) {
                       return rank(*a.edge) < rank(*b.edge);
                     });
    for (const Candidate &candidate : candidates)
      requireNone(*candidate.edge, candidate.level);
  }

  std::set<std::string> remarks; // on what is silenced

private:
  struct Candidate {
    const DependenceEdge *edge;
    OrderLevel level;
  };

  // Values that are passed on, and first where one was meant to be.
  int rank(const DependenceEdge &edge) {
    bool isMeant =
        edge.source != edge.sink && dependsOn(edge.sink, edge.source);
    return (edge.kind == DependenceKind::Flow ? 0 : 2) + (isMeant ? 0 : 1);
  }

  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  const AccessInfo &source(const DependenceEdge &edge) const {
    return graph.accesses()[edge.sourceAccess];
  }
  const AccessInfo &sink(const DependenceEdge &edge) const {
    return graph.accesses()[edge.sinkAccess];
  }

  // --- what is asked for

  bool isAsserted(const DependenceEdge &edge) const {
    auto asserts = [&](int a, int b) {
      NoSync said = noSyncOf(insn(a), insn(b).id);
      return said.local && said.global;
    };
    return asserts(edge.sink, edge.source) || asserts(edge.source, edge.sink);
  }

  // Of a temporary, the loops around all that touches it.
  void findCommonLoops() {
    for (const AccessInfo &access : graph.accesses()) {
      VariablePtr var = kernel.findVariable(access.variable);
      if (!var || !var->isTemporary())
        continue;
      const auto &loops = insn(access.instruction).inames;
      auto [it, isNew] = commonLoops.emplace(
          access.variable, std::set<std::string>(loops.begin(), loops.end()));
      if (!isNew)
        std::erase_if(it->second, [&](const std::string &iname) {
          return !insn(access.instruction).within(iname);
        });
    }
  }

  static std::string loopOf(const Instruction &insn, int depth) {
    return insn.time[2 * depth + 1].getIf<VarRef>()->name;
  }

  bool isAskedFor(const DependenceEdge &edge, const OrderLevel &level) {
    if (!level.carried)
      return edge.source != edge.sink &&
             (dependsOn(edge.sink, edge.source) || areExclusive(edge, level));
    if (isOrderedLoop(edge, level) && !formerTime(edge.source))
      return true;
    auto common = commonLoops.find(source(edge).variable);
    return common != commonLoops.end() &&
           (edge.kind == DependenceKind::Anti ||
            edge.kind == DependenceKind::Output) &&
           common->second.count(loopOf(insn(edge.source), level.depth));
  }

  // Of instructions that were one, argmin say, whose loop ascends.
  bool isOrderedLoop(const DependenceEdge &edge,
                     const OrderLevel &level) const {
    const auto &a = partOf(edge.source), &b = partOf(edge.sink);
    return a && b && a->of == b->of &&
           a->loops.count(loopOf(insn(edge.source), level.depth));
  }

  // Null unless the kernel is made anew.
  const ReferenceTime *formerTime(int index) const {
    const auto &times = building.source.formerTimes;
    auto it = times.find(insn(index).id);
    return it == times.end() ? nullptr : &it->second;
  }

  // A time of other loops than the instruction is in says nothing of these.
  bool isOfItsLoops(const ReferenceTime &time, const Instruction &insn) const {
    std::set<std::string> names;
    for (const Expr &component : time)
      collectNames(component, names, names);
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string &name) {
                         return insn.within(name) || kernel.findVariable(name);
                       });
  }

  // { source -> sink } that may not be in the order in which they were.
  Set againstFormerOrder(const DependenceEdge &edge) {
    const ReferenceTime &earlier = *formerTime(edge.source);
    ReferenceTime later = *formerTime(edge.sink);
    if (!isOfItsLoops(earlier, insn(edge.source)) ||
        !isOfItsLoops(later, insn(edge.sink)))
      return Set::universe();
    Substitution marks =
        markedReferences(insn(edge.sink).inames, Mark::Prime);
    for (Expr &component : later)
      component = substitute(component, marks);
    return timesOrdered(later, earlier, true, affine);
  }

  const std::shared_ptr<const Part> &partOf(int index) const {
    return building.statements[statementOf.at(insn(index).id)].text->part;
  }

  // Branches of one condition, of which an iteration of the loops around both,
  // which are equal, takes one.
  bool areExclusive(const DependenceEdge &edge, const OrderLevel &level) const {
    const Instruction &a = insn(edge.source), &b = insn(edge.sink);
    auto isOfEqualLoops = [&](const Predicate &p) {
      for (size_t depth = level.depth; depth < a.inames.size(); ++depth)
        if (mentions(p, loopOf(a, static_cast<int>(depth))))
          return false;
      return true;
    };
    for (const Predicate &p : a.predicates)
      for (const Predicate &q : b.predicates)
        if (areOpposite(p, q) && isOfEqualLoops(p))
          return true;
    return false;
  }

  bool dependsOn(int later, int earlier) {
    size_t from = statementOf.at(insn(later).id);
    auto [it, isNew] = before.emplace(from, std::set<size_t>());
    if (isNew) {
      std::vector<size_t> pending{from};
      while (!pending.empty()) {
        size_t at = pending.back();
        pending.pop_back();
        for (size_t next : building.statements[at].dependsOn)
          if (it->second.insert(next).second)
            pending.push_back(next);
      }
    }
    return it->second.count(statementOf.at(insn(earlier).id)) > 0;
  }

  // --- what there is

  Set pairsAt(const DependenceEdge &edge, const OrderLevel &level) {
    Set pairs = graph.relation(edge);
    auto both = [&](int depth) {
      std::string name = loopOf(insn(edge.source), depth);
      return std::pair(PwAff::name(name), PwAff::name(primed(name)));
    };
    for (int depth = 0; depth < level.depth; ++depth) {
      auto [a, b] = both(depth);
      pairs = pairs.intersect(a.eq(b));
    }
    if (level.carried) {
      auto [a, b] = both(level.depth);
      pairs = pairs.intersect(a.lt(b));
    }
    return pairs;
  }

  void requireNone(const DependenceEdge &edge, const OrderLevel &level) {
    Set pairs = pairsAt(edge, level);
    if (level.carried && isOrderedLoop(edge, level))
      pairs = pairs.intersect(againstFormerOrder(edge));
    if (pairs.isEmpty())
      return;
    report(edge, level, pairs.sample().value_or(poly::Point()));
  }

  // --- messages

  std::string text(const Instruction &insn) const {
    const StatementText &written =
        *building.statements[statementOf.at(insn.id)].text;
    return written.text->str(written.span);
  }

  // "i = 0, j = 1"
  std::string iteration(const Instruction &insn, const poly::Point &point,
                        bool isSink) const {
    std::string list;
    for (const std::string &iname : insn.inames) {
      auto it = point.find(isSink ? primed(iname) : iname);
      int64_t value = it == point.end() ? 0 : it->second;
      list +=
          (list.empty() ? "" : ", ") + iname + " = " + std::to_string(value);
    }
    return list;
  }

  static std::string at(const std::string &iteration) {
    return iteration.empty() ? "" : " for " + iteration;
  }

  static const char *verb(const AccessInfo &access) {
    return access.write ? "writes" : "reads";
  }

  std::string sizes(const poly::Point &point) const {
    std::string list;
    for (const auto &[name, value] : point)
      if (VariablePtr var = kernel.findVariable(name))
        list += (list.empty() ? " (with " : ", ") + name + " = " +
                std::to_string(value);
    return list.empty() ? "" : list + ")";
  }

  void report(const DependenceEdge &edge, const OrderLevel &level,
              const poly::Point &point) {
    const Instruction &first = insn(edge.source), &second = insn(edge.sink);
    const AccessInfo &a = source(edge), &b = sink(edge);
    std::string message = "nothing orders these: '" + first.id + "' " +
                          verb(a) + " " + a.reference.str() +
                          at(iteration(first, point, false)) + ", '" +
                          second.id + "' " + verb(b) + " " + b.reference.str() +
                          at(iteration(second, point, true)) + sizes(point) +
                          ", which may be the same; " + remedy(edge, level);
    Diagnostic diagnostic;
    diagnostic.message = message;
    diagnostic.range = second.range;
    diagnostic.notes.push_back({Severity::Note,
                                "'" + first.id + "' is '" + text(first) + "'",
                                first.range,
                                "",
                                {}});
    if (isSilenced(edge)) {
      diagnostic.severity = Severity::Warning;
      warn("unordered", message, second.range);
      remarks.insert("the order of '" + first.id + "' and '" + second.id +
                     "' on '" + a.variable +
                     "' is as written (silenced_warnings)");
      return;
    }
    throw UserError(std::vector<Diagnostic>{diagnostic});
  }

  // "j, k": of one instruction that both were parts of, which neither is in any
  // more.
  std::string loopsOfOne(const DependenceEdge &edge) const {
    const auto &a = partOf(edge.source), &b = partOf(edge.sink);
    std::string list;
    if (a && b && a->of == b->of)
      for (const std::string &loop : a->loops)
        if (!insn(edge.source).within(loop) && !insn(edge.sink).within(loop))
          list += (list.empty() ? "" : ", ") + loop;
    return list;
  }

  std::string remedy(const DependenceEdge &edge, const OrderLevel &level) {
    const Instruction &first = insn(edge.source), &second = insn(edge.sink);
    if (!level.carried)
      return "write {dep=" + first.id + "} behind '" + second.id +
             "', or the other way round";
    std::string loop = loopOf(first, level.depth);
    if (isOrderedLoop(edge, level))
      return "these were one instruction, whose iterations came in an order "
             "that the loop over '" +
             loop +
             "' does not keep: make the kernel anew before its loops are "
             "turned round or interchanged";
    if (std::string former = loopsOfOne(edge); !former.empty())
      return "the loops over '" + former +
             "' that these had in order, for they were one instruction, are "
             "others now: make the kernel anew before they are transformed";
    std::string why =
        "iterations of the loop over '" + loop + "' have no order";
    if (edge.source != edge.sink && dependsOn(edge.sink, edge.source))
      why += ", and a dependence acts within the loops that both instructions "
             "are in: give '" +
             second.id + "' inames of its own, so that all of '" + first.id +
             "' comes first";
    else if (edge.source != edge.sink)
      why += ": give '" + second.id +
             "' inames of its own and {dep=" + first.id + "}";
    if (edge.source == edge.sink)
      why += ": if no two of them touch one element, say so with "
             "{no_sync_with=" +
             first.id + "@any}";
    return why + "; or make the kernel with seq_dependencies=True, where "
                 "instructions and iterations come in the order in which they "
                 "are written";
  }

  bool isSilenced(const DependenceEdge &edge) const {
    std::vector<std::string> names = {"unordered(" + source(edge).variable +
                                      ")"};
    for (int index : {edge.source, edge.sink})
      if (edge.kind == DependenceKind::Output)
        names.push_back("write_race(" + insn(index).id + ")");
    for (const std::string &glob : building.source.silenced)
      for (const std::string &name : names)
        if (globMatches(glob, name))
          return true;
    return false;
  }

  const Building &building;
  const Kernel kernel; // rules expanded, for dependences know none
  DependenceGraph graph;
  BoundedAffine affine;
  std::map<std::string, size_t> statementOf; // by id
  std::map<std::string, std::set<std::string>> commonLoops;
  std::map<size_t, std::set<size_t>> before; // by statement
};

} // namespace

std::vector<std::string> language::refuseConflicts(const Building &building,
                                                   const Kernel &kernel) {
  if (building.source.isSequential)
    return {};
  ConflictFinder finder(building, withoutRules(kernel));
  finder.run();
  return {finder.remarks.begin(), finder.remarks.end()};
}
