import type { EpochMs, Evidence, Recorder, VenueId } from '../../domain/index.ts';
import { CONCERN_CODES } from '../../feed/concern.ts';
import type { CorruptBlock } from '../../history/contract/corrupt-block.ts';

/** Codes of all anomalies, which are part of the API. */
export const ANOMALY_CODES = [
  'venue_missing',
  'venue_stale',
  'venue_empty',
  'stream_silent',
  ...CONCERN_CODES,
  'store_unavailable',
  'probability_out_of_range',
  'non_positive_price',
  'empty_book_half',
  'gross_overround',
  'disk_low',
  'tape_stopped',
  'book_broken',
  'book_crossed',
  'corrupt_block',
  'ledger_invariant_broken',
  'billing_write_failed',
  'database_unavailable',
  'redis_unavailable',
  'history_unavailable',
  'outbox_growing',
  'process_silent',
  'links_differ',
  'hold_stuck',
  'deposits_held',
  'reversal_without_payment',
  'reversal_currency',
  'reversal_excess',
  'reversal_waiting',
  'treasury_changed',
  'skipped_transaction',
  'ledger_restored',
  'vault_unreadable',
  'ref_conflict',
  'source_difference',
  'deposit_watcher_stalled',
  'chain_clock_differs',
  'venue_blocked',
  'credentials_refused',
  'positions_not_settled',
  'orders_unconfirmed',
  'account_rows_refused',
  'position_mismatch',
  'exit_price_missing',
] as const;
export type AnomalyCode = (typeof ANOMALY_CODES)[number];

/** An anomaly: one state that looks wrong. */
export interface Anomaly {
  /** `info` is caused by a caller. Such an anomaly is listed and does not affect verdicts. */
  readonly severity: 'critical' | 'warning' | 'info';
  readonly code: AnomalyCode;
  /** Venue of the anomaly. null: the anomaly concerns the whole service. */
  readonly venue: VenueId | null;
  readonly message: string;
  /** Number of affected markets, streams or blocks. Absent: the anomaly concerns a single thing. */
  readonly count?: number;
  /** First body that shows the anomaly. Absent: the anomaly is not about a body. */
  readonly at?: Evidence;
  /** First part of the history that cannot be read. Absent: the anomaly is not about damage. */
  readonly damage?: Damage;
}

/** Data of the history that cannot be read. */
export interface Damage {
  readonly kind: CorruptBlock['kind'];
  /** Venue of the data, or `ref`. null: not known. */
  readonly venue: Recorder | null;
  /** Asset of the data. null: several, or not known. */
  readonly asset: string | null;
  /** First time of the data, in epoch ms. null: not known. */
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  /** Number of missing records. null: not known. */
  readonly records: number | null;
  readonly reason: string;
}
