import {
  css,
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Use } from '../../kit/number-grid/number-grid.js';
import type { TraceStore } from '../../trace/store.js';
import './proof.js';

/** Beside the stage if there is room; otherwise a sheet at the bottom, once a cell is chosen. */
export const proofPlaceStyles = css`
  .bench {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 320px;
    gap: 0 32px;
  }
  .stage {
    min-inline-size: 0;
  }
  .proof {
    position: sticky;
    inset-block-start: calc(var(--vp-nav-height, 0px) + 12px);
    align-self: start;
    max-block-size: calc(100vh - var(--vp-nav-height, 0px) - 24px);
    overflow: auto;
    padding-inline-start: 20px;
    border-inline-start: 1px solid var(--ap-line);
    scrollbar-width: thin;
  }
  .whose {
    margin: 0 0 4px;
    font-size: 13px;
  }
  .close {
    display: none;
  }
  @container (max-width: 959px) {
    .bench {
      grid-template-columns: minmax(0, 1fr);
    }
    .proof {
      position: static;
      max-block-size: none;
      margin-block-start: 20px;
      padding: 12px 0 0;
      border-inline-start: 0;
      border-block-start: 1px solid var(--ap-line);
    }
    .proof.sheet {
      position: sticky;
      z-index: 5;
      inset-block: auto 0;
      max-block-size: 44vh;
      margin-inline: -12px;
      padding: 10px 12px;
      background: var(--ap-ground);
      box-shadow: 0 -6px 16px rgb(0 0 0 / 14%);
    }
    .sheet .close {
      display: block;
      float: inline-end;
    }
  }
`;

/** The panel's trace that the proof shows: the one that is pointed at, else the one with the chosen cell. */
export class ProofPlace implements ReactiveController {
  private kept: TraceStore | undefined;
  private pointed: TraceStore | undefined;
  private sheet = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly stores: () => readonly (TraceStore | undefined)[],
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.kept = this.pointed = undefined;
  }

  get store(): TraceStore | undefined {
    return this.pointed ?? this.kept ?? this.stores()[0];
  }

  readonly onUse = ({ detail }: CustomEvent<Use | null>): void => {
    this.pointed = detail?.store;
    if (detail?.kept) {
      this.kept = detail.store;
      this.sheet = true;
      for (const other of this.stores()) if (other !== detail.store) other?.keep(undefined);
    }
    this.host.requestUpdate();
  };

  /** `whose` names the part that the cell belongs to, if its own name does not. */
  render(whose: string, close: string): TemplateResult {
    const shut = (): void => {
      this.sheet = false;
      this.host.requestUpdate();
    };
    return html`<aside class="proof ${this.sheet ? 'sheet' : ''}" tabindex="-1">
      <button type="button" class="close" @click=${shut}>${close}</button>
      <p class="whose soft">${whose}</p>
      <ap-proof .store=${this.store}></ap-proof>
    </aside>`;
  }
}
