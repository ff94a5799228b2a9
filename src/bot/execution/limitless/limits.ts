import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits } from '../calls/call-budget.ts';

/**
 * The venue requires 300 ms between two requests of one token. Requests arrive later than they leave, each by another
 * time, so that a tenth more lies between them here.
 */
const GAP_MS = 330;
/**
 * Reads without a token count by address. The feed makes up to six in four seconds, which leaves four in three of the ten
 * that the venue takes; what is read before orders fills four fifths of a limit, so that one is left over.
 */
const PUBLIC_CALLS = 4;
const PUBLIC_WINDOW_MS = 3.5 * SECOND_MS;

/** @see docs/venues/limitless.md */
export const LIMITLESS_LIMITS: CallLimits = {
  limits: [
    {
      scope: 'address',
      limit: PUBLIC_CALLS,
      windowMs: PUBLIC_WINDOW_MS,
      getCost: ({ account }) => (account === null ? 1 : 0),
    },
    { scope: 'account', limit: 1, windowMs: GAP_MS, getCost: () => 1 },
  ],
  refuses: 'account',
  pauseMs: SECOND_MS,
  maxConcurrent: 2,
  // The feed has the other one of the address.
  maxConcurrentUnnamed: 1,
};
