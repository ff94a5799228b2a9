import type { ErrorRow } from '../live/error-table.ts';

/**
 * Maps the venue's refusals to our reasons. The same refusal comes with and without a leading "Order …", in either
 * letter case, and usually ends in ` asset=N`, so each pattern matches only the part that distinguishes the refusal.
 */
export const HYPERLIQUID_ERRORS: readonly ErrorRow[] = [
  { text: /could not immediately match/i, reason: 'no_liquidity' },
  { text: /no liquidity available/i, reason: 'no_liquidity' },
  { text: /^iocCancelRejected/i, reason: 'no_liquidity' },
  { text: /insufficient margin/i, reason: 'insufficient_funds' },
  { text: /insufficient spot balance/i, reason: 'insufficient_funds' },
  { text: /^(perpMarginRejected|insufficientSpotBalanceRejected)/i, reason: 'insufficient_funds' },
  { text: /must have minimum value/i, reason: 'below_minimum' },
  { text: /has zero size|^minTradeNtlRejected/i, reason: 'below_minimum' },
  { text: /price too far from oracle/i, reason: 'price_moved' },
  { text: /price cannot be more than/i, reason: 'price_moved' },
  { text: /rejected due to price more aggressive/i, reason: 'price_moved' },
  { text: /^oracleRejected/i, reason: 'price_moved' },
  // The coin's price grid is read before each order, so a refusal for the grid means that our copy is out of date.
  { text: /must be divisible by tick size|^tickRejected/i, reason: 'stale_data' },
  { text: /has invalid (price|size)/i, reason: 'stale_data' },
  { text: /^(trading is halted|asset is delisted|marketHalted|delistedCanceled)/i, reason: 'market_closed' },
  { text: /^outcomeSettledCanceled/i, reason: 'market_closed' },
  // Of an action that was hashed wrongly, or signed by a replaced or expired agent, the venue recovers another address.
  { text: /^user or api wallet 0x\w+ does not exist/i, reason: 'credentials_rejected' },
  { text: /^must deposit before performing actions/i, reason: 'credentials_rejected' },
  { text: /^unable to recover signer/i, reason: 'credentials_rejected' },
  { text: /^too many cumulative requests/i, reason: 'rate_limited' },
  { text: /would increase open interest/i, reason: 'venue_unavailable' },
  { text: /would cause position to exceed margin tier limit/i, reason: 'venue_unavailable' },
  {
    text: /^(openInterestIncreaseRejected|positionIncreaseAtOpenInterestCapRejected)/i,
    reason: 'venue_unavailable',
  },
  { text: /^action already expired/i, reason: 'venue_unavailable' },
  // The venue never refuses credentials by an HTTP status, so 403 means that the address is blocked.
  { status: 403, reason: 'venue_blocked' },
  // Known texts that concern the operator and not the user, so no other reason fits.
  { text: /reduce only order would increase position/i, reason: 'other' },
  { text: /^invalid nonce: nonce too low/i, reason: 'other' },
  { text: /^(selfTradeCanceled|siblingFilledCanceled|reduceOnlyCanceled|scheduledCancel)/i, reason: 'other' },
];
