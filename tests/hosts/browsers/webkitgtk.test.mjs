import { testBrowser } from './smoke.mjs';

testBrowser('WebKitGTK');
