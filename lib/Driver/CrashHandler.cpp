#include "loopyc/Driver/CrashHandler.h"

#include "loopyc/Driver/DeepStack.h"
#include "loopyc/Driver/Stages.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <unistd.h>

using namespace loopyc::driver;

// Only async-signal-safe calls from here to the end of the message.
static void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  (void)ignored;
}

int loopyc::driver::reportInternalFault(const char *what) {
  say("loopyc: internal error");
  if (const char *stage = currentStageName()) {
    say(" in stage ");
    say(stage);
  }
  say(": ");
  say(what);
  say("\nloopyc: this is a fault of loopyc, not of your input; please report "
      "it with the source and the command line\n");
  return exitInternalFault;
}

static const char *signalText(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "invalid memory access";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic exception";
  case SIGILL:
    return "illegal instruction";
  default:
    return "aborted";
  }
}

// The input needs more stack than there is. Where a limit of its own is known,
// an error with a location came first.
static int reportTooDeep() {
  say("loopyc: error: the input nests too deeply");
  if (const char *stage = currentStageName()) {
    say(" for stage ");
    say(stage);
  }
  say("; make statements, with variables, of the inner parts of what stands "
      "within something else many thousand times (operators, parentheses, "
      "calls, blocks, lists)\n");
  return exitInputFault;
}

static void onSignal(int signal, siginfo_t *info, void *) {
  bool fault = signal == SIGSEGV || signal == SIGBUS;
  _exit(fault && isBeyondDeepStack(info->si_addr)
            ? reportTooDeep()
            : reportInternalFault(signalText(signal)));
}

static void onTerminate() {
  const char *what = "unexpected termination";
  if (std::exception_ptr error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &known) {
      _exit(reportInternalFault(known.what()));
    } catch (...) {
      what = "unknown exception";
    }
  }
  _exit(reportInternalFault(what));
}

static void onFatalError(void *, const char *reason, bool) {
  _exit(reportInternalFault(reason));
}

void loopyc::driver::installCrashHandler() {
  // A stack of its own: the usual one may be what overflowed.
  static char alternate[64 * 1024];
  stack_t stack{};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
  std::set_terminate(onTerminate);
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onFatalError);
}
