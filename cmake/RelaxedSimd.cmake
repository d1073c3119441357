# ATTENTION_RELAXED_SIMD_FLAGS: can this toolchain build relaxed SIMD? Tried once for a build folder, from the
# compiler to a module that Node accepts: first by the names of today, then by those of 2022, which clang
# 14 has. OFF, or the flags that a source needs for it.

set(relaxed_simd_module ${CMAKE_CURRENT_LIST_DIR}/relaxed_simd_module.mjs)
set(relaxed_simd_probe ${CMAKE_CURRENT_LIST_DIR}/relaxed_simd_probe)

function(probe_relaxed_simd result)
  set(probed ${CMAKE_BINARY_DIR}/relaxed_simd_probe)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -ffp-contract=off -msimd128 ${ARGN}
      -fwasm-exceptions -flto ${relaxed_simd_probe}.cpp -o ${probed}.js
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  foreach(script ${relaxed_simd_module} ${relaxed_simd_probe}.mjs)
    if(NOT failed)
      execute_process(COMMAND node ${script} ${probed}.wasm
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    endif()
  endforeach()
  if(failed)
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} "${ARGN}" PARENT_SCOPE)
  endif()
endfunction()

if(NOT DEFINED ATTENTION_RELAXED_SIMD_FLAGS)
  set(of_2022 -D__builtin_wasm_relaxed_madd_f32x4=__builtin_wasm_fma_f32x4)
  probe_relaxed_simd(relaxed_flags -mrelaxed-simd)
  if(NOT relaxed_flags)
    probe_relaxed_simd(relaxed_flags -mrelaxed-simd ${of_2022})
  endif()
  set(ATTENTION_RELAXED_SIMD_FLAGS "${relaxed_flags}" CACHE STRING
    "Flags for a second module with relaxed SIMD, for the engines that know it; or OFF")
endif()
