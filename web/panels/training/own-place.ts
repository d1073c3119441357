import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { OwnPairs } from '../../engine/types.js';
import { renderOwnPairs } from './own-field.js';
import { readPairs } from './own-pairs.js';
import { lineText } from './problem.js';
import type { Texts } from './texts/en.js';

/** A person's own pairs as they were given, and what is wrong with them. */
export class OwnPlace {
  private text = '';
  private wrong: string | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly take: () => void,
  ) {}

  /** The pairs, or undefined where a line is none, which is said. */
  read(t: Texts): OwnPairs | undefined {
    this.text ||= t.ownExample;
    const pairs = readPairs(this.text);
    this.refuse('code' in pairs ? lineText(t, pairs) : undefined);
    return 'code' in pairs ? undefined : pairs;
  }

  refuse(wrong: string | undefined): void {
    this.wrong = wrong;
    this.host.requestUpdate();
  }

  render(t: Texts): TemplateResult {
    return renderOwnPairs(t, this.text, this.wrong, (text) => {
      this.text = text;
      this.take();
    });
  }
}
