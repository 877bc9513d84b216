/* The assumption of a kernel that did not hold, as the launcher tells it before
 * it refuses to launch. */
#ifndef RT_ASSUMPTION_H
#define RT_ASSUMPTION_H

/* Nothing was told yet, in this thread. */
void rt_forget_assumption(void);

/* Records the error RT_LAUNCH_ASSUMPTION, with what was told. */
int rt_assumption_failed(void);

#endif
