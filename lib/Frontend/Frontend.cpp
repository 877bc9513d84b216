#include "loopyc/Frontend/Frontend.h"

#include "Advice.h"
#include "AtomicDirectives.h"
#include "DataInKernels.h"
#include "DecidedQuotients.h"
#include "FlatArrays.h"
#include "FunctionKernels.h"
#include "HostCode.h"
#include "KernelBuilder.h"
#include "ProcedureKernels.h"
#include "Program.h"
#include "ProgramPasses.h"
#include "ThreadClauses.h"
#include "loopyc/Analysis/SameArrays.h"
#include "loopyc/Frontend/DataDirectives.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Frontend/PublicVariables.h"
#include "loopyc/IR/Precision.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/LoopLines.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// Two modules may each have a subroutine of one name.
std::string uniqueName(const Procedure &procedure,
                       const std::vector<Kernel> &kernels) {
  FreshNames names(FreshNames::Case::Ignored);
  for (const Kernel &kernel : kernels)
    names.take(kernel.name);
  return names.take(procedure.name)
             ? procedure.name
             : names.lengthened(procedure.module + "_" + procedure.name);
}

// What the region's statements need of the source around them.
source::Declarations declarationsFor(const Procedure &procedure,
                                     const Program &program) {
  source::Declarations result;
  result.statements = procedure.constants;
  result.functions = procedure.statementFunctions;
  result.associations = procedure.associations;
  result.objects = procedure.objects;
  for (const CommonBlock &block : procedure.commonBlocks) {
    source::CommonBlock &own = result.commonBlocks.emplace_back();
    own.name = block.name;
    for (const CommonBlock::Member &member : block.members)
      own.members.push_back({member.type, member.shape});
  }
  std::set<std::string> uses(procedure.namesOfModules.begin(),
                             procedure.namesOfModules.end()),
      externals, inlined;
  std::set<size_t> internal;
  for (const auto &[callee, isOfHost] : procedure.inlined) {
    const Procedure &called = program.procedures[*callee.procedure];
    inlined.insert(callee.called);
    if (!isOfHost)
      continue;
    // Flang's own name is that of a procedure which has none there but a
    // generic one.
    const bool isNamed = callee.called.find('$') == std::string::npos;
    if (!isNamed)
      continue;
    if (callee.kind == Callee::Kind::Module)
      uses.insert(callee.module + ", only: " + callee.called);
    else if (callee.kind == Callee::Kind::Internal)
      internal.insert(*callee.procedure);
    else if (called.kind == Procedure::Kind::Function)
      for (const Variable &variable : called.variables)
        if (variable.name == called.result)
          externals.insert(variable.type.fortran() +
                           ", external :: " + callee.called);
  }
  result.uses.assign(uses.begin(), uses.end());
  result.inlined.assign(inlined.begin(), inlined.end());
  result.statements.insert(result.statements.end(), externals.begin(),
                           externals.end());
  for (size_t p : internal)
    result.procedures.push_back(
        {program.procedures[p].firstLine, program.procedures[p].lastLine});
  return result;
}

Origin originOf(const Procedure &procedure, const Kernel &kernel,
                const Program &program,
                const std::shared_ptr<const std::string> &source,
                const std::shared_ptr<const source::Language> &language) {
  Origin origin;
  origin.subroutine = procedure.name;
  origin.module = procedure.module;
  origin.isRegion = procedure.isRegion();
  origin.around = procedure.around;
  origin.isPure = procedure.isPure;
  origin.arguments = procedure.dummies;
  origin.variables = kernel.arguments;
  for (const HiddenVariable &hidden : procedure.hidden)
    origin.hidden.push_back({kernel.findVariable(hidden.variable.name),
                             hidden.value, hidden.declared});
  origin.constants = std::make_shared<const source::Declarations>(
      declarationsFor(procedure, program));
  for (const Variable &variable : procedure.variables)
    if (procedure.isRegion() && variable.isTemporary() &&
        std::find(procedure.inlinedLocals.begin(),
                  procedure.inlinedLocals.end(),
                  variable.name) == procedure.inlinedLocals.end())
      origin.locals.push_back(std::make_shared<const Variable>(variable));
  origin.firstLine = procedure.lines.first;
  origin.lastLine = procedure.lines.last;
  origin.range = procedure.range;
  origin.source = source;
  origin.language = language;
  return origin;
}

// A tagged region around no statement of a kernel selects nothing.
void warnOfUnusedRegions(const std::vector<TaggedRegion> &regions,
                         const std::set<size_t> &used,
                         const std::vector<const Procedure *> &kernels) {
  auto concernsKernel = [&](const TaggedRegion &region) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const Procedure *procedure) {
                         return region.begin.line > procedure->firstLine &&
                                region.begin.line < procedure->lastLine;
                       });
  };
  for (size_t r = 0; r < regions.size(); ++r)
    if (!used.count(r) && concernsKernel(regions[r]))
      warn("unused-region",
           "region '" + regions[r].tag + "' holds no statement",
           regions[r].begin);
}

// Why there is no kernel: of each region that was marked; else of each
// subroutine.
UserError nothingTranslated(const std::vector<UntranslatedSubroutine> &all) {
  bool marked = std::any_of(all.begin(), all.end(),
                            [](const auto &one) { return one.isRegion; });
  std::vector<Diagnostic> reasons;
  for (const UntranslatedSubroutine &one : all)
    if (one.isRegion == marked)
      reasons.push_back(one.diagnostic());
  return UserError(reasons);
}

// What the region's directive asserts: no_alias.
Kernel withoutAliases(const Kernel &kernel, const KernelRegion &region) {
  if (region.noAlias.empty())
    return kernel;
  HistoryEntry entry;
  entry.transformation = "no_alias";
  for (const std::string &name : region.noAlias)
    entry.arguments += (entry.arguments.empty() ? "" : ", ") + name;
  entry.scriptRange = region.begin;
  try {
    Kernel result = assumeNoAlias(kernel, region.noAlias, entry.remarks);
    result.history.push_back(std::move(entry));
    return result;
  } catch (UserError &error) {
    throw UserError(error.diagnostics().front().message, region.begin);
  }
}

const KernelRegion *regionOf(const Procedure &procedure,
                             const Directives &directives) {
  for (const KernelRegion &region : directives.kernels)
    if (procedure.isMarked() && region.name == procedure.name)
      return &region;
  return nullptr;
}

} // namespace

Kernel frontend::kernelOf(
    const Procedure &procedure, const Program &program,
    const TranslationUnit &unit,
    const std::shared_ptr<const source::Language> &language,
    std::set<size_t> &usedRegions, std::map<std::string, LoopPlace> *places) {
  SaidOfLoops said;
  Kernel kernel = buildKernel(procedure, program.tagged, usedRegions, &said);
  if (places)
    *places = said.places;
  kernel.name = uniqueName(procedure, unit.kernels);
  kernel.origins.push_back(
      originOf(procedure, kernel, program, unit.source, language));
  kernel.origins.back().singlePrecision = usesSinglePrecision(kernel);
  kernel = withDecidedQuotients(std::move(kernel));
  kernel = withFlatArrays(std::move(kernel));
  kernel = withAtomicDirectives(std::move(kernel), program);
  verifyKernel(kernel);
  checkConcurrentLoops(kernel, said.concurrent);
  kernel = withBelievedLoops(std::move(kernel), said.concurrent);
  checkThreadClauses(kernel, said.loops, program);
  const auto own = ownArrays(kernel, said.loops, program);
  kernel = withOwnArrays(std::move(kernel), own);
  const auto independent = independentLoops(kernel, said.loops, program);
  kernel = withBelievedLoops(std::move(kernel), independent);
  kernel.sameArrays = findSameArrays(kernel);
  return kernel;
}

// The region, or the first of several.
static const std::string &regionIn(const Procedure &procedure,
                                   const Program &program) {
  for (const Procedure &other : program.procedures)
    if (other.isRegion() && other.host &&
        &program.procedures[*other.host] == &procedure)
      return other.name;
  return procedure.name;
}

Kernel frontend::withAssertions(Kernel kernel, const Procedure &procedure,
                                const Directives &directives) {
  const KernelRegion *region = regionOf(procedure, directives);
  return region ? withoutAliases(kernel, *region) : kernel;
}

static bool hasMarkedRegions(size_t procedure, const Program &program) {
  return std::any_of(program.procedures.begin(), program.procedures.end(),
                     [&](const Procedure &other) {
                       return other.isMarked() && other.host == procedure;
                     });
}

// Of a function, or an internal subroutine, that was left to the host.
static std::string whyNoneOfLoops(const Procedure &procedure,
                                  const Program &program) {
  if (procedure.isPure)
    return "a pure procedure cannot launch; leave out 'pure'";
  const bool isOther =
      procedure.host && hasMarkedRegions(*procedure.host, program);
  return std::string(isOther ? "its host has kernel regions, and nothing else "
                               "there is meant"
                     : goesThroughArrays(procedure)
                         ? "a kernel calls it in a loop"
                         : "they go through a few elements alone") +
         "; mark them as a region (!$loopy begin kernel: NAME)";
}

Diagnostic frontend::whyOnHost(const Procedure &procedure,
                               const Program &program) {
  const char *remedy = "; kernels are made of subroutines and of regions: "
                       "mark statements in it as a region (!$loopy begin "
                       "kernel: NAME)";
  std::string what;
  if (procedure.hasRegions)
    what = "its regions are the kernels: take '" +
           regionIn(procedure, program) + "'";
  else if (procedure.kind == Procedure::Kind::Function)
    what = "it is a function, whose loops are the host's: " +
           whyNoneOfLoops(procedure, program);
  else if (procedure.kind == Procedure::Kind::MainProgram)
    what = std::string("it is a main program") + remedy;
  else
    what = std::string("it is an internal procedure") + remedy;
  Diagnostic reason;
  reason.message = what;
  reason.range = procedure.place.known() ? procedure.place : procedure.range;
  return reason;
}

static Diagnostic noKernel(const Procedure &procedure, Diagnostic reason) {
  reason.message =
      "there is no kernel '" + procedure.name + "': " + reason.message;
  return reason;
}

static Diagnostic warningOf(const char *group, std::string message,
                            const SourceRange &range) {
  Diagnostic warning;
  warning.severity = Severity::Warning;
  warning.message = std::move(message);
  warning.range = range;
  warning.group = group;
  return warning;
}

// Of a function, or of an internal subroutine of a host with regions: where it
// has loops that no kernel has taken over, and nothing marked as one.
static std::optional<Diagnostic> warningOfLoops(const Procedure &procedure,
                                                const Program &program) {
  const bool isFunction = procedure.kind == Procedure::Kind::Function;
  if (procedure.hasRegions || !hasOwnLoop(procedure.body))
    return std::nullopt;
  for (const Procedure &other : program.procedures)
    for (const auto &[callee, isOfHost] : other.inlined)
      if (callee.procedure &&
          &program.procedures[*callee.procedure] == &procedure)
        return std::nullopt;
  const std::string which = isFunction ? "function '" : "internal subroutine '";
  return warningOf("untranslated",
                   "the loops of " + which + procedure.name +
                       "' stay on the host: " +
                       whyNoneOfLoops(procedure, program),
                   procedure.range);
}

static void addLines(const std::vector<fortran::LoopLines> &loops,
                     std::set<int> &lines) {
  for (const fortran::LoopLines &loop : loops) {
    if (loop.header.rfind("do", 0) == 0)
      lines.insert(loop.lines.first);
    addLines(loop.loops, lines);
  }
}

static bool isFreeOfLoops(const HostStatement *host) {
  using Kind = HostStatement::Kind;
  return host &&
         (host->kind == Kind::InputOutput || host->kind == Kind::Stop ||
          host->kind == Kind::Allocation ||
          host->kind == Kind::PointerAssignment);
}

// Is there a loop among the statements, or may one be behind a call?
static bool mayHaveLoop(const Block &block) {
  return std::any_of(
      block.begin(), block.end(), [](const Statement &statement) {
        const auto isOpen = [](const Facts &facts) {
          return !facts.arrays.empty() || !facts.references.empty();
        };
        const auto hidesLoops = [](const Facts &facts) {
          return facts.obstacles.size() > facts.scalarObstacles;
        };
        const auto *host = std::get_if<HostStatement>(&statement.value);
        const auto *conditional = std::get_if<IfStatement>(&statement.value);
        const bool isPlain =
            std::holds_alternative<AssignmentStatement>(statement.value) ||
            conditional || isFreeOfLoops(host);
        bool found = !isPlain || isOpen(statement.facts) ||
                     (!host && hidesLoops(statement.facts));
        if (conditional)
          for (const Branch &branch : conditional->branches)
            found = found || isOpen(branch.facts) || hidesLoops(branch.facts);
        forEachBlock(statement, [&](const Block &inside) {
          found = found || mayHaveLoop(inside);
        });
        return found;
      });
}

// May a kernel be missed? It is not of a procedure without a loop.
static bool isMissed(const Procedure &procedure) {
  return procedure.isMarked() || procedure.body.empty() ||
         mayHaveLoop(procedure.body);
}

// Of one with nests that are no region's, and nothing marked as one.
static std::optional<Diagnostic>
warningOfMainProgram(const Procedure &procedure, const Program &program,
                     const DataInKernels &data) {
  std::optional<int> behind = data.linesToMark(procedure);
  if (procedure.kind != Procedure::Kind::MainProgram || procedure.hasRegions ||
      !behind)
    return std::nullopt;
  std::set<int> lines;
  addLines(fortran::loopLines(source::splitLines(program.text), program.form),
           lines);
  const size_t nests = numberOfNests(procedure.body, lines, *behind);
  if (nests == 0)
    return std::nullopt;
  const std::string name =
      "the main program" +
      (procedure.name.empty() ? "" : " '" + procedure.name + "'");
  const std::string what =
      nests == 1 ? "a loop nest of " + name + " stays"
                 : std::to_string(nests) + " loop nests of " + name + " stay";
  const std::string remedy = nests == 1
                                 ? "put it into a subroutine, or mark it as a "
                                   "region"
                                 : "put them into subroutines, or mark them as "
                                   "regions";
  return warningOf("untranslated",
                   what +
                       " on the host: kernels are made of subroutines and of "
                       "regions; " +
                       remedy + " (!$loopy begin kernel: NAME)",
                   procedure.range);
}

// What a data directive can name of the variable: itself, or the components
// that are arrays of the kernel. All that is in an array of structures goes
// with that.
static std::string dataItems(const Procedure &kernel,
                             const std::string &variable) {
  std::vector<std::string> items;
  bool hasComponents = false;
  for (const HiddenVariable &hidden : kernel.hidden) {
    if (!hidden.value.isComponent() ||
        !equalButForCase(hidden.value.path.front(), variable))
      continue;
    hasComponents = true;
    std::string item;
    for (const std::string &part : hidden.value.path) {
      const size_t bracket = part.find('(');
      item += (item.empty() ? "" : "%") + part.substr(0, bracket);
      if (bracket != part.npos)
        break;
    }
    if (!hidden.variable.isScalar() &&
        std::find(items.begin(), items.end(), item) == items.end())
      items.push_back(item);
  }
  std::string all = hasComponents ? "" : variable;
  for (const std::string &item : items)
    all += (all.empty() ? "" : ", ") + item;
  return all;
}

// Where arrays stay on the device, the host's statements of a procedure that
// was cut see what the host has of them: one note for each that a kernel has,
// too.
static std::vector<Diagnostic>
notesOfMentions(const Procedure &procedure,
                const std::vector<const Procedure *> &kernels) {
  std::vector<Diagnostic> notes;
  std::set<std::string> noted;
  for (const HostMention &mention : procedure.hostMentions)
    for (const Procedure *kernel : kernels) {
      bool isShared = std::any_of(
          kernel->objects.begin(), kernel->objects.end(),
          [&](const auto &object) { return object.name == mention.variable; });
      const std::string items = dataItems(*kernel, mention.variable);
      if (!isShared || items.empty() || !noted.insert(mention.variable).second)
        continue;
      Diagnostic note;
      note.severity = Severity::Note;
      note.message = "the host has '" + mention.variable + "' here, kernel '" +
                     kernel->name +
                     "' on the device: where it is kept there (!$loopy enter "
                     "data), mark the loops as regions (!$loopy begin kernel: "
                     "NAME), and put '!$loopy update host: " +
                     items +
                     "' in front of what reads it, '!$loopy update device: " +
                     items + "' behind what assigns it";
      note.range = mention.range;
      notes.push_back(std::move(note));
    }
  return notes;
}

// Of a procedure that was cut into regions. What the host executes of it: that
// it was, and each loop.
static CutSubroutine cutOf(const Procedure &procedure, const Program &program) {
  CutSubroutine cut;
  std::string names;
  std::vector<const Procedure *> kernels;
  for (const Procedure &other : program.procedures)
    if (other.isCut && &program.procedures[*other.host] == &procedure) {
      kernels.push_back(&other);
      cut.kernels.push_back(other.name);
      names += (names.empty() ? "'" : ", '") + other.name + "'";
    }
  const Diagnostic &first =
      procedure.hostParts.front().reason.diagnostics().front();
  cut.warnings.push_back(
      warningOf("cut",
                "'" + procedure.name + "' is cut into " +
                    (cut.kernels.size() > 1 ? "kernels " : "kernel ") + names +
                    " around what the host executes: " + first.message,
                first.range));
  cut.warnings.back().notes = notesOfMentions(procedure, kernels);
  for (const HostPart &part : procedure.hostParts) {
    const Diagnostic reason = withAdvice(part.reason.diagnostics().front());
    if (part.hasLoops)
      cut.warnings.push_back(
          warningOf("untranslated",
                    "a loop of '" + procedure.name +
                        "' stays on the host: " + reason.message,
                    reason.range));
  }
  return cut;
}

Diagnostic UntranslatedSubroutine::diagnostic() const {
  Diagnostic result = reason.diagnostics().front();
  if (isRegion && result.range.known()) {
    Diagnostic where;
    where.severity = Severity::Note;
    where.message = "in kernel region '" + name + "'";
    where.range = range;
    result.notes.push_back(std::move(where));
  }
  return result;
}

ParsedFortran frontend::parseFortran(const std::string &text,
                                     const std::string &fileName,
                                     const FortranOptions &options,
                                     const AfterPass &after) {
  auto language = source::languageOf(fileName, options);
  Directives directives = scanDirectives(text, fileName, *language);
  Program program = analyseWithFlang(text, fileName, directives, options);
  program = runPasses(std::move(program), after);

  DataInKernels data(program, directives,
                     dataDirectivesIn(text, fileName, *language));
  ErrorList errors;
  data.check(errors);
  errors.throwIfAny();

  ParsedFortran result;
  result.unit.source = std::make_shared<const std::string>(text);
  result.unit.fileName = fileName;
  result.filesRead = program.filesRead;
  std::set<size_t> usedRegions;
  std::vector<const Procedure *> translated;
  // By their places in `untranslated`, the last first.
  std::map<std::ptrdiff_t, HostProcedure, std::greater<>> withoutLoops;
  for (const Procedure &procedure : program.procedures) {
    if (procedure.isElsewhere)
      continue;
    if (!procedure.isKernel()) {
      std::optional<Diagnostic> warning =
          procedure.kind == Procedure::Kind::MainProgram
              ? warningOfMainProgram(procedure, program, data)
              : warningOfLoops(procedure, program);
      // Data directives have it on the host as a whole.
      if (!procedure.hostParts.empty() && !data.whyOnHost(procedure))
        result.cuts.push_back(cutOf(procedure, program));
      result.hostProcedures.push_back({procedure.name,
                                       noKernel(procedure, whyOnHost(procedure,
                                                                     program)),
                                       warning});
      continue;
    }
    if (std::optional<Diagnostic> reason = data.whyOnHost(procedure)) {
      result.hostProcedures.push_back({procedure.name,
                                       noKernel(procedure, *reason),
                                       data.warningOf(procedure)});
      continue;
    }
    // One that calls such procedures and has no loop is for the host, too.
    std::optional<UserError> callsHost = data.whyNotInlined(procedure);
    if (callsHost && !procedure.isMarked() &&
        !hasLoopOutsideCalls(procedure.body)) {
      result.hostProcedures.push_back(
          {procedure.name,
           noKernel(procedure, callsHost->diagnostics().front()),
           std::nullopt});
      continue;
    }
    try {
      if (callsHost)
        throw UserError(*callsHost);
      result.unit.kernels.push_back(withAssertions(
          kernelOf(procedure, program, result.unit, language, usedRegions),
          procedure, directives));
      translated.push_back(&procedure);
    } catch (const UserError &reason) {
      result.untranslated.push_back({procedure.name, procedure.module,
                                     procedure.isMarked(), procedure.place,
                                     reason});
      if (!isMissed(procedure))
        withoutLoops.emplace(
            result.untranslated.size() - 1,
            HostProcedure{procedure.name,
                          noKernel(procedure, reason.diagnostics().front()),
                          std::nullopt});
    }
  }
  warnOfUnusedRegions(program.tagged, usedRegions, translated);
  // A file may be given for its data directives, or its module's variables.
  bool isMarked = std::any_of(
      result.untranslated.begin(), result.untranslated.end(),
      [](const UntranslatedSubroutine &one) { return one.isRegion; });
  if (result.unit.kernels.empty() && !result.untranslated.empty() &&
      (isMarked ||
       !(data.any() || hasPublicDirectives(text, fileName, *language))))
    throw nothingTranslated(result.untranslated);
  for (auto &[index, procedure] : withoutLoops) {
    result.untranslated.erase(result.untranslated.begin() + index);
    result.hostProcedures.push_back(std::move(procedure));
  }
  return result;
}
