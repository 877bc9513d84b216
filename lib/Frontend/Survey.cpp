#include "loopyc/Frontend/Survey.h"

#include "DataInKernels.h"
#include "ProcedureKernels.h"
#include "Program.h"
#include "ProgramPasses.h"
#include "loopyc/Frontend/DataDirectives.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/NoWarnings.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::frontend;
using fortran::LoopLines;
using source::LineSpan;

namespace {

// How deep the nests may lie that are tried: the file is analysed once for
// each.
constexpr int mostRounds = 8;

bool holds(const LineSpan &outer, const LineSpan &inner) {
  return outer.first <= inner.first && inner.last <= outer.last;
}

// Of a procedure that is called there, and has other nests that are tried.
bool holdsRegion(const Block &block) {
  return llvm::any_of(block, [](const Statement &statement) {
    bool found = std::holds_alternative<RegionStatement>(statement.value);
    forEachBlock(statement, [&](const Block &inner) {
      found = found || holdsRegion(inner);
    });
    return found;
  });
}

// The smallest construct that holds the lines; null if none does.
const LoopLines *innermost(const std::vector<LoopLines> &loops,
                           const LineSpan &lines) {
  for (const LoopLines &loop : loops)
    if (holds(loop.lines, lines)) {
      const LoopLines *inside = innermost(loop.loops, lines);
      return inside ? inside : &loop;
    }
  return nullptr;
}

std::string kindOf(const Procedure &procedure) {
  std::string kind =
      procedure.kind == Procedure::Kind::MainProgram ? "main program"
      : procedure.kind == Procedure::Kind::Function  ? "function"
                                                     : "subroutine";
  return procedure.host ? "internal " + kind : kind;
}

Diagnostic firstOf(const UserError &error) {
  return error.diagnostics().front();
}

// The lines as the front end sees them, as many as the text has.
std::vector<std::string>
linesOf(const std::string &text, const std::string &fileName,
        const source::Language &language, const FortranOptions &options) {
  std::vector<std::string> lines = source::splitLines(text);
  if (!language.isPreprocessed())
    return lines;
  try {
    std::vector<std::string> made =
        language.preprocess(text, fileName, options);
    for (std::string &line : made) // an included file
      if (line.find('\n') != std::string::npos)
        line.clear();
    return made;
  } catch (const UserError &) { // the analysis will say it
    return lines;
  }
}

// Lines of single statements.
std::vector<LineSpan> statementLines(const std::vector<std::string> &lines,
                                     fortran::Form form) {
  std::vector<LineSpan> result;
  for (const fortran::Statement &s : fortran::scanStatements(lines, form))
    result.push_back(
        {static_cast<int>(s.position(0).line) + 1,
         static_cast<int>(s.position(s.text.size() - 1).line) + 1});
  return result;
}

class Surveyor {
public:
  Surveyor(const std::string &text, const std::string &fileName,
           const FortranOptions &options)
      : text(text), fileName(fileName), options(options),
        language(source::languageOf(fileName, options)) {
    unit.source = std::make_shared<const std::string>(text);
    unit.fileName = fileName;
  }

  Survey run() {
    const auto form = fortran::formOf(fileName, options);
    const std::vector<std::string> lines =
        linesOf(text, fileName, *language, options);
    result.loops = fortran::loopLines(lines, form);
    statements = statementLines(lines, form);
    std::vector<Nest> nests;
    try {
      nests = asItStands();
    } catch (const UserError &error) {
      result.isAnalysed = false;
      result.errors = error.diagnostics();
      for (const LoopLines &loop : result.loops)
        leave({loop, ""}, firstOf(error));
    }
    for (int round = 0; !nests.empty(); ++round)
      nests = asRegions(nests, round + 1 < mostRounds);
    return std::move(result);
  }

private:
  struct Nest {
    LoopLines loop;
    std::string procedure;
    Diagnostic whyNotYet = {};
    bool isOfNoKernel = false;

    Nest inside(const LoopLines &inner) const {
      return {inner, procedure, whyNotYet, isOfNoKernel};
    }
  };

  void leave(const Nest &nest, const Diagnostic &reason) {
    result.onHost.push_back(
        {nest.loop.lines, nest.loop.header, nest.loop.variable, nest.procedure,
         reason});
  }

  // Throws nothing but UserError: what one nest reveals must not hide the rest.
  SurveyedKernel kernelOf(const Procedure &procedure, const Program &program,
                          bool asItStands, const std::string &name) try {
    std::set<size_t> usedRegions;
    std::map<std::string, LoopPlace> places;
    Kernel kernel = poly::bounded(
        "the analysis of '" + procedure.name + "'", procedure.range, [&] {
          return frontend::kernelOf(procedure, program, unit, language,
                                    usedRegions, &places);
        });
    unit.kernels.push_back(kernel); // which has the name
    unit.kernels.back().instructions.clear();
    return {std::move(kernel), asItStands,         name,
            std::nullopt,      /*isOfNoKernel=*/false, std::move(places)};
  } catch (const InternalError &fault) {
    throw UserError(std::string("loopyc is at fault: ") + fault.what());
  }

  // --- kernels of the source as it is; the nests that are in none of them

  std::vector<Nest> asItStands() {
    Directives directives = scanDirectives(text, fileName, *language);
    dataDirectives = dataDirectivesIn(text, fileName, *language);
    Program program = runPasses(
        analyseWithFlang(text, fileName, directives, options), {});
    DataInKernels data(program, directives, dataDirectives);
    ErrorList errors;
    data.check(errors);
    errors.throwIfAny();
    std::vector<LineSpan> covered;
    for (const Procedure &procedure : program.procedures) {
      if (procedure.isElsewhere || !procedure.isKernel())
        continue;
      if (std::optional<Diagnostic> reason = data.whyOnHost(procedure)) {
        refused.emplace(&procedure, *reason);
        continue;
      }
      try {
        data.requireNoneInlined(procedure);
        result.kernels.push_back(
            kernelOf(procedure, program, true,
                     procedure.isRegion() ? procedure.around : procedure.name));
        Kernel &kernel = result.kernels.back().kernel;
        kernel = withAssertions(std::move(kernel), procedure, directives);
        covered.push_back({procedure.firstLine, procedure.lastLine});
      } catch (const UserError &error) {
        refused.emplace(&procedure, firstOf(error));
      }
    }
    for (const Procedure &procedure : program.procedures)
      describe(procedure, program, data);
    return uncovered(program, covered);
  }

  // A marked region says for itself why it is none.
  void describe(const Procedure &procedure, const Program &program,
                const DataInKernels &data) {
    if (procedure.isElsewhere || procedure.isRegion()) {
      if (procedure.isMarked() && refused.count(&procedure))
        result.errors.push_back(refused.at(&procedure));
      return;
    }
    SurveyedProcedure described{procedure.name, kindOf(procedure),
                                procedure.firstLine, std::nullopt};
    if (!procedure.hostParts.empty())
      if (std::optional<Diagnostic> reason = data.whyOnHost(procedure))
        ofData.emplace(&procedure, *reason);
    if (const Procedure *refusal = refusedOf(procedure, program))
      described.reason = refused.at(refusal);
    else if (ofData.count(&procedure))
      described.reason = ofData.at(&procedure);
    else if (!procedure.isKernel() && !wholeOf(procedure, program))
      described.reason = whyOnHost(procedure, program);
    result.procedures.push_back(std::move(described));
    if (!procedure.isAnalysed && !procedure.obstacles.empty())
      result.errors.push_back(firstOf(procedure.obstacles.front()));
  }

  static const Procedure *wholeOf(const Procedure &procedure,
                                  const Program &program) {
    for (const Procedure &other : program.procedures)
      if (other.isWhole && other.host &&
          &program.procedures[*other.host] == &procedure)
        return &other;
    return nullptr;
  }

  // What was refused of its statements as a whole; null if nothing was.
  const Procedure *refusedOf(const Procedure &procedure,
                             const Program &program) const {
    if (refused.count(&procedure))
      return &procedure;
    const Procedure *whole = wholeOf(procedure, program);
    return whole && refused.count(whole) ? whole : nullptr;
  }

  // The procedure that the lines stand in, the innermost.
  static const Procedure *around(const LineSpan &lines,
                                 const Program &program) {
    const Procedure *found = nullptr;
    for (const Procedure &procedure : program.procedures)
      if (!procedure.isElsewhere && !procedure.isRegion() &&
          holds({procedure.firstLine, procedure.lastLine}, lines) &&
          (!found || procedure.firstLine >= found->firstLine))
        found = &procedure;
    return found;
  }

  std::vector<Nest> uncovered(const Program &program,
                              const std::vector<LineSpan> &covered) {
    std::vector<Nest> nests;
    for (const LoopLines &loop : result.loops)
      addUncovered(loop, program, covered, nests);
    for (const Procedure &procedure : program.procedures)
      if (!procedure.isElsewhere && !procedure.isRegion() &&
          procedure.isAnalysed)
        addArrayStatements(procedure.body, nestIn(procedure, program, {}),
                           covered, nests);
    return nests;
  }

  // One that no kernel has as the source stands.
  Nest nestIn(const Procedure &procedure, const Program &program,
              const LoopLines &loop) const {
    Nest nest{loop, procedure.name};
    if (const Procedure *refusal = refusedOf(procedure, program)) {
      nest.whyNotYet = refused.at(refusal);
    } else if (ofData.count(&procedure)) {
      nest.whyNotYet = ofData.at(&procedure);
    } else if (procedure.hasRegions) {
      nest.whyNotYet.message = "no region of '" + procedure.name + "' has it";
    } else {
      nest.whyNotYet = whyOnHost(procedure, program);
      nest.isOfNoKernel = true;
    }
    return nest;
  }

  void addUncovered(const LoopLines &loop, const Program &program,
                    const std::vector<LineSpan> &covered,
                    std::vector<Nest> &nests) {
    for (const LineSpan &kernel : covered)
      if (holds(kernel, loop.lines))
        return;
    const Procedure *procedure = around(loop.lines, program);
    if (!procedure)
      return;
    Nest nest = nestIn(*procedure, program, loop);
    if (!procedure->isAnalysed && !procedure->obstacles.empty())
      return leave(nest, firstOf(procedure->obstacles.front()));
    for (const LineSpan &kernel : covered)
      if (holds(loop.lines, kernel)) {
        Diagnostic reason;
        reason.message = "a kernel region is marked inside of it";
        leave(nest, reason);
        for (const LoopLines &inner : loop.loops)
          addUncovered(inner, program, covered, nests);
        return;
      }
    nests.push_back(std::move(nest));
  }

  // Loops that array statements are, outside of others.
  void addArrayStatements(const Block &block, const Nest &like,
                          const std::vector<LineSpan> &covered,
                          std::vector<Nest> &nests) {
    for (const Statement &statement : block) {
      LineSpan lines{statement.line, statement.line};
      if (std::holds_alternative<DoStatement>(statement.value) &&
          statement.line > 0 && !innermost(result.loops, lines) &&
          std::none_of(
              covered.begin(), covered.end(),
              [&](const LineSpan &kernel) { return holds(kernel, lines); }))
        addArrayStatement(lines, like, nests);
      forEachBlock(statement, [&](const Block &inner) {
        addArrayStatements(inner, like, covered, nests);
      });
    }
  }

  void addArrayStatement(const LineSpan &line, const Nest &like,
                         std::vector<Nest> &nests) {
    for (const LineSpan &statement : statements)
      if (holds(statement, line)) {
        LoopLines loop{statement, "array statement", "", {}};
        nests.push_back(like.inside(loop));
        result.loops.push_back(std::move(loop));
        return;
      }
  }

  // --- each of these as a region of its own; what is in those that cannot be

  std::vector<Nest> asRegions(const std::vector<Nest> &nests, bool goOn) {
    NoWarnings quiet; // of regions that nobody has marked
    std::map<std::string, const Nest *> byName;
    Directives marks;
    std::vector<Nest> inside;
    auto refuse = [&](const Nest &nest, const Diagnostic &reason) {
      leave(nest, reason);
      if (goOn)
        for (const LoopLines &inner : nest.loop.loops)
          inside.push_back(nest.inside(inner));
    };
    for (const Nest &nest : nests) {
      if (auto reason = whyNoRegion(dataDirectives, nest.loop.lines)) {
        refuse(nest, *reason);
        continue;
      }
      if (KernelRegion region = regionOf(nest);
          byName.emplace(region.name, &nest).second)
        marks.kernels.push_back(std::move(region));
    }
    if (byName.empty())
      return inside;
    try {
      Program program = runPasses(
          analyseWithFlang(text, fileName, marks, options), {});
      DataInKernels data(program, marks, dataDirectives);
      for (const Procedure &procedure : program.procedures) {
        if (!procedure.isMarked())
          continue;
        const Nest &nest = *byName.at(procedure.name);
        try {
          data.requireNoneInlined(procedure);
          result.kernels.push_back(
              kernelOf(procedure, program, false, nest.procedure));
          result.kernels.back().whyNotYet = nest.whyNotYet;
          result.kernels.back().isOfNoKernel = nest.isOfNoKernel;
        } catch (const UserError &error) {
          if (goOn && holdsRegion(procedure.body))
            inside.push_back(nest);
          else
            refuse(nest, firstOf(error));
        }
      }
    } catch (const UserError &error) {
      inside.clear();
      for (const auto &entry : byName)
        leave(*entry.second, firstOf(error));
    }
    return inside;
  }

  // Strictly between these lines; a statement may end on the first.
  KernelRegion regionOf(const Nest &nest) const {
    auto place = [&](int line) {
      SourceRange range;
      range.file = std::make_shared<const std::string>(fileName);
      range.line = range.endLine = line;
      range.column = range.endColumn = 1;
      return range;
    };
    std::string base = nest.procedure.empty() ? "main" : nest.procedure;
    return {base + "_" + std::to_string(nest.loop.lines.first),
            place(nest.loop.lines.first - 1), place(nest.loop.lines.last + 1)};
  }

  const std::string &text, &fileName;
  const FortranOptions &options;
  std::shared_ptr<const source::Language> language;
  TranslationUnit unit; // kernels so far, for their names
  std::vector<LineSpan> statements;
  std::vector<source::DataDirective> dataDirectives;
  // Why procedures, and regions, are no kernels: for what is in them, or for
  // data directives that keep them from being cut.
  std::map<const Procedure *, Diagnostic> refused, ofData;
  Survey result;
};

} // namespace

Survey frontend::surveyFortran(const std::string &text,
                               const std::string &fileName,
                               const FortranOptions &options) {
  return Surveyor(text, fileName, options).run();
}
