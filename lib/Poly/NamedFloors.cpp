#include "NamedFloors.h"

using namespace loopyc;
using namespace loopyc::poly;

// Of the process, as isl's context is.
static std::map<std::string, PwAff> &namedFloors() {
  static std::map<std::string, PwAff> floors;
  return floors;
}

PwAff poly::nameFloor(const std::string &text, const PwAff &value) {
  namedFloors().try_emplace(text, value);
  return PwAff::name(text);
}

const PwAff *poly::floorOfName(const std::string &name) {
  auto known = namedFloors().find(name);
  return known == namedFloors().end() ? nullptr : &known->second;
}
