#include "DataReader.h"

#include "TokenReader.h"

#include "loopyc/Support/CloseMatches.h"

#include <map>

using namespace loopyc;
using namespace loopyc::language;

namespace {

struct Kind {
  VariableKind kind;
  AddressSpace space;
  bool isImage = false;
};

// The first word of a declaration, if another name is behind it.
const std::map<std::string, Kind> kinds = {
    {"value", {VariableKind::ValueArg, AddressSpace::Global}},
    {"global", {VariableKind::ArrayArg, AddressSpace::Global}},
    {"constant", {VariableKind::ArrayArg, AddressSpace::Constant}},
    {"image", {VariableKind::ArrayArg, AddressSpace::Global, true}},
    {"temporary", {VariableKind::Temporary, AddressSpace::Auto}}};

const std::map<std::string, AddressSpace> spaces = {
    {"auto", AddressSpace::Auto},
    {"private", AddressSpace::Private},
    {"local", AddressSpace::Local},
    {"global", AddressSpace::Global}};

template <typename Row>
std::vector<std::string> keysOf(const std::map<std::string, Row> &table) {
  std::vector<std::string> names;
  for (const auto &[name, row] : table)
    names.push_back(name);
  return names;
}

class DataReader {
public:
  DataReader(const Text &text, KernelSource &source)
      : text(text), source(source), read(text, noInames) {}

  void run() {
    source.findsOthers = false;
    for (read.skipLines(); !read.atEnd(); read.skipLines()) {
      if (read.take("..."))
        source.findsOthers = true;
      else
        declaration();
      if (!read.atLineEnd())
        read.fail("the end of the line was expected behind a declaration, but "
                  "'" +
                  read.next().text + "' was found");
    }
  }

private:
  void declaration() {
    Declaration common;
    common.kind.reset();
    if (read.next(1).kind == TokenKind::Name)
      setKind(read.takeAny(), common);
    std::vector<Token> names;
    do
      names.push_back(read.expectName("the name of a variable"));
    while (read.take(","));
    if (read.take(":"))
      type(common);
    else if (!common.kind)
      read.fail("':' and a type were expected behind the names of variables, "
                "as in 'x, y: float64[n]'");
    size_t begin = read.beginning();
    if (read.isAt("{"))
      attributes(common);
    if (std::string why = obstacleToImage(common);
        common.isImage && !why.empty())
      text.fail(why, read.since(begin));
    if (read.isAt("="))
      initializer(common);
    for (const Token &name : names) {
      source.data.push_back(common);
      source.data.back().name = name.text;
      source.data.back().range = text.range(name.span);
    }
  }

  void setKind(const Token &word, Declaration &to) const {
    auto found = kinds.find(word.text);
    if (found == kinds.end())
      text.fail("'" + word.text + "' is no kind of data" +
                    suggestion(word.text, keysOf(kinds)),
                word.span);
    to.kind = found->second.kind;
    to.space = found->second.space;
    to.isImage = found->second.isImage;
  }

  // float64[n, m], auto[n], float32
  void type(Declaration &to) {
    if (!read.takeName("auto"))
      to.type = read.typeName();
    if (!read.isAt("["))
      return;
    if (to.kind == VariableKind::ValueArg)
      read.fail("a value is a scalar and has no extents; arrays are 'global', "
                "'constant', 'image' or 'temporary'");
    read.takeAny();
    to.shape.emplace();
    while (!read.take("]")) {
      if (!to.shape->empty())
        read.expect(",", "between extents");
      size_t begin = read.beginning();
      read.expression();
      to.shape->push_back(text.str(read.since(begin)));
    }
  }

  // --- = [[1, 2], [3, 4]]

  void initializer(Declaration &to) {
    Token equals = read.takeAny();
    if (to.kind != VariableKind::Temporary)
      text.fail("a 'temporary' has values to begin with; arguments have those "
                "that are passed",
                equals.span);
    size_t begin = read.beginning();
    std::vector<std::string> shape;
    values(to, shape, 0);
    Span span = read.since(begin);
    if (to.shape && *to.shape != shape)
      text.fail("the values have another shape than is declared", span);
    to.shape = shape;
  }

  void values(Declaration &to, std::vector<std::string> &shape, size_t axis) {
    size_t begin = read.beginning();
    if (!read.take("[")) {
      to.initial.push_back(literal());
      if (axis != shape.size())
        text.fail("rows of values are of different lengths", read.since(begin));
      return;
    }
    bool isFirst = axis == shape.size() && to.initial.empty();
    if (isFirst)
      shape.push_back("");
    size_t count = 0;
    do {
      values(to, shape, axis + 1);
      ++count;
    } while (read.take(","));
    read.expect("]", "behind values");
    if (isFirst)
      shape[axis] = std::to_string(count);
    if (axis >= shape.size() || shape[axis] != std::to_string(count))
      text.fail("rows of values are of different lengths", read.since(begin));
  }

  // 1, -1.5, 2j, True
  Expr literal() {
    size_t begin = read.beginning();
    bool isNegative = read.take("-");
    NodePtr node = read.expression();
    int sign = isNegative ? -1 : 1;
    const auto *integer = node->getIf<IntegerNode>();
    if (integer && integer->isLarge && !isNegative)
      return Expr::integer(integer->value, Type::natural(8));
    if (const auto *n = integer && !integer->isLarge ? integer : nullptr)
      return Expr::integer(sign * n->value, Type::integer(8));
    if (const auto *n = node->getIf<RealNode>())
      return Expr::real(sign * n->value, Type::real(8));
    if (const auto *n = node->getIf<ImaginaryNode>())
      return Expr::complex(0, sign * n->value, Type::complex(16));
    if (const auto *n = node->getIf<TruthNode>(); n && !isNegative)
      return Expr::logical(n->value);
    text.fail("a number was expected, of those that a temporary begins with",
              read.since(begin));
  }

  // --- {order=F, strides=(n, 1)}

  void attributes(Declaration &to) {
    read.expect("{", "before attributes");
    while (!read.take("}")) {
      Token key = read.expectName("an attribute");
      if (key.text == "read_only") {
        to.isReadOnly = true;
      } else {
        read.expect("=", "behind an attribute's name");
        attribute(key, to);
      }
      if (!read.take(",") && !read.isAt("}"))
        read.fail("',' or '}' was expected behind the attribute '" + key.text +
                  "', but '" + read.next().text + "' was found");
    }
  }

  void attribute(const Token &key, Declaration &to) {
    static const std::vector<std::string> known = {
        "order",     "strides", "dim_tags", "dim_names",
        "read_only", "space",   "offset"};
    if (key.text == "order") {
      Token order = read.expectName("C or F");
      if (order.text != "C" && order.text != "F")
        text.fail("the order of axes is C or F, not '" + order.text + "'",
                  order.span);
      to.order = order.text[0];
    } else if (key.text == "space") {
      setSpace(read.expectName("an address space"), to);
    } else if (key.text == "offset") {
      size_t begin = read.beginning();
      read.expression();
      to.offset = text.str(read.since(begin));
    } else if (key.text == "strides") {
      to.axisTags = list();
      for (std::string &stride : *to.axisTags)
        stride = "stride:" + stride;
    } else if (key.text == "dim_tags") {
      to.axisTags = list();
    } else if (key.text == "dim_names") {
      to.axisNames = list();
    } else {
      text.fail("a declaration has no attribute '" + key.text + "'" +
                    suggestion(key.text, known),
                key.span);
    }
  }

  void setSpace(const Token &word, Declaration &to) const {
    auto found = spaces.find(word.text);
    if (found == spaces.end())
      text.fail("'" + word.text + "' is no address space" +
                    suggestion(word.text, keysOf(spaces)),
                word.span);
    if (to.kind != VariableKind::Temporary)
      text.fail("'space' is said of temporaries; what is 'global', "
                "'constant' or 'image' is there already",
                word.span);
    to.space = found->second;
  }

  // (N0, stride:4*n), as texts
  std::vector<std::string> list() {
    read.expect("(", "before a value for each axis");
    std::vector<std::string> items;
    for (;;) {
      size_t begin = read.beginning();
      int depth = 0;
      while (depth > 0 || !(read.isAt(",") || read.isAt(")"))) {
        depth += read.isAt("(") - read.isAt(")");
        read.takeAny();
      }
      items.push_back(text.str(read.since(begin)));
      if (items.back().empty())
        read.fail("a value for an axis was expected");
      if (!read.take(","))
        break;
    }
    read.expect(")", "behind values for axes");
    return items;
  }

  const Text &text;
  KernelSource &source;
  const IsIname noInames = [](const std::string &) { return false; };
  TokenReader read;
};

} // namespace

void language::readDataSection(const Text &text, KernelSource &source) {
  DataReader(text, source).run();
}
