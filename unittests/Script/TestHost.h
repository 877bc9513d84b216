// A host for scripts under test: its front end is a function, and there are no
// stages behind.
#ifndef LOOPYC_UNITTESTS_SCRIPT_TESTHOST_H
#define LOOPYC_UNITTESTS_SCRIPT_TESTHOST_H

#include "loopyc/Script/Host.h"

#include <functional>

namespace loopyc {
namespace script {

struct TestHost : Host {
  std::function<TranslationUnit(const SourceText &)> parse;
  std::vector<Untranslated> refused;
  std::string applied; // "assume(axpy) "

  TranslationUnit parseFortran(const SourceText &source) override {
    return parse(source);
  }
  std::vector<Untranslated> untranslated() const override { return refused; }
  std::optional<Diagnostic>
  whyNoKernel(const std::string &name) const override {
    for (const Untranslated &one : refused)
      if (one.name == name)
        return one.reason;
    return std::nullopt;
  }
  std::optional<std::string> scriptIn(const SourceText &) const override {
    return std::nullopt;
  }
  void transformed(const std::string &transformation, const Kernel &,
                   const Kernel &after) override {
    applied += transformation + "(" + after.name + ") ";
  }
  Kernel preprocessed(const Kernel &) const override { missing(); }
  ScheduledKernel scheduled(const Kernel &) const override { missing(); }
  GeneratedCode generated(const std::vector<Kernel> &) const override {
    missing();
  }
  void compare(const Kernel &, const Kernel &,
               const std::map<std::string, std::string> &) override {
    missing();
  }

private:
  [[noreturn]] static void missing() {
    throw InternalError("a test of scripts has no such stage");
  }
};

} // namespace script
} // namespace loopyc

#endif
