// Reports for programs; docs/report.md has the schema.
#include "loopyc/Driver/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

// Raised where the meaning of what is there changes; more may be added. Names
// and forms of what `nests` has are promised (docs/report.md).
static constexpr int schemaVersion = 1;

namespace {

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out, 2) {}

  void report(const std::vector<FileReport> &files) {
    json.object([&] {
      json.attribute("version", schemaVersion);
      json.attributeArray("nests", [&] {
        for (const FileReport &f : files)
          for (const NestReport &n : f.nests)
            json.object([&] { nest(f.file, n); });
      });
      objects("files", files, [&](const FileReport &f) { file(f); });
      json.attributeObject("summary", [&] { summary(summaryOf(files)); });
    });
  }

private:
  template <typename Range, typename Write>
  void objects(const char *name, const Range &range, const Write &write) {
    json.attributeArray(name, [&] {
      for (const auto &item : range)
        json.object([&] { write(item); });
    });
  }

  void strings(const char *name, const std::vector<std::string> &list) {
    json.attributeArray(name, [&] {
      for (const std::string &text : list)
        json.value(valid(text));
    });
  }

  // Sources may be in any encoding.
  static std::string valid(const std::string &text) {
    return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
  }
  void text(const char *name, const std::string &value) {
    json.attribute(name, valid(value));
  }
  void textOrNull(const char *name, const std::string &value) {
    if (value.empty())
      json.attribute(name, nullptr);
    else
      text(name, value);
  }

  void place(const SourceRange &range) {
    if (!range.known())
      return;
    text("file", range.fileName());
    json.attribute("line", range.line);
    json.attribute("column", range.column);
  }

  void reason(const Diagnostic &why) {
    text("message", why.message);
    place(why.range);
  }

  void file(const FileReport &f) {
    text("file", f.file);
    json.attribute("analysed", f.isAnalysed);
    objects("errors", f.errors, [&](const Diagnostic &e) { reason(e); });
    objects("procedures", f.procedures,
            [&](const frontend::SurveyedProcedure &p) {
              text("name", p.name);
              json.attribute("kind", p.kind);
              json.attribute("line", p.line);
              json.attribute("kernel", !p.reason);
              if (p.reason)
                json.attributeObject("reason", [&] { reason(*p.reason); });
            });
  }

  static const char *statusName(NestReport::Place place) {
    switch (place) {
    case NestReport::Place::Kernel:
      return "kernel";
    case NestReport::Place::Region:
      return "possible";
    case NestReport::Place::Host:
      return "host";
    }
    return "";
  }

  // Why it is not parallel, or in no kernel as the source stands.
  void reasonOf(const NestReport &n) {
    const bool isSerial = !n.isParallel;
    const std::string &why = isSerial ? n.reason : n.whyNotYet.message;
    textOrNull("reason", why);
    if (isSerial)
      text("reason_kind", n.reasonKind);
    const SourceRange &range = isSerial ? n.reasonRange : n.whyNotYet.range;
    if (!why.empty() && range.known())
      json.attributeObject("reason_place", [&] { place(range); });
  }

  void nest(const std::string &file, const NestReport &n) {
    text("file", file);
    json.attribute("first", n.lines.first);
    json.attribute("last", n.lines.last);
    text("loop", n.header);
    text("procedure", n.procedure);
    json.attribute("status", statusName(n.place));
    textOrNull("kernel", n.kernel);
    json.attribute("parallel", n.isParallel);
    reasonOf(n);
    json.attributeArray("loops", [&] {
      for (const LoopReport &l : n.loops)
        loop(l, 0, n.place == NestReport::Place::Host);
    });
    reductions(allReductions(n.loops));
    strings("private", n.loops.empty() ? std::vector<std::string>()
                                       : n.loops.front().finding.privates);
    costs(n.costs);
  }

  void costs(const NestCosts &c) {
    const std::pair<const char *, const CostFormula *> all[] = {
        {"bytes", &c.bytes},
        {"bytes_read", &c.bytesRead},
        {"bytes_written", &c.bytesWritten},
        {"operations", &c.operations}};
    for (const auto &[name, formula] : all)
      textOrNull(name, formula->text);
    json.attributeObject("precision", [&] {
      for (const auto &[name, formula] : all)
        if (!formula->text.empty())
          json.attribute(name, precisionName(formula->precision));
    });
    strings("assumptions", c.assumptions);
    strings("estimates", c.estimates);
    strings("uncounted", c.uncounted);
  }

  static void addReductions(const std::vector<LoopReport> &loops,
                            std::vector<LoopReduction> &all) {
    for (const LoopReport &l : loops) {
      for (const LoopReduction &r : l.finding.reductions)
        if (!llvm::is_contained(all, r))
          all.push_back(r);
      addReductions(l.loops, all);
    }
  }
  static std::vector<LoopReduction>
  allReductions(const std::vector<LoopReport> &loops) {
    std::vector<LoopReduction> all;
    addReductions(loops, all);
    return all;
  }

  void reductions(const std::vector<LoopReduction> &all) {
    objects("reductions", all, [&](const LoopReduction &r) {
      text("variable", r.variable);
      textOrNull("operation", r.operation);
    });
  }

  static const char *precisionName(CostFormula::Precision precision) {
    switch (precision) {
    case CostFormula::Precision::Exact:
      return "exact";
    case CostFormula::Precision::AtMost:
      return "at most";
    case CostFormula::Precision::About:
      return "about";
    case CostFormula::Precision::Partial:
      return "partial";
    }
    return "";
  }

  static const char *kindName(LoopFinding::Kind kind) {
    switch (kind) {
    case LoopFinding::Kind::Parallel:
      return "parallel";
    case LoopFinding::Kind::Reduction:
      return "reduction";
    case LoopFinding::Kind::Scan:
      return "scan";
    case LoopFinding::Kind::Serial:
      return "serial";
    }
    return "";
  }

  // May its iterations run in any order?
  static bool isParallel(const LoopFinding &finding) {
    return finding.kind == LoopFinding::Kind::Parallel ||
           finding.kind == LoopFinding::Kind::Reduction;
  }

  // And those inside, behind it.
  void loop(const LoopReport &l, int depth, bool isOnHost) {
    json.object([&] {
      text("variable", l.variable);
      json.attribute("depth", depth);
      json.attribute("line", l.line);
      text("loop", l.header);
      text("iname", l.finding.iname);
      json.attribute("parallel", !isOnHost && isParallel(l.finding));
      if (isOnHost)
        json.attribute("kind", nullptr);
      else
        json.attribute("kind", kindName(l.finding.kind));
      json.attribute("spread", l.isSpread);
      textOrNull("bound_computed", l.finding.boundComputed);
      objects("carries", l.finding.conflicts,
              [&](const LoopConflict &c) { conflict(c); });
      reductions(l.finding.reductions);
      strings("private", l.finding.privates);
    });
    for (const LoopReport &inner : l.loops)
      loop(inner, depth + 1, isOnHost);
  }

  void conflict(const LoopConflict &c) {
    text("variable", c.variable);
    json.attribute("kind", dependenceKindName(c.kind));
    json.attribute("distance", c.distance);
    textOrNull("unknown_subscript", c.unknownSubscript);
    json.attributeObject("source", [&] { end(c.source); });
    json.attributeObject("sink", [&] { end(c.sink); });
  }

  void end(const LoopConflict::End &e) {
    json.attribute("access", e.isWrite ? "write" : "read");
    text("reference", e.reference);
    place(e.range);
  }

  void summary(const ReportSummary &s) {
    json.attribute("files", s.files);
    json.attribute("files_with_errors", s.filesWithErrors);
    json.attribute("nests", s.nests);
    json.attribute("parallel_in_kernels", s.inKernels);
    json.attribute("parallel_in_regions", s.inRegions);
    json.attribute("serial", s.serial);
    json.attribute("on_host", s.onHost);
    objects("reasons", s.reasons, [&](const ReportSummary::Reason &r) {
      text("kind", r.kind);
      json.attribute("nests", r.nests);
      text("first", r.first);
    });
  }

  llvm::json::OStream json;
};

} // namespace

std::string driver::reportJson(const std::vector<FileReport> &files) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Writer(out).report(files);
  out << "\n";
  return text;
}
