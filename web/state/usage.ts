import type { GetUsageAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';

/** The caller's key: its tier, its limits and this month's usage. */
export const usageCall = call<GetUsageAnswer>('/api/account/usage', {
  everyMs: 15_000,
  credential: 'key',
});
