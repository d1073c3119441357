// The engine, with a list of what it has handed out and nobody has disposed of yet.

export function counted(engine) {
  const open = new Set();
  const counts = (make) => (options) => {
    const made = make(options);
    const { dispose } = made;
    open.add(made);
    made.dispose = () => {
      open.delete(made);
      dispose.call(made);
    };
    return made;
  };
  const counting = Object.create(engine, {
    traceAttention: { value: counts((options) => engine.traceAttention(options)) },
    traceTransformer: { value: counts((options) => engine.traceTransformer(options)) },
  });
  return { engine: counting, open };
}
