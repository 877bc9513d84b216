#include "DataInKernels.h"

#include "HostCode.h"
#include "loopyc/Frontend/DataDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Fortran/Threads.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
using source::DataDirective;

static std::string shown(const DataDirective &directive) {
  return std::string("'!$loopy ") + source::nameOf(directive.kind) + "'";
}

DataInKernels::DataInKernels(const Program &program, const Directives &others,
                             std::vector<DataDirective> given)
    : program(program), isAlone(!given.empty() && others.kernels.empty() &&
                                others.regions.empty() && !others.hasBlock),
      directives(std::move(given)) {
  for (const DataDirective &directive : directives) {
    std::optional<size_t> owner;
    for (size_t p = 0; p < program.procedures.size(); ++p) {
      const Procedure &procedure = program.procedures[p];
      if (!procedure.isRegion() && !procedure.isElsewhere &&
          procedure.firstLine < directive.firstLine &&
          procedure.lastLine > directive.lastLine &&
          (!owner ||
           procedure.firstLine > program.procedures[*owner].firstLine))
        owner = p;
    }
    owners.push_back(owner);
  }
}

void DataInKernels::checkRegions(const DataDirective &directive,
                                 ErrorList &errors) const {
  for (const Procedure &region : program.procedures)
    if (region.isMarked() && region.firstLine < directive.firstLine &&
        region.lastLine > directive.lastLine)
      errors.attempt([&] {
        throw UserError(shown(directive) + " stands in kernel region '" +
                            region.name +
                            "', whose data its stub moves; write it before or "
                            "behind the region",
                        directive.range)
            .note("the region begins here", region.place);
      });
}

std::optional<Diagnostic>
frontend::whyNoRegion(const std::vector<DataDirective> &directives,
                      const LineSpan &lines) {
  for (const DataDirective &directive : directives)
    if (lines.first <= directive.firstLine &&
        directive.lastLine <= lines.last) {
      Diagnostic reason;
      reason.message = shown(directive) +
                       " stands in it, which the host executes; mark what is "
                       "before or behind that as a region";
      reason.range = directive.range;
      return reason;
    }
  return std::nullopt;
}

static void requireOneThread(const DataDirective &directive,
                             const fortran::DirectiveLines &lines) {
  fortran::Team team =
      fortran::teamAround(lines, {directive.firstLine, directive.lastLine});
  if (team.who == fortran::Team::Who::One || team.line == 0)
    return;
  SourceRange construct = lines.rangeOf(team.line, directive.range.file);
  throw UserError(shown(directive) +
                      " stands where each thread of a team comes; write it "
                      "before or behind the construct, or let one thread "
                      "execute it: !$omp master, and a barrier behind it",
                  directive.range)
      .note("the construct '" + team.construct + "' begins here", construct);
}

void DataInKernels::check(ErrorList &errors) const {
  if (directives.empty())
    return;
  const fortran::DirectiveLines lines(source::splitLines(program.text),
                                      program.form);
  for (const DataDirective &directive : directives) {
    checkRegions(directive, errors);
    errors.attempt([&] { requireOneThread(directive, lines); });
  }
}

const DataDirective *DataInKernels::directiveOf(size_t procedure) const {
  for (size_t d = 0; d < directives.size(); ++d)
    if (owners[d] == procedure)
      return &directives[d];
  return nullptr;
}

// Whose statements it has.
size_t DataInKernels::numberOf(const Procedure &kernel) const {
  return kernel.isWhole || kernel.isCut
             ? *kernel.host
             : static_cast<size_t>(&kernel - &program.procedures[0]);
}

const DataDirective *DataInKernels::directiveOf(const Procedure &kernel) const {
  return directiveOf(numberOf(kernel));
}

const DataDirective *
DataInKernels::directiveElsewhere(const Procedure &procedure) {
  if (!procedure.range.known())
    return nullptr;
  const std::string file = procedure.range.fileName();
  auto known = ofFiles.find(file);
  if (known == ofFiles.end()) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    known = ofFiles.try_emplace(file).first;
    if (buffer)
      known->second = dataDirectivesIn((*buffer)->getBuffer().str(), file,
                                       *source::languageOf(file));
  }
  for (const DataDirective &directive : known->second)
    if (directive.firstLine > procedure.range.line &&
        directive.lastLine < procedure.range.endLine)
      return &directive;
  return nullptr;
}

// Of one that is not understood, by its text.
static bool mayHaveLoops(const Procedure &procedure, const Program &program) {
  if (procedure.isAnalysed)
    return hasLoopAmong(procedure.body);
  size_t first = static_cast<size_t>(std::max(procedure.firstLine, 1)) - 1;
  for (const fortran::Statement &statement : fortran::scanStatements(
           source::splitLines(program.text), program.form, first,
           static_cast<size_t>(procedure.lastLine))) {
    llvm::StringRef code = llvm::StringRef(statement.code).trim();
    auto [name, rest] = code.split(':'); // of a construct
    if (!rest.empty() && !name.contains('('))
      code = rest.trim();
    if (code == "do" || code.starts_with("do "))
      return true;
  }
  return false;
}

std::optional<Diagnostic>
DataInKernels::whyOnHost(const Procedure &kernel) const {
  Diagnostic reason;
  reason.range = kernel.place.known() ? kernel.place : kernel.range;
  if (const DataDirective *directive = directiveOf(kernel)) {
    reason.message = shown(*directive) +
                     " says that it is the host's; mark the statements that "
                     "are a kernel as a region, or take its data directives "
                     "out";
    reason.range = directive->range;
    return reason;
  }
  if (!isAlone || mayHaveLoops(kernel, program))
    return std::nullopt;
  reason.message = "it has no loop, in a file whose directives are for data "
                   "alone";
  return reason;
}

// In what `begin data` begins; other directives say what the host does.
std::vector<const DataDirective *>
DataInKernels::dataRegionsOf(const Procedure &procedure) const {
  const size_t number = numberOf(procedure);
  std::vector<const DataDirective *> result;
  for (size_t d = 0; d < directives.size(); ++d)
    if (owners[d] == number &&
        directives[d].kind == DataDirective::Kind::BeginData)
      result.push_back(&directives[d]);
  return result;
}

std::optional<int>
DataInKernels::linesToMark(const Procedure &procedure) const {
  std::vector<const DataDirective *> regions = dataRegionsOf(procedure);
  if (!regions.empty())
    return regions.front()->lastLine;
  return directiveOf(procedure) ? std::nullopt : std::optional(0);
}

std::optional<Diagnostic>
DataInKernels::warningOf(const Procedure &kernel) const {
  for (const DataDirective *region : dataRegionsOf(kernel)) {
    const DataDirective &directive = *region;
    if (!hasOwnLoop(kernel.body, directive.lastLine))
      continue;
    Diagnostic warning;
    const bool isCalledSo = !kernel.isRegion() || kernel.isMarked();
    warning.message = "the loops of '" +
                      (isCalledSo ? kernel.name : kernel.around) +
                      "' stay on the host: " + shown(directive) +
                      " says that it is the host's; mark those that are "
                      "kernels as regions (!$loopy begin kernel: NAME)";
    warning.range = directive.range;
    return warning;
  }
  return std::nullopt;
}

std::optional<UserError> DataInKernels::whyNotInlined(const Procedure &kernel) {
  for (const auto &[callee, isOfHost] : kernel.inlined) {
    const Procedure &called = program.procedures[*callee.procedure];
    const DataDirective *directive = called.isElsewhere
                                         ? directiveElsewhere(called)
                                         : directiveOf(*callee.procedure);
    if (directive)
      return UserError("it calls '" + callee.called + "', where " +
                           shown(*directive) +
                           " is for the host; call that outside of the kernel",
                       directive->range);
  }
  return std::nullopt;
}
