// The stages, each of which adds to the kernel.
#include "loopyc/KernelLanguage/MakeKernel.h"

#include "Arithmetic.h"
#include "Calls.h"
#include "OpenAtomics.h"
#include "SegmentedReductions.h"

#include "loopyc/Analysis/ExposedReads.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/IR/PartMark.h"
#include "loopyc/IR/Precision.h"
#include "loopyc/KernelLanguage/Errors.h"
#include "loopyc/KernelLanguage/Types.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Glob.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::language;

static void readTexts(Building &building) {
  std::set<std::string> inames;
  for (const Domain &domain : building.domains)
    for (const std::string &iname : domain.set.dims())
      inames.insert(iname);
  for (const SourcePart &part : building.source.instructions)
    readInstructions(
        std::make_shared<const Text>(part),
        [&](const std::string &name) { return inames.count(name) > 0; },
        building.written);
  if (building.written.statements.empty())
    throw UserError("kernel '" + building.source.name +
                        "' has no instructions; write, for example, \"y[i] = "
                        "2*x[i]\"",
                    building.source.range);
}

// What was made of one instruction is so again; those that are new are told
// apart from it by what they count from.
static void readMarks(Building &building) {
  constexpr size_t ofBefore = size_t{1} << 32;
  for (StatementText &statement : building.written.statements) {
    const auto &id = statement.attributes.id;
    auto marks = id ? building.source.marks.find(id->text)
                    : building.source.marks.end();
    if (marks == building.source.marks.end())
      continue;
    for (const std::string &mark : marks->second)
      if (auto part = readPartMark(mark))
        statement.part = std::make_shared<const Part>(
            Part{part->of | ofBefore, std::move(part->loops)});
      else
        statement.attributes.tags.push_back(mark);
  }
}

// What is said to need no order.
static void addNoSync(const Building &building, Kernel &kernel) {
  for (size_t i = 0; i < building.statements.size(); ++i) {
    auto insn = std::make_shared<Instruction>(*kernel.instructions[i]);
    const StatementText &written = *building.statements[i].text;
    for (const auto &said : written.attributes.noSyncWith) {
      bool any = false;
      auto assertWith = [&](const std::string &id) {
        any = true;
        assertNoSync(*insn, id, {said.local, said.global});
      };
      for (const Statement &other : building.statements)
        if (globMatches(said.glob.text, other.id))
          assertWith(other.id);
      for (const auto &[call, ids] : building.expandedIds)
        if (globMatches(said.glob.text, call))
          std::for_each(ids.begin(), ids.end(), assertWith);
      if (!any)
        written.text->fail("no instruction has the id '" + said.glob.text + "'",
                           said.glob.span);
    }
    kernel.instructions[i] = std::move(insn);
  }
}

// Under transformations, too.
static void keepGroupsApart(const Building &building, Kernel &kernel) {
  for (size_t i = 0; i < building.statements.size(); ++i) {
    auto insn = std::make_shared<Instruction>(*kernel.instructions[i]);
    for (size_t before : building.statements[i].comesAfter)
      insn->dependsOn.insert(building.statements[before].id);
    kernel.instructions[i] = std::move(insn);
  }
}

// A condition of a block is looked at by each of its instructions: none may
// change it for the next.
static void requireStableConditions(const Building &building) {
  for (const Statement &statement : building.statements) {
    const auto *a = std::get_if<AssignmentText>(&statement.text->value);
    if (!a)
      continue;
    for (const NodePtr &assignee : a->assignees) {
      const std::string &name = assignedName(*assignee);
      for (const NodePtr &condition :
           statement.text->attributes.blockConditions)
        walk(condition, [&](const Node &node) {
          const auto *read = node.getIf<SubscriptNode>();
          const auto *scalar = node.getIf<NameNode>();
          if ((read && read->array == name) || (scalar && scalar->name == name))
            statement.text->text->fail(
                "'" + name +
                    "' is assigned in a block whose condition reads "
                    "it; assign the condition to a temporary before the block",
                assignee->span);
          return true;
        });
    }
  }
}

// What the user answers for.
static void remark(Kernel &kernel, std::vector<std::string> remarks) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const auto &[id, asserted] : insn->noSyncWith)
      remarks.push_back("'" + insn->id + "' needs no order with '" +
                        noSyncStr(id, asserted) + "' (no_sync_with)");
  std::set<std::string> functions;
  for (const ExternalCall &call : externalCalls(kernel))
    if (functions.insert(call.function->name).second)
      remarks.push_back("'" + call.function->name +
                        "' is a function in C, of its arguments' values alone "
                        "(register_callable)");
  if (!remarks.empty())
    kernel.history.push_back({"make_kernel", "", kernel.range, remarks});
}

static Origin originOf(const Kernel &kernel, const Building &building) {
  const KernelSource &source = building.source;
  Origin origin;
  origin.subroutine = kernel.name;
  for (const VariablePtr &argument : kernel.arguments) {
    origin.arguments.push_back(argument->name);
    origin.variables.push_back(argument);
  }
  origin.range = source.range;
  if (!kernel.instructions.empty())
    origin.range.file = kernel.instructions.front()->range.file;
  origin.source = source.file;
  origin.language = std::make_shared<source::KernelText>(
      std::make_shared<const Kernel>(kernel), building.calls);
  return origin;
}

// After the origin: they are no part of what is computed.
static void implementLoops(const LoopChoices &loops, Kernel &kernel) {
  kernel.inameTags.insert(loops.tags.begin(), loops.tags.end());
  kernel.slabs.insert(loops.slabs.begin(), loops.slabs.end());
  kernel.loopPriority.insert(kernel.loopPriority.end(), loops.priority.begin(),
                             loops.priority.end());
}

static void giveTypes(Building &building) {
  for (const auto &[name, type] : building.source.types)
    if (auto it = building.symbols.find(name);
        it != building.symbols.end() && it->second.kind == Symbol::Variable)
      it->second.type = type;
    else
      throw UserError("kernel '" + building.source.name +
                          "' has no variable '" + name +
                          "', which a type is given to",
                      building.source.range);
}

Building language::analyse(const KernelSource &source, const Building *caller) {
  Building building{source, readDomains(source.domains), {}, {}, {}};
  building.caller = caller;
  readTexts(building);
  readMarks(building);
  expandCodeBlocks(building);
  duplicateInames(building);
  expandLoopReductions(building);
  expandUserReductions(building);
  expandSeveralResults(building);
  addInitializers(building);
  findNames(building);
  giveTypes(building);
  nameStatements(building);
  findNests(building);
  findDependences(building);
  separateGroups(building);
  expandCalls(building);
  requireStableConditions(building);
  return building;
}

Kernel language::withoutOrder(Building &building) {
  const KernelSource &source = building.source;
  Kernel kernel;
  kernel.name = source.name;
  kernel.range = source.range;
  for (const Domain &domain : building.domains)
    kernel.domains.push_back(domain.set);
  if (source.assumptions)
    kernel.assumptions = readAssumptions(*source.assumptions);
  addVariables(building, kernel);
  addInstructions(building, kernel);
  return kernel;
}

// What is said of arguments must be true.
static void requireDirections(const KernelSource &source,
                              const Kernel &kernel) {
  for (const Declaration &declaration : source.data) {
    const std::string &name = declaration.name;
    auto writer = std::find_if(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&](const InstructionPtr &insn) { return insn->assigns(name); });
    if (declaration.isOutput == false && writer != kernel.instructions.end())
      throw UserError("'" + name + "' is said to be no output "
                                   "(is_output=False), but '" +
                          (*writer)->id + "' assigns it",
                      (*writer)->range);
    if (declaration.isInput == false && hasExposedReads(kernel, name))
      throw UserError("'" + name + "' is said to be no input "
                                   "(is_input=False), but elements are read "
                                   "that the kernel may not have set",
                      declaration.range);
  }
}

Kernel language::makeKernel(const KernelSource &source) {
  Building building = analyse(source, nullptr);
  Kernel kernel = withoutOrder(building);
  addNoSync(building, kernel);
  keepGroupsApart(building, kernel);
  ofKind(ErrorKind::Order, [&] { putInOrder(building, kernel); });
  kernel = ofKind(ErrorKind::Types, [&] { return withTypes(kernel, {}); });
  requireNoOpenAtomics(kernel);
  findShapes(kernel);
  verifyKernel(kernel);
  requireImages(kernel);
  remark(kernel, ofKind(ErrorKind::Unordered,
                        [&] { return refuseConflicts(building, kernel); }));
  for (const std::string &name : building.called)
    kernel.history.push_back(
        {"register_callable_kernel", "'" + name + "'", kernel.range, {}});
  warnOfUnset(kernel);
  requireDirections(source, kernel);

  Origin origin = originOf(kernel, building);
  origin.singlePrecision = usesSinglePrecision(kernel);
  kernel.origins.push_back(std::move(origin));
  implementLoops(building.loops, kernel);
  return kernel;
}

bool language::isKnownFunction(const std::string &name) {
  const std::vector<std::string> names = functionNames();
  return name == "sincos" || // it has two results
         std::find(names.begin(), names.end(), name) != names.end();
}

static std::set<std::string> calledFunctions(const Instructions &written) {
  std::set<std::string> names;
  auto add = [&](const NodePtr &node) {
    walk(node, [&](const Node &each) {
      if (const auto *call = each.getIf<CallNode>())
        names.insert(call->function);
      if (const auto *fold = each.getIf<FoldNode>())
        names.insert(fold->op);
      return true;
    });
  };
  for (const StatementText &statement : written.statements) {
    if (const auto *a = std::get_if<AssignmentText>(&statement.value)) {
      add(a->value);
      for (const NodePtr &assignee : a->assignees)
        add(assignee);
    }
    for (const NodePtr &predicate : statement.attributes.predicates)
      add(predicate);
  }
  for (const RuleText &rule : written.rules)
    add(rule.value);
  return names;
}

// May any of the texts call something? A word in front of a bracket that means
// nothing else; many kernels have none, and need not be read for that.
static bool mayCall(const KernelSource &source) {
  const std::vector<std::string> known = functionNames();
  static const std::set<std::string> others = {
      "if",  "elif", "and", "or",  "not",    "else",   "cast", "sum", "product",
      "min", "max",  "any", "all", "argmin", "argmax", "with", "for",
      "sincos"};
  auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (const SourcePart &part : source.instructions) {
    const std::string &text = part.text;
    for (size_t at = text.find('('); at != std::string::npos;
         at = text.find('(', at + 1)) {
      size_t end = at;
      while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        --end;
      size_t begin = end;
      while (begin > 0 && isWord(text[begin - 1]))
        --begin;
      std::string word = text.substr(begin, end - begin);
      if (!word.empty() && !others.count(word) &&
          std::find(known.begin(), known.end(), word) == known.end())
        return true;
    }
  }
  return false;
}

std::set<std::string> language::unknownFunctions(const KernelSource &source) {
  if (!mayCall(source))
    return {};
  Building building{source, readDomains(source.domains), {}, {}, {}};
  readTexts(building);
  std::set<std::string> names = calledFunctions(building.written);
  std::erase_if(names, [](const std::string &name) {
    return isKnownFunction(name) || builtInOperation(name);
  });
  names.erase("c_code"); // statements in C
  for (const RuleText &rule : building.written.rules)
    names.erase(rule.name.text);
  for (const auto &[name, function] : source.functions)
    names.erase(name);
  for (const auto &[name, function] : source.externals)
    names.erase(name);
  for (const auto &[name, operation] : source.reductions)
    names.erase(name);
  return names;
}
