#include "Session.h"

#include "Units.h"

#include "loopyc/Source/Fortran/FixedColumns.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/Nesting.h"

#include "flang/Parser/characters.h"
#include "flang/Parser/parse-tree.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <sys/mman.h>
#include <unistd.h>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;

namespace {

const char *intrinsicModuleDirectory() {
  return LOOPYC_FLANG_INTRINSIC_MODULES;
}

std::string directoryOf(const std::string &fileName) {
  std::string directory =
      std::filesystem::path(fileName).parent_path().string();
  return directory.empty() ? "." : directory;
}

std::vector<std::string> moduleDirectories(const FortranOptions &options) {
  std::vector<std::string> directories = options.moduleDirs;
  directories.insert(directories.end(), options.includeDirs.begin(),
                     options.includeDirs.end());
  return directories;
}

} // namespace

// A text in memory under a path that Flang can open.
struct Session::OpenedText {
  explicit OpenedText(const std::string &text) {
    fd = memfd_create("fortran", MFD_CLOEXEC);
    if (fd < 0)
      throw InternalError("cannot hand the Fortran text to the parser");
    for (size_t done = 0; done < text.size();) {
      ssize_t n = write(fd, text.data() + done, text.size() - done);
      if (n <= 0)
        throw InternalError("cannot hand the Fortran text to the parser");
      done += static_cast<size_t>(n);
    }
    path = "/proc/self/fd/" + std::to_string(fd);
  }
  ~OpenedText() {
    if (fd >= 0)
      close(fd);
  }
  OpenedText(const OpenedText &) = delete;

  int fd = -1;
  std::string path;
};

Session::Session(const FortranOptions &given, CalleeSearch &callees,
                 CutPlaces &cutPlaces)
    : options(given), callees(callees), cutPlaces(cutPlaces),
      search(given.otherFiles, moduleDirectories(given)),
      calledUnits(std::make_unique<Units>()) {
  features.DisableAllWarnings();
  semantics = std::make_unique<semantics::SemanticsContext>(
      defaultKinds, features, langOptions, allCooked);
  std::vector<std::string> searchDirectories{"."};
  for (const std::string &directory : moduleDirectories(options))
    searchDirectories.push_back(directory);
  semantics->set_searchDirectories(searchDirectories)
      .set_intrinsicModuleDirectories({intrinsicModuleDirectory()})
      .set_warnOnNonstandardUsage(false)
      .set_maxErrors(0);
  deep = std::make_unique<DeepExpressions>(*semantics);
}

Session::~Session() {
  std::error_code ignored;
  if (!scratch.empty())
    std::filesystem::remove_all(scratch, ignored);
}

// The text has a line for each statement, without comments and continuations.
void Session::requireShallowBrackets(const parser::CookedSource &text) const {
  parser::CharBlock all = text.AsCharBlock();
  NestingCounter counter;
  char quote = 0;
  for (const char &c : all) {
    if (c == '\n') {
      counter = {};
      quote = 0;
    } else if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (!counter.take(c)) {
      throw UserError("this statement " + tooDeepText,
                      range(parser::CharBlock(&c, 1)));
    }
  }
}

parser::Program &Session::parseMain(std::string text,
                                    const std::string &fileName,
                                    const std::set<int> &missing) {
  omitted = omitIncludes(text, missing);
  mainText = std::make_unique<OpenedText>(text);
  mainName = fileName;
  return parse(mainText->path, fileName, fortran::formOf(fileName, options),
               fortran::isPreprocessed(fileName, options));
}

parser::Program &Session::parse(const std::string &path,
                                const std::string &fileName, fortran::Form form,
                                bool preprocess) {
  parser::Options flang;
  flang.isFixedForm = form == fortran::Form::Fixed;
  flang.fixedFormColumns = static_cast<int>(fortran::fixedColumns());
  flang.features = features;
  flang.searchDirectories.push_back(directoryOf(fileName));
  for (const std::string &directory : options.includeDirs)
    flang.searchDirectories.push_back(directory);
  if (preprocess)
    for (const MacroOption &macro : options.macros)
      flang.predefinitions.emplace_back(
          macro.name, macro.undefine ? std::nullopt
                                     : std::optional<std::string>(macro.value));
  parser::Parsing &parsing = parsings.emplace_back(allCooked);
  parsing.Prescan(path, flang);
  std::vector<Diagnostic> errors = diagnostics(parsing.messages());
  if (errors.empty()) {
    requireShallowBrackets(parsing.cooked());
    parsing.Parse(llvm::nulls());
    parsing.ClearLog();
    errors = diagnostics(parsing.messages());
  }
  if (!errors.empty())
    throw UserError(errors);
  if (!parsing.consumedWholeFile() || !parsing.parseTree())
    throw UserError("the parser did not understand this statement",
                    range(parser::CharBlock(parsing.finalRestingPlace(), 1)));
  return *parsing.parseTree();
}

bool Session::provideModule(const std::string &name, bool intrinsicOnly,
                            bool intrinsicAllowed) {
  if (!intrinsicOnly) {
    if (providedModules.count(name))
      return true;
    if (std::optional<ModuleFile> file = search.find(name)) {
      if (file->isSource)
        analyseModuleSource(file->path);
      providedModules.insert(name);
      return true;
    }
  }
  return intrinsicAllowed &&
         std::filesystem::exists(std::string(intrinsicModuleDirectory()) + "/" +
                                 name + ".mod");
}

static const char *const isOfLibrary =
    "is not read: what it has is that of one implementation; assign a value "
    "that a kernel needs of it to a variable before";

std::string Session::moduleNotFound(const std::string &name) const {
  if (!libraryPrefix(lowerCase(name)).empty())
    return isOfLibrary;
  std::optional<std::string> file =
      search.foreignModuleFile(name, directoryOf(mainName));
  if (!file)
    return "was not found; give the directory of its source or Flang module "
           "file with -I or -J";
  return "was found only as '" + *file +
         "', the module file of another compiler, which loopyc cannot read; "
         "give the module's source on the command line, or its directory with "
         "-I or -J";
}

std::string Session::includeNotFound(const std::string &name) const {
  std::string file = std::filesystem::path(name).filename().string();
  return libraryPrefix(lowerCase(file)).empty()
             ? "was not found; give its directory with -I"
             : isOfLibrary;
}

std::vector<Diagnostic> Session::analyse(parser::Program &program) {
  cut.apply(*this, program, cutPlaces);
  for (const parser::ProgramUnit &unit : program.v)
    if (std::holds_alternative<Fortran::common::Indirection<parser::Module>>(
            unit.u) ||
        std::holds_alternative<Fortran::common::Indirection<parser::Submodule>>(
            unit.u))
      semantics->set_moduleDirectory(scratchDirectory());
  DeepExpressionsFirst first(*deep);
  bool good = semantics::Semantics(*semantics, program).Perform();
  std::vector<Diagnostic> errors = diagnostics(semantics->messages());
  if (!good && errors.empty())
    throw InternalError("semantic analysis failed without a message");
  if (good)
    cut.resolve(*this);
  return errors;
}

const std::string &Session::scratchDirectory() {
  if (scratch.empty()) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "loopyc-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw InternalError("cannot create a temporary directory like '" +
                          pattern + "'");
    scratch = pattern;
  }
  return scratch;
}

std::shared_ptr<const std::string>
Session::sharedName(const std::string &name) const {
  std::shared_ptr<const std::string> &shared = names[name];
  if (!shared)
    shared = std::make_shared<const std::string>(name);
  return shared;
}

Place Session::place(std::optional<parser::ProvenanceRange> where) const {
  Place result;
  if (!where || where->empty())
    return result;
  std::optional<parser::SourcePosition> first =
      allSources.GetSourcePosition(where->start());
  if (!first)
    return result;
  bool inMain = mainText && first->sourceFile->path() == mainText->path;
  bool named = *first->path != first->sourceFile->path(); // by a #line
  result.physicalLine = inMain ? first->trueLineNumber : 0;
  result.lineInMain =
      inMain ? result.physicalLine
             : place(allSources.GetInclusionInfo(where)).lineInMain;
  result.range.file = sharedName(inMain && !named ? mainName : *first->path);
  result.range.line = first->line;
  result.range.column = first->column;
  std::optional<parser::SourcePosition> last =
      allSources.GetSourcePosition(where->start() + (where->size() - 1));
  bool forward = last && *last->path == *first->path &&
                 (last->line > first->line ||
                  (last->line == first->line && last->column >= first->column));
  result.range.endLine = forward ? last->line : first->line;
  result.range.endColumn = forward ? last->column : first->column;
  return result;
}

Place Session::place(parser::CharBlock block) const {
  if (block.empty())
    return {};
  Place result =
      place(allCooked.GetProvenanceRange(parser::CharBlock(block.begin(), 1)));
  // A statement's last character may come from another file or a macro: its
  // place is found on its own.
  Place last = place(
      allCooked.GetProvenanceRange(parser::CharBlock(block.end() - 1, 1)));
  const SourceRange &end = last.range;
  SourceRange &range = result.range;
  if (range.file && range.file == end.file &&
      (end.line > range.line ||
       (end.line == range.line && end.column >= range.column))) {
    range.endLine = end.line;
    range.endColumn = end.column;
  }
  return result;
}

SourceRange Session::rangeOfLine(int line) const {
  SourceRange result;
  result.file = sharedName(mainName);
  result.line = result.endLine = line;
  result.column = result.endColumn = 1;
  return result;
}

SourceRange Session::range(parser::CharBlock block) const {
  return place(block).range;
}

std::string Session::spelling(parser::CharBlock name) const {
  std::string result = name.ToString();
  for (size_t k = 0; k < result.size(); ++k) {
    // Continuation lines and macros may tear a name apart.
    std::optional<parser::ProvenanceRange> where =
        allCooked.GetProvenanceRange(parser::CharBlock(name.begin() + k, 1));
    char written =
        where && allSources.IsValid(*where) ? allSources[where->start()] : ' ';
    if (parser::ToLowerCaseLetter(written) == result[k])
      result[k] = written;
  }
  return result;
}

Diagnostic Session::diagnostic(const parser::Message &message) const {
  Diagnostic result;
  result.message = message.ToString();
  result.severity = message.IsFatal() ? Severity::Error : Severity::Note;
  result.range = place(message.GetProvenanceRange(allCooked)).range;
  return result;
}

std::vector<Diagnostic> Session::diagnostics(parser::Messages &messages) {
  std::vector<const parser::Message *> sorted;
  for (const parser::Message &message : messages.messages())
    if (message.IsFatal())
      sorted.push_back(&message);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const parser::Message *a, const parser::Message *b) {
                     return a->SortBefore(*b);
                   });
  std::vector<Diagnostic> result;
  for (const parser::Message *message : sorted) {
    Diagnostic diag = diagnostic(*message);
    bool repeated = !result.empty() && result.back().message == diag.message &&
                    result.back().range.str() == diag.range.str();
    if (repeated)
      continue;
    for (const parser::Message *note = message->attachment().get(); note;
         note = note->attachment().get())
      if (note->severity() != parser::Severity::Context)
        diag.notes.push_back(diagnostic(*note));
    result.push_back(std::move(diag));
  }
  messages.clear();
  return result;
}

std::vector<std::string> Session::filesRead() const {
  std::vector<std::string> result;
  std::set<std::string> seen;
  // Every text that was read covers one stretch of provenances; macro
  // expansions and compiler insertions lie between the files.
  for (size_t at = 1; at < allSources.size() + 1;) {
    parser::Provenance here(at);
    ++at;
    if (!allSources.IsValid(here))
      continue;
    size_t offset = 0;
    const parser::SourceFile *file = allSources.GetSourceFile(here, &offset);
    if (!file || file->bytes() == 0 || offset >= file->bytes() ||
        &allSources[here] != file->content().data() + offset)
      continue;
    at += file->bytes() - offset - 1;
    const std::string &path = file->path();
    bool own = mainText && path == mainText->path;
    bool intrinsic = path.rfind(intrinsicModuleDirectory(), 0) == 0;
    if (!own && !intrinsic && seen.insert(path).second)
      result.push_back(path);
  }
  return result;
}

// --- module sources, analysed into the session's global scope

// External ones, moved to the main program: they are analysed with it.
void Session::addExternalCallees(parser::Program &main) {
  noteNames(main, callees);
  std::set<std::string> defined = externalNames(main);
  std::map<std::string, parser::Program *> programs; // by their files
  for (bool more = true; more;) {
    more = false;
    for (const std::string &name : std::set<std::string>(callees.called)) {
      if (!externalsTried.insert(name).second || defined.count(name))
        continue;
      std::optional<std::string> path = externalSource(name);
      if (!path)
        continue;
      parser::Program *&program = programs[*path];
      if (!program)
        program = &parseCallees(*path);
      if (moveExternal(name, *program, main, callees)) {
        externalSources.insert(*path);
        more = true;
      }
    }
  }
}

parser::Program &Session::parseCallees(const std::string &path) {
  try {
    return parse(path, path, fortran::formOf(path),
                 fortran::isPreprocessed(path));
  } catch (const UserError &error) {
    throw UnusableCallees{path, error};
  }
}

// What is called like an intrinsic procedure is that.
std::optional<std::string> Session::externalSource(const std::string &name) {
  if (semantics->intrinsics().IsIntrinsic(name))
    return std::nullopt;
  std::optional<std::string> path = search.findExternal(name);
  return path && !callees.unusable.count(*path) ? path : std::nullopt;
}

bool Session::needsMoreCallees() {
  for (const std::string &name : withoutBodies)
    if (callees.mentioned.count(name))
      return true;
  for (const std::string &name : callees.called)
    if (!externalsTried.count(name) && externalSource(name))
      return true;
  return false;
}

void Session::requireUsable(const std::vector<Diagnostic> &errors) const {
  for (const Diagnostic &error : errors)
    if (error.range.file && externalSources.count(*error.range.file))
      throw UnusableCallees{*error.range.file, UserError({error})};
}

void Session::analyseModuleSource(const std::string &path) {
  // A file is analysed once, with all its modules; one that is in progress
  // uses itself in a circle, which Flang reports at the USE statement.
  if (!sourcesInProgress.insert(path).second)
    return;
  parser::Program &program =
      parse(path, path, fortran::formOf(path), fortran::isPreprocessed(path));
  bool keeps = !callees.unusable.count(path);
  std::set<std::string> dropped =
      reduceToInterfaces(program, keeps ? &callees : nullptr);
  if (keeps)
    withoutBodies.merge(dropped);
  Units units = collectUnits(*this, program);
  std::vector<UnresolvedUse> unresolved = resolveUses(*this, units);
  std::vector<Diagnostic> errors = analyse(program);
  if (errors.empty())
    return appendBodies(units, *calledUnits);
  if (keeps)
    throw UnusableCallees{path, UserError(errors)};
  if (unresolved.empty())
    throw UserError(errors);
  auto all = [&](const SourceRange &, const CutPlaces &) {
    std::vector<const UnresolvedUse *> uses;
    for (const UnresolvedUse &use : unresolved)
      uses.push_back(&use);
    return uses;
  };
  if (addCuts(*this, program, errors, all, cutPlaces))
    throw MoreCuts{};
  UserError error("module '" + unresolved[0].name + "' " +
                      moduleNotFound(unresolved[0].name),
                  unresolved[0].range);
  error.note(errors[0].message, errors[0].range);
  throw error;
}
