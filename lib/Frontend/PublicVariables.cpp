#include "loopyc/Frontend/PublicVariables.h"

#include "PublicSymbols.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
using source::DataDirective;

static std::vector<DataDirective>
publicDirectives(const source::Lines &lines, const source::Language &language,
                 const std::string &fileName) {
  std::vector<DataDirective> all =
      fortran::dataDirectives(lines, language.comments(lines), fileName);
  all.erase(std::remove_if(all.begin(), all.end(),
                           [](const DataDirective &directive) {
                             return directive.kind !=
                                    DataDirective::Kind::Public;
                           }),
            all.end());
  return all;
}

bool frontend::hasPublicDirectives(const std::string &text,
                                   const std::string &fileName,
                                   const source::Language &language) {
  return !publicDirectives(source::splitLines(text), language, fileName)
              .empty();
}

std::vector<fortran::NamedVariable>
frontend::namedPublicIn(const source::Lines &lines,
                        const source::Language &language, fortran::Form form,
                        const std::string &fileName) {
  return fortran::namedPublic(lines, form,
                              publicDirectives(lines, language, fileName));
}

// Statements that what is inserted stands in front of.
static void requireOwnLines(const std::vector<fortran::PublicVariable> &found,
                            const source::Lines &lines,
                            const std::string &fileName) {
  const std::vector<fortran::Line> scanned =
      fortran::scanLines(lines, fortran::Form::Free);
  for (const fortran::PublicVariable &variable : found)
    for (int line : {variable.contains, variable.end}) {
      const size_t n = static_cast<size_t>(line) - 1;
      if (line < 1 || n >= lines.size() ||
          !fortran::sharesLine(lines[n], scanned[n]))
        continue;
      SourceRange range;
      range.file = std::make_shared<const std::string>(fileName);
      range.line = range.endLine = line;
      range.column = 1;
      range.endColumn = std::max<int>(1, static_cast<int>(lines[n].size()));
      throw UserError("module '" + variable.module +
                          "' has other statements on this line, so that its "
                          "stub cannot have functions for '" +
                          variable.name + "'; write one on each line",
                      range);
    }
}

PublicVariables frontend::readPublicVariables(
    const source::Lines &stubLines, const source::Language &ofStub,
    const std::string &fileName, const FortranOptions &given,
    const std::vector<fortran::NamedVariable> &wanted) {
  source::UnfoldedLines unfolded(stubLines);
  std::vector<fortran::NamedVariable> names = namedPublicIn(
      unfolded.lines, ofStub, fortran::Form::Free, fileName);
  for (fortran::NamedVariable &name : names)
    name.module.clear(); // Flang knows
  names.insert(names.end(), wanted.begin(), wanted.end());
  if (names.empty())
    return {};
  FortranOptions options = given;
  options.freeForm = true;
  options.preprocess = false;
  PublicSymbols found = findPublic(source::joinLines(unfolded.lines), fileName,
                                   options, names);
  if (!found.errors.empty())
    throw UserError(found.errors);
  requireOwnLines(found.variables, unfolded.lines, fileName);
  return {std::move(found.variables), std::move(found.filesRead)};
}
