# The kernel of one level of a script with markers "[Opt. level N]":
# --set SCRIPT=FILE --set LEVEL=N, and what that script wants.
with open(SCRIPT) as script:
    exec(script.read().split(f"# [Opt. level {LEVEL}]")[0])
RESULT = f
