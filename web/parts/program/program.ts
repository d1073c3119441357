import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Excerpts, languages } from '../../engine/program/index.js';
import type { Program, ProgramLanguage, ProgramOptions } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import type { Said } from '../../trace/said.js';
import type { TraceStore } from '../../trace/store.js';
import { programStyles } from './styles.js';
import { saveData, saveProgram, writeProgram } from './write.js';

/** Puts a text that is not there yet on the clipboard: some browsers allow it only in the very click. */
async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Steps that are shown before and after the current one. */
const BEFORE = 3;
const AFTER = 2;

const NAMES = ['torch', 'numpy'] as const;

/** The line of a step in the program that the walk is, with the lines around it, to be copied and saved. */
export class ApProgram extends StoreElement {
  static override styles = programStyles;

  @property() path = '';
  /** The line without those around it. */
  @property({ attribute: false }) alone = false;

  @state() private language: ProgramLanguage = 'torch';
  /** How the last action went, in the language that the page has. */
  @state() private said: Said | undefined;
  private read: { key: readonly unknown[]; excerpts: Excerpts } | undefined;

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('path')) this.said = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, path } = this;
    const excerpts = store && this.excerptsOf(store);
    if (!store || !excerpts) return nothing;
    const texts = store.t.program;
    const parts = excerpts.around(path, this.alone ? 0 : BEFORE, this.alone ? 0 : AFTER);
    return html`<div class="bar" role="group" aria-label=${texts.language}>
        ${NAMES.map((name) => this.renderLanguage(name))}
      </div>
      <div class="listing" role="group" aria-label=${texts.lines} translate="no" lang="en">
        ${parts.map((part) => part.lines.map((line) => renderLine(line, part.path === path)))}
      </div>
      <div class="bar">
        ${this.renderButton(texts.copyStep, () => this.copy(store, { upTo: path, alone: true }))}
        ${this.renderButton(texts.copyProgram, () => this.copy(store, {}))}
        ${this.renderButton(texts.saveScript, () => this.save(store, 'py'))}
        ${this.renderButton(texts.saveNotebook, () => this.save(store, 'ipynb'))}
      </div>
      <p class="said" role="status">${this.said?.(store)}</p>
      <p>${texts.note}</p>`;
  }

  /** Made anew for another trace, another language, and edits, which add lines. */
  private excerptsOf({ trace, version }: TraceStore): Excerpts | undefined {
    const key = [trace, version, this.language];
    if (!trace) {
      this.read = undefined;
      return undefined;
    }
    if (this.read?.key.every((part, i) => part === key[i])) return this.read.excerpts;
    this.read = { key, excerpts: new Excerpts(trace, languages[this.language]) };
    return this.read.excerpts;
  }

  private renderLanguage(name: ProgramLanguage): TemplateResult {
    return html`<button
      type="button"
      class="tool"
      aria-pressed=${name === this.language}
      @click=${() => (this.language = name)}
    >
      ${languages[name].name}
    </button>`;
  }

  private renderButton(text: string, act: () => Promise<void>): TemplateResult {
    return html`<button type="button" class="tool" @click=${act}>${text}</button>`;
  }

  private async copy(store: TraceStore, options: Partial<ProgramOptions>): Promise<void> {
    const writing = this.write(store, options);
    const source = writing.then((program) =>
      'source' in program ? program.source : Promise.reject(new Error('gone')),
    );
    const isCopied = await copyWhenReady(source).then(
      () => true,
      () => false,
    );
    const program = await writing;
    if (!('source' in program)) {
      this.said = program;
      return;
    }
    const saved = saveData(program);
    this.said = (store) =>
      isCopied
        ? [store.t.proof.copied, saved?.(store)].filter(Boolean).join('. ')
        : store.t.proof.notCopied;
  }

  private async save(store: TraceStore, format: 'py' | 'ipynb'): Promise<void> {
    const { language } = this;
    const program = await this.write(store, { format });
    this.said = 'source' in program ? saveProgram(program, { language, format }) : program;
  }

  private write(store: TraceStore, options: Partial<ProgramOptions>): Promise<Program | Said> {
    this.said = ({ t }) => t.program.writing;
    return writeProgram(store, { language: this.language, ...options });
  }
}

function renderLine(line: string, isLit: boolean): TemplateResult {
  const at = line.indexOf('  # ');
  const [code, comment] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at)];
  const current = isLit ? 'step' : nothing;
  // One line of text: blanks between the tags would be shown.
  return html`<code class=${isLit ? 'line lit' : 'line'} aria-current=${current}
    >${code}${comment ? html`<span class="comment">${comment}</span>` : nothing}</code
  >`;
}

define('ap-program', ApProgram);

declare global {
  interface HTMLElementTagNameMap {
    'ap-program': ApProgram;
  }
}
