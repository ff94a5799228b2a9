import { SECOND_MS } from '../../../domain/index.ts';

/** Difference of clocks that every venue tolerates. */
const TOLERANCE_MS = 2_000;
/** Words that can only be about the time of a request. */
const OF_TIME = /time ?stamp|clock (skew|drift)|server time/i;
/** Words that may be about the time of a request, or about another process that uses the same key. */
const PERHAPS_OF_TIME = /nonce|expired|window|too (early|late|old)|future/i;
/** Status codes that venues use for a wrong key and for a wrong time alike. */
const UNCLEAR_STATUSES = new Set([401, 425]);

/**
 * Describes a refusal whose reason is the time of the request.
 *
 * @param clockErrorMs Ms by which the venue's clock was ahead of the signed time, as its own answer proves.
 * @returns null when nothing points to the clock.
 */
export function describeClockRefusal(refusal: {
  readonly status: number;
  readonly words: string;
  readonly clockErrorMs: number;
}): string | null {
  const { status, words, clockErrorMs } = refusal;
  const isMeasured = Math.abs(clockErrorMs) > TOLERANCE_MS;
  const isLikely = UNCLEAR_STATUSES.has(status) || PERHAPS_OF_TIME.test(words);
  if (!OF_TIME.test(words) && !(isMeasured && isLikely)) return null;
  const where = clockErrorMs > 0 ? 'ahead of' : 'behind';
  const how = isMeasured
    ? `the venue's clock is ${Math.round(Math.abs(clockErrorMs) / SECOND_MS)} s ${where} this machine's`
    : 'the venue refuses the time of the request';
  return `clock skew: ${how}; HTTP ${status} ${words}`;
}
