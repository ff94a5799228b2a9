import type { GetTreasuryAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** The treasury: what the service owes its callers, what waits, and who owes it. */
export const treasuryCall = call<GetTreasuryAnswer>('/api/account/treasury', {
  everyMs: 10_000,
  credential: 'admin',
});
