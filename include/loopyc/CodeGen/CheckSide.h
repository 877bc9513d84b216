// What --check has to know of a target: how its launchers become a program, and
// how a C program gets arrays to the device and back. lib/Check asks, and finds
// and runs the tools.
#ifndef LOOPYC_CODEGEN_CHECKSIDE_H
#define LOOPYC_CODEGEN_CHECKSIDE_H

#include <string>
#include <vector>

namespace loopyc {

// C text that runs a launcher, in the order in which it is written. `{0}` is
// the number n of an argument, whose staging_n has the bytes_n of its buffer in
// the kernel's layout; in `make` and `fetch`, `{{` stands for a brace.
struct LauncherCall {
  // Before all functions.
  const char *support = "";
  // Finds the device `device_number` and writes its name to `device`; returns
  // 2 and a message (in `message`, of `size` characters) if there is none.
  const char *setUp = "";
  const char *make = "";     // buffer_n, from staging_n
  const char *argument = ""; // the buffer as the launcher wants it
  const char *queue = "";    // the launcher's first argument
  const char *event = "";    // ", " and its last
  const char *finish = "";   // waits for the launch; returns 1 and a message
  const char *fetch = "";    // staging_n, from buffer_n
};

class CheckSide {
public:
  using Words = std::vector<std::string>;

  virtual ~CheckSide();
  virtual const LauncherCall &call() const = 0;

  // --- tools
  // Is a generated file with this suffix (".c") compiled?
  virtual bool compiles(const std::string &suffix) const;
  // The compiler of launchers, and of the C around them: the first of these
  // that is there; without names, the C compiler, with DEVICE_NAME defined.
  virtual Words compilers() const { return {}; }
  // Its options. `toCarry`: for a machine with another device.
  virtual Words compilerOptions(bool toCarry) const = 0;
  // Of launchers alone.
  virtual Words kernelOptions() const { return {}; }
  virtual Words libraries(const std::string &compiler, bool toCarry) const = 0;

  // --- what may be missing
  // Files of which one is there where a device is; without names, the program
  // finds out.
  virtual Words deviceFiles() const { return {}; }
  // In messages: "CUDA".
  virtual const char *deviceName() const { return ""; }
  // In a message of compiler or linker, a text that tells that something is not
  // installed, and what that is.
  struct Missing {
    const char *text, *what;
  };
  virtual std::vector<Missing> missing() const { return {}; }
};

} // namespace loopyc

#endif
