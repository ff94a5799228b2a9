import Big from 'big.js';
import type { SourceRow } from './rows.ts';
import type { SourceMark, SourceReading } from './source.ts';

export interface ComparisonDecision {
  readonly status: 'base' | 'equal' | 'difference';
  /** `cameIn` less `recorded`; null: there was no base to compare with. */
  readonly difference: string | null;
  /**
   * Row to store. It keeps the base while a difference is open, so that the next comparison shows whether the
   * difference persists.
   */
  readonly row: SourceRow;
}

/**
 * Decides the result of reading a source. Writes nothing.
 *
 * @param before Row of the last comparison; null: the source was never compared.
 * @param now Epoch ms.
 */
export function decideComparison(
  source: string,
  before: SourceRow | null,
  { mark, figures, tolerance }: SourceReading,
  now: number,
): ComparisonDecision {
  if (before === null || figures === null) {
    return { status: 'base', difference: null, row: toBase(source, mark, now) };
  }
  const difference = new Big(figures.cameIn).minus(figures.recorded);
  if (difference.abs().lte(tolerance)) {
    return { status: 'equal', difference: difference.toFixed(), row: toBase(source, mark, now) };
  }
  const last = { lastAt: now, lastPosition: mark.position, lastBalance: mark.balance };
  return { status: 'difference', difference: difference.toFixed(), row: { ...before, ...last } };
}

/** Makes the position and balance of the last comparison the new base of a source. */
export function toRebased({ source, lastAt, lastPosition, lastBalance }: SourceRow): SourceRow {
  return toBase(source, { position: lastPosition, balance: lastBalance }, lastAt);
}

/** Picks the position and balance from which a source is compared. */
export function toBaseMark({ basePosition, baseBalance }: SourceRow): SourceMark {
  return { position: basePosition, balance: baseBalance };
}

function toBase(source: string, { position, balance }: SourceMark, at: number): SourceRow {
  return {
    source,
    baseAt: at,
    basePosition: position,
    baseBalance: balance,
    lastAt: at,
    lastPosition: position,
    lastBalance: balance,
  };
}
