import { RecordedTrace } from '../recorded-trace.js';
import type { ProgramOptions } from '../types.js';
import { programOf } from './index.js';

/** Lets traces make programs. */
export function addPrograms(): void {
  Object.defineProperty(RecordedTrace.prototype, 'program', {
    configurable: true,
    value(this: RecordedTrace, options: ProgramOptions) {
      return programOf(this, options);
    },
  });
}
