#include "ModuleSearch.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

using namespace loopyc;
using namespace loopyc::frontend;
namespace fs = std::filesystem;

namespace {

bool isFortranSource(const fs::path &path) {
  return fortran::isSourceName(path.string()) ||
         lowerCase(path.extension().string()) == ".inc";
}

bool isNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// The name that a statement `module NAME` defines; "" for any other.
std::string definedModule(const std::string &code) {
  std::istringstream words(code);
  std::string first, name, more;
  if (!(words >> first >> name) || first != "module" || words >> more)
    return "";
  // `module procedure` names procedures.
  bool isName = std::all_of(name.begin(), name.end(), isNameChar);
  return isName && name != "procedure" ? name : "";
}

// Finds the subroutines and functions that stand in nothing else; Flang has the
// last word.
class ExternalScanner {
public:
  // The name of the one that the statement begins; "" for any other.
  std::string defined(const std::string &code) {
    static const llvm::Regex subprogram(
        "^[ \t]*([a-z0-9_*=(), \t]+[ \t)])?(subroutine|function)[ \t]+"
        "([a-z][a-z0-9_]*)[ \t]*(\\(|$)");
    static const llvm::Regex begins(
        "^[ \t]*(submodule[ \t]*\\(|module[ \t]+[a-z]|program[ \t]+[a-z]|"
        "block[ \t]*data|(abstract[ \t]+)?interface([ \t]|$))");
    // Of an interface, or with statements of its own in a submodule.
    static const llvm::Regex moduleProcedure(
        "^[ \t]*module[ \t]+procedure[ \t:]");
    static const llvm::Regex ends(
        "^[ \t]*end[ \t]*($|(submodule|module|program|subroutine|function|"
        "interface|block[ \t]*data)([ \t(]|$))");
    llvm::SmallVector<llvm::StringRef, 5> parts;
    if (ends.match(code))
      depth -= depth > 0;
    else if (subprogram.match(code, &parts))
      return depth++ == 0 ? parts[3].str() : "";
    else if (begins.match(code) && !moduleProcedure.match(code))
      ++depth;
    return "";
  }

private:
  int depth = 0;
};

} // namespace

std::optional<std::string> frontend::readFile(const std::string &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool frontend::isFlangModuleFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  char start[16] = {};
  in.read(start, sizeof start);
  std::string_view text(start, static_cast<size_t>(in.gcount()));
  if (text.substr(0, 3) == "\xef\xbb\xbf")
    text.remove_prefix(3);
  return text.substr(0, 5) == "!mod$";
}

std::optional<ModuleFile> ModuleSearch::find(const std::string &name) {
  indexFiles();
  auto inFiles = fileIndex->modules.find(name);
  if (inFiles != fileIndex->modules.end())
    return ModuleFile{inFiles->second, true};
  for (size_t d = 0; d < directories.size(); ++d) {
    std::string moduleFile = directories[d] + "/" + name + ".mod";
    if (isFlangModuleFile(moduleFile))
      return ModuleFile{moduleFile, false};
    indexDirectory(d);
    const Index &index = directoryIndex[d];
    auto found = index.modules.find(name);
    if (found != index.modules.end())
      return ModuleFile{found->second, true};
  }
  return std::nullopt;
}

std::optional<std::string> ModuleSearch::findExternal(const std::string &name) {
  auto in = [&](const Index &index) {
    auto found = index.externals.find(name);
    return found == index.externals.end() ? std::nullopt
                                          : std::optional(found->second);
  };
  indexFiles();
  if (std::optional<std::string> path = in(*fileIndex))
    return path;
  for (size_t d = 0; d < directories.size(); ++d) {
    indexDirectory(d);
    if (std::optional<std::string> path = in(directoryIndex[d]))
      return path;
  }
  return std::nullopt;
}

std::optional<std::string>
ModuleSearch::foreignModuleFile(const std::string &name,
                                const std::string &beside) const {
  std::vector<std::string> all = directories;
  all.push_back(beside);
  all.push_back(".");
  for (const std::string &directory : all) {
    fs::path path = fs::path(directory) / (lowerCase(name) + ".mod");
    std::error_code error;
    if (fs::is_regular_file(path, error) && !isFlangModuleFile(path.string()))
      return path.lexically_normal().string();
  }
  return std::nullopt;
}

void ModuleSearch::indexFiles() {
  if (fileIndex)
    return;
  fileIndex.emplace();
  for (const std::string &file : files)
    indexSource(file, *fileIndex);
}

void ModuleSearch::indexDirectory(size_t directory) {
  if (directoryIndex.count(directory))
    return;
  Index &index = directoryIndex[directory];
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator it(directories[directory], error), end;
       !error && it != end; it.increment(error))
    if (isFortranSource(it->path()))
      paths.push_back(it->path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string &path : paths)
    indexSource(path, index);
}

void ModuleSearch::indexSource(const std::string &path, Index &index) {
  std::optional<std::string> text = readFile(path);
  if (!text)
    return;
  ExternalScanner externals;
  for (const fortran::Statement &statement : fortran::scanStatements(
           source::splitLines(*text), fortran::formOf(path))) {
    if (std::string name = definedModule(statement.code); !name.empty())
      index.modules.emplace(name, path);
    if (std::string name = externals.defined(statement.code); !name.empty())
      index.externals.emplace(name, path);
  }
}
