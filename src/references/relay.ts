import type { Clock, EpochMs, RelayId } from '../domain/index.ts';

/** A source and a coin: one series. */
export interface ReferenceSeries {
  /** Id of the source, such as `twap60`. */
  readonly source: string;
  readonly coin: string;
}

/** Value as a relay brought it; what is stored of it, admission decides. */
export interface ReferenceValue extends ReferenceSeries {
  /** Moment on the clock of the source. */
  readonly t: EpochMs;
  /** Decimal text; null where none was sent. */
  readonly text: string | null;
  /**
   * Double that was sent, beside a text or alone. A count without text and value is an average that stayed incomplete.
   */
  readonly value: number | null;
  /** Number of values that an average stands on; null where the publisher does not say. */
  readonly count: number | null;
  readonly receivedAt: EpochMs;
  /** Whether it came in a snapshot of the past and not as it was published. */
  readonly isSnapshot: boolean;
}

/** Reason for which a relay refuses a value before it is admitted. */
export type RelayRefusal = 'invalid' | 'sourceChanged';

/**
 * State of a relay. `gone`: three connections in a row brought nothing, it is tried again each ten minutes; `refused`:
 * its venue refused the credentials, which is tried again by a restart of the service alone.
 */
export const RELAY_STATES = ['on', 'off', 'connecting', 'gone', 'refused'] as const;
export type RelayState = (typeof RELAY_STATES)[number];

export interface RelayStatus {
  readonly relay: RelayId;
  readonly state: RelayState;
  /** Why the relay brings no values; null while it works. */
  readonly why: string | null;
  readonly connected: boolean;
  readonly lastValueAt: EpochMs | null;
}

/** Connection that brings reference prices. */
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
  /** Called each second: tries again what is due. */
  check(): void;
  status(): RelayStatus;
}

/** Options of a relay. */
export interface RelayOptions {
  readonly url: string;
  readonly series: readonly ReferenceSeries[];
  readonly clock: Clock;
  readonly random: () => number;
  /** Monotonic ms. Default `performance.now`. */
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

  refuse(series: ReferenceSeries, why: RelayRefusal): void {
    for (const listener of this.#refusals) listener(series, why);
  }
}
