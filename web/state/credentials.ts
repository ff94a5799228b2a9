import type { ConnectedVenues } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** Which venues the caller's bot may trade at; never a part of what opens them. */
export const credentials = call<ConnectedVenues>('/api/bot/credentials', {
  everyMs: 60_000,
  server: 'bot',
  credential: 'key',
});
