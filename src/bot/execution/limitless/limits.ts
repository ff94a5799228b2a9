import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits } from '../calls/call-budget.ts';

/** The pause that the venue requires between two requests of one token. */
const GAP_MS = 300;
/** Public reads are the feed's; trading reads single markets now and then. */
const PUBLIC_CALLS_A_SECOND = 2;

/** @see docs/venues/limitless.md */
export const LIMITLESS_LIMITS: CallLimits = {
  limits: [
    {
      scope: 'address',
      limit: PUBLIC_CALLS_A_SECOND,
      windowMs: SECOND_MS,
      getCost: ({ account }) => (account === null ? 1 : 0),
    },
    { scope: 'account', limit: 1, windowMs: GAP_MS, getCost: () => 1 },
  ],
  refuses: 'account',
  pauseMs: SECOND_MS,
  maxConcurrent: 2,
};
