// The Python classes of counts: what is counted (Op, MemAccess, Sync), how
// often (PwQPolynomial), and maps from one to the other (ToCountMap).
#ifndef LOOPYC_LIB_SCRIPT_COUNTCLASSES_H
#define LOOPYC_LIB_SCRIPT_COUNTCLASSES_H

#include "loopyc/Poly/PwQPolynomial.h"

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace loopyc {
namespace script {

// What a field of a key holds.
enum class FieldKind { Plain, Type, Strides };

struct KeyField {
  const char *name;
  FieldKind kind = FieldKind::Plain;
};

// Op, MemAccess and Sync: records whose fields may be None.
struct KeyClass {
  const char *name;
  const char *doc;
  std::vector<KeyField> fields;

  size_t indexOf(const std::string &field) const; // throws AttributeError
};
extern const KeyClass opClass, memAccessClass, syncClass;

struct CountKey {
  const KeyClass *of = nullptr;
  std::vector<pybind11::object> values; // by field, normalised

  explicit CountKey(const KeyClass &of);
  // A value of the field, as keys of this class keep it. Throws TypeError.
  void set(const std::string &field, pybind11::handle value);
  pybind11::object get(const std::string &field) const {
    return values[of->indexOf(field)];
  }
  std::string str() const;      // as the seeds print it
  std::string identity() const; // equal for equal keys
  pybind11::object toPython() const;
};
// Null if it is something else.
const CountKey *asCountKey(pybind11::handle object);

// loopy.PwQPolynomial
struct PolynomialHandle {
  poly::PwQPolynomial value;
};

// loopy.ToCountMap: in the order in which it was filled.
struct CountMap {
  pybind11::dict counts;
  pybind11::tuple remarks;

  // Adds to what is there under the key.
  void add(pybind11::handle key, pybind11::handle count);
  void add(const CountKey &key, const poly::PwQPolynomial &count);
};

// "key : count" lines, in alphabetical order.
std::string stringified(pybind11::handle mapping);

void addCountKeyClasses(pybind11::module_ &module);
// Of keys and maps, when a script names one or counts are made.
void addCountClasses();
void makeCountClasses();

} // namespace script
} // namespace loopyc

#endif
