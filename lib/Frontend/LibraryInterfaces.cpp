#include "LibraryInterfaces.h"

#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace loopyc;
using namespace loopyc::frontend;
using llvm::StringRef;

std::string frontend::libraryPrefix(const std::string &name) {
  static const struct {
    const char *name, *prefix;
  } known[] = {
      {"mpi", "mpi_"},           {"mpi_f08", "mpi_"},
      {"mpif.h", "mpi_"},        {"netcdf", "nf90_"},
      {"netcdf.inc", "nf_"},     {"pnetcdf", "nf90mpi_"},
      {"pnetcdf.inc", "nfmpi_"}, {"openacc", "acc_"},
      {"openacc_lib.h", "acc_"},
  };
  for (const auto &library : known)
    if (name == library.name)
      return library.prefix;
  return "";
}

// include 'mpif.h', #include "mpif.h", #include <mpif.h>
static std::string includedFile(StringRef line) {
  static const llvm::Regex form("^([ \t]*|#[ \t]*)include[ \t]*['\"<]"
                                "([^'\">]+)['\">]",
                                llvm::Regex::IgnoreCase);
  llvm::SmallVector<StringRef, 3> parts;
  return form.match(line, &parts) ? parts[2].str() : "";
}

std::vector<OmittedInclude>
frontend::omitIncludes(std::string &text, const std::set<int> &missing) {
  std::vector<OmittedInclude> result;
  std::string kept;
  int number = 0;
  for (StringRef rest = text; !rest.empty();) {
    size_t end = rest.find('\n');
    StringRef line = rest.take_front(end);
    rest = end == StringRef::npos ? "" : rest.drop_front(end + 1);
    std::string name = includedFile(line);
    std::string file = lowerCase(llvm::sys::path::filename(name).str());
    bool omitted = missing.count(++number) || !libraryPrefix(file).empty();
    if (omitted)
      result.push_back({name, number});
    kept += omitted ? "!" : line.str();
    if (end != StringRef::npos)
      kept += '\n';
  }
  if (!result.empty())
    text = std::move(kept);
  return result;
}

std::string frontend::missingInclude(const std::string &message) {
  static const llvm::Regex form("^(INCLUDE|#include): Source file '(.*)' was "
                                "not found");
  llvm::SmallVector<StringRef, 3> parts;
  return form.match(message, &parts) ? parts[2].str() : "";
}

// The names that the condition of an #if, #ifdef, #ifndef or #elif asks for.
static std::vector<StringRef> namesAskedFor(StringRef line) {
  static const llvm::Regex
      form("^#[ \t]*(if|ifdef|ifndef|elif)([^A-Za-z0-9_].*)$"),
      name("[A-Za-z_][A-Za-z0-9_]*");
  llvm::SmallVector<StringRef, 3> parts, found;
  std::vector<StringRef> names;
  if (form.match(line, &parts))
    for (StringRef rest = parts[2]; name.match(rest, &found);
         rest = rest.drop_front(found[0].end() - rest.begin()))
      if (found[0] != "defined")
        names.push_back(found[0]);
  return names;
}

std::optional<OpenCondition>
frontend::openCondition(StringRef text, int behind,
                        std::set<std::string> settled) {
  static const llvm::Regex definition(
      "^#[ \t]*(define|undef)[ \t]+([A-Za-z_][A-Za-z0-9_]*)");
  llvm::SmallVector<StringRef, 3> parts;
  llvm::SmallVector<StringRef, 0> lines;
  text.split(lines, '\n');
  for (size_t at = 0; at < lines.size(); ++at) {
    if (definition.match(lines[at], &parts))
      settled.insert(parts[2].str());
    if (static_cast<int>(at) < behind)
      continue;
    for (StringRef name : namesAskedFor(lines[at]))
      if (!settled.count(name.str()))
        return OpenCondition{name.str(), static_cast<int>(at) + 1};
  }
  return std::nullopt;
}
