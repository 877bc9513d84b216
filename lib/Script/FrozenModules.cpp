#include "FrozenModules.h"

#include <Python.h>

#include <iterator>

namespace {

struct FrozenModule {
  const char *name;
  const unsigned char *code;
  int size, isPackage;
};

} // namespace

#include "FrozenModules.inc" // modules, which freeze.py wrote

void loopyc::script::useFrozenModules() {
  static struct _frozen table[std::size(modules) + 1];
  for (size_t k = 0; k < std::size(modules); ++k) {
    table[k].name = modules[k].name;
    table[k].code = modules[k].code;
    table[k].size = modules[k].size;
    table[k].is_package = modules[k].isPackage;
  }
  PyImport_FrozenModules = table;
}
