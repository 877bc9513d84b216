#include "loopyc/Source/Fortran/Directives.h"

#include "loopyc/Source/Fortran/Threads.h"
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
  auto read = [&](std::string_view line) {
    Line scanned = scanner.next(line);
    if (scanned.kind == Line::Kind::Preprocessor) // it is nothing's
      return;
    std::optional<DirectiveLine> here = directiveOn(line, scanned, form);
    if (!here) {
      if (!scanned.isEmpty()) {
        last = nullptr;
        empty.back() = false;
      }
      return;
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
  };
  for (const std::string &line : lines) {
    const size_t first = line.find_first_not_of(" \t");
    columns.push_back(first == line.npos
                          ? Columns{0, 1}
                          : Columns{first, line.find_last_not_of(" \t") + 1});
    empty.push_back(true);
    directives.emplace_back();
    for (Columns part : partsOf(line))
      read(part.of(line));
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

// "!$omp end do", of a loop that its directive stands before.
static bool endsLoop(const DirectiveLine &directive) {
  StringRef words = directive.words;
  if (!words.consume_front("end"))
    return false;
  DirectiveLine opening = directive;
  opening.words = words.trim().str();
  return concernsStatements(&directive) && !opensBlock(opening);
}

namespace {

// Grows a span of statements by the directives around it.
class DirectivesAround {
public:
  DirectivesAround(const DirectiveLines &lines, source::LineSpan statements)
      : lines(lines), span(statements) {}

  source::LineSpan run() {
    takeEnds();
    for (int n, from = span.first; (n = before(from)); from = n) {
      const DirectiveLine &directive = *lines.at(n);
      if (!concernsNextStatement(directive))
        break;
      if (beginsSection(directive)) // comes with its construct, or stays
        continue;
      if (opensBlock(directive) && !endsAmong(directive)) {
        int end = after();
        if (!end || !closesBlock(*lines.at(end), directive))
          break;
        span.last = lines.at(end)->lastLine;
      }
      span.first = n;
      takeEnds();
    }
    return span;
  }

private:
  // The next one that concerns statements; 0: a statement stands before it.
  int before(int line) const {
    for (int n = line - 1; n > 0 && lines.isEmpty(n); --n)
      if (concernsStatements(lines.at(n)))
        return n;
    return 0;
  }
  int after() const {
    for (int n = span.last + 1; n <= lines.count() && lines.isEmpty(n); ++n)
      if (concernsStatements(lines.at(n)))
        return n;
    return 0;
  }

  // Ends of loops, and of blocks that begin among the statements.
  void takeEnds() {
    for (int n; (n = after());) {
      const DirectiveLine &directive = *lines.at(n);
      if (!endsLoop(directive) && !closesInside(directive))
        return;
      span.last = directive.lastLine;
    }
  }
  // Does the block end among the statements?
  bool endsAmong(const DirectiveLine &directive) const {
    std::vector<const DirectiveLine *> open = {&directive};
    for (int n = span.first; n <= span.last && !open.empty(); ++n)
      if (const DirectiveLine *one = lines.at(n)) {
        if (opensBlock(*one))
          open.push_back(one);
        else if (closesBlock(*one, *open.back()))
          open.pop_back();
      }
    return open.empty();
  }
  bool closesInside(const DirectiveLine &directive) const {
    int open = 0;
    for (int n = span.first; n <= span.last; ++n)
      if (const DirectiveLine *one = lines.at(n)) {
        open += opensBlock(*one) && closesBlock(directive, *one);
        open -= one->words == directive.words;
      }
    return open > 0;
  }

  const DirectiveLines &lines;
  source::LineSpan span;
};

} // namespace

source::LineSpan fortran::withDirectives(const DirectiveLines &lines,
                                         source::LineSpan statements) {
  return DirectivesAround(lines, statements).run();
}
