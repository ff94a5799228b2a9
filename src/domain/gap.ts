import type { Recorder } from './recorder.ts';
import type { EpochMs } from './time.ts';

/** A span in which a venue, or one asset of it, could not be recorded. */
export interface Gap {
  readonly venue: Recorder;
  /** Store key of the asset; null: the whole venue. */
  readonly storeKey: string | null;
  readonly fromMs: EpochMs;
  /** End of the gap, epoch ms; null while the gap lasts. */
  readonly toMs: EpochMs | null;
  /** A short sentence: what could not be read, and why. */
  readonly reason: string;
}
