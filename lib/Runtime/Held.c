#include "Held.h"
#include "Error.h"
#include "Fallback.h"
#include "Settings.h"

/* Calls that hold ranges, or want them. */
static loopyrt_call *first;
static int waiting;
static uint64_t next_ticket = 1;

/* One for each thread: its address tells threads apart. */
static _Thread_local char this_thread;

static void enlist(loopyrt_call *call) {
  if (call->listed)
    return;
  call->listed = true;
  call->thread = &this_thread;
  call->next = first;
  first = call;
}

/* Those who wait look again. */
static void tell(void) {
  if (waiting)
    rt_tell_change();
}

static bool collide(const struct rt_argument *a, const struct rt_argument *b) {
  return a->address < b->address + b->bytes &&
         b->address < a->address + a->bytes && (rt_writes(a) || rt_writes(b)) &&
         !(a->in_place && b->in_place);
}

/* Who waits longer goes first. Who runs an original procedure may hold the
 * ranges of another, in which it is called: it waits for nobody that waits. */
static bool goes_first(const loopyrt_call *call, const loopyrt_call *other,
                       const struct rt_argument *argument) {
  return argument->range == RT_RANGE_HELD ||
         (argument->range == RT_RANGE_WANTED && !call->original &&
          other->ticket && (!call->ticket || other->ticket < call->ticket));
}

static bool stands_in_the_way(const loopyrt_call *call,
                              const struct rt_argument *wanted,
                              const loopyrt_call *other) {
  for (int i = 0; i < other->ranges; ++i)
    if (goes_first(call, other, &other->arguments[i]) &&
        collide(wanted, &other->arguments[i]))
      return true;
  return false;
}

/* The call that keeps this one from what it wants, or NULL: first one whose
 * original procedure runs. */
static const loopyrt_call *in_the_way(const loopyrt_call *call,
                                      const struct rt_argument **wanted) {
  const loopyrt_call *result = NULL;
  for (const loopyrt_call *other = first; other; other = other->next)
    for (int i = 0; other->thread != call->thread && i < call->ranges; ++i)
      if (call->arguments[i].range == RT_RANGE_WANTED &&
          (!result || other->original) &&
          stands_in_the_way(call, &call->arguments[i], other)) {
        result = other;
        *wanted = &call->arguments[i];
      }
  return result;
}

static void set_ranges(loopyrt_call *call, enum rt_range from,
                       enum rt_range to) {
  for (int i = 0; i < call->ranges; ++i)
    if (call->arguments[i].range == from)
      call->arguments[i].range = to;
}

/* What others want is not any more what they copied. */
static void mark_changed(const struct rt_argument *written,
                         const loopyrt_call *call) {
  for (loopyrt_call *other = first; other; other = other->next)
    for (int i = 0; other != call && i < other->ranges; ++i)
      if (other->arguments[i].range == RT_RANGE_WANTED &&
          collide(written, &other->arguments[i]))
        other->arguments[i].changed = true;
}

static void take_all(loopyrt_call *call) {
  set_ranges(call, RT_RANGE_WANTED, RT_RANGE_HELD);
  for (int i = 0; waiting && i < call->ranges; ++i)
    if (call->arguments[i].range == RT_RANGE_HELD &&
        rt_writes(&call->arguments[i]))
      mark_changed(&call->arguments[i], call);
}

static void wait_for(loopyrt_call *call, const loopyrt_call *other,
                     const struct rt_argument *wanted) {
  if (!call->ticket) {
    call->ticket = next_ticket++;
    rt_log(1,
           "%s: %s: waits for %s in another thread, as both are copied whole "
           "for the call; where the array is present, they run side by side",
           call->procedure, wanted->name, other->procedure);
  }
  ++waiting;
  rt_wait_for_change();
  --waiting;
}

static int refuse(loopyrt_call *call, const loopyrt_call *other) {
  set_ranges(call, RT_RANGE_WANTED, RT_RANGE_FREE);
  tell();
  return rt_fail(RT_ERROR_ON_HOST,
                 "it shares elements with an argument of %s, which runs on the "
                 "host in another thread",
                 other->procedure);
}

int rt_hold(loopyrt_call *call, struct rt_argument *argument) {
  const struct rt_argument *wanted = NULL;
  const loopyrt_call *other;
  enlist(call);
  argument->range = RT_RANGE_WANTED;
  call->ranges = (int)(argument - call->arguments) + 1;
  while ((other = in_the_way(call, &wanted))) {
    /* Whoever waits for these goes on. */
    set_ranges(call, RT_RANGE_HELD, RT_RANGE_WANTED);
    tell();
    if (other->original)
      return refuse(call, other);
    wait_for(call, other, wanted);
  }
  take_all(call);
  return LOOPYRT_SUCCESS;
}

void rt_hold_for_original(loopyrt_call *call) {
  const struct rt_argument *wanted = NULL;
  const loopyrt_call *other;
  enlist(call);
  call->original = true;
  call->ranges = call->count;
  for (int i = 0; i < call->count; ++i) {
    struct rt_argument *argument = &call->arguments[i];
    argument->in_place = true;
    if (argument->bytes && !argument->entry)
      argument->range = RT_RANGE_WANTED;
  }
  tell();
  while ((other = in_the_way(call, &wanted)))
    wait_for(call, other, wanted);
  take_all(call);
  tell();
}

void rt_let_go(loopyrt_call *call) {
  loopyrt_call **link = &first;
  if (!call->listed)
    return;
  while (*link != call)
    link = &(*link)->next;
  *link = call->next;
  call->listed = false;
  tell();
}

void rt_forget_held(void) {
  first = NULL;
  waiting = 0;
}
