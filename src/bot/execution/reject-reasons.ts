/**
 * Reasons for which an order is refused, in the words of the bot's API. `docs/bot.md` maps each venue error to its
 * reason.
 */
export const REJECT_REASONS = [
  'unknown_asset',
  'market_closed',
  'not_supported',
  'below_minimum',
  'no_liquidity',
  'price_moved',
  'insufficient_funds',
  'no_credentials',
  'credentials_rejected',
  'rate_limited',
  'venue_unavailable',
  'venue_blocked',
  'unconfirmed',
  'stale_data',
  'no_position',
  'limit',
  'halt',
  'mismatch',
  'other',
] as const;

export type RejectReason = (typeof REJECT_REASONS)[number];
