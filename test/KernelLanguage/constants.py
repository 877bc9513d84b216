# Constant memory has room for 64 KiB: what is beyond is in global memory.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c,cuda --check -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=CUDA --input-file=%t.cu
import loopy as lp
import numpy as np


def table(name, size):
    return lp.TemporaryVariable(name, initializer=np.array([float(k % 7) for k in range(size)]),
                                read_only=True)


knl = lp.make_kernel(
    "{ [i]: 0<=i<8000 }", "y[i] = a[i] + b[i % 100] + c[i % 50]*p[i % 9] + q[i]",
    [table("a", 8000), table("b", 100), table("c", 200),
     lp.ConstantArg("p", np.float64, shape=9),
     lp.ConstantArg("q", np.float64, shape=8193), "..."], name="sums")
# CL-LABEL: void sums(
# CL-SAME: __constant const double *restrict p
# CL-SAME: __global const double *restrict q
# CL: 'q' is beyond constant memory, 65536 bytes, and is in global memory
# CL: __constant double a[8000] = {
# CL: __constant double b[100] = {
# CL: 'c' is beyond the constant memory of a file, 65536 bytes: not every device has room for it
# CL-NEXT: __constant double c[200] = {
# CUDA: static __constant__ const double a[8000] = {
# CUDA: static __constant__ const double b[100] = {
# CUDA: 'c' is beyond the constant memory of a file, 65536 bytes, and is in global memory
# CUDA-NEXT: static const double c[200] = {
# CHECK-DAG: check: sums: opencl: ok
# CHECK-DAG: check: sums: c: ok
RESULT = lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")
