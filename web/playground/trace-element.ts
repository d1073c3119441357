import { property, query } from 'lit/decorators.js';
import type { AttentionPlayground, Trace } from '../engine/types/index.js';
import { OwnKeys } from '../kit/input/own-keys.js';
import { Starting, type Loading } from '../kit/element/starting.js';
import { nextTask, turnsTaken } from '../kit/element/turns.js';
import { PlaygroundEvents } from './events.js';
import { SpokenLanguage } from './spoken-language.js';
import { StateElement } from './state-element.js';

/**
 * An element that computes the trace of its state when it comes near the view, in the page's language and colours, and
 * frees it when it is removed.
 */
export abstract class TraceElement extends StateElement {
  /** When to load: less than a screen away, in sight, or at once. */
  @property() loading: Loading = 'auto';
  /** Address of the wasm file. A page has one engine: the first element that loads decides. */
  @property({ attribute: 'wasm-url' }) wasmUrl = '';
  /** en or zh; by default that of the surrounding element. It overrides the address. */
  @property({ reflect: true }) override lang = '';

  @query('.probe') private readonly probe!: HTMLElement | null;

  protected readonly events = new PlaygroundEvents(this, this.store);
  protected readonly starting = new Starting(this, {
    fetch: () => this.fetchParts(),
    begin: (engine, counts) => this.begin(engine, counts),
    draw: () => this.drawAll(),
    drawn: () => this.partsDrawn(),
    end: () => this.end(),
  });
  protected readonly spoken = new SpokenLanguage(this.starting.language, this.store);

  /** The step that the page has asked for last. */
  protected asked = '';

  constructor() {
    super();
    new OwnKeys(this);
  }

  /** What is missing for the state that the page opens on. */
  protected abstract fetchParts(): Promise<void>;
  /** Draws the first numbers; resolves when all is drawn. */
  protected abstract drawAll(): Promise<void>;

  /** Resolves when the parts that `drawAll` has asked for are drawn. */
  protected partsDrawn(): Promise<unknown> {
    return turnsTaken();
  }

  /** Resolves when the first numbers are available; rejects with the reason if they cannot be. Trying again renews it. */
  get ready(): Promise<void> {
    return this.starting.ready;
  }

  /** The recorded steps; undefined before `ready`, and while the element is not in a page. */
  get trace(): Trace | undefined {
    return this.isConnected ? this.store.trace : undefined;
  }

  /** Path of the current step. */
  @property()
  get step(): string {
    return this.store.state.step;
  }

  set step(path: string | null) {
    if (!path) return;
    this.asked = path;
    this.store.goTo(path);
  }

  /** Makes the first trace, unless it does not count any more. */
  protected async begin(engine: AttentionPlayground, counts: () => boolean): Promise<void> {
    const { store } = this;
    const { parameters } = store.state;
    const missing = await store.models.load(engine, parameters);
    // Reading a model takes a task, and its first pass another.
    if (parameters !== 'random') await nextTask();
    if (!counts()) return;
    store.start(engine, missing);
    this.begun();
    this.events.settle();
  }

  /** Called with the first trace. */
  protected begun(): void {}

  protected end(): void {
    this.store.dispose();
  }

  /** Waits for a model that was chosen, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await this.store.coming;
    return super.getUpdateComplete();
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return this.starting.language.whenSpoken(() => super.scheduleUpdate());
  }

  protected override firstUpdated(): void {
    this.readScheme();
  }

  /**
   * The page's colours may change, and a canvas does not notice. The probe is outside the frame: styles inside depend
   * on the frame's width, so reading them there would cost a layout.
   */
  protected readonly readScheme = (): void => {
    const dark = this.probe && getComputedStyle(this.probe).color === 'rgb(255, 255, 255)';
    this.store.scheme = dark ? 'dark' : 'light';
  };
}
