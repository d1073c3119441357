/** The settings that widths follow from; null stands for what is derived. */
export interface WidthSettings {
  model: string;
  projections: string;
  heads: number;
  dModel: number;
  attentionWidth: number | null;
  dK: number | null;
  dV: number | null;
  outputWidth: number | null;
  outputProjection: boolean;
}

/** Widths of attention, in numbers of a row. */
export interface Widths {
  /** Of a head's queries and keys; no whole number if the heads do not divide what they share. */
  dK: number;
  /** Of a head's values. */
  dV: number;
  /** Of the output. */
  output: number;
}

/** Whether there are projections, and with them heads, matrices and biases. */
export const projects = ({ model, projections }: Pick<WidthSettings, 'model' | 'projections'>) =>
  model !== 'attention' || projections !== 'none';

/** The columns of W_q, which the heads share equally; undefined if each head has a width of its own, or there are no heads. */
export function sharedWidth(settings: WidthSettings): number | undefined {
  const { model, dModel, attentionWidth, dK } = settings;
  if (model !== 'attention') return attentionWidth ?? dModel;
  return projects(settings) && dK === null ? dModel : undefined;
}

export function widthsOf(settings: WidthSettings): Widths {
  const { model, heads, dModel } = settings;
  const shared = sharedWidth(settings);
  const share = shared === undefined ? dModel : shared / heads;
  if (model !== 'attention' || !projects(settings)) return { dK: share, dV: share, output: dModel };
  const dK = settings.dK ?? share;
  const dV = settings.dV ?? dK;
  const { outputProjection, outputWidth } = settings;
  return { dK, dV, output: outputProjection ? (outputWidth ?? dModel) : heads * dV };
}
