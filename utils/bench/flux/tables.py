"""The paper's tables 1 and 2 from what the programs measured."""

# What must move for a grid point: q (8) and the factors that are used of geo
# (7) are read, rhsq (8) is read and written, in single precision.
COMPULSORY_BYTES = (8 + 7 + 8 + 8) * 4
# Single precision, sums of up to 32 products: rounding stays far below.
TOLERANCE = 1e-5
TABLE_1_NQ = 8


def points(result, variant):
    return result["elements"] * variant["nq"]**3


def bound_ms(result, variant, copy):
    return COMPULSORY_BYTES * points(result, variant) / copy * 1e-6


def trouble(result):
    """Why a kernel's row has no numbers, or None."""
    if "failed" in result:
        return f"FAILED: {result['failed']}"
    if not result["error"] <= TOLERANCE:
        return f"FAILED: wrong, relative error {result['error']:.1e}"
    return None


def rate(result, variant, what):
    """Counted operations or bytes by time, in G a second."""
    if what not in variant:
        return "-"
    total = variant[what] * points(result, variant)
    return f"{total / result['ms'] * 1e-6:.0f}"


def registers(result):
    if result.get("registers") is None:
        return "-"
    spilled = result.get("spilled")
    return f"{result['registers']}" + (f"+{spilled}B" if spilled else "")


def numbers(result, variant, copy):
    fraction = bound_ms(result, variant, copy) / result["ms"]
    return [f"{result['ms']:.4f}", rate(result, variant, "flops_per_point"),
            rate(result, variant, "bytes_per_point"), f"{100 * fraction:.0f} %",
            registers(result), f"{result['error']:.1e}"]


NUMBER_TITLES = ["ms", "GFLOP/s", "GB/s", "of bound", "registers", "error"]


def print_table(titles, rows):
    """Rows are lists of cells, or of leading cells and a remark."""
    full = [titles] + [row for row in rows if len(row) == len(titles)]
    widths = [max(len(row[column]) for row in full)
              for column in range(len(titles))]
    for row in [titles] + rows:
        if len(row) < len(titles):
            *cells, remark = row
            cells = [c.rjust(w) for c, w in zip(cells, widths)] + [remark]
        else:
            cells = [c.rjust(w) for c, w in zip(row, widths)]
        print("  " + "  ".join(cells))


def label(kernel):
    return kernel.replace("level", "level ")


def table_1(variants, run, copy):
    chosen = [v for v in variants if v["nq"] == TABLE_1_NQ]
    results = run["results"]
    base = next((results[v["prefix"]] for v in chosen
                 if v["kernel"] == "level1"), None)
    rows = []
    for variant in chosen:
        result = results[variant["prefix"]]
        if trouble(result):
            rows.append([label(variant["kernel"]), trouble(result)])
            continue
        faster = (f"{base['ms'] / result['ms']:.2f}"
                  if base and not trouble(base) else "-")
        time, *rest = numbers(result, variant, copy)
        rows.append([label(variant["kernel"]), time, faster, *rest])
    elements = next((results[v["prefix"]]["elements"] for v in chosen
                     if "elements" in results[v["prefix"]]), 0)
    print(f"\nTable 1, {run['name']}: Nq = {TABLE_1_NQ}, Ne = {elements}")
    print_table(["kernel", "ms", "speedup", *NUMBER_TITLES[1:]], rows)


def table_2(variants, run, copy):
    kernels = {v["kernel"] for v in variants if v["nq"] != TABLE_1_NQ}
    rows = []
    for variant in sorted((v for v in variants if v["kernel"] in kernels),
                          key=lambda v: (v["kernel"], v["nq"])):
        result = run["results"][variant["prefix"]]
        head = [label(variant["kernel"]), str(variant["nq"])]
        if trouble(result):
            rows.append([*head, str(result.get("elements", "-")),
                         trouble(result)])
        else:
            rows.append([*head, str(result["elements"]),
                         *numbers(result, variant, copy)])
    if rows:
        print(f"\nTable 2, {run['name']}: equal numbers of points")
        print_table(["kernel", "Nq", "Ne", *NUMBER_TITLES], rows)


def best(variants, runs, kernel, nq):
    """(milliseconds, target, result, variant) of the fastest, or None."""
    found = [(run["results"][v["prefix"]]["ms"], run["name"],
              run["results"][v["prefix"]], v)
             for run in runs for v in variants
             if v["kernel"] == kernel and v["nq"] == nq and
             not trouble(run["results"][v["prefix"]])]
    return min(found, key=lambda item: item[0], default=None)


def summary(variants, runs, copy):
    """What the tables are to show: the better target of each kernel."""
    first, last = (best(variants, runs, k, TABLE_1_NQ)
                   for k in ("level1", "level8"))
    print()
    if first and last:
        print(f"level 8 against level 1, Nq = {TABLE_1_NQ}: {last[1]} "
              f"{last[0]:.4f} ms, {first[1]} {first[0]:.4f} ms: "
              f"{first[0] / last[0]:.2f} times faster (wanted: at least 3)")
    for kernel in sorted({v["kernel"] for v in variants
                          if not v["kernel"].startswith("level")}):
        for nq in sorted({v["nq"] for v in variants}):
            fastest = best(variants, runs, kernel, nq)
            if fastest:
                ms, target, result, variant = fastest
                part = 100 * bound_ms(result, variant, copy) / ms
                wanted = 88 if nq == TABLE_1_NQ else 75
                print(f"{kernel}, Nq = {nq}: {target} {ms:.4f} ms, {part:.0f} % "
                      f"of the copy bound (wanted: at least {wanted} %)")


def show(variants, runs):
    """Prints everything; returns the exit status."""
    if not runs:
        print("nothing ran")
        return 1
    copy = max(run["copy_gb_s"] or 0 for run in runs) or float("nan")
    for run in runs:
        print(f"{run['name']}: {run['device']}, copies "
              f"{run['copy_gb_s'] or 0:.0f} GB/s"
              + ("" if run["gpu"] else
                 " (not a GPU: fewer elements; these times say nothing)"))
    print(f"bound: {COMPULSORY_BYTES} bytes a point at {copy:.0f} GB/s")
    for run in runs:
        table_1(variants, run, copy)
        table_2(variants, run, copy)
    if all(run["gpu"] for run in runs):
        summary(variants, runs, copy)
    failed = [f"{run['name']} {prefix}" for run in runs
              for prefix, result in run["results"].items() if trouble(result)]
    print(f"\n{len(failed)} failed: {', '.join(failed)}" if failed else
          "\nall kernels agree with the reference "
          f"(relative error at most {TOLERANCE:.0e})")
    return 1 if failed else 0
