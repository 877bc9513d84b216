// Views of arrays as they are written, in calls of kernels (Calls.h):
//
//   [i]: a[i, j]     a[:, j]     a[2:n:2]     []: a[3]
#include "Calls.h"
#include "TokenReader.h"

using namespace loopyc;
using namespace loopyc::language;

NodePtr TokenReader::view() {
  size_t begin = beginning();
  expect("[", "before the inames of a view");
  ViewNode view;
  while (!take("]")) {
    if (!view.inames.empty())
      expect(",", "between the inames of a view");
    Token iname = expectName("an iname of a view");
    if (!isIname(iname.text))
      text.fail("'" + iname.text +
                    "' is no iname; a view '[i]: a[i, j]' names "
                    "inames of the domains",
                iname.span);
    for (const Word &other : view.inames)
      if (other.text == iname.text)
        text.fail("a view has each iname once", iname.span);
    view.inames.push_back({iname.text, iname.span});
  }
  expect(":", "behind the inames of a view, as in '[i]: a[i, j]'");
  size_t place = beginning();
  view.element = named();
  const auto *element = view.element->getIf<SubscriptNode>();
  if (!element)
    text.fail("a view is of an array, as in '[i]: a[i, j]'", since(place));
  for (const NodePtr &subscript : element->subscripts)
    if (subscript->getIf<SliceNode>())
      text.fail("a view has inames in front of it or slices in its subscripts, "
                "not both",
                subscript->span);
  return make(std::move(view), begin);
}

// i + 1, or first:end:step
NodePtr TokenReader::subscript() {
  size_t begin = beginning();
  auto atPartEnd = [&] { return isAt(":") || isAt(",") || isAt("]"); };
  NodePtr first = isAt(":") ? nullptr : expression();
  if (!take(":"))
    return first;
  NodePtr end = atPartEnd() ? nullptr : expression();
  NodePtr step = take(":") && !atPartEnd() ? expression() : nullptr;
  return make(SliceNode{first, end, step}, begin);
}

// The bracket is behind. a[()] is a[], a scalar.
NodeList TokenReader::subscripts() {
  if (isAt("(") && next(1).is(")")) {
    takeAny();
    takeAny();
    expect("]", "behind '()'");
    return {};
  }
  NodeList result;
  while (!take("]")) {
    if (!result.empty()) {
      expect(",", "between subscripts");
      if (take("]"))
        break;
    }
    result.push_back(subscript());
  }
  return result;
}

// --- where views stand

// a[:, j] is a view, too.
static NodePtr asView(const NodePtr &node) {
  const auto *element = node->getIf<SubscriptNode>();
  if (element)
    for (const NodePtr &subscript : element->subscripts)
      if (subscript->getIf<SliceNode>())
        return std::make_shared<const Node>(
            Node{ViewNode{{}, node}, node->span});
  return node;
}

static void refuseInside(const NodePtr &node, const Text &text) {
  walk(node, [&](const Node &each) {
    if (each.getIf<ViewNode>() || each.getIf<SliceNode>())
      text.fail("a view of an array, '[i]: a[i, j]' or 'a[:, j]', is an "
                "argument or a result where a kernel is called by an "
                "instruction of its own: '[i]: y[i] = f([j]: x[j])'",
                each.span);
    return true;
  });
}

static void refuseInsideView(const NodePtr &node, const Text &text) {
  const auto *view = node->getIf<ViewNode>();
  if (!view)
    return refuseInside(node, text);
  for (const NodePtr &subscript : operands(*view->element)) {
    NodeList parts = subscript->getIf<SliceNode>() ? operands(*subscript)
                                                   : NodeList{subscript};
    for (const NodePtr &part : parts)
      refuseInside(part, text);
  }
}

void language::findViews(AssignmentText &assignment, const Text &text) {
  const auto *call = assignment.value->getIf<CallNode>();
  if (!call) {
    refuseInside(assignment.value, text);
    for (const NodePtr &assignee : assignment.assignees)
      refuseInside(assignee, text);
    return;
  }
  NodeList arguments;
  for (const NodePtr &argument : call->arguments)
    arguments.push_back(asView(argument));
  for (NodePtr &assignee : assignment.assignees)
    assignee = asView(assignee);
  for (const NodeList &list : {arguments, assignment.assignees})
    for (const NodePtr &node : list)
      refuseInsideView(node, text);
  assignment.value = withOperands(assignment.value, arguments);
}
