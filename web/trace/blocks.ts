import type { Step } from '../engine/types/index.js';
import { fill } from '../i18n/fill.js';
import type { Dictionary } from '../i18n/index.js';
import { scopeKey } from './scopes.js';

/** The name of a block; its texts are in `ui.blocks`. */
export type BlockName = keyof Dictionary['ui']['blocks'];

/** Consecutive steps in one place of the model: the cross-attention of a layer, or what follows it. */
export interface Block {
  /** The path of its first step. */
  id: string;
  steps: Step[];
  /** The stack that it belongs to, and its layer there, from 0. */
  stack: 'encoder' | 'decoder' | undefined;
  layer: number | undefined;
  name: BlockName;
}

/** `origin` is the step of the forward pass that a gradient belongs to, whose block names its own. */
export function blocksOf(
  steps: readonly Step[],
  origin: (step: Step) => Step = (step) => step,
): Block[] {
  const groups: { key: string; steps: Step[] }[] = [];
  for (const step of steps) {
    const key = scopeKey(step);
    const open = groups[groups.length - 1];
    if (open?.key === key) open.steps.push(step);
    else groups.push({ key, steps: [step] });
  }
  return groups.map((group) => {
    const { path, scope } = group.steps[0]!;
    const { stack, layer } = scope;
    return {
      id: path,
      steps: group.steps,
      stack,
      layer,
      name: nameOfBlock(group.steps.map(origin)),
    };
  });
}

function nameOfBlock(steps: readonly Step[]): BlockName {
  const { part, sentence } = steps[0]!.scope;
  if (part === 'self_attention' || part === 'cross_attention' || part === 'feed_forward') {
    return part;
  }
  if (part === 'words' && sentence) return sentence;
  const has = (is: (step: Step) => boolean): boolean => steps.some(is);
  const adds = has(({ kind }) => kind === 'residual');
  const norms = has(({ op }) => op === 'layer_norm');
  if (adds) return norms ? 'add_norm' : 'add';
  if (norms) return 'norm';
  if (has(({ role }) => role === 'mask')) return 'masks';
  if (has(({ role, op }) => role === 'logits' || op === 'argmax')) return 'output';
  return steps.every(({ leaf }) => leaf) ? 'tables' : 'steps';
}

/** The block that contains a step. */
export function blockWith(blocks: readonly Block[], path: string): Block | undefined {
  return blocks.find(({ steps }) => steps.some((step) => step.path === path));
}

/** `Decoder 2 · cross-attention` */
export function blockTitle(
  { ui }: Pick<Dictionary, 'ui'>,
  block: Pick<Block, 'stack' | 'layer' | 'name'>,
): string {
  const { stack, layer } = block;
  const name = ui.blocks[block.name];
  if (!stack) return name;
  const place = ui.stacks[stack];
  const numbered = layer === undefined ? place : fill(ui.layerOf, { stack: place, n: layer + 1 });
  return `${numbered} · ${name}`;
}
