// What a script may import: modules beside the Fortran source and beside the
// script's file. Forgotten after the run, so that the next source finds its
// own.
#ifndef LOOPYC_LIB_SCRIPT_IMPORTSCOPE_H
#define LOOPYC_LIB_SCRIPT_IMPORTSCOPE_H

#include "loopyc/Script/ScriptRunner.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace script {

// Directories that modules may come from: absolute, and as they were given.
using ImportDirectories = std::vector<std::pair<std::string, std::string>>;
ImportDirectories importDirectories(const ScriptOptions &options);
// A file in one of them, named as the source is.
std::string shownPath(const ImportDirectories &directories,
                      const std::string &file);

class ImportScope {
public:
  explicit ImportScope(const ScriptOptions &options);
  ~ImportScope();
  ImportScope(const ImportScope &) = delete;
  ImportScope &operator=(const ImportScope &) = delete;

  // Files of the modules that were imported since, other than those of
  // Python's installation; named as the source is.
  std::vector<std::string> importedFiles() const;

private:
  void forEachImported(
      const std::function<void(pybind11::object name, std::string file)> &visit)
      const;

  pybind11::list savedPath;
  pybind11::set savedModules;
  ImportDirectories directories;
};

} // namespace script
} // namespace loopyc

#endif
