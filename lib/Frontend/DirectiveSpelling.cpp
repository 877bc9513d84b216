#include "DirectiveSpelling.h"

#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
using llvm::StringRef;

using Words = std::vector<std::string>;

// What a directive may begin with.
static const Words &directivesOf(const std::string &sentinel) {
  static const Words ofOpenMP = {
      "parallel",      "do",         "end",       "simd",       "sections",
      "section",       "single",     "workshare", "task",       "taskloop",
      "taskwait",      "taskyield",  "taskgroup", "master",     "masked",
      "critical",      "barrier",    "atomic",    "flush",      "ordered",
      "cancel",        "target",     "teams",     "distribute", "declare",
      "loop",          "scope",      "scan",      "requires",   "threadprivate",
      "allocate",      "allocators", "assume",    "assumes",    "begin",
      "cancellation",  "depobj",     "dispatch",  "error",      "interop",
      "metadirective", "nothing",    "tile",      "unroll",     "groupprivate"};
  static const Words ofOpenACC = {
      "parallel", "kernels",   "serial", "loop",   "data",     "enter",
      "exit",     "end",       "update", "atomic", "routine",  "declare",
      "wait",     "host_data", "cache",  "init",   "shutdown", "set"};
  return sentinel == "$omp" ? ofOpenMP : ofOpenACC;
}

// What has brackets behind it.
static const Words &clausesOf(const std::string &sentinel) {
  static const Words ofOpenMP = {"private",
                                 "firstprivate",
                                 "lastprivate",
                                 "shared",
                                 "default",
                                 "reduction",
                                 "in_reduction",
                                 "task_reduction",
                                 "copyin",
                                 "copyprivate",
                                 "linear",
                                 "schedule",
                                 "dist_schedule",
                                 "collapse",
                                 "ordered",
                                 "order",
                                 "num_threads",
                                 "num_teams",
                                 "thread_limit",
                                 "num_tasks",
                                 "grainsize",
                                 "proc_bind",
                                 "if",
                                 "map",
                                 "depend",
                                 "aligned",
                                 "safelen",
                                 "simdlen",
                                 "to",
                                 "from",
                                 "link",
                                 "device",
                                 "device_type",
                                 "is_device_ptr",
                                 "use_device_ptr",
                                 "use_device_addr",
                                 "has_device_addr",
                                 "allocate",
                                 "allocator",
                                 "nontemporal",
                                 "inclusive",
                                 "exclusive",
                                 "uniform",
                                 "filter",
                                 "detach",
                                 "affinity",
                                 "update",
                                 "hint",
                                 "when",
                                 "final",
                                 "priority",
                                 "bind",
                                 "local"};
  static const Words ofOpenACC = {"private",
                                  "firstprivate",
                                  "reduction",
                                  "copy",
                                  "copyin",
                                  "copyout",
                                  "create",
                                  "present",
                                  "default",
                                  "collapse",
                                  "gang",
                                  "worker",
                                  "vector",
                                  "num_gangs",
                                  "num_workers",
                                  "vector_length",
                                  "tile",
                                  "async",
                                  "wait",
                                  "if",
                                  "device",
                                  "device_num",
                                  "device_type",
                                  "device_resident",
                                  "dtype",
                                  "use_device",
                                  "delete",
                                  "deviceptr",
                                  "attach",
                                  "detach",
                                  "self",
                                  "host",
                                  "no_create",
                                  "link",
                                  "bind",
                                  "default_async",
                                  "pcopy",
                                  "pcopyin",
                                  "pcopyout",
                                  "pcreate",
                                  "present_or_copy",
                                  "present_or_copyin",
                                  "present_or_copyout",
                                  "present_or_create"};
  return sentinel == "$omp" ? ofOpenMP : ofOpenACC;
}

static bool isAmong(const Words &words, const std::string &one) {
  return std::find(words.begin(), words.end(), one) != words.end();
}

// "; did you mean ...?", or nothing for what is known or like nothing known.
static std::string slipIn(const std::string &word, const Words &known) {
  const bool isClose = word.size() > 2 && !isAmong(known, word) &&
                       !closeMatches(word, known).empty();
  return isClose ? suggestion(word, known) : "";
}

static bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

// The words that brackets follow, outside of others.
static Words withBrackets(StringRef words) {
  Words result;
  int depth = 0;
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at] == '(' && depth++ == 0) {
      const StringRef before = words.take_front(at).rtrim();
      size_t begin = before.size();
      while (begin > 0 && isWordPart(before[begin - 1]))
        --begin;
      result.push_back(before.drop_front(begin).str());
    } else if (words[at] == ')') {
      --depth;
    }
  }
  return result;
}

static std::string firstWord(StringRef words) {
  return words.ltrim().take_while(isWordPart).str();
}

// "$opm parallel do": a comment that would be a directive, but for its
// sentinel.
static std::string faultOf(StringRef comment) {
  if (!comment.consume_front("$"))
    return "";
  const std::string sentinel = lowerCase(firstWord(comment));
  const std::string first =
      lowerCase(firstWord(comment.drop_front(sentinel.size())));
  for (const char *known : {"omp", "acc"})
    if (sentinel != "omp" && sentinel != "acc" &&
        !closeMatches(sentinel, {known}).empty() &&
        isAmong(directivesOf(std::string("$") + known), first))
      return "'!$" + sentinel + "' begins no directive; did you mean '!$" +
             known + "'?";
  return "";
}

// What is wrong with it; empty: nothing that one can see.
static std::string faultOf(const fortran::DirectiveLine &directive, int line) {
  const StringRef words = directive.words;
  if (directive.isContinued && directive.lastLine == line)
    return "this directive goes on, but the next line does not go on with it";
  const auto open = words.count('('), closed = words.count(')');
  if (open != closed)
    return open > closed ? "a bracket of this directive is not closed"
                         : "this directive closes a bracket that is not open";
  const bool isEnd = words.starts_with("end ");
  const std::string first = firstWord(words.drop_front(isEnd ? 4 : 0));
  const Words &directives = directivesOf(directive.sentinel);
  // "enddo", "paralleldo" and "parallelloop" are words that compilers split.
  const bool isJoined =
      std::any_of(directives.begin(), directives.end(), [&](const auto &each) {
        return StringRef(first).starts_with(each) &&
               isAmong(directives, first.substr(each.size()));
      });
  if (std::string slip = slipIn(first, directives); !slip.empty() && !isJoined)
    return "there is no directive '!" + directive.sentinel + " " +
           (isEnd ? "end " : "") + first + "'" + slip;
  const Words &clauses = clausesOf(directive.sentinel);
  for (const std::string &clause : withBrackets(words))
    if (std::string slip = slipIn(clause, clauses);
        !slip.empty() && !isAmong(directives, clause))
      return "there is no clause '" + clause + "'" + slip;
  return "";
}

Program frontend::checkDirectiveSpelling(Program program) {
  if (program.text.find('$') == std::string::npos)
    return program;
  const std::vector<std::string> text = source::splitLines(program.text);
  const fortran::DirectiveLines lines(text, program.form);
  const auto file = std::make_shared<const std::string>(program.fileName);
  const auto tell = [&](const std::string &fault, int line) {
    if (!fault.empty())
      warn("clause", fault + "; it says nothing here",
           lines.rangeOf(line, file));
  };
  const std::vector<fortran::Line> scanned =
      fortran::scanLines(text, program.form);
  for (int line = 1; line <= lines.count(); ++line) {
    const fortran::Line &here = scanned[line - 1];
    if (const fortran::DirectiveLine *directive = lines.at(line);
        directive && directive->isOfThreads())
      tell(faultOf(*directive, line), line);
    else if (here.kind == fortran::Line::Kind::Comment)
      tell(faultOf(StringRef(here.text.of(text[line - 1]))), line);
  }
  return program;
}
