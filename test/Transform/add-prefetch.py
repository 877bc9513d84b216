# RUN: %loopyc %inputs/tiles.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/tiles.f90 --transform=%s --set CASE=errors -fsyntax-only
# RUN: not %loopyc %inputs/tiles.f90 --transform=%s --set CASE=race -o %t 2>&1 | FileCheck %s --check-prefix=RACE
CASE = globals().get("CASE")
kernels = lp.parse_fortran(SOURCE, FILENAME)
tiled = lp.split_iname(kernels, "i", 16, outer_tag="g.0", inner_tag="l.0")
RESULT = kernels


def refused(message, name, *args, **kwargs):
    try:
        lp.add_prefetch(tiled[name], *args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


if CASE == "errors":
    refused("has no argument or temporary 'uu'; did you mean 'u'", "stencil",
            "uu")
    refused("'n' is a scalar passed by value; there is nothing to fetch",
            "stencil", "n")
    refused("array 'u' has 1 axes, but the pattern has 2", "stencil",
            "u[:, :]")
    refused("should be an array, or a pattern such as a[i, :]", "stencil",
            "u[:")
    refused("has no read of 'a' of the form a[j, a_dim_1]; it has "
            "a[i_inner + 16*i_outer, 0], a[i_inner + 16*i_outer, j]",
            "matvec", "a[j, :]")
    refused("matches no instruction", "matvec", "a", within="writes:x")
    refused("the index idx[i_inner + 16*i_outer] - 1 is not an affine "
            "function of inames and parameters", "gather", "u", "i_inner")
    refused("the value that 'v_0' uses depends on u[u_dim_0], which 'u_0' "
            "overwrites in between, for example at (j = 0, i_1 = ", "sweeps",
            "u", "i_outer, i_inner", fetch_outer_inames=[])
    refused("; compute it anew in each iteration of 'j' "
            "(precompute_outer_inames, or fetch_outer_inames of add_prefetch)",
            "sweeps", "u[:]", fetch_outer_inames=[])
    # As it says; where nothing is said of them, it is found out.
    said = lp.add_prefetch(tiled["sweeps"], "u", "i_outer, i_inner",
                           fetch_outer_inames="j")
    found = lp.add_prefetch(tiled["sweeps"], "u", "i_outer, i_inner")
    assert str(found) == str(said)

# RACE: tiles.f90:[[#]]:{{.*}}: error: kernel 'transposed': write race: 'a_fetch_rule' writes 'a_fetch' in local memory, which the work-items of iname 'j_inner' (lid(1)) share, though each has a value of its own; do you need to add an extra iname, 'j_inner', to the sweep inames of your prefetch?
if CASE == "race":
    knl = lp.split_iname(tiled["transposed"], "j", 16, outer_tag="g.1",
                         inner_tag="l.1")
    RESULT = lp.add_prefetch(knl, "a", "i_inner",
                             temporary_address_space="local")

if not CASE:
    # The tile with its neighbours; nothing outside of the array.
    # CHECK-LABEL: KERNEL: stencil
    # CHECK: u_fetch: type: float64, shape: (18), {{.*}}for each of: (i_outer)
    # CHECK: { [u_dim_0] : 0 <= u_dim_0 <= 17 and u_dim_0 < n - 16i_outer }
    # CHECK: u_fetch[u_dim_0] = u[16*i_outer + u_dim_0]  {id=u_fetch_rule}
    # CHECK: v[i_inner + 16*i_outer + 1] = u_fetch[i_inner] - 2.0d0*u_fetch[i_inner + 1] + u_fetch[i_inner + 2]
    RESULT = [lp.add_prefetch(tiled["stencil"], "u", "i_inner")]

    def add(name, kernel, *args, **kwargs):
        knl = lp.add_prefetch(tiled[kernel], *args, **kwargs)
        RESULT.append(knl.copy(name=name))

    # A whole array, before all loops.
    # CHECK-LABEL: KERNEL: whole
    # CHECK: x_fetch: type: float64, shape: (m)
    # CHECK-NOT: for each of
    # CHECK: for x_dim_0
    # CHECK-NEXT: x_fetch[x_dim_0] = x[x_dim_0]
    # CHECK: x_fetch[j]
    add("whole", "matvec", "x[:]")

    # A row, in each iteration of the loops that it depends on; both reads.
    # CHECK-LABEL: KERNEL: row
    # CHECK: a_fetch: type: float64, shape: (m), {{.*}}for each of: (i_outer, i_inner)
    # CHECK: a_fetch[a_dim_1] = a[i_inner + 16*i_outer, a_dim_1]
    # CHECK: y[i_inner + 16*i_outer] + a_fetch[j]*x[j] - a_fetch[0]
    add("row", "matvec", "a[i_inner + 16*i_outer, :]")

    # One form of reads only; names as given.
    # CHECK-LABEL: KERNEL: column
    # CHECK: first: type: float64, shape: (n),
    # CHECK: p: None
    # CHECK: first[p] = a[p, 0]  {id=load}
    # CHECK: a[i_inner + 16*i_outer, j]*x[j] - first[i_inner + 16*i_outer]
    add("column", "matvec", "a", dim_arg_names=["p"],
        footprint_subscripts=[":", "0"], temporary_name="first",
        prefetch_insn_id="load", default_tag=None)

    # In a loop around that the load does not need.
    # CHECK-LABEL: KERNEL: anew
    # CHECK: x_fetch: type: float64, shape: (m), {{.*}}local, for each of: (i_outer)
    # CHECK: rule_x
    add("anew", "matvec", "x", "j", fetch_outer_inames="i_outer",
        rule_name="rule_x", temporary_address_space="local")
