import type { ErrorRow } from '../live/error-table.ts';

/**
 * Maps the venue's refusals to our reasons. Most texts are not confirmed, so the patterns match words and not whole
 * sentences.
 */
export const LIMITLESS_ERRORS: readonly ErrorRow[] = [
  { text: /market order unmatched|unmatched/i, reason: 'no_liquidity' },
  { text: /allowance/i, reason: 'insufficient_funds' },
  { text: /insufficient|balance/i, reason: 'insufficient_funds' },
  { text: /invalid signature|signer does not match/i, reason: 'credentials_rejected' },
  { text: /unauthori[sz]ed|forbidden|api.?key|token/i, reason: 'credentials_rejected' },
  { text: /minimum|too small|min size/i, reason: 'below_minimum' },
  { text: /market not found/i, reason: 'unknown_asset' },
  { text: /market .*(resolved|expired|closed)|not tradable/i, reason: 'market_closed' },
  { text: /post_only|cancel_only|disabled|maintenance/i, reason: 'venue_unavailable' },
  { text: /fee[_ ]?rate|ownerId/i, reason: 'stale_data' },
  { text: /order not found/i, reason: 'other' },
  { text: /must be a UUIDv4|must be|tick/i, reason: 'other' },
  { status: 401, reason: 'credentials_rejected' },
  { status: 403, reason: 'credentials_rejected' },
  { status: 404, reason: 'unknown_asset' },
];

/** Modes of the venue: a 503 that names one proves that the order was not accepted. */
export const MODES = /post_only|cancel_only|disabled/i;

/** Adds a hint to the venue's words about a missing approval, or about a profile that trades by another wallet. */
export function explainRefusal(words: string, feeModule: string | null): string {
  if (/allowance/i.test(words) && /fee/i.test(words) && feeModule !== null) {
    return `approve USDC to ${feeModule}, the fee module of this market: ${words}`;
  }
  if (/allowance/i.test(words))
    return `approve USDC, or the shares to sell, to the exchange of this market: ${words}`;
  if (/signer does not match/i.test(words)) return `this profile trades through its smart wallet: ${words}`;
  return words;
}

/** Whether a refusal is for a wrong fee rate, so that our facts of the market are out of date. */
export function isWrongFeeRate(words: string): boolean {
  return /fee[_ ]?rate/i.test(words);
}

/** Reads the words of an error: its text, or the list of a failed validation. */
export function readErrorWords(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  for (const member of ['message', 'error', 'msg', 'errors'] as const) {
    const value = (json as Record<string, unknown>)[member];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return JSON.stringify(value);
  }
  return '';
}
