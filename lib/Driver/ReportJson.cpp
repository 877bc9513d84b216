// Reports for programs; docs/report.md has the schema.
#include "loopyc/Driver/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

// Raised where the meaning of what is there changes; more may be added.
static constexpr int schemaVersion = 1;

namespace {

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out, 2) {}

  void report(const std::vector<FileReport> &files) {
    json.object([&] {
      json.attribute("version", schemaVersion);
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
    objects("nests", f.nests, [&](const NestReport &n) { nest(n); });
  }

  static const char *placeName(NestReport::Place place) {
    switch (place) {
    case NestReport::Place::Kernel:
      return "kernel";
    case NestReport::Place::Region:
      return "region";
    case NestReport::Place::Host:
      return "host";
    }
    return "";
  }

  void nest(const NestReport &n) {
    json.attribute("first_line", n.lines.first);
    json.attribute("last_line", n.lines.last);
    text("loop", n.header);
    text("procedure", n.procedure);
    json.attribute("place", placeName(n.place));
    json.attribute("parallel", n.isParallel);
    if (!n.kernel.empty())
      text("kernel", n.kernel);
    if (!n.isParallel)
      json.attributeObject("reason", [&] {
        text("kind", n.reasonKind);
        text("message", n.reason);
        place(n.reasonRange);
      });
    objects("loops", n.loops, [&](const LoopReport &l) { loop(l); });
    if (n.place == NestReport::Place::Host)
      return;
    json.attributeObject("costs", [&] {
      if (!n.costs.operations.empty()) {
        text("operations", n.costs.operations);
        text("bytes_read", n.costs.bytesRead);
        text("bytes_written", n.costs.bytesWritten);
      }
      strings("assumptions", n.costs.assumptions);
      strings("uncounted", n.costs.uncounted);
    });
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

  void loop(const LoopReport &l) {
    json.attribute("line", l.line);
    text("loop", l.header);
    text("iname", l.finding.iname);
    json.attribute("kind", kindName(l.finding.kind));
    json.attribute("spread", l.isSpread);
    if (!l.finding.boundComputed.empty())
      text("bound_computed", l.finding.boundComputed);
    objects("carries", l.finding.conflicts,
            [&](const LoopConflict &c) { conflict(c); });
    objects("reductions", l.finding.reductions, [&](const LoopReduction &r) {
      text("variable", r.variable);
      if (!r.operation.empty())
        text("operation", r.operation);
    });
    strings("private", l.finding.privates);
    objects("loops", l.loops, [&](const LoopReport &inner) { loop(inner); });
  }

  void conflict(const LoopConflict &c) {
    json.attribute("dependence", dependenceKindName(c.kind));
    text("variable", c.variable);
    if (c.distance)
      json.attribute("distance", *c.distance);
    if (!c.unknownSubscript.empty())
      text("unknown_subscript", c.unknownSubscript);
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
