! Text that is included, not directives alone.
#define HALF 0.5 /* of one */
      REAL VALUE
      PARAMETER (VALUE = HALF)
