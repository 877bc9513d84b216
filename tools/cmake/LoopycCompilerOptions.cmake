# Writes FILE.options: the options that the first comment of FILE names.
file(STRINGS "${FILE}" lines LIMIT_COUNT 12)
set(options)
foreach(line IN LISTS lines)
  if(line MATCHES "^ \\* Compiler options: ([^*]*)")
    set(options "${CMAKE_MATCH_1}")
  endif()
endforeach()
file(WRITE "${FILE}.options" "${options}\n")
