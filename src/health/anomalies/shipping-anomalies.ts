import type { ShippingProgress } from '../../history/contract/shipping.ts';
import type { Anomaly } from './anomaly.ts';

/** State of shipping records to the history server. */
export interface ShippingStatus extends ShippingProgress {
  /** Maximum number of bytes that may wait. Above this limit nothing is recorded. */
  readonly maxOutboxBytes: number;
}

/** Lag in ms that is an anomaly. A shipper sends every second and retries after ten seconds at most. */
const LATE_MS = 60_000;

/** Fraction of the maximum waiting bytes above which little time is left. */
const FULL_FRAC = 0.8;

/** Finds the current anomalies of shipping records to the history server. */
export function findShippingAnomalies({
  outboxRows,
  outboxBytes,
  maxOutboxBytes,
  shipLagMs,
  isTapeUp,
}: ShippingStatus): Anomaly[] {
  const found: Anomaly[] = [];
  if (!isTapeUp) {
    const message =
      'ClickHouse gives no answer: the history cannot be read, and what is recorded waits in PostgreSQL';
    found.push({ severity: 'critical', code: 'history_unavailable', venue: null, message });
  }
  const isFull = outboxBytes >= FULL_FRAC * maxOutboxBytes;
  if (isFull || shipLagMs > LATE_MS) {
    const share = `${Math.floor((100 * outboxBytes) / maxOutboxBytes)} % of the outbox`;
    found.push({
      severity: isFull ? 'critical' : 'warning',
      code: 'outbox_growing',
      venue: null,
      message: `${outboxRows} records wait for ClickHouse, the oldest for ${Math.round(shipLagMs / 1_000)} s; they fill ${share}`,
    });
  }
  return found;
}
