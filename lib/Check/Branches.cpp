#include "Branches.h"

#include "loopyc/Source/Fortran/Scanner.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
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
  source::Position begin, end; // inside of its parentheses
  std::string code;
};

// Where the parenthesis is that closes the one at `open`; npos if nowhere.
size_t closeOf(llvm::StringRef code, size_t open) {
  int depth = 0;
  for (size_t at = open; at < code.size(); ++at) {
    depth += code[at] == '(';
    depth -= code[at] == ')';
    if (depth == 0)
      return at;
  }
  return llvm::StringRef::npos;
}

// if (...), else if (...), name: if (...)
std::optional<Condition> conditionOf(const fortran::Statement &statement) {
  llvm::StringRef code = statement.code;
  size_t open = code.find('(');
  std::string head;
  for (char c : code.take_front(open))
    if (c != ' ' && c != '\t')
      head += c;
  llvm::StringRef word = head;
  if (word.contains(':'))
    word = word.split(':').second;
  if (open == llvm::StringRef::npos || (word != "if" && word != "elseif"))
    return std::nullopt;
  size_t close = closeOf(code, open);
  if (close == llvm::StringRef::npos)
    return std::nullopt;
  llvm::StringRef behind = code.drop_front(close + 1).ltrim(' ');
  if (!behind.empty() && std::isdigit(behind.front()))
    return std::nullopt; // an arithmetic if goes to labels
  return Condition{statement.position(open + 1), statement.position(close),
                   code.slice(open + 1, close).str()};
}

} // namespace

std::vector<SourceCondition> check::wrapConditions(Words &lines, int first,
                                                   int last, int number) {
  std::vector<Condition> conditions;
  for (const std::string &line : lines)
    if (line.find('\n') != line.npos)
      return {}; // an included file: one line stands for it
  for (const fortran::Statement &statement : fortran::scanStatements(
           lines, fortran::Form::Free, first - 1, std::max(last, 0)))
    if (auto condition = conditionOf(statement))
      conditions.push_back(*condition);
  std::vector<SourceCondition> result;
  for (const Condition &condition : conditions)
    result.push_back({number + static_cast<int>(result.size()),
                      static_cast<int>(condition.begin.line) + 1,
                      static_cast<int>(condition.begin.column) + 1,
                      condition.code});
  for (size_t k = conditions.size(); k-- > 0;) { // positions before stay
    const auto &[begin, stop, code] = conditions[k];
    lines[stop.line].insert(stop.column, "))");
    lines[begin.line].insert(
        begin.column,
        llvm::formatv("loopyc_branch({0}, logical(", result[k].number).str());
  }
  return result;
}

bool check::declareBranchFunction(Words &lines, int first) {
  auto scanned = [&](int line) {
    return fortran::LineScanner(fortran::Form::Free).next(lines[line - 1]);
  };
  if (first > 1 && scanned(first - 1).isEmpty()) {
    lines[first - 2] = branchDeclaration;
    return true;
  }
  fortran::Line statement = scanned(first);
  if (!statement.isOfStatement() || statement.hasLabel())
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
  int count = 0; // of numbers, some of which are other kernels'
  for (const SourceCondition &condition : conditions) {
    table += (table.empty() ? "" : ", ") + std::to_string(condition.number);
    count = std::max(count, condition.number + 1);
  }
  return "#include <stdio.h>\n\n"
         "static const int branches[] = {" +
         table + "};\nenum { BRANCHES = " + std::to_string(conditions.size()) +
         ", NUMBERS = " + std::to_string(count) +
         " };\n"
         "static long seen[NUMBERS][2];\n\n"
         "void loopyc_note_branch(int number, int taken) {\n"
         "  if (0 <= number && number < NUMBERS)\n"
         "    ++seen[number][taken];\n"
         "}\n\n"
         "void report_branches(void) {\n"
         "  int taken = 0;\n"
         "  for (int k = 0; k < BRANCHES; ++k)\n"
         "    taken += !!seen[branches[k]][0] + !!seen[branches[k]][1];\n"
         "  printf(\"branches %d %d\", taken, 2 * BRANCHES);\n"
         "  for (int k = 0; k < BRANCHES; ++k) {\n"
         "    long no = seen[branches[k]][0], yes = seen[branches[k]][1];\n"
         "    if (!yes || !no)\n"
         "      printf(\" %d:%s\", k,\n"
         "             yes ? \"false\" : no ? \"true\" : \"reached\");\n"
         "  }\n"
         "  printf(\"\\n\");\n"
         "}\n";
}

BranchReport check::readBranches(const std::string &line) {
  BranchReport report;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(line).split(words, ' ', -1, /*KeepEmpty=*/false);
  for (size_t k = 0; k < words.size(); ++k) {
    auto [number, what] = words[k].split(':');
    int value = 0;
    number.getAsInteger(10, value);
    if (k == 0)
      report.taken = value;
    else if (k == 1)
      report.all = value;
    else
      report.missed.push_back({static_cast<size_t>(value), what.str()});
  }
  return report;
}
