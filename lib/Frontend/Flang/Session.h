// Flang's parser and semantics over one source: text in, analysed parse tree
// or located diagnostics out. Everything that a Flang object points into lives
// as long as the session.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_SESSION_H
#define LOOPYC_LIB_FRONTEND_FLANG_SESSION_H

#include "CalleeSearch.h"
#include "Cuts.h"
#include "DeepExpressions.h"
#include "LibraryInterfaces.h"
#include "ModuleSearch.h"
#include "loopyc/Frontend/Options.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Support/Diagnostic.h"

#include "flang/Parser/parsing.h"
#include "flang/Semantics/semantics.h"
#include "flang/Support/default-kinds.h"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// A place in the text, with the line of the file as it lies on disk; a
// SourceRange follows `#line` directives.
struct Place {
  SourceRange range;
  int physicalLine = 0; // in the main file; 0 elsewhere
  int lineInMain = 0;   // the same, or there the line that includes the text
};

struct Units;

class Session {
public:
  // `callees` and `cutPlaces` grow with what is read.
  Session(const FortranOptions &options, CalleeSearch &callees,
          CutPlaces &cutPlaces);
  ~Session();
  Session(const Session &) = delete;

  // Parses the main file, given as text, without the include lines that
  // `missing` numbers. Throws UserError with all of the parser's messages.
  Fortran::parser::Program &parseMain(std::string text,
                                      const std::string &fileName,
                                      const std::set<int> &missing);
  const std::vector<OmittedInclude> &omittedIncludes() const { return omitted; }

  // External procedures of other files that it calls are added to the main
  // program.
  void addExternalCallees(Fortran::parser::Program &main);
  // Throws UnusableCallees where an error is in one of these.
  void requireUsable(const std::vector<Diagnostic> &errors) const;
  // Is something called that was read without its statements?
  bool needsMoreCallees();
  // Procedures of modules, in other files, with their statements.
  const Units &calledProcedures() const { return *calledUnits; }

  // Makes the module available to the main program: from a module source that
  // is parsed and analysed here, or from a module file that Flang will read.
  // False if there is none. Throws UserError for errors in a module source,
  // UnusableCallees where it has none without its procedures' statements.
  bool provideModule(const std::string &name, bool intrinsicOnly,
                     bool intrinsicAllowed);

  // What is to be said of a module that provideModule did not find: "was not
  // found; give ...".
  std::string moduleNotFound(const std::string &name) const;
  std::string includeNotFound(const std::string &name) const;

  // Semantic analysis, without what is cut; the diagnostics of errors, empty
  // if there were none.
  std::vector<Diagnostic> analyse(Fortran::parser::Program &program);
  const Cuts &cuts() const { return cut; }

  Fortran::semantics::SemanticsContext &context() { return *semantics; }
  const DeepExpressions &deepExpressions() const { return *deep; }
  // The innermost scope around a place of the source.
  const Fortran::semantics::Scope &
  scopeAt(Fortran::parser::CharBlock block) const {
    return semantics->FindScope(block);
  }
  SourceRange range(Fortran::parser::CharBlock block) const;
  SourceRange rangeOfLine(int line) const; // of the main file
  Place place(Fortran::parser::CharBlock block) const;
  // A name of the cooked text, which is in lower case, as the source has it.
  std::string spelling(Fortran::parser::CharBlock name) const;
  // Besides the main file: includes, module files, module sources.
  std::vector<std::string> filesRead() const;

private:
  struct OpenedText;
  Fortran::parser::Program &parse(const std::string &path,
                                  const std::string &fileName,
                                  fortran::Form form, bool preprocess);
  void requireShallowBrackets(const Fortran::parser::CookedSource &text) const;
  void analyseModuleSource(const std::string &path);
  Fortran::parser::Program &parseCallees(const std::string &path);
  std::optional<std::string> externalSource(const std::string &name);
  std::vector<Diagnostic> diagnostics(Fortran::parser::Messages &messages);
  Diagnostic diagnostic(const Fortran::parser::Message &message) const;
  Place place(std::optional<Fortran::parser::ProvenanceRange> range) const;
  std::shared_ptr<const std::string> sharedName(const std::string &name) const;
  const std::string &scratchDirectory();

  FortranOptions options;
  CalleeSearch &callees;
  CutPlaces &cutPlaces;
  Cuts cut;
  std::vector<OmittedInclude> omitted;
  ModuleSearch search;
  Fortran::common::LanguageFeatureControl features;
  Fortran::common::IntrinsicTypeDefaultKinds defaultKinds;
  Fortran::common::LangOptions langOptions;
  Fortran::parser::AllSources allSources;
  Fortran::parser::AllCookedSources allCooked{allSources};
  std::unique_ptr<Fortran::semantics::SemanticsContext> semantics;
  std::unique_ptr<DeepExpressions> deep;
  std::list<Fortran::parser::Parsing> parsings;
  std::set<std::string> providedModules, sourcesInProgress;
  std::set<std::string> withoutBodies;   // procedures of modules
  std::set<std::string> externalsTried;  // names
  std::set<std::string> externalSources; // files
  std::unique_ptr<Units> calledUnits;
  std::unique_ptr<OpenedText> mainText;
  std::string mainName;
  std::string scratch; // where Flang writes module files that nobody wants
  mutable std::map<std::string, std::shared_ptr<const std::string>> names;
};

} // namespace frontend
} // namespace loopyc

#endif
