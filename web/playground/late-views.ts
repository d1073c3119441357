import { html, nothing, type TemplateResult } from 'lit';
import type { Language } from '../i18n/index.js';
import { showsClaimed } from './learned/claimed.js';
import type { LateParts } from './late-parts.js';
import { renderTake } from './led.js';
import type { ApTake } from './take/take.js';
import type { PlaygroundStore } from './store.js';

type Part = TemplateResult | typeof nothing;

/** What is drawn with scripts that come late: each says in its place if its script cannot be had. */
export class LateViews {
  constructor(
    private readonly store: PlaygroundStore,
    private readonly late: LateParts,
  ) {}

  private get lang(): Language {
    return this.store.state.lang;
  }

  /** What right and wrong have to do with each other, while a fault is made on purpose. */
  fault(siteUrl: string): Part {
    const { store, late, lang } = this;
    if (!store.fault) return nothing;
    return late.fault.render(
      lang,
      () => html`<ap-fault part="fault" .store=${store} .siteUrl=${siteUrl}></ap-fault>`,
    );
  }

  /** What the trained model is, while one is shown; `plain` leaves out what is claimed of it. */
  learned(plain = false): Part {
    const { store, late, lang } = this;
    if (!store.learned) return nothing;
    const brief = store.state.mode === 'workbench';
    return late.learned.render(
      lang,
      () =>
        html`<ap-learned
          part="learned"
          .store=${store}
          ?brief=${brief}
          ?plain=${plain}
        ></ap-learned>`,
    );
  }

  ribbon(): Part {
    const { store, late, lang } = this;
    return late.ribbon.render(
      lang,
      () => html`<ap-ribbon part="ribbon" .store=${store}></ap-ribbon>`,
    );
  }

  /** Of the bar. Without controls, too, their script has the tools for whoever edits a sentence. */
  bar(controls: boolean): Part {
    const { store, late, lang } = this;
    return late.bar.render(lang, () =>
      controls ? html`<ap-controls part="controls" .store=${store}></ap-controls>` : nothing,
    );
  }

  take({ page, siteUrl, figure }: Pick<ApTake, 'page' | 'siteUrl' | 'figure'>): Part {
    const { store, late, lang } = this;
    const buttons = late.take.render(
      lang,
      () =>
        html`<ap-take
          part="share"
          .store=${store}
          .page=${page}
          .siteUrl=${siteUrl}
          .figure=${figure}
        ></ap-take>`,
    );
    return renderTake(store, buttons, () => late.take.need());
  }

  /** One figure has one caption: what is known of a trained head, or else this. */
  guide(siteUrl: string): Part {
    const { store, late, lang } = this;
    const caption = store.state.mode === 'figure';
    if (caption && showsClaimed(store)) return nothing;
    late.guide.need();
    return late.guide.render(
      lang,
      () =>
        html`<ap-guide
          part="guide"
          .store=${store}
          .siteUrl=${siteUrl}
          ?caption=${caption}
        ></ap-guide>`,
    );
  }

  /** Its script is fetched when a person scrolls down to it. */
  walk(): Part {
    const { store, late, lang } = this;
    return html`<div class="below">
      ${late.walk.render(lang, () => html`<ap-walk part="walk" .store=${store}></ap-walk>`)}
    </div>`;
  }

  /** The map beside the work. */
  mapped(work: Part): Part {
    const { store, late, lang } = this;
    const map = late.map.render(lang, () => html`<ap-map part="map" .store=${store}></ap-map>`);
    return html`<div class="mapped">
      <div class="map">${map}</div>
      <div class="pane">${work}</div>
    </div>`;
  }
}
