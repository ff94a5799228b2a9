import type { ConnectedVenues } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** Venues that the caller's bot may trade at. The answer never contains a credential. */
export const credentials = call<ConnectedVenues>('/api/bot/credentials', {
  everyMs: 60_000,
  server: 'bot',
  credential: 'key',
});
