#include "DataInKernels.h"

#include "loopyc/Frontend/DataDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"

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

void DataInKernels::requireNoneInRegions() const {
  for (const Procedure &region : program.procedures)
    for (const DataDirective &directive : directives)
      if (region.isMarked() && region.firstLine < directive.firstLine &&
          region.lastLine > directive.lastLine)
        throw UserError(shown(directive) + " stands in kernel region '" +
                            region.name +
                            "', whose data its stub moves; write it before or "
                            "behind the region",
                        directive.range)
            .note("the region begins here", region.place);
}

const DataDirective *DataInKernels::directiveOf(size_t procedure) const {
  for (size_t d = 0; d < directives.size(); ++d)
    if (owners[d] == procedure)
      return &directives[d];
  return nullptr;
}

const DataDirective *DataInKernels::directiveOf(const Procedure &kernel) const {
  return directiveOf(
      kernel.isWhole || kernel.isCut
          ? *kernel.host
          : static_cast<size_t>(&kernel - &program.procedures[0]));
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

static bool hasLoops(const Block &block) {
  for (const Statement &statement : block) {
    const auto *host = std::get_if<HostStatement>(&statement.value);
    bool found = std::holds_alternative<DoStatement>(statement.value) ||
                 std::holds_alternative<LoopStatement>(statement.value) ||
                 (host && host->kind == HostStatement::Kind::Loop);
    forEachBlock(statement,
                 [&](const Block &inside) { found |= hasLoops(inside); });
    if (found)
      return true;
  }
  return false;
}

// Of one that is not understood, by its text.
static bool mayHaveLoops(const Procedure &procedure, const Program &program) {
  if (procedure.isAnalysed)
    return hasLoops(procedure.body);
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
  reason.message = "there is no kernel '" + kernel.name + "': ";
  reason.range = kernel.place.known() ? kernel.place : kernel.range;
  if (const DataDirective *directive = directiveOf(kernel)) {
    reason.message += shown(*directive) +
                      " says that it is the host's; mark the statements that "
                      "are a kernel as a region, or take its data directives "
                      "out";
    reason.range = directive->range;
    return reason;
  }
  if (!isAlone || mayHaveLoops(kernel, program))
    return std::nullopt;
  reason.message += "it has no loop, in a file whose directives are for data "
                    "alone";
  return reason;
}

void DataInKernels::requireNoneInlined(const Procedure &kernel) {
  for (const auto &[callee, isOfHost] : kernel.inlined) {
    const Procedure &called = program.procedures[*callee.procedure];
    const DataDirective *directive = called.isElsewhere
                                         ? directiveElsewhere(called)
                                         : directiveOf(*callee.procedure);
    if (directive)
      throw UserError("it calls '" + callee.called + "', where " +
                          shown(*directive) +
                          " is for the host; call that outside of the kernel",
                      directive->range);
  }
}
