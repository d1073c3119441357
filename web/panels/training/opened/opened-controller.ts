import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import type { Language } from '../../../i18n/index.js';
import { Latest } from '../../../kit/loading/latest.js';
import { LateScript } from '../../../kit/loading/late-script.js';
import type { Scheme } from '../../../styles/colour-scales.js';
import type { Opening } from './update-store.js';
import type { TrainingRun } from '../run/run.js';
import type { Texts } from '../texts/en.js';

/** The next update as steps, on request. */
export class OpenedUpdateController {
  private opening: Opening | undefined;
  private readonly requests = new Latest();
  private readonly script: LateScript<typeof import('./index.js')>;

  constructor(
    private readonly host: ReactiveElement,
    private readonly wasm: () => { wasmUrl?: URL },
  ) {
    this.script = new LateScript(host, {
      name: 'steps',
      load: () => import('./index.js'),
      take: ({ ApOpenedUpdate }) => ApOpenedUpdate,
    });
  }

  close(): void {
    this.requests.cancel();
    this.opening = undefined;
    this.host.requestUpdate();
  }

  render(t: Texts, language: Language, scheme: Scheme, run: TrainingRun): TemplateResult {
    const { opening } = this;
    const draw = (): TemplateResult =>
      html`<ap-opened-update
        .opening=${opening}
        .wasm=${this.wasm()}
        .t=${t}
        .language=${language}
        .scheme=${scheme}
      ></ap-opened-update>`;
    return html`<section class="opened">
      <h2>${t.openTitle}</h2>
      ${opening ? this.script.render(language, draw) : nothing}
      <div class="fields">
        ${
          opening?.moment.update === run.update && opening.config === run.config
            ? nothing
            : html`<button type="button" class="open-update" @click=${() => this.open(run)}>
                ${t.openButton}
              </button>`
        }
        ${
          opening
            ? html`<button type="button" class="close-update" @click=${() => this.close()}>
                ${t.close}
              </button>`
            : nothing
        }
      </div>
    </section>`;
  }

  /** Opens the update that follows the moment at which the run then stands. */
  async open(run: TrainingRun): Promise<void> {
    const counts = this.requests.request();
    this.script.need();
    await run.pause();
    if (!run.now || !counts()) return;
    this.opening = { config: run.config, task: run.task, moment: run.now };
    this.host.requestUpdate();
    await this.host.updateComplete;
    this.host.renderRoot.querySelector('.opened')?.scrollIntoView({ block: 'start' });
  }
}
