/* A stack of its own for this thread's signal handlers: where a present array
 * is on the thread's stack, and its procedure has returned, the kernel cannot
 * write a handler's frame into closed pages. */
#ifndef RT_HANDLER_STACK_H
#define RT_HANDLER_STACK_H

/* Unless the thread has one. */
void rt_give_handler_stack(void);

#endif
