// The cards of the trained models: their numbers are those of models/cards.json and the logs.

import { after, before } from 'node:test';
import { openSite } from '../support/site.mjs';
import { testCards } from './support/models.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

testCards(() => site, 'en');
