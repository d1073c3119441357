// How much wasm memory is free, to a few hundred bytes: what can still be taken, largest pieces first.

/** The engine must have a limit that is near: all of it is taken for a moment. */
export async function freeBytes(ap) {
  await fillCaches(ap);
  const held = [];
  let bytes = 0;
  for (let floats = 2 ** 20; floats >= 2 ** 6; floats /= 2) {
    for (let tensor = take(ap, floats); tensor; tensor = take(ap, floats)) {
      held.push(tensor);
      bytes += 4 * floats;
    }
  }
  for (const tensor of held) tensor.dispose();
  return bytes;
}

function take(ap, floats) {
  try {
    return ap.tensor([floats]);
  } catch (error) {
    if (error.code === 'memory') return undefined;
    throw error;
  }
}

/** Some plans and small tensors are kept, the last ones used: from here on these, whatever was called before. */
async function fillCaches(ap) {
  const kept = 16;
  for (let n = 1; n <= kept; n++) {
    ap.softmax({ shape: [n], data: new Float32Array(n) });
    ap.traceAttention({ x: { shape: [1, n], data: new Float32Array(n) } }).dispose();
    ap.traceScaling({ dK: n, queries: 1, keys: 1 }).dispose();
    const model = ap.transformer({
      architecture: 'decoder-only',
      vocabulary: ['a', 'b'],
      dModel: n,
      nhead: 1,
      numDecoderLayers: 1,
    });
    model.trace({ target: [['a']] }).dispose();
    for await (const { trace } of model.generate({ prompt: ['a'], maxNewTokens: 1 })) {
      trace.dispose();
    }
    model.dispose();
  }
}
