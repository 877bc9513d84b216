"""A script that does, word by word, what a -Wserial warning proposes:

  followed.py KERNEL NUMBER < warnings

Of the first warning about the kernel, the remedy of that number, from 1 on."""
import re
import sys

kernel, number = sys.argv[1], int(sys.argv[2])
warnings = [line for line in sys.stdin
            if "kernel '%s'" % kernel in line and "[-Wserial]" in line]
remedies = [part for part in warnings[0].split(", or ") if "(knl, " in part]
calls = re.findall(r"\w+\(knl[^)]*\)", remedies[number - 1])
print('knl = lp.parse_fortran(SOURCE, FILENAME)["%s"]' % kernel)
for call in calls:
    print("knl = lp." + call)
print("RESULT = lp.map_parallel(knl)")
