import { testBrowser } from './smoke.mjs';

testBrowser('Chromium');
