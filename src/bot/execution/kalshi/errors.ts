import type { ErrorRow } from '../live/error-table.ts';

/**
 * Maps error codes of the venue to our reasons. The venue publishes no complete list of codes: an unknown code is a
 * refusal like the others.
 */
export const KALSHI_ERRORS: readonly ErrorRow[] = [
  { text: /^fill_or_kill_insufficient_resting_volume/, reason: 'no_liquidity' },
  { text: /^(insufficient_balance|available_balance_too_low)/, reason: 'insufficient_funds' },
  { text: /^invalid_order_size/, reason: 'below_minimum' },
  { text: /^(market_inactive|market_closed|market_not_active|market_settled)/i, reason: 'market_closed' },
  { text: /^(exchange_paused|trading_paused|exchange_inactive)/i, reason: 'venue_unavailable' },
  { text: /^not_found/, reason: 'unknown_asset' },
  { text: /^(invalid_price|invalid_tick)/, reason: 'stale_data' },
  { text: /^(invalid_order|missing_parameters|bad_request|invalid_parameters)/, reason: 'other' },
  {
    text: /^(authentication_error|token_authentication_failure|missing_auth|unauthorized|insufficient_scope|forbidden|permission_denied)/i,
    reason: 'credentials_rejected',
  },
  { text: /attestation/i, reason: 'credentials_rejected' },
  { status: 401, reason: 'credentials_rejected' },
  { status: 403, reason: 'credentials_rejected' },
  { status: 404, reason: 'unknown_asset' },
  { status: 410, reason: 'venue_unavailable' },
];

/** Error about a client order id that the venue already has. The answer does not contain that order's outcome. */
export const EXISTS = /^order_already_exists/;

/** Reads the words of an error as `code: message: details`, from any form in which the venue writes errors. */
export function readErrorWords(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  const { error } = json as { error?: unknown };
  if (typeof error === 'string') return error;
  const { code, message, details } = (typeof error === 'object' && error !== null ? error : json) as Record<
    string,
    unknown
  >;
  const parts = [code, message, details].filter((part) => typeof part === 'string' && part !== '');
  return parts.join(': ');
}
