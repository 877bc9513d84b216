#include "AtomicDirectives.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Source/Lines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;
using poly::Set;

namespace {

// `atomic`, `atomic update seq_cst`: not those that read, write or capture.
bool isAtomicUpdate(const fortran::DirectiveLine &directive) {
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::StringRef(directive.words).split(words, ' ', -1, false);
  return !words.empty() && words.front() == "atomic" &&
         llvm::none_of(words, [](llvm::StringRef word) {
           return word == "read" || word == "write" || word == "capture" ||
                  word == "compare";
         });
}

bool isBehindAtomic(const fortran::DirectiveLines &lines, int statement) {
  for (int n = statement - 1; n > 0 && lines.isEmpty(n); --n)
    if (const fortran::DirectiveLine *directive = lines.at(n))
      return isAtomicUpdate(*directive);
  return false;
}

// Does it depend on an array, or on what the kernel computes, which element it
// is?
bool isChosenByData(const Kernel &kernel, const Expr &reference) {
  const auto *array = reference.getIf<ArrayRef>();
  if (!array)
    return false;
  std::set<std::string> names, arrays;
  for (const Expr &subscript : array->subscripts)
    collectNames(subscript, names, arrays);
  return !arrays.empty() ||
         llvm::any_of(kernel.instructions, [&](const InstructionPtr &insn) {
           return llvm::any_of(names, [&](const std::string &name) {
             return insn->assigns(name);
           });
         });
}

// Updates of which the dependences do not show that iterations keep apart what
// their subscripts say: h(mod(i*j, 5) + 1), d(i + j).
class SharedElements {
public:
  explicit SharedElements(const Kernel &kernel) : kernel(kernel) {}

  bool has(size_t number) {
    if (!graph)
      graph = std::make_unique<DependenceGraph>(kernel);
    const int self = static_cast<int>(number);
    return llvm::any_of(graph->edges(), [&](const DependenceEdge &edge) {
      return edge.source == self && edge.sink == self && meets(edge);
    });
  }

private:
  bool meets(const DependenceEdge &edge) {
    const Instruction &insn = *kernel.instructions[edge.source];
    const auto *array = insn.update()->assignee.getIf<ArrayRef>();
    if (!array)
      return false;
    std::set<std::string> names;
    for (const Expr &subscript : array->subscripts)
      collectNames(subscript, names, names);
    Set differ = Set::empty();
    for (const auto &[iname, prime] : primes(insn))
      if (names.count(iname))
        differ = differ.unite(PwAff::name(iname).ne(PwAff::name(prime)));
    return !graph->relation(edge).flat().intersect(differ).isEmpty();
  }

  const Kernel &kernel;
  std::unique_ptr<DependenceGraph> graph; // made where it is asked for
};

bool mayBeAtomic(const Kernel &kernel, size_t number,
                 SharedElements &elements) {
  const Instruction &insn = *kernel.instructions[number];
  const Update *update = insn.update();
  if (!update ||
      !(isChosenByData(kernel, update->assignee) || elements.has(number)))
    return false;
  const std::string name = insn.assigneeNames().front();
  return obstacleToAtomic(update->op, kernel.findVariable(name)->type)
             .empty() &&
         llvm::none_of(insn.predicates, [&](const Predicate &predicate) {
           return mentions(predicate, name);
         });
}

HistoryEntry entryFor(const Variable &variable, const SourceRange &range) {
  HistoryEntry entry;
  entry.transformation = "atomic";
  entry.scriptRange = range;
  entry.remarks.push_back(
      "the directive above line " + std::to_string(range.line) +
      " says that the updates of '" + variable.name + "' are atomic" +
      (variable.type.isFloating()
           ? ": they come in any order, so that sums and products in it are "
             "rounded differently from run to run"
           : ": they come in any order"));
  return entry;
}

} // namespace

Kernel frontend::withAtomicDirectives(Kernel kernel, const Program &program) {
  if (program.text.find('$') == std::string::npos)
    return kernel;
  fortran::DirectiveLines lines(source::splitLines(program.text), program.form);
  const Kernel plain = kernel;
  SharedElements elements(plain);
  for (size_t number = 0; number < kernel.instructions.size(); ++number) {
    InstructionPtr &insn = kernel.instructions[number];
    const SourceRange &range = insn->range;
    if (!range.known() || *range.file != program.fileName ||
        range.line > lines.count() || !isBehindAtomic(lines, range.line) ||
        !mayBeAtomic(plain, number, elements))
      continue;
    Update atomic = *insn->update();
    atomic.atomic = true;
    kernel.history.push_back(
        entryFor(*plain.findVariable(insn->assigneeNames().front()), range));
    auto copy = std::make_shared<Instruction>(*insn);
    copy->body = std::move(atomic);
    insn = std::move(copy);
  }
  return kernel;
}
