import { type BookBreak, SECOND_MS, type TradesPoll } from '../../domain/index.ts';

/**
 * Time before a poll up to which its trades are complete, because a venue lists a trade some time after it happened.
 */
const POLL_LAG_MS = 30 * SECOND_MS;

/** Effect of a poll on the time within which trades are known. */
export type PolledTime =
  | { readonly kind: 'begin'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'extend'; readonly toMs: number }
  /** The poll leaves a hole after the polls before it. */
  | { readonly kind: 'hole'; readonly reason: BookBreak; readonly fromMs: number; readonly toMs: number };

/**
 * Decides how a poll continues the time within which a venue's trades are known.
 *
 * @param knownToMs End of the known time in epoch ms; null: nothing is known yet.
 * @returns null: the poll adds nothing.
 */
export function decidePolledTime(
  knownToMs: number | null,
  { wholeFrom, polledAt, isCut }: Pick<TradesPoll, 'wholeFrom' | 'polledAt' | 'isCut'>,
): PolledTime | null {
  const toMs = polledAt - POLL_LAG_MS;
  if (wholeFrom === null) return null;
  // The window of a first poll may begin after the time up to which it is complete.
  if (knownToMs === null) return { kind: 'begin', fromMs: wholeFrom, toMs: Math.max(wholeFrom, toMs) };
  if (wholeFrom > knownToMs + 1)
    return {
      kind: 'hole',
      reason: isCut ? 'overload' : 'silence',
      fromMs: wholeFrom,
      toMs: Math.max(wholeFrom, toMs),
    };
  return toMs > knownToMs ? { kind: 'extend', toMs } : null;
}
