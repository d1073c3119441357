// A figure of a lesson: any element of this package that shows a trace, by its public properties, its attributes and its store.

import { signal } from '@preact/signals-core';
import type { LitElement } from 'lit';
import { readHashEntries } from '../kit/input/hash.js';
import { Latest } from '../kit/loading/latest.js';
import type { CellRef } from '../trace/cells.js';
import type { TraceStore } from '../trace/store.js';
import { visit } from '../trace/visit.js';
import type { Subject } from './marking/conditions.js';

/** What the elements of this package have in common. */
export interface FigureElement extends HTMLElement {
  readonly store?: TraceStore;
  readonly ready?: Promise<void>;
  readonly results?: Readonly<Record<string, string | number | boolean>>;
  /** The playground's: everything that can be chosen, and how a part of an address is opened over it. */
  readonly state?: object;
  openAddress?(address: string, base?: object): void;
  /** With which address the workbench shows the same. */
  readonly address?: string;
  readonly updateComplete?: Promise<boolean>;
}

/** What a beat has changed of a figure: attributes, and what they were before; null = there was none. */
type Attributes = Map<string, string | null>;

export class LessonFigure implements Subject {
  /** The playground's state before any beat. */
  private base: object | undefined;
  private readonly before: Attributes = new Map();
  private readonly settled = signal(false);
  /** Counts up when the element tells of a change that is in no signal. */
  private readonly heard = signal(0);
  private readonly showing = new Latest();

  constructor(readonly element: FigureElement) {
    const hear = (): void => void (this.heard.value = this.heard.peek() + 1);
    for (const name of ['change', 'results', 'load']) element.addEventListener(name, hear);
    void customElements.whenDefined(element.localName).then(hear);
  }

  /** Whether it shows what the beat asks for; until then no change is the learner's. */
  get isSettled(): boolean {
    return this.settled.value;
  }

  get store(): TraceStore {
    return this.element.store!;
  }

  /** Whether the workbench can show the same, once there is something. */
  get isPlayground(): boolean {
    return this.element.localName === 'attention-playground';
  }

  /** Whether there are numbers. */
  get isThere(): boolean {
    void this.heard.value;
    return this.element.store?.trace !== undefined;
  }

  /** Whether conditions can be read of it: there are numbers, or it is a panel that tells results and has no trace. */
  get isReadable(): boolean {
    const { results, store } = this.element;
    return this.isThere || (store === undefined && results !== undefined);
  }

  setting(name: string): string | undefined {
    void this.heard.value;
    const { elementProperties } = this.element.constructor as typeof LitElement;
    for (const [property, { attribute }] of elementProperties ?? []) {
      const own = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
      if (attribute === false || own !== name) continue;
      const value: unknown = this.element[property as keyof HTMLElement];
      return value === null ? 'auto' : String(value);
    }
    return undefined;
  }

  /** Whether it is as these settings say, which are written as a part of an address. */
  isAs(settings: string): boolean {
    void this.heard.value;
    const { element } = this;
    const now = element.address === undefined ? undefined : readHashEntries(element.address);
    return [...readHashEntries(settings)].every(([name, value]) =>
      now ? now.getAll(name).includes(value) : element.getAttribute(name) === value,
    );
  }

  result(name: string): string | number | boolean | undefined {
    void this.heard.value;
    return this.element.results?.[name];
  }

  /**
   * Shows what a beat asks for: settings over those that the figure has by itself, undefined to leave them as they are, and
   * attributes. Never rejects: the figure says itself why it cannot start.
   */
  async show(
    state: string | undefined,
    attributes: Readonly<Record<string, string | undefined>>,
  ): Promise<void> {
    const counts = this.showing.request();
    const { element } = this;
    this.settled.value = false;
    for (const [name, value] of Object.entries(attributes)) this.setAttribute(name, value);
    await customElements.whenDefined(element.localName);
    // Its own attributes are read by then.
    await element.updateComplete;
    if (!counts()) return;
    if (element.store) element.store.pointed.value = undefined;
    if (state !== undefined) this.open(state);
    await element.ready?.catch(() => undefined);
    await element.updateComplete;
    if (counts()) this.settled.value = true;
  }

  private open(state: string): void {
    const { element } = this;
    if (!element.openAddress) return this.setAttributes(state);
    this.base ??= element.state;
    element.openAddress(state, this.base);
  }

  /** Shows a cell with its arithmetic, and lights up the operand that it is about. */
  visit(cell: CellRef, operand?: CellRef): void {
    const { element, store } = this;
    const hidden = element.getAttribute('hide');
    if (hidden) this.setAttribute('hide', hidden.replace(/\bproof\b/, '').trim());
    visit(store, cell);
    store.pointed.value = operand;
  }

  private setAttributes(state: string): void {
    const wanted = new Map(readHashEntries(state));
    for (const name of this.before.keys()) {
      if (!wanted.has(name) && !KEPT.includes(name)) this.setAttribute(name, undefined);
    }
    for (const [name, value] of wanted) this.setAttribute(name, value);
  }

  /** `undefined` puts back what there was before. */
  private setAttribute(name: string, value: string | undefined): void {
    const { element, before } = this;
    if (!before.has(name)) {
      if (value === undefined) return;
      before.set(name, element.getAttribute(name));
    }
    const next = value ?? before.get(name) ?? null;
    // Also where it says so already: a learner may have changed what it was read into.
    if (next === null) element.removeAttribute(name);
    else element.setAttribute(name, next);
  }
}

/** Attributes that a beat sets by attributes of its own. */
const KEPT: readonly string[] = ['show', 'hide'];
