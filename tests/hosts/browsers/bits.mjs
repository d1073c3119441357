// What every platform has to compute alike, to the last bit. Runs in Node and in pages: no imports.

const sentence = ['The', 'cat', 'sat', 'on', 'the', 'mat', '.'];

/** SHA-256 of the name, shape and numbers of every step, in hexadecimal. */
async function fingerprint(trace) {
  const parts = trace.steps.map(({ path, shape }) => {
    const name = new TextEncoder().encode(`${path} ${shape}\n`);
    const { data } = trace.tensor(path);
    return [name, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
  });
  const bytes = new Uint8Array(await new Blob(parts.flat()).arrayBuffer());
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fingerprints by the name of what was computed: attention, a whole Transformer, every generated token. */
export async function bitsOf(ap) {
  const bits = {};
  const keep = async (name, trace) => {
    bits[`${name}, ${trace.steps.length} steps`] = await fingerprint(trace);
  };

  const attention = ap.traceAttention({
    tokens: [sentence],
    dModel: 64,
    numHeads: 4,
    positions: 'sinusoidal',
    seed: 1,
  });
  await keep('self-attention', attention);
  attention.dispose();

  const crossing = ap.traceAttention({
    tokens: [sentence, ['Hello', '!']],
    memoryTokens: [['我', '爱', '编程'], ['你好']],
    dModel: 24,
    numHeads: 3,
    bias: true,
    positions: 'learned',
    maskPadding: true,
    dropoutP: 0.3,
    training: true,
    seed: 2,
  });
  await keep('cross-attention with padding and dropout', crossing);
  crossing.dispose();

  const vocabulary = ['<sos>', '<eos>', '[PAD]', ...sentence, '你好', '世界'];
  const model = ap.transformer({ vocabulary, dModel: 32, nhead: 4, activation: 'gelu', seed: 3 });
  const pass = model.trace({ source: [sentence], target: [['<sos>', '你好', '世界']] });
  await keep('encoder and decoder', pass);
  pass.dispose();

  const options = { source: sentence, maxNewTokens: 5 };
  for await (const { token, position, trace } of model.generate(options)) {
    await keep(`generated token ${position}, ${token}`, trace);
  }
  model.dispose();
  return bits;
}
