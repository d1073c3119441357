import type { Step } from '../engine/types.js';
import { fill } from '../i18n/fill.js';
import type { Dictionary } from '../i18n/index.js';
import { scopeOf } from './step-paths.js';

/** What a block is called by; its texts are in `ui.blocks`. */
export type BlockName = keyof Dictionary['ui']['blocks'];

/** Steps that stand behind one another in the same scope: `decoder.1.cross_attention`, or what follows it. */
export interface Block {
  /** The path of its first step. */
  id: string;
  scope: string;
  steps: Step[];
  /** The stack of layers it lies in or beside, and its layer there, from 0. */
  stack: 'encoder' | 'decoder' | undefined;
  layer: number | undefined;
  name: BlockName;
}

export function blocksOf(steps: readonly Step[]): Block[] {
  const found: Block[] = [];
  for (const step of steps) {
    const scope = scopeOf(step.path);
    const open = found[found.length - 1];
    if (open?.scope === scope) open.steps.push(step);
    else found.push({ ...placeOfScope(scope), id: step.path, scope, steps: [step], name: 'steps' });
  }
  for (const block of found) block.name = nameOfBlock(block);
  return found;
}

function placeOfScope(scope: string): Pick<Block, 'stack' | 'layer'> {
  const [stack, layer] = scope.split('.');
  if (stack !== 'encoder' && stack !== 'decoder') return { stack: undefined, layer: undefined };
  return { stack, layer: layer === undefined ? undefined : Number(layer) };
}

const NAMED: readonly string[] = ['self_attention', 'cross_attention', 'feed_forward'];

function nameOfBlock({ scope, steps }: Block): BlockName {
  const last = scope.slice(scope.lastIndexOf('.') + 1);
  if (NAMED.includes(last)) return last as BlockName;
  if (scope === 'source' || scope === 'target') return scope;
  const has = (part: (step: Step) => boolean): boolean => steps.some(part);
  const adds = has(({ kind }) => kind === 'residual');
  const norms = has(({ op }) => op === 'layer_norm');
  if (adds) return norms ? 'add_norm' : 'add';
  if (norms) return 'norm';
  if (has(({ role }) => role === 'mask')) return 'masks';
  if (has(({ role }) => role === 'logits')) return 'output';
  return steps.every(({ leaf }) => leaf) ? 'tables' : 'steps';
}

/** The block that a step lies in. */
export function blockWith(blocks: readonly Block[], path: string): Block | undefined {
  return blocks.find(({ steps }) => steps.some((step) => step.path === path));
}

/** `Decoder 2 · cross-attention` */
export function blockTitle({ ui }: Dictionary, block: Block): string {
  const { stack, layer } = block;
  const name = ui.blocks[block.name];
  if (!stack) return name;
  const place = ui.stacks[stack];
  const numbered = layer === undefined ? place : fill(ui.layerOf, { stack: place, n: layer + 1 });
  return `${numbered} · ${name}`;
}
