#include "ThreadsAround.h"

#include "loopyc/Source/Fortran/Directives.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::frontend;
using llvm::StringRef;

namespace {

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
  Search(const Procedure &region, const std::string &fileName,
         const fortran::DirectiveLines &lines)
      : region(region), fileName(fileName), lines(lines) {}

  std::optional<UserError> run() const {
    for (int begin : region.constructsAround)
      for (int n = begin - 1; n > 0 && lines.isEmpty(n); --n)
        if (sharesLoop(threads(n)))
          return refusal(n, "let the region hold this directive and its whole "
                            "loop, or remove the directive");
    if (int open = openBlock(); open && !standsJustAround(open))
      return refusal(open, "end the construct before the region and begin "
                           "another behind it, or let the region hold the "
                           "whole construct, where that holds nothing else");
    return std::nullopt;
  }

private:
  // The words of the line's directive for threads: "parallel do"; "": none.
  StringRef threads(int number) const {
    const fortran::DirectiveLine *directive = lines.at(number);
    return directive && directive->isOfThreads() ? directive->words
                                                 : StringRef();
  }

  // The line of a block directive that the region stands in; 0: none.
  int openBlock() const {
    int open = 0;
    for (int n = 1; n < region.firstLine; ++n)
      if (opensBlock(threads(n)))
        open = n;
      else if (closesBlock(threads(n)))
        open = 0;
    return open;
  }

  bool standsJustAround(int open) const {
    for (int n = open + 1; n < region.firstLine; ++n)
      if (!lines.isEmpty(n))
        return false;
    for (int n = region.lastLine + 1; n <= lines.count() && lines.isEmpty(n);
         ++n)
      if (closesBlock(threads(n)))
        return true;
    return false;
  }

  UserError refusal(int number, const std::string &remedy) const {
    SourceRange range;
    range.file = std::make_shared<const std::string>(fileName);
    range.line = range.endLine = number;
    range.column = range.endColumn = 1;
    return UserError("kernel region '" + region.name +
                         "' stands in the construct of this directive, whose "
                         "threads would each launch it; " +
                         remedy,
                     range);
  }

  const Procedure &region;
  const std::string &fileName;
  const fortran::DirectiveLines &lines;
};

} // namespace

Program frontend::checkThreadsAround(Program program) {
  auto isAnalysedRegion = [](const Procedure &procedure) {
    return procedure.isRegion() && procedure.isAnalysed;
  };
  if (std::none_of(program.procedures.begin(), program.procedures.end(),
                   isAnalysedRegion))
    return program;
  fortran::DirectiveLines lines(source::splitLines(program.text), program.form);
  for (Procedure &procedure : program.procedures)
    if (isAnalysedRegion(procedure))
      if (auto refusal = Search(procedure, program.fileName, lines).run())
        procedure.obstacles.push_back(*refusal);
  return program;
}
