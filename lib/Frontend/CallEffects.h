// What a call may assign: variables of the callee, of its host and of modules.
#ifndef LOOPYC_LIB_FRONTEND_CALLEFFECTS_H
#define LOOPYC_LIB_FRONTEND_CALLEFFECTS_H

#include "Program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace loopyc {
namespace frontend {

// A variable, whatever it is called where it is mentioned: one of a procedure
// of the program, or of a module. Names in lower case.
struct VariableIdentity {
  std::optional<size_t> procedure;
  std::string module, name;

  bool operator<(const VariableIdentity &o) const {
    return std::tie(procedure, module, name) <
           std::tie(o.procedure, o.module, o.name);
  }
};

// Which variable the procedure's `name` is.
VariableIdentity identityOf(const Program &program, size_t procedure,
                            const std::string &name);

class CallEffects {
public:
  struct Effects {
    std::set<VariableIdentity> assigned;
    bool anything = false; // it calls what is not known
  };

  explicit CallEffects(const Program &program) : program(program) {}

  const Effects &of(size_t procedure);
  // Where its dummy procedures are these, by their names in lower case.
  using Procedures = std::map<std::string, size_t>;
  Effects of(size_t procedure, const Procedures &dummies);

private:
  class Collector;
  const Program &program;
  std::map<size_t, Effects> known;
  std::set<size_t> inProgress;
};

} // namespace frontend
} // namespace loopyc

#endif
