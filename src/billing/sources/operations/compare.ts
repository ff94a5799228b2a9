import Big from 'big.js';
import { type EpochMs, MAX_OPERATION_MICRO_USD, MICRO_PER_USD } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { computeReviewId, type ReviewItem } from '../../review/review-item.ts';
import type { ReviewRows } from '../../review/rows.ts';
import { type ComparisonDecision, decideComparison, toRebased } from '../comparison-decision.ts';
import type { SourceRow, SourceRows } from '../rows.ts';
import type { SourceName, SourceReading } from '../source.ts';

interface ComparisonRows {
  readonly sources: SourceRows;
  readonly review: ReviewRows;
}

interface ComparisonInput {
  readonly source: SourceName;
  readonly reading: SourceReading;
  /** Time of the base that the reading of the source started from, epoch ms; null: it had no base. */
  readonly baseAt: number | null;
  readonly now: EpochMs;
}

/**
 * Stores the comparison of a source. A difference waits for a person until the figures are equal again. While its
 * amount stays the same, the item keeps the time span in which the difference arose.
 *
 * @returns null: the base changed while the source was read, and the source has to be read again.
 */
export const storeComparison = operation(
  'sources.compare',
  (
    { sources, review }: ComparisonRows,
    { source, reading, baseAt, now }: ComparisonInput,
  ): ComparisonDecision | null => {
    const before = sources.find(source.id);
    if ((before?.baseAt ?? null) !== baseAt) return null;

    const decision = decideComparison(source.id, before, reading, now);

    sources.put(decision.row);
    const item = toItemName(source.id, before ?? decision.row);
    if (decision.status !== 'difference') {
      review.end(item.kind, item.subject, { as: 'resolved', at: now, reason: 'the figures are equal' });
      return decision;
    }
    const amount = new Big(decision.difference as string).abs().toFixed();
    const open = review.find(computeReviewId(item));
    if (open !== null && open.endedAt === null && open.amount === amount) return decision;
    review.put({
      ...item,
      since: now,
      owner: null,
      ...toAmount(amount, source),
      known: toFacts(source, reading, decision),
    });
    return decision;
  },
);

/** Accepts a dismissed difference: the balance at the last comparison becomes the base of the next. */
export function rebaseSource(sources: SourceRows, { kind, known }: ReviewItem): void {
  if (kind !== 'source_difference') return;
  const row = sources.find(String(known.source));
  if (row !== null) sources.put(toRebased(row));
}

/**
 * Builds the kind and subject of the item. The subject contains the base, so that a difference after a dismissal is a
 * new matter.
 */
function toItemName(source: string, { baseAt, basePosition }: SourceRow) {
  return { kind: 'source_difference', subject: `${source}@${basePosition}:${baseAt}` } as const;
}

function toAmount(amount: string, { currency, isCounted }: SourceName) {
  const micro = new Big(amount).times(MICRO_PER_USD).round(0, Big.roundDown);
  const microUsd = isCounted && micro.lte(MAX_OPERATION_MICRO_USD) ? micro.toNumber() : null;
  return { currency, amount, microUsd };
}

function toFacts(
  { id, title }: SourceName,
  { figures, leftOut }: SourceReading,
  { row: { baseAt, basePosition, lastAt, lastPosition } }: ComparisonDecision,
) {
  return {
    source: id,
    title,
    cameIn: figures?.cameIn ?? null,
    recorded: figures?.recorded ?? null,
    leftOut,
    fromMs: baseAt,
    toMs: lastAt,
    fromPosition: basePosition,
    toPosition: lastPosition,
  };
}
