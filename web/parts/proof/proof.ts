import { batch } from '@preact/signals-core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Explanation, Step } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { tabByKey } from '../../kit/input/keys.js';
import { LateScript } from '../../kit/loading/late-script.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { notation } from '../../kit/formulas/tex.js';
import { afterFigures, nextTask } from '../../kit/element/turns.js';
import { failureStyles } from '../../kit/loading/waiting.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { cellInStep, cellName, fill, stepText, stepTitle, valueText } from '../../trace/names.js';
import { exact, precise, tiny } from '../../trace/numbers.js';
import { hueOf } from '../../trace/operations.js';
import { NO_TRAIL } from '../../trace/session.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import { chapterNameOf } from '../../trace/story.js';
import { visit } from '../../trace/visit.js';
import { renderReason } from '../guide/reason.js';
import { collapse } from './motion.js';
import { renderRule } from './rules.js';
import { proofStyles } from './styles.js';
import { agrees, type ProofContext } from './terms.js';
import type { why } from './texts/why.js';

const TABS = ['proof', 'formula', 'pytorch', 'why'] as const;
type Tab = (typeof TABS)[number];

/** Rows of a table that are drawn at once, as many as are in sight, and in each task after that. */
const ROWS = 24;
const MORE = 64;

/** The arithmetic of the active cell, with its step's formula, code and reason. */
export class ApProof extends StoreElement {
  static override styles = [proofStyles, failureStyles];

  /** Address of the project's site; without it *Why* has no links to its pages. */
  @property() siteUrl = '';
  @state() private tab: Tab = 'proof';
  @state() private rows = ROWS;
  private isCut = false;
  private drawnPath: string | undefined;
  private kept: CellRef | undefined;
  private readonly program = new LateScript(this, {
    name: 'program',
    load: () => import('../program/program.js'),
    take: ({ ApProgram }) => ApProgram,
  });
  private reasons: typeof why | undefined;
  private readonly why = new LateScript(this, {
    name: 'texts',
    load: () => import('./texts/why.js'),
    take: ({ why }) => why,
    arrived: ({ why }) => (this.reasons = why),
  });

  protected override willUpdate(): void {
    const { store } = this;
    const trail = store?.session.trail;
    if (trail && trail.value.from.length > 0 && store.current?.path !== trail.value.at) {
      trail.value = NO_TRAIL;
    }
    const { path } = store?.active ?? {};
    if (path !== this.drawnPath) this.rows = ROWS;
    this.drawnPath = path;
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return afterFigures(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    this.isCut = false;
    if (!store) return nothing;
    const active = store.active;
    const step = (active && store.step(active.path)) ?? store.current;
    if (!step) return nothing;
    return html`<section class="role-${hueOf(step)}" aria-label=${store.t.proof.heading}>
      ${this.renderTabs(store)}
      <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">
        ${this.renderBack(store)} ${this.renderPanel(store, step)}
      </div>
    </section>`;
  }

  private renderTabs(store: TraceStore): TemplateResult {
    return html`<div class="tabs" role="tablist" @keydown=${this.onTabKey}>
      ${TABS.map(
        (tab) =>
          html`<button
            type="button"
            role="tab"
            id="tab-${tab}"
            aria-controls="panel"
            aria-selected=${tab === this.tab}
            tabindex=${tab === this.tab ? 0 : -1}
            @click=${() => (this.tab = tab)}
          >
            ${store.t.proof.tabs[tab]}
          </button>`,
      )}
    </div>`;
  }

  private readonly onTabKey = (event: KeyboardEvent): void => {
    const next = tabByKey(event, TABS, this.tab);
    if (!next) return;
    this.tab = next;
    whenDrawn(this, () => this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus());
  };

  private renderBack(store: TraceStore): TemplateResult | typeof nothing {
    const last = store.session.trail.value.from.at(-1);
    const step = last && store.step(last.cell.path);
    if (!last || !step) return nothing;
    const name = cellInStep(store, step, last.cell.index);
    return html`<button type="button" class="tool back" @click=${this.goBack}>
      ← ${fill(store.t.proof.back, { cell: name })}
    </button>`;
  }

  private renderPanel(store: TraceStore, step: Step): TemplateResult {
    switch (this.tab) {
      case 'formula':
        return html`<h3>${stepTitle(store, step)}</h3>
          <div class="formula">${notation(step.notation.formula)}</div>`;
      case 'pytorch':
        return html`<h3>${stepTitle(store, step)}</h3>
          ${this.renderProgram(store, step)}`;
      case 'why':
        return this.renderWhy(store, step);
      case 'proof':
        return this.renderProof(store, step);
    }
  }

  /** Why attention has such a step, then what it does here, and what its operation does anywhere. */
  private renderWhy(store: TraceStore, step: Step): TemplateResult {
    const name = chapterNameOf(store.steps, step);
    const { lang } = store.state;
    this.why.need();
    return html`<h3>${stepTitle(store, step)}</h3>
      ${name ? html`<p>${renderReason(store, name, this.siteUrl)}</p>` : nothing}
      <p>${stepText(store, step).text}</p>
      ${this.why.render(lang, () => html`<p>${this.reasons?.[lang][step.op]}</p>`)}`;
  }

  private renderProgram(store: TraceStore, { path }: Step): TemplateResult {
    this.program.need();
    return this.program.render(
      store.state.lang,
      () => html`<ap-program .store=${store} .path=${path}></ap-program>`,
    );
  }

  private renderProof(store: TraceStore, step: Step): TemplateResult {
    const words = store.t.proof;
    const explanation = store.explanation;
    if (!explanation) return html`<p class="empty">${words.chooseCell}</p>`;
    const context: ProofContext = {
      store,
      rows: this.rows,
      open: (cell) => this.open(cell),
      cut: () => (this.isCut = true),
    };
    return html`<h3>
        ${stepTitle(store, step)}
        <span class="where">${cellName(store, step, explanation.index)}</span>
      </h3>
      <p class="value" data-value=${String(explanation.value)}>
        ${valueText(store, step, explanation.value)}
      </p>
      ${renderEdited(store, explanation)}
      <div class="rule">${renderRule(context, explanation)}</div>
      ${explanation.rule === 'leaf' ? nothing : renderResult(store, explanation)}
      ${
        store.isUntrained(step)
          ? html`<p class="soft">${fill(words.untrained, { seed: store.state.seed })}</p>`
          : nothing
      }`;
  }

  private open(cell: CellRef): void {
    const { store } = this;
    const from = store?.active;
    if (!store || !from || !store.current) return;
    const { trail } = store.session;
    const before = trail.value.from;
    batch(() => {
      trail.value = { from: [...before, { step: store.current!.path, cell: from }], at: cell.path };
      visit(store, cell);
    });
  }

  private readonly goBack = (): void => {
    const { store } = this;
    const { from = [] } = store?.session.trail.value ?? {};
    const last = from.at(-1);
    if (!last || !store) return;
    batch(() => {
      store.session.trail.value = { from: from.slice(0, -1), at: last.step };
      visit(store, last.cell, last.step);
    });
  };

  protected override async getUpdateComplete(): Promise<boolean> {
    return (await super.getUpdateComplete()) && !this.isCut;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    // The rest follows in tasks of its own, while what is there can be read.
    if (this.isCut) void nextTask().then(() => (this.rows += MORE));
    const kept = this.store?.kept;
    if (kept === this.kept) return;
    const first = this.kept === undefined;
    this.kept = kept;
    if (kept && !first && this.tab === 'proof') collapse(this.renderRoot);
  }
}

function renderEdited(
  store: TraceStore,
  explanation: Explanation,
): TemplateResult | typeof nothing {
  if (!explanation.edited) return nothing;
  const { editedLeaf, editedCell } = store.t.proof;
  // No operation computes a leaf: there is nothing to follow.
  return html`<p class="edited">
    ${fill(explanation.rule === 'leaf' ? editedLeaf : editedCell, {
      value: exact(explanation.value),
      computed: exact(explanation.edited.computed),
    })}
  </p>`;
}

/** Result in double precision, the stored number, and how far apart they may be. */
function renderResult(store: TraceStore, explanation: Explanation): TemplateResult {
  const words = store.t.proof;
  const stored = explanation.edited ? explanation.edited.computed : explanation.value;
  const fine = agrees(explanation);
  const text = !fine ? words.disagrees : explanation.bound === 0 ? words.equal : words.within;
  return html`<dl class="facts result">
    <dt>${words.inDouble}</dt>
    <dd>
      ${Number.isInteger(explanation.result) ? precise(explanation.result) : exact(explanation.result)}
    </dd>
    <dt>${explanation.edited ? words.computed : words.stored}</dt>
    <dd class="stored">${exact(stored)}</dd>
    <dt class="agreement ${fine ? '' : 'bad'}">
      ${fill(text, { bound: tiny(explanation.bound) })}
    </dt>
  </dl>`;
}

define('ap-proof', ApProof);

declare global {
  interface HTMLElementTagNameMap {
    'ap-proof': ApProof;
  }
}
