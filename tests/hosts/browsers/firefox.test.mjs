import { testBrowser } from './smoke.mjs';

testBrowser('Firefox');
