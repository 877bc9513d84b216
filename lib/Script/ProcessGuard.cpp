#include "ProcessGuard.h"

#include "PythonErrors.h"

#include "loopyc/Support/Diagnostic.h"

#include <pybind11/pybind11.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

// The process in which a script runs; 0 if none does.
static volatile pid_t guarded = 0;

static bool isGuarded() { return guarded != 0 && getpid() == guarded; }

[[noreturn]] static void endProcess(int status) {
  for (;;)
    syscall(SYS_exit_group, status);
}

// --- what Python offers

static UserError endsTheProcess(const std::string &call) {
  return UserError("script: " + call +
                   " would end loopyc before it has written anything; a "
                   "script ends after its last line, and gives up with "
                   "sys.exit(MESSAGE)");
}

// `module.name` refuses in loopyc's process, and is as it was in others.
static void refuseInside(py::module_ &module, const char *name) {
  py::object original = module.attr(name);
  std::string spelling = "os." + std::string(name);
  module.attr(name) = py::cpp_function(
      [original, spelling](py::args args, py::kwargs keywords) {
        if (isGuarded())
          throw endsTheProcess(spelling);
        return original(*args, **keywords);
      },
      py::name(name));
}

static int onEvent(const char *event, PyObject *, void *) {
  if (!isGuarded() || std::strcmp(event, "os.exec") != 0)
    return 0;
  try {
    throw endsTheProcess("os.exec");
  } catch (...) {
    setPythonError();
  }
  return -1;
}

// --- what C offers

// Only async-signal-safe calls.
[[noreturn]] static void endWithError() {
  static const char text[] =
      "loopyc: error: the script ended the process before anything was "
      "written; a script ends after its last line\n";
  ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
  (void)ignored;
  endProcess(1);
}

static void onExit() {
  if (isGuarded())
    endWithError();
}

// In the place of the C library's, for libpython and ctypes as well.
extern "C" __attribute__((noreturn, visibility("default"))) void
_exit(int status) {
  if (status == 0 && isGuarded())
    endWithError();
  endProcess(status);
}

// Before the handlers that others have registered, which may want Python.
extern "C" __attribute__((noreturn, visibility("default"))) void
exit(int status) noexcept {
  if (isGuarded())
    endWithError();
  auto *original =
      reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"));
  if (original)
    original(status);
  endProcess(status);
}

void script::guardProcessFunctions() {
  py::module_ posix = py::module_::import("posix");
  for (const char *name : {"_exit", "abort"})
    refuseInside(posix, name);
  if (PySys_AddAuditHook(onEvent, nullptr) != 0)
    throw py::error_already_set();
  std::atexit(onExit);
  std::at_quick_exit(onExit);
}

ProcessGuard::ProcessGuard() { guarded = getpid(); }

ProcessGuard::~ProcessGuard() { guarded = 0; }

void ProcessGuard::endForked(bool failed) {
  if (guarded != 0 && getpid() != guarded)
    endProcess(failed ? 1 : 0);
}
