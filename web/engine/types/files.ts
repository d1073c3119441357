// Files of parameters, in the safetensors format.

/** What a file stores the numbers of a tensor as. */
export type FileNumbers = 'f32' | 'f16' | 'bf16';

export interface FileTensor {
  /** As the file says: F32, F16, BF16, I64 … */
  dtype: string;
  shape: number[];
  /** Row-major, as 32-bit floats, which are exact; undefined unless `dtype` is F32, F16 or BF16. */
  data: Float32Array | undefined;
}

export interface SafetensorsFile {
  /** Free texts, by key. */
  metadata: Record<string, string>;
  /** By name, in the order of the file. */
  tensors: Record<string, FileTensor>;
}

/**
 * A model in a file: one that `save` wrote, which has its options too, or one of PyTorch's `nn.Transformer`,
 * `nn.TransformerEncoder`, of GPT-2 or minGPT, by the names of their parameters. All but `parameters` is for what shapes
 * do not say; PyTorch's defaults stand for what is not said.
 */
export interface ModelFileOptions {
  /** The bytes of a safetensors file. */
  parameters: ArrayBuffer | Uint8Array;
  /** Heads: a file of PyTorch's needs it, unless its metadata has `nhead` or `n_head`. */
  nhead?: number;
  /** The same, as PyTorch's attention calls it. */
  numHeads?: number;
  /** `decoder-only`: the layers of an `nn.TransformerEncoder` are those of a decoder, with a causal mask. */
  architecture?: 'decoder-only';
  activation?: 'relu' | 'gelu' | 'gelu_tanh';
  normFirst?: boolean;
  layerNormEps?: number;
  /** Without a table of positions in the file: `sinusoidal`, unless the model takes word vectors. */
  positions?: 'none' | 'sinusoidal' | 'learned' | 'rotary';
  scaleEmbedding?: boolean;
  /** Tokens by id; without them a file of PyTorch's has "0", "1" … */
  vocabulary?: readonly string[];
  sourceVocabulary?: readonly string[];
}

export interface SaveOptions {
  /** f32 by default, which is exact; f16 and bf16 round to the nearest, and take half the bytes. */
  dtype?: FileNumbers;
  /** Texts of your own, by key; `attention_playground.model` is taken by the model's options. */
  metadata?: Readonly<Record<string, string>>;
}
