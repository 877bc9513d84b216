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

// include 'mpif.h', #include "mpif.h"
static std::string includedFile(StringRef line) {
  static const llvm::Regex form("^([ \t]*|#[ \t]*)include[ \t]*['\"]([^'\"]+)"
                                "['\"]",
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
  static const llvm::Regex form("^INCLUDE: Source file '(.*)' was not found");
  llvm::SmallVector<StringRef, 2> parts;
  return form.match(message, &parts) ? parts[1].str() : "";
}
