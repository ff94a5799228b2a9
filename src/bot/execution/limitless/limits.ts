import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits } from '../calls/call-budget.ts';

/**
 * Time between two requests of one token: the venue requires 300 ms, and a tenth more covers requests that take
 * different times to arrive.
 */
const GAP_MS = 330;
/**
 * Number of calls without a token per window, counted by address. The venue allows ten in three seconds, and the feed
 * uses up to six in four seconds. Reads before orders fill four fifths of a limit, so one call is left over.
 */
const PUBLIC_CALLS = 4;
const PUBLIC_WINDOW_MS = 3.5 * SECOND_MS;

/** Limits of calls for trading on Limitless. Source: docs/venues/limitless.md */
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
  // The venue allows an address two calls at a time, of which the feed uses one.
  maxConcurrentUnnamed: 1,
};
