/**
 * strict: the same input gives the same bits everywhere. relaxed: products and attention may round a product and the sum
 * that it is added to at once, where the processor can (a fused multiply-add). That is faster, and as exact; but the last
 * bits depend on the processor.
 */
export type Simd = 'strict' | 'relaxed';
