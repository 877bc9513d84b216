//   t = f(i);  a[i] = t*t   ->   t_subst := f(i);  a[i] = t_subst()*t_subst()
#include "Dataflow.h"
#include "Reductions.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Analysis/StableValues.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Reductions.h"
#include "loopyc/Transform/Rules.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <functional>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static const char *const assignmentToSubstName = "assignment_to_subst";

namespace {

// A read and the definition that reaches it.
struct Use {
  int reader = -1;        // instruction of the kernel
  Expr reference;         // as read, rules expanded
  Set pairs;              // definition -> primed reader; null: equal inames
  Substitution arguments; // by parameter of the rule
};

class DefinitionToRule {
public:
  DefinitionToRule(const Kernel &kernel, const VariablePtr &var, int definition,
                   const AssignmentToSubstOptions &options)
      : kernel(kernel), var(var), definition(definition), options(options),
        expand(kernel), reduced(kernel) {}

  Kernel run() {
    reduceKernel();
    collectUses();
    findParameters();
    checkValues();
    return rewrite();
  }

private:
  const Instruction &insn(int i) const { return *kernel.instructions[i]; }
  const Instruction &defining() const { return insn(definition); }

  // Only what mentions the variable, rules expanded.
  void reduceKernel() {
    reduced.rules.clear();
    reduced.instructions.clear();
    for (size_t i = 0; i < kernel.instructions.size(); ++i) {
      bool mentioned = false;
      mapExprs(kernel.instructions[i], [&](const Expr &e) {
        mentioned = mentioned || mentionsVariable(e);
        return e;
      });
      if (!mentioned)
        continue;
      index.push_back(static_cast<int>(i));
      reduced.instructions.push_back(expand(kernel.instructions[i]));
    }
  }

  // Directly or through rules.
  bool mentionsVariable(const Expr &e) {
    if (mentions(e, var->name))
      return true;
    for (const std::string &rule : calledRules(e))
      if (isMentionedByRule(rule))
        return true;
    return false;
  }

  bool isMentionedByRule(const std::string &rule) {
    auto [it, isNew] = inRule.try_emplace(rule, false);
    if (isNew)
      inRule[rule] = mentionsVariable(kernel.findRule(rule)->value);
    return inRule[rule];
  }

  void collectUses() {
    DependenceGraph graph(reduced, [&](AccessInfo &access) {
      access.update.reset(); // free to be exchanged, not to be lost
      return access.variable == var->name;
    });
    std::map<int, std::vector<const DependenceEdge *>> into;
    for (const DependenceEdge &edge : graph.edges())
      if (edge.kind == DependenceKind::Flow)
        into[edge.sinkAccess].push_back(&edge);
    for (size_t a = 0; a < graph.accesses().size(); ++a) {
      const AccessInfo &access = graph.accesses()[a];
      if (!access.write)
        read(graph, static_cast<int>(a), into[a]);
    }
  }

  void read(DependenceGraph &graph, int sink,
            const std::vector<const DependenceEdge *> &edges) {
    const AccessInfo &access = graph.accesses()[sink];
    const Instruction &reader = *reduced.instructions[access.instruction];
    if (options.within &&
        !options.within(kernel, insn(index[access.instruction]))) {
      for (const DependenceEdge *edge : edges)
        isReadElsewhere |= index[edge->source] == definition;
      return;
    }
    const DependenceEdge *reaching = nullptr;
    Set pairs;
    for (const DependenceEdge *edge : edges) {
      Set relation = edge->identity ? Set() : graph.relation(*edge);
      if (relation && relation.isEmpty())
        continue;
      if (reaching)
        refuseTwo(graph, *reaching, *edge, access);
      reaching = edge;
      pairs = relation;
    }
    if (reaching && index[reaching->source] != definition)
      return; // another definition's
    if (!reaching || !isCovered(graph, *reaching, pairs))
      throw UserError(
          std::string(assignmentToSubstName) + ": '" + access.reference.str() +
              "' is read by '" + reader.id +
              "', but not every time is there an assignment before; a rule can "
              "only stand for an assigned value",
          reader.range);
    if (index[access.instruction] == definition)
      throw UserError(std::string(assignmentToSubstName) + ": '" + reader.id +
                          "' assigns '" + var->name +
                          "' a value made from the one of an earlier "
                          "iteration, which no rule can express",
                      reader.range);
    Use use;
    use.reader = index[access.instruction];
    use.reference = access.reference;
    use.pairs = pairs;
    uses.push_back(std::move(use));
  }

  // Does every instance of the reader get a value?
  bool isCovered(DependenceGraph &graph, const DependenceEdge &edge,
                 const Set &pairs) {
    const Instruction &source = *reduced.instructions[edge.source];
    const Instruction &sink = *reduced.instructions[edge.sink];
    for (const Predicate &predicate : source.predicates)
      if (!toCondition(predicate) &&
          !(edge.identity && isShared(predicate, edge)))
        return false;
    Set needed = graph.instances().of(edge.sink);
    if (edge.identity)
      return source.predicates.empty() ||
             needed.isSubset(graph.instances().of(edge.source));
    Names sources(source.inames.begin(), source.inames.end());
    return needed.rename(primes(sink)).isSubset(pairs.project(sources));
  }

  // Does the reader run only where the predicate held at the definition?
  bool isShared(const Predicate &predicate, const DependenceEdge &edge) const {
    const Instruction &sink = *reduced.instructions[edge.sink];
    return std::find(sink.predicates.begin(), sink.predicates.end(),
                     predicate) != sink.predicates.end() &&
           StableValues(kernel).between(*reduced.instructions[edge.source],
                                        sink, edge.levels.front().depth,
                                        predicate);
  }

  [[noreturn]] void refuseTwo(DependenceGraph &graph, const DependenceEdge &a,
                              const DependenceEdge &b,
                              const AccessInfo &access) {
    const Instruction &first = *reduced.instructions[a.source];
    const Instruction &second = *reduced.instructions[b.source];
    const Instruction &reader = *reduced.instructions[access.instruction];
    std::string example =
        pairStr(kernel, second, reader, graph.conflicts(b));
    throw UserError(std::string(assignmentToSubstName) + ": '" +
                        access.reference.str() + "', read by '" + reader.id +
                        "', may have been assigned by '" + first.id +
                        "' or by '" + second.id + "'" + example +
                        "; a rule can only stand for one assignment",
                    reader.range)
        .note("it is assigned here", first.range)
        .note("and here", second.range);
  }

  // Inames of the definition that a reader does not share become parameters.
  void findParameters() {
    Expr value = expand(defining().assignment().value);
    for (const Use &use : uses)
      requireSameRanges(value, use);
    std::set<std::string> mentioned, arrays;
    collectNames(value, mentioned, arrays);
    for (const std::string &iname : defining().inames) {
      if (!mentioned.count(iname))
        continue;
      bool shared = std::all_of(uses.begin(), uses.end(), [&](const Use &use) {
        return !use.pairs || isEqualThere(use, iname);
      });
      if (!shared)
        parameters[iname] = kernel.freshName(iname);
    }
    for (Use &use : uses)
      for (const auto &[iname, parameter] : parameters)
        use.arguments[parameter] = valueThere(use, iname);
  }

  // A reduction's range is that in the loops around it, which no parameter of a
  // rule says.
  void requireSameRanges(const Expr &value, const Use &use) const {
    for (const std::string &name : rangeNames(kernel, value)) {
      if (!kernel.hasIname(name))
        continue;
      const bool defined = defining().within(name);
      if (defined == insn(use.reader).within(name) &&
          (!defined || !use.pairs || isEqualThere(use, name)))
        continue;
      throw UserError(std::string(assignmentToSubstName) + ": '" +
                          insn(use.reader).id + "' reads '" + var->name +
                          "' in " + (defined ? "another" : "an") +
                          " iteration of '" + name +
                          "', where the reduction of '" + defining().id +
                          "' has another range; make a loop of it "
                          "(realize_reduction)",
                      insn(use.reader).range)
          .note("it is reduced here", defining().range);
    }
  }

  bool isEqualThere(const Use &use, const std::string &iname) const {
    if (!insn(use.reader).within(iname))
      return false;
    PwAff here = PwAff::name(iname), there = PwAff::name(primed(iname));
    return use.pairs.intersect(here.ne(there)).isEmpty();
  }

  // The definition's iname as a function of the reader's.
  Expr valueThere(const Use &use, const std::string &iname) const {
    if (!use.pairs)
      return Expr::var(iname);
    const Instruction &reader = insn(use.reader);
    std::map<std::string, std::string> unprimed;
    Names own;
    for (const auto &[plain, prime] : primes(reader)) {
      unprimed[prime] = plain;
      own.push_back(plain);
    }
    Names hidden;
    for (const std::string &other : defining().inames)
      if (other != iname)
        hidden.push_back(other);
    std::string value = auxiliaryName(iname);
    Set pairs = use.pairs.project(hidden)
                    .rename({{iname, value}})
                    .rename(unprimed);
    Names of = pairs.names();
    of.erase(std::remove(of.begin(), of.end(), value), of.end());
    PwAff low = pairs.minOf(value, of), high = pairs.maxOf(value, of);
    if (!pairs.intersect(low.ne(high)).isEmpty())
      throw UserError(std::string(assignmentToSubstName) + ": '" +
                          use.reference.str() + "', read by '" + reader.id +
                          "', is not the value of one iteration of '" + iname +
                          "'",
                      reader.range);
    return fromAffine(low, InstanceSets(kernel).of(use.reader));
  }

  // What the definition reads must still be there at each use.
  void checkValues() {
    Expr value = expand(defining().assignment().value);
    if (!readsWritten(kernel, value))
      return;
    MoveCheck check(kernel);
    InstanceSets instances(kernel);
    for (const Use &use : uses) {
      Move move;
      move.earlier = defining().time;
      if (use.pairs) {
        move.pairs = use.pairs;
        for (const Expr &e : insn(use.reader).time)
          move.later.push_back(primedExpr(e, insn(use.reader)));
      } else {
        move.pairs = instances.of(use.reader);
        move.later = insn(use.reader).time;
      }
      // The definition itself included, which may overwrite what it reads.
      if (auto clobber = check.clobbered(value, move))
        throw clobberError(kernel, *clobber,
                           std::string(assignmentToSubstName) +
                               ": the value that '" + defining().id +
                               "' gives to '" + var->name + "' and '" +
                               insn(use.reader).id + "' reads",
                           insn(use.reader));
    }
  }

  Kernel rewrite() {
    Kernel result = kernel;
    RuleBook book(result);
    SubstitutionRule rule;
    rule.name = kernel.freshName(var->name + "_subst");
    rule.range = defining().range;
    rule.value = defining().assignment().value;
    if (!parameters.empty()) {
      Substitution named;
      for (const auto &[iname, parameter] : parameters) {
        rule.parameters.push_back(parameter);
        named[iname] = Expr::var(parameter);
      }
      rule.value = substitute(expand(rule.value), named);
    }
    result.rules.push_back(rule);
    std::map<int, std::vector<const Use *>> byReader;
    for (const Use &use : uses)
      byReader[use.reader].push_back(&use);
    for (const auto &[reader, itsUses] : byReader)
      result.instructions[reader] =
          withRule(book, result.instructions[reader], rule, itsUses);
    bool stays = isReadElsewhere || boundsLoop() || options.forceRetain;
    if (!stays && var->isTemporary())
      removeInstruction(result, defining().id);
    if (!uses.empty())
      book.finish();
    else
      result.rules.pop_back();
    return result;
  }

  // Loop bounds are names, in which no rule can stand.
  bool boundsLoop() const {
    return std::any_of(kernel.domains.begin(), kernel.domains.end(),
                       [&](const Set &domain) {
                         return domain.involves(var->name);
                       });
  }

  InstructionPtr withRule(RuleBook &book, const InstructionPtr &insn,
                          const SubstitutionRule &rule,
                          const std::vector<const Use *> &itsUses) {
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return loopyc::rewrite(e, [&](const Expr &node) {
        for (const Use *use : itsUses)
          if (node == use->reference)
            return call(rule, *use);
        return node;
      });
    });
    change.keep(rule.name);
    bool named = areReadsNamed(insn);
    return rewriteReads(insn, [&](const Expr &e) {
      return change(named ? e : withoutRulesOfVariable(e));
    });
  }

  // Do the rules that the reader calls spell its reads of the variable as the
  // reader does? A rule of parameters does not: w[x] is w[i - 1] for one call.
  bool areReadsNamed(const InstructionPtr &insn) {
    bool named = true;
    std::set<std::string> seen;
    std::function<void(const Expr &)> look = [&](const Expr &e) {
      for (const std::string &callee : calledRules(e)) {
        if (!seen.insert(callee).second || !isMentionedByRule(callee))
          continue;
        const SubstitutionRule &rule = *kernel.findRule(callee);
        named = named && spellsReads(rule);
        look(rule.value);
      }
    };
    mapExprs(insn, [&](const Expr &e) {
      look(e);
      return e;
    });
    return named;
  }

  bool spellsReads(const SubstitutionRule &rule) const {
    bool all = true;
    walk(rule.value, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      if (!array || array->name != var->name)
        return true;
      for (const std::string &parameter : rule.parameters)
        all = all && !mentions(node, parameter);
      return true;
    });
    return all;
  }

  // With the calls of rules that mention the variable expanded.
  Expr withoutRulesOfVariable(const Expr &e) {
    return loopyc::rewrite(e, [&](const Expr &node) {
      const auto *call = node.getIf<RuleCall>();
      if (!call || !isMentionedByRule(call->rule))
        return node;
      const SubstitutionRule &rule = *kernel.findRule(call->rule);
      Substitution args;
      for (size_t p = 0; p < rule.parameters.size(); ++p)
        args[rule.parameters[p]] = call->args[p];
      return substitute(withoutRulesOfVariable(rule.value), args);
    });
  }

  Expr call(const SubstitutionRule &rule, const Use &use) const {
    std::vector<Expr> args;
    for (const std::string &parameter : rule.parameters)
      args.push_back(use.arguments.at(parameter));
    return Expr::rule(rule.name, std::move(args), rule.value.type());
  }

  const Kernel &kernel;
  VariablePtr var;
  int definition;
  const AssignmentToSubstOptions &options;
  RuleExpander expand;
  Kernel reduced;
  std::vector<int> index; // of reduced.instructions in the kernel
  std::vector<Use> uses;
  std::map<std::string, std::string> parameters; // iname -> parameter
  bool isReadElsewhere = false;
  std::map<std::string, bool> inRule; // does the rule mention the variable?
};

} // namespace

// A rule stands for one expression.
static void requireAssignment(const Instruction &insn, const Variable &var) {
  auto isNone = [&] {
    throw UserError(std::string(assignmentToSubstName) + ": instruction '" +
                        insn.id + "' should assign '" + var.name +
                        "' an expression, but it is " + instructionStr(insn),
                    insn.range);
  };
  match(
      insn.body, [](const Assignment &) {}, [&](const CallBody &) { isNone(); },
      [&](const BarrierBody &) { isNone(); }, [&](const NoOp &) { isNone(); });
}

// Definitions whose reductions may become those of rules.
static std::set<std::string> ruleDefinitions(const Kernel &kernel,
                                             const Variable &var) {
  std::set<std::string> ids;
  RuleExpander expand(kernel);
  for (const InstructionPtr &insn : kernel.instructions)
    if (const auto *a = std::get_if<Assignment>(&insn->body);
        a && insn->assigns(var.name) && !mentions(expand(a->value), var.name))
      ids.insert(insn->id);
  return ids;
}

// What the definitions reduce over is no loop of those that may use the rule.
static Kernel withReductionsApart(const Kernel &kernel,
                                  const std::set<std::string> &definitions) {
  std::set<std::string> loops, shared;
  for (const InstructionPtr &insn : kernel.instructions)
    loops.insert(insn->inames.begin(), insn->inames.end());
  ReducedInames reduced(kernel);
  for (const InstructionPtr &insn : kernel.instructions)
    if (definitions.count(insn->id))
      for (const std::string &iname : reduced(*insn))
        if (loops.count(iname))
          shared.insert(iname);
  return shared.empty() ? kernel
                        : makeReductionInamesUnique(
                              kernel, {shared.begin(), shared.end()});
}

Kernel loopyc::assignmentToSubst(const Kernel &before, const std::string &given,
                                 const AssignmentToSubstOptions &options) {
  VariablePtr var = resolveVariable(before, given, assignmentToSubstName);
  const std::set<std::string> kept = ruleDefinitions(before, *var);
  const ReductionLoops loops(before, {{}, kept});
  const Kernel kernel = withReductionsApart(loops.kernel, kept);
  AssignmentToSubstOptions selected = options;
  selected.within = loops.including(options.within);
  std::vector<std::string> definitions;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(var->name)) {
      requireAssignment(*insn, *var);
      definitions.push_back(insn->id);
    }
  if (definitions.empty())
    throw UserError(std::string(assignmentToSubstName) + ": nothing assigns '" +
                    var->name + "' in kernel '" + kernel.name + "'");
  Kernel result = kernel;
  for (const std::string &id : definitions) {
    size_t at = 0;
    while (result.instructions[at]->id != id)
      ++at;
    result =
        DefinitionToRule(result, var, static_cast<int>(at), selected).run();
  }
  if (result.instructions == kernel.instructions)
    throw UserError(std::string(assignmentToSubstName) + ": kernel '" +
                        kernel.name + "': " +
                        (options.within ? "'within' selects no read of '"
                                        : "nothing reads '") +
                        var->name + "', so no use of a rule comes of it",
                    kernel.range);
  if (var->isTemporary() && !isMentioned(result, var->name))
    result.removeVariable(var->name);
  return result;
}
