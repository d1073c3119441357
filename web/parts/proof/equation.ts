import type { Cell, Explanation, FunctionExplanation } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { shortest, told } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';

/** More terms than that are a few and dots. */
const ALL = 3;
const FEW = 2;

type Write = (value: Computed) => string;

/**
 * How a cell was computed in one line, `e^(5.17 − 5.17) ÷ 1.01 = 0.99`, in as many decimals as the page shows; undefined if it
 * was not computed from numbers, or is not what was computed.
 */
export function equationText({ state }: TraceStore, explanation: Explanation): string | undefined {
  const write: Write = (value) => told(value, state.decimals);
  const left = explanation.edited ? undefined : sideOf(explanation, write);
  return left && `${left} = ${write(explanation.value)}`;
}

function sideOf(rule: Explanation, write: Write): string | undefined {
  const signed: Write = (value) => (value < 0 ? `(${write(value)})` : write(value));
  switch (rule.rule) {
    case 'dot':
      return products(rule.left, rule.right, write) + (rule.bias ? plus(rule.bias, signed) : '');
    case 'chain':
      return rule.upstream.length > 0
        ? products(rule.upstream, rule.derivatives, write)
        : undefined;
    case 'softmax': {
      if (rule.fullyMasked) return undefined;
      const shifted = `${write(rule.operands[rule.position]!.value)} − ${signed(rule.maximum)}`;
      const sum = write(rule.sum);
      return rule.logarithm ? `${shifted} − ln ${sum}` : `e^(${shifted}) ÷ ${sum}`;
    }
    case 'elementwise': {
      const sign = { add: '+', multiply: '×', divide: '÷' }[rule.operator];
      const [first, ...others] = [...rule.operands, ...rule.constants].map(({ value }) => value);
      return [write(first!), ...others.map(signed)].join(` ${sign} `);
    }
    case 'dropout':
      return `${write(rule.source.value)} × ${write(rule.factor)}`;
    case 'sinusoid':
      return `${rule.function}(${rule.position} ÷ 10000^(2 · ${rule.pair} ÷ ${rule.dModel}))`;
    case 'rotation':
      return products(rule.operands, [rule.cosine, rule.sine], write);
    case 'normalise': {
      const { operands, position, mean, variance, epsilon, weight, bias } = rule;
      const centred = `${write(operands[position]!.value)} − ${signed(mean)}`;
      const times = weight ? ` · ${signed(weight.value)}` : '';
      return `(${centred}) ÷ √(${write(variance)} + ${shortest(epsilon)})${times}${bias ? plus(bias, signed) : ''}`;
    }
    case 'function':
      return functionText(rule, write);
    case 'sum':
      return rule.terms.length > 0
        ? some(rule.terms.map((term, i) => (i > 0 ? signed(term) : write(term)))).join(' + ')
        : undefined;
    case 'maximum':
      return `max(${some(rule.operands.map(({ value }) => write(value))).join(', ')})`;
    case 'cached':
      return sideOf(rule.origin, write);
    // What is copied, chosen or given was not computed; a rule without a line here has its proof alone.
    default:
      return undefined;
  }
}

const plus = ({ value }: Cell, signed: Write): string => ` + ${signed(value)}`;

function products(
  left: readonly Cell[],
  right: readonly (Cell | Computed)[],
  write: Write,
): string {
  const signed: Write = (value) => (value < 0 ? `(${write(value)})` : write(value));
  const terms = left.map(({ value }, i) => {
    const other = right[i]!;
    const factor = typeof other === 'number' ? other : other.value;
    return `${i > 0 ? signed(value) : write(value)} · ${signed(factor)}`;
  });
  return some(terms).join(' + ');
}

const some = (terms: readonly string[]): readonly string[] =>
  terms.length > ALL ? [...terms.slice(0, FEW), '…'] : terms;

function functionText(rule: FunctionExplanation, write: Write): string | undefined {
  const { operands, inner, cap } = rule;
  const [x, other] = operands.map(({ value }) => write(value));
  switch (rule.function) {
    case 'relu':
      return `max(0, ${x})`;
    case 'gelu':
    case 'gelu_tanh':
      return `${x} · ½ · (1 + ${write(inner)})`;
    case 'exp_difference':
      return `e^(${x} − ${other})`;
    case 'hide':
      return `${x} × ${write(inner)}`;
    case 'square_root':
      return `√${x}`;
    case 'softcap':
      return cap === undefined ? undefined : `${write(cap)} · ${write(inner)}`;
    case 'finite_mask':
      return `max(${x}, −10⁹)`;
    case 'invert_mask':
      return `${x} = 0 ? −∞ : 0`;
    case 'clip_factor':
      return `min(1, ${write(inner)} ÷ (${x} + 10⁻⁶))`;
  }
}
