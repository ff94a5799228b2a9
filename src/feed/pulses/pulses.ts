import type { AssetRef } from '../../domain/index.ts';
import type { Pulse } from './pulse.ts';

export interface NumberedPulse {
  /** The event id by which a reader resumes. Its form is the engine's own. */
  readonly id: string;
  readonly pulse: Pulse;
  /**
   * Volume traded since the pulse before, in the unit of the asset's recorded volume: the rise of the venue's running
   * total between two polls. null between polls, and when the volume is not known.
   */
  readonly volume: number | null;
}

export interface PulseStats {
  readonly assetsPolling: number;
  readonly totalSubscribers: number;
  readonly perAsset: Readonly<
    Record<string, { subscribers: number; lastPulseMs: number | null; upstreamCalls: number }>
  >;
}

/** Passes moves to the listeners of single assets, with one upstream refresh per asset for any number of listeners. */
export interface Pulses {
  /**
   * Calls back on every pulse of the asset. Returns a function that unsubscribes; the last one ends the refreshes.
   *
   * @param standsFor Number of readers to which this listener passes its pulses on, for the statistics.
   */
  subscribe(ref: AssetRef, listener: (pulse: NumberedPulse) => void, standsFor?: () => number): () => void;
  /** The newest pulse: of the stream while the asset has listeners, otherwise of the feed. null without a listing. */
  newest(asset: string): Pulse | null;
  /** Pulses after the one with the given event id; null when they are not all known any more. */
  since(asset: string, lastId: string): readonly NumberedPulse[] | null;
  /** Event id of the newest pulse, from which a reader resumes without loss; null: the asset never had a listener. */
  position(asset: string): string | null;
  /** The pulse with the given event id, while it is known. */
  at(asset: string, id: string): Pulse | null;
  stats(): PulseStats;
  close(): void;
  /**
   * Waits, a second at most, until the pulse with the given event id is known here: another process may have sent it a
   * moment before. Absent: all ids are of this process.
   */
  catchUp?(asset: string, lastId: string): Promise<void>;
  /** Pulses come from another process, and may stop to come. Absent: they are of this process. */
  readonly connection?: PulseConnection;
}

/** Whether pulses of another process arrive. While they do not, readers would miss some without being told. */
export interface PulseConnection {
  readonly isInterrupted: boolean;
  /**
   * Calls back when pulses stop to arrive, or some were lost, and when they arrive again. Returns a function that
   * unsubscribes.
   */
  onInterruption(listener: (isInterrupted: boolean) => void): () => void;
}
