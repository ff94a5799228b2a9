import type { ErrorRow } from '../live/error-table.ts';

/** The venue's refusals and their reasons. Texts usually end in ` asset=N`, so beginnings are matched. */
export const HYPERLIQUID_ERRORS: readonly ErrorRow[] = [
  { text: /^Order could not immediately match/, reason: 'no_liquidity' },
  { text: /^No liquidity available/, reason: 'no_liquidity' },
  { text: /^iocCancelRejected/, reason: 'no_liquidity' },
  { text: /^Insufficient margin/, reason: 'insufficient_funds' },
  { text: /^Insufficient spot balance/, reason: 'insufficient_funds' },
  { text: /^(perpMarginRejected|insufficientSpotBalanceRejected)/, reason: 'insufficient_funds' },
  { text: /^Order must have minimum value/, reason: 'below_minimum' },
  { text: /^(Order has zero size|minTradeNtlRejected)/, reason: 'below_minimum' },
  { text: /^Price too far from oracle/, reason: 'price_moved' },
  { text: /^Order price cannot be more than/, reason: 'price_moved' },
  { text: /^Order rejected due to price more aggressive/, reason: 'price_moved' },
  { text: /^oracleRejected/, reason: 'price_moved' },
  // The grid of the coin is read before each order, so these mean that our copy of it is old.
  { text: /^(Price must be divisible by tick size|tickRejected)/, reason: 'stale_data' },
  { text: /^Order has invalid (price|size)/, reason: 'stale_data' },
  { text: /^(Trading is halted|Asset is delisted|marketHalted|delistedCanceled)/i, reason: 'market_closed' },
  { text: /^outcomeSettledCanceled/, reason: 'market_closed' },
  // An action that was hashed wrongly, or signed by a replaced or expired agent, recovers another address.
  { text: /^User or API Wallet 0x\w+ does not exist/, reason: 'credentials_rejected' },
  { text: /^Must deposit before performing actions/, reason: 'credentials_rejected' },
  { text: /^Unable to recover signer/, reason: 'credentials_rejected' },
  { text: /^Too many cumulative requests/, reason: 'rate_limited' },
  { text: /^Order would increase open interest/, reason: 'venue_unavailable' },
  {
    text: /^(openInterestIncreaseRejected|positionIncreaseAtOpenInterestCapRejected)/,
    reason: 'venue_unavailable',
  },
  { text: /^Action already expired/, reason: 'venue_unavailable' },
  // Credentials are never refused by status here.
  { status: 403, reason: 'venue_blocked' },
  // Known texts without a better reason, which concern the operator and not the user.
  { text: /^Reduce only order would increase position/, reason: 'other' },
  { text: /^Invalid nonce: nonce too low/, reason: 'other' },
  { text: /^(selfTradeCanceled|siblingFilledCanceled|reduceOnlyCanceled|scheduledCancel)/, reason: 'other' },
];
