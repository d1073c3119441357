import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Use } from '../parts/figure/actions.js';
import '../parts/proof/proof.js';
import '../parts/proof/sheet.js';
import { breakpoints } from '../styles/sizes.js';
import type { TraceStore } from '../trace/store.js';
import { PROOF_GAP, PROOF_WIDTH } from './panel-styles.js';

/** The width that the proof leaves of a panel's. */
export function roomBesideProof(width: number): number {
  return width >= breakpoints.wide ? width - PROOF_WIDTH - PROOF_GAP : width;
}

/** The proof of a panel with several traces: of the one that is pointed at, else of the one with the chosen cell. */
export class ProofController implements ReactiveController {
  private kept: TraceStore | undefined;
  private pointed: TraceStore | undefined;

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
    return this.pointed ?? this.chosen;
  }

  /** The one with the chosen cell. */
  get chosen(): TraceStore | undefined {
    return this.kept ?? this.stores()[0];
  }

  /** A cell of this one was chosen: the others have none. */
  choose(store: TraceStore): void {
    this.kept = store;
    for (const other of this.stores()) if (other !== store) other?.keep(undefined);
    this.host.requestUpdate();
  }

  /** No cell is chosen: those that were may be of sections that are not shown. */
  forget(): void {
    this.kept = this.pointed = undefined;
    for (const store of this.stores()) store?.keep(undefined);
  }

  readonly onUse = ({ detail }: CustomEvent<Use | null>): void => {
    this.pointed = detail?.store;
    if (detail?.kept) this.choose(detail.store);
    this.host.requestUpdate();
  };

  /**
   * `whose` names the part that the cell belongs to, if its own name does not. Where a panel shows sections alone, a cell
   * is explained once it was chosen.
   */
  render(whose: string, isPart = false): TemplateResult | typeof nothing {
    if (isPart && !this.chosen?.kept) return nothing;
    return html`<ap-proof-sheet .store=${this.store} .whose=${whose}></ap-proof-sheet>`;
  }
}
