#include "ThreadClauses.h"

#include "AssignedNames.h"
#include "CertainDependences.h"
#include "loopyc/Source/Fortran/Clauses.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

using namespace loopyc;
using namespace loopyc::frontend;
using fortran::DirectiveLine;
using fortran::LoopClauses;

namespace {

std::optional<ReductionOp> operationOf(const std::string &name) {
  static const std::pair<const char *, ReductionOp> operations[] = {
      {"+", ReductionOp::Add},     {"-", ReductionOp::Add},
      {"*", ReductionOp::Mul},     {"max", ReductionOp::Max},
      {"min", ReductionOp::Min},   {"iand", ReductionOp::Iand},
      {"ior", ReductionOp::Ior},   {"ieor", ReductionOp::Ieor},
      {".and.", ReductionOp::And}, {".or.", ReductionOp::Or},
      {".eqv.", ReductionOp::Eqv}, {".neqv.", ReductionOp::Neqv},
  };
  for (const auto &[text, op] : operations)
    if (name == text)
      return op;
  return std::nullopt;
}

// What the source calls the variable: copies have its declaration.
std::string sourceName(const Kernel &kernel, const Variable &variable) {
  std::string result = variable.name;
  if (variable.isTemporary() && variable.range.known())
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &other : *list)
        if (other->name.size() < result.size() &&
            other->range.str() == variable.range.str())
          result = other->name;
  return result;
}

// A loop, and a directive for it: just before it, or one that opens a block
// around it, of these lines.
struct Said {
  const LoopClauses &clauses;
  SourceRange place;
  std::optional<source::LineSpan> block;
  // In lower case: what statements of that block assign which are none of the
  // kernel's.
  std::set<std::string> assignedInBlock;
};

class Check {
public:
  // `told`: variables of which there is a warning at this place.
  Check(DependenceGraph &graph, const Said &said, const fortran::Team &team,
        std::vector<std::string> inames, std::set<std::string> &told)
      : graph(graph), kernel(graph.kernel()), clauses(said.clauses),
        block(said.block), assignedInBlock(said.assignedInBlock), team(team),
        inner(inames.back()), dependences(graph, std::move(inames)),
        place(said.place), told(told) {}

  // `guarded`: do threads take turns at something in the loop?
  void run(bool guarded) {
    for (const auto &[operation, name] : clauses.reductions)
      checkReduction(operation, name);
    for (const DependenceEdge &edge : graph.edges())
      checkEdge(edge, guarded);
    for (int access : graph.openReads())
      checkEntering(access);
    for (const auto *names : {&clauses.isPrivate, &clauses.lastPrivate})
      for (const std::string &name : *names)
        if (const auto known = namesOf(name); known.size() == 1)
          checkAssigned(known.front());
  }

private:
  // The kernel's variables that stand for the source's: that, and a copy that
  // each iteration of a loop has.
  std::vector<std::string> namesOf(const std::string &lower) const {
    std::vector<std::string> result;
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &variable : *list)
        if (equalButForCase(inSource(variable->name), lower))
          result.push_back(variable->name);
    return result;
  }

  std::string inSource(const std::string &variable) const {
    VariablePtr declared = kernel.findVariable(variable);
    return declared ? sourceName(kernel, *declared) : variable;
  }

  // Not of the source, as the rank of a last value.
  bool isMade(const std::string &variable) const {
    VariablePtr declared = kernel.findVariable(variable);
    return declared && declared->isTemporary() && declared->isScalar() &&
           !declared->range.known();
  }

  // The clause that gives each iteration the variable; null: none does.
  const char *clauseOf(const std::string &variable) const {
    std::string name = lowerCase(inSource(variable));
    return clauses.isPrivate.count(name)      ? "private"
           : clauses.firstPrivate.count(name) ? "firstprivate"
           : clauses.lastPrivate.count(name)  ? "lastprivate"
                                              : nullptr;
  }
  bool isReduced(const std::string &variable) const {
    return std::any_of(clauses.reductions.begin(), clauses.reductions.end(),
                       [&, name = inSource(variable)](const auto &reduction) {
                         return equalButForCase(reduction.second, name);
                       });
  }

  void checkReduction(const std::string &operation, const std::string &lower) {
    std::optional<ReductionOp> op = operationOf(operation);
    if (!op)
      return;
    for (const std::string &variable : namesOf(lower))
      if (const auto *other = otherUse(kernel, inner, variable, *op)) {
        const std::string name = inSource(variable);
        return tell(name,
                    "'" + name + "' is not only updated by '" + operation +
                        "', as reduction(" + operation + ": " + name + ") says",
                    {{"it is used otherwise here", other->range}});
      }
  }

  void checkEdge(const DependenceEdge &edge, bool guarded) {
    const std::string &variable = dependences.variable(edge);
    if (isReduced(variable) || told.count(inSource(variable)) ||
        isMade(variable))
      return;
    if (const char *clause = clauseOf(variable))
      checkOwn(edge, clause);
    else if (clauses.independent && !guarded &&
             !team.hasOwn(inSource(variable), false) &&
             !isPartialOfCallers(variable))
      checkIndependent(edge);
  }

  // A variable of which each iteration has one.
  void checkOwn(const DependenceEdge &edge, const std::string &clause) {
    if (!passesValue(edge.kind) || !dependences.isPlain(edge.sourceAccess) ||
        !dependences.isPlain(edge.sinkAccess))
      return;
    const std::string &variable = dependences.variable(edge);
    bool from = dependences.isInside(edge.source),
         to = dependences.isInside(edge.sink);
    std::string text;
    if (from && to && dependences.areCarried(edge) && !isPartial(variable))
      text = "has in one iteration the value of another";
    else if (!from && to && clause != "firstprivate" &&
             !isInBlock(edge.source) && !isEmpty(edge))
      text = "has in the loop its value from before; is it firstprivate?";
    else if (from && !to && clause != "lastprivate" && !isInBlock(edge.sink) &&
             !isEmpty(edge))
      text = "has behind the loop a value of it; is it lastprivate?";
    else
      return;
    tell(inSource(variable),
         "'" + inSource(variable) + "' is said to be " + clause + ", but " +
             text,
         {{"it is assigned here", dependences.insn(edge.source).range},
          {"it is read here", dependences.insn(edge.sink).range}});
  }

  // A thread's part of a sum, which the block adds to the others' behind the
  // loop.
  bool isPartial(const std::string &variable) const {
    return block && isOnlyUpdated(variable);
  }
  // The same, in a procedure that all threads of the caller's team are in.
  bool isPartialOfCallers(const std::string &variable) const {
    VariablePtr declared = kernel.findVariable(variable);
    return team.who == fortran::Team::Who::All && !team.line &&
           declared->isTemporary() && declared->isScalar() &&
           isOnlyUpdated(variable);
  }

  // By one operation, in the loop.
  bool isOnlyUpdated(const std::string &variable) const {
    static const ReductionOp all[] = {
        ReductionOp::Add,  ReductionOp::Mul,  ReductionOp::Max,
        ReductionOp::Min,  ReductionOp::Iand, ReductionOp::Ior,
        ReductionOp::Ieor, ReductionOp::And,  ReductionOp::Or,
        ReductionOp::Eqv,  ReductionOp::Neqv};
    return std::any_of(std::begin(all), std::end(all), [&](auto op) {
      return !otherUse(kernel, inner, variable, op);
    });
  }

  // There the thread has its own value.
  bool isInBlock(int instruction) const {
    const int line = dependences.insn(instruction).range.line;
    return block && block->first <= line && line <= block->last;
  }

  // In front of the kernel.
  bool maySetInBlock(const std::string &variable) const {
    return assignedInBlock.count(lowerCase(inSource(variable))) != 0;
  }

  bool isEmpty(const DependenceEdge &edge) {
    return graph.relation(edge).isEmpty();
  }

  // Read before the kernel assigns it.
  void checkEntering(int number) {
    const AccessInfo &access = graph.accesses()[number];
    const std::string &variable = access.variable;
    const char *clause = clauseOf(variable);
    if (!clause || std::string(clause) == "firstprivate" ||
        told.count(inSource(variable)) || maySetInBlock(variable) ||
        !dependences.isInside(access.instruction) ||
        !dependences.isPlain(number) || hasSource(number))
      return;
    tell(inSource(variable),
         "'" + inSource(variable) + "' is said to be " + clause +
             ", but has in the loop its value from before; is it firstprivate?",
         {{"it is read here", dependences.insn(access.instruction).range}});
  }

  // Read, and never assigned: it has a value from before in any case.
  void checkAssigned(const std::string &name) {
    if (maySetInBlock(name))
      return;
    const Instruction *reader = nullptr;
    for (const InstructionPtr &instruction : kernel.instructions) {
      if (instruction->assigns(name))
        return;
      std::set<std::string> read;
      for (const Expr &e : instruction->reads())
        collectNames(e, read, read);
      if (!reader && instruction->within(inner) && read.count(name))
        reader = instruction.get();
    }
    if (reader)
      tell(name,
           "'" + name +
               "' is said to be private, but has in the loop its "
               "value from before; is it firstprivate?",
           {{"it is read here", reader->range}});
  }

  // Does anything in the kernel give it a value?
  bool hasSource(int access) const {
    return std::any_of(graph.edges().begin(), graph.edges().end(),
                       [&](const DependenceEdge &edge) {
                         return edge.sinkAccess == access &&
                                passesValue(edge.kind);
                       });
  }

  void checkIndependent(const DependenceEdge &edge) {
    const std::string &variable = dependences.variable(edge);
    VariablePtr declared = kernel.findVariable(variable);
    bool mayBeOwn = declared->isTemporary() || declared->isScalar();
    if ((mayBeOwn && !passesValue(edge.kind)) || !dependences.areCarried(edge))
      return;
    bool again = edge.kind == DependenceKind::Output;
    tell(inSource(variable),
         std::string("the iterations of the loop depend on each other: '") +
             inSource(variable) +
             (again ? "' is assigned by several"
                    : "' has in one the value that another assigns"),
         {{"it is assigned here", dependences.insn(edge.source).range},
          {again ? "it is assigned here" : "it is used here",
           dependences.insn(edge.sink).range}});
  }

  using Notes = std::vector<std::pair<const char *, SourceRange>>;
  void tell(const std::string &variable, const std::string &text,
            const Notes &notes) {
    DiagnosticEngine *engine = currentDiagnostics();
    if (!told.insert(variable).second || !engine)
      return;
    Diagnostic warning;
    warning.severity = Severity::Warning;
    warning.group = "clause";
    warning.message = text + "; the kernel does what one thread does";
    warning.range = place;
    for (const auto &one : notes) {
      Diagnostic note;
      note.severity = Severity::Note;
      std::tie(note.message, note.range) = one;
      bool isTold = std::any_of(warning.notes.begin(), warning.notes.end(),
                                [&](const Diagnostic &d) {
                                  return d.message == note.message &&
                                         d.range.str() == note.range.str();
                                });
      if (isTold || !note.range.known())
        continue;
      warning.notes.push_back(std::move(note));
    }
    engine->report(warning);
  }

  DependenceGraph &graph;
  const Kernel &kernel;
  const LoopClauses &clauses;
  const std::optional<source::LineSpan> block;
  const std::set<std::string> assignedInBlock;
  const fortran::Team &team;
  std::string inner; // iname of the innermost of the loops
  CertainDependences dependences;
  SourceRange place;
  std::set<std::string> &told;
};

// What the directive around a worksharing loop's says, but for variables of
// which that says more.
LoopClauses clausesAround(const DirectiveLine &opening,
                          const LoopClauses &ofLoop) {
  LoopClauses result = fortran::clausesOf(opening);
  result.independent = false;
  auto isSaid = [&](const std::string &name) {
    return ofLoop.isPrivate.count(name) || ofLoop.firstPrivate.count(name) ||
           ofLoop.lastPrivate.count(name) ||
           std::any_of(ofLoop.reductions.begin(), ofLoop.reductions.end(),
                       [&](const auto &one) { return one.second == name; });
  };
  for (auto *names :
       {&result.isPrivate, &result.firstPrivate, &result.lastPrivate})
    for (auto name = names->begin(); name != names->end();)
      name = isSaid(*name) ? names->erase(name) : std::next(name);
  auto &reductions = result.reductions;
  reductions.erase(
      std::remove_if(reductions.begin(), reductions.end(),
                     [&](const auto &one) { return isSaid(one.second); }),
      reductions.end());
  return result;
}

// The inames of the nest that the directive is about.
std::vector<std::string> nestOf(const SourceLoop &outer, int loops,
                                const std::vector<SourceLoop> &all) {
  std::vector<std::string> result = {outer.iname}, around = outer.around;
  for (int depth = 1; depth < loops; ++depth) {
    around.push_back(result.back());
    auto next =
        std::find_if(all.begin(), all.end(), [&](const SourceLoop &loop) {
          return loop.around == around;
        });
    if (next == all.end())
      break;
    result.push_back(next->iname);
  }
  return result;
}

// The line of the directive for the loop; 0: there is none.
int directiveBefore(const fortran::DirectiveLines &lines, int loop) {
  for (int n = loop - 1; n > 0 && lines.isEmpty(n); --n)
    if (const DirectiveLine *directive = lines.at(n);
        directive && fortran::isOfLoop(*directive))
      return n;
  return 0;
}

// Is something in the loop done by one thread after the other?
bool hasGuards(const fortran::DirectiveLines &lines, const Kernel &kernel,
               const SourceLoop &loop) {
  int last = loop.line;
  for (const InstructionPtr &instruction : kernel.instructions)
    if (instruction->within(loop.iname))
      last = std::max(last, instruction->range.line);
  for (int n = loop.line; n <= last && n <= lines.count(); ++n)
    if (const DirectiveLine *directive = lines.at(n))
      for (const char *word : {"atomic", "critical", "ordered"})
        if (directive->words.rfind(word, 0) == 0)
          return true;
  return false;
}

// In lower case: what statements on these lines assign, but for those of the
// kernel.
void collectAssigned(const Block &block, source::LineSpan lines,
                     source::LineSpan ofKernel, std::set<std::string> &names) {
  for (const Statement &statement : block) {
    const int line = statement.range.line;
    if (lines.first <= line && line <= lines.last &&
        !(ofKernel.first <= line && line <= ofKernel.last))
      for (const std::string &name : assignedNames({statement}))
        names.insert(lowerCase(name));
    forEachBlock(statement, [&](const Block &inner) {
      collectAssigned(inner, lines, ofKernel, names);
    });
  }
}

std::set<std::string> assignedAround(const Kernel &kernel,
                                     const Program &program,
                                     std::optional<source::LineSpan> block) {
  std::set<std::string> names;
  source::LineSpan ofKernel{std::numeric_limits<int>::max(), 0};
  for (const InstructionPtr &instruction : kernel.instructions) {
    ofKernel.first = std::min(ofKernel.first, instruction->range.line);
    ofKernel.last = std::max(ofKernel.last, instruction->range.line);
  }
  if (block)
    for (const Procedure &procedure : program.procedures)
      collectAssigned(procedure.body, *block, ofKernel, names);
  return names;
}

// Does each thread, or iteration, have its own of the variable, or may it, by
// the directive on a line or by one around that?
bool isOwn(const Variable &variable, int line,
           const fortran::DirectiveLines &lines) {
  const std::string name = lowerCase(variable.name);
  if (variable.isTemporary() || fortran::isThreadPrivate(name, lines) ||
      fortran::teamAround(lines, {line, line}).hasOwn(name, false))
    return true;
  for (int n = 1; n <= line; ++n) {
    const DirectiveLine *directive = lines.at(n);
    if (!directive || (n != line && !(fortran::opensBlock(*directive) &&
                                      fortran::blockOf(lines, n).last >= line)))
      continue;
    const LoopClauses clauses = fortran::clausesOf(*directive);
    const auto isReduced = [&](const auto &one) { return one.second == name; };
    if (clauses.isPrivate.count(name) || clauses.firstPrivate.count(name) ||
        clauses.lastPrivate.count(name) ||
        std::any_of(clauses.reductions.begin(), clauses.reductions.end(),
                    isReduced))
      return true;
  }
  return false;
}

// "!$acc parallel loop", without its clauses.
std::string nameOf(const DirectiveLine &directive) {
  static const std::set<std::string> words = {
      "parallel", "kernels", "target", "teams",    "distribute",
      "loop",     "do",      "simd",   "taskloop", "serial"};
  std::string result = "!" + directive.sentinel;
  for (size_t at = 0; at < directive.words.size();) {
    const size_t end =
        std::min(directive.words.find(' ', at), directive.words.size());
    const std::string word = directive.words.substr(at, end - at);
    if (!words.count(word))
      break;
    result += " " + word;
    at = end + 1;
  }
  return result;
}

// Visits the loops that a directive stands before, with what it says and its
// line.
using VisitSaid =
    std::function<void(const SourceLoop &loop, const LoopClauses &clauses,
                       const fortran::DirectiveLines &lines, int line)>;
void forEachSaid(const std::vector<SourceLoop> &loops, const Program &program,
                 const VisitSaid &visit) {
  if (program.text.find('$') == std::string::npos)
    return;
  fortran::DirectiveLines lines(source::splitLines(program.text), program.form);
  for (const SourceLoop &loop : loops)
    if (const int line = directiveBefore(lines, loop.line))
      visit(loop, fortran::clausesOf(*lines.at(line)), lines, line);
}

} // namespace

std::vector<ConcurrentLoop>
frontend::independentLoops(const Kernel &kernel,
                           const std::vector<SourceLoop> &loops,
                           const Program &program) {
  std::vector<ConcurrentLoop> result;
  const auto file = std::make_shared<const std::string>(program.fileName);
  forEachSaid(
      loops, program,
      [&](const SourceLoop &loop, const LoopClauses &clauses,
          const fortran::DirectiveLines &lines, int line) {
        const fortran::Team team = fortran::teamAround(lines, {line, line});
        const bool isCallers =
            team.who == fortran::Team::Who::All && !team.line;
        if (!clauses.independent || isCallers || hasGuards(lines, kernel, loop))
          return;
        ConcurrentLoop one{nestOf(loop, clauses.loops, loops),
                           {},
                           lines.rangeOf(line, file),
                           nameOf(*lines.at(line))};
        for (const auto *list : {&kernel.arguments, &kernel.temporaries})
          for (const VariablePtr &variable : *list)
            if (isOwn(*variable, line, lines))
              one.unsaid.insert(variable->name);
        result.push_back(std::move(one));
      });
  return result;
}

std::vector<OwnArrays> frontend::ownArrays(const Kernel &kernel,
                                           const std::vector<SourceLoop> &loops,
                                           const Program &program) {
  std::vector<OwnArrays> result;
  const auto file = std::make_shared<const std::string>(program.fileName);
  forEachSaid(
      loops, program,
      [&](const SourceLoop &loop, const LoopClauses &clauses,
          const fortran::DirectiveLines &lines, int line) {
        OwnArrays one;
        one.inames = nestOf(loop, clauses.loops, loops);
        one.depth = static_cast<int>(loop.around.size() + one.inames.size());
        one.construct = nameOf(*lines.at(line));
        one.range = lines.rangeOf(line, file);
        for (const VariablePtr &variable : kernel.temporaries)
          if (!variable->isScalar() &&
              clauses.isPrivate.count(lowerCase(sourceName(kernel, *variable))))
            one.arrays.insert(variable->name);
        result.push_back(std::move(one));
      });
  return result;
}

void frontend::checkThreadClauses(const Kernel &kernel,
                                  const std::vector<SourceLoop> &loops,
                                  const Program &program) {
  if (program.text.find('$') == std::string::npos)
    return;
  fortran::DirectiveLines lines(source::splitLines(program.text), program.form);
  std::unique_ptr<DependenceGraph> graph; // made where there is a directive
  const auto file = std::make_shared<const std::string>(program.fileName);
  std::map<int, std::set<std::string>> told; // at the directives' lines
  for (const SourceLoop &loop : loops) {
    int line = directiveBefore(lines, loop.line);
    if (!line)
      continue;
    if (!graph)
      graph = std::make_unique<DependenceGraph>(kernel);
    LoopClauses clauses = fortran::clausesOf(*lines.at(line));
    fortran::Team team = fortran::teamAround(lines, {line, line});
    std::vector<std::string> nest = nestOf(loop, clauses.loops, loops);
    const bool guarded = hasGuards(lines, kernel, loop);
    Check(*graph, {clauses, lines.rangeOf(line, file), std::nullopt, {}}, team,
          nest, told[line])
        .run(guarded);
    if (team.who != fortran::Team::Who::All || !team.line)
      continue;
    LoopClauses around = clausesAround(*lines.at(team.line), clauses);
    const auto block = fortran::blockOf(lines, team.line);
    Check(*graph,
          {around, lines.rangeOf(team.line, file), block,
           assignedAround(kernel, program, block)},
          team, nest, told[team.line])
        .run(guarded);
  }
}
