#include "loopyc/IR/NoSync.h"

using namespace loopyc;

static std::string localEntry(const std::string &id) { return id + "@local"; }
static std::string globalEntry(const std::string &id) { return id + "@global"; }

NoSync loopyc::noSyncOf(const Instruction &sink, const std::string &source) {
  bool any = sink.noSyncWith.count(source) > 0;
  return {any || sink.noSyncWith.count(localEntry(source)) > 0,
          any || sink.noSyncWith.count(globalEntry(source)) > 0};
}

void loopyc::removeNoSync(Instruction &sink, const std::string &source) {
  for (const std::string &entry :
       {source, localEntry(source), globalEntry(source)})
    sink.noSyncWith.erase(entry);
}

void loopyc::assertNoSync(Instruction &sink, const std::string &source,
                          NoSync asserted) {
  NoSync known = noSyncOf(sink, source);
  known.local |= asserted.local;
  known.global |= asserted.global;
  removeNoSync(sink, source);
  if (known.local || known.global)
    sink.noSyncWith.insert(known.local && known.global ? source
                           : known.local               ? localEntry(source)
                                                       : globalEntry(source));
}

std::string loopyc::noSyncSource(const std::string &entry) {
  return entry.substr(0, entry.find('@'));
}
