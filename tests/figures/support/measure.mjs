// Text widths from a fixed table, so that figures are the same on every machine.

import { importWeb } from '../../node/support/bundled.mjs';

export const { measure } = await importWeb('figures/measured.ts');
