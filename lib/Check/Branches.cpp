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

const char check::branchDeclaration[] =
    "logical, external :: loopyc_branch; external :: loopyc_case; interface; "
    "impure elemental logical function loopyc_mask(number, taken); "
    "integer, intent(in) :: number; logical, intent(in) :: taken; "
    "end function; end interface";

// Hands on a number, and whether that was taken.
static std::string branchProcedure(const char *head, const char *taken,
                                   const char *rest) {
  return llvm::formatv(
      "{0}\n"
      "  use, intrinsic :: iso_c_binding, only: c_int\n"
      "  implicit none\n"
      "  integer, intent(in) :: number\n"
      "  interface\n"
      "    subroutine loopyc_note_branch(number, taken) bind(C)\n"
      "      use, intrinsic :: iso_c_binding, only: c_int\n"
      "      integer(c_int), value :: number, taken\n"
      "    end subroutine\n"
      "  end interface\n"
      "{2}"
      "  call loopyc_note_branch(int(number, c_int), {1})\n"
      "end\n",
      head, taken, rest);
}

std::string check::branchProcedures() {
  const char *asGiven = "merge(1_c_int, 0_c_int, taken)";
  return branchProcedure("logical function loopyc_branch(number, taken)",
                         asGiven,
                         "  logical, intent(in) :: taken\n"
                         "  loopyc_branch = taken\n") +
         branchProcedure(
             "impure elemental logical function loopyc_mask(number, taken)",
             asGiven,
             "  logical, intent(in) :: taken\n"
             "  loopyc_mask = taken\n") +
         branchProcedure("subroutine loopyc_case(number)", "1_c_int", "");
}

namespace {

struct Branch {
  SourceCondition::Kind kind = SourceCondition::Kind::Condition;
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

std::string withoutBlanks(llvm::StringRef code) {
  std::string text;
  for (char c : code)
    if (c != ' ' && c != '\t')
      text += c;
  return text;
}

// "if" of "name: if (...)"
std::string wordBefore(llvm::StringRef code, size_t open) {
  std::string head = withoutBlanks(code.take_front(open));
  size_t colon = head.find(':');
  return colon == head.npos ? head : head.substr(colon + 1);
}

// The branch that begins with the statement, if one does. A case's code is its
// selector's.
std::optional<Branch> branchOf(const fortran::Statement &statement,
                               const std::string &selector) {
  using Kind = SourceCondition::Kind;
  llvm::StringRef code = statement.code;
  const size_t open = code.find('(');
  const std::string word = wordBefore(code, open);
  const size_t last = code.find_last_not_of(" \t") + 1;
  if (word.compare(0, 11, "casedefault") == 0)
    return Branch{Kind::Case, statement.position(0),
                  statement.position(last - 1), selector};
  if (open == llvm::StringRef::npos)
    return std::nullopt;
  const size_t close = closeOf(code, open);
  if (close == llvm::StringRef::npos)
    return std::nullopt;
  const llvm::StringRef behind = code.drop_front(close + 1).trim(" \t");
  const std::string inside = code.slice(open + 1, close).str();
  if (word == "case" && !behind.contains('='))
    return Branch{Kind::Case, statement.position(open + 1),
                  statement.position(last - 1), selector};
  const bool isMask = word == "where" || word == "elsewhere";
  if (!isMask && word != "if" && word != "elseif")
    return std::nullopt;
  if (!behind.empty() && std::isdigit(behind.front()))
    return std::nullopt; // an arithmetic if goes to labels
  return Branch{isMask ? Kind::Mask : Kind::Condition,
                statement.position(open + 1), statement.position(close),
                inside};
}

// Whether statements stand in a `forall` or `do concurrent` construct.
class PureConstructs {
public:
  bool holds(const fortran::Statement &statement) {
    llvm::StringRef code = statement.code;
    const size_t open = code.find('(');
    const std::string word = wordBefore(code, open);
    const size_t close = open == code.npos ? code.npos : closeOf(code, open);
    const bool endsThere =
        close != code.npos && code.drop_front(close + 1).trim(" \t").empty();
    const std::string whole = withoutBlanks(code);
    if (word == "doconcurrent" || (word == "forall" && endsThere) ||
        (depth > 0 && isLoop(whole)))
      ++depth;
    const bool result = depth > 0 || word == "forall";
    if (depth > 0 && (llvm::StringRef(whole).starts_with("enddo") ||
                      llvm::StringRef(whole).starts_with("endforall")))
      --depth;
    return result;
  }

private:
  // "do", "do while (...)", "do i = 1, n"
  static bool isLoop(llvm::StringRef whole) {
    if (size_t colon = whole.find(':'); colon < whole.find('('))
      whole = whole.drop_front(colon + 1);
    return whole == "do" || whole.starts_with("dowhile(") ||
           (whole.starts_with("do") && whole.contains('=') &&
            whole.contains(','));
  }

  int depth = 0;
};

// The selectors of the `select case` constructs that are open.
class Selectors {
public:
  void pass(const fortran::Statement &statement) {
    llvm::StringRef code = statement.code;
    const size_t open = code.find('(');
    if (wordBefore(code, open) == "selectcase")
      selectors.push_back(code.slice(open + 1, closeOf(code, open)).str());
    else if (!selectors.empty() &&
             llvm::StringRef(withoutBlanks(code)).starts_with("endselect"))
      selectors.pop_back();
  }
  std::string innermost() const {
    return selectors.empty() ? "" : selectors.back();
  }

private:
  std::vector<std::string> selectors;
};

void insert(Words &lines, const source::Position &place,
            const std::string &text) {
  lines[place.line].insert(place.column, text);
}

void count(Words &lines, const Branch &branch, int number) {
  if (branch.kind == SourceCondition::Kind::Case) {
    insert(lines, {branch.end.line, branch.end.column + 1},
           llvm::formatv("; call loopyc_case({0})", number));
    return;
  }
  insert(lines, branch.end, "))");
  const bool isMask = branch.kind == SourceCondition::Kind::Mask;
  insert(lines, branch.begin,
         llvm::formatv("{0}({1}, logical(",
                       isMask ? "loopyc_mask" : "loopyc_branch", number));
}

} // namespace

std::vector<SourceCondition> check::wrapConditions(Words &lines, int first,
                                                   int last, int number) {
  std::vector<Branch> branches;
  for (const std::string &line : lines)
    if (line.find('\n') != line.npos)
      return {}; // an included file: one line stands for it
  PureConstructs pure;
  Selectors selectors;
  for (const fortran::Statement &statement : fortran::scanStatements(
           lines, fortran::Form::Free, first - 1, std::max(last, 0))) {
    selectors.pass(statement);
    if (!pure.holds(statement))
      if (auto branch = branchOf(statement, selectors.innermost()))
        branches.push_back(*branch);
  }
  std::vector<SourceCondition> result;
  for (const Branch &branch : branches)
    result.push_back({number + static_cast<int>(result.size()),
                      static_cast<int>(branch.begin.line) + 1,
                      static_cast<int>(branch.begin.column) + 1, branch.code,
                      branch.kind});
  for (size_t k = branches.size(); k-- > 0;) // positions before stay
    count(lines, branches[k], result[k].number);
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
  std::string table, ways;
  int count = 0; // of numbers, some of which are other kernels'
  for (const SourceCondition &condition : conditions) {
    table += (table.empty() ? "" : ", ") + std::to_string(condition.number);
    ways += (ways.empty() ? "" : ", ") + std::to_string(condition.ways());
    count = std::max(count, condition.number + 1);
  }
  return "#include <stdio.h>\n\n"
         "static const int branches[] = {" +
         table + "}, ways[] = {" + ways +
         "};\nenum { BRANCHES = " + std::to_string(conditions.size()) +
         ", NUMBERS = " + std::to_string(count) +
         " };\n"
         "static long seen[NUMBERS][2];\n\n"
         "void loopyc_note_branch(int number, int taken) {\n"
         "  if (0 <= number && number < NUMBERS)\n"
         "    ++seen[number][taken];\n"
         "}\n\n"
         "void report_branches(void) {\n"
         "  int taken = 0, all = 0;\n"
         "  for (int k = 0; k < BRANCHES; ++k) {\n"
         "    taken += !!seen[branches[k]][0] + !!seen[branches[k]][1];\n"
         "    all += ways[k];\n"
         "  }\n"
         "  printf(\"branches %d %d\", taken, all);\n"
         "  for (int k = 0; k < BRANCHES; ++k) {\n"
         "    long no = seen[branches[k]][0], yes = seen[branches[k]][1];\n"
         "    if (ways[k] == 1 && !yes)\n"
         "      printf(\" %d:chosen\", k);\n"
         "    else if (ways[k] == 2 && (!yes || !no))\n"
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
