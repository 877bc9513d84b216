#include "loopyc/Source/Fortran/Threads.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Source/Fortran/LoopLines.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <functional>
#include <initializer_list>

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;

// "parallel do private(i)": the words before the first clause with brackets.
static std::string plainWords(const DirectiveLine &directive) {
  return " " + StringRef(directive.words).split('(').first.str() + " ";
}

static bool hasWord(const std::string &plain, StringRef word) {
  return StringRef(plain).contains((" " + word + " ").str());
}

static StringRef firstWord(StringRef words) {
  return words.ltrim().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

static bool isIdentifier(StringRef text) {
  return !text.empty() && firstWord(text).size() == text.size();
}

static StringRef restOf(StringRef words) {
  words = words.ltrim();
  return words.drop_front(firstWord(words).size()).ltrim();
}

bool fortran::sharesLoop(const DirectiveLine &directive) {
  if (!directive.isOfThreads() || firstWord(directive.words) == "end")
    return false;
  std::string plain = plainWords(directive);
  for (const char *word : {"do", "loop", "distribute", "taskloop"})
    if (hasWord(plain, word))
      return true;
  return directive.sentinel == "$acc" && hasWord(plain, "kernels");
}

bool fortran::opensBlock(const DirectiveLine &directive) {
  if (!directive.isOfThreads() || sharesLoop(directive))
    return false;
  StringRef first = firstWord(directive.words);
  if (directive.sentinel == "$acc")
    return first == "parallel" || first == "serial" || first == "data" ||
           first == "host_data";
  for (const char *word :
       {"parallel", "single", "master", "masked", "critical", "sections",
        "workshare", "task", "taskgroup", "scope", "teams"})
    if (first == word)
      return true;
  if (first == "ordered")
    return !StringRef(directive.words).contains("depend");
  StringRef second = firstWord(restOf(directive.words));
  return first == "target" && second != "enter" && second != "exit" &&
         second != "update";
}

bool fortran::concernsNextStatement(const DirectiveLine &directive) {
  if (!directive.isOfThreads() || sharesLoop(directive) ||
      opensBlock(directive))
    return true;
  StringRef first = firstWord(directive.words);
  for (const char *word : {"simd", "atomic", "section", "tile", "unroll"})
    if (first == word)
      return true;
  return false;
}

bool fortran::beginsSection(const DirectiveLine &directive) {
  return directive.sentinel == "$omp" && firstWord(directive.words) == "section";
}

bool fortran::closesBlock(const DirectiveLine &directive,
                          const DirectiveLine &opening) {
  return directive.sentinel == opening.sentinel &&
         firstWord(directive.words) == "end" &&
         firstWord(restOf(directive.words)) == firstWord(opening.words);
}

namespace {

// The constructs that are open before a line, from the outermost.
struct OpenBlock {
  const DirectiveLine *directive;
  int line;
};
using OpenBlocks = llvm::SmallVector<OpenBlock, 4>;

void pass(const DirectiveLine *directive, int line, OpenBlocks &open) {
  if (!directive)
    return;
  if (opensBlock(*directive)) {
    open.push_back({directive, line});
    return;
  }
  for (size_t k = open.size(); k-- > 0;)
    if (closesBlock(*directive, *open[k].directive)) {
      open.truncate(k);
      return;
    }
}

// What a construct means for the statements in it; none: what is around it
// says.
std::optional<Team::Who> meaningOf(const DirectiveLine &directive) {
  StringRef first = firstWord(directive.words),
            second = firstWord(restOf(directive.words));
  if (first == "data" || first == "host_data")
    return std::nullopt;
  if (directive.sentinel == "$acc")
    return Team::Who::Parts;
  // One thread executes the whole of a section or a task.
  auto isOfOne = [](StringRef word) {
    return word == "master" || word == "masked" || word == "single" ||
           word == "sections" || word == "task";
  };
  if (first == "parallel") {
    if (isOfOne(second))
      return Team::Who::One;
    return second == "workshare" ? Team::Who::Parts : Team::Who::All;
  }
  if (isOfOne(first))
    return Team::Who::One;
  if (first == "taskgroup" || first == "scope" ||
      (first == "target" && second == "data"))
    return std::nullopt;
  return Team::Who::Parts;
}

// Names in the brackets behind a clause's name: "private(i, j)".
void addNames(StringRef words, StringRef clause, std::set<std::string> &names) {
  for (size_t at = 0; (at = words.find(clause, at)) != StringRef::npos;) {
    bool begins = at == 0 || !(llvm::isAlnum(words[at - 1]));
    StringRef rest = words.drop_front(at + clause.size()).ltrim();
    at += clause.size();
    if (!begins || !rest.consume_front("("))
      continue;
    rest = rest.take_until([](char c) { return c == ')'; });
    rest = rest.contains(':') ? rest.split(':').second : rest;
    llvm::SmallVector<StringRef, 8> parts;
    rest.split(parts, ',');
    for (StringRef part : parts)
      names.insert(part.trim().str());
  }
}

void readClauses(const DirectiveLine &directive, Team &team) {
  StringRef words = directive.words;
  for (const char *clause :
       {"private", "firstprivate", "lastprivate", "reduction"})
    addNames(words, clause, team.own);
  addNames(words, "shared", team.shared);
  std::set<std::string> defaults;
  addNames(words, "default", defaults);
  team.ownByDefault =
      defaults.count("private") || defaults.count("firstprivate");
}

// The first of the statements' directives that begins with one of the words and
// concerns threads that the statements have not made; 0: none does.
int ofCallersTeam(const DirectiveLines &lines, source::LineSpan statements,
                  std::initializer_list<const char *> words) {
  OpenBlocks inside;
  for (int n = statements.first; n <= statements.last; ++n) {
    const DirectiveLine *directive = lines.at(n);
    if (inside.empty() && directive && directive->sentinel == "$omp")
      for (const char *word : words)
        if (firstWord(directive->words) == word)
          return n;
    pass(directive, n, inside);
  }
  return 0;
}

} // namespace

bool Team::hasOwn(const std::string &variable, bool isScalar) const {
  std::string name = lowerCase(variable);
  const bool isOfCaller = who == Who::All && line == 0;
  return own.count(name) || (ownByDefault && !shared.count(name)) ||
         (isOfCaller && isScalar && isIdentifier(name));
}

bool fortran::isThreadPrivate(const std::string &variable,
                              const DirectiveLines &lines) {
  std::set<std::string> names;
  for (int n = 1; n <= lines.count(); ++n)
    if (const DirectiveLine *directive = lines.at(n);
        directive && firstWord(directive->words) == "threadprivate")
      addNames(directive->words, "threadprivate", names);
  return names.count(lowerCase(variable)) != 0;
}

Team fortran::teamAround(const DirectiveLines &lines,
                         source::LineSpan statements) {
  OpenBlocks open;
  Team result;
  for (int n = 1; n < statements.first; ++n) {
    const DirectiveLine *directive = lines.at(n);
    pass(directive, n, open);
    if (directive && firstWord(directive->words) == "threadprivate")
      addNames(directive->words, "threadprivate", result.own);
  }
  for (size_t k = open.size(); k-- > 0;)
    if (std::optional<Team::Who> who = meaningOf(*open[k].directive)) {
      result.who = *who;
      result.line = open[k].line;
      result.construct = firstWord(open[k].directive->words).str();
      readClauses(*open[k].directive, result);
      return result;
    }
  // Only all of a team come to these, and whoever calls to `master`.
  if (ofCallersTeam(
          lines, statements,
          {"do", "loop", "sections", "workshare", "single", "barrier"})) {
    result.who = Team::Who::All;
  } else if (int line =
                 ofCallersTeam(lines, statements, {"master", "masked"})) {
    result.who = Team::Who::Parts;
    result.line = line;
  }
  return result;
}

source::LineSpan fortran::blockOf(const DirectiveLines &lines, int opening) {
  OpenBlocks open;
  for (int n = opening; n <= lines.count(); ++n) {
    pass(lines.at(n), n, open);
    if (open.empty())
      return {opening, n};
  }
  return {opening, lines.count()};
}

int fortran::crossedConstruct(const DirectiveLines &lines,
                              source::LineSpan statements) {
  OpenBlocks open;
  for (int n = 1; n < statements.first; ++n)
    pass(lines.at(n), n, open);
  const size_t around = open.size();
  for (int n = statements.first; n <= statements.last; ++n) {
    const OpenBlocks before = open;
    pass(lines.at(n), n, open);
    if (open.size() < around)
      return before[open.size()].line;
    const bool endsSection = around > 0 && open.size() == around &&
                             lines.at(n) && beginsSection(*lines.at(n));
    if (endsSection)
      return open.back().line;
  }
  return open.size() > around ? open[around].line : 0;
}

namespace {

// Whether lines are those of loops behind directives that share them out.
std::vector<bool> inSharedLoops(const std::vector<std::string> &freeLines) {
  DirectiveLines directives(freeLines, Form::Free);
  std::vector<bool> result(freeLines.size() + 1, false);
  std::vector<LoopLines> loops = loopLines(freeLines, Form::Free);
  std::function<void(const std::vector<LoopLines> &)> visit =
      [&](const std::vector<LoopLines> &all) {
        for (const LoopLines &loop : all) {
          int before = loop.lines.first - 1;
          while (before > 0 && directives.isEmpty(before) &&
                 !directives.at(before))
            --before;
          const DirectiveLine *directive =
              before > 0 ? directives.at(before) : nullptr;
          if (directive && sharesLoop(*directive))
            std::fill(result.begin() + loop.lines.first,
                      result.begin() + loop.lines.last + 1, true);
          visit(loop.loops);
        }
      };
  visit(loops);
  return result;
}

// The variable that the statement assigns, behind an `if (...)` too; "" if it
// is no assignment.
std::string assignedBy(StringRef code) {
  auto skipBrackets = [](StringRef text) {
    int depth = 0;
    for (size_t at = 0; at < text.size(); ++at) {
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
      if (depth == 0)
        return text.drop_front(at + 1).ltrim();
    }
    return StringRef();
  };
  StringRef name = firstWord(code), rest = restOf(code);
  if (name == "if" && rest.starts_with("("))
    return assignedBy(skipBrackets(rest));
  if (rest.starts_with("("))
    rest = skipBrackets(rest);
  const bool isAssignment = rest.starts_with("=") && !rest.starts_with("==") &&
                            !rest.starts_with("=>");
  return isAssignment ? name.str() : "";
}

} // namespace

std::set<std::string>
fortran::assignedInSharedLoops(const std::vector<std::string> &freeLines) {
  const std::vector<bool> isShared = inSharedLoops(freeLines);
  std::set<std::string> inside, outside;
  for (const Statement &statement : scanStatements(freeLines, Form::Free)) {
    const bool shared = isShared[statement.position(0).line + 1];
    std::set<std::string> &names = shared ? inside : outside;
    if (std::string name = assignedBy(statement.code); !name.empty())
      names.insert(name);
    else if (!shared && firstWord(statement.code) == "call")
      for (const std::string &name : namesIn(statement.code))
        outside.insert(name);
  }
  for (const std::string &name : outside)
    inside.erase(name);
  return inside;
}

fortran::ThreadsStatements
fortran::statementsOfThreads(const std::vector<std::string> &lines, Form form,
                             int constructLine, source::LineSpan except) {
  const source::LineSpan construct =
      blockOf(DirectiveLines(lines, form), constructLine);
  static const std::set<std::string> identities{
      "omp_get_thread_num", "omp_get_ancestor_thread_num", "omp_get_team_num"};
  ThreadsStatements result;
  for (const Statement &statement : scanStatements(lines, form)) {
    const int line = static_cast<int>(statement.position(0).line) + 1;
    if (line <= construct.first || line > construct.last ||
        (line >= except.first && line <= except.last))
      continue;
    if (std::string name = assignedBy(statement.code); !name.empty())
      result.assigned.insert(name);
    for (const std::string &name : namesIn(statement.code))
      if (identities.count(name) && !result.identityLine)
        result.identityLine = line;
  }
  return result;
}

std::vector<std::string>
fortran::withoutThreads(const std::vector<std::string> &freeLines) {
  DirectiveLines lines(freeLines, Form::Free);
  std::vector<std::string> result = freeLines;
  int dropped = 0; // up to this line
  for (int n = 1; n <= lines.count(); ++n) {
    const DirectiveLine *directive = lines.at(n);
    if (directive && directive->isOfThreads())
      dropped = directive->lastLine;
    if (n <= dropped)
      result[n - 1].clear();
  }
  return result;
}
