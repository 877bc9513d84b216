#include "Interpreter.h"

#include "FrozenModules.h"
#include "LoopyModule.h"
#include "ProcessGuard.h"

#include "loopyc/Support/Diagnostic.h"

#include <pybind11/embed.h>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static void require(PyStatus status) {
  if (PyStatus_Exception(status))
    throw InternalError(std::string("Python does not start: ") +
                        (status.err_msg ? status.err_msg : "no reason given"));
}

static void appendPath(PyConfig &config, const std::string &directory) {
  wchar_t *wide = Py_DecodeLocale(directory.c_str(), nullptr);
  if (!wide)
    throw InternalError("Python cannot read the path " + directory);
  PyStatus status = PyWideStringList_Append(&config.module_search_paths, wide);
  PyMem_RawFree(wide);
  require(status);
}

// The standard library; then packages that are installed for all users, which
// cost nothing until a script imports one.
static void setSearchPath(PyConfig &config) {
  std::string library = LOOPYC_PYTHON_STDLIB;
  size_t slash = library.rfind('/');
  std::string prefix = library.substr(0, slash);
  std::string version = library.substr(slash + 1);
  config.module_search_paths_set = 1;
  appendPath(config, library);
  appendPath(config, library + "/lib-dynload");
  appendPath(config, "/usr/local/lib/" + version + "/dist-packages");
  appendPath(config, prefix + "/python3/dist-packages");
}

static void initialise(PyConfig &config) {
  config.site_import = 0;
  config.write_bytecode = 0;
  config.install_signal_handlers = 0;
  // Sets of names are iterated over in the same order in every run.
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  require(PyConfig_SetBytesString(&config, &config.executable,
                                  LOOPYC_PYTHON_EXECUTABLE));
  setSearchPath(config);
  require(Py_InitializeFromConfig(&config));
}

void script::startPython() {
  if (Py_IsInitialized())
    return;
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;
  // The program's own, whose memory is in large pages.
  before.allocator = PYMEM_ALLOCATOR_MALLOC;
  require(Py_PreInitialize(&before));

  useFrozenModules();
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  try {
    initialise(config);
  } catch (...) {
    PyConfig_Clear(&config);
    throw;
  }
  PyConfig_Clear(&config);
  try {
    guardProcessFunctions();
    addLoopyModules();
  } catch (py::error_already_set &error) {
    throw InternalError(std::string("module loopy does not start: ") +
                        error.what());
  }
}
