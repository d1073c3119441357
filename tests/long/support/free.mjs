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

/** Kernels share memory that only grows: this makes it as large as any update of a task needs it, before anything is measured. */
export function growScratch(ap) {
  const task = 'verse-zh';
  const model = ap.transformer(ap.task(task).model);
  const trainer = ap.trainer({ model, task });
  trainer.step();
  trainer.dispose();
  model.dispose();
}

/** Some plans and small tensors are kept, the last ones used: from here on these, whatever was called before. */
async function fillCaches(ap) {
  // So large that nothing of its intermediate steps is kept.
  encoderLayer(ap, 512, 640);
  const kept = 16;
  for (let n = 1; n <= kept; n++) {
    ap.softmax({ shape: [n], data: new Float32Array(n) });
    const x = zeros(1, n, 1);
    ap.scaledDotProductAttention({ query: x, key: x, value: x });
    encoderLayer(ap, n, 1);
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

function encoderLayer(ap, length, dimFeedforward) {
  const one = zeros(1, 1);
  ap.encoderLayer({
    src: zeros(1, length, 1),
    nhead: 1,
    selfAttn: { wq: one, wk: one, wv: one, wo: one },
    linear1: { weight: zeros(1, dimFeedforward) },
    linear2: { weight: zeros(dimFeedforward, 1) },
    norm1: { weight: [1] },
    norm2: { weight: [1] },
  });
}

function zeros(...shape) {
  return { shape, data: new Float32Array(shape.reduce((product, size) => product * size)) };
}
