export type AnomalySeverity = 'critical' | 'warning';

/** Severity of each anomaly of prices and venues. */
const ANOMALY_SEVERITY = {
  probability_out_of_range: 'critical',
  non_positive_price: 'critical',
  empty_book_half: 'warning',
  gross_overround: 'warning',
  venue_stale: 'warning',
  venue_missing: 'critical',
  venue_empty: 'warning',
} as const satisfies Record<string, AnomalySeverity>;

export type FeedAnomalyCode = keyof typeof ANOMALY_SEVERITY;

const HALF_TOLERANCE = 1e-9;
const MAX_OVERROUND = 0.15;
const MAX_OVERROUND_PER_OUTCOME = 0.03;

/** Finds the anomalies of a perpetual, whose price must be above 0. */
export function perpAnomalies(price: number | null): FeedAnomalyCode[] {
  return price !== null && price > 0 ? [] : ['non_positive_price'];
}

export interface BinaryPrices {
  /** Price as the venue shows it; null, which is no anomaly, when the market has none. */
  readonly price: number | null;
  readonly no?: number | null;
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly volume24h?: number | null;
}

/**
 * Finds the anomalies of one binary market.
 *
 * An empty book has no price: its mid, (0 + 1)/2, is an artefact. A real 50:50 market has quotes or volume.
 */
export function binaryAnomalies({ price, no, bid, ask, volume24h }: BinaryPrices): FeedAnomalyCode[] {
  if (price === null) return [];

  const found: FeedAnomalyCode[] = [];
  if (!(price >= 0 && price <= 1)) found.push('probability_out_of_range');

  const hasBid = (bid ?? 0) > 0;
  const hasAsk = (ask ?? 1) > 0 && (ask ?? 1) < 1;
  const hasVolume = (volume24h ?? 0) !== 0;
  const isEmptyHalf = Math.abs(price - 0.5) < HALF_TOLERANCE && !hasBid && !hasAsk && !hasVolume;
  if (isEmptyHalf) found.push('empty_book_half');
  else if (no !== null && no !== undefined && price + no - 1 > MAX_OVERROUND) found.push('gross_overround');
  return found;
}

/** Finds the anomalies in the Yes prices of all outcomes of one event, of which at most one can win. */
export function eventAnomalies(yesPrices: readonly number[]): FeedAnomalyCode[] {
  const overround = yesPrices.reduce((sum, price) => sum + price, 0) - 1;
  const allowed = Math.max(MAX_OVERROUND, MAX_OVERROUND_PER_OUTCOME * yesPrices.length);
  return overround > allowed ? ['gross_overround'] : [];
}

/**
 * Finds the anomalies of a venue's newest snapshot.
 *
 * @param snapshot Newest snapshot; null: there is none.
 * @param staleAfterMs Largest age at which a snapshot is fresh.
 */
export function venueAnomalies(
  snapshot: { readonly ageMs: number; readonly markets: number } | null,
  staleAfterMs: number,
): FeedAnomalyCode[] {
  if (snapshot === null) return ['venue_missing'];
  const found: FeedAnomalyCode[] = [];
  if (snapshot.ageMs > staleAfterMs) found.push('venue_stale');
  if (snapshot.markets === 0) found.push('venue_empty');
  return found;
}

/** One finding, or several findings of one kind whose subjects have no name. */
export interface AnomalyRow {
  readonly code: FeedAnomalyCode;
  readonly venue: string;
  readonly subject?: string;
  /** Number of findings. Default: 1. */
  readonly count?: number;
}

export interface CountedAnomaly {
  readonly code: FeedAnomalyCode;
  readonly venue: string;
  readonly severity: AnomalySeverity;
  readonly count: number;
  /** Assets or venues with the anomaly, in order of appearance. */
  readonly subjects: readonly string[];
}

/**
 * Merges rows with the same code and venue to one with their number; most severe first, then in order of appearance.
 */
export function mergeAnomalies(rows: readonly AnomalyRow[]): CountedAnomaly[] {
  const merged = new Map<
    string,
    { code: FeedAnomalyCode; venue: string; count: number; subjects: string[] }
  >();
  for (const { code, venue, subject, count = 1 } of rows) {
    const key = `${code} ${venue}`;
    const row = merged.get(key) ?? { code, venue, count: 0, subjects: [] };
    row.count += count;
    if (subject !== undefined) row.subjects.push(subject);
    merged.set(key, row);
  }
  return [...merged.values()]
    .map((row) => ({ ...row, severity: ANOMALY_SEVERITY[row.code] }))
    .sort((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'));
}
