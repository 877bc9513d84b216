#include "loopyc/Source/Fortran/ForeignDirectives.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <vector>

using namespace loopyc;
using namespace loopyc::fortran;
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
                              {"target update", "update"},
                              {"target data", "begin data"},
                              {"end target data", "end data"},
                              {"taskwait", "wait"},
                              {"wait", "wait"},
                              {"enter data", "enter data"},
                              {"exit data", "exit data"},
                              {"enter", "enter data"},
                              {"exit", "exit data"},
                              {"update self", "update host"},
                              {"update cpu", "update host"},
                              {"update host", "update host"},
                              {"update device", "update device"},
                              {"update gpu", "update device"},
                              {"update", "update"},
                              {"begin data", "begin data"},
                              {"begin host_data", "begin host_data"},
                              {"begin hostdata", "begin host_data"},
                              {"begin host data", "begin host_data"},
                              {"start data", "begin data"},
                              {"stop data", "end data"},
                              {"data", "begin data"},
                              {"host_data", "begin host_data"},
                              {"hostdata", "begin host_data"},
                              {"host data", "begin host_data"},
                              {"end hostdata", "end host_data"},
                              {"end host data", "end host_data"},
                              {"begin region", "begin kernel"},
                              {"end region", "end kernel"},
                              {"start kernel", "begin kernel"},
                              {"stop kernel", "end kernel"},
                              {"kernel", "begin kernel"}};

struct Habit {
  const char *words; // that a directive begins with
  const char *remedy;
};

const char inlined[] = "nothing is needed, for what a kernel calls is inlined";
const char loops[] =
    "loops need no directive, which are parallel is found out; lines '!$loopy "
    "begin kernel: NAME' and '!$loopy end kernel: NAME' around them make them "
    "one kernel";
const char endOfLoops[] =
    "loops need no directive; what '!$loopy begin kernel: NAME' begins, "
    "'!$loopy end kernel: NAME' ends";
const char isPrivate[] =
    "nothing is needed: what each iteration writes before it reads it is "
    "private";
const char device[] =
    "the device is chosen when the program runs: LOOPYRT_DEVICE=cuda:1";
const char script[] =
    "a transform script, in comment lines, stands between '!$loopy begin' and "
    "'!$loopy end'";

const Habit habits[] = {
    {"routine", inlined},
    {"declare target", inlined},
    {"declare",
     "nothing is needed, for variables of modules are passed to "
     "kernels; '!$loopy enter data: NAMES' keeps them on the device"},
    {"atomic", "'!$omp atomic' or '!$acc atomic' before the statement is "
               "understood, and lp.make_atomic(knl, \"NAME\") in a script"},
    {"end atomic", "'!$omp atomic' or '!$acc atomic' before the statement is "
                   "understood, and lp.make_atomic(knl, \"NAME\") in a script"},
    {"private", isPrivate},
    {"firstprivate", isPrivate},
    {"reduction", "nothing is needed, for reductions are seen"},
    {"cache", "that is said in a script, by lp.add_prefetch"},
    {"tile", "that is said in a script, by lp.split_iname"},
    {"vector_length", "that is said in a script, by lp.split_iname"},
    {"unroll", "that is said in a script, by lp.tag_inames(knl, \"i:unr\")"},
    {"set", device},
    {"init", device},
    {"shutdown", device},
    {"attach", "nothing is needed: no pointers live on the device, kernels get "
               "the addresses of components"},
    {"detach", "nothing is needed: no pointers live on the device, kernels get "
               "the addresses of components"},
    {"begin transform", script},
    {"end transform", script},
    {"transform", script},
    {"begin script", script},
    {"end script", script},
    {"start", "what begins has 'begin': '!$loopy begin kernel: NAME', '!$loopy "
              "begin data: NAMES', or '!$loopy begin' before a script"},
    {"stop", "what ends has 'end': '!$loopy end kernel: NAME', '!$loopy end "
             "data', or '!$loopy end' behind a script"},
    {"kernels", loops},
    {"parallel", loops},
    {"loop", loops},
    {"serial", loops},
    {"do", loops},
    {"simd", loops},
    {"teams", loops},
    {"distribute", loops},
    {"target", loops},
    {"independent", loops},
    {"collapse", loops},
    {"gang", loops},
    {"worker", loops},
    {"vector", loops},
    {"seq", loops},
    {"end kernels", endOfLoops},
    {"end parallel", endOfLoops},
    {"end loop", endOfLoops},
    {"end serial", endOfLoops},
    {"end do", endOfLoops},
    {"end simd", endOfLoops},
    {"end teams", endOfLoops},
    {"end distribute", endOfLoops},
    {"end target", endOfLoops}};

const Habit clauses[] = {
    {"present", "nothing is needed, for what is present is found by its "
                "address: leave it out"},
    {"default", "nothing is needed, for what is present is found by its "
                "address: leave it out"},
    {"no_create", "nothing is needed, for a launch copies what is not present: "
                  "leave it out"},
    {"deviceptr", "name the arrays of Fortran, which directives keep on the "
                  "device"},
    {"attach", "no pointers live on the device, kernels get the addresses of "
               "components: leave it out"},
    {"detach", "no pointers live on the device, kernels get the addresses of "
               "components: leave it out"},
    {"if", "write an if construct around the directive; around a region, "
           "'!$loopy enter data' and '!$loopy exit data' in one each"},
    {"if_present", "name what is present alone"},
    {"finalize", "an exit for each enter makes an array leave"},
    {"async", "streams are chosen by calls of the runtime: leave it out"},
    {"wait", "write '!$loopy wait' on a line of its own"},
    {"device_type", "leave it out"},
    {"private", isPrivate},
    {"firstprivate", isPrivate},
    {"reduction", "nothing is needed, for reductions are seen"}};

// Takes these words off the front, with any blanks between them.
bool consumeWords(StringRef &text, StringRef words) {
  StringRef rest = text;
  llvm::SmallVector<StringRef, 3> parts;
  words.split(parts, ' ');
  for (StringRef part : parts) {
    rest = rest.ltrim();
    if (!rest.consume_front_insensitive(part) ||
        (!rest.empty() && isNamePart(rest[0])))
      return false;
  }
  text = rest;
  return true;
}

// NAME, NAME(ARGUMENTS)
struct ForeignClause {
  std::string name; // in lower case
  StringRef arguments;
};

// "copyin(a, b) async"; nothing where the text is not of this form.
std::optional<std::vector<ForeignClause>> clausesIn(StringRef text) {
  std::vector<ForeignClause> result;
  for (text = text.trim(" \t,"); !text.empty(); text = text.ltrim(" \t,")) {
    ForeignClause &clause = result.emplace_back();
    clause.name = lowerCase(text.take_while(isNamePart).str());
    text = text.drop_while(isNamePart).ltrim();
    if (!text.starts_with("(")) {
      if (clause.name.empty())
        return std::nullopt;
      continue;
    }
    size_t end = 0, depth = 0;
    do {
      depth += text[end] == '(';
      depth -= text[end] == ')';
    } while (++end < text.size() && depth > 0);
    if (depth > 0)
      return std::nullopt;
    clause.arguments = text.slice(1, end - 1).trim();
    text = text.drop_front(end);
  }
  return result;
}

// Clauses that the verb says already, or that is the default there.
bool isImplied(StringRef ours, StringRef clause) {
  return clause.empty() || clause == "use_device" ||
         (ours == "enter data" && clause == "copyin") ||
         (ours == "exit data" && clause == "copyout") ||
         (ours == "begin data" && clause == "copy");
}

// Of OpenMP: "map(to: ...)" is "copyin".
std::string clauseOfMap(StringRef &names, StringRef ours) {
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
      .Default("map");
}

// "present_or_copyin", "pcopyin": "copyin"
StringRef withoutPresent(StringRef clause,
                         const std::vector<std::string> &ours) {
  StringRef rest = clause;
  if (rest.consume_front("present_or_") ||
      (rest.consume_front("p") && llvm::is_contained(ours, rest)))
    return rest;
  return clause;
}

// What a directive of data is with us.
class DataRemedy {
public:
  explicit DataRemedy(StringRef ours) : ours(ours) {}

  std::string of(const std::vector<ForeignClause> &clauses) {
    const std::vector<std::string> known = clausesOf(ours.str());
    for (const ForeignClause &clause : clauses) {
      StringRef names = clause.arguments;
      std::string name = clause.name == "map"
                             ? clauseOfMap(names, ours)
                             : withoutPresent(clause.name, known).str();
      if (const char *place = placeOf(name); isUpdate() && place)
        add(place, "", names);
      else if (isImplied(ours, name) || llvm::is_contained(known, name))
        add(ours.str(), isImplied(ours, name) ? "" : name, names);
      else if (auto advice = remedyForClause(name))
        others += "; as to '" + clause.name + "', " + *advice;
      else
        isUnknown = true;
    }
    return text();
  }

private:
  bool isUpdate() const { return ours.starts_with("update"); }

  static const char *placeOf(StringRef clause) {
    return llvm::StringSwitch<const char *>(clause)
        .Cases({"self", "host", "cpu", "from"}, "update host")
        .Cases({"device", "gpu", "to"}, "update device")
        .Default(nullptr);
  }

  void add(const std::string &verb, const std::string &clause,
           StringRef names) {
    auto line = llvm::find_if(
        lines, [&](const auto &one) { return one.first == verb; });
    if (line == lines.end())
      line = lines.insert(lines.end(), {verb, ""});
    line->second += (line->second.empty() ? "" : ", ") +
                    (clause.empty() ? "" : clause + ": ") + names.str();
  }

  std::string text() const {
    if (lines.empty() && !others.empty() && !isUnknown)
      return others.substr(2);
    std::string result = "did you mean ";
    if (lines.empty() || isUnknown)
      result += ours == "update"
                    ? "'!$loopy update host: NAMES' or '!$loopy update device: "
                      "NAMES'"
                    : "'!$loopy " + ours.str() + ": NAMES'";
    else
      for (const auto &[verb, names] : lines)
        result +=
            (&verb == &lines.front().first ? "'!$loopy " : " and '!$loopy ") +
            verb + ": " + (names.empty() ? "NAMES" : names) + "'";
    return result + "?" + (others.empty() ? "" : " " + others.substr(2));
  }

  const StringRef ours;
  std::vector<std::pair<std::string, std::string>> lines; // verbs and items
  std::string others;
  bool isUnknown = false;
};

// update hosts: h
std::string updateRemedy(StringRef rest) {
  auto [word, items] = rest.split(':');
  std::string names = items.trim().str();
  if (names.empty())
    names = "NAMES";
  std::vector<std::string> close =
      closeMatches(word.trim().lower(), {"host", "device"});
  if (close.empty())
    close = {"host", "device"};
  std::string result = "did you mean ";
  for (const std::string &direction : close)
    result += (&direction == &close.front() ? "'!$loopy update "
                                            : " or '!$loopy update ") +
              direction + ": " + names + "'";
  return result + "?";
}

// Behind the words of the spelling.
std::string remedyOf(StringRef ours, StringRef rest) {
  rest = rest.trim();
  if (ours == "wait" || ours.starts_with("end "))
    if (!ours.ends_with("kernel"))
      return "did you mean '!$loopy " + ours.str() + "'?";
  if (ours.ends_with("kernel") || rest.starts_with(":")) {
    rest.consume_front(":");
    std::string names = rest.trim().str();
    if (names.empty())
      names = ours.ends_with("kernel") ? "NAME" : "NAMES";
    if (ours == "update")
      return updateRemedy(": " + names);
    return "did you mean '!$loopy " + ours.str() + ": " + names + "'?";
  }
  if (auto clauses = clausesIn(rest))
    return DataRemedy(ours).of(*clauses);
  if (ours == "update")
    return updateRemedy(rest);
  return "did you mean '!$loopy " + ours.str() + ": NAMES'?";
}

} // namespace

std::optional<Remedy> fortran::remedyFor(std::string_view words) {
  for (const Spelling &spelling : spellings) {
    StringRef rest = words;
    if (consumeWords(rest, spelling.theirs))
      return Remedy{spelling.ours, remedyOf(spelling.ours, rest)};
  }
  StringRef rest = words;
  if (consumeWords(rest, "begin") && rest.ltrim().starts_with(":")) {
    std::string name = rest.ltrim().drop_front().trim().str();
    if (!name.empty())
      return Remedy{"", "did you mean '!$loopy begin data: " + name +
                            "' or '!$loopy begin kernel: " + name + "'?"};
  }
  for (const Habit &habit : habits) {
    rest = words;
    if (consumeWords(rest, habit.words))
      return Remedy{"", habit.remedy};
  }
  return std::nullopt;
}

std::optional<std::string> fortran::remedyForClause(std::string_view name) {
  for (const Habit &clause : clauses)
    if (StringRef(name).equals_insensitive(clause.words))
      return clause.remedy;
  return std::nullopt;
}
