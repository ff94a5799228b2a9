import type { Clock, EpochMs, RelayId } from '../domain/index.ts';

/** One reference series, identified by source and coin. */
export interface ReferenceSeries {
  /** Id of the source, such as `twap60`. */
  readonly source: string;
  readonly coin: string;
}

/** A value as a relay provided it. Admission decides whether it is stored. */
export interface ReferenceValue extends ReferenceSeries {
  /** Time on the clock of the source. */
  readonly t: EpochMs;
  /** Decimal text. null when none was sent. */
  readonly text: string | null;
  /**
   * Value as a double, sent with a text or alone. A value with a count but neither text nor double is an average that
   * stayed incomplete.
   */
  readonly value: number | null;
  /** Number of values in the average. null when the publisher does not state it. */
  readonly count: number | null;
  readonly receivedAt: EpochMs;
  /** Whether the value arrived in a snapshot of past values rather than when it was published. */
  readonly isSnapshot: boolean;
}

/** Reason why a relay refuses a value before admission. */
export type RelayRefusal = 'invalid' | 'sourceChanged';

/**
 * States of a relay. `gone`: three consecutive connections brought no value, and the relay is tried again every ten
 * minutes. `refused`: the venue refused the credentials, and the relay is tried again only after a restart of the
 * service.
 */
export const RELAY_STATES = ['on', 'off', 'connecting', 'gone', 'refused'] as const;
export type RelayState = (typeof RELAY_STATES)[number];

export interface RelayStatus {
  readonly relay: RelayId;
  readonly state: RelayState;
  /** Reason why the relay provides no values. null while it works. */
  readonly why: string | null;
  readonly connected: boolean;
  readonly lastValueAt: EpochMs | null;
}

/** A connection that provides reference prices. */
export interface ReferenceRelay {
  readonly id: RelayId;
  readonly series: readonly ReferenceSeries[];
  start(): void;
  stop(): void;
  onValue(listener: (value: ReferenceValue) => void): () => void;
  onRefused(listener: (series: ReferenceSeries, why: RelayRefusal) => void): () => void;
  /** Subscribes to a series again. */
  restart(series: ReferenceSeries): void;
  /** Opens the connection again. */
  renew(): void;
  /** Tries what is due. Called once per second. */
  check(): void;
  status(): RelayStatus;
}

/** Options of a relay. */
export interface RelayOptions {
  readonly url: string;
  readonly series: readonly ReferenceSeries[];
  readonly clock: Clock;
  readonly random: () => number;
  /** Monotonic clock, in ms. Default: `performance.now`. */
  readonly now?: () => number;
  readonly userAgent: string;
  /** Receives warnings for the operator, one sentence each. */
  readonly onWarning: (message: string) => void;
}

/** Listeners of a relay. */
export class RelayListeners {
  readonly #values = new Set<(value: ReferenceValue) => void>();
  readonly #refusals = new Set<(series: ReferenceSeries, why: RelayRefusal) => void>();

  onValue(listener: (value: ReferenceValue) => void): () => void {
    this.#values.add(listener);
    return () => this.#values.delete(listener);
  }

  onRefused(listener: (series: ReferenceSeries, why: RelayRefusal) => void): () => void {
    this.#refusals.add(listener);
    return () => this.#refusals.delete(listener);
  }

  say(value: ReferenceValue): void {
    for (const listener of this.#values) listener(value);
  }

  reportRefusal(series: ReferenceSeries, why: RelayRefusal): void {
    for (const listener of this.#refusals) listener(series, why);
  }
}
