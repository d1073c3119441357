import { html, nothing, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import type {
  DropoutExplanation,
  ElementwiseExplanation,
  FunctionExplanation,
} from '../../engine/types/index.js';
import { fill } from '../../trace/names.js';
import { asExponent, asTerm, precise, shortest } from '../../trace/numbers.js';
import { ruleWords } from './rule-words.js';
import { bracketed, facts, list, operand, signed, type ProofContext } from './terms.js';

// Rules of cells that are computed from the operands' cells at the same place.

const SIGNS = { add: '+', multiply: '×', divide: '÷' } as const;

export function renderElementwise(
  context: ProofContext,
  rule: ElementwiseExplanation,
): TemplateResult {
  const words = ruleWords(context);
  const sign = SIGNS[rule.operator];
  const divisors = [...rule.operands.slice(1), ...rule.constants];
  const byZero = rule.operator === 'divide' && divisors.some(({ value }) => value === 0);
  const isSum = rule.operator === 'add';
  const write = (value: Computed): string => (isSum ? asTerm(value, rule.result) : precise(value));
  return html`<p class="line equation">
      ${rule.operands.map((cell, i) => (i === 0 ? operand(context, cell, write) : html` ${sign} ${bracketed(context, cell, write)}`))}${rule.constants.map(
        (constant) => html` ${sign} <b>${signed(constant.value, write)}</b>`,
      )}
      = <b>${precise(rule.result)}</b>
    </p>
    ${byZero ? html`<p class="line">${words.dividedByZero}</p>` : nothing}
    ${list(context, rule.operands, sign, write)}
    ${facts(rule.constants.map(({ name, value }) => [constantName(context, name), write(value)]))}`;
}

function constantName(context: ProofContext, name: string): string {
  const names: Record<string, string | undefined> = ruleWords(context).constants;
  return names[name] ?? name;
}

export function renderDropout(context: ProofContext, rule: DropoutExplanation): TemplateResult {
  const words = ruleWords(context);
  const values = { draw: shortest(rule.draw), p: shortest(rule.p), factor: shortest(rule.factor) };
  return html`<p>${fill(rule.kept ? words.dropoutKept : words.dropoutDropped, values)}</p>
    <p class="line equation">
      ${operand(context, rule.source)} × <b>${values.factor}</b> = <b>${precise(rule.result)}</b>
    </p>
    ${list(context, [rule.source])}
    <p class="soft">${words.dropoutKey}</p>`;
}

/** A function's definition, then the same with this cell's numbers. */
export function renderFunction(context: ProofContext, rule: FunctionExplanation): TemplateResult {
  const words = ruleWords(context);
  const isDifference = rule.function === 'exp_difference';
  return html`<p class="line equation">${DEFINITIONS[rule.function]}</p>
    <p class="line equation">${filled(context, rule)} = <b>${precise(rule.result)}</b></p>
    ${rule.operands[0]?.value === -Infinity && isDifference ? html`<p class="line">${words.nothingYet}</p>` : nothing}
    ${isDifference ? list(context, rule.operands, '−', asExponent) : list(context, rule.operands)}
    ${rule.function in INNER ? facts([[INNER[rule.function as keyof typeof INNER], precise(rule.inner)]]) : nothing}`;
}

const DEFINITIONS = {
  relu: 'max(0, x)',
  gelu: 'x · ½ · (1 + erf(x / √2))',
  gelu_tanh: 'x · ½ · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))',
  exp_difference: 'exp(a − b)',
  invert_mask: 'x = 0 ? −∞ : 0',
  finite_mask: 'max(x, −10⁹)',
  hide: 'p × [mask = 0]',
  square_root: '√x',
  clip_factor: 'min(1, max_norm / (norm + 10⁻⁶))',
  softcap: 'c · tanh(x / c)',
} as const;

/** The inner expression of each function, whose value the record holds. */
const INNER = {
  gelu: 'erf(x / √2)',
  gelu_tanh: 'tanh(√(2/π) · (x + 0.044715 · x³))',
  softcap: 'tanh(x / c)',
} as const;

function filled(context: ProofContext, rule: FunctionExplanation): TemplateResult | typeof nothing {
  const [x, other] = rule.operands;
  if (!x) return nothing;
  switch (rule.function) {
    case 'relu':
      return html`max(0, ${operand(context, x)})`;
    case 'invert_mask':
      return html`${operand(context, x)} = 0 ? −∞ : 0`;
    case 'finite_mask':
      return html`max(${operand(context, x)}, −10⁹)`;
    case 'hide':
      return html`${operand(context, x)} × ${signed(rule.inner)}`;
    case 'square_root':
      return html`√${bracketed(context, x)}`;
    case 'clip_factor':
      return html`min(1, ${precise(rule.inner)} / (${operand(context, x)} + 10⁻⁶))`;
    case 'softcap':
      return html`${precise(rule.cap ?? NaN)} × ${signed(rule.inner)}`;
    case 'gelu':
    case 'gelu_tanh':
      return html`${bracketed(context, x)} × ½ × (1 + ${signed(rule.inner)})`;
    case 'exp_difference':
      return html`exp(${operand(context, x, asExponent)} −
      ${other ? bracketed(context, other, asExponent) : nothing})${
        x.value === -Infinity ? nothing : html` = exp(${precise(rule.inner)})`
      }`;
  }
}
