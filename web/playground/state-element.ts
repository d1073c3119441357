import type { PropertyValues } from 'lit';
import { languageOf } from '../kit/element/language.js';
import { SignalElement } from '../kit/element/store-element.js';
import {
  PROPERTIES,
  settingsAsRaw,
  type PropertyName,
  type SettingProperties,
} from './attributes.js';
import { readSettings, writeHash } from './address.js';
import { plainVisit } from './first-visit.js';
import { readSaved, saveState, type SavedState } from './saved-state.js';
import { settingOf } from './settings/table.js';
import { UNSAID, type PlaygroundState } from './state.js';
import { PlaygroundStore } from './store.js';

/** The element as a page sets and reads it: a property and an attribute for each setting, and all of them as one state. */
export abstract class StateElement extends SignalElement {
  /** @internal Shared with the parts. */
  readonly store = new PlaygroundStore();
  /** What the page has set, by property. */
  protected readonly given: Partial<Record<PropertyName, unknown>> = {};
  static {
    for (const { property, attribute } of PROPERTIES) {
      Object.defineProperty(this.prototype, property, {
        configurable: true,
        enumerable: true,
        get(this: StateElement) {
          return propertyOf(this.store.state, property);
        },
        set(this: StateElement, value: unknown) {
          this.give(property, value);
        },
      });
      this.createProperty(property, { attribute, noAccessor: true });
    }
  }

  /**
   * Everything that the user can choose, as plain JSON: the same as in the address. Whatever is set is changed to what
   * fits, and a message names what was; a setting that is left out is that of one layer with random parameters.
   */
  get state(): SavedState {
    return saveState(this.store.state);
  }

  set state(state: unknown) {
    const raw = readSaved(state);
    if (raw === 'version') {
      this.store.report({ code: 'state_version', argument: 'state', actual: '', expected: '' });
      return;
    }
    if (this.lang) delete raw.lang;
    // Until it is first drawn, the store does not know the page's language.
    const lang = this.hasUpdated ? this.store.state.lang : languageOf(this);
    this.store.adopt(raw, plainVisit(lang));
  }

  /**
   * Shows what a part of an address after `#` says, such as `fault=no_scale&step=scores`; what it does not say is that of
   * `base`, a `state` of before.
   */
  openAddress(address: string, base: SavedState = this.state): void {
    this.state = { ...base, ...readSettings(address) };
  }

  /** The part of an address after `#` with which the workbench shows the same. */
  get address(): string {
    return writeHash({ ...this.store.state, mode: UNSAID.mode }, { lang: false });
  }

  private give(property: PropertyName, value: unknown): void {
    this.given[property] = value;
    this.requestUpdate(property);
  }

  /** Whether the page has set anything that decides what is computed. */
  protected get asksForTrace(): boolean {
    return PROPERTIES.some(
      ({ property, setting }) =>
        settingOf(setting).trace && (this.given[property] ?? null) !== null,
    );
  }

  /** Adopts the properties that have changed; with another model all, as a model without sentences brings its own. */
  protected takeGiven(changed: PropertyValues<this>): void {
    const { given } = this;
    const names = Object.keys(given) as PropertyName[];
    const has = (name: PropertyName): boolean => (changed as Map<PropertyKey, unknown>).has(name);
    const taken = has('model') ? names : names.filter(has);
    const raw = settingsAsRaw(
      Object.fromEntries(taken.map((name) => [name, given[name]])),
      this.store.state.lang,
    );
    if (Object.keys(raw).length > 0) this.store.adopt(raw);
  }
}

/** A property for each setting that is a word, a number or a switch; each takes a text, too. */
export interface StateElement extends SettingProperties {}

/** What a property reads: the present state. */
function propertyOf(state: Readonly<PlaygroundState>, property: PropertyName): unknown {
  if (property === 'sentence') return state.sentences.join('\n');
  return property === 'memory' ? state.memory.join('\n') : state[property];
}
