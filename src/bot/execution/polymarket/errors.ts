import type { ErrorRow } from '../live/error-table.ts';

/** Maps the venue's refusals to our reasons. */
export const POLYMARKET_ERRORS: readonly ErrorRow[] = [
  { text: /no orders found to match with FAK order/, reason: 'no_liquidity' },
  { text: /FOK orders are (fully )?filled or killed/, reason: 'no_liquidity' },
  { text: /there are no matching orders/, reason: 'no_liquidity' },
  { text: /not enough balance \/ allowance/, reason: 'insufficient_funds' },
  { text: /min size: \$|lower than the minimum/, reason: 'below_minimum' },
  // The tick shrinks near 0 and 1, so our copy of it is out of date.
  { text: /breaks minimum tick size rule/, reason: 'stale_data' },
  { text: /order_version_mismatch/, reason: 'stale_data' },
  { text: /invalid amounts|invalid expiration|rounding issues/, reason: 'other' },
  { text: /order crosses book/, reason: 'other' },
  { text: /has to be the owner of the API KEY/, reason: 'credentials_rejected' },
  { text: /has to be the address of the API KEY/, reason: 'credentials_rejected' },
  { text: /invalid signature/i, reason: 'credentials_rejected' },
  {
    text: /Invalid api key|Invalid L1 Request headers|Could not (create|derive) api key/i,
    reason: 'credentials_rejected',
  },
  { text: /address banned|in closed only mode/, reason: 'credentials_rejected' },
  { text: /not yet ready to process new orders/, reason: 'market_closed' },
  { text: /No orderbook exists/, reason: 'market_closed' },
  { text: /order match delayed due to market conditions/, reason: 'venue_unavailable' },
  {
    text: /Trading is currently (disabled|cancel-only)|cancel-only|post-only mode/i,
    reason: 'venue_unavailable',
  },
  { status: 401, reason: 'credentials_rejected' },
  { status: 403, reason: 'venue_blocked' },
];

/** Error about an order whose hash the venue already has. The answer does not contain the order's state. */
export const DUPLICATED = /Duplicated/;
/** Refusals that will pass: the same bytes may be sent again. */
export const TRY_LATER = /not yet ready|match delayed|Trading is currently|cancel-only|post-only mode/i;
/** Words of a 5xx answer that prove that nothing was traded. */
export const DEFINITE_5XX =
  /there are no matching orders|FOK orders are filled or killed|Trading is currently|cancel-only|post-only mode/i;
