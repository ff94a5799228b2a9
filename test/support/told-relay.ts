import { type EpochMs, epochMs } from '../../src/domain/index.ts';
import {
  type ReferenceRelay,
  type ReferenceSeries,
  type ReferenceValue,
  RelayListeners,
  type RelayStatus,
} from '../../src/references/relay.ts';

/** Value that a test tells: what it leaves out is a text that arrives 1,400 ms after its moment, in no snapshot. */
export interface ToldValue extends Partial<Omit<ReferenceValue, 't'>> {
  readonly t: number;
}

/** Relay without a socket: it brings what a test tells it. */
export class ToldRelay implements ReferenceRelay {
  readonly id = 'rtds';
  readonly series: readonly ReferenceSeries[];
  isConnected = true;
  restarted = 0;
  renewed = 0;
  readonly #listeners = new RelayListeners();

  constructor(series: readonly ReferenceSeries[]) {
    this.series = series;
  }

  say(...values: readonly ToldValue[]): void {
    const { source, coin } = this.series[0]!;
    for (const { t, receivedAt = epochMs(t + 1_400), ...members } of values)
      this.#listeners.say({
        source,
        coin,
        text: null,
        value: null,
        count: null,
        isSnapshot: false,
        ...members,
        t: epochMs(t),
        receivedAt,
      });
  }

  start(): void {}

  stop(): void {}

  check(): void {}

  onValue(listener: Parameters<ReferenceRelay['onValue']>[0]): () => void {
    return this.#listeners.onValue(listener);
  }

  onRefused(listener: Parameters<ReferenceRelay['onRefused']>[0]): () => void {
    return this.#listeners.onRefused(listener);
  }

  restart(): void {
    this.restarted++;
  }

  renew(): void {
    this.renewed++;
  }

  status(): RelayStatus {
    const lastValueAt: EpochMs | null = null;
    return { relay: this.id, state: 'on', why: null, connected: this.isConnected, lastValueAt };
  }
}
