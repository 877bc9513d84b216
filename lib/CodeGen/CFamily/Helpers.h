// Small functions that generated code calls: what Fortran has and C lacks.
// Each file gets those that it uses, static.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_HELPERS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_HELPERS_H

#include "CFamily/Dialect.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace loopyc {
namespace codegen {

class Helpers {
public:
  explicit Helpers(const Dialect &dialect) : dialect(dialect) {}

  // The name of helper `key` for a type ("floor_div" of integer(4) is
  // floor_div_i32, "mul" of complex(4) cfloat_mul); its text, and that of
  // what it calls, will be in definitions().
  std::string use(const std::string &key, Type type);
  // The name of the function that updates an element atomically; the same of
  // its text. A complex number is updated part by part.
  std::string useAtomic(ReductionOp op, Type type, bool local);
  // The name of a C function, whose preambles for the target will be there.
  std::string useExternal(const ExternalCall &call, const std::string &target);
  // A definition with a name, behind those before; `make` is asked for it once.
  void define(const std::string &name,
              const std::function<std::string()> &make);
  // The name of a function that has the text, which `make` gives for a name:
  // one that is there already, or a new one like `base`.
  std::string
  useFunction(const std::string &base,
              const std::function<bool(const std::string &)> &isTaken,
              const std::function<std::string(const std::string &)> &make);
  // No such function is to have it.
  void reserve(const std::string &name) { reserved.insert(name); }
  // Of the device, that these functions need.
  const std::set<std::string> &extensions() const { return needed; }
  // Is there room in constant memory for so many bytes more? Takes them, then.
  bool takeConstants(int64_t bytes);
  // Notes that a complex type, or double precision, occurs in declarations.
  void useType(Type type);
  void useVector(Type element, int lanes);

  bool usesDouble() const { return doublePrecision; }
  bool usesComplex(int bytes) const { return complexBytes.count(bytes) != 0; }
  const std::set<std::pair<std::string, int>> &vectors() const {
    return vectorTypes;
  }

  // Every helper used, those that others call first.
  std::string definitions() const;

private:
  std::string preambleTexts() const;

  const Dialect &dialect;
  // By position in the table of helpers, then type: "i32", "f64".
  std::map<std::pair<int, std::string>, Type> used;
  // By atomicName(), and what else has a definition of its own.
  std::map<std::string, AtomicFunction> functions;
  std::vector<std::string> functionDefinitions; // callees first
  std::map<std::string, std::string> functionTexts; // of useFunction
  std::set<std::string> reserved;
  int64_t constantBytes = 0;
  std::set<std::string> needed;
  std::set<int> complexBytes;
  std::set<std::pair<std::string, int>> vectorTypes;
  bool doublePrecision = false;
  std::map<std::string, std::string> preambles; // by their keys
};

// "i32", "f64", "cfloat"
std::string typeSuffix(Type type);

} // namespace codegen
} // namespace loopyc

#endif
