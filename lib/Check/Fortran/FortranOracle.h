// The oracle of Fortran: compiled as it stands, and called through
// a wrapper with C's calling convention that the Fortran compiler makes for us
// (no guesses at mangled names).
#ifndef LOOPYC_LIB_CHECK_FORTRAN_FORTRANORACLE_H
#define LOOPYC_LIB_CHECK_FORTRAN_FORTRANORACLE_H

#include "Branches.h"
#include "Fortran/OracleWrapper.h"
#include "Objects.h"
#include "Oracle.h"
#include "Toolchain.h"

#include "loopyc/Source/Fortran/PublicVariables.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

class FortranOracle final : public Oracle {
public:
  FortranOracle(const Workspace &workspace, const CheckInput &input);

  Parts build(const KernelObjects &objects, const std::string &name) override;
  const Words &linkCommand() const override { return compiler; }
  const char *what() const override { return "the original Fortran"; }

private:
  // Objects of a source and of the modules that it may use.
  struct Compiled {
    std::shared_ptr<const std::string> source;
    Words objects;
    std::vector<SourceCondition> conditions; // that it counts
  };

  struct Attempt {
    bool counting; // the branches of regions, too
    ComponentForm components;
    bool unprotected; // variables that modules protect are not
  };
  std::optional<Parts> build(const KernelObjects &objects,
                             const std::string &name, bool unprotected,
                             std::string &messages);
  std::optional<Parts> buildBeside(const KernelObjects &objects,
                                   const std::string &name,
                                   const Attempt &attempt,
                                   std::string &messages);
  std::optional<Parts> buildInModule(const KernelObjects &objects,
                                     const std::string &name,
                                     const Attempt &attempt,
                                     std::string &messages);
  std::vector<SourceCondition> wrapRegion(Words &lines, const Origin &origin,
                                          bool counting);
  const Compiled *tryToCompile(const Origin &origin, bool unprotected,
                               std::string &messages);
  const Compiled &compileSources(const Origin &origin, bool unprotected);
  Words moduleSources(const source::Language &language, bool unprotected);
  // Copies of texts that wrappers can be compiled with.
  Words withAccessors(const Words &lines, const std::string &fileName) const;
  Origin preparedOrigin(const Origin &origin, bool unprotected) const;
  std::string preparedFile(const std::string &file, size_t number,
                           bool unprotected) const;
  std::shared_ptr<const std::string>
  withoutOthers(const Origin &origin, const std::vector<int> &errors) const;
  std::string compileCounting(const Origin &origin, const std::string &stem,
                              const std::string &object, Compiled &result);
  std::vector<SourceCondition> wrapKernels(Words &lines, const Origin &origin);
  // As its compiler can read it: concurrent loops without locality.
  Origin readableOrigin(Origin origin) const;
  Words linesAsWritten(const source::Language &language,
                       const std::string &text,
                       const std::string &fileName) const;
  bool hasForm(const KernelObjects &objects, ComponentForm components) const;
  Words freeLines(const Origin &origin) const;
  Words freeLines(const source::Language &language, const std::string &text,
                  const std::string &fileName) const;
  // Of kernels of the kernel language that the source calls: CalledKernels.cpp
  const Words &calledObjects();
  Words options() const;
  std::string compile(const std::string &source, const std::string &object,
                      std::string &messages) const;

  const Workspace &workspace;
  const CheckInput &input;
  Words compiler;
  std::deque<Compiled> compiled;
  // What wrappers need of modules that keep it to themselves.
  std::vector<fortran::NamedVariable> reached;
  std::optional<Words> modules[2]; // once asked for; the second unprotected
  std::optional<Words> ofCalled;   // once somebody asked
  int conditionCount = 0; // so far, which numbers them
};

} // namespace check
} // namespace loopyc

#endif
