import type { GetUsageAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** What the caller's key is, may, and has used up this month. */
export const usageCall = call<GetUsageAnswer>('/api/account/usage', {
  everyMs: 15_000,
  credential: 'key',
});
