/* What a device's compiler said of the last program that it refused. A longer
 * log is cut off. */
#ifndef RT_BUILD_LOG_H
#define RT_BUILD_LOG_H

#include "Error.h"

void rt_keep_build_log(const char *format, ...) RT_PRINTF(1, 2);

/* Records the error RT_LAUNCH_BUILD, with the log. */
int rt_build_failed(void);

#endif
