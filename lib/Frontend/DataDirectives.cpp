#include "loopyc/Frontend/DataDirectives.h"

#include "DataItems.h"
#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
using source::DataDirective;
using source::DataItem;
using Kind = DataDirective::Kind;

namespace {

// The construct that a directive is for Flang, and where its items are in it.
std::string constructOf(const DataDirective &directive,
                        std::vector<std::pair<int, int>> &columns) {
  std::string text = "associate (";
  for (const DataItem &item : directive.items) {
    size_t number = columns.size() + 1;
    text += (number > 1 ? ", loopyc_" : "loopyc_") + std::to_string(number) +
            " => ";
    columns.push_back({static_cast<int>(text.size()) + 1,
                       static_cast<int>(text.size() + item.text.size())});
    text += item.text;
  }
  return text + (directive.items.empty() ? "loopyc_1 => 0" : "") +
         "); end associate";
}

DataProgram programOf(const source::Lines &lines, const std::string &fileName,
                      std::vector<DataDirective> directives) {
  DataProgram program;
  program.fileName = fileName;
  source::Lines rewritten = lines;
  for (const DataDirective &directive : directives) {
    for (int n = directive.firstLine; n <= directive.lastLine; ++n)
      rewritten[static_cast<size_t>(n) - 1].clear();
    rewritten[static_cast<size_t>(directive.firstLine) - 1] =
        constructOf(directive, program.columns.emplace_back());
  }
  program.text = source::joinLines(rewritten);
  for (const fortran::Statement &statement :
       fortran::scanStatements(lines, fortran::Form::Free))
    for (const std::string &name : fortran::namesIn(statement.code))
      program.namesInStatements.insert(name);
  program.directives = std::move(directives);
  return program;
}

// Text that could be parsed before there were statements in the place of
// directives has one where none can be: above a declaration, say.
UserError misplaced(const UserError &error, const DataProgram &program) {
  int line = error.diagnostics().front().range.line;
  const DataDirective *found = &program.directives.front();
  for (const DataDirective &directive : program.directives)
    if (directive.firstLine <= line)
      found = &directive;
  return UserError(std::string("'!$loopy ") + source::nameOf(found->kind) +
                       "' cannot stand here; data directives stand among the "
                       "executable statements of a procedure",
                   found->range);
}

std::vector<Diagnostic> resolve(DataProgram &program,
                                const source::Lines &lines,
                                const FortranOptions &options) {
  try {
    return resolveData(program, options);
  } catch (const UserError &error) {
    DataProgram original;
    original.text = source::joinLines(lines);
    original.fileName = program.fileName;
    resolveData(original, options); // throws what is not the directives' fault
    throw misplaced(error, program);
  }
}

// There, a name is the device's address.
void refuseItemsOfHostData(const std::vector<DataDirective> &directives,
                           std::vector<Diagnostic> &errors) {
  auto root = [](const DataItem &item) {
    return lowerCase(fortran::namesIn(item.text).front());
  };
  for (const DataDirective &begin : directives) {
    if (begin.kind != Kind::BeginHostData || !begin.partner)
      continue;
    for (const DataDirective &inside : directives)
      for (const DataItem &item : inside.items)
        for (const DataItem &used : begin.items)
          if (inside.firstLine > begin.firstLine &&
              inside.firstLine < directives[*begin.partner].firstLine &&
              root(item) == root(used)) {
            Diagnostic error;
            error.message = "'" + used.text +
                            "' is the device's array in this host_data region; "
                            "write the directive outside of it";
            error.range = item.range;
            errors.push_back(std::move(error));
          }
  }
}

// These would take the device's address for one of the host.
void refuseKernelsInHostData(const std::vector<DataDirective> &directives,
                             const std::vector<KernelRegion> &kernels,
                             std::vector<Diagnostic> &errors) {
  for (const DataDirective &begin : directives)
    for (const KernelRegion &kernel : kernels)
      if (begin.kind == Kind::BeginHostData && begin.partner &&
          kernel.begin.line > begin.lastLine &&
          kernel.end.line < directives[*begin.partner].firstLine) {
        Diagnostic error;
        error.message = "kernel '" + kernel.name +
                        "' stands in a host_data region, where names are the "
                        "device's arrays; end that before";
        error.range = begin.range;
        errors.push_back(std::move(error));
      }
}

// From lines one by one to those that may hold an included file.
class Folding {
public:
  Folding(const source::UnfoldedLines &unfolded, size_t folded) {
    for (size_t n = 0; n < folded; ++n)
      for (size_t at = unfolded.startOf(n); at < unfolded.startOf(n + 1); ++at)
        lines.push_back(static_cast<int>(n) + 1);
  }

  void fold(int &line) const {
    if (line > 0 && static_cast<size_t>(line) <= lines.size())
      line = lines[static_cast<size_t>(line) - 1];
  }
  void fold(SourceRange &range) const {
    fold(range.line);
    fold(range.endLine);
  }
  void fold(Diagnostic &diagnostic) const {
    fold(diagnostic.range);
    for (Diagnostic &note : diagnostic.notes)
      fold(note);
  }
  void fold(DataDirective &directive) const {
    fold(directive.range);
    fold(directive.firstLine);
    fold(directive.lastLine);
    for (DataItem &item : directive.items)
      fold(item.range);
    for (source::ReachedStatements &reached : directive.reached) {
      fold(reached.call);
      fold(reached.firstLine);
      fold(reached.lastLine);
    }
  }

private:
  std::vector<int> lines; // of each, the folded one
};

} // namespace

// `!$loopy public` is read elsewhere.
static std::vector<DataDirective> ofData(std::vector<DataDirective> all) {
  all.erase(std::remove_if(all.begin(), all.end(),
                           [](const DataDirective &directive) {
                             return directive.kind == Kind::Public;
                           }),
            all.end());
  return all;
}

std::vector<DataDirective>
frontend::dataDirectivesIn(const std::string &text, const std::string &fileName,
                           const source::Language &language) {
  source::Lines lines = source::splitLines(text);
  return ofData(
      fortran::dataDirectives(lines, language.comments(lines), fileName));
}

// #include "NAME"
static std::optional<std::string> preprocessed(llvm::StringRef line,
                                               const fortran::Line &scanned) {
  if (scanned.kind != fortran::Line::Kind::Preprocessor)
    return std::nullopt;
  line = line.ltrim().drop_front().ltrim();
  if (!line.consume_front("include"))
    return std::nullopt;
  line = line.trim();
  bool isQuoted = line.size() > 1 && line.front() == '"';
  return isQuoted ? std::optional(line.drop_front().split('"').first.str())
                  : std::nullopt;
}

// What directives a file has, and what to do; null for none.
static const char *directivesOf(const std::string &name,
                                const std::string &fileName,
                                const FortranOptions &options) {
  std::vector<std::string> folders = options.includeDirs;
  folders.insert(folders.begin(), llvm::sys::path::parent_path(fileName).str());
  for (const std::string &folder : folders) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!buffer)
      continue;
    const source::Lines lines =
        source::splitLines((*buffer)->getBuffer().str());
    const std::vector<DataDirective> found = fortran::dataDirectives(
        lines, source::languageOf(fileName, options)->comments(lines),
        std::string(path));
    return found.empty() ? nullptr
           : found.front().kind == Kind::Public
               ? "'!$loopy public', which is read in the source file alone; "
                 "write it there"
               : "data directives, which are read in the source file alone; "
                 "write them there";
  }
  return nullptr;
}

void frontend::refuseIncludedData(const std::string &text,
                                  const std::string &fileName,
                                  const FortranOptions &options) {
  source::Lines lines = source::splitLines(text);
  std::vector<fortran::Line> scanned =
      fortran::scanLines(lines, fortran::formOf(fileName, options));
  for (size_t n = 0; n < lines.size(); ++n) {
    std::optional<std::string> name = preprocessed(lines[n], scanned[n]);
    if (!name)
      name = fortran::includedFile(lines[n], scanned[n]);
    const char *found = name ? directivesOf(*name, fileName, options) : nullptr;
    if (found) {
      SourceRange range;
      range.file = std::make_shared<const std::string>(fileName);
      range.line = range.endLine = static_cast<int>(n) + 1;
      range.column = 1;
      range.endColumn = static_cast<int>(lines[n].size());
      throw UserError("'" + *name + "' has " + found, range);
    }
  }
}

std::vector<DataDirective> frontend::readDataDirectives(
    const source::Lines &stubLines, const source::Language &ofStub,
    const std::string &fileName, const FortranOptions &given,
    const std::vector<KernelRegion> &kernels) {
  source::UnfoldedLines unfolded(stubLines);
  std::vector<DataDirective> directives = ofData(fortran::dataDirectives(
      unfolded.lines, ofStub.comments(unfolded.lines), fileName));
  if (directives.empty())
    return {};
  Folding folding(unfolded, stubLines.size());
  FortranOptions options = given;
  options.freeForm = true;
  options.preprocess = false;
  DataProgram program =
      programOf(unfolded.lines, fileName, std::move(directives));
  std::vector<Diagnostic> errors = resolve(program, unfolded.lines, options);
  refuseItemsOfHostData(program.directives, errors);
  for (Diagnostic &error : errors)
    folding.fold(error);
  for (DataDirective &directive : program.directives)
    folding.fold(directive);
  refuseKernelsInHostData(program.directives, kernels, errors);
  std::stable_sort(errors.begin(), errors.end(),
                   [](const Diagnostic &a, const Diagnostic &b) {
                     return a.range.line < b.range.line;
                   });
  if (!errors.empty())
    throw UserError(errors);
  return std::move(program.directives);
}
