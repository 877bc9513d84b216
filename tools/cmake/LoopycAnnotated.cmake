# Which sources carry `!$loopy` lines, and that this stays true after the
# project was configured.
set(_loopyc_annotation "^([ \t]*!|[cC*])\\$[lL][oO][oO][pP][yY]")

function(_loopyc_annotated sources result)
  set(found)
  foreach(source IN LISTS sources)
    if(EXISTS "${source}")
      file(STRINGS "${source}" lines REGEX "${_loopyc_annotation}" LIMIT_COUNT 1)
      if(lines)
        list(APPEND found "${source}")
      endif()
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# A build fails where a source gained its first `!$loopy` line or lost its
# last; the next one configures the project before.
function(_loopyc_watch_annotations target sources annotated)
  _loopyc_folder(${target} folder)
  file(MAKE_DIRECTORY "${folder}")
  set(existing)
  foreach(source IN LISTS sources)
    if(EXISTS "${source}")
      list(APPEND existing "${source}")
    endif()
  endforeach()
  set(known "${folder}/annotated.cmake")
  file(CONFIGURE OUTPUT "${known}" @ONLY CONTENT
    "set(sources [==[@existing@]==])\nset(annotated [==[@annotated@]==])\n")
  set(changed "${folder}/annotations-changed")
  if(NOT EXISTS "${changed}")
    file(TOUCH "${changed}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${changed}")
  set(check "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/LoopycCheckAnnotated.cmake")
  add_custom_command(OUTPUT "${folder}/annotations-checked"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" -P "${check}"
    DEPENDS ${existing} "${known}"
    COMMENT "Checking which sources are annotated" VERBATIM)
  set_property(TARGET ${target} APPEND PROPERTY SOURCES "${folder}/annotations-checked")
endfunction()
