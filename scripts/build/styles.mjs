// Styles within scripts: esbuild leaves them as they are.

/** The styles of a source without their comments and indentation. */
export const compactStyles = (source) =>
  source.replace(/\bcss`[^`]*`/g, (styles) =>
    styles.replace(/\/\*[^]*?\*\//g, '').replace(/\s*\n\s*/g, '\n'),
  );
