#include "ThreadsAround.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::frontend;
using llvm::StringRef;

namespace {

// A line of the source: "!$omp parallel do" in lower case with one sentinel.
struct Line {
  bool isComment = false;
  std::string directive; // the words behind "!$omp" or "!$acc"; "": none
};

Line readLine(StringRef line, bool freeForm) {
  Line result;
  std::string text = lowerCase(line.trim());
  bool oldComment = !freeForm && !line.empty() &&
                    StringRef("cC*dD").contains(line.front());
  result.isComment = text.empty() || text[0] == '!' || oldComment;
  StringRef rest(text);
  if (!result.isComment || rest.empty())
    return result;
  rest = rest.drop_front();
  if (rest.consume_front("$omp ") || rest.consume_front("$acc "))
    result.directive = rest.trim().str();
  return result;
}

std::vector<Line> readLines(StringRef text, bool freeForm) {
  std::vector<Line> lines;
  while (!text.empty()) {
    auto [first, rest] = text.split('\n');
    lines.push_back(readLine(first, freeForm));
    text = rest;
  }
  return lines;
}

// Of a loop: "parallel do", "do collapse(2)", "parallel loop", "taskloop".
bool sharesLoop(StringRef directive) {
  std::string words = " " + directive.split('(').first.str() + " ";
  for (const char *word :
       {" do ", " loop ", " distribute ", " taskloop ", " kernels "})
    if (words.find(word) != std::string::npos)
      return !directive.starts_with("end");
  return false;
}

// "parallel", not "parallel do".
bool opensBlock(StringRef directive) {
  return directive.starts_with("parallel") && !sharesLoop(directive);
}

bool closesBlock(StringRef directive) {
  StringRef rest = directive;
  if (!rest.consume_front("end"))
    return false;
  return opensBlock(rest.ltrim());
}

class Search {
public:
  Search(const Procedure &region, const std::string &text,
         const std::string &fileName, bool freeForm)
      : region(region), fileName(fileName), lines(readLines(text, freeForm)) {}

  void run() const {
    for (int begin : region.constructsAround)
      for (int n = begin - 1; n > 0 && at(n).isComment; --n)
        if (sharesLoop(at(n).directive))
          refuse(n, "let the region hold this directive and its whole loop, or "
                    "remove the directive");
    if (int open = openBlock(); open && !standsJustAround(open))
      refuse(open, "end the construct before the region and begin another "
                   "behind it, or let the region hold the whole construct, "
                   "where that holds nothing else");
  }

private:
  const Line &at(int number) const { return lines[number - 1]; }

  // The line of a block directive that the region stands in; 0: none.
  int openBlock() const {
    int open = 0;
    for (int n = 1; n < region.firstLine; ++n)
      if (opensBlock(at(n).directive))
        open = n;
      else if (closesBlock(at(n).directive))
        open = 0;
    return open;
  }

  bool standsJustAround(int open) const {
    for (int n = open + 1; n < region.firstLine; ++n)
      if (!at(n).isComment)
        return false;
    int count = static_cast<int>(lines.size());
    for (int n = region.lastLine + 1; n <= count && at(n).isComment; ++n)
      if (closesBlock(at(n).directive))
        return true;
    return false;
  }

  [[noreturn]] void refuse(int number, const std::string &remedy) const {
    SourceRange range;
    range.file = std::make_shared<const std::string>(fileName);
    range.line = range.endLine = number;
    range.column = range.endColumn = 1;
    throw UserError("kernel region '" + region.name +
                        "' stands in the construct of this directive, whose "
                        "threads would each launch it; " +
                        remedy,
                    range);
  }

  const Procedure &region;
  const std::string &fileName;
  std::vector<Line> lines;
};

} // namespace

void frontend::refuseThreadsAround(const Procedure &region,
                                   const std::string &text,
                                   const std::string &fileName, bool freeForm) {
  if (region.isRegion)
    Search(region, text, fileName, freeForm).run();
}
