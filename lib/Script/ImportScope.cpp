#include "ImportScope.h"

#include "Arguments.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> text(path);
  llvm::sys::fs::make_absolute(text);
  llvm::sys::path::remove_dots(text, /*remove_dot_dot=*/false);
  return std::string(text);
}

// What a compiler preprocessed on its own begins with a line marker,
// `# 1 "src/flux.F90"`; its script imports what lies beside that file.
static std::string preprocessedFrom(llvm::StringRef source) {
  llvm::StringRef line = source.take_until([](char c) { return c == '\n'; });
  if (!line.consume_front("# 1 \"") || !line.contains('"'))
    return "";
  return line.split('"').first.str();
}

ImportDirectories script::importDirectories(const ScriptOptions &options) {
  std::vector<std::string> files = {options.fileName};
  std::string original = preprocessedFrom(options.source);
  if (!original.empty())
    files.push_back(original);
  for (const ScriptText &script : options.scripts)
    files.push_back(script.fileName);
  ImportDirectories directories;
  for (const std::string &file : files) {
    std::string given = llvm::sys::path::parent_path(file).str();
    std::string directory = absolute(given.empty() ? "." : given);
    auto same = [&](const auto &known) { return known.first == directory; };
    if (std::none_of(directories.begin(), directories.end(), same))
      directories.push_back({directory, given});
  }
  return directories;
}

std::string script::shownPath(const ImportDirectories &directories,
                              const std::string &file) {
  llvm::StringRef name = file;
  for (const auto &[directory, given] : directories)
    if (name.consume_front(directory + "/")) {
      llvm::SmallString<256> shown(given);
      llvm::sys::path::append(shown, name);
      return std::string(shown);
    }
  return file;
}

ImportScope::ImportScope(const ScriptOptions &options)
    : directories(importDirectories(options)) {
  py::module_ sys = py::module_::import("sys");
  savedPath = py::list(sys.attr("path"));
  savedModules = py::set(sys.attr("modules"));
  py::list path;
  for (const auto &[directory, given] : directories)
    path.append(directory);
  sys.attr("path") = path + savedPath;
}

void ImportScope::forEachImported(
    const std::function<void(py::object, std::string)> &visit) const {
  py::module_ sys = py::module_::import("sys");
  std::vector<std::string> installed;
  for (py::handle entry : savedPath)
    installed.push_back(textOf(entry) + "/");
  py::dict modules = sys.attr("modules").attr("copy")();
  for (auto item : modules) {
    if (savedModules.contains(item.first) ||
        !py::hasattr(item.second, "__file__"))
      continue;
    py::object file = item.second.attr("__file__");
    if (!PyUnicode_Check(file.ptr()))
      continue;
    std::string name = textOf(file);
    if (std::none_of(installed.begin(), installed.end(),
                     [&](const std::string &directory) {
                       return llvm::StringRef(name).starts_with(directory);
                     }))
      visit(py::reinterpret_borrow<py::object>(item.first), name);
  }
}

std::vector<std::string> ImportScope::importedFiles() const {
  std::vector<std::string> files;
  forEachImported([&](py::object, std::string file) {
    files.push_back(shownPath(directories, file));
  });
  std::sort(files.begin(), files.end());
  return files;
}

ImportScope::~ImportScope() {
  try {
    py::module_ sys = py::module_::import("sys");
    std::vector<py::object> names;
    forEachImported(
        [&](py::object name, std::string) { names.push_back(name); });
    for (const py::object &name : names)
      sys.attr("modules").attr("pop")(name, py::none());
    sys.attr("path") = savedPath;
  } catch (py::error_already_set &) {
    // The script broke sys itself; the next run starts from what is left.
  }
}
