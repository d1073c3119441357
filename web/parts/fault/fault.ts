import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { below } from '../../styles/breakpoints.js';
import { sitePage } from '../../kit/input/site-page.js';
import { base } from '../../styles/index.js';
import type { FaultPair } from '../../trace/fault.js';
import { fill, stepPlace, stepTitle } from '../../trace/names.js';
import { brief } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import type { Dictionary } from '../../i18n/index.js';
import { LESSONS, lessonTexts } from './lessons.js';

type Texts = Dictionary['faults'];

/** A fault made on purpose: where the walk first differs from the right one, and the chosen cell in both. */
export class ApFault extends StoreElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        padding: 6px 12px;
        border-inline-start: 3px solid var(--ap-danger);
        background: var(--ap-surface);
      }
      b {
        color: var(--ap-danger);
      }
      button {
        background: var(--ap-ground);
      }
      /* Small lines with links, so that the figures under them are in sight. */
      @container ${below.narrow} {
        section {
          row-gap: 0;
          padding-block: 2px;
          font-size: var(--ap-text-s);
          line-height: 1.7;
        }
        button {
          display: inline;
          min-block-size: 0;
          padding: 0;
          border: 0;
          background: none;
          color: var(--ap-accent);
          font-size: inherit;
          text-align: start;
          text-decoration: underline;
          text-underline-offset: 3px;
        }
      }
    `,
  ];

  /** Address of the project's site, whose lesson about the fault is linked; none without it. */
  @property() siteUrl = '';

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const fault = store?.fault;
    if (!store || !fault) return nothing;
    const t = store.t.faults;
    const { colon } = store.t.proof;
    const names: Record<string, string> = store.t.settings.fault.choices;
    return html`<section aria-label=${t.fault}>
      <span><b>${t.fault}${colon}</b>${names[fault.name ?? '']}</span>
      ${renderFirst(store, fault, t)}
      <span role="status">
        ${fault.showsRight ? t.rightIsShown : nothing} ${cellText(store, fault, t)}
        ${fault.sameEdits ? nothing : t.edits}
      </span>
      <button type="button" class="toggle" @click=${() => store.showRight(!fault.showsRight)}>
        ${fault.showsRight ? t.showWrong : t.showRight}
      </button>
      ${this.renderLesson(store, fault)}
    </section>`;
  }

  private renderLesson(store: TraceStore, { name }: FaultPair): TemplateResult | typeof nothing {
    const lesson = name && LESSONS[name];
    if (!lesson || !this.siteUrl) return nothing;
    const [page, beat = ''] = lesson.split('#');
    const address = sitePage(this.siteUrl, `learn/${page}`);
    address.hash = beat;
    return html`<a href=${address.href}>${lessonTexts[store.state.lang]}</a>`;
  }
}

function renderFirst(store: TraceStore, fault: FaultPair, t: Texts): TemplateResult {
  const path = fault.firstDifference;
  const step = path === undefined ? undefined : store.step(path);
  if (!step) return html`<span>${t.none}</span>`;
  const title = [stepPlace(store, step), stepTitle(store, step)].filter(Boolean).join(' · ');
  return html`<span>
    ${t.first}${store.t.proof.colon}
    <button
      type="button"
      class="first"
      aria-current=${store.current === step ? 'step' : nothing}
      @click=${() => store.goTo(step.path)}
    >
      ${title}
    </button>
  </span>`;
}

/** The kept cell in both walks. */
function cellText(store: TraceStore, fault: FaultPair, t: Texts): string {
  const { kept } = store;
  if (!kept) return '';
  const { right, wrong } = fault.values(kept);
  if (right === undefined) return wrong === undefined ? '' : t.only;
  if (wrong === undefined) return t.onlyRight;
  const text = Object.is(right, wrong) ? t.same : t.here;
  return fill(text, { right: brief(right), wrong: brief(wrong) });
}

define('ap-fault', ApFault);

declare global {
  interface HTMLElementTagNameMap {
    'ap-fault': ApFault;
  }
}
