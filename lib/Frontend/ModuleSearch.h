// Finds where a module that a USE statement names is defined: in a Flang
// module file or in Fortran source of the search directories; and external
// procedures, in source.
#ifndef LOOPYC_LIB_FRONTEND_MODULESEARCH_H
#define LOOPYC_LIB_FRONTEND_MODULESEARCH_H

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct ModuleFile {
  std::string path;
  bool isSource = false; // else one of Flang's .mod files
};

class ModuleSearch {
public:
  // `files` are looked at first (other files of the command line), then each
  // directory in order: its module files, then its sources.
  ModuleSearch(std::vector<std::string> files,
               std::vector<std::string> directories)
      : files(std::move(files)), directories(std::move(directories)) {}

  // `name` in lower case.
  std::optional<ModuleFile> find(const std::string &name);
  // The source of an external procedure: first the files, then the directories
  // in order. `name` in lower case.
  std::optional<std::string> findExternal(const std::string &name);
  // A module file of another compiler, in one of the directories or in
  // `beside`. `name` in any case.
  std::optional<std::string> foreignModuleFile(const std::string &name,
                                               const std::string &beside) const;

private:
  struct Index {
    std::map<std::string, std::string> modules, externals; // source paths
  };
  void indexFiles();
  void indexDirectory(size_t directory);
  void indexSource(const std::string &path, Index &index);

  std::vector<std::string> files, directories;
  std::optional<Index> fileIndex;
  std::map<size_t, Index> directoryIndex;
};

// Does the file hold a module as Flang writes it? Other compilers' do not.
bool isFlangModuleFile(const std::string &path);
// The whole file; nullopt if it cannot be read.
std::optional<std::string> readFile(const std::string &path);

} // namespace frontend
} // namespace loopyc

#endif
