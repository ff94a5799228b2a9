import { HOUR_MS } from '../../domain/index.ts';
import type { SeriesRecorder } from './series-recorder.ts';

export const REFERENCE_ANOMALIES = ['reference_silent', 'reference_holes', 'reference_refused'] as const;
export type ReferenceAnomalyCode = (typeof REFERENCE_ANOMALIES)[number];

export interface ReferenceAnomaly {
  readonly severity: 'warning';
  readonly code: ReferenceAnomalyCode;
  readonly venue: null;
  readonly message: string;
}

/** Fraction of an hour's seconds without a value above which an anomaly is reported. */
const MAX_MISSING = 0.05;
/** Time in ms for which refused values are reported. */
const SAID_MS = HOUR_MS;

interface Refused {
  total: number;
  at: number;
}

/** Current anomalies of the reference series. Each is logged once when it begins, and counted. */
export class ReferenceAnomalies {
  readonly #onBegin: (anomaly: ReferenceAnomaly) => void;
  readonly #refused = new Map<SeriesRecorder, Refused>();
  readonly #counts = new Map<ReferenceAnomalyCode, number>();
  #current = new Map<string, ReferenceAnomaly>();

  constructor(onBegin: (anomaly: ReferenceAnomaly) => void) {
    this.#onBegin = onBegin;
  }

  get current(): readonly ReferenceAnomaly[] {
    return [...this.#current.values()];
  }

  /** Number of times that each anomaly began since the start of the process. */
  get counts(): Readonly<Record<ReferenceAnomalyCode, number>> {
    const count = (code: ReferenceAnomalyCode) => this.#counts.get(code) ?? 0;
    return {
      reference_silent: count('reference_silent'),
      reference_holes: count('reference_holes'),
      reference_refused: count('reference_refused'),
    };
  }

  review(series: readonly SeriesRecorder[], isSilent: (one: SeriesRecorder) => boolean, now: number): void {
    const found = new Map<string, ReferenceAnomaly>();
    for (const one of series) {
      const messages: Readonly<Record<ReferenceAnomalyCode, string | null>> = {
        reference_silent: isSilent(one) ? `${one.asset} has had no new second for a minute` : null,
        reference_holes: describeHoles(one, now),
        reference_refused: this.#describeRefused(one, now),
      };
      for (const code of REFERENCE_ANOMALIES) {
        const message = messages[code];
        if (message !== null)
          found.set(`${code} ${one.key}`, { severity: 'warning', code, venue: null, message });
      }
    }
    for (const [name, anomaly] of found) {
      if (this.#current.has(name)) continue;
      this.#counts.set(anomaly.code, (this.#counts.get(anomaly.code) ?? 0) + 1);
      this.#onBegin(anomaly);
    }
    this.#current = found;
  }

  #describeRefused(one: SeriesRecorder, now: number): string | null {
    const { future, tooOld, invalid } = one.counts;
    const total = future + tooOld + invalid + one.sourceChanged;
    const before = this.#refused.get(one);
    if (total > (before?.total ?? 0)) this.#refused.set(one, { total, at: now });
    const known = this.#refused.get(one);
    if (known === undefined || now - known.at > SAID_MS) return null;
    const parts = [
      [future, 'from the future'],
      [tooOld, 'too old'],
      [invalid, 'no price'],
      [one.sourceChanged, 'of another source'],
    ] as const;
    const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return `${one.asset} had values refused since the start: ${words.join(', ')}`;
  }
}

/**
 * Describes the missing seconds of the last hour. null when they are few, or when less than half an hour was recorded.
 */
function describeHoles(one: SeriesRecorder, now: number): string | null {
  if (one.everyMs === null) return null;
  const { seconds, missing } = one.seconds.count(now, HOUR_MS);
  const all = seconds + missing;
  if (all < HOUR_MS / 2_000 || missing / all <= MAX_MISSING) return null;
  return `${one.asset} misses ${missing} of the last ${all} seconds`;
}
