#include "FortranHost/MapAssertions.h"

#include "loopyrt.h"

#include "llvm/Support/Path.h"

using namespace loopyc;
using namespace loopyc::codegen;

bool codegen::hasMapAssertion(const OffloadArgument &argument) {
  return argument.isArray() && argument.isUsed() && argument.variable->map;
}

static int factsOf(const MapFacts &facts) {
  return (facts.injective ? LOOPYRT_MAP_INJECTIVE : 0) |
         (facts.increasing ? LOOPYRT_MAP_INCREASING : 0) |
         (facts.strictlyIncreasing ? LOOPYRT_MAP_STRICTLY_INCREASING : 0) |
         (facts.lower ? LOOPYRT_MAP_LOWER : 0) |
         (facts.upper ? LOOPYRT_MAP_UPPER : 0);
}

// The script's line, "flux.f90:12: assert_map", as far as it is known.
static std::string placeOf(const Kernel &kernel, const Variable &map) {
  std::string place = "assert_map";
  for (const HistoryEntry &entry : kernel.history) {
    bool isOfMap = false;
    for (const std::string &remark : entry.remarks)
      isOfMap |= remark.find("'" + map.name + "'") != std::string::npos;
    if (entry.transformation == "assert_map" && isOfMap &&
        entry.scriptRange.known())
      place = llvm::sys::path::filename(entry.scriptRange.fileName()).str() +
              ":" + std::to_string(entry.scriptRange.line) + ": assert_map";
  }
  return place;
}

std::string codegen::mapAssertionText(
    const Kernel &kernel, const OffloadArgument &argument,
    const std::function<std::string(const Expr &)> &index) {
  const MapFacts &facts = *argument.variable->map;
  auto bound = [&](const Expr &e) { return e ? index(e) : "0_8"; };
  return commaJoined(
      {std::to_string(argument.type.bytes) + "_c_int",
       std::to_string(factsOf(facts)) + "_c_int", bound(facts.lower),
       bound(facts.upper),
       "\"" + placeOf(kernel, *argument.variable) + "\" // c_null_char"});
}
