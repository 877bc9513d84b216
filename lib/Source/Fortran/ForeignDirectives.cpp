#include "loopyc/Source/Fortran/ForeignDirectives.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace loopyc;
using llvm::StringRef;

namespace {

struct Spelling {
  const char *theirs, *ours;
};

// The longest first, where one begins as another.
const Spelling spellings[] = {{"target enter data", "enter data"},
                              {"target exit data", "exit data"},
                              {"target update from", "update host"},
                              {"target update to", "update device"},
                              {"target data", "begin data"},
                              {"end target data", "end data"},
                              {"taskwait", "wait"},
                              {"enter data", "enter data"},
                              {"exit data", "exit data"},
                              {"update self", "update host"},
                              {"update host", "update host"},
                              {"update device", "update device"},
                              {"begin data", "begin data"},
                              {"begin host_data", "begin host_data"},
                              {"data", "begin data"},
                              {"host_data", "begin host_data"}};

// Clauses that the verb says already, or that is the default there.
bool isImplied(StringRef ours, StringRef clause) {
  return clause.empty() || clause == "use_device" ||
         (ours == "enter data" && clause == "copyin") ||
         (ours == "exit data" && clause == "copyout") ||
         (ours == "begin data" && clause == "copy");
}

// A clause that we have: "copyin"; of OpenMP, "map(to: ...)".
std::string clauseOf(StringRef name, StringRef &names, StringRef ours) {
  std::string clause = lowerCase(name.trim().str());
  if (clause != "map")
    return clause;
  auto [type, rest] = names.split(':');
  if (rest.empty())
    return "copy";
  names = rest.trim();
  const bool atExit = ours == "exit data";
  return llvm::StringSwitch<std::string>(lowerCase(type.trim().str()))
      .Case("to", "copyin")
      .Case("from", "copyout")
      .Case("tofrom", "copy")
      .Case("alloc", "create")
      .Cases({"release", "delete"}, atExit ? "delete" : "")
      .Default("");
}

// "copyin(a, b) create(c)": "copyin: a, b, create: c"; "NAMES" where it is not
// of this form.
std::string itemsOf(StringRef text, StringRef ours) {
  const std::vector<std::string> known = fortran::clausesOf(ours.str());
  std::string items;
  for (text = text.trim(" \t,"); !text.empty(); text = text.ltrim(" \t,")) {
    const size_t open = text.find('(');
    size_t end = open, depth = 0;
    for (; end < text.size(); ++end) {
      depth += text[end] == '(';
      depth -= text[end] == ')';
      if (depth == 0)
        break;
    }
    if (open == text.npos || end >= text.size())
      return "NAMES";
    StringRef names = text.slice(open + 1, end).trim();
    const std::string clause = clauseOf(text.take_front(open), names, ours);
    text = text.drop_front(end + 1);
    if (!isImplied(ours, clause) && !llvm::is_contained(known, clause))
      return "NAMES";
    items += (items.empty() ? "" : ", ") +
             (isImplied(ours, clause) ? "" : clause + ": ") + names.str();
  }
  return items.empty() ? "NAMES" : items;
}

} // namespace

std::optional<std::string> fortran::asDataDirective(std::string_view words) {
  for (const Spelling &spelling : spellings) {
    StringRef rest = StringRef(words).ltrim();
    if (!rest.consume_front_insensitive(spelling.theirs))
      continue;
    if (!rest.empty() && (llvm::isAlnum(rest[0]) || rest[0] == '_'))
      continue;
    const StringRef ours = spelling.ours;
    const bool standsAlone = ours == "wait" || ours.starts_with("end ");
    return standsAlone ? ours.str() : (ours + ": " + itemsOf(rest, ours)).str();
  }
  return std::nullopt;
}

bool fortran::isAboutLoops(std::string_view words) {
  StringRef first = StringRef(words).ltrim().take_while(llvm::isAlpha);
  return llvm::StringSwitch<bool>(lowerCase(first.str()))
      .Cases({"kernels", "parallel", "loop", "serial", "do"}, true)
      .Cases({"simd", "teams", "distribute", "target", "independent"}, true)
      .Default(false);
}
