#include "loopyc/Frontend/Frontend.h"

#include "KernelBuilder.h"
#include "Procedure.h"
#include "RegionArrays.h"
#include "ThreadsAround.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/IR/Precision.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>
#include <iterator>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

std::string suffixOf(const std::string &fileName) {
  size_t slash = fileName.find_last_of('/');
  size_t dot = fileName.find_last_of('.');
  bool none =
      dot == std::string::npos || (slash != std::string::npos && dot < slash);
  return none ? std::string() : fileName.substr(dot);
}

// Two modules may each have a subroutine of one name.
std::string uniqueName(const Procedure &procedure,
                       const std::vector<Kernel> &kernels) {
  auto taken = [&](const std::string &name) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const Kernel &k) {
                         return equalButForCase(k.name, name);
                       });
  };
  std::string name = procedure.name;
  if (taken(name))
    name = procedure.module + "_" + procedure.name;
  while (taken(name))
    name += "_";
  return name;
}

// "real(8) :: stencil(0:3, 1:4)", whose bounds are constants.
std::string declarationOf(const Variable &variable) {
  std::string shape;
  for (size_t axis = 0; axis < variable.declared.extents.size(); ++axis) {
    int64_t first = asInteger(variable.declared.lowerBounds[axis]).value();
    int64_t extent = asInteger(variable.declared.extents[axis]).value();
    shape += (axis ? ", " : "(") + std::to_string(first) + ":" +
             std::to_string(first + extent - 1);
  }
  return variable.type.fortran() + " :: " + variable.name +
         (shape.empty() ? shape : shape + ")");
}

Origin originOf(const Procedure &procedure, const Kernel &kernel,
                const std::shared_ptr<const std::string> &source,
                bool freeForm) {
  Origin origin;
  origin.subroutine = procedure.name;
  origin.module = procedure.module;
  origin.isRegion = procedure.isRegion;
  origin.around = procedure.around;
  origin.isPure = procedure.isPure;
  origin.arguments = procedure.dummies;
  origin.variables = kernel.arguments;
  for (const HiddenVariable &hidden : procedure.hidden)
    origin.hidden.push_back(
        {kernel.findVariable(hidden.variable.name), hidden.actual, hidden.use,
         hidden.declared});
  origin.locals = procedure.constants;
  for (const Variable &variable : procedure.variables)
    if (procedure.isRegion && variable.isTemporary())
      origin.locals.push_back(declarationOf(variable));
  origin.firstLine = procedure.lines.first;
  origin.lastLine = procedure.lines.last;
  origin.range = procedure.range;
  origin.source = source;
  origin.freeForm = freeForm;
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

bool frontend::isFreeFormName(const std::string &fileName) {
  static const char *const fixed[] = {".f",   ".for", ".ftn", ".F",
                                      ".FOR", ".FTN", ".fpp", ".FPP"};
  std::string suffix = suffixOf(fileName);
  return std::find(std::begin(fixed), std::end(fixed), suffix) ==
         std::end(fixed);
}

bool frontend::isPreprocessedName(const std::string &fileName) {
  std::string suffix = suffixOf(fileName);
  return suffix == ".fpp" ||
         (suffix.size() > 1 &&
          std::isupper(static_cast<unsigned char>(suffix[1])));
}

ParsedFortran frontend::parseFortran(const std::string &text,
                                     const std::string &fileName,
                                     const FortranOptions &options) {
  bool freeForm = options.freeForm.value_or(isFreeFormName(fileName));
  Directives directives = scanDirectives(text, fileName, freeForm);
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
        refuseThreadsAround(procedure, text, fileName, freeForm);
        Kernel kernel = buildKernel(procedure, directives.regions, usedRegions);
        kernel.name = uniqueName(procedure, result.unit.kernels);
        kernel.origins.push_back(
            originOf(procedure, kernel, result.unit.source, freeForm));
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
