// In place of web/kit/formulas/math-font-file.ts.

import font from 'base64:web/kit/formulas/fonts/ap-math.font';
import { bytesOf } from './unpack.js';

export const mathFontFile = async () => bytesOf(font);
