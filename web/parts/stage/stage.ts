import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Step } from '../../engine/types.js';
import { define } from '../../kit/define.js';
import { LateScript } from '../../kit/late-script.js';
import { isStill, slideIn } from '../../kit/motion.js';
import { renderTitle } from '../../kit/shape-title.js';
import { SizeController } from '../../kit/size.js';
import { StoreElement } from '../../kit/store-element.js';
import { notation, prose } from '../../kit/tex.js';
import { failureStyles, renderFailure } from '../../kit/waiting.js';
import { breakpoints } from '../../styles/sizes.js';
import { axisNames } from '../../trace/axes.js';
import { fixedAxes } from '../../trace/layout.js';
import { fill, stepText } from '../../trace/names.js';
import { isAboutMemory, isWeights, signBetween } from '../../trace/operations.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import '../matrix/matrix.js';
import type { ApMatrix } from '../matrix/matrix.js';
import '../weights/weights.js';
import './equality.js';
import { flyAcross } from './flight.js';
import { stageStyles } from './styles.js';

/** The current step in large: its title, and its inputs, operation and output as matrices. */
export class ApStage extends StoreElement {
  static override styles = [stageStyles, failureStyles];

  @state() private copied = false;

  private readonly size = new SizeController(this, 760);
  private drawn = '';
  /** Fetched with the first step that is about the order of numbers in memory. */
  private readonly memory = new LateScript(this, {
    name: 'memory',
    load: () => import('../memory/memory.js'),
    take: ({ ApMemory }) => ApMemory,
    failed: (detail) =>
      this.dispatchEvent(new CustomEvent('ap-failure', { detail, bubbles: true })),
  });

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const step = store?.current;
    if (!store || !step) return nothing;
    return html`<section
      class="stage role-${step.role}"
      tabindex="0"
      aria-labelledby="title"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      @keydown=${this.onKey}
    >
      ${this.renderHead(store, step)}
      <div class="flow op-${step.op}">
        ${step.inputs.length ? this.renderInputs(store, step) : nothing}
        ${this.renderOutput(store, step)}
      </div>
      ${step.kind === 'concat' && store.comparison ? html`<ap-equality .store=${store}></ap-equality>` : nothing}
      ${isAboutMemory(step) ? this.renderMemory(store, step) : nothing}
    </section>`;
  }

  /** With focus here, ← → and Space walk. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.stage')?.focus({ preventScroll: true });
  }

  /** Scrolls a cell of the result out from under the sheet. */
  uncover(cell: CellRef | undefined): void {
    requestAnimationFrame(() => {
      const root = this.renderRoot.querySelector('ap-weights')?.renderRoot ?? this.renderRoot;
      const matrix = root.querySelector<ApMatrix>('ap-matrix:not(.input)');
      matrix?.renderRoot
        .querySelector(`[data-step="${cell?.path}"] [data-index="${cell?.index}"]`)
        ?.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
    });
  }

  private renderMemory(store: TraceStore, step: Step): TemplateResult {
    void this.memory.fetch();
    const { failure, retry } = this.memory;
    if (failure) return renderFailure(store.state.lang, failure, retry);
    return html`<ap-memory .store=${store} .path=${step.path}></ap-memory>`;
  }

  private renderHead(store: TraceStore, step: Step): TemplateResult {
    const words = store.t.proof;
    return html`<header>
      <h2 id="title">${renderTitle(store, step, { place: true })}</h2>
      <p class="prose">${prose(stepText(store, step).text)}</p>
      <div class="lines">
        <div class="formula" tabindex="-1">${notation(step.notation.formula)}</div>
        <div class="code">
          <code>${step.code}</code>
          <button type="button" class="tool" @click=${() => void this.copy(step.code)}>
            ${this.copied ? words.copied : words.copy}
          </button>
        </div>
      </div>
      <div class="notes">${this.renderPickers(store, step)} ${renderNotes(store, step)}</div>
    </header>`;
  }

  private renderInputs(store: TraceStore, step: Step): TemplateResult {
    const steps = step.inputs.flatMap((path) => store.step(path) ?? []);
    // Small enough for the result to fit beside a single input, or in sight below several.
    const room = this.size.width < breakpoints.medium || steps.length === 1 ? 360 : 320;
    return html`<div class="inputs">
      ${steps.map(
        (input, i) =>
          html`${
              i > 0
                ? html`<span class="sign" aria-hidden="true">${signBetween(step.op, i - 1)}</span>`
                : nothing
            }<ap-matrix
              class="input"
              compact
              .store=${store}
              .path=${input.path}
              .room=${Math.min(room, this.size.width - 2)}
              ?transposed=${step.op === 'matmul_transposed' && i === 1}
            ></ap-matrix>`,
      )}
    </div>`;
  }

  private renderOutput(store: TraceStore, step: Step): TemplateResult {
    const room = this.size.width - 2;
    return html`<div class="output">
      ${
        step.inputs.length || step.leaf
          ? html`<p class="operation">
              <span aria-hidden="true">${step.leaf ? '•' : '⟶'}</span> ${store.t.ops[step.op].name}
            </p>`
          : nothing
      }
      ${
        isWeights(step)
          ? html`<ap-weights .store=${store} .path=${step.path} .room=${room}></ap-weights>`
          : html`<ap-matrix .store=${store} .path=${step.path} .room=${room}></ap-matrix>`
      }
    </div>`;
  }

  private renderPickers(store: TraceStore, step: Step): TemplateResult {
    const drawn = [step, ...step.inputs.flatMap((path) => store.step(path) ?? [])];
    const { batch, head } = store.state;
    const siblings = store.headSiblings(step);
    const own = step.scope.head;
    return html`${this.picker(store.t.axes.batch, choices(drawn, 'batch'), batch, (at) =>
      store.updateView({ batch: at }),
    )}
    ${
      own === undefined
        ? this.picker(store.t.axes.head, choices(drawn, 'head'), head, (at) =>
            store.updateView({ head: at }),
          )
        : this.picker(store.t.axes.head, siblings.length, own, (at) => {
            store.updateView({ head: at });
            const sibling = siblings[at];
            if (sibling) store.goTo(sibling.path);
          })
    }`;
  }

  private picker(
    name: string,
    count: number,
    chosen: number,
    choose: (at: number) => void,
  ): TemplateResult | typeof nothing {
    if (count < 2) return nothing;
    return html`<span class="picker" role="group" aria-label=${name}>
      <span class="picker-name">${name}</span>
      ${Array.from(
        { length: count },
        (_, i) =>
          html`<button
            type="button"
            class="tool"
            aria-label="${name} ${i + 1}"
            aria-pressed=${i === chosen}
            @click=${() => choose(i)}
          >
            ${i + 1}
          </button>`,
      )}
    </span>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const step = this.store?.current;
    if (!step || step.path === this.drawn) return;
    const first = this.drawn === '';
    this.drawn = step.path;
    this.copied = false;
    if (!first) void this.enter(step);
  }

  /** Starts the step's animation once the matrices have been drawn. */
  private async enter(step: Step): Promise<void> {
    const root = this.renderRoot as ShadowRoot;
    const [input, output] = ['.input', '.output ap-matrix'].map((one) =>
      root.querySelector<ApMatrix>(one),
    );
    await Promise.all([input?.updateComplete, output?.updateComplete]);
    if (this.store?.current?.path !== step.path) return;
    const flew =
      step.op === 'transpose' && !isStill() && input && output && flyAcross(root, input, output);
    if (!flew) slideIn(root, step.op);
  }

  /** ← → and Space walk, but only with focus on the stage itself. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const { store } = this;
    const target = event.composedPath()[0];
    if (!store || event.isComposing || target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowRight') store.next();
    else if (event.key === 'ArrowLeft') store.previous();
    else if (event.key === ' ') store.play(!store.playing);
    else if (event.key === 'Escape') store.keep(undefined);
    else return;
    event.preventDefault();
  };

  private async copy(code: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      this.copied = true;
    } catch {
      this.copied = false;
    }
  }
}

function renderNotes(store: TraceStore, step: Step): TemplateResult {
  const words = store.t.proof;
  const silent = step.fullyMaskedRows;
  return html`${
    store.isUntrained(step)
      ? html`<span class="untrained"
          >${fill(step.op === 'random' ? words.untrainedLeaf : words.untrained, {
            seed: store.state.seed,
          })}</span
        >`
      : nothing
  }
  ${silent > 0 ? html`<span class="warning">${fill(words.fullyMasked, { n: silent })}</span>` : nothing}`;
}

/** The largest size of an axis of which one index is shown, among the steps drawn. */
function choices(steps: readonly Step[], axis: 'batch' | 'head'): number {
  let most = 1;
  for (const step of steps) {
    const names = axisNames(step);
    for (const i of fixedAxes(step)) if (names[i] === axis) most = Math.max(most, step.shape[i]!);
  }
  return most;
}

define('ap-stage', ApStage);

declare global {
  interface HTMLElementTagNameMap {
    'ap-stage': ApStage;
  }
}
