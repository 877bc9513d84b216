// c = c + a*b by OpenBLAS, square matrices in Fortran's order; under a name of its
// own, for `dgemm` is the kernel's.
#include <cblas.h>

void blas_dgemm_(const int *n, const double *a, const double *b, double *c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, *n, *n, *n, 1, a, *n, b, *n, 1, c, *n);
}
