/* Regions in which names are the device's arrays: `begin host_data`. */
#ifndef RT_FORTRAN_HOSTDATA_H
#define RT_FORTRAN_HOSTDATA_H

/* Of the innermost that this thread is in, the place of its begin, as
 * "step.f90:31: begin host_data"; NULL outside of all. */
const char *rt_host_data_place(void);

#endif
