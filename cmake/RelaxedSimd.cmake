# ATTENTION_RELAXED_SIMD: can this toolchain build relaxed SIMD? Tried once for a build folder, from
# the compiler to a module that Node accepts.

if(NOT DEFINED ATTENTION_RELAXED_SIMD)
  set(probe ${CMAKE_CURRENT_LIST_DIR}/relaxed_simd_probe)
  set(probed ${CMAKE_BINARY_DIR}/relaxed_simd_probe)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -ffp-contract=off -msimd128 -mrelaxed-simd
      -fwasm-exceptions -flto ${probe}.cpp -o ${probed}.js
    RESULT_VARIABLE probe_failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT probe_failed)
    execute_process(COMMAND node ${probe}.mjs ${probed}.wasm
      RESULT_VARIABLE probe_failed OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(probe_failed)
    set(probe_result OFF)
  else()
    set(probe_result ON)
  endif()
  set(ATTENTION_RELAXED_SIMD ${probe_result} CACHE BOOL
    "Build a second module with relaxed SIMD, for the engines that know it")
endif()
