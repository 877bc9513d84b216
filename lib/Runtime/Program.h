/* OpenCL programs for generated host code. */
#ifndef RT_PROGRAM_H
#define RT_PROGRAM_H

/* What the device's compiler said of the last program that it refused. */
const char *rt_build_log(void);

#endif
