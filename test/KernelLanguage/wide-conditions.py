# What is chosen has its own type, whatever decides it: a comparison of 64-bit
# integers makes no 64-bit operand of the smaller one.
# REQUIRES: opencl
# RUN: %loopyc %s -Wno-serial -o %t --target=opencl,c,cuda
# RUN: FileCheck %s --check-prefix=CODE < %t.cl
# RUN: %loopyc %s -Wno-serial --target=opencl,c --check | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i]: 0<=i<n }", """
    y[i] = max(1*if(q[i] < 7, i, s[i]), i)
    z[i] = min(if(i < 7, q[i], i), s[i])
    """, [lp.GlobalArg("q", np.int64), lp.GlobalArg("s", np.int8), "..."],
    name="chosen")
RESULT = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
# CODE: lid(0)] = max(
# CODE-NEXT: (int) s[{{.*}}], 32 * gid(0) + lid(0));
# CODE: lid(0)] = min(
# CODE-NEXT: , (long) s[
# CHECK: check: chosen: opencl: ok
# CHECK: check: chosen: c: ok
