/** The page's colours, each in light and dark, by the name of their custom property: `--ap-ink`. */
export const palette = {
  // ink and ground
  ink: ['#1c2027', '#e6e9ef'],
  'ink-soft': ['#5b6472', '#9aa4b4'],
  line: ['#d9dce2', '#39404c'],
  ground: ['#ffffff', '#14171d'],
  surface: ['#f6f7f9', '#1d212a'],
  hatch: ['#c3c8d1', '#4a5362'],

  // accent; errors; edits
  accent: ['#0a66c2', '#6db3ff'],
  'on-accent': ['#ffffff', '#0c1420'],
  danger: ['#b3261e', '#ff8a80'],
  edited: ['#b0007a', '#ff7ad0'],

  // one colour per role, everywhere
  input: ['#4a5362', '#b8c0cc'],
  query: ['#1f5fc4', '#7db0ff'],
  key: ['#a85100', '#ffad5c'],
  value: ['#1c7a3c', '#6fd08c'],
  scores: ['#4a5362', '#b8c0cc'],
  mask: ['#4a5362', '#b8c0cc'],
  weights: ['#0f6f78', '#63cbd3'],
  output: ['#7a35c9', '#c79bff'],
  residual: ['#6a6200', '#d9cf57'],
  'feed-forward': ['#6b3a1f', '#d9a98c'],
  logits: ['#a3324e', '#ff9fb2'],
  gradient: ['#b0108f', '#ff87dc'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

const LATIN = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'DejaVu Sans'`;
const CHINESE = `'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'`;

/** Faces that systems have, with what stands in for them. */
export const faces = {
  sans: `${LATIN}, ${CHINESE}, sans-serif`,
  mono: `ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace`,
  /** Shipped: web/kit/formulas/math-font.ts. */
  math: `'AP Math', math`,
} as const;

/** Where the language is Chinese: Chinese faces first, so that quotation marks and dashes are Chinese too. */
export const chineseSans = `${CHINESE}, ${LATIN}, sans-serif`;
