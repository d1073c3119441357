// Built once when CMake configures: what the toolchain makes of each line is looked at by
// relaxed_simd_probe.mjs.

using float4 = float __attribute__((vector_size(16)));

volatile float4 numbers[7];

int main() {
  const float4 a = numbers[0];
  const float4 b = numbers[1];
  const float4 c = numbers[2];
  numbers[3] = __builtin_wasm_relaxed_madd_f32x4(a, b, c);
  // These must stay as exact as they are.
  numbers[4] = c + a * b;
  numbers[5] = __builtin_wasm_pmin_f32x4(a, b);
  numbers[6] = __builtin_wasm_pmax_f32x4(a, b);
}
