import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits, CallPurpose, VenueCall } from '../calls/call-budget.ts';

/** Published weight per minute and address. The feed uses half of it. */
const PUBLISHED_WEIGHT = 1_200;
const OWN_WEIGHT = PUBLISHED_WEIGHT * 0.45;
/** Weight that one account may use, so that it cannot use up the limit of the address. */
const WEIGHT_OF_ACCOUNT = OWN_WEIGHT / 2;
/**
 * Weight for checks of stored credentials: enough for six named agents a minute, or one or two without a name. Each
 * credential is checked every six hours.
 */
const CHECK_WEIGHT = 120;
const LIGHT = 2;
const QUERY = 20;
const WEIGHTS: Readonly<Record<string, number>> = {
  orderStatus: LIGHT,
  clearinghouseState: LIGHT,
  spotClearinghouseState: LIGHT,
  userRole: 60,
};
/** Number of rows of an answer that cost a weight of one. */
const ROWS_A_WEIGHT = 20;
/** Maximum number of rows in an answer. */
export const MAX_ROWS = 2_000;
/**
 * Window of the limit with a margin: calls take different times to arrive, so one that has left our window may still be
 * in the venue's.
 */
const WINDOW_MS = MINUTE_MS + 2 * SECOND_MS;
/** Time between two orders of an account that has used up the venue's allowance of requests. */
export const ALLOWANCE_PAUSE_MS = 10 * SECOND_MS;
/**
 * Words by which the venue refuses an address that has used up its allowance. Look-ups and cancels have allowances of
 * their own.
 */
export const ALLOWANCE_USED_UP = /^Too many cumulative requests/;

const getWeight = ({ cost = 1 }: VenueCall) => cost;

/** Limits of calls for trading on Hyperliquid. Source: docs/venues/hyperliquid.md */
export const HYPERLIQUID_LIMITS: CallLimits = {
  limits: [
    { scope: 'address', limit: OWN_WEIGHT, windowMs: WINDOW_MS, getCost: getWeight },
    {
      scope: 'account',
      limit: WEIGHT_OF_ACCOUNT,
      windowMs: WINDOW_MS,
      getCost: (call) => (call.purpose === 'check' ? 0 : getWeight(call)),
    },
  ],
  refuses: 'address',
  pauseMs: 10 * SECOND_MS,
  checks: { limit: CHECK_WEIGHT, windowMs: WINDOW_MS },
};

/** Builds the call of a query of this type, with its weight at the venue. */
export function toQueryCall(purpose: CallPurpose, account: string | null, type: string): VenueCall {
  return { purpose, account, cost: WEIGHTS[type] ?? QUERY };
}

/** Computes the weight of an answer by its rows, beyond the weight of the request. */
export function computeRowsWeight(rows: number): number {
  return Math.ceil(rows / ROWS_A_WEIGHT);
}

/** Computes the weight of an answer, beyond the weight of its request, where the venue counts rows. */
export function weighRows(answer: unknown): number {
  return computeRowsWeight(Array.isArray(answer) ? answer.length : MAX_ROWS);
}
