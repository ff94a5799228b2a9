import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits, VenueCall } from '../calls/call-budget.ts';

/** Tokens a second of an account on the lowest tier; half of them are used here, the rest is left to its owner. */
const READ_TOKENS = 200 / 2;
const WRITE_TOKENS = 100 / 2;
/** Reads without a key are counted by address; the feed makes most of them. */
const PUBLIC_TOKENS = 200 / 4;
const CALL = 10;
const CANCEL = 2;

const isWrite = ({ purpose }: VenueCall) => purpose === 'order' || purpose === 'cancel';

/** @see docs/venues/kalshi.md */
export const KALSHI_LIMITS: CallLimits = {
  limits: [
    {
      scope: 'address',
      limit: PUBLIC_TOKENS,
      windowMs: SECOND_MS,
      getCost: ({ account }) => (account === null ? CALL : 0),
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
