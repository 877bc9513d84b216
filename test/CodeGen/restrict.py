# `restrict` is a promise to one work-item. An array that the kernel writes and
# reads has it not on devices, as other work-items write it, too; and where what
# is read of it is one of two choices, no array has that is only read: NVIDIA's
# compiler joins the two loads, and takes both from a cache that is not coherent.
# RUN: %loopyc %s -Wno-all --target=opencl,cuda,c -o %t
# RUN: FileCheck %s --input-file=%t.cu --check-prefix=CUDA
# RUN: FileCheck %s --input-file=%t.cl --check-prefix=CL
# RUN: FileCheck %s --input-file=%t.c --check-prefix=C
import loopy as lp
import numpy as np


def kernel(name, text):
    knl = lp.make_kernel("{ [i]: 0<=i<n }", text,
                         [lp.GlobalArg("x", np.float64, shape="n + 1"), "..."],
                         name=name)
    return lp.tag_inames(knl, "i:g.0")


# CUDA: plain(const double *__restrict__ x, int n, double *__restrict__ y)
# CL: void plain(__global const double *restrict x, int n, __global double *restrict y)
# C: plain{{.*}}(const double *restrict x, int n, double *restrict y
# CUDA: update(const double *__restrict__ x, int n, double *y)
# CL: void update(__global const double *restrict x, int n, __global double *y)
# C: update{{.*}}(const double *restrict x, int n, double *restrict y
# CUDA: choice(const double *x, int n, double *y, double *__restrict__ z)
# CL: void choice(__global const double *x, int n, __global double *y, __global double *restrict z)
# C: choice{{.*}}(const double *restrict x, int n, double *restrict y
# CUDA: guarded(const double *x, int n, double *y, double *__restrict__ z)
RESULT = [
    kernel("plain", "y[i] = 2*x[i]"),
    kernel("update", "y[i] = y[i] + x[i]"),
    kernel("choice", "y[i] = 2*x[i]\nz[i] = if(i % 3 == 1, x[i + 1], y[i])"),
    kernel("guarded", "y[i] = 2*x[i]\nif x[i] > 0\n z[i] = y[i]\nelse\n z[i] = x[i + 1]\nend"),
]
