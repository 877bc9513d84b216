#include "loopyc/Source/Fortran/Directives.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;

static StringRef sentinelOf(StringRef text) {
  for (StringRef sentinel : {"$omp", "$acc", "dir$", "dec$", "gcc$"})
    if (text.starts_with(sentinel))
      return sentinel;
  return "";
}

// Takes the mark of continuation off the words: "C$OMP+SHARED(X)" in columns,
// "!$omp& shared(x)". False where they only look like words of a directive.
static bool readMark(StringRef &words, DirectiveLine &directive, Form form,
                     bool inColumns) {
  if (words.empty())
    return true;
  char next = words.front();
  if (form == Form::Fixed && inColumns && directive.isOfThreads()) {
    directive.isContinuation = next != ' ' && next != '0';
    words = words.drop_front();
    return true;
  }
  if (form == Form::Free)
    directive.isContinuation = words.consume_front("&");
  return !(llvm::isAlnum(next) || next == '_');
}

std::optional<DirectiveLine>
fortran::directiveOn(std::string_view line, const Line &scanned, Form form) {
  if (scanned.kind != Line::Kind::Comment)
    return std::nullopt;
  std::string text = lowerCase(scanned.text.of(line));
  DirectiveLine result;
  result.sentinel = sentinelOf(text).str();
  StringRef words = StringRef(text).drop_front(result.sentinel.size());
  if (result.sentinel.empty() ||
      !readMark(words, result, form, scanned.text.begin == 1))
    return std::nullopt;
  words = words.split('!').first.trim();
  result.isContinued = form == Form::Free && words.consume_back("&");
  result.words = words.trim().str();
  return result;
}

DirectiveLines::DirectiveLines(const std::vector<std::string> &lines,
                               Form form) {
  LineScanner scanner(form);
  directives.reserve(lines.size());
  DirectiveLine *last = nullptr; // what a line may go on with
  bool goesOn = false;
  for (const std::string &line : lines) {
    Line scanned = scanner.next(line);
    empty.push_back(scanned.isEmpty());
    std::optional<DirectiveLine> here = directiveOn(line, scanned, form);
    directives.emplace_back();
    if (!here) {
      if (!scanned.isEmpty())
        last = nullptr;
      continue;
    }
    goesOn |= form == Form::Fixed && here->isContinuation;
    bool continues = last && goesOn && last->sentinel == here->sentinel;
    goesOn = here->isContinued;
    if (continues) {
      last->words += " " + here->words;
    } else {
      directives.back() = std::move(here);
      last = &*directives.back();
    }
    last->lastLine = count();
  }
}

// Of a statement, not of the declarations that stand before the first.
static bool concernsStatements(const DirectiveLine *directive) {
  if (!directive)
    return false;
  const std::string words = " " + directive->words;
  for (const char *word :
       {" declare", " threadprivate", " requires", " routine", " attributes"})
    if (words.find(word) != std::string::npos)
      return false;
  return true;
}

// "!$omp end parallel do": of what stands before; others are of what follows.
static bool endsConstruct(const DirectiveLine *directive) {
  return concernsStatements(directive) &&
         StringRef(directive->words).starts_with("end");
}

source::LineSpan fortran::withDirectives(const std::vector<std::string> &source,
                                         source::LineSpan statements) {
  DirectiveLines lines(source, Form::Free);
  source::LineSpan result = statements;
  for (int n = statements.first - 1;
       n > 0 && lines.isEmpty(n) && !endsConstruct(lines.at(n)); --n)
    if (concernsStatements(lines.at(n)))
      result.first = n;
  for (int n = statements.last + 1; n <= lines.count() && lines.isEmpty(n); ++n)
    if (endsConstruct(lines.at(n)))
      result.last = lines.at(n)->lastLine;
  return result;
}
