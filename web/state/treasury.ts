import type { GetTreasuryAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** The treasury: the service's liability to its callers, deposits in review, and debts. */
export const treasuryCall = call<GetTreasuryAnswer>('/api/account/treasury', {
  everyMs: 10_000,
  credential: 'admin',
});
