#include "Branches.h"

#include "FreeStatements.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <cctype>
#include <optional>

using namespace loopyc;
using namespace loopyc::check;

const char check::branchDeclaration[] = "logical, external :: loopyc_branch";

const char check::branchFunction[] =
    "logical function loopyc_branch(number, taken)\n"
    "  use, intrinsic :: iso_c_binding, only: c_int\n"
    "  implicit none\n"
    "  integer, intent(in) :: number\n"
    "  logical, intent(in) :: taken\n"
    "  interface\n"
    "    subroutine loopyc_note_branch(number, taken) bind(C)\n"
    "      use, intrinsic :: iso_c_binding, only: c_int\n"
    "      integer(c_int), value :: number, taken\n"
    "    end subroutine\n"
    "  end interface\n"
    "  call loopyc_note_branch(int(number, c_int), "
    "merge(1_c_int, 0_c_int, taken))\n"
    "  loopyc_branch = taken\n"
    "end function\n";

namespace {

struct Condition {
  SourcePosition begin, end; // inside of its parentheses
};

// if (...), else if (...), name: if (...), 10 if (...); leaves the statements
// at the next one.
std::optional<Condition> conditionOf(FreeStatements &statements) {
  std::string head;
  while (!statements.done() && statements.current() != '\n' &&
         statements.current() != '(') {
    if (statements.current() != ' ' && statements.current() != '\t')
      head += statements.current();
    statements.next();
  }
  llvm::StringRef word = llvm::StringRef(head).ltrim("0123456789");
  if (word.contains(':'))
    word = word.split(':').second;
  bool isCondition = word == "if" || word == "elseif";
  std::optional<Condition> found;
  if (!statements.done() && statements.current() == '(' && isCondition) {
    statements.next();
    Condition condition{statements.position(), {}};
    for (int depth = 1; !statements.done() && statements.current() != '\n';
         statements.next()) {
      depth += statements.current() == '(';
      depth -= statements.current() == ')';
      if (depth == 0)
        break;
    }
    if (!statements.done() && statements.current() == ')') {
      condition.end = statements.position();
      found = condition;
      do
        statements.next();
      while (!statements.done() && statements.current() == ' ');
      // An arithmetic if goes to labels.
      if (!statements.done() && std::isdigit(statements.current()))
        found.reset();
    }
  }
  while (!statements.done() && statements.current() != '\n')
    statements.next();
  if (!statements.done())
    statements.next();
  return found;
}

} // namespace

std::vector<SourceCondition> check::wrapConditions(Words &lines, int first,
                                                   int last, int number) {
  std::vector<Condition> conditions;
  size_t end = std::min<size_t>(last < 0 ? 0 : last, lines.size());
  for (const std::string &line : lines)
    if (line.find('\n') != line.npos)
      return {}; // an included file: one line stands for it
  for (FreeStatements statements(lines, first - 1, end); !statements.done();)
    if (auto condition = conditionOf(statements))
      conditions.push_back(*condition);
  std::vector<SourceCondition> result;
  for (const Condition &condition : conditions)
    result.push_back({number + static_cast<int>(result.size()),
                      static_cast<int>(condition.begin.line) + 1});
  for (size_t k = conditions.size(); k-- > 0;) { // positions before stay
    const auto &[begin, stop] = conditions[k];
    lines[stop.line].insert(stop.column, "))");
    lines[begin.line].insert(
        begin.column,
        llvm::formatv("loopyc_branch({0}, logical(", result[k].number).str());
  }
  return result;
}

bool check::declareBranchFunction(Words &lines, int first) {
  auto text = [&](int line) {
    return line >= 1 ? llvm::StringRef(lines[line - 1]).ltrim()
                     : llvm::StringRef("?");
  };
  llvm::StringRef before = text(first - 1), statement = text(first);
  if (before.empty() || before.front() == '!') {
    lines[first - 2] = branchDeclaration;
    return true;
  }
  if (statement.empty() || std::isdigit(statement.front()))
    return false;
  lines[first - 1] = std::string(branchDeclaration) + "; " + lines[first - 1];
  return true;
}

std::string
check::branchCounters(const std::vector<SourceCondition> &conditions) {
  if (conditions.empty())
    return "void loopyc_note_branch(int number, int taken) {\n"
           "  (void)number, (void)taken;\n}\n\n"
           "void report_branches(void) {}\n";
  std::string table;
  for (const SourceCondition &condition : conditions)
    table += llvm::formatv("  {{.number = {0}, .line = {1}},\n",
                           condition.number, condition.line);
  return "#include <stdio.h>\n\n"
         "static struct {\n"
         "  int number, line;\n"
         "  long seen[2];\n"
         "} branches[] = {\n" +
         table +
         "};\n"
         "enum { BRANCHES = sizeof branches / sizeof *branches };\n\n"
         "void loopyc_note_branch(int number, int taken) {\n"
         "  for (int k = 0; k < BRANCHES; ++k)\n"
         "    if (branches[k].number == number)\n"
         "      ++branches[k].seen[taken];\n"
         "}\n\n"
         "void report_branches(void) {\n"
         "  int missed = 0;\n"
         "  for (int k = 0; k < BRANCHES; ++k)\n"
         "    missed += !branches[k].seen[0] + !branches[k].seen[1];\n"
         "  if (!missed)\n"
         "    return;\n"
         "  printf(\"branches %d of %d branches never taken:\", missed, 2 * "
         "BRANCHES);\n"
         "  const char *before = \" \";\n"
         "  for (int k = 0; k < BRANCHES; ++k) {\n"
         "    long no = branches[k].seen[0], yes = branches[k].seen[1];\n"
         "    if (yes && no)\n"
         "      continue;\n"
         "    printf(\"%sline %d (%s)\", before, branches[k].line,\n"
         "           yes ? \"never false\" : no ? \"never true\" : \"never "
         "reached\");\n"
         "    before = \", \";\n"
         "  }\n"
         "  printf(\"\\n\");\n"
         "}\n";
}
