import { HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { Anomaly, AnomalyCode } from './anomaly.ts';

/**
 * Anomaly code of each kind of item that waits for the operator. Both kinds of deposits share one code, which is older
 * than the review.
 */
const CODES = {
  held: 'deposits_held',
  unattributed: 'deposits_held',
  reversal_without_payment: 'reversal_without_payment',
  reversal_currency: 'reversal_currency',
  reversal_excess: 'reversal_excess',
  reversal_waiting: 'reversal_waiting',
  treasury_changed: 'treasury_changed',
  skipped_transaction: 'skipped_transaction',
  ledger_restored: 'ledger_restored',
  vault_unreadable: 'vault_unreadable',
  ref_conflict: 'ref_conflict',
  source_difference: 'source_difference',
} as const satisfies Readonly<Record<string, AnomalyCode>>;

/** The kinds of items that wait for the operator. */
export const WAITING_KINDS = Object.keys(CODES) as readonly (keyof typeof CODES)[];

/** Items of one kind that wait for the operator. */
export interface WaitingMatters {
  readonly kind: keyof typeof CODES;
  readonly count: number;
  /** Number of items that have waited for at least a day. */
  readonly waitedADay: number;
  /** Time since which the oldest item waits, in epoch ms. null: none waits. */
  readonly oldestMs: number | null;
}

/** Message of each code. */
const SUBJECTS: Readonly<Partial<Record<AnomalyCode, string>>> = {
  deposits_held: 'deposits wait for a release or a return',
  reversal_without_payment: 'refunds or disputes name no payment',
  reversal_currency: 'refunds or disputes are in another currency than their deposit',
  reversal_excess: 'refunds or disputes are larger than their deposit',
  reversal_waiting: 'refunds or disputes have waited for their deposit for a day',
  treasury_changed: 'the treasury of a chain is another one than before',
  skipped_transaction: 'transactions of a chain could not be read and were passed over',
  ledger_restored: 'the ledger was opened although it does not fit its past',
  vault_unreadable: 'credentials are not opened by any configured key',
  ref_conflict: 'webhooks used a known id for another owner or amount',
  source_difference: 'the money at a source differs from the recorded money',
};

/** Finds one anomaly for each code with waiting items, with the age of the oldest item. @param nowMs Epoch ms. */
export function findReviewAnomalies(waiting: readonly WaitingMatters[], nowMs: number): Anomaly[] {
  const byCode = new Map<AnomalyCode, { count: number; oldestMs: number }>();
  for (const { kind, count: all, waitedADay, oldestMs } of waiting) {
    // Refunds arrive before their deposits every day. Only those that keep waiting are an anomaly.
    const count = kind === 'reversal_waiting' ? waitedADay : all;
    if (count === 0 || oldestMs === null) continue;
    const before = byCode.get(CODES[kind]) ?? { count: 0, oldestMs };
    byCode.set(CODES[kind], {
      count: before.count + count,
      oldestMs: Math.min(before.oldestMs, oldestMs),
    });
  }
  return [...byCode].map(([code, { count, oldestMs }]) => ({
    severity: 'warning',
    code,
    venue: null,
    message: `${SUBJECTS[code]}, the oldest for ${formatAge(nowMs - oldestMs)}: crosstape review list`,
    count,
  }));
}

/** Formats an age as `3 days`, `5 h` or `12 min`. */
function formatAge(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours >= 1 ? `${hours} h` : `${Math.max(0, Math.floor(ms / MINUTE_MS))} min`;
}
