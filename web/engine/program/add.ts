import { RecordedTrace } from '../recorded-trace.js';
import { programOf } from './index.js';

/** Lets traces make programs. */
export function addPrograms(): void {
  RecordedTrace.programOf = programOf;
}
