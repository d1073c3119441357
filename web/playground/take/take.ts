import { css, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { languages } from '../../engine/program/index.js';
import type { ProgramLanguage } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { copyText } from '../../kit/input/copy-text.js';
import { download } from '../../kit/input/download.js';
import type { Drawable } from '../../parts/figure/drawable.js';
import { saveFigure, type FigureFormat } from '../../parts/figure/save.js';
import { saveProgram, writeProgram } from '../../parts/program/write.js';
import { base } from '../../styles/index.js';
import { below } from '../../styles/breakpoints.js';
import { fill } from '../../trace/names.js';
import { problemText } from '../../trace/problem-text.js';
import { problemOf } from '../../trace/problem.js';
import type { Said } from '../../trace/said.js';
import { writeHash } from '../address.js';
import type { PlaygroundStore } from '../store.js';
import { embedCode, frameCode } from './embed-code.js';
import { fetchStandalone } from './fetch-standalone.js';
import { npzFile, recordFile, stepFile, type File } from './numbers.js';
import { pageTitle } from './page-title.js';
import { wordsOf } from './words.js';

/** What a button does; returns what is said of it. */
type Act = (store: PlaygroundStore) => Promise<Said>;

/** Names of files are the same in every language. */
const FIGURES = {
  svg: 'SVG',
  png: 'PNG',
  tex: 'LaTeX',
  markdown: 'Markdown',
} as const satisfies Record<FigureFormat, string>;
const NPZ = '.npz';
const JSON_FILE = 'JSON';
const PROGRAMS = ['torch', 'numpy'] as const;
const FORMATS = ['py', 'ipynb'] as const;

/** What is shown, to be taken to another place: a paper, a program, a page. */
export class ApTake extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        container: take / inline-size;
        color: var(--ap-ink);
        font-size: var(--ap-text-s);
      }
      .groups {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 10px 16px;
        align-items: baseline;
      }
      .name {
        font-weight: 600;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .hint {
        margin: 4px 0 0;
        color: var(--ap-ink-soft);
        text-wrap: pretty;
      }
      .said {
        min-block-size: 1.6em;
        margin: 10px 0 0;
      }
      @container take ${below.narrow} {
        .groups {
          grid-template-columns: minmax(0, 1fr);
          gap: 4px;
        }
        .row {
          margin-block-end: 2px;
        }
        .hint {
          margin-block-end: 10px;
        }
      }
    `,
  ];

  /** The page that opens the present state; without one there is no link to it. */
  @property({ attribute: false }) page = '';
  /** The project's site, if it is known: it has the page for an iframe. */
  @property({ attribute: false }) siteUrl = '';
  /** The figure on the page, if one is drawn there as matrices. */
  @property({ attribute: false }) figure: () => Drawable | null | undefined = () => undefined;
  /** What became of the last action, and the state that it was of. */
  @state() private said: { of: string; text: Said } | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const { state, current } = store;
    const words = wordsOf(store);
    const said = this.said?.of === writeHash(state) ? this.said.text(store) : '';
    return html`<div class="groups">
        ${current ? this.renderFigure(store) : nothing}
        ${
          current
            ? this.renderGroup(words.step, words.stepHint, [
                this.renderButton(NPZ, (at) => saved(npzFile(at, current.path))),
                this.renderButton(JSON_FILE, (at) => saved(stepFile(at, current.path))),
              ])
            : nothing
        }
        ${this.renderGroup(words.trace, words.traceHint, [
          this.renderButton(NPZ, (at) => saved(npzFile(at))),
          this.renderButton(JSON_FILE, (at) => saved(recordFile(at))),
        ])}
        ${this.renderGroup(words.program, words.programHint, this.renderPrograms())}
        ${this.renderGroup(words.page, words.pageHint, this.renderPage(store))}
      </div>
      <p class="said" role="status">${said}</p>`;
  }

  private renderFigure(store: PlaygroundStore): TemplateResult {
    const words = wordsOf(store);
    const formats = Object.entries(FIGURES) as [FigureFormat, string][];
    const buttons = formats.map(([format, name]) =>
      this.renderButton(name, (at) => saveFigure(at, this.figure(), format)),
    );
    return this.renderGroup(words.figure, words.figureHint, buttons);
  }

  private renderPrograms(): TemplateResult[] {
    return PROGRAMS.flatMap((language) =>
      FORMATS.map((format) =>
        this.renderButton(`${languages[language].name} .${format}`, (store) =>
          program(store, language, format),
        ),
      ),
    );
  }

  private renderPage(store: PlaygroundStore): (TemplateResult | typeof nothing)[] {
    const { page, siteUrl } = this;
    const words = wordsOf(store);
    return [
      this.renderButton(words.html, async (at) => {
        const blob = await fetchStandalone(at, siteUrl);
        return saved(Promise.resolve({ name: 'attention.html', blob }));
      }),
      page
        ? this.renderButton(words.link, ({ state }) => copied(linkTo(page, writeHash(state))))
        : nothing,
      this.renderButton(words.embed, ({ state }) => copied(embedCode(state))),
      siteUrl
        ? this.renderButton(words.frame, (store) =>
            copied(frameCode(siteUrl, store.state, pageTitle(store))),
          )
        : nothing,
    ];
  }

  private renderGroup(
    name: string,
    hint: string,
    buttons: readonly (TemplateResult | typeof nothing)[],
  ): TemplateResult {
    return html`<span class="name" aria-hidden="true">${name}</span>
      <div role="group" aria-label=${name}>
        <div class="row">${buttons}</div>
        <p class="hint">${hint}</p>
      </div>`;
  }

  private renderButton(text: string, act: Act): TemplateResult {
    return html`<button type="button" @click=${() => this.act(act)}>${text}</button>`;
  }

  private async act(act: Act): Promise<void> {
    const { store } = this;
    if (!store) return;
    const of = writeHash(store.state);
    this.said = { of, text: (shown) => wordsOf(shown).writing };
    try {
      this.said = { of, text: await act(store) };
    } catch (error) {
      const problem = problemOf(error);
      this.said = { of, text: (shown) => problemText(shown, problem) };
    }
  }
}

async function copied(text: string): Promise<Said> {
  const isCopied = await copyText(text);
  return ({ t }) => (isCopied ? t.proof.copied : t.proof.notCopied);
}

async function saved(writing: Promise<File | Said>): Promise<Said> {
  const file = await writing;
  if (!('blob' in file)) return file;
  download(file.blob, file.name);
  return ({ t }) => fill(t.take.saved, { file: file.name });
}

async function program(
  store: PlaygroundStore,
  language: ProgramLanguage,
  format: 'py' | 'ipynb',
): Promise<Said> {
  const written = await writeProgram(store, { language, format });
  return 'source' in written ? saveProgram(written, { language, format }) : written;
}

function linkTo(page: string, hash: string): string {
  const address = new URL(page);
  address.hash = hash;
  return address.href;
}

define('ap-take', ApTake);

declare global {
  interface HTMLElementTagNameMap {
    'ap-take': ApTake;
  }
}
