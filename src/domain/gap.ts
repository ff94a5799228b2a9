import type { Recorder } from './recorder.ts';
import type { EpochMs } from './time.ts';

/** A span of time in which a venue, or one of its assets, could not be recorded. */
export interface Gap {
  readonly venue: Recorder;
  /** Store key of the asset; null: the whole venue. */
  readonly storeKey: string | null;
  readonly fromMs: EpochMs;
  /** End of the gap, epoch ms; null while the gap lasts. */
  readonly toMs: EpochMs | null;
  /** Short sentence about what could not be read, and why. */
  readonly reason: string;
}
