#include "loopyc/Frontend/Frontend.h"

#include "KernelBuilder.h"
#include "Procedure.h"
#include "RegionArrays.h"
#include "ThreadsAround.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/IR/Precision.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/FreshNames.h"

#include <algorithm>

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

Origin originOf(const Procedure &procedure, const Kernel &kernel,
                const std::shared_ptr<const std::string> &source,
                const std::shared_ptr<const source::Language> &language) {
  Origin origin;
  origin.subroutine = procedure.name;
  origin.module = procedure.module;
  origin.isRegion = procedure.isRegion;
  origin.around = procedure.around;
  origin.isPure = procedure.isPure;
  origin.arguments = procedure.dummies;
  origin.variables = kernel.arguments;
  for (const HiddenVariable &hidden : procedure.hidden)
    origin.hidden.push_back({kernel.findVariable(hidden.variable.name),
                             hidden.value, hidden.declared});
  origin.constants = std::make_shared<const source::Declarations>(
      source::Declarations{procedure.constants});
  for (const Variable &variable : procedure.variables)
    if (procedure.isRegion && variable.isTemporary())
      origin.locals.push_back(std::make_shared<const Variable>(variable));
  origin.firstLine = procedure.lines.first;
  origin.lastLine = procedure.lines.last;
  origin.range = procedure.range;
  origin.source = source;
  origin.language = language;
  return origin;
}

// A region around no statement of a kernel selects nothing.
void warnOfUnusedRegions(const Directives &directives,
                         const std::set<size_t> &used,
                         const AnalysedSource &source) {
  auto concernsKernel = [&](const TaggedRegion &region) {
    return std::any_of(source.subroutines.begin(), source.subroutines.end(),
                       [&](const AnalysedProcedure &p) {
                         return p.procedure &&
                                region.begin.line > p.procedure->firstLine &&
                                region.begin.line < p.procedure->lastLine;
                       });
  };
  for (size_t r = 0; r < directives.regions.size(); ++r)
    if (!used.count(r) && concernsKernel(directives.regions[r]))
      warn("unused-region",
           "region '" + directives.regions[r].tag + "' holds no statement",
           directives.regions[r].begin);
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

} // namespace

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
                                     const FortranOptions &options) {
  auto language = source::languageOf(fileName, options);
  Directives directives = scanDirectives(text, fileName, *language);
  AnalysedSource analysed =
      analyseWithFlang(text, fileName, directives.kernels, options);
  privatizeOwnArrays(analysed.subroutines);

  ParsedFortran result;
  result.unit.source = std::make_shared<const std::string>(text);
  result.unit.fileName = fileName;
  result.filesRead = analysed.filesRead;
  std::set<size_t> usedRegions;
  for (AnalysedProcedure &subroutine : analysed.subroutines) {
    if (subroutine.procedure) {
      const Procedure &procedure = *subroutine.procedure;
      try {
        refuseThreadsAround(procedure, text, fileName,
                            fortran::formOf(fileName, options));
        Kernel kernel = buildKernel(procedure, directives.regions, usedRegions);
        kernel.name = uniqueName(procedure, result.unit.kernels);
        kernel.origins.push_back(
            originOf(procedure, kernel, result.unit.source, language));
        kernel.origins.back().singlePrecision = usesSinglePrecision(kernel);
        verifyKernel(kernel);
        result.unit.kernels.push_back(std::move(kernel));
      } catch (const UserError &error) {
        subroutine.error = error;
      }
    }
    if (subroutine.error)
      result.untranslated.push_back({subroutine.name, subroutine.module,
                                     subroutine.isRegion, subroutine.range,
                                     *subroutine.error});
  }
  warnOfUnusedRegions(directives, usedRegions, analysed);
  if (result.unit.kernels.empty() && !result.untranslated.empty())
    throw nothingTranslated(result.untranslated);
  return result;
}
