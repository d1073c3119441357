/** Acts once, for all who ask; what has failed is tried again by whoever asks next. */
export function untilDone<Result>(act: () => Promise<Result>): () => Promise<Result> {
  let doing: Promise<Result> | undefined;
  return () => {
    doing ??= act().catch((error: unknown) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
}
