import type { AssetRef } from '../../domain/index.ts';
import type { Pulse } from './pulse.ts';

export interface NumberedPulse {
  /** Event id from which a reader resumes. Its form depends on the implementation. */
  readonly id: string;
  readonly pulse: Pulse;
  /**
   * Volume since the previous pulse, in the unit of the asset's recorded volume: the rise of the venue's running total
   * between two polls; null between polls, and when the volume is not known.
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

/** Sends price changes to listeners of single assets. Each asset has one refresh for any number of listeners. */
export interface Pulses {
  /**
   * Adds a listener of the asset's pulses. Returns a function that removes it. The last removal ends the refreshes.
   *
   * @param standsFor Returns the number of readers behind this listener, for the statistics.
   */
  subscribe(ref: AssetRef, listener: (pulse: NumberedPulse) => void, standsFor?: () => number): () => void;
  /**
   * Adds a listener that hears the asset's pulses without wanting any: it hears what readers, polls and streams cause,
   * and no book is read for it. Returns a function that removes it.
   */
  overhear(ref: AssetRef, listener: (pulse: NumberedPulse) => void): () => void;
  /**
   * Adds a listener of every change of the asset, before pulses are made of them; otherwise as `overhear`. Absent: the
   * changes reach this process as pulses.
   */
  overhearChanges?(ref: AssetRef, listener: (pulse: Pulse) => void): () => void;
  /** Returns the interval in ms at which an asset with listeners is refreshed: of its stream, or of reads of its book. */
  refreshMs(ref: AssetRef): number;
  /**
   * Returns the newest pulse: of the stream while the asset has listeners, otherwise of the feed; null for an unlisted
   * asset.
   */
  newest(asset: string): Pulse | null;
  /** Returns the pulses after the one with the given event id; null when some of them are no longer kept. */
  since(asset: string, lastId: string): readonly NumberedPulse[] | null;
  /**
   * Returns the event id of the newest pulse, from which a reader can resume without loss; null: the asset never had a
   * listener.
   */
  position(asset: string): string | null;
  /** Finds the pulse with the given event id; null when it is not kept. */
  at(asset: string, id: string): Pulse | null;
  stats(): PulseStats;
  close(): void;
  /**
   * Waits up to a second until the pulse with the given event id is known here, because another process may have sent
   * it just before. Absent: all ids are of this process.
   */
  catchUp?(asset: string, lastId: string): Promise<void>;
  /** State of the connection to the process that sends the pulses. Absent: pulses are of this process. */
  readonly connection?: PulseConnection;
}

/** Whether pulses of another process arrive. While they do not, readers would miss pulses without notice. */
export interface PulseConnection {
  readonly isInterrupted: boolean;
  /**
   * Adds a listener that is called when pulses stop arriving or some were lost, and when they arrive again. Returns a
   * function that removes it.
   */
  onInterruption(listener: (isInterrupted: boolean) => void): () => void;
}
