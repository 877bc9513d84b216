#include "loopyc/IR/NoSync.h"

using namespace loopyc;

NoSync loopyc::noSyncOf(const Instruction &sink, const std::string &source) {
  auto known = sink.noSyncWith.find(source);
  return known == sink.noSyncWith.end() ? NoSync() : known->second;
}

void loopyc::assertNoSync(Instruction &sink, const std::string &source,
                          NoSync asserted) {
  if (!asserted.local && !asserted.global)
    return;
  NoSync &known = sink.noSyncWith[source];
  known.local |= asserted.local;
  known.global |= asserted.global;
}

std::string loopyc::noSyncStr(const std::string &source, NoSync asserted) {
  return asserted.local && asserted.global ? source
         : asserted.local                  ? source + "@local"
                                           : source + "@global";
}
