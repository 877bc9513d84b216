// Directives that are no part of any kernel, and what the stub has for them.
#include "loopyc/Driver/Translation.h"

#include "loopyc/CodeGen/Accessors.h"
#include "loopyc/CodeGen/DataCalls.h"
#include "loopyc/Frontend/DataDirectives.h"
#include "loopyc/Frontend/PublicVariables.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/ErrorList.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::driver;

// Whatever a script does, they are the source's.
void Translation::readData(const std::vector<frontend::KernelRegion> &marked) {
  if (language->kind() == source::LanguageKind::Kernel)
    return;
  frontend::refuseIncludedData(*input.text, input.name, fortran);
  hasData =
      !frontend::dataDirectivesIn(*input.text, input.name, *language).empty();
  if (!hasData)
    return;
  StageScope stage(session.clock, Stage::Frontend);
  CodeGenOptions options = codeGenOptions();
  data = frontend::readDataDirectives(
      language->stubLines(*options.source, options.includeDirs),
      *language->ofStub(), input.name, fortran, marked);
  requireNoLaunchInHostData();
}

// It would take the device's address for one of the host.
void Translation::requireNoLaunchInHostData() const {
  using Kind = source::DataDirective::Kind;
  ErrorList errors;
  for (const source::DataDirective &begin : data)
    for (const Kernel &kernel : kernels)
      for (const Origin &origin : kernel.origins) {
        if (begin.kind != Kind::BeginHostData || !begin.partner)
          continue;
        errors.attempt([&] {
          for (const source::ReachedStatements &reached : begin.reached)
            if (origin.firstLine >= reached.firstLine &&
                origin.lastLine <= reached.lastLine)
              refuseLaunch(kernel.name, reached, begin.range);
        });
      }
  errors.throwIfAny();
}

// What it calls in its turn may do so under a condition.
void Translation::refuseLaunch(const std::string &kernel,
                               const source::ReachedStatements &reached,
                               const SourceRange &region) {
  const std::string why =
      "kernel '" + kernel +
      "' in a host_data region, where names are the "
      "device's arrays; call it before the region, or behind its end";
  if (reached.isDirect)
    throw UserError("this call of '" + reached.called + "' launches " + why,
                    reached.call)
        .note("the region begins here", region);
  warn("host-data", "this call of '" + reached.called + "' may launch " + why,
       reached.call);
}

// Whose only directive is `!$loopy public`: its procedures are meant for
// kernels of others, and stay what they are.
bool Translation::isForPublicAlone(
    const frontend::Directives &directives) const {
  return language->kind() == source::LanguageKind::Fortran &&
         directives.kernels.empty() && directives.regions.empty() &&
         !directives.hasBlock &&
         frontend::hasPublicDirectives(*input.text, input.name, *language) &&
         frontend::dataDirectivesIn(*input.text, input.name, *language).empty();
}

// What directives name, and what kernels want that modules of this file keep to
// themselves.
void Translation::readPublic() {
  if (language->kind() == source::LanguageKind::Kernel)
    return;
  std::vector<fortran::NamedVariable> wanted;
  for (const Kernel &kernel : kernels)
    for (const Origin &origin : kernel.origins)
      for (const HiddenArgument &hidden : origin.hidden)
        if (fortran::isReached(hidden.value))
          wanted.push_back({lowerCase(hidden.value.module),
                            fortran::reachedVariable(hidden.value),
                            kernel.range, 0, false});
  hasPublic =
      frontend::hasPublicDirectives(*input.text, input.name, *language);
  if (!hasPublic && wanted.empty())
    return;
  StageScope stage(session.clock, Stage::Frontend);
  CodeGenOptions options = codeGenOptions();
  frontend::PublicVariables found = frontend::readPublicVariables(
      language->stubLines(*options.source, options.includeDirs),
      *language->ofStub(), input.name, fortran, wanted);
  publics = std::move(found.variables);
  for (const std::string &file : found.filesRead)
    if (!llvm::is_contained(filesRead, file))
      filesRead.push_back(file);
}

// The stub is made of lines that have functions for what its modules keep to
// themselves.
void Translation::addAccessors(CodeGenOptions &options) const {
  if (publics.empty())
    return;
  options.source =
      withAccessors(language->stubLines(*options.source, options.includeDirs),
                    publics, input.name);
  options.language = language->ofStub();
}

// And of such that have calls in the place of data directives.
void Translation::replaceData(CodeGenOptions &options) const {
  if (data.empty())
    return;
  source::Lines lines =
      options.language->stubLines(*options.source, options.includeDirs);
  for (const Kernel &kernel : kernels)
    for (const Origin &origin : kernel.origins)
      if (origin.source &&
          source::splitLines(*origin.source).size() != lines.size())
        throw UserError("data directives have no place in a text of other "
                        "lines than the source's, as the script parsed; give "
                        "it as many lines",
                        data.front().range);
  options.source = withDataCalls(std::move(lines), data, input.name);
  options.language = language->ofStub();
}
