import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits, VenueCall } from '../calls/call-budget.ts';

/** Half of the tokens per second of an account on the lowest tier; the other half is left to its owner. */
const READ_TOKENS = 200 / 2;
const WRITE_TOKENS = 100 / 2;
/**
 * Window of calls without a key, which the venue counts by address: the feed makes three a second, and trading makes
 * one from time to time to learn the venue's time.
 */
const PUBLIC_CALLS_WINDOW_MS = 5 * SECOND_MS;
const CALL = 10;
const CANCEL = 2;

const isWrite = ({ purpose }: VenueCall) => purpose === 'order' || purpose === 'cancel';

/** Limits of calls for trading on Kalshi. Source: docs/venues/kalshi.md */
export const KALSHI_LIMITS: CallLimits = {
  limits: [
    {
      scope: 'address',
      limit: 1,
      windowMs: PUBLIC_CALLS_WINDOW_MS,
      getCost: ({ account }) => (account === null ? 1 : 0),
    },
    {
      scope: 'account',
      limit: READ_TOKENS,
      windowMs: SECOND_MS,
      getCost: (call) => (isWrite(call) ? 0 : CALL),
    },
    {
      scope: 'account',
      limit: WRITE_TOKENS,
      windowMs: SECOND_MS,
      getCost: (call) => (isWrite(call) ? (call.purpose === 'cancel' ? CANCEL : CALL) : 0),
    },
  ],
  refuses: 'account',
  pauseMs: SECOND_MS,
};
