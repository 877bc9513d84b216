#include "Domains.h"

#include "loopyc/IR/SetNames.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::language;

static bool beginsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

// Calls `visit` with what is spelled as a name, and where it begins.
template <typename Visit>
static void forEachName(const std::string &text, const Visit &visit) {
  auto isDigit = [&](size_t i) {
    return std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    if (isDigit(i)) { // 2n is 2*n
      while (i < text.size() && isDigit(i))
        ++i;
      continue;
    }
    if (!beginsName(text[i])) {
      ++i;
      continue;
    }
    while (i < text.size() &&
           (beginsName(text[i]) || isDigit(i) || text[i] == '\''))
      ++i;
    visit(text.substr(begin, i - begin), begin);
  }
}

// Names in a text, isl's own words apart: each once, in order.
static std::vector<std::string> namesIn(const std::string &text) {
  static const std::set<std::string> words = {
      "mod",   "and",     "or",  "not",   "exists", "floor",
      "ceil",  "min",     "max", "true",  "false",  "floord",
      "ceild", "implies", "rat", "infty", "nan",    "unwrap_"};
  std::vector<std::string> names;
  forEachName(text, [&](const std::string &name, size_t) {
    if (!words.count(name) &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  });
  return names;
}

static bool listsParameters(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '[';
}

static std::string join(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  return list;
}

// What `exists` binds: k, l in `exists k, l = floor(i/2): ...`, from `pos` on.
static void addBound(const std::string &text, size_t pos,
                     std::set<std::string> &names) {
  pos = text.find_first_not_of(" \t\r\n(", pos);
  const size_t end = text.find(':', pos);
  if (pos == std::string::npos || end == std::string::npos)
    return;
  int depth = 0;
  for (size_t item = pos; pos <= end; ++pos) {
    depth += text[pos] == '(' ? 1 : text[pos] == ')' ? -1 : 0;
    if (pos < end && (text[pos] != ',' || depth > 0))
      continue;
    std::vector<std::string> words = namesIn(text.substr(item, pos - item));
    if (!words.empty())
      names.insert(words.front());
    item = pos + 1;
  }
}

// Without those that stand in the brackets of the set itself, or are bound.
static std::string withParameters(const std::string &text) {
  if (listsParameters(text))
    return text;
  std::set<std::string> seen;
  size_t open = text.find('['), close = text.find(']');
  if (open != std::string::npos && close != std::string::npos)
    for (const std::string &dim : namesIn(text.substr(open, close - open)))
      seen.insert(dim);
  forEachName(text, [&](const std::string &name, size_t begin) {
    if (name == "exists")
      addBound(text, begin + name.size(), seen);
  });
  std::vector<std::string> parameters;
  for (const std::string &name : namesIn(text))
    if (seen.insert(name).second)
      parameters.push_back(name);
  return "[" + join(parameters) + "] -> " + text;
}

// In one line, for messages.
static std::string withoutLines(const std::string &text) {
  std::string line;
  for (char c : text) {
    bool isBlank = std::isspace(static_cast<unsigned char>(c));
    if (!isBlank || (!line.empty() && line.back() != ' '))
      line += isBlank ? ' ' : c;
  }
  return line;
}

static poly::Set parseSet(const Text &text, const std::string &completed) {
  try {
    return poly::Set::parse(withoutLines(completed));
  } catch (UserError &error) {
    size_t last = text.str().find_last_not_of(" \t\r\n");
    size_t first = text.str().find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
      first = last = 0;
    throw error.locate(text.range({first, last + 1}));
  }
}

// Loops and reductions end, for all values of parameters.
static void requireFinite(const poly::Set &set, const Text &text) {
  for (const std::string &iname : set.dims()) {
    poly::Names others = set.dims();
    std::erase(others, iname);
    poly::Set values = set.project(others);
    const char *missing = !values.boundedBelow(iname)   ? "smallest"
                          : !values.boundedAbove(iname) ? "largest"
                                                        : nullptr;
    if (missing)
      text.fail("iname '" + iname + "' has no " + missing +
                    " value in its domain; bound it from below and above",
                {0, text.str().size()});
  }
}

namespace {

// Reads domains that are alike but for their names once.
class DomainReader {
public:
  poly::Set read(const Text &text);

private:
  // With numbers for parameters and inames, as they come in brackets.
  struct Numbered {
    std::string words;
    std::map<std::string, std::string> numbers, names;
  };
  static Numbered numbered(const std::string &text);
  static poly::Set parsed(const Text &text, const std::string &completed);

  std::map<std::string, poly::Set> known; // by words, of numbers
};

} // namespace

DomainReader::Numbered DomainReader::numbered(const std::string &text) {
  Numbered result;
  size_t open = text.find('[');
  while (open != std::string::npos) {
    const size_t close = text.find(']', open);
    forEachName(text.substr(open, close - open),
                [&](const std::string &name, size_t) {
                  const size_t count = result.numbers.size();
                  const std::string number =
                      auxiliaryName("n" + std::to_string(count));
                  if (result.numbers.emplace(name, number).second)
                    result.names.emplace(number, name);
                });
    open = text.find('[', std::min(close, text.size()));
  }
  size_t copied = 0;
  forEachName(text, [&](const std::string &name, size_t begin) {
    if (auto own = result.numbers.find(name); own != result.numbers.end()) {
      // No text has this letter.
      (result.words += text.substr(copied, begin - copied)) += '\1';
      result.words += own->second;
      copied = begin + name.size();
    }
  });
  result.words += text.substr(copied);
  return result;
}

poly::Set DomainReader::parsed(const Text &text, const std::string &completed) {
  poly::Set set = parseSet(text, completed);
  const Span whole{0, text.str().size()};
  for (const std::string &iname : set.dims())
    if (iname.empty())
      text.fail("each dimension of a domain is an iname, a name of its own; "
                "write conditions behind the colon",
                whole);
  set = set.dropUnusedParams();
  requireFinite(set, text);
  if (set.isEmpty())
    text.fail("the domain is empty, whatever its parameters are", whole);
  return set;
}

poly::Set DomainReader::read(const Text &text) {
  const std::string completed = withParameters(text.str());
  const Numbered own = numbered(completed);
  if (auto alike = known.find(own.words); alike != known.end())
    return alike->second.rename(own.names);
  poly::Set set = parsed(text, completed);
  known.emplace(own.words, set.rename(own.numbers));
  return set;
}

std::vector<Domain>
language::readDomains(const std::vector<SourcePart> &parts) {
  std::vector<Domain> domains;
  std::set<std::string> inames;
  DomainReader reader;
  for (const SourcePart &part : parts) {
    auto text = std::make_shared<const Text>(part);
    poly::Set set = reader.read(*text);
    for (const std::string &iname : set.dims())
      if (!inames.insert(iname).second)
        text->fail("iname '" + iname + "' is in two domains",
                   {0, text->str().size()});
    if (!set.dims().empty() || !set.isUniverse()) // else: no loop
      domains.push_back({set, text});
  }
  // { : n > 0 } would say nothing of any loop.
  for (const Domain &domain : domains)
    if (domain.set.dims().empty())
      domain.text->fail("the domain has no iname; write what holds for "
                        "parameters as assumptions=",
                        {0, domain.text->str().size()});
  return domains;
}

poly::Set language::readAssumptions(const SourcePart &part) {
  Text text(part);
  const std::string &s = text.str();
  if (s.find_first_not_of(" \t\r\n") == std::string::npos)
    return poly::Set::universe();
  bool isSet = s.find('{') != std::string::npos;
  poly::Set set =
      parseSet(text, isSet ? withParameters(s)
                           : "[" + join(namesIn(s)) + "] -> { : " + s + " }");
  if (!set.dims().empty())
    text.fail("assumptions are of parameters, and have no inames",
              {0, s.size()});
  return set.flat().dropUnusedParams();
}
